"""The frame around the content of a group."""

from collections.abc import Iterator, Mapping

from queries.drawing.canvas import Point
from queries.drawing.graph_model import Direction, Group, Style
from queries.drawing.labels import cell_width, wrap_evenly
from queries.drawing.layered_layout import BEFORE, PortedPicture
from queries.drawing.picture import AHEAD, OPPOSITE, GroupFrame, Picture, Polyline, has_room

Strokes = Mapping[tuple[int, str], str]


def with_frame(
    content: PortedPicture,
    group: Group,
    direction: Direction,
    style: Style,
    strokes: Strokes,
    wires: Iterator[int],
    least: tuple[int, int] = (0, 0),
) -> PortedPicture:
    """Return the content with a border and a title. The lines at its ports are extended through the border. `least` are
    its least width and height."""
    title = wrap_evenly(group.title, style.label + 8) if group.title.strip() else ()
    size = max(map(cell_width, title), default=0)
    inner = content.picture
    upright = direction in ("TB", "BT")
    width, top = max(inner.width + 4, size + 6, least[0]), max(1, len(title))
    left = (width - inner.width) // 2 if upright else 2
    picture = Picture(width, max(inner.height + top + 1, 3, least[1]))
    ports = {key: at + (left if upright else top) for key, at in content.ports.items()}
    low = UPRIGHT_LOW if upright else LEVEL_LOW
    crossed = []
    for (side, port), across in ports.items():
        # The first layer has the smaller coordinates, unless the direction is BT or RL.
        at_start = (side == BEFORE) == (direction in ("TB", "LR"))
        points = _through(picture, inner, across, (left, top), upright, at_start)
        picture.runs.append(Polyline(points, low, OPPOSITE[low], strokes.get((side, port), ""), next(wires)))
        if upright and at_start:
            crossed.append(across)
    if title and crossed and not has_room(0, width, crossed, size + 2):
        picture.width = max(width, max(crossed) + size + 5)
    picture.frames.append(GroupFrame(0, 0, picture.width, picture.height, title, group.dashed, tuple(crossed)))
    picture.add(inner, left, top)
    return PortedPicture(picture, ports)


UPRIGHT_LOW, LEVEL_LOW = OPPOSITE[AHEAD["TB"]], OPPOSITE[AHEAD["LR"]]


def _through(
    picture: Picture, inner: Picture, across: int, corner: Point, upright: bool, at_start: bool
) -> tuple[Point, Point]:
    """Return the ends of a line between the border and the content."""
    left, top = corner
    if upright:
        rows = (0, top - 1) if at_start else (top + inner.height, picture.height - 1)
        return (across, rows[0]), (across, rows[1])
    columns = (0, left - 1) if at_start else (left + inner.width, picture.width - 1)
    return (columns[0], across), (columns[1], across)
