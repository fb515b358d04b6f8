"""The outlines of shapes as polygons in pixels, and the places at which lines meet them.

A box is as large as its bounding rectangle. A line comes in at a right angle to one of the four sides, and runs on to
the outline: `inset` says how far.
"""

from collections.abc import Callable, Mapping
from itertools import pairwise
from math import asin, cos, pi, sin
from typing import Literal

from queries.drawing.shape_looks import LOOKS, SHEET, Points, skew

Side = Literal["top", "bottom", "left", "right"]

ROUND = frozenset({"circle", "double_circle", "start", "end", "junction", "lollipop", "crossed"}) | {
    *("commit", "commit_merge", "commit_reverse", "commit_picked")
}
SLANTED = frozenset(
    {"diamond", "hexagon", "lean_right", "lean_left", "trapezoid", "inv_trapezoid", "odd", "cloud", "triangle"}
    | {"flipped_triangle"}
)
SERVICES = ("service_cloud", "service_database", "service_disk", "service_internet", "service_server")
ICON = 40  # the size of the icon of a service
WAVE = 5  # half the height of the waves of a flag
HEAD, SHOULDERS = 18, 30  # the radius of the head of a person, and where the box below it begins


def polygon(shape: str, width: float, height: float) -> Points:
    """Return the corners of a shape with straight sides, clockwise, in its bounding rectangle."""
    w, h, lean = width, height, skew(height)
    look = LOOKS.get(shape)
    if look and look.outline:
        return look.outline(w, h)
    match shape:
        case "diamond":
            return (w / 2, 0), (w, h / 2), (w / 2, h), (0, h / 2)
        case "hexagon":
            side = lean * 0.7
            return (side, 0), (w - side, 0), (w, h / 2), (w - side, h), (side, h), (0, h / 2)
        case "lean_right":
            return (lean, 0), (w, 0), (w - lean, h), (0, h)
        case "lean_left":
            return (0, 0), (w - lean, 0), (w, h), (lean, h)
        case "trapezoid":
            return (lean, 0), (w - lean, 0), (w, h), (0, h)
        case "inv_trapezoid":
            return (0, 0), (w, 0), (w - lean, h), (lean, h)
        case "odd":
            return (0, 0), (w, 0), (w, h), (0, h), (lean * 0.7, h / 2)
        case "triangle":
            return (w / 2, 0), (w, h), (0, h)
        case "flipped_triangle":
            return (0, 0), (w, 0), (w / 2, h)
        case "stacked" | "documents":
            far = 2 * SHEET
            return (far, 0), (w, 0), (w, h - far), (w - far, h), (0, h), (0, far)
        case "hourglass":
            return (0, 0), (w, 0), (0, h), (w, h)
        case "bolt":
            return (
                (w * 0.7, 0),
                (w * 0.1, h * 0.6),
                (w * 0.45, h * 0.6),
                (w * 0.3, h),
                (w * 0.9, h * 0.4),
                (w * 0.55, h * 0.4),
            )
        case "note":
            fold = min(12, h / 3)
            return (0, 0), (w - fold, 0), (w, fold), (w, h), (0, h)
    if shape in ARROWS:
        return _arrow(shape, w, h)
    return (0, 0), (w, 0), (w, h), (0, h)


ARROWS = frozenset({"arrow_right", "arrow_left", "arrow_up", "arrow_down", "arrow_x", "arrow_y"})
POINT, EDGE = 20, 0.2  # the length of the point of an arrow, and how much of its breadth is beside its shaft


def _arrow(shape: str, w: float, h: float) -> Points:
    """Return an arrow clockwise. One that leads up or down is one that leads aside, turned."""
    if shape in ("arrow_up", "arrow_down", "arrow_y"):
        turned = _arrow({"arrow_up": "arrow_left", "arrow_down": "arrow_right"}.get(shape, "arrow_x"), h, w)
        return tuple((y, x) for x, y in reversed(turned))
    low, high = h * EDGE, h * (1 - EDGE)
    point = min(POINT, w / 2)
    right = ((w - point, low), (w - point, 0), (w, h / 2), (w - point, h), (w - point, high))
    left = ((point, high), (point, h), (0, h / 2), (point, 0), (point, low))
    if shape == "arrow_right":
        return (0, low), *right, (0, high)
    return ((w, high), *left, (w, low)) if shape == "arrow_left" else (*left, *right)


