"""Wardley maps as images: components at their places, labels where they meet the least."""

from hypothesis import given
from hypothesis import strategies as st

from queries.diagrams.charts.wardley import MAX_PARTS, wardley_model
from queries.diagrams.svg_rendering import diagram_svg
from queries.drawing.charts.free_labels import Rectangle, beside, freest
from queries.drawing.charts.wardley import (
    Annotation,
    Component,
    Force,
    Line,
    MapNote,
    Pipeline,
    Stage,
    WardleyModel,
    wardley_svg,
)
from tests.compiler.languages.diagrams.compiling import compiled
from tests.queries.cases import each
from tests.queries.diagrams.charts.apart import inside, meeting, text_places
from tests.queries.diagrams.svg_reader import parts, texts

TEA = """wardley-beta
title Tea
size [800, 500]
evolution Genesis@0.2 / Concept -> "Custom Built"@0.5 -> Commodity@1.0
anchor Public [0.95, 0.63]
component Cup of Tea [0.79, 0.61] (build) (inertia) label [-12, 8]
component "Hot Water" [0.52, 0.80] (buy) inertia
component real-time kettle (old) [43.0, 35.0]
Public -> Cup of Tea
Cup of Tea +'steam'<> "Hot Water"
Hot Water --> real-time kettle (old); limited by
Hot Water +> Nothing
evolve Hot Water 0.9
pipeline real-time kettle (old) {
  component Electric [0.6] label [1, 2]
  component "Campfire" [0.25]
}
note "Standard" [0.30, 0.49]
annotations [0.1, 0.2]
annotation 1,[0.2, 0.3] 'First'
accelerator "Cloud" [0.2, 0.85]
deaccelerator Law [0.2, 0.05]
"""


def test_wardley_statements_are_read() -> None:
    kettle = "real-time kettle (old)"
    assert wardley_model(TEA) == WardleyModel(
        (800, 500),
        (Stage("Genesis / Concept", 0.2), Stage("Custom Built", 0.5), Stage("Commodity", 1)),
        (
            Component("Public", 0.63, 0.95, is_anchor=True),
            Component("Cup of Tea", 0.61, 0.79, strategy="build", inertia=True, offset=(-12, 8)),
            Component("Hot Water", 0.8, 0.52, strategy="buy", inertia=True),
            Component(kettle, 0.35, 0.43),
            Component("Electric", 0.6, 0.43, offset=(1, 2)),
            Component("Campfire", 0.25, 0.43),
        ),
        (
            ("Public", "Cup of Tea", Line("")),
            ("Cup of Tea", "Hot Water", Line("steam", start=True, end=True)),
            ("Hot Water", kettle, Line("limited by", dashed=True)),
        ),
        (("Hot Water", 0.9),),
        (Pipeline(kettle, ("Electric", "Campfire")),),
        (MapNote("Standard", 0.49, 0.3),),
        (Annotation(1, "First", 0.3, 0.2),),
        (0.2, 0.1),
        (Force("Cloud", 0.85, 0.2, True), Force("Law", 0.05, 0.2, False)),
        ("Hot Water -> Nothing",),
    )


def test_wardley_parts_say_what_they_are() -> None:
    svg = diagram_svg(compiled(TEA), "d")
    nodes = [one.title for one in parts(svg, "node")]
    assert nodes[1] == "Cup of Tea (build, inertia, evolved 61 %, visible 79 %)"
    assert {"accelerator: Cloud", "deaccelerator: Law", "note: Standard", "1. First"} <= {*nodes}
    assert [one.title for one in parts(svg, "edge")] == [
        *("Public → Cup of Tea", "Cup of Tea → Hot Water: steam", "Hot Water → real-time kettle (old): limited by"),
        "Hot Water evolves to 90 %",
    ]
    assert [one.title for one in parts(svg, "frame")] == ["real-time kettle (old): Electric, Campfire"]
    assert "Of no component: Hot Water -> Nothing." in texts(svg)
    places = text_places(svg)
    assert places["Public"][3] < places["Hot Water"][1] and places["Campfire"][2] < places["Electric"][0]
    assert places["Genesis / Concept"][1] > places["Law"][3]


shares = st.floats(0.05, 0.95)


@given(st.lists(st.tuples(shares, shares), min_size=2, max_size=14))
def test_wardley_labels_seldom_meet(at: list[tuple[float, float]]) -> None:
    components = tuple(Component(f"Part {number}", x, y) for number, (x, y) in enumerate(at))
    links = tuple((one.name, components[0].name, Line("")) for one in components[1:])
    svg = wardley_svg(WardleyModel((900, 560), (Stage("a", 1.0),), components, links))
    assert inside(svg)
    crowded = [sum(abs(a - x) < 0.12 and abs(b - y) < 0.12 for x, y in at) for a, b in at]
    assert not meeting(svg) or max(crowded) > 3


def test_free_label_stands_where_it_meets_the_least() -> None:
    room = Rectangle(0, 0, 200, 200)
    first, *rest = beside((100, 100), (40, 18), 10)
    assert freest([first, *rest], [], [], room) == first
    assert freest([first, *rest], [first], [], room) != first
    # A line to the upper right crosses the first two places.
    assert freest([first, *rest], [], [((100.0, 100.0), (200.0, 20.0))], room) == rest[1]
    edge = freest(beside((195, 100), (40, 18), 10), [], [], room)
    assert edge.right <= 200


@each(
    "body",
    [
        *("", "title x", "component A", "component A [2, 300]", "component A [0.1, 0.2] (steal)", "A -> B"),
        *("component A [0.1, 0.2]\npipeline A {\n}", "component A [0.1, 0.2]\npipeline A {", "component A [.1, .2]\nx"),
        *("component A [0.1, 0.2]\npipeline B {\ncomponent C [0.1]\n}", "component A [0.1, 0.2]\nevolution a"),
        "component A [0.1, 0.2]\nevolution a@0.5 -> b@0.4",
        "component A [0.1, 0.2]\n" * (MAX_PARTS + 1),
    ],
)
def test_wardley_that_is_not_understood_is_shown_as_its_text(body: str) -> None:
    assert wardley_model(f"wardley-beta\n{body}\n") is None


def test_wardley_escapes_its_texts() -> None:
    svg = diagram_svg(compiled('wardley-beta\ncomponent "</text><script>x</script>" [0.5, 0.5]\n'), "d")
    assert "<script" not in svg and len(parts(svg, "node")) == 1
