"""How the participants of a sequence look: an actor is a stick figure, a database a cylinder, and so on."""

from queries.drawing.canvas import Canvas
from queries.drawing.graph_model import Box
from queries.drawing.labels import cells, wrapped
from queries.drawing.sequence_model import Life
from queries.drawing.shapes import Figure, figure, paint

SHAPES = {"database": "cylinder", "queue": "stadium", "collections": "double"}
STICKS = (" ○ ", "╱│╲", "╱ ╲")


def _figure(life: Life, label: int) -> Figure:
    known = life.kind in SHAPES or life.kind in ("participant", "actor", "")
    text = life.label if known else f"<<{life.kind}>>\n{life.label}"
    drawn = figure(Box("", (text,), SHAPES.get(life.kind, "rect")), label)
    return drawn if drawn.width % 2 else figure(drawn.box, label, drawn.width + 1)


def head_width(life: Life, label: int) -> int:
    """How many cells the head of a life takes: an odd number, the middle one over its line."""
    if life.kind == "actor":
        return max(3, *map(cells, wrapped(life.label, label))) | 1
    return _figure(life, label).width


def head_height(life: Life, label: int) -> int:
    if life.kind == "actor":
        return len(STICKS) + len(wrapped(life.label, label))
    return _figure(life, label).height


def draw_head(canvas: Canvas, life: Life, label: int, middle: int, bottom: int) -> None:
    """Draws the head of a life whose line begins below the row `bottom`."""
    if life.kind != "actor":
        drawn = _figure(life, label)
        x, y = middle - drawn.width // 2, bottom - drawn.height + 1
        canvas.blank(x, y, drawn.width, drawn.height)
        paint(canvas, x, y, drawn)
        return
    lines = wrapped(life.label, label)
    top = bottom - len(lines) - len(STICKS) + 1
    for row, marks in enumerate(STICKS):
        for column, mark in enumerate(marks):
            if mark != " ":
                canvas.mark(middle - 1 + column, top + row, mark)
    for row, line in enumerate(lines, top + len(STICKS)):
        canvas.text(middle - cells(line) // 2, row, line)
