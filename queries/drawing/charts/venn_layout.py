"""The circles of a Venn diagram: as large as their sets, and apart so far that they have in common what they should.

Two circles can meet any size, three most sizes. For more there is a best fit: circles are pulled to the distances that
they should have.
"""

from collections.abc import Mapping, Sequence
from math import acos, cos, hypot, pi, sin, sqrt
from typing import NamedTuple

RADIUS, LEAST = 150, 56  # pixels of the largest circle, and the least of any
APART = 14  # pixels between circles that have nothing in common
STEPS, PULL = 600, 0.1  # of the fit, and which part of a wrong distance each takes away
GRID = 64  # points a side, at which regions are measured

Pair = tuple[int, int]


class Circle(NamedTuple):
    """A circle with its middle."""

    x: float
    y: float
    radius: float


class Spot(NamedTuple):
    """The roomiest place of a region: its middle, and how far it is from the next circle."""

    x: float
    y: float
    room: float


def circles(sizes: Sequence[float], common: Mapping[Pair, float]) -> list[Circle]:
    """Return a circle for each set, given the sizes of sets and those of what two of them have in common. All are right
    of and below 0, 0."""
    scale = RADIUS / sqrt(max(sizes))
    radii = [max(LEAST, sqrt(size) * scale) for size in sizes]
    factors = [radius * radius * pi / size for radius, size in zip(radii, sizes, strict=True)]
    wanted = {}
    for at, radius in enumerate(radii):
        for other in range(at + 1, len(radii)):
            shared = common.get((at, other), 0.0)
            area = shared * min(factors[at], factors[other])
            wanted[at, other] = distance(radius, radii[other], area) if shared else radius + radii[other] + APART
    places = _fitted(len(radii), wanted, common)
    left = min(x - radius for (x, _), radius in zip(places, radii, strict=True))
    top = min(y - radius for (_, y), radius in zip(places, radii, strict=True))
    return [Circle(x - left, y - top, radius) for (x, y), radius in zip(places, radii, strict=True)]


def distance(one: float, other: float, area: float) -> float:
    """Return the distance at which two circles have an area in common: at least that at which one holds the other."""
    low, high = abs(one - other), one + other
    for _ in range(50):
        middle = (low + high) / 2
        low, high = (middle, high) if overlap(one, other, middle) > area else (low, middle)
    return low


def overlap(one: float, other: float, apart: float) -> float:
    """Return the area that two circles at a distance have in common."""
    if apart >= one + other:
        return 0
    if apart <= abs(one - other):
        return pi * min(one, other) ** 2
    a = (apart**2 + one**2 - other**2) / (2 * apart)
    b = apart - a
    first = one**2 * acos(max(-1, min(1, a / one))) - a * sqrt(max(0, one**2 - a**2))
    return first + other**2 * acos(max(-1, min(1, b / other))) - b * sqrt(max(0, other**2 - b**2))


def _fitted(count: int, wanted: Mapping[Pair, float], common: Mapping[Pair, float]) -> list[tuple[float, float]]:
    """Return middles with the wanted distances, as near as they can be. Circles without anything in common may be
    further apart. The first two begin side by side."""
    far = max(wanted.values(), default=0)
    turn = [pi + 2 * pi * at / max(count, 1) for at in range(count)]
    places = [[far * 0.6 * cos(one), -far * 0.6 * sin(one)] for one in turn]
    for _ in range(STEPS if count > 1 else 0):
        for (at, other), size in wanted.items():
            dx, dy = places[other][0] - places[at][0], places[other][1] - places[at][1]
            now = hypot(dx, dy) or 1e-6
            if (at, other) not in common and now >= size:
                continue
            part = (now - size) / now * (0.5 if count == 2 else PULL)
            for place, sign in ((places[at], 1), (places[other], -1)):
                place[0] += sign * dx * part
                place[1] += sign * dy * part
    return [(x, y) for x, y in places]


def spots(placed: Sequence[Circle]) -> dict[frozenset[int], Spot]:
    """Return the roomiest place of each region that is there, by the numbers of the circles that it is in."""
    width, height = max(one.x + one.radius for one in placed), max(one.y + one.radius for one in placed)
    found: dict[frozenset[int], Spot] = {}
    step = max(width, height) / GRID
    for row in range(int(height / step) + 1):
        for column in range(int(width / step) + 1):
            x, y = (column + 0.5) * step, (row + 0.5) * step
            away = [hypot(x - one.x, y - one.y) - one.radius for one in placed]
            region = frozenset(at for at, one in enumerate(away) if one < 0)
            room = min(map(abs, away))
            if region and (region not in found or room > found[region].room + 0.01):
                found[region] = Spot(x, y, room)
    return found
