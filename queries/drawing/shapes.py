"""Boxes of each shape, which differ in their borders.

┌──────┐  ╭───────╮  ╭───────╮  ╭──────╮   ╱──────╲   ┌───────┐  ┌┬──────┬┐  ┌───────┐
│ rect │  │ round │  ( pill  )  ├──────┤  <  cond? >  <  hex   > ││ subr ││  ╱ input ╱
└──────┘  ╰───────╯  ╰───────╯  │ disk │   ╲──────╱   └───────┘  └┴──────┴┘  └───────┘
"""

from collections.abc import Mapping
from typing import NamedTuple

from queries.drawing.canvas import Canvas
from queries.drawing.glyphs import DOTTED, HEAVY, LIGHT
from queries.drawing.graph_model import Box
from queries.drawing.labels import cell_width, wrap_evenly
from queries.drawing.shape_looks import LOOKS


class BorderStyle(NamedTuple):
    """The border of a shape: its corners (from top left, clockwise), its sides, its inner margin."""

    corners: str = "┌┐┘└"
    left: str = ""  # instead of a line
    right: str = ""
    margin: int = 1
    slanted: bool = False  # whether the sides lean outwards to the middle
    weight: int = LIGHT
    tag: str = ""  # written into the upper border
    bottom: str = ""  # instead of a line


ROOMY = 6  # columns of a box, above which no line begins right beside a corner
_RECT = BorderStyle()
BORDERS: Mapping[str, BorderStyle] = {
    "rect": _RECT,
    "rounded": BorderStyle("╭╮╯╰"),
    "stadium": BorderStyle("╭╮╯╰", "(", ")"),
    "circle": BorderStyle("╭╮╯╰", "(", ")", 2),
    "double_circle": BorderStyle("╭╮╯╰", "((", "))", 2),
    "diamond": BorderStyle("╱╲╱╲", "<", ">", 2, slanted=True),
    "hexagon": BorderStyle("╱╲╱╲", "<", ">"),
    "subroutine": BorderStyle("┌┐┘└", "││", "││"),
    "cylinder": BorderStyle("╭╮╯╰"),
    "lean_right": BorderStyle("╱┐╱└", "╱", "╱"),
    "lean_left": BorderStyle("┌╲┘╲", "╲", "╲"),
    "trapezoid": BorderStyle("╱╲┘└", "╱", "╲"),
    "inv_trapezoid": BorderStyle("┌┐╱╲", "╲", "╱"),
    "odd": BorderStyle("┌┐┘└", ">", ""),
    "note": BorderStyle("┌╲┘└"),
    "document": BorderStyle("┌┐╯╰", bottom="∼"),
    "double": BorderStyle("┌┐┘└", "║", "║"),
    "text": BorderStyle("    ", " ", " ", 0),
    "brace_left": BorderStyle("    ", "{", " "),
    "brace_right": BorderStyle("    ", " ", "}"),
    "braces": BorderStyle("    ", "{", "}"),
    "cloud": BorderStyle("╭╮╯╰", "(", ")", bottom="∼"),
    "dashed": BorderStyle(weight=DOTTED),
}
# Shapes of one mark: start and end of states, small junctions. Their label, if any, is beside it.
DOTS = {"start": "●", "end": "◉", "junction": "●", "lollipop": "○", "crossed": "╳", "hourglass": "⧗", "bolt": "↯"}
COMMITS = ("commit", "commit_merge", "commit_highlight", "commit_reverse", "commit_picked")
DOTS |= dict.fromkeys(COMMITS, "●")
# Shapes that characters do not show, and the nearest that they do.
NEAREST = {
    "lined_cylinder": "cylinder",
    "side_cylinder": "cylinder",
    "triangle": "trapezoid",
    "flipped_triangle": "inv_trapezoid",
    "delay": "rounded",
    "display": "rounded",
    "bow": "cylinder",
    "flag": "document",
    "documents": "document",
    "lined_document": "document",
    "tagged_document": "document",
    "stacked": "double",
    "open": "text",
    "person": "rounded",
    "topic": "text",
    **{name: look.near for name, look in LOOKS.items() if look.near != name},
}


class SizedBox(NamedTuple):
    """A box with its wrapped text and its size. `parts` are the lines of its compartments."""

    box: Box
    parts: tuple[tuple[str, ...], ...]
    width: int
    height: int


