"""Block diagrams: text to tree and diagnostics."""

from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from compiler.languages.diagrams.syntax.block.parse import parse
from tests.compiler.languages.diagrams.syntax.grammar_checks import assert_spans_inside, parse_text, without_spans
from tests.compiler.tables import table


def check_found(body: str, *messages: str) -> dict[str, Any]:
    tree, found = parse_text(parse, f"block-beta\n{body}")
    assert [f"{one.span.start_line} {one.code}: {one.message}" for one in found] == list(messages)
    plain: dict[str, Any] = without_spans(tree)
    return plain


def node(id_: str, type_: str = "na", **more: Any) -> dict[str, Any]:
    return {"id": id_, "label": id_, "type": type_, **more}


def test_blocks_stand_side_by_side_with_widths_and_without_spaces() -> None:
    tree = check_found("columns 3\na b:2\nspace:2 c")
    assert tree["nodes"] == [node("a"), node("b", width=2), node("c")]


@table(
    ("written", "type_"),
    [
        ('a["a"]', "square"),
        ('a("a")', "round"),
        ('a(("a"))', "circle"),
        ('a((("a")))', "doublecircle"),
        ('a>"a"]', "rect_left_inv_arrow"),
        ('a{"a"}', "diamond"),
        ('a{{"a"}}', "hexagon"),
        ('a(["a"])', "stadium"),
        ('a[["a"]]', "subroutine"),
        ('a[("a")]', "cylinder"),
        ('a[/"a"/]', "lean_right"),
        ('a[\\"a"/]', "inv_trapezoid"),
    ],
)
def test_brackets_tell_the_shape(written: str, type_: str) -> None:
    assert check_found(written)["nodes"] == [node("a", type_)]


def test_block_arrow_points_to_sides() -> None:
    (found,) = check_found('a<["Go"]>(right, down)')["nodes"]
    assert found == {"id": "a", "label": "Go", "type": "block_arrow", "sides": ["right", "down"]}


@table(
    ("arrow", "more"),
    [
        ("-->", {}),
        ("---", {"arrow_end": "arrow_open"}),
        ("<-->", {"arrow_start": "arrow_point"}),
        ("==>", {"stroke": "thick"}),
        ("-.->", {"stroke": "dotted"}),
        ("--x", {"arrow_end": "arrow_cross"}),
        ('-- "sends" -->', {"label": "sends"}),
    ],
)
def test_edge_has_stroke_arrowheads_and_label(arrow: str, more: dict[str, str]) -> None:
    edge = {
        "from": "a",
        "to": "b",
        "label": "",
        "stroke": "normal",
        "arrow_start": "arrow_open",
        "arrow_end": "arrow_point",
    }
    assert check_found(f"a {arrow} b")["edges"] == [edge | more]


def test_blocks_in_a_block_have_it_as_parent() -> None:
    tree = check_found('block:g["Group"]:2\n a\n block\n  b\n end\nend\nc --> g')
    assert tree["nodes"] == [
        {"id": "g", "label": "Group", "type": "composite", "width": 2},
        node("a", parent="g"),
        {"id": "block@4", "label": "", "type": "composite", "parent": "g"},
        node("b", parent="block@4"),
        node("c"),
    ]


def test_later_mention_gives_text_and_shape_at_the_first_place() -> None:
    assert check_found('a b\nb --> a["Late"]')["nodes"] == [{"id": "a", "label": "Late", "type": "square"}, node("b")]


def test_classes_and_styles_are_kept() -> None:
    tree = check_found("a b\nclassDef blue fill:#00f, color:#fff\nclass a,b blue\nstyle a stroke:#333")
    assert tree["nodes"] == [node("a", classes=["blue"], styles=["stroke:#333"]), node("b", classes=["blue"])]
    assert tree["class_defs"] == [{"id": "blue", "styles": ["fill:#00f", "color:#fff"]}]


def test_class_def_may_end_before_its_styles() -> None:
    assert check_found("a\nclassDef blue")["class_defs"] == [{"id": "blue", "styles": []}]


def test_grid_has_the_columns_and_the_cells_of_each_block() -> None:
    tree = check_found("columns 3\na b:2\nspace:2 c --> d\nblock:e:2\ncolumns auto\nf a\nend")
    assert tree["grid"] == [
        {"in": "", "columns": 3, "cells": [["a", 1], ["b", 2], ["", 2], ["c", 1], ["d", 1], ["e", 2]]},
        {"in": "e", "columns": 0, "cells": [["f", 1]]},
    ]


def test_grid_is_whole_after_a_mistake() -> None:
    tree, found = parse_text(parse, "block-beta\ncolumns 2\na b\ndefault\nc\n")
    assert found and tree["grid"][0]["columns"] == 2
    assert [cell[0] for cell in tree["grid"][0]["cells"]] == ["a", "b", "c"]


def test_chain_is_read_and_mermaid_is_said_to_lose_it() -> None:
    tree = check_found(
        "a --> b --> c",
        "2 MMD942: Mermaid reads one edge a statement and loses what stands before `c`. "
        "Write the edge from `b` on its own.",
    )
    assert [(one["from"], one["to"]) for one in tree["edges"]] == [("a", "b"), ("b", "c")]


def test_style_names_one_block_before_it() -> None:
    message = "MMD943: `style a,b` names no block that stands before it; it takes the id of one block."
    check_found("a b\nstyle a,b fill:#00f", f"3 {message}")


def test_mistake_costs_its_line_only() -> None:
    tree = check_found("a[text]\nb:x\nc --> d", *MISTAKES)
    assert [one["id"] for one in tree["nodes"]] == ["b", "c", "d"]


MISTAKES = (
    "2 MMD941: Expected a text in quotes, found `text]`.",
    "3 MMD941: Expected a statement, `end` or an arrow, found `:`.",
)


def test_text_without_quotes_is_told_to_be_quoted() -> None:
    _, (found,) = parse_text(parse, "block\na[text]\nb\n")
    assert found.suggestion == 'The text of a block stands in quotes: `a["Text"]`.'


def test_block_that_is_never_closed_keeps_its_content() -> None:
    tree, found = parse_text(parse, "block\nblock:g\n a\n")
    assert [one.code for one in found] == ["MMD941"]
    assert without_spans(tree["nodes"])[1] == node("a", parent="g")


PIECES = 'a|b|-->|block:g|block|end|[|]|"|\n| |:2|:|--|columns 2|space|class a b|style a x|<[|]>(|right|)'


@given(st.lists(st.sampled_from(PIECES.split("|"))))
def test_never_fails(pieces: list[str]) -> None:
    text = "block-beta\n" + "".join(pieces)
    tree, found = parse_text(parse, text)
    assert_spans_inside(text, tree, found)


@table("text", ['a["`Text`"]', 'a -- "`Text`" --> b', 'a<["`Text`"]>(right)'])
def test_markdown_is_no_text(text: str) -> None:
    _, found = parse_text(parse, f"block-beta\n{text}\nc")
    assert found[0].suggestion == 'The text of a block is no markdown: `a["Text"]`.'


def test_last_style_of_a_block_counts() -> None:
    tree = check_found("a\nstyle a fill:#fff,color:red\nstyle a stroke:red")
    assert tree["nodes"] == [node("a", styles=["stroke:red"])]
