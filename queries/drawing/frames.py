"""The frame around what is in a group."""

from collections.abc import Iterator, Mapping

from queries.drawing.level import BEFORE, Laid
from queries.drawing.picture import AHEAD, OPPOSITE, Frame, Picture, Run, has_room
from queries.drawing.sketch import Direction, Group, Style
from queries.drawing.text import cells, wrapped


def framed(
    content: Laid,
    group: Group,
    direction: Direction,
    style: Style,
    strokes: Mapping[tuple[int, str], str],
    wires: Iterator[int],
) -> Laid:
    """The content with a border and a title; the lines of its ports reach through the border."""
    title = wrapped(group.title, style.label + 8) if group.title.strip() else ()
    size = max(map(cells, title), default=0)
    inner = content.picture
    left, top = 2, max(1, len(title))
    width, height = max(inner.width + 4, size + 6), inner.height + top + 1
    upright = direction in ("TB", "BT")
    if upright:  # a wide title: the content in the middle
        left = (width - inner.width) // 2
    height = max(height, 3)
    picture = Picture(width, height)
    ports: dict[tuple[int, str], int] = {}
    crossed = []
    for (side, port), at in content.ports.items():
        across = at + (left if upright else top)
        ports[side, port] = across
        first = side == BEFORE  # where the lines come in
        at_top = first == (direction == "TB")
        if upright:
            rows = (0, top - 1) if at_top else (top + inner.height, height - 1)
            points = ((across, rows[0]), (across, rows[1]))
            if at_top:
                crossed.append(across)
        else:
            at_left = first == (direction == "LR")
            columns = (0, left - 1) if at_left else (left + inner.width, width - 1)
            points = ((columns[0], across), (columns[1], across))
        ahead = AHEAD[direction]
        low = ahead if direction in ("BT", "RL") else OPPOSITE[ahead]  # towards smaller coordinates
        picture.runs.append(Run(points, low, OPPOSITE[low], strokes.get((side, port), ""), next(wires)))
    if title and crossed and not has_room(0, width, crossed, size + 2):
        picture.width = width = max(width, max(crossed) + size + 5)
    picture.frames.append(Frame(0, 0, width, height, title, group.dashed, tuple(crossed)))
    picture.add(inner, left, top)
    return Laid(picture, ports)
