"""Treemaps and tree views as images: areas as large as their values, rows below what they stand in."""

from math import prod

import pytest

from queries.diagrams.charts.tree_view import tree_view_model
from queries.diagrams.charts.treemap import MAX_AREAS, MAX_DEPTH, treemap_model
from queries.diagrams.svg_rendering import diagram_svg
from queries.drawing.charts.squarified import Rectangle, squarified
from tests.compiler.languages.diagrams.compiling import compiled
from tests.queries.cases import each
from tests.queries.diagrams.svg_reader import parsed, parts, texts

YIELD = """---
config:
  treemap:
    valueFormat: '$0,0'
---
treemap-beta
"Orchard"
    "Pears"
        "Early": 1,500
        "Late": 500:::sold
    "Apples": 2000
'Garden': 0
"Dell", 1
classDef sold fill:#ff0000,color:white;
"""


def test_treemap_has_a_part_for_each_area_with_a_value() -> None:
    svg = diagram_svg(compiled(YIELD), "d")
    assert [one.title for one in parts(svg, "frame")] == ["Orchard: $4,000", "Orchard / Pears: $2,000"]
    assert [one.title for one in parts(svg, "node")] == [
        *("Orchard / Pears / Early: $1,500", "Orchard / Pears / Late: $500", "Orchard / Apples: $2,000", "Dell: $1"),
    ]
    assert {"Orchard", "$4,000", "Early", "$1,500"} <= {*texts(svg)}
    assert texts(svg)[-1] == "Too small for their names: Dell: $1"
    assert "#ff0000" in svg


def test_squarified_areas_are_in_the_ratio_of_the_weights() -> None:
    weights, room = [6, 6, 4, 3, 2, 2, 1], Rectangle(0, 0, 600, 400)
    placed = squarified(weights, room)
    for weight, one in zip(weights, placed, strict=True):
        assert one.width * one.height == pytest.approx(weight * 10_000)
        assert one.x >= -0.01 and one.x + one.width <= 600.01 and one.y + one.height <= 400.01
    ratios = [max(one.width / one.height, one.height / one.width) for one in placed]
    assert max(ratios) < 3 and prod(ratios) ** (1 / len(ratios)) < 1.7
    for at, one in enumerate(placed):
        for other in placed[at + 1 :]:
            apart = one.x + one.width <= other.x + 0.01 or other.x + other.width <= one.x + 0.01
            assert apart or one.y + one.height <= other.y + 0.01 or other.y + other.height <= one.y + 0.01


def test_treemap_that_is_too_deep_or_too_large_is_shown_as_its_text() -> None:
    deep = "".join(" " * at + f'"{at}": 1\n' for at in range(MAX_DEPTH + 1))
    assert treemap_model("treemap\n" + deep) is None
    assert treemap_model("treemap\n" + '"a": 1\n' * (MAX_AREAS + 1)) is None


@each("body", ["", '"a"', '"a": 0', "a: 1", '"a": -1', '"a": 1\nfurther', '"a": x'])
def test_treemap_that_is_not_understood_is_shown_as_its_text(body: str) -> None:
    assert treemap_model(f"treemap\n{body}\n") is None


def test_tree_view_has_a_row_for_each_name() -> None:
    svg = diagram_svg(compiled('treeView-beta\n  "src"\n    "press.py"\n      "x"\n    "mill.py"\n  "docs"\n'), "d")
    assert [one.title for one in parts(svg, "node")] == [
        *("src", "src / press.py", "src / press.py / x", "src / mill.py", "docs"),
    ]
    lefts = [float(one.get("x", "")) for one in parsed(svg).iter() if one.tag.endswith("text")]
    assert lefts[0] == lefts[4] < lefts[1] == lefts[3] < lefts[2]


@each("source", ["treeView-beta\n", "treeView-beta\nsrc\n", 'treeView\n"a"\n'])
def test_tree_view_that_is_not_understood_is_shown_as_its_text(source: str) -> None:
    assert tree_view_model(source) is None
