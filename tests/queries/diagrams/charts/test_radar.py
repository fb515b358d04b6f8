"""Radar charts as images: an axis for each quantity, a polygon for each curve, and a legend."""

import pytest

from queries.diagrams.charts.radar import radar_model
from queries.diagrams.svg_rendering import diagram_svg
from queries.drawing.charts.radar import RADIUS, Curve
from tests.compiler.languages.diagrams.compiling import compiled
from tests.queries.cases import each
from tests.queries.diagrams.svg_reader import parsed, parts, texts

PEARS = """radar-beta
    title Two sorts
    axis sweet["Sweetness"], firm['Firmness']
    axis yield-a
    curve old["Old <i>sort</i>"]{ 4, 2.5, 1 }, new{
        firm 5,
        yield-a: 3, sweet: 2
    }
    max 5
    ticks 2
"""


def test_radar_has_a_part_for_each_curve_and_value() -> None:
    svg = diagram_svg(compiled(PEARS), "d")
    assert [one.title for one in parts(svg, "node")] == [
        "Old sort: Sweetness 4, Firmness 2.5, yield-a 1",
        "new: Sweetness 2, Firmness 5, yield-a 3",
    ]
    assert [one.title for one in parts(svg, "value")][3] == "new, Sweetness: 2"
    assert [one.texts for one in parts(svg, "key")] == [["Old sort"], ["new"]]
    assert {"Sweetness", "Firmness", "yield-a", "2.5", "5"} <= {*texts(svg)}


def test_radar_values_stand_at_their_part_of_the_axis() -> None:
    root = parsed(diagram_svg(compiled(PEARS), "d"))
    circles = [one for one in root.iter() if one.tag.endswith("circle")]
    rings = [float(one.get("r", "")) for one in circles if one.get("fill") == "none"]
    assert rings == [RADIUS / 2, RADIUS]
    middle = float(circles[0].get("cy", ""))
    first = next(one for one in circles if one.get("r") == "3.5")
    assert middle - float(first.get("cy", "")) == pytest.approx(RADIUS * 4 / 5, abs=0.2)


def test_radar_options_are_read() -> None:
    source = "radar-beta\naxis a, b, c\ncurve x{1, 2, 3}\ngraticule polygon\nshowLegend false\nmin -1\n"
    model = radar_model(source)
    assert model and model.curves == (Curve("x", (1, 2, 3)),)
    assert (model.low, model.high, model.is_round, model.shows_legend) == (-1, 3, False, False)
    assert not parts(diagram_svg(compiled(source), "d"), "key")


@each(
    "body",
    [
        "",
        "axis a, b\ncurve x{1, 2}",
        "axis a, b, c",
        "axis a, b, c\ncurve x{1, 2}",
        "axis a, b, c\ncurve x{1, 2, z}",
        "axis a, b, c\ncurve x{a: 1, b: 2, d: 3}",
        "axis a, b, c\ncurve x{1, 2, 3}\nmax 0",
        "axis a, b, c\ncurve x",
        "axis a, b, c\ncurve x{1, 2, 3}\nfurther",
        "axis a, b, c\ncurve x{1, 2, 3}\nticks 99",
    ],
)
def test_radar_that_is_not_understood_is_shown_as_its_text(body: str) -> None:
    assert radar_model(f"radar-beta\n{body}\n") is None
