"""Sankey diagrams as images: bands as wide as their weights."""

from itertools import pairwise

import pytest

from queries.diagrams.charts.sankey import sankey_model
from queries.diagrams.svg_rendering import diagram_svg
from queries.drawing.charts.sankey_layout import LEAST_GAP, columns_of, sankey_layout
from tests.compiler.languages.diagrams.compiling import compiled
from tests.queries.cases import each
from tests.queries.diagrams.svg_reader import parsed, parts

JUICE = '''---
config:
  sankey:
    suffix: " t"
---
sankey-beta

%% source,target,weight
"Pears, early",Press,30
Apples,Press,50
Press,Juice,60.5
Press,"The ""rest""",19.5
Apples,Market,10
'''


def test_sankey_has_a_band_for_each_flow_and_a_bar_for_each_node() -> None:
    svg = diagram_svg(compiled(JUICE), "d")
    assert [one.title for one in parts(svg, "edge")] == [
        *("Pears, early → Press: 30 t", "Apples → Press: 50 t", "Press → Juice: 60.5 t"),
        *('Press → The "rest": 19.5 t', "Apples → Market: 10 t"),
    ]
    assert [one.texts for one in parts(svg, "node")] == [
        *(["Pears, early 30 t"], ["Press 80 t"], ["Apples 60 t"], ["Juice 60.5 t"]),
        *(['The "rest" 19.5 t'], ["Market 10 t"]),
    ]


def test_sankey_bands_are_as_wide_as_their_weights() -> None:
    drawn = (one for one in parsed(diagram_svg(compiled(JUICE), "d")).iter() if one.get("stroke-opacity"))
    widths = [float(one.get("stroke-width", "")) for one in drawn]
    assert widths[1] / widths[0] == pytest.approx(50 / 30, rel=0.01)
    assert widths[2] + widths[3] == pytest.approx(widths[0] + widths[1], rel=0.01)


def test_sankey_columns_follow_the_longest_way() -> None:
    pairs = [("a", "b"), ("b", "c"), ("a", "c"), ("d", "c"), ("d", "e")]
    assert columns_of(pairs) == {"a": 0, "b": 1, "c": 2, "d": 0, "e": 2}
    assert columns_of([*pairs, ("c", "a")]) is None


def test_sankey_nodes_of_a_column_do_not_touch() -> None:
    flows = [(f"s{at % 9}", f"t{at % 13}", 1.0 + at % 4) for at in range(60)]
    layout = sankey_layout(flows)
    for column in range(2):
        bars = sorted((one for one in layout.bars.values() if one.column == column), key=lambda one: one.y)
        assert bars[0].y >= -0.01 and bars[-1].y + bars[-1].height <= layout.height + 0.01
        for upper, lower in pairwise(bars):
            assert lower.y - (upper.y + upper.height) >= LEAST_GAP - 0.01


@each(
    "source",
    [
        "sankey\n",
        "sankey\na,b\n",
        "sankey\na,b,c\n",
        "sankey\na,b,-1\n",
        "sankey\na,b,0\n",
        "sankey\na,a,1\n",
        "sankey\na,b,1\nb,a,1\n",
        'sankey\n"a,b,1\n',
        "sankey\n,b,1\n",
        "sankey\na,b,1,2\n",
    ],
)
def test_sankey_that_is_not_understood_is_shown_as_its_text(source: str) -> None:
    assert sankey_model(source) is None
