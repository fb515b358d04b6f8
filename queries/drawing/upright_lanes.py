"""The plan of a graph whose groups are lanes that go down, or up: each box has a row of its own.

What a dot is called stands left of it, its tags right of it. Lines are those of `lane_plan`, turned: a line changes the
lane between two rows, so that it passes no box and no text.
"""

from collections.abc import Callable, Iterable, Mapping

from queries.drawing.graph_model import GraphModel, Group
from queries.drawing.lane_plan import GAP, LEAST, PAD, TAG, WRAP, Place, lane_lines, lanes_of
from queries.drawing.plan import PlacedBox, PlacedFrame, PlacedLine, Plan
from queries.drawing.sized_shapes import SizedShape, size_shape
from queries.drawing.text_metrics import LINE, bold_width, text_width

TITLE = 36  # the height of the titles of lanes
SIDE = 6  # between a dot and the texts at its sides
APART = 8  # between two lanes


def upright_lane_plan(model: GraphModel) -> Plan:
    """Return the plan of a graph in lanes from the top down, or from the bottom up if that is its direction."""
    sized = {box.id: size_shape(box._replace(loops=()), WRAP) for box in model.boxes}
    lane_of = lanes_of(model)
    titles = {group.id: bold_width(group.title) + 24 for group in model.groups}
    plan = Plan()
    middles: dict[str, float] = {}
    for group in (Group("", ""), *model.groups):
        inside = [sized[id_] for id_, lane in lane_of.items() if lane == group.id]
        if inside or group.id:
            left = _side(inside, _left, titles.get(group.id, 0))
            width = left + _side(inside, _right, titles.get(group.id, 0))
            middles[group.id] = plan.width + left
            if group.id:
                at = (plan.width + width / 2, TITLE / 2)
                title = (group.title,) if group.title else ()
                plan.frames.append(PlacedFrame(plan.width, 0, width, 0, group, title, at))
            plan.width += width + APART
    plan.width -= APART if middles else 0
    places = _places(model, sized, lane_of, middles)
    plan.height = max((place.ends for place in places.values()), default=TITLE) + PAD
    plan.frames = [frame._replace(height=plan.height) for frame in plan.frames]
    plan.boxes = [
        PlacedBox(places[id_].middle - shape.width / 2, places[id_].left, shape, flanked=True)
        for id_, shape in sized.items()
    ]
    plan.lines = [
        PlacedLine(connector, tuple((across, along) for along, across in points), upright=True, label=None)
        for connector, points in lane_lines(model.connectors, places)
    ]
    return _upside_down(plan) if model.direction == "BT" else plan


def _side(inside: Iterable[SizedShape], reach: Callable[[SizedShape], float], title: float) -> float:
    """Return how far a lane reaches from its middle to one side."""
    return max([LEAST / 2, title / 2, *(reach(shape) + PAD for shape in inside)])


def _left(shape: SizedShape) -> float:
    """Return the width of a box and its label left of its middle."""
    label = max(map(text_width, shape.parts[0]), default=0) if shape.is_dot else 0
    return shape.width / 2 + (SIDE + label if label else 0)


def _right(shape: SizedShape) -> float:
    """Return the width of a box and its tags right of its middle."""
    tags = shape.parts[1] if shape.is_dot and len(shape.parts) > 1 else ()
    return shape.width / 2 + max((SIDE + text_width(tag) + 2 * TAG for tag in tags), default=0)


def _height(shape: SizedShape) -> float:
    """Return the height of a box with its label and its tags."""
    if not shape.is_dot:
        return shape.height
    tags = len(shape.parts[1]) if len(shape.parts) > 1 else 0
    return max(shape.height, len(shape.parts[0]) * LINE, tags * (LINE + 4))


def _places(
    model: GraphModel, sized: Mapping[str, SizedShape], lane_of: Mapping[str, str], middles: Mapping[str, float]
) -> dict[str, Place]:
    """Return where boxes are along the lanes, from the top down."""
    found: dict[str, Place] = {}
    y = float(TITLE)
    for row, box in enumerate(model.boxes):
        one, lane, height = sized[box.id], lane_of[box.id], _height(sized[box.id])
        top = y + (height - one.height) / 2
        found[box.id] = Place(row, lane, y, y + height, top, top + one.height, middles[lane])
        y += height + GAP
    return found


def _upside_down(plan: Plan) -> Plan:
    """Return a plan with its top at the bottom; what is written stays upright."""
    high = plan.height
    plan.boxes = [box._replace(y=high - box.y - box.sized.height) for box in plan.boxes]
    plan.frames = [frame._replace(title_at=(frame.title_at[0], high - frame.title_at[1])) for frame in plan.frames]
    plan.lines = [line._replace(points=tuple((x, high - y) for x, y in line.points)) for line in plan.lines]
    return plan
