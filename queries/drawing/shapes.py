"""How boxes of each shape look: their borders tell them apart.

┌──────┐  ╭───────╮  ╭───────╮  ╭──────╮   ╱──────╲   ┌───────┐  ┌┬──────┬┐  ┌───────┐
│ rect │  │ round │  ( pill  )  ├──────┤  <  cond? >  <  hex   > ││ subr ││  ╱ input ╱
└──────┘  ╰───────╯  ╰───────╯  │ disk │   ╲──────╱   └───────┘  └┴──────┴┘  └───────┘
"""

from collections.abc import Mapping
from typing import NamedTuple

from queries.drawing.canvas import Canvas
from queries.drawing.glyphs import DOTTED, DOWN, HEAVY, LEFT, LIGHT, RIGHT, UP
from queries.drawing.graph_model import Box
from queries.drawing.labels import cells, wrapped


class Form(NamedTuple):
    """What tells a shape apart: its corners (from top left, clockwise), its sides, its inner margin, its border."""

    corners: str = "┌┐┘└"
    left: str = ""  # instead of a line
    right: str = ""
    margin: int = 1
    slanted: bool = False  # sides that lean outwards to the middle
    weight: int = LIGHT
    tag: str = ""  # written into the upper border
    bottom: str = ""  # instead of a line


ROOMY = 6  # columns of a box, from which no line begins right beside a corner
_RECT = Form()
FORMS: Mapping[str, Form] = {
    "rect": _RECT,
    "rounded": Form("╭╮╯╰"),
    "stadium": Form("╭╮╯╰", "(", ")"),
    "circle": Form("╭╮╯╰", "(", ")", 2),
    "double_circle": Form("╭╮╯╰", "((", "))", 2),
    "diamond": Form("╱╲╱╲", "<", ">", 2, slanted=True),
    "hexagon": Form("╱╲╱╲", "<", ">"),
    "subroutine": Form("┌┐┘└", "││", "││"),
    "cylinder": Form("╭╮╯╰"),
    "lean_right": Form("╱┐╱└", "╱", "╱"),
    "lean_left": Form("┌╲┘╲", "╲", "╲"),
    "trapezoid": Form("╱╲┘└", "╱", "╲"),
    "inv_trapezoid": Form("┌┐╱╲", "╲", "╱"),
    "odd": Form("┌┐┘└", ">", ""),
    "note": Form("┌╲┘└"),
    "document": Form("┌┐╯╰", bottom="∼"),
    "double": Form("┌┐┘└", "║", "║"),
    "text": Form("    ", " ", " ", 0),
    "brace_left": Form("    ", "{", " "),
    "brace_right": Form("    ", " ", "}"),
    "braces": Form("    ", "{", "}"),
    "cloud": Form("╭╮╯╰", "(", ")", bottom="∼"),
    "dashed": Form(weight=DOTTED),
}
# One mark, with no label: start and end of states, small junctions.
DOTS = {"start": "●", "end": "◉", "junction": "●", "lollipop": "○", "crossed": "╳"}
# Shapes of one mark have their label beside it, if there is one.


class Figure(NamedTuple):
    """A box with its lines and its size. `parts` are the lines of its compartments."""

    box: Box
    parts: tuple[tuple[str, ...], ...]
    width: int
    height: int


def figure(box: Box, label: int, least_width: int = 0, least_height: int = 0, upright: bool = True) -> Figure:
    """The box with its texts wrapped to `label` cells, at least so large. Bars lie across when `upright` is false."""
    if box.shape in DOTS:
        texts = wrapped(box.parts[0], label) if box.parts[0] else ()
        return Figure(box, (texts,), 1 + (2 + max(map(cells, texts)) if texts else 0), max(1, len(texts)))
    if box.shape == "bar":
        return Figure(box, (), max(least_width, 7), 1) if upright else Figure(box, (), 1, max(least_height, 3))
    wide = max(2 * label, 24)  # rows of a table wrap badly
    parts = tuple(wrapped(part, label if not number else wide) for number, part in enumerate(box.parts))
    form = FORMS.get(box.shape, _RECT)
    text_width = max((cells(line) for part in parts for line in part), default=0)
    sides = max(cells(form.left), 1) + max(cells(form.right), 1)
    width = max(text_width + 2 * form.margin + sides, least_width, cells(form.tag) + 4)
    extra = (box.shape == "cylinder") + len(parts) - 1 + 2
    return Figure(box, parts, width, max(sum(map(len, parts)) + extra, least_height))