def size_box(box: Box, label: int, least_width: int = 0, least_height: int = 0, upright: bool = True) -> SizedBox:
    """Wrap the texts of a box to `label` cells and measure it. A bar is vertical when `upright` is false."""
    box = box._replace(shape=NEAREST.get(box.shape, box.shape))
    if box.shape in DOTS:
        texts = wrap_evenly(box.parts[0], label) if box.parts[0] else ()
        return SizedBox(box, (texts,), 1 + (2 + max(map(cell_width, texts)) if texts else 0), max(1, len(texts)))
    if box.shape == "bar":
        return SizedBox(box, (), max(least_width, 7), 1) if upright else SizedBox(box, (), 1, max(least_height, 3))
    wide = max(2 * label, 24)  # rows of a table are hard to read when wrapped
    parts = tuple(wrap_evenly(part, label if not number else wide) for number, part in enumerate(box.parts))
    border = BORDERS.get(box.shape, _RECT)
    text_width = max((cell_width(line) for part in parts for line in part), default=0)
    sides = max(cell_width(border.left), 1) + max(cell_width(border.right), 1)
    width = max(text_width + 2 * border.margin + sides, least_width, cell_width(border.tag) + 4)
    extra = (box.shape == "cylinder") + len(parts) - 1 + 2
    return SizedBox(box, parts, width, max(sum(map(len, parts)) + extra, least_height))


def port_margin(size_box: SizedBox, upright: bool) -> int:
    """Return how many cells at each corner of a box take no line."""
    if size_box.box.shape in DOTS:
        return 0
    if size_box.box.shape == "bar":
        return 1
    border = BORDERS.get(size_box.box.shape, _RECT)
    square = border.corners == _RECT.corners and not border.left
    return 2 if upright and size_box.width > ROOMY and not square else 1


def paint_box(canvas: Canvas, x: int, y: int, drawn: SizedBox) -> None:
    """Draw a box with its upper left cell at x, y."""
    shape = drawn.box.shape
    if shape in DOTS:
        canvas.mark(x, y, DOTS[shape])
        for row, line in enumerate(drawn.parts[0]):
            canvas.text(x + 2, y + row, line)
    elif shape == "bar":
        last = (x + drawn.width - 1, y) if drawn.width > 1 else (x, y + drawn.height - 1)
        canvas.path([(x, y), last], HEAVY, -1)
    else:
        border = BORDERS.get(shape, _RECT)
        _border(canvas, x, y, drawn, border)
        _texts(canvas, x, y, drawn, border)


def paint_border(canvas: Canvas, x: int, y: int, width: int, height: int, weight: int = LIGHT) -> None:
    """Draw the border of a rectangle."""
    right, bottom = x + width - 1, y + height - 1
    canvas.path([(x, y), (right, y), (right, bottom), (x, bottom), (x, y)], weight)


def _border(canvas: Canvas, x: int, y: int, drawn: SizedBox, border: BorderStyle) -> None:
    right, bottom = x + drawn.width - 1, y + drawn.height - 1
    if border.corners.strip():
        paint_border(canvas, x, y, drawn.width, drawn.height, border.weight)
    if border.corners != "┌┐┘└":
        for (cx, cy), mark in zip(((x, y), (right, y), (right, bottom), (x, bottom)), border.corners, strict=True):
            canvas.mark(cx, cy, mark)
    if border.bottom:
        canvas.mark(x + 1, bottom, border.bottom * (drawn.width - 2))
    _sides(canvas, x, y, drawn, border)
    if border.left == "││":
        for cx in (x + 1, right - 1):
            canvas.path([(cx, y), (cx, bottom)])
    if drawn.box.shape == "cylinder":
        _rule(canvas, x, y + 1, drawn.width)


def _sides(canvas: Canvas, x: int, y: int, drawn: SizedBox, border: BorderStyle) -> None:
    rows = drawn.height - 2
    for row in range(rows):
        left, right = border.left, border.right
        if border.slanted and rows > 1:
            upper = row < rows // 2
            middle = rows % 2 and row == rows // 2
            left, right = ("<", ">") if middle else ("╱", "╲") if upper else ("╲", "╱")
        if left and left != "││":
            canvas.mark(x, y + 1 + row, left)
        if right and right != "││":
            canvas.mark(x + drawn.width - len(right), y + 1 + row, right)


def _texts(canvas: Canvas, x: int, y: int, drawn: SizedBox, border: BorderStyle) -> None:
    """Draw the compartments with rules between them. The first is centred, the others are flush left."""
    shape = drawn.box.shape
    top = y + 1 + (shape == "cylinder")
    left = x + max(cell_width(border.left), 1) + border.margin
    inner = drawn.width - (left - x) - max(cell_width(border.right), 1) - border.margin
    used = sum(map(len, drawn.parts)) + len(drawn.parts) - 1
    spare = drawn.height - 2 - (shape == "cylinder") - used
    row = top + (spare // 2 if len(drawn.parts) == 1 else 0)
    for number, part in enumerate(drawn.parts):
        if number:
            _rule(canvas, x, row, drawn.width)
            row += 1
        for line in part:
            canvas.text(left + (0 if number else (inner - cell_width(line)) // 2), row, line)
            row += 1


def _rule(canvas: Canvas, x: int, y: int, width: int) -> None:
    canvas.path([(x, y), (x + width - 1, y)])
