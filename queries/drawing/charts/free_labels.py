"""Places for labels beside points: where they meet the least of what is drawn already."""

from collections.abc import Iterable, Sequence
from typing import NamedTuple

Point = tuple[float, float]


class Rectangle(NamedTuple):
    """A rectangle by its sides."""

    left: float
    top: float
    right: float
    bottom: float

    def meets(self, other: "Rectangle") -> bool:
        """Whether two rectangles have anything in common."""
        return (
            self.left < other.right and other.left < self.right and self.top < other.bottom and other.top < self.bottom
        )


TAKEN, OUTSIDE, CROSSED = 100, 60, 10  # what it costs to meet a rectangle, to leave the room, and to meet a line


def beside(point: Point, size: Point, away: float) -> Iterable[Rectangle]:
    """Yield the places for a label of a size around a point, `away` from it, the best first."""
    (x, y), (width, height) = point, size
    near = away * 0.6
    for left, top in (
        (x + near, y - near - height),
        (x + away, y - height / 2),
        (x + near, y + near),
        (x - near - width, y - near - height),
        (x - away - width, y - height / 2),
        (x - near - width, y + near),
        (x - width / 2, y - away - height),
        (x - width / 2, y + away),
        (x + near, y - 2 * near - 2 * height),
        (x + near, y + 2 * near + height),
    ):
        yield Rectangle(left, top, left + width, top + height)


def freest(
    places: Iterable[Rectangle], taken: Sequence[Rectangle], lines: Sequence[tuple[Point, Point]], room: Rectangle
) -> Rectangle:
    """Return the place that meets the least; of several the first."""
    return min(places, key=lambda place: _cost(place, taken, lines, room))


def _cost(place: Rectangle, taken: Sequence[Rectangle], lines: Sequence[tuple[Point, Point]], room: Rectangle) -> float:
    found: float = TAKEN * sum(map(place.meets, taken)) + CROSSED * sum(_crosses(place, line) for line in lines)
    is_inside = (
        place.left >= room.left and place.top >= room.top and place.right <= room.right and place.bottom <= room.bottom
    )
    return found if is_inside else found + OUTSIDE


def _crosses(place: Rectangle, line: tuple[Point, Point]) -> bool:
    """Whether a line has a part in a rectangle (Liang and Barsky)."""
    (x, y), (to_x, to_y) = line
    first, last = 0.0, 1.0
    for step, room in (
        (x - to_x, x - place.left),
        (to_x - x, place.right - x),
        (y - to_y, y - place.top),
        (to_y - y, place.bottom - y),
    ):
        if step == 0:
            if room < 0:
                return False
        elif step < 0:
            first = max(first, room / step)
        else:
            last = min(last, room / step)
    return first < last
