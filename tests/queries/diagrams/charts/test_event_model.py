"""Event models as images: frames in the lanes of their kinds, one after the other in time."""

from queries.diagrams.charts.event_model import MAX_FRAMES, event_model
from queries.diagrams.svg_rendering import diagram_svg
from queries.drawing.charts.event_model import EventModel, Frame, FrameNote, lanes, relations
from tests.compiler.languages.diagrams.compiling import compiled
from tests.queries.cases import each
from tests.queries.diagrams.charts.apart import inside, meeting, text_places
from tests.queries.diagrams.svg_reader import parts, texts

CART = """eventmodeling
title Cart
// a comment
tf 01 ui CartUI
timeframe 02 command AddItem [[Added]]
tf 03 evt ItemAdded `json`{ name: string }
rf 04 evt Stock.Changed
tf 05 pcr Watcher
tf 06 evt Stock.Counted
resetframe 7 readmodel Items ->> 03 ->> 06 "text"
entity Other.Thing
gwt 03
  given
    evt ItemAdded
    evt Other
  when
    cmd AddItem
  then
    rmo Items

data Added {
  who: 'john'
  price: 20
}
note 05 {
  Runs at night
}
"""


def test_event_model_frames_have_their_data_and_sources() -> None:
    assert event_model(CART) == EventModel(
        (
            Frame("01", "ui", "CartUI"),
            Frame("02", "command", "AddItem", data="who: 'john'\nprice: 20"),
            Frame("03", "event", "ItemAdded", data="name: string"),
            Frame("04", "event", "Stock.Changed", is_reset=True),
            Frame("05", "processor", "Watcher"),
            Frame("06", "event", "Stock.Counted"),
            Frame("7", "readmodel", "Items", ("03", "06"), "text", is_reset=True),
        ),
        (FrameNote("05", "Runs at night"),),
    )


def test_event_model_relations_come_from_the_last_frame_of_another_lane() -> None:
    model = event_model(CART)
    assert model and relations(model, lanes(model)) == [
        *(("01", "02"), ("02", "03"), ("04", "05"), ("05", "06"), ("03", "7"), ("06", "7")),
    ]
    plain = EventModel((Frame("1", "event", "A"), Frame("2", "event", "B"), Frame("3", "ui", "C")))
    assert relations(plain, lanes(plain)) == [("2", "3")]


def test_event_model_is_drawn_in_lanes_along_time() -> None:
    svg = diagram_svg(compiled(CART), "d")
    assert texts(svg)[0] == "Cart"
    assert [" ".join(one.texts) for one in parts(svg, "frame")] == [
        *("UI and automation", "Commands and read models", "Events", "Events: Stock"),
    ]
    assert [one.title for one in parts(svg, "node")][:2] == ["01 UI CartUI", "02 command AddItem"]
    assert "03 event ItemAdded → 7 read model Items" in {one.title for one in parts(svg, "edge")}
    places = text_places(svg)
    order = ["CartUI", "AddItem", "ItemAdded", "Changed", "Watcher", "Counted", "Items"]
    assert [*map(places.__getitem__, order)] == sorted(map(places.__getitem__, order))
    assert places["CartUI"][3] < places["AddItem"][1] < places["ItemAdded"][1] < places["Changed"][1]
    assert not [one for one in meeting(svg) if not one[0].startswith("«")] and inside(svg)


@each(
    "body",
    [
        *("", "tf 01 ui", "tf 01 page A", "tf 01 ui A\ntf 01 ui B", "tf 01 ui A ->> 02", "note 01 {\n}", "tf 1 ui A x"),
        *("tf 01 ui A {", "tf 01 ui A\ndata B {\n x", "tf 01 ui A\ngwt 01 given evt A", "tf 01 ui A.1"),
        "\n".join(f"tf {at} ui A" for at in range(MAX_FRAMES + 1)),
    ],
)
def test_event_model_that_is_not_understood_is_shown_as_its_text(body: str) -> None:
    assert event_model(f"eventmodeling\n{body}\n") is None


def test_event_model_escapes_its_texts() -> None:
    svg = diagram_svg(compiled("eventmodeling\ntf 01 ui A { </text><script>x</script> }\n"), "d")
    assert "<script" not in svg and len(parts(svg, "node")) == 1
