"""The plan of a graph whose groups are lanes: each box has a column of its own, in the order of the source.

Lanes that go down or up are those of `upright_lanes`.

What a dot is called stands below it, its tags above it. A line between lanes changes the lane in the gap beside the
column of one of its ends, so that it passes no box and no text.
"""

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from queries.drawing.graph_model import Connector, GraphModel, Group
from queries.drawing.plan import PlacedBox, PlacedFrame, PlacedLine, Plan, Point
from queries.drawing.sized_shapes import SizedShape, size_shape
from queries.drawing.text_metrics import LINE, bold_width, text_width

WRAP = 100  # pixels, to which labels are wrapped
GAP = 34  # between two columns
TURN = 28  # of it, in which a line changes the lane
PAD = 12  # above and below the boxes of a lane
LEAST = 44  # the height of a lane
BELOW, TAG = 14, 8  # from a dot to its label, and around a tag


class Place(NamedTuple):
    """Where a box is along the lanes, from the left to the right: its column with its sides, its lane, the sides of the
    box; and its middle across."""

    column: int
    lane: str
    begins: float
    ends: float
    left: float
    right: float
    middle: float


def lane_plan(model: GraphModel) -> Plan:
    """Return the plan of a graph in lanes, from the left to the right."""
    sized = {box.id: size_shape(box._replace(loops=()), WRAP) for box in model.boxes}
    lane_of = lanes_of(model)
    used = [lane for lane in ("", *(group.id for group in model.groups)) if lane in lane_of.values() or lane]
    above = {lane: max([LEAST / 2, *(_above(sized[id_]) + PAD for id_ in _in(lane, lane_of))]) for lane in used}
    below = {lane: max([LEAST / 2, *(_below(sized[id_]) + PAD for id_ in _in(lane, lane_of))]) for lane in used}
    tops: dict[str, float] = {}
    bottom = 0.0
    for lane in used:
        tops[lane] = bottom
        bottom += above[lane] + below[lane] + 8
    titles = max((bold_width(group.title) + 24 for group in model.groups), default=0)
    plan = Plan(0, bottom - 8 if used else 0)
    places: dict[str, Place] = {}
    x = float(titles)
    for column, box in enumerate(model.boxes):
        one, lane = sized[box.id], lane_of[box.id]
        middle, width = tops[lane] + above[lane], _width(one)
        left = x + (width - one.width) / 2
        places[box.id] = Place(column, lane, x, x + width, left, left + one.width, middle)
        plan.boxes.append(PlacedBox(left, middle - one.height / 2, one, below=True))
        x += width + GAP
    plan.width = x - GAP + PAD
    plan.frames = [
        _frame(group, tops[group.id], plan.width, above[group.id], below[group.id]) for group in model.groups
    ]
    plan.lines = [
        PlacedLine(connector, points, upright=False, label=None)
        for connector, points in lane_lines(model.connectors, places)
    ]
    return plan


def lanes_of(model: GraphModel) -> dict[str, str]:
    """Return the lane of each box by its id, "" for one that is in none."""
    names = {group.id for group in model.groups}
    return {box.id: box.group if box.group in names else "" for box in model.boxes}


def _in(lane: str, lane_of: Mapping[str, str]) -> list[str]:
    return [id_ for id_, own in lane_of.items() if own == lane]


def _above(shape: SizedShape) -> float:
    """Return the height of a box and its tags above its middle."""
    tags = len(shape.parts[1]) if shape.is_dot and len(shape.parts) > 1 else 0
    return shape.height / 2 + tags * (LINE + 4)


def _below(shape: SizedShape) -> float:
    """Return the height of a box and its label below its middle."""
    return shape.height / 2 + (len(shape.parts[0]) * LINE + 4 if shape.is_dot and shape.parts[0] else 0)


def _width(shape: SizedShape) -> int:
    """Return the width of a box with its label and its tags."""
    if not shape.is_dot:
        return shape.width
    tags = shape.parts[1] if len(shape.parts) > 1 else ()
    return max([shape.width, *map(text_width, shape.parts[0]), *(text_width(tag) + 2 * TAG for tag in tags)])


def _frame(group: Group, top: float, width: float, above: float, below: float) -> PlacedFrame:
    at = (12 + bold_width(group.title) / 2, top + above)
    return PlacedFrame(0, top, width, above + below, group, (group.title,) if group.title else (), at)


def lane_lines(
    connectors: Sequence[Connector], places: Mapping[str, Place]
) -> list[tuple[Connector, tuple[Point, ...]]]:
    """Return the points of each connector between two boxes: along the lanes, and across."""
    return [
        (connector, _points(places[connector.source], places[connector.target], places))
        for connector in connectors
        if connector.source in places and connector.target in places and connector.source != connector.target
    ]


def _points(source: Place, target: Place, places: Mapping[str, Place]) -> tuple[Point, ...]:
    """Return the points of a line: it changes the lane after its source if the lane of its target is free from there
    on, else before its target."""
    start, end = (source.right, source.middle), (target.left, target.middle)
    if source.middle == target.middle:
        return start, end
    between = range(source.column + 1, target.column)
    taken = any(place.lane == target.lane and place.column in between for place in places.values())
    if taken:
        return start, (target.begins - TURN, source.middle), (target.begins, target.middle), end
    return start, (source.ends, source.middle), (source.ends + TURN, target.middle), end
