"""XY charts as images: bars and lines, axes with names and numbers; the text where anything is not known."""

import pytest

from queries.diagrams.charts.xychart import MAX_CATEGORIES, xychart_model
from queries.diagrams.svg_rendering import diagram_svg
from queries.drawing.charts.axes import scale, value_text
from queries.drawing.charts.xychart import Series, XyModel, xychart_svg
from tests.compiler.languages.diagrams.compiling import compiled
from tests.queries.cases import each
from tests.queries.diagrams.svg_reader import parsed, parts, texts

PRESS = """xychart-beta
    title "Juice of a year"
    x-axis Months [may, "june; july", aug] %% others are quiet
    y-axis "Litres [l]" 0 --> 4000
    bar "Pears" [1000, 2500.5, 4000]; line [+500, 0, 250]
"""


def bars(svg: str) -> list[tuple[float, ...]]:
    """Return x, y, width and height of each bar."""
    found = (one for one in parsed(svg).iter() if one.tag.endswith("rect") and one.get("class") == "shape")
    drawn = (one for one in found if not one.get("rx"))
    return [tuple(float(one.get(key, "")) for key in ("x", "y", "width", "height")) for one in drawn]


def test_xychart_has_a_part_for_each_value() -> None:
    svg = diagram_svg(compiled(PRESS), "d")
    assert [one.title for one in parts(svg, "node")] == [
        *("Pears, may: 1,000", "Pears, june; july: 2,500.5", "Pears, aug: 4,000"),
        *("may: 500", "june; july: 0", "aug: 250"),
    ]
    shown = texts(svg)
    assert shown[0] == "Juice of a year"
    assert {"0", "1,000", "4,000", "may", "june; july", "Litres [l]", "Months"} <= {*shown}
    assert [one.texts for one in parts(svg, "key")] == [["Pears"], ["line 2"]]


def test_xychart_values_have_the_labels_of_their_author() -> None:
    source = 'xychart\n  x-axis [a, b, c]\n  line "L" [540 "PaLM, big", 65, 3.8 "Phi-3"]\n  bar [1 "one", 2, 3]\n'
    svg = diagram_svg(compiled(source), "d")
    assert {"PaLM, big", "Phi-3", "one"} <= {*texts(svg)}
    assert "L, a, PaLM, big: 540" in [one.title for one in parts(svg, "node")]
    assert xychart_model('xychart\n  line [540 "a" "b"]\n') is None


def test_xychart_bars_are_as_high_as_their_values() -> None:
    svg = diagram_svg(compiled(PRESS), "d")
    first, _, last = bars(svg)
    assert last[3] == pytest.approx(4 * first[3], abs=0.3)
    assert first[1] + first[3] == pytest.approx(last[1] + last[3], abs=0.3)


def test_xychart_may_lie() -> None:
    model = xychart_model("xychart horizontal\nbar [1, 2]\n")
    assert model and model.lying and model.categories == ("1", "2")
    first, second = bars(xychart_svg(model))
    assert second[2] == pytest.approx(2 * first[2], abs=0.3) and second[1] > first[1] and first[0] == second[0]


def test_xychart_bar_below_zero_hangs_from_it() -> None:
    above, below = bars(xychart_svg(XyModel(("a", "b"), (Series("bar", "", (2.0, -2.0)),))))
    assert above[1] + above[3] == pytest.approx(below[1], abs=0.2)


def test_xychart_bars_of_several_series_stand_side_by_side() -> None:
    both = Series("bar", "", (1.0,)), Series("bar", "", (1.0,))
    first, second = bars(xychart_svg(XyModel(("a",), both)))
    assert first[0] + first[2] <= second[0]


def test_xychart_numbers_of_an_axis_name_its_places() -> None:
    model = xychart_model("xychart-beta\nx-axis Warmth 10 --> 20\nline [1, 2, 3]\n")
    assert model and model.categories == ("10", "15", "20") and model.x_title == "Warmth"


@each(
    "source",
    [
        "xychart-beta\n",
        "xychart-beta\nx-axis [a, b]\n",
        "xychart-beta\nbar [1, two]\n",
        "xychart-beta\nbar [1,, 2]\n",
        "xychart-beta\nbar 1, 2\n",
        "xychart-beta\ny-axis [a]\nbar [1]\n",
        "xychart-beta\ny-axis 5 --> 1\nbar [1]\n",
        "xychart-beta\nx-axis [a, \nbar [1]\n",
        "xychart-beta\nfurther\nbar [1]\n",
        f"xychart-beta\nbar [{', '.join(['1'] * (MAX_CATEGORIES + 1))}]\n",
    ],
)
def test_xychart_that_is_not_understood_is_shown_as_its_text(source: str) -> None:
    assert xychart_model(source) is None


def test_xychart_of_equal_values_has_a_scale() -> None:
    for value in (0.0, 7.0, -7.0, 1e12):
        svg = xychart_svg(XyModel(("a",), (Series("line", "", (value,)),)))
        assert value_text(value) in parts(svg, "node")[0].title


@each(
    "values, shown",
    [
        ([0, 9], ["0", "2", "4", "6", "8", "10"]),
        ([0.1, 0.9], ["0.0", "0.2", "0.4", "0.6", "0.8", "1.0"]),
        ([0, 1_300_000], ["0", "250,000", "500,000", "750,000", "1,000,000", "1,250,000", "1,500,000"]),
        ([-40, 20], ["-40", "-30", "-20", "-10", "0", "10", "20"]),
    ],
)
def test_scale_has_round_numbers(values: list[float], shown: list[str]) -> None:
    found = scale(values)
    assert [found.shown(one) for one in found.ticks] == shown
