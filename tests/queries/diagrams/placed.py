"""Where boxes, frames and lines of a plan in pixels are, for tests."""

from itertools import pairwise
from math import hypot

from queries.drawing.graph_model import Direction
from queries.drawing.outlines import outline
from queries.drawing.plan import PlacedBox, PlacedFrame, Plan, Point

Rectangle = tuple[float, float, float, float]
DIRECTIONS: tuple[Direction, ...] = ("TB", "BT", "LR", "RL")


def rectangle(one: PlacedBox | PlacedFrame) -> Rectangle:
    size = (one.sized.width, one.sized.height) if isinstance(one, PlacedBox) else (one.width, one.height)
    return one.x, one.y, one.x + size[0], one.y + size[1]


def overlap(one: Rectangle, other: Rectangle) -> bool:
    return one[0] < other[2] and other[0] < one[2] and one[1] < other[3] and other[1] < one[3]


def within(inner: Rectangle, outer: Rectangle) -> bool:
    return outer[0] <= inner[0] and outer[1] <= inner[1] and inner[2] <= outer[2] and inner[3] <= outer[3]


def distance(point: Point, start: Point, end: Point) -> float:
    """Return the distance of a point from a line between two points."""
    dx, dy = end[0] - start[0], end[1] - start[1]
    size = dx * dx + dy * dy
    part = max(0, min(1, ((point[0] - start[0]) * dx + (point[1] - start[1]) * dy) / size)) if size else 0
    return hypot(point[0] - start[0] - part * dx, point[1] - start[1] - part * dy)


def border(plan: Plan, id_: str) -> list[Point]:
    """Return the outline of a box or frame as it is placed."""
    for box in plan.boxes:
        if box.sized.box.id == id_:
            shape = outline(box.sized.box.shape, box.sized.width, box.sized.height)
            return [(box.x + x, box.y + y) for x, y in shape]
    frame = next(one for one in plan.frames if one.group.id == id_)
    left, top, right, bottom = rectangle(frame)
    return [(left, top), (right, top), (right, bottom), (left, bottom)]


def is_at_border(plan: Plan, id_: str, point: Point) -> bool:
    around = border(plan, id_)
    return min(distance(point, *ends) for ends in pairwise([*around, around[0]])) < 1.5