def outline(shape: str, width: float, height: float) -> Points:
    """Return the outline of any shape; curves as polygons that are close enough to end lines at."""
    if shape in ROUND:
        return _ellipse(0, 0, width, height)
    if shape == "stadium":
        half = _ellipse(0, 0, height, height)
        quarter = len(half) // 4
        right = [(x + width - height, y) for x, y in (*half[3 * quarter :], *half[: quarter + 1])]
        return [*right, *half[quarter : 3 * quarter + 1]]
    if shape in _CURVED:
        return _CURVED[shape](width, height)
    if shape == "cloud":
        return _ellipse(width * 0.03, height * 0.03, width * 0.94, height * 0.94)
    if shape in ("cylinder", "lined_cylinder"):
        rim = cylinder_rim(width)
        upper = [(x, y) for x, y in _ellipse(0, 0, width, 2 * rim) if y <= rim]
        lower = [(x, y) for x, y in _ellipse(0, height - 2 * rim, width, 2 * rim) if y >= height - rim]
        return [*sorted(upper), *sorted(lower, reverse=True)]
    return polygon(shape, width, height)


def rim_of_side(height: float) -> float:
    """Return half the width of the ellipse at the end of a cylinder that lies, and the depth of a bow."""
    return min(12, 4 + height / 12)


def _delay(w: float, h: float) -> Points:
    return [(0, 0), *_arc(w - h / 2, h / 2, h / 2, h / 2), (0, h)]


def _display(w: float, h: float) -> Points:
    side = skew(h) * 0.7
    return [(side, 0), *_arc(w - side, h / 2, side, h / 2), (side, h), (0, h / 2)]


def _side_cylinder(w: float, h: float) -> Points:
    rim = rim_of_side(h)
    right = _arc(w - rim, h / 2, rim, h / 2)
    return [*right, *((w - x, y) for x, y in reversed(right))]


def _bow(w: float, h: float) -> Points:
    rim = rim_of_side(h)
    left = [(2 * rim - x, y) for x, y in _arc(rim, h / 2, rim, h / 2)]
    return [(x + w - rim, y) for x, y in left] + left[::-1]


def _person(w: float, h: float) -> Points:
    neck = asin((SHOULDERS - HEAD) / HEAD)
    turns = [pi + neck - at * (pi + 2 * neck) / 24 for at in range(25)]
    head = [(w / 2 + HEAD * cos(turn), HEAD - HEAD * sin(turn)) for turn in turns]
    return [(0, SHOULDERS), *head, (w, SHOULDERS), (w, h), (0, h)]


def _flag(w: float, h: float) -> Points:
    upper = [(w * at / 24, WAVE + WAVE * sin(at * pi / 12)) for at in range(25)]
    return [*upper, *((x, y + h - 2 * WAVE) for x, y in reversed(upper))]


def _arc(x: float, y: float, rx: float, ry: float) -> list[tuple[float, float]]:
    """Return the right half of an ellipse around x, y, from its top to its bottom."""
    return [(x + rx * sin(at * pi / 24), y - ry * cos(at * pi / 24)) for at in range(25)]


_CURVED: Mapping[str, Callable[[float, float], Points]] = {
    "delay": _delay,
    "display": _display,
    "side_cylinder": _side_cylinder,
    "bow": _bow,
    "flag": _flag,
    "person": _person,
}


def cylinder_rim(width: float) -> float:
    """Return half the height of the ellipse on top of a cylinder."""
    return min(12, 4 + width / 24)


def _ellipse(x: float, y: float, width: float, height: float) -> list[tuple[float, float]]:
    """Return points of an ellipse, clockwise from the right."""
    rx, ry = width / 2, height / 2
    return [(x + rx + rx * cos(at * pi / 32), y + ry + ry * sin(at * pi / 32)) for at in range(64)]


def inset(points: Points, width: float, height: float, side: Side, at: float) -> float:
    """Return the distance from a side of the bounding rectangle to the outline, at a place along that side."""
    along = 0 if side in ("top", "bottom") else 1
    found = []
    for one, other in pairwise([*points, points[0]]):
        here, there = one[along], other[along]
        if min(here, there) <= at <= max(here, there):
            part = (at - here) / (there - here) if here != there else 0
            found += [one[1 - along] + part * (other[1 - along] - one[1 - along])]
            if here == there:
                found.append(other[1 - along])
    if not found:
        return 0
    size = height if along == 0 else width
    return max(0, min(found) if side in ("top", "left") else size - max(found))
