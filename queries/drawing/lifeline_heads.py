"""The heads of lifelines: an actor is a stick figure, a database a cylinder, and so on."""

from queries.drawing.canvas import Canvas
from queries.drawing.graph_model import Box
from queries.drawing.labels import cell_width, wrap_evenly
from queries.drawing.sequence_model import Lifeline
from queries.drawing.shapes import SizedBox, paint_box, size_box

SHAPES = {"database": "cylinder", "queue": "stadium", "collections": "double"}
STICKS = (" ○ ", "╱│╲", "╱ ╲")


def _sized_head(lifeline: Lifeline, label: int) -> SizedBox:
    known = lifeline.kind in SHAPES or lifeline.kind in ("participant", "actor", "")
    text = lifeline.label if known else f"<<{lifeline.kind}>>\n{lifeline.label}"
    drawn = size_box(Box("", (text,), SHAPES.get(lifeline.kind, "rect")), label)
    return drawn if drawn.width % 2 else size_box(drawn.box, label, drawn.width + 1)


def head_width(lifeline: Lifeline, label: int) -> int:
    """Return how many cells wide the head of a lifeline is: an odd number, so that the line is in the middle."""
    if lifeline.kind == "actor":
        return max(3, *map(cell_width, wrap_evenly(lifeline.label, label))) | 1
    return _sized_head(lifeline, label).width


def head_height(lifeline: Lifeline, label: int) -> int:
    if lifeline.kind == "actor":
        return len(STICKS) + len(wrap_evenly(lifeline.label, label))
    return _sized_head(lifeline, label).height


def draw_head(canvas: Canvas, lifeline: Lifeline, label: int, middle: int, bottom: int) -> None:
    """Draw the head of a lifeline in column `middle`. Row `bottom` is the last of the head."""
    if lifeline.kind != "actor":
        drawn = _sized_head(lifeline, label)
        x, y = middle - drawn.width // 2, bottom - drawn.height + 1
        canvas.blank(x, y, drawn.width, drawn.height)
        paint_box(canvas, x, y, drawn)
        return
    lines = wrap_evenly(lifeline.label, label)
    top = bottom - len(lines) - len(STICKS) + 1
    for row, marks in enumerate(STICKS):
        for column, mark in enumerate(marks):
            if mark != " ":
                canvas.mark(middle - 1 + column, top + row, mark)
    for row, line in enumerate(lines, top + len(STICKS)):
        canvas.text(middle - cell_width(line) // 2, row, line)
