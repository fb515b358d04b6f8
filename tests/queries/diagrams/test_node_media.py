"""Pictures and icons of flowchart nodes, and icons in labels: drawn without fetching anything."""

from itertools import pairwise

from queries.diagrams.svg_rendering import diagram_svg
from queries.drawing.graph_model import Box, Connector, Direction, GraphModel, Media
from queries.drawing.graph_plan import graph_plan
from queries.drawing.labels import plain_text
from queries.drawing.media import LEAST, MOST, PICTURE, frame_place, frame_size
from tests.queries.asking import ask
from tests.queries.cases import each
from tests.queries.diagrams.placed import DIRECTIONS, distance
from tests.queries.diagrams.sources import flow
from tests.queries.diagrams.svg_reader import parts, texts

ADDRESS = "https://example.com/<x>.png?a=1&b=2"


def test_picture_is_a_frame_of_its_size_with_its_address_in_the_title() -> None:
    svg = diagram_svg(flow(f'A@{{ img: "{ADDRESS}", label: "Logo", w: 120, h: 60 }}'), "d")
    (node,) = parts(svg, "node")
    assert node.texts == ["Logo"] and "[picture https://example.com/<x>.png?a=1&b=2]" in node.title
    assert 'width="120" height="60"' in svg and "<image" not in svg and "<x>" not in svg and "href" not in svg


@each(
    "written, size",
    [
        ((0, 0), PICTURE),
        ((90, 0), (90, 90)),
        ((0, 40), (40, 40)),
        ((1, 1e9), (LEAST, MOST)),
    ],
)
def test_picture_has_a_size_within_bounds(written: tuple[float, float], size: tuple[int, int]) -> None:
    assert frame_size(Media("picture", ADDRESS, *written)) == size


@each("above", [True, False])
def test_label_of_a_picture_is_at_its_position(above: bool) -> None:
    media = Media("picture", ADDRESS, 60, 60, label_above=above)
    plan = graph_plan(GraphModel((Box("a", ("Label",), media=media),), ()))
    (box,) = plan.boxes
    top = frame_place(media, box.sized.parts[0], box.sized.width, box.sized.height)[1]
    assert (top > 0) == above and box.sized.height > 60


@each("form", ["square", "rounded", "circle", ""])
def test_icon_has_its_form_and_its_name(form: str) -> None:
    written = f', form: "{form}"' if form else ""
    svg = diagram_svg(flow(f'A@{{ icon: "mdi:fast-car"{written}, label: "Car" }}'), "d")
    (node,) = parts(svg, "node")
    assert node.texts == ["fast car", "Car"] and node.title.startswith("Car [icon mdi:fast-car]")
    assert ("<circle" in svg) == (form == "circle") and ("stroke-dasharray" in svg) == (not form)


def test_icon_of_a_service_is_drawn() -> None:
    assert parts(diagram_svg(flow('A@{ icon: "fa:cloud", form: "square", label: "Store" }'), "d"), "node")[0].texts == [
        "Store"
    ]


def test_node_of_a_picture_without_a_label_shows_no_name_in_an_image() -> None:
    graph = flow('A@{ icon: "fa:user" }', f'B@{{ img: "{ADDRESS}" }}', "A --> B")
    assert texts(diagram_svg(graph, "d")) == ["user"]
    assert "│ A │" in ask(graph, "diagram_render_ascii")["ascii"]


@each("direction", DIRECTIONS)
@each("kind", ["picture", "square", "circle"])
def test_lines_end_at_the_frame_or_the_label(direction: Direction, kind: str) -> None:
    boxes = (
        Box("a", ("A label that is wider than its picture",), media=Media(kind, "mdi:x", 0, 60)),
        Box("b", ("Above",), media=Media(kind, "mdi:x", 0, 60, label_above=True)),
        Box("c", ("",), media=Media(kind, "mdi:x")),
    )
    lines = (Connector("a", "b"), Connector("b", "c"), Connector("a", "c"))
    plan = graph_plan(GraphModel(boxes, lines, direction=direction))
    placed = {one.sized.box.id: one for one in plan.boxes}
    for line in plan.lines:
        for id_, point in ((line.connector.source, line.points[0]), (line.connector.target, line.points[-1])):
            box = placed[id_]
            around = [(box.x + x, box.y + y) for x, y in box.sized.points]
            assert min(distance(point, *ends) for ends in pairwise([*around, around[0]])) < 1.5


@each(
    "label, shown",
    [
        ("fa:fa-car", "(car)"),
        ("fab:fa-cloud-upload<br>fas:fa-check ", "(cloud upload) (check)"),
        ("fa:fa-car Car", "Car"),
        ("Car fa:fa-car", "Car"),
        ("alfa:fa-car", "alfa:fa-car"),
    ],
)
def test_icons_of_a_label_are_named_where_nothing_else_stands(label: str, shown: str) -> None:
    assert plain_text(label) == shown
