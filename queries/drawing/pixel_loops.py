"""Lines from a box to itself, in pixels: at its right side, or below it when the layers are side by side."""

from queries.drawing.arrowheads import FEET
from queries.drawing.graph_model import Box, Loop, Style
from queries.drawing.labels import wrap_evenly
from queries.drawing.outlines import inset
from queries.drawing.plan import PlacedLabel, PlacedLoop, Plan
from queries.drawing.sized_shapes import SizedShape
from queries.drawing.text_metrics import LINE, PIXELS, text_width

REACH = 34  # of a loop from the side of its box
FEET_REACH = 52  # of one with crow's feet
OPEN = 24  # between the ends of a loop


def loops_size(box: Box, upright: bool, style: Style) -> tuple[int, int]:
    """Return the size of the loops of a box: how far they reach beside it, and how long the side must be."""
    sizes = [_label_size(loop, style) for loop in box.loops]
    if not sizes:
        return 0, 0
    if upright:
        return _reach(box) + 8 + max(width for width, _ in sizes), sum(
            max(OPEN, height) + 12 for _, height in sizes
        ) + 16
    return max(_reach(box), *(16 + height for _, height in sizes)), sum(OPEN + 24 + width for width, _ in sizes) + 16


def add_loops(plan: Plan, x: float, y: float, sized: SizedShape, upright: bool, style: Style) -> None:
    """Add the loops of a box that is at x, y."""
    points = sized.points
    sizes = [_label_size(loop, style) for loop in sized.box.loops]
    spare = sized.height - sum(max(OPEN, height) + 12 for _, height in sizes) if upright else 16
    at = spare / 2 + 6
    far = _reach(sized.box)
    for loop, (width, height) in zip(sized.box.loops, sizes, strict=True):
        lines = _lines(loop, style)
        if upright:
            first = at + (max(OPEN, height) - OPEN) / 2
            ends = [
                (x + sized.width - inset(points, sized.width, sized.height, "right", height), y + height)
                for height in (first, first + OPEN)
            ]
            label_at = (x + sized.width + far + 4 + width / 2, y + first + OPEN / 2)
            reach = (float(far), 0.0)
            at += max(OPEN, height) + 12
        else:
            ends = [
                (x + width, y + sized.height - inset(points, sized.width, sized.height, "bottom", width))
                for width in (at, at + OPEN)
            ]
            label_at = (x + at + OPEN + 6 + width / 2, y + sized.height + 8 + height / 2)
            reach = (0.0, float(far))
            at += OPEN + 24 + width
        label = PlacedLabel(lines, label_at) if lines else None
        plan.loops.append(PlacedLoop(sized.box.id, loop, ends[0], ends[1], reach, label))


def _reach(box: Box) -> int:
    return FEET_REACH if any({loop.start, loop.end} & FEET.keys() for loop in box.loops) else REACH


def _lines(loop: Loop, style: Style) -> tuple[str, ...]:
    return wrap_evenly(loop.label, style.edge_label, PIXELS) if loop.label.strip() else ()


def _label_size(loop: Loop, style: Style) -> tuple[int, int]:
    lines = _lines(loop, style)
    return max(map(text_width, lines), default=0), len(lines) * LINE
