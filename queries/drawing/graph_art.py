"""A graph as lines of text, drawn as closely as it takes to fit a width."""

from collections.abc import Iterator
from typing import NamedTuple

from queries.drawing.canvas import Charset
from queries.drawing.graph_layout import Layout
from queries.drawing.graph_model import Direction, Sketch, Style
from queries.drawing.labels import cells
from queries.drawing.nesting import nested
from queries.drawing.picture import Picture

MOST_BOXES, MOST_CONNECTORS = 400, 700
DEEPEST = 40  # groups within each other
LARGE = 250  # boxes and connectors


class Art(NamedTuple):
    """A drawing; without lines when it would be `too_large`. `turned` when it has another direction than the sketch."""

    lines: list[str]
    width: int
    fits: bool
    turned: bool = False
    too_large: bool = False


def flow_art(sketch: Sketch, width: int, charset: Charset = "unicode", port_gap: int = 2, most: int = 100_000) -> Art:
    """The drawing of a sketch: the first of ever closer ones that fits, else the narrowest. `most` cells at most."""
    best: tuple[Picture, bool] | None = None
    for style in styles(sketch, port_gap):
        picture = Layout(nested(sketch, style.merge), sketch.direction, style, width).picture()
        turned = bool(style.direction) and style.direction != sketch.direction
        if best is None or picture.width < best[0].width:
            best = picture, turned
        if picture.width <= width or picture.width * picture.height > 2 * most:
            break
    assert best is not None
    picture, turned = best
    small = picture.width * picture.height <= most
    lines = picture.painted().lines(charset) if small else []
    # A label beside a line at the edge may reach further than the boxes do: what was drawn is what counts.
    drawn = max(map(cells, lines), default=picture.width)
    return Art(lines, drawn, drawn <= width, turned, not small)


def styles(sketch: Sketch, port_gap: int) -> Iterator[Style]:
    """From roomy to tight; then in the other direction; then whatever is narrowest. Large sketches get few tries."""
    roomy = Style(port_gap=port_gap)
    closer = [
        roomy,
        roomy._replace(label=20, edge_label=16, gap=2, run=3),
        roomy._replace(label=14, edge_label=12, gap=2, line_gap=1, run=3),
        roomy._replace(label=10, edge_label=8, gap=1, line_gap=1, run=2),
    ]
    large = len(sketch.boxes) + len(sketch.connectors) > LARGE
    yield from closer[2:] if large else closer
    other: Direction = "TB" if sketch.direction in ("LR", "RL") else "LR"
    for style in closer[2:3] if large else closer[:3]:
        yield style._replace(direction=other)
    yield closer[-1]._replace(label=6, edge_label=6, merge=True)
    yield closer[-1]._replace(label=6, edge_label=6, merge=True, direction=other)


def is_drawable(sketch: Sketch) -> bool:
    """Whether a sketch is small enough to be drawn."""
    if len(sketch.boxes) > MOST_BOXES or len(sketch.connectors) > MOST_CONNECTORS:
        return False
    around = {group.id: group.group for group in sketch.groups}
    return all(_depth(group, around) <= DEEPEST for group in around)


def _depth(group: str, around: dict[str, str]) -> int:
    depth = 0
    while group and depth <= DEEPEST:
        group, depth = around.get(group, ""), depth + 1
    return depth if not group else 0  # a circle, which is cut
