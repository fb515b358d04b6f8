"""The looks of shapes that are an outline of straight lines, and lines in it: a rectangle with a bar, a cut corner.

A shape of this sort is a line of `LOOKS`: the layout, the images and the drawings of characters read all of it here.
"""

from collections.abc import Callable, Mapping, Sequence
from math import pi, sin
from typing import NamedTuple

Points = Sequence[tuple[float, float]]

RULE = 8  # pixels from the side of a shape to the line beside it
SHEET = 4  # pixels from a sheet of a stack to the next
BAR = 14  # the height of the bar at the top of a window


class ShapeLook(NamedTuple):
    """How a shape looks. Both functions take its width and height and return corners from its upper left one.

    `near` is the shape that is nearest to it among those that characters draw. `added` are the width and the height
    that it has beyond a rectangle with its text, `shift` is how far its label is from its middle.
    """

    near: str
    lines: Callable[[float, float], Sequence[Points]] = lambda _width, _height: ()
    outline: Callable[[float, float], Points] | None = None  # None for a rectangle
    added: tuple[float, float] = (0, 0)
    shift: tuple[float, float] = (0, 0)


def skew(height: float) -> float:
    """Return how far the sides of a slanted shape lean."""
    return min(height / 2, 24)


def slope(height: float) -> float:
    """Return the height of the cut at a corner, or of the slope of an upper side."""
    return min(14, height / 3)


def _beside(_w: float, h: float) -> Points:
    return (RULE, 0), (RULE, h)


def _below(w: float, _h: float) -> Points:
    return (0, RULE), (w, RULE)


def _both_sides(w: float, h: float) -> Sequence[Points]:
    return _beside(w, h), ((w - RULE, 0), (w - RULE, h))


def _tag(w: float, h: float) -> Sequence[Points]:
    return (((w - 16, h), (w, h - 14)),)


def _sloped(w: float, h: float) -> Points:
    return (0, slope(h)), (w, 0), (w, h), (0, h)


def _pentagon(w: float, h: float) -> Points:
    side = skew(h) * 0.6
    return (side, 0), (w - side, 0), (w, side), (w, h), (0, h), (0, side)


def _card(w: float, h: float) -> Points:
    return (slope(h), 0), (w, 0), (w, h), (0, h), (0, slope(h))


def _folder(w: float, h: float) -> Points:
    tab = min(w * 0.4, 56)
    return (0, 0), (tab, 0), (tab + RULE, RULE), (w, RULE), (w, h), (0, h)


def _rim(w: float, depth: float) -> list[tuple[float, float]]:
    """Return half an ellipse from the left to the right, below its middle by `depth`, or above it."""
    return [(w * at / 24, RULE + depth * sin(at * pi / 24)) for at in range(25)]


def _bucket(w: float, h: float) -> Points:
    lean = min(w * 0.1, 14)
    return *_rim(w, -RULE), (w - lean, h), (lean, h)


def _bucket_rim(w: float, _h: float) -> Sequence[Points]:
    return (_rim(w, RULE),)


def _browser(w: float, _h: float) -> Sequence[Points]:
    dots = [((x, BAR / 2), (x + 2, BAR / 2)) for x in (7, 13, 19)]
    return ((0, BAR), (w, BAR)), *dots


def _console(w: float, _h: float) -> Sequence[Points]:
    return ((0, BAR), (w, BAR)), ((7, 4), (11, 7), (7, 10)), ((13, 10), (19, 10))


LOOKS: Mapping[str, ShapeLook] = {
    "subroutine": ShapeLook("subroutine", _both_sides, added=(16, 0)),
    "double": ShapeLook("double", _both_sides, added=(16, 0)),
    "lined": ShapeLook("double", lambda w, h: (_beside(w, h),), added=(8, 0), shift=(4, 0)),
    "divided": ShapeLook("double", lambda w, h: (_below(w, h),), added=(0, 10), shift=(0, 5)),
    "window": ShapeLook(
        "double", lambda w, h: (_beside(w, h), _below(w, h)), added=(2 * SHEET, 2 * SHEET), shift=(SHEET, SHEET)
    ),
    "tagged": ShapeLook("note", _tag),
    "sloped": ShapeLook("lean_right", outline=_sloped, added=(0, 10), shift=(0, 5)),
    "pentagon": ShapeLook("hexagon", outline=_pentagon),
    "card": ShapeLook("note", outline=_card),
    "folder": ShapeLook("note", outline=_folder, added=(0, RULE), shift=(0, RULE / 2)),
    "bucket": ShapeLook("inv_trapezoid", _bucket_rim, _bucket, added=(28, 2 * RULE), shift=(0, RULE)),
    "browser": ShapeLook("rect", _browser, added=(0, BAR), shift=(0, BAR / 2)),
    "console": ShapeLook("rect", _console, added=(0, BAR), shift=(0, BAR / 2)),
}
