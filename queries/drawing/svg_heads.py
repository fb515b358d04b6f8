"""The ends of lines in SVG: arrows, crosses, circles, triangles, diamonds, crow's feet. Each is a path of its own, so
that it takes the colour of its line from any stylesheet."""

from collections.abc import Mapping
from math import hypot
from typing import NamedTuple

from queries.drawing.svg_elements import element, number

Point = tuple[float, float]


class Head(NamedTuple):
    """A head: its strokes, where the end of the line is 0, 0 and the line comes from -x.

    `length` is what it takes of the line, `filled` says with what: line, paper, or nothing."""

    paths: tuple[tuple[Point, ...], ...]
    length: float
    filled: str
    rings: tuple[tuple[float, float], ...] = ()  # circles: middle, radius


_ARROW = ((-9.0, -4.5), (0.0, 0.0), (-9.0, 4.5))
_BIG = ((-14.0, -8.0), (0.0, 0.0), (-14.0, 8.0))
_DIAMOND = ((-18.0, 0.0), (-9.0, -6.0), (0.0, 0.0), (-9.0, 6.0))
_FOOT = (((0.0, -7.0), (-12.0, 0.0), (0.0, 7.0)), ((0.0, 0.0), (-12.0, 0.0)))


def _tick(at: float) -> tuple[Point, ...]:
    return ((at, -7.0), (at, 7.0))


HEADS: Mapping[str, Head] = {
    "arrow": Head((_ARROW,), 8, "line"),
    "open": Head((((-9.0, -5.0), (0.0, 0.0), (-9.0, 5.0)),), 0, ""),
    "triangle": Head((_BIG,), 14, "paper"),
    "cross": Head((((-10.0, -5.0), (0.0, 5.0)), ((-10.0, 5.0), (0.0, -5.0))), 5, ""),
    "circle": Head((), 9, "line", ((-5.0, 4.5),)),
    "diamond": Head((_DIAMOND,), 18, "line"),
    "hollow_diamond": Head((_DIAMOND,), 18, "paper"),
    "one": Head((_tick(-7), _tick(-12)), 0, ""),
    "zero_one": Head((_tick(-7),), 0, "", ((-17.0, 5.0),)),
    "zero_many": Head(_FOOT, 0, "", ((-17.0, 5.0),)),
    "one_many": Head((*_FOOT, _tick(-15)), 0, ""),
}


def head(name: str, tip: Point, before: Point, stroke: Mapping[str, object]) -> str:
    """Return the head of a line that ends at `tip` and comes from `before`."""
    one = HEADS.get(name)
    if one is None:
        return ""
    dx, dy = tip[0] - before[0], tip[1] - before[1]
    size = hypot(dx, dy) or 1
    ux, uy = dx / size, dy / size

    def turned(point: Point) -> Point:
        along, aside = point
        return tip[0] + along * ux - aside * uy, tip[1] + along * uy + aside * ux

    colour = stroke.get("stroke", "#000")
    fill = {"line": colour, "paper": "#fff"}.get(one.filled, "none")
    kind = "head" if one.filled == "line" else "head open"
    drawn = [
        element(
            "path",
            {"class": kind, "d": _path([turned(point) for point in points], bool(one.filled)), "fill": fill, **stroke},
        )
        for points in one.paths
    ]
    for at, radius in one.rings:
        x, y = turned((at, 0))
        inner = fill if one.filled else "#fff"
        drawn.append(element("circle", {"class": kind, "cx": x, "cy": y, "r": radius, "fill": inner, **stroke}))
    return "".join(drawn)


def shortened(name: str, tip: Point, before: Point) -> Point:
    """Return where the line itself ends, so that it does not show through its head."""
    one = HEADS.get(name)
    length = one.length if one else 0
    dx, dy = tip[0] - before[0], tip[1] - before[1]
    size = hypot(dx, dy)
    if not length or size <= length:
        return tip
    return tip[0] - dx / size * length, tip[1] - dy / size * length


def _path(points: list[Point], closed: bool) -> str:
    return "M" + "L".join(f"{number(x)} {number(y)}" for x, y in points) + ("Z" if closed and len(points) > 2 else "")
