"""Squarified treemaps: a rectangle divided by weights into rectangles that are as square as they can be."""

from collections.abc import Iterator, Sequence
from typing import NamedTuple


class Rectangle(NamedTuple):
    """A rectangle in pixels."""

    x: float
    y: float
    width: float
    height: float


def squarified(weights: Sequence[float], room: Rectangle) -> list[Rectangle]:
    """Return a rectangle for each weight: their areas are in the ratio of the weights, and together they fill the room.

    The weights are above 0, heaviest first. Rows are laid along the shorter side of what is left, and a weight begins a
    new row where it would make the rectangles of the present one longer (Bruls, Huizing, van Wijk, 2000).
    """
    whole = sum(weights)
    unit = room.width * room.height / whole if whole > 0 else 0.0
    areas, placed, left, at = [one * unit for one in weights], list[Rectangle](), room, 0
    while at < len(areas):
        side = max(min(left.width, left.height), 1e-9)
        end = at + 1
        while end < len(areas) and _worst(areas[at : end + 1], side) <= _worst(areas[at:end], side):
            end += 1
        row = areas[at:end]
        placed += _row(row, left)
        left, at = _rest(row, left), end
    return placed


def _worst(row: Sequence[float], side: float) -> float:
    """Return the ratio of the sides of the longest rectangle in a row along a side."""
    whole = sum(row)
    return max(side * side * max(row) / (whole * whole), whole * whole / (side * side * min(row)))


def _row(row: Sequence[float], room: Rectangle) -> Iterator[Rectangle]:
    """Yield the rectangles of a row: down the left side of a wide room, along the top of a high one."""
    whole, x, y = sum(row), room.x, room.y
    for area in row:
        if room.width >= room.height:
            width = whole / room.height
            yield Rectangle(x, y, width, area / width)
            y += area / width
        else:
            height = whole / room.width
            yield Rectangle(x, y, area / height, height)
            x += area / height


def _rest(row: Sequence[float], room: Rectangle) -> Rectangle:
    if room.width >= room.height:
        width = min(sum(row) / max(room.height, 1e-9), room.width)
        return Rectangle(room.x + width, room.y, room.width - width, room.height)
    height = min(sum(row) / max(room.width, 1e-9), room.height)
    return Rectangle(room.x, room.y + height, room.width, room.height - height)
