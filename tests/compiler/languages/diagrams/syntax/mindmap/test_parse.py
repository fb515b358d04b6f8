"""Mind maps: text to tree and diagnostics."""

from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from compiler.languages.diagrams.syntax.mindmap.parse import parse
from tests.compiler.languages.diagrams.syntax.grammar_checks import assert_spans_inside, parse_text, without_spans
from tests.compiler.tables import table


def check_found(body: str, *messages: str) -> list[dict[str, Any]]:
    tree, found = parse_text(parse, f"mindmap\n{body}")
    assert [f"{one.span.start_line} {one.code}: {one.message}" for one in found] == list(messages)
    plain: list[dict[str, Any]] = without_spans(tree["nodes"])
    return plain


def parents(nodes: list[dict[str, Any]]) -> list[str]:
    return [f"{one['id']} < {one.get('parent', '')}".strip(" <") for one in nodes]


def test_parent_is_the_last_node_further_to_the_left() -> None:
    nodes = check_found("  Bread\n    Rye\n      Dark\n     Light\n    Wheat\n")
    assert parents(nodes) == ["Bread", "Rye < Bread", "Dark < Rye", "Light < Rye", "Wheat < Bread"]


@table(
    ("written", "shape"),
    [
        ("rye", "default"),
        ("rye[rye]", "rect"),
        ("rye(rye)", "rounded"),
        ("rye((rye))", "circle"),
        ("rye)rye(", "cloud"),
        ("rye))rye((", "bang"),
        ("rye{{rye}}", "hexagon"),
        ("[rye]", "rect"),
    ],
)
def test_brackets_tell_the_shape(written: str, shape: str) -> None:
    assert check_found(f"  Bread\n    {written}")[1] == {"id": "rye", "label": "rye", "shape": shape, "parent": "Bread"}


def test_text_in_quotes_may_have_brackets_and_breaks() -> None:
    (root,) = check_found('bread["Rye (dark)<br/>#amp; wheat"]')
    assert (root["id"], root["label"]) == ("bread", "Rye (dark)\n& wheat")
    assert check_found('bread["`**Rye**\nand wheat`"]')[0]["label"] == "**Rye**\nand wheat"


def test_icon_and_classes_belong_to_the_node_before() -> None:
    nodes = check_found("Bread\n  Rye\n  ::icon(fa fa-book)\n  :::urgent large\n  Wheat")
    assert nodes[1] == {
        "id": "Rye",
        "label": "Rye",
        "shape": "default",
        "parent": "Bread",
        "icon": "fa fa-book",
        "classes": ["urgent", "large"],
    }


def test_second_node_of_an_id_is_named_by_its_line() -> None:
    nodes = check_found("Bread\n  Rye\n    Dark\n  Wheat\n    Dark\n      Old")
    assert [one.get("name") for one in nodes] == [None, None, None, None, "Dark@6", None]
    assert parents(nodes)[-1] == "Old < Dark@6"


def test_second_root_is_an_error() -> None:
    check_found(
        "Bread\n  Rye\nCake",
        "4 MMD952: `Cake` stands as far to the left as the root `Bread`, and a mind map has one root only.",
    )


def test_icon_needs_a_node_before_it() -> None:
    check_found(
        "  ::icon(fa)\n  Bread",
        "2 MMD953: The line gives a node its icon, and no node stands before it.",
    )


def test_mistake_costs_its_line_only() -> None:
    nodes = check_found("Bread\n  rye[]\n  Wheat", "3 MMD951: Expected the text of the node, found `]`.")
    assert parents(nodes) == ["Bread", "Wheat < Bread"]


@table("header", ["mindmap  ", "mindmap\n"])
def test_line_without_a_root_behind_the_header_is_an_error(header: str) -> None:
    tree, (found,) = parse_text(parse, f"{header}\n  Bread\n    Rye\n")
    assert (found.code, found.span.start_line) == ("MMD951", 1)
    assert "without an empty line" in (found.suggestion or "")
    assert parents(tree["nodes"]) == ["Bread", "Rye < Bread"]


PIECES = 'Bread|\n|  |    |[|]|((|))|)|(|{{|}}|"|`|::icon(|:::big|%% x|mindmap'


@given(st.lists(st.sampled_from(PIECES.split("|"))))
def test_never_fails(pieces: list[str]) -> None:
    text = "mindmap\n" + "".join(pieces)
    tree, found = parse_text(parse, text)
    assert_spans_inside(text, tree, found)


def test_empty_mind_map_is_read() -> None:
    assert check_found("\n") == []
