"""Lines from a box to itself."""

from queries.drawing.glyphs import DOWN, LEFT, RIGHT, UP
from queries.drawing.heads import stamps
from queries.drawing.picture import Picture, Run, Tee
from queries.drawing.shapes import Figure
from queries.drawing.sketch import Style
from queries.drawing.text import wrapped


def looped(picture: Picture, x: int, y: int, drawn: Figure, upright: bool, style: Style) -> None:
    """The loops of a box: at its right side, or below it where the layers stand side by side."""
    for number, loop in enumerate(drawn.box.loops):
        lines = wrapped(loop.label, style.edge_label) if loop.label.strip() else ()
        if upright:
            right, row = x + drawn.width, y + 1 + 2 * number
            points = ((right, row), (right + 2, row), (right + 2, row + 1), (right, row + 1))
            ends = (((right, row), LEFT), ((right, row + 1), LEFT))
            at = (right + 4, row)
        else:
            bottom, column, deep = y + drawn.height, x + 1 + 4 * number, number
            points = (
                (column, bottom),
                (column, bottom + 1 + deep),
                (column + 2, bottom + 1 + deep),
                (column + 2, bottom),
            )
            ends = (((column, bottom), UP), ((column + 2, bottom), UP))
            at = (column + 4, bottom + 1 + deep)
        arm = LEFT if upright else UP
        picture.runs.append(Run(points, arm, arm, loop.stroke, -2 - number))
        for (place, direction), head in zip(ends, (loop.start, loop.end), strict=True):
            dx, dy = (-1, 0) if direction == LEFT else (0, -1)
            if head:
                picture.marks += [(place[0] + mx, place[1] + my, marks) for mx, my, marks in stamps(head, direction)]
            else:
                picture.tees.append(Tee(place[0] + dx, place[1] + dy, RIGHT if upright else DOWN, loop.stroke))
        for row, line in enumerate(lines):
            picture.texts.append((at[0], at[1] + row, line))
