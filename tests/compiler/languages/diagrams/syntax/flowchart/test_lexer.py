"""Simple statements are one token, with the same result as token by token."""

import re
from collections.abc import Iterator
from contextlib import contextmanager
from unittest.mock import patch

from hypothesis import given, settings
from hypothesis import strategies as st

from compiler.languages.diagrams.syntax.flowchart import lexer
from compiler.languages.diagrams.syntax.flowchart.parse import parse
from tests.compiler.languages.diagrams.syntax.grammar_checks import parse_text
from tests.compiler.tables import table

PIECES = st.sampled_from(
    [
        *(
            "A",
            "B1",
            "xo",
            "end",
            "class",
            "é",
            "[text]",
            "(r)",
            "{q}",
            ">f]",
            "[/s/]",
            ":::c",
            " & ",
            "-",
            "=",
            ".",
            '"',
        ),
        *(" --> ", " -- t --> ", "-.->", "==>", " x--x ", "~~~", " -->|t| ", "\n--> ", "e1@", "@{ shape: doc }"),
        *(" ", ";", "\n", "\n  ", "direction LR", "style A fill:red", "subgraph s\n", "end\n", "accTitle: t\n"),
    ]
)


@contextmanager
def part_by_part() -> Iterator[None]:
    with patch.object(lexer, "SIMPLE", re.compile("(?!)").match):
        yield


def types(body: str) -> list[str]:
    """The tokens after the header."""
    return [token.type for token in lexer.tokens(f"graph TD\n{body}\n")][2:]


@table("body", ["A", "A --> B", "A[x]:::c -->|yes| B{y}", "A -- yes --> B", "A-->B;", "A --> B  ", "x ~~~ o"])
def test_simple_statement_is_one_token(body: str) -> None:
    assert types(body) == ["SIMPLE"]


@table(
    "body",
    ["A --> B --> C", "A & B --> C", "A e1@--> B", "A@{ shape: doc }", "A\n--> B --> C", "A --> B direction LR", "end"],
)
def test_other_statements_are_several_tokens(body: str) -> None:
    assert "SIMPLE" not in types(body)


@settings(deadline=None)  # the first call compiles the lexer
@given(st.lists(PIECES, max_size=25).map("".join))
def test_simple_token_gives_the_same_result_as_parts(body: str) -> None:
    text = f"graph TD\n{body}"
    with part_by_part():
        expected = parse_text(parse, text)
    assert parse_text(parse, text) == expected
