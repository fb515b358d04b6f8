"""A graph as lines of text, in the roomiest style that fits the width."""

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from queries.drawing.canvas import Canvas, Charset
from queries.drawing.edge_notes import edge_notes
from queries.drawing.graph_layout import GraphLayout
from queries.drawing.graph_model import Direction, GraphModel, Style
from queries.drawing.labels import cell_width
from queries.drawing.nesting import group_tree
from queries.drawing.picture import Picture

MAX_BOXES, MAX_CONNECTORS = 400, 700  # of a graph that is drawn
MAX_DEPTH = 40  # of nested groups
LARGE = 250  # boxes and connectors, from which fewer styles are tried


class Art(NamedTuple):
    """A drawing. `turned` says that its direction is not that of the model; `too_large` that it has no lines for its
    size. `notes` are lines to write under it, where its lines alone cannot be followed."""

    lines: list[str]
    width: int
    fits: bool
    turned: bool = False
    too_large: bool = False
    notes: Sequence[str] = ()


def graph_art(
    model: GraphModel, width: int, charset: Charset = "unicode", port_gap: int = 2, max_cells: int = 100_000
) -> Art:
    """Draw a graph in the first style that fits the width, else in the narrowest; nothing larger than `max_cells`."""
    best: tuple[Picture, Style] | None = None
    for style in styles(model, port_gap):
        picture = GraphLayout(group_tree(model, style.merge), model.direction, style, width).picture()
        if best is None or picture.width < best[0].width:
            best = picture, style
        if picture.width <= width or picture.width * picture.height > 2 * max_cells:
            break
    assert best is not None
    picture, style = best
    turned = bool(style.direction) and style.direction != model.direction
    small = picture.width * picture.height <= max_cells
    canvas = picture.painted() if small else Canvas()
    lines = canvas.lines(charset)
    notes = edge_notes(model, style.merge, canvas.crossings) if small else []
    # A label beside a line at the edge may reach further than the boxes, so measure the lines.
    drawn = max(map(cell_width, lines), default=picture.width)
    return Art(lines, drawn, drawn <= width, turned, not small, notes)


def styles(model: GraphModel, port_gap: int) -> Iterator[Style]:
    """Yield the styles to try: from roomy to tight, the same in the other direction, and the narrowest. Large graphs
    get few."""
    roomy = Style(port_gap=port_gap)
    closer = [
        roomy,
        roomy._replace(label=20, edge_label=16, gap=2, run=3),
        roomy._replace(label=14, edge_label=12, gap=2, line_gap=1, run=3),
        roomy._replace(label=10, edge_label=8, gap=1, line_gap=1, run=2),
    ]
    large = len(model.boxes) + len(model.connectors) > LARGE
    yield from closer[2:] if large else closer
    other: Direction = "TB" if model.direction in ("LR", "RL") else "LR"
    for style in closer[2:3] if large else closer[:3]:
        yield style._replace(direction=other)
    yield closer[-1]._replace(label=6, edge_label=6, merge=True)
    yield closer[-1]._replace(label=6, edge_label=6, merge=True, direction=other)


def is_drawable(model: GraphModel) -> bool:
    """Whether a graph is small enough to be drawn."""
    if len(model.boxes) > MAX_BOXES or len(model.connectors) > MAX_CONNECTORS:
        return False
    around = {group.id: group.group for group in model.groups}
    return all(_depth(group, around) <= MAX_DEPTH for group in around)


def _depth(group: str, around: dict[str, str]) -> int:
    depth = 0
    while group and depth <= MAX_DEPTH:
        group, depth = around.get(group, ""), depth + 1
    return depth if not group else 0  # a cycle, which `nesting` breaks
