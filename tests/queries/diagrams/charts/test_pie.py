"""Pies as images: a slice for each value, with its share; the text where anything is not known."""

from queries.diagrams.charts.pie import MAX_SLICES, pie_model
from queries.diagrams.svg_rendering import diagram_svg
from queries.drawing.charts.pie import PieModel, Slice, pie_svg
from tests.compiler.languages.diagrams.compiling import compiled
from tests.queries.cases import each
from tests.queries.diagrams.svg_reader import parsed, parts, texts

HARVEST = """pie showData
    title Harvest of a year
    %% in tons
    "Pears" : 25
    "Apples <b>and</b> quinces" : 74.5
    "Medlars" : 0.5
"""


def test_pie_has_a_slice_for_each_value() -> None:
    svg = diagram_svg(compiled(HARVEST), "d")
    assert [one.title for one in parts(svg, "slice")] == [
        "Pears: 25 (25 %)",
        "Apples and quinces: 74.5 (74.5 %)",
        "Medlars: 0.5 (0.5 %)",
    ]
    assert [line for line in texts(svg) if "%" in line] == ["25 %", "74 %"]
    assert {"Pears [25]", "Medlars [0.5]"} <= {*texts(svg)}


def test_pie_slices_run_clockwise_from_the_top() -> None:
    svg = pie_svg(PieModel((Slice("a", 1, "1"), Slice("b", 3, "3"))))
    first, second = (one.get("d", "") for one in parsed(svg).iter() if one.get("d"))
    assert first == "M150 150L150 0A150 150 0 0 1 300 150Z"
    assert second == "M150 150L300 150A150 150 0 1 1 150 0Z"


def test_pie_of_one_value_is_a_circle() -> None:
    svg = pie_svg(PieModel((Slice("all", 2, "2"), Slice("none", 0, "0"))))
    assert [one.get("r") for one in parsed(svg).iter() if one.get("r")] == ["150"]
    assert texts(svg).count("100 %") == 1


@each(
    "source",
    [
        'pie\n"a" : 1\nfurther "b" : 2\n',
        'pie\n"a" : -1\n',
        'pie\n"a" : 0\n',
        "pie title Nothing\n",
        "pie\n" + '"a" : 1\n' * (MAX_SLICES + 1),
        'flowchart\n"a" : 1\n',
    ],
)
def test_pie_that_is_not_understood_is_shown_as_its_text(source: str) -> None:
    assert pie_model(source) is None


@each(
    "source",
    [
        '---\ntitle: T\nconfig:\n  pie:\n    textPosition: 0.5\n---\npie title T\n"a" : 1\n"b":2.5',
        'pie showData title T\n  "a" : 1 %% one\n  "b" : 2.5\n',
        'pie\naccTitle: T\naccDescr { some\n text }\n"a": 1\n\n"b": 2.5\n',
    ],
)
def test_pie_may_have_a_title_front_matter_and_notes(source: str) -> None:
    model = pie_model(source)
    assert model and [(one.label, one.value) for one in model.slices] == [("a", 1), ("b", 2.5)]
    assert model.shows_values == ("showData" in source)


def test_pie_escapes_its_labels() -> None:
    svg = diagram_svg(compiled('pie\n"</text><script>x</script>&amp;" : 1\n"b" : 1\n'), "d")
    assert "<script" not in svg and len(parts(svg, "slice")) == 2
