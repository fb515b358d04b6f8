"""The sizes of boxes in pixels: large enough for their texts in every shape."""

from collections.abc import Mapping
from math import ceil, hypot
from typing import NamedTuple

from queries.drawing.graph_model import Box
from queries.drawing.labels import wrap_evenly
from queries.drawing.media import frame_place, media_outline, media_size
from queries.drawing.outlines import (
    ICON,
    ROUND,
    SERVICES,
    SHOULDERS,
    SLANTED,
    WAVE,
    cylinder_rim,
    outline,
    rim_of_side,
)
from queries.drawing.shape_looks import LOOKS, SHEET, Points, skew
from queries.drawing.shapes import COMMITS, DOTS, NEAREST
from queries.drawing.text_metrics import LINE, PIXELS, bold_width, text_width

PAD_X, PAD_Y = 16, 12  # around the text of a box
CELL_PAD = 10  # around the texts of a table and of compartments
ROW = 24  # of a table
LEAST_WIDTH = 44
DOT_SIZES = {"start": 16, "end": 18, "junction": 12, "lollipop": 18, "crossed": 26, "hourglass": 30, "bolt": 34}
DOT_SIZES |= dict.fromkeys(COMMITS, 20)
BAR = 8
MARKS = (" {static}", " {abstract}")  # at the end of members of classes


class SizedShape(NamedTuple):
    """A box with its wrapped texts and its size. `columns` are the widths of the columns of its table. A dot is
    `width` wide, its label beside it is not counted."""

    box: Box
    parts: tuple[tuple[str, ...], ...]
    width: int
    height: int
    columns: tuple[int, ...] = ()

    @property
    def points(self) -> Points:
        """The outline, at which lines end."""
        if self.box.media:
            return media_outline(self.box.media, self.parts[0], self.width, self.height)
        return outline(self.box.shape, self.width, self.height)

    @property
    def is_dot(self) -> bool:
        return self.box.shape in DOTS and not self.box.media

    @property
    def title_height(self) -> int:
        """The height of the first compartment of several."""
        return len(self.parts[0]) * LINE + 2 * 8


def size_shape(box: Box, wrap: int, least_width: int = 0, least_height: int = 0, upright: bool = True) -> SizedShape:
    """Wrap the texts of a box to `wrap` pixels and measure it. A bar is vertical when `upright` is false."""
    if box.media:
        lines = _lines(box.parts[0], wrap)
        width, height = media_size(box.media, lines)
        return SizedShape(box, (lines,), max(width, least_width), max(height, least_height))
    if box.shape in DOTS:
        size = DOT_SIZES[box.shape]
        return SizedShape(box, tuple(_lines(part, wrap) for part in box.parts), size, size)
    if box.shape == "bar":
        width, height = (max(70, least_width), BAR) if upright else (BAR, max(70, least_height))
        return SizedShape(box, (), width, height)
    if len(box.parts) > 1:
        return _with_compartments(box, wrap, least_width, least_height)
    lines = _lines(box.parts[0], wrap)
    needed = _around(box.shape, max(map(text_width, lines), default=0), len(lines) * LINE)
    width, height = max(ceil(needed[0]), least_width, LEAST_WIDTH), max(ceil(needed[1]), least_height)
    if box.shape in ROUND:
        width = height = max(width, height)
    return SizedShape(box, (lines,), width, height)


