"""Flowcharts that Mermaid rejects: the diagnostics, and what is kept."""

import time
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from compiler.languages.diagrams.syntax.flowchart.parse import parse
from compiler.model.diagnostics import Diagnostic
from tests.compiler.languages.diagrams.syntax.grammar_checks import parse_text
from tests.compiler.tables import table

GOOD = """flowchart TD
    A[Start é] -->|"yes"| B{{ok}}:::warm & C@{ shape: cyl, label: "x" }
    subgraph s [The s]
      direction LR
      B -- no --> D(("x")) e1@-.-> E>odd]
    end
    classDef warm fill:#f96;
    click A "https://example.com" "tip"
    linkStyle 0 stroke:red
    s ==> A
"""


def read(body: str, header: str = "flowchart TD") -> tuple[dict[str, Any], list[Diagnostic]]:
    return parse_text(parse, f"{header}\n{body}")


def check(body: str, message: str, saved: str = "", *, suggestion: str = "") -> None:
    """Assert the message of the first error, and the nodes that are kept."""
    tree, found = read(body)
    errors = [one for one in found if one.severity == "error"]
    assert errors
    assert errors[0].message == message
    assert suggestion in (errors[0].suggestion or "")
    assert " ".join(one["id"] for one in tree["vertices"]) == saved


@table(
    ("body", "message", "saved", "suggestion"),
    [
        ("A[text (x)] --> B\nC", "Expected `]`, found `(`.", "A C", 'stands in quotes: `["…"]`'),
        ("A -->|x (y)| B", "Expected `|`, found `(`.", "A", "quotes"),
        ("A[x) --> B\nC", "Expected `]`, found `)`.", "A C", ""),
        ("A[open\nB --> C", "`[` is never closed: `]` is missing.", "A B C", ""),
        ('A["open\nB', "`[` is never closed: `]` is missing.", "A B", ""),
        ("A[] --> B", "The text between `[` and `]` is empty; a blank would do.", "A", ""),
        ("A -- text B", "`--` is never closed: `-->` is missing.", "A", ""),
        ("A@{ shape: rect", "`@{` is never closed: `}` is missing.", "A", ""),
        ("A --> end\nB", "Expected a node, found `end`.", "A B", "write `End`"),
        ("A --> class", "Expected a node, found `class`.", "A", "It is written `class A,B name`"),
        (
            "A --> B end",
            "Expected an edge such as `-->` or the end of the line, found `end`.",
            "A B",
            "line of its own",
        ),
        ("end\nA", "Expected a node, `subgraph` or the end of the line, found `end`.", "A", "No subgraph is open"),
        ("A --> B %% no", "Expected an edge such as `-->` or the end of the line, found `%%`.", "A B", "A comment"),
        ("A -> B", "Expected an edge such as `-->` or the end of the line, found `-`.", "A", "two dashes"),
        ("A[x] :::c", "Expected an edge such as `-->` or the end of the line, found `:::c`.", "A", "without a blank"),
        ("a@b --> C", "Expected a node, `subgraph` or the end of the line, found `a@`.", "", "the id of an edge"),
        ("A B\nC", "Expected an edge such as `-->` or the end of the line, found `B`.", "A C", ""),
    ],
)
def test_mistakes_are_explained_and_the_rest_kept(body: str, message: str, saved: str, suggestion: str) -> None:
    check(body, message, saved, suggestion=suggestion)


def test_edge_without_source_is_reported() -> None:
    tree, found = read("x-->y")
    assert "before the edge `x-->`" in found[0].message
    assert [one["id"] for one in tree["vertices"]] == ["y"]


def test_unknown_shape_and_bad_data_cost_only_themselves() -> None:
    shape = "The shape `cilinder` of the node `A` is not known."
    check("A@{ shape: cilinder, label: x } --> B", shape, "A B", suggestion="Did you mean `cylinder`?")
    tree, found = read("A@{ shape: [ } --> B")
    assert (len(tree["edges"]), [one.code for one in found]) == (1, ["MMD203"])


def test_link_style_of_unknown_edge_is_reported() -> None:
    check("A-->B\nlinkStyle 1 x:y", "`linkStyle 1` names an edge that does not exist: there are 1 so far.", "A B")


def test_mistakes_have_their_position() -> None:
    _, found = read("%% a comment\nA --> B\n  é[x (y)] --> C")
    assert found[0].span[1:] == (4, 8, 4, 9)


@table("header", ["flowchart LR A-->B", "graph LR ;", "flowchart-v2", "graphics", "graph TDx"])
def test_mistake_in_header_keeps_the_rest(header: str) -> None:
    tree, found = read("C --> D", header)
    assert [one["id"] for one in tree["vertices"]][-2:] == ["C", "D"]
    assert [one.code for one in found] == ["MMD201"]


def test_unclosed_subgraphs_are_closed_at_the_end() -> None:
    tree, found = read("subgraph s\nsubgraph t\na --> b")
    assert [(one["id"], one["nodes"]) for one in tree["subgraphs"]] == [("t", ["a", "b"]), ("s", ["t"])]
    assert [one.code for one in found] == ["MMD201"]


def test_long_label_is_read() -> None:
    tree, found = read('A["' + "x" * 1_000_000 + '"]')
    assert (len(tree["vertices"][0]["label"]), found) == (1_000_000, [])


def test_deep_nesting_is_read() -> None:
    tree, found = read("".join(f"subgraph s{number}\n" for number in range(5000)) + "a\n" + "end\n" * 5000)
    assert (len(tree["subgraphs"]), found) == (5000, [])


@pytest.mark.long("growth is measured")
@table(
    ("repeated", "times"),
    [
        ("A[x ", 250_000),
        ('A["x" ', 150_000),
        ("A -- ", 200_000),
        ("[", 500_000),
        ("a@b", 300_000),
        ("<a", 500_000),
        ("\n \n", 300_000),
        ("direction LR ", 70_000),
        ("%%{", 300_000),
        ("A@{ label: [ ", 5_000),
        ("A --> é;", 20_000),
    ],
)
def test_long_texts_are_read_in_time(repeated: str, times: int) -> None:
    start = time.process_time()
    read(repeated * times)
    assert time.process_time() - start < 5


EDITS = st.tuples(
    st.integers(0, len(GOOD)), st.integers(0, 8), st.text('[](){}|"`@-=.~<>xo&;:%#\n\\/ aé😀', max_size=6)
)


@given(st.lists(EDITS, max_size=4))
def test_any_edited_text_is_parsed_with_spans_inside_it(edits: list[tuple[int, int, str]]) -> None:
    text = GOOD
    for at, length, insert in edits:
        text = text[:at] + insert + text[at + length :]
    tree, diagnostics = parse_text(parse, text)
    lines = text.split("\n")
    spans = [one["span"] for key in ("vertices", "edges", "subgraphs", "class_defs") for one in tree.get(key, ())]
    for start_line, start_col, end_line, end_col in (*spans, *(list(one.span[1:]) for one in diagnostics)):
        assert 1 <= start_line <= end_line <= len(lines)
        assert 1 <= start_col <= len(lines[start_line - 1].encode()) + 1
        assert 1 <= end_col <= len(lines[end_line - 1].encode()) + 1
        assert (start_line, start_col) <= (end_line, end_col)
