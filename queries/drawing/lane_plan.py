"""The plan of a graph whose groups are lanes: each box has a column of its own, in the order of the source.

A line between lanes changes the lane in the gap beside one of its ends, so that it passes no box.
"""

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from queries.drawing.graph_model import Connector, GraphModel, Group
from queries.drawing.plan import PlacedBox, PlacedFrame, PlacedLine, Plan, Point
from queries.drawing.sized_shapes import size_shape
from queries.drawing.text_metrics import bold_width

WRAP = 100  # pixels, to which labels are wrapped
GAP = 46  # between two columns
TURN = 30  # of it, in which a line changes the lane
PAD = 12  # above and below the boxes of a lane
LEAST = 44  # the height of a lane


class _Place(NamedTuple):
    """Where a box is: its column, its lane, the sides of the box and its middle."""

    column: int
    lane: str
    left: float
    right: float
    middle: float


def lane_plan(model: GraphModel) -> Plan:
    """Return the plan of a graph in lanes, from the left to the right."""
    sized = {box.id: size_shape(box._replace(loops=()), WRAP) for box in model.boxes}
    names = [group.id for group in model.groups]
    lane_of = {box.id: box.group if box.group in names else "" for box in model.boxes}
    used = [one for one in ("", *names) if one in lane_of.values() or one]
    heights = {
        lane: max([LEAST, *(sized[id_].height + 2 * PAD for id_, own in lane_of.items() if own == lane)])
        for lane in used
    }
    tops: dict[str, float] = {}
    for lane in used:
        tops[lane] = sum(heights[other] + 8 for other in tops)
    titles = max((bold_width(group.title) + 24 for group in model.groups), default=0)
    plan = Plan(0, sum(height + 8 for height in heights.values()) - 8 if used else 0)
    places: dict[str, _Place] = {}
    x = float(titles)
    for column, box in enumerate(model.boxes):
        one, lane = sized[box.id], lane_of[box.id]
        middle = tops[lane] + heights[lane] / 2
        places[box.id] = _Place(column, lane, x, x + one.width, middle)
        plan.boxes.append(PlacedBox(x, middle - one.height / 2, one))
        x += one.width + GAP
    plan.width = x - GAP + PAD
    plan.frames = [_frame(group, tops[group.id], plan.width, heights[group.id]) for group in model.groups]
    plan.lines = [*_lines(model.connectors, places)]
    return plan


def _frame(group: Group, top: float, width: float, height: float) -> PlacedFrame:
    at = (12 + bold_width(group.title) / 2, top + height / 2)
    return PlacedFrame(0, top, width, height, group, (group.title,) if group.title else (), at)


def _lines(connectors: Sequence[Connector], places: Mapping[str, _Place]) -> list[PlacedLine]:
    return [
        PlacedLine(one, _points(places[one.source], places[one.target], places), upright=False, label=None)
        for one in connectors
        if one.source in places and one.target in places and one.source != one.target
    ]


def _points(source: _Place, target: _Place, places: Mapping[str, _Place]) -> tuple[Point, ...]:
    """Return the points of a line: it changes the lane after its source if the lane of its target is free from there
    on, else before its target."""
    start, end = (source.right, source.middle), (target.left, target.middle)
    if source.middle == target.middle:
        return start, end
    between = range(source.column + 1, target.column)
    taken = any(one.lane == target.lane and one.column in between for one in places.values())
    if taken:
        return start, (target.left - TURN, source.middle), end
    return start, (source.right + TURN, target.middle), end