def port_span(sized: SizedShape, upright: bool) -> tuple[int, int]:
    """Return the first and the last place for lines along a side. At slanted and round shapes they are near the
    middle."""
    size = sized.width if upright else sized.height
    if sized.is_dot:
        return size // 2, size // 2
    if sized.box.media:
        left, top, wide, high = frame_place(sized.box.media, sized.parts[0], sized.width, sized.height)
        begin, own = (left, wide) if upright else (top, high)
        margin = own * (0.42 if sized.box.media.kind == "circle" else 0.25)  # at a circle only near its middle
        return int(begin + margin), int(begin + own - margin)
    shape = sized.box.shape
    part = 0.3 if shape in SLANTED or shape in ROUND else 0.08
    margin = min(max(6, int(size * part)), (size - 1) // 2)
    return margin, size - margin


def _lines(text: str, wrap: int) -> tuple[str, ...]:
    return wrap_evenly(text, wrap, PIXELS) if text else ()


def _around(shape: str, w: float, h: float) -> tuple[float, float]:
    """Return the width and the height of a shape around a text of a size."""
    if shape in _ADDED:
        more_width, more_height = _ADDED[shape]
        return w + more_width, h + more_height
    return _around_curve(shape, w, h) or _around_slant(shape, w, h) or (w + 2 * PAD_X, h + 2 * PAD_Y)


# What shapes with straight sides at right angles add to the width and the height of their text.
_ADDED: Mapping[str, tuple[float, float]] = {
    "person": (2 * PAD_X, 2 * PAD_Y + SHOULDERS),
    "topic": (20, 14),
    "flag": (2 * PAD_X, 2 * PAD_Y + 4 * WAVE),
    "stacked": (2 * PAD_X + 2 * SHEET, 2 * PAD_Y + 2 * SHEET),
    "lined_document": (2 * PAD_X + 8, 2 * PAD_Y + 12),
    "documents": (2 * PAD_X + 2 * SHEET, 2 * PAD_Y + 12 + 2 * SHEET),
    "document": (2 * PAD_X, 2 * PAD_Y + 12),
    "tagged_document": (2 * PAD_X, 2 * PAD_Y + 12),
    "text": (12, 10),
    "brace_left": (2 * PAD_X, 16),
    "brace_right": (2 * PAD_X, 16),
    "braces": (2 * PAD_X, 16),
    "note": (28, 18),
    **{name: (2 * PAD_X + look.added[0], 2 * PAD_Y + look.added[1]) for name, look in LOOKS.items()},
    **dict.fromkeys(SERVICES, (2 * PAD_X, ICON + 22)),
    "arrow_right": (44, 28),
    "arrow_left": (44, 28),
    "arrow_x": (64, 28),
    "arrow_up": (44, 44),
    "arrow_down": (44, 44),
    "arrow_y": (44, 64),
}


def _around_curve(shape: str, w: float, h: float) -> tuple[float, float] | None:
    """Return the size of a shape with curved sides; None of another shape."""
    roomy, width = h + 2 * PAD_Y, w + 2 * PAD_X
    match shape:
        case "circle":
            return hypot(w, h) + 14, hypot(w, h) + 14
        case "double_circle":
            return hypot(w, h) + 24, hypot(w, h) + 24
        case "stadium":
            return w + roomy * 0.8, roomy
        case "cylinder":
            return width, roomy + 3 * cylinder_rim(width)
        case "lined_cylinder":
            return width, roomy + 5 * cylinder_rim(width)
        case "side_cylinder" | "bow":
            return width + 3 * rim_of_side(roomy), roomy
        case "delay":
            return w + PAD_X + 0.7 * roomy, roomy
        case "display":
            return width + skew(roomy), roomy
        case "cloud":
            return 1.3 * w + 48, 1.5 * h + 40
    return None


def _around_slant(shape: str, w: float, h: float) -> tuple[float, float] | None:
    """Return the size of a shape with slanted sides; None of another shape."""
    roomy = h + 2 * PAD_Y
    match shape:
        case "diamond":
            return 1.55 * w + 40, 2.4 * h + 22
        case "hexagon":
            return w + 2 * skew(roomy) + 8, roomy
        case "lean_right" | "lean_left" | "trapezoid" | "inv_trapezoid":
            return w + 2 * skew(roomy) + 12, roomy
        case "odd":
            return w + skew(roomy) + 24, roomy
        case "triangle" | "flipped_triangle":
            height = 1.7 * h + 34
            return w * height / (0.68 * height - h / 2) + 20, height
    return None


def label_shift(shape: str, width: float, height: float) -> tuple[float, float]:
    """Return how far the middle of a label is from that of its shape."""
    if shape in LOOKS:
        return LOOKS[shape].shift
    match shape:
        case "cylinder":
            return 0, cylinder_rim(width)
        case "lined_cylinder":
            return 0, 1.5 * cylinder_rim(width)
        case "document" | "tagged_document":
            return 0, -5
        case "lined_document":
            return 4, -5
        case "documents":
            return -SHEET, SHEET - 5
        case "stacked":
            return -SHEET, SHEET
        case "odd":
            return 6, 0
        case "side_cylinder":
            return -rim_of_side(height) / 2, 0
        case "delay":
            return -0.1 * height, 0
        case "person":
            return 0, SHOULDERS / 2
        case "triangle":
            return 0, 0.18 * height
        case _ if shape in SERVICES:
            return 0, ICON / 2 + 2
        case "flipped_triangle":
            return 0, -0.18 * height
    return 0, 0


def _with_compartments(box: Box, wrap: int, least_width: int, least_height: int) -> SizedShape:
    """Measure a box with a title and compartments, whose lines are wrapped late, or with a table. A shape that has no
    room for these is drawn rounded."""
    if box.shape in ROUND or box.shape in NEAREST.keys() - {"person"} or box.shape in SLANTED - {"hexagon", "cloud"}:
        box = box._replace(shape="rounded")
    title = _lines(box.parts[0], max(wrap, 220)) or ("",)
    widest = max(map(bold_width, title))
    if box.rows:
        columns = tuple(_column(cells) for cells in zip(*box.rows, strict=True))
        width = max(sum(columns), widest + 2 * PAD_X, least_width)
        columns = _stretched(columns, width)
        height = len(title) * LINE + 16 + ROW * len(box.rows)
        return SizedShape(box, (title,), width, max(height, least_height), columns)
    parts = (title, *(_members(part) for part in box.parts[1:]))
    inner = max((text_width(_unmarked(line)) for part in parts[1:] for line in part), default=0)
    width = max(inner + 2 * CELL_PAD + 4, widest + 2 * PAD_X, least_width)
    height = len(title) * LINE + 16 + sum(len(part) * LINE + 14 for part in parts[1:])
    lid = ceil(1.5 * room_above(box.shape, width)) if box.shape == "cylinder" else room_above(box.shape, width)
    height = max(ceil(height + lid), least_height)
    return SizedShape(box, parts, width + 2 * indent(box.shape, height), height)


def room_above(shape: str, width: float) -> float:
    """Return the height of what is above the first compartment: the lid of a cylinder, the head of a person."""
    return {"cylinder": 2 * cylinder_rim(width), "person": SHOULDERS}.get(shape, 0)


def indent(shape: str, height: int) -> int:
    """Return how far the compartments of a shape are from its sides."""
    if shape in ("stadium", "cloud"):
        return ceil(height * 0.3)
    return ceil(skew(height) * 0.7) if shape == "hexagon" else 0


def _unmarked(line: str) -> str:
    return next((line.removesuffix(mark) for mark in MARKS if line.endswith(mark)), line)


def _members(part: str) -> tuple[str, ...]:
    """Wrap the lines of a compartment. The mark at the end of one is on each line of it."""
    found: list[str] = []
    for line in part.split("\n"):
        mark = next((mark for mark in MARKS if line.endswith(mark)), "")
        found += [text + mark for text in _lines(line.removesuffix(mark), 360)]
    return tuple(found)


def _column(cells: tuple[str, ...]) -> int:
    wide = max(map(text_width, cells))
    return wide + 2 * CELL_PAD if wide else 0


def _stretched(columns: tuple[int, ...], width: int) -> tuple[int, ...]:
    """Return the columns with the width that is left shared out among those with texts."""
    used = [at for at, column in enumerate(columns) if column]
    if not used:
        return columns
    spare = width - sum(columns)
    found = list(columns)
    for number, at in enumerate(used):
        found[at] += spare * (number + 1) // len(used) - spare * number // len(used)
    return tuple(found)
