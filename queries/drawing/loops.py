"""Lines from a box to itself: at its right side, or below it when the layers are side by side."""

from queries.drawing.arrowheads import stamps
from queries.drawing.canvas import Point
from queries.drawing.glyphs import DOWN, LEFT, RIGHT, UP
from queries.drawing.graph_model import Box, Loop, Style
from queries.drawing.labels import cell_width, wrap_evenly
from queries.drawing.picture import Picture, Polyline, Tee
from queries.drawing.shapes import SizedBox


def loop_lines(loop: Loop, upright: bool, style: Style) -> tuple[str, ...]:
    """Return the lines of a loop's label. Below a box it has one line: more would overlap the next loop."""
    if not loop.label.strip():
        return ()
    return wrap_evenly(loop.label, style.edge_label) if upright else (" ".join(loop.label.split()),)


def loop_rows(box: Box, style: Style) -> int:
    """Return how many rows the loops take at the side of a box."""
    return sum(max(2, len(loop_lines(loop, True, style))) for loop in box.loops)


def loops_width(box: Box, upright: bool, style: Style) -> int:
    """Return how many columns the loops take: beside the box, or below it from its left border on."""
    sizes = [max(map(cell_width, loop_lines(loop, upright, style)), default=0) for loop in box.loops]
    return max((size + 5 + (0 if upright else 4 * number) for number, size in enumerate(sizes)), default=0)


def add_loops(picture: Picture, x: int, y: int, drawn: SizedBox, upright: bool, style: Style) -> None:
    """Add the loops of a box that is drawn at x, y to a picture."""
    row = y + 1
    for number, loop in enumerate(drawn.box.loops):
        lines = loop_lines(loop, upright, style)
        if upright:
            right = x + drawn.width
            points = ((right, row), (right + 2, row), (right + 2, row + 1), (right, row + 1))
            label_at = (right + 4, row)
            row += max(2, len(lines))
        else:  # the first loop reaches lowest, so that its label has room below the others
            top, left = y + drawn.height, x + 1 + 4 * number
            low = top + len(drawn.box.loops) - number
            points = ((left, top), (left, low), (left + 2, low), (left + 2, top))
            label_at = (left + 4, low)
        _draw(picture, loop, points, LEFT if upright else UP, -2 - number)
        picture.texts += [(label_at[0], label_at[1] + at, line) for at, line in enumerate(lines)]


def _draw(picture: Picture, loop: Loop, points: tuple[Point, ...], towards: int, wire: int) -> None:
    """Add a loop whose ends point towards the box."""
    picture.runs.append(Polyline(points, towards, towards, loop.stroke, wire))
    dx, dy = (-1, 0) if towards == LEFT else (0, -1)
    for (x, y), head in ((points[0], loop.start), (points[-1], loop.end)):
        if head:
            picture.marks += [(x + mx, y + my, marks) for mx, my, marks in stamps(head, towards)]
        else:
            picture.tees.append(Tee(x + dx, y + dy, RIGHT if towards == LEFT else DOWN, loop.stroke))