def port_margin(figure: Figure, upright: bool) -> int:
    """How many cells at each corner of a figure take no line."""
    if figure.box.shape in DOTS:
        return 0
    if figure.box.shape == "bar":
        return 1
    form = FORMS.get(figure.box.shape, _RECT)
    square = form.corners == _RECT.corners and not form.left
    return 2 if upright and figure.width > ROOMY and not square else 1


def paint(canvas: Canvas, x: int, y: int, drawn: Figure) -> None:
    """Draws a figure with its upper left cell at x, y."""
    shape = drawn.box.shape
    if shape in DOTS:
        canvas.mark(x, y, DOTS[shape])
        for row, line in enumerate(drawn.parts[0]):
            canvas.text(x + 2, y + row, line)
    elif shape == "bar":
        last = (x + drawn.width - 1, y) if drawn.width > 1 else (x, y + drawn.height - 1)
        canvas.path([(x, y), last], HEAVY, -1)
    else:
        form = FORMS.get(shape, _RECT)
        _border(canvas, x, y, drawn, form)
        _texts(canvas, x, y, drawn, form)


def frame(canvas: Canvas, x: int, y: int, width: int, height: int, weight: int = LIGHT) -> None:
    """The border of a rectangle."""
    right, bottom = x + width - 1, y + height - 1
    canvas.path([(x, y), (right, y), (right, bottom), (x, bottom), (x, y)], weight)


def _border(canvas: Canvas, x: int, y: int, drawn: Figure, form: Form) -> None:
    right, bottom = x + drawn.width - 1, y + drawn.height - 1
    if form.corners.strip():
        frame(canvas, x, y, drawn.width, drawn.height, form.weight)
    if form.corners != "┌┐┘└":
        for (cx, cy), mark in zip(((x, y), (right, y), (right, bottom), (x, bottom)), form.corners, strict=True):
            canvas.mark(cx, cy, mark)
    if form.bottom:
        canvas.mark(x + 1, bottom, form.bottom * (drawn.width - 2))
    _sides(canvas, x, y, drawn, form)
    if form.left == "││":
        for cx in (x + 1, right - 1):
            canvas.path([(cx, y), (cx, bottom)])
    if drawn.box.shape == "cylinder":
        _rule(canvas, x, y + 1, drawn.width)


def _sides(canvas: Canvas, x: int, y: int, drawn: Figure, form: Form) -> None:
    rows = drawn.height - 2
    for row in range(rows):
        left, right = form.left, form.right
        if form.slanted and rows > 1:
            upper = row < rows // 2
            middle = rows % 2 and row == rows // 2
            left, right = ("<", ">") if middle else ("╱", "╲") if upper else ("╲", "╱")
        if left and left != "││":
            canvas.mark(x, y + 1 + row, left)
        if right and right != "││":
            canvas.mark(x + drawn.width - len(right), y + 1 + row, right)


def _texts(canvas: Canvas, x: int, y: int, drawn: Figure, form: Form) -> None:
    """The compartments, parted by rules: the first is centred, rows of the others begin at the left."""
    shape = drawn.box.shape
    top = y + 1 + (shape == "cylinder")
    left = x + max(cells(form.left), 1) + form.margin
    inner = drawn.width - (left - x) - max(cells(form.right), 1) - form.margin
    used = sum(map(len, drawn.parts)) + len(drawn.parts) - 1
    spare = drawn.height - 2 - (shape == "cylinder") - used
    row = top + (spare // 2 if len(drawn.parts) == 1 else 0)
    for number, part in enumerate(drawn.parts):
        if number:
            _rule(canvas, x, row, drawn.width)
            row += 1
        for line in part:
            canvas.text(left + (0 if number else (inner - cells(line)) // 2), row, line)
            row += 1


def _rule(canvas: Canvas, x: int, y: int, width: int) -> None:
    canvas.path([(x, y), (x + width - 1, y)])


__all__ = ["DOTS", "DOWN", "FORMS", "LEFT", "RIGHT", "UP", "Figure", "Form", "figure", "frame", "paint", "port_margin"]
