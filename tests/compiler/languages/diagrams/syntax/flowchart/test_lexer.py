"""A simple statement is one token; nothing shows that it is not read part by part."""

import re
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any
from unittest.mock import patch

import pytest
from hypothesis import given
from hypothesis import strategies as st

from compiler.languages.diagrams.records import TextLocation
from compiler.languages.diagrams.syntax.flowchart import lexer
from compiler.languages.diagrams.syntax.flowchart.parse import parse
from compiler.languages.diagrams.syntax.shared.prepare import prepare
from compiler.model.diagnostics import Diagnostic

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
    """The tokens behind the header."""
    return [token.type for token in lexer.tokens(f"graph TD\n{body}\n")][2:]


def read(text: str) -> tuple[dict[str, Any], list[Diagnostic]]:
    return parse(prepare(TextLocation("a.mmd"), text)[0])


@pytest.mark.parametrize(
    "body", ["A", "A --> B", "A[x]:::c -->|yes| B{y}", "A -- yes --> B", "A-->B;", "A --> B  ", "x ~~~ o"]
)
def test_a_node_or_an_edge_with_nothing_else_is_one_token(body: str) -> None:
    assert types(body) == ["SIMPLE"]


@pytest.mark.parametrize(
    "body",
    ["A --> B --> C", "A & B --> C", "A e1@--> B", "A@{ shape: doc }", "A\n--> B --> C", "A --> B direction LR", "end"],
)
def test_every_other_statement_is_read_in_its_parts(body: str) -> None:
    assert "SIMPLE" not in types(body)


@given(st.lists(PIECES, max_size=25).map("".join))
def test_it_makes_no_difference(body: str) -> None:
    text = f"graph TD\n{body}"
    with part_by_part():
        expected = read(text)
    assert read(text) == expected
