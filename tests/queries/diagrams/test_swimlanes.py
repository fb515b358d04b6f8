"""Swimlanes as images: lanes side by side, boxes in their lanes, lines that lead ahead across them."""

from itertools import combinations, pairwise

from hypothesis import given

from compiler.store.snapshot import Snapshot
from queries.diagrams.svg_rendering import diagram_svg
from queries.drawing.edge_notes import undrawn_notes
from queries.drawing.graph_model import Box, Connector, Direction, GraphModel, Group
from queries.drawing.graph_plan import graph_plan
from queries.drawing.nesting import TOP, group_tree
from queries.drawing.plan import Plan
from tests.queries.cases import each
from tests.queries.diagrams.drawing_models import graph_models
from tests.queries.diagrams.placed import DIRECTIONS, is_at_border, overlap, rectangle, within
from tests.queries.diagrams.sources import flow
from tests.queries.diagrams.svg_reader import parts

LANES = (
    *("subgraph customer [Customer]", "order[Order]", "pay[Pay]", "end"),
    *("subgraph shop [Web shop]", "check{In stock?}", "bill[Send bill]", "cancel[Cancel]", "end"),
    *("subgraph store [Store]", "pack[Pack]", "end"),
    *("order --> check", "check -->|yes| bill", "check -->|no| cancel", "bill --> pay", "pay --> pack"),
)


def lanes(direction: str = "TB") -> Snapshot:
    return flow(*LANES, head=f"swimlane-beta {direction}")


def model_of(direction: Direction) -> GraphModel:
    """Return three lanes of which the third has no box, with lines between the others."""
    groups = tuple(Group(name, name.title() * 3) for name in ("one", "two", "empty"))
    boxes = tuple(Box(f"{lane} {at}", (f"Step {at}",), group=lane) for at in range(3) for lane in ("one", "two"))
    steps = [*pairwise([box.id for box in boxes])]
    connectors = tuple(Connector(*ends, "handed over") for ends in [*steps, ("two 2", "one 0"), ("two 0", "two 2")])
    return GraphModel(boxes, connectors, groups, direction, swimlanes=True)


@each("direction", DIRECTIONS)
def test_swimlanes_are_of_one_length_side_by_side(direction: Direction) -> None:
    plan = graph_plan(model_of(direction))
    upright = direction in ("TB", "BT")
    frames = [rectangle(one) for one in plan.frames]
    assert len(frames) == 3
    for (left, top, right, bottom), other in pairwise(frames):
        if upright:
            assert (right, top, bottom) == (other[0], other[1], other[3])
        else:
            assert (bottom, left, right) == (other[1], other[0], other[2])
    for box in plan.boxes:
        inside = {one.group.id for one in plan.frames if within(rectangle(box), rectangle(one))}
        assert inside == {box.sized.box.group or box.sized.box.id.split()[0]}


@each("direction", DIRECTIONS)
def test_swimlanes_share_their_layers(direction: Direction) -> None:
    model = model_of(direction)
    plan = graph_plan(model)
    places = {one.sized.box.id: (one.x, one.y) for one in plan.boxes}
    along = [places[box.id][direction in ("TB", "BT")] for box in model.boxes]
    assert along == sorted(along, reverse=direction in ("BT", "RL")) and len({*along}) == len(along)


@given(graph_models())
def test_swimlanes_hold_their_boxes_and_no_others(model: GraphModel) -> None:
    plan = graph_plan(model._replace(swimlanes=True))
    assert {one.sized.box.id for one in plan.boxes} == {one.id for one in model.boxes}
    assert not [1 for one, other in combinations(map(rectangle, plan.boxes), 2) if overlap(one, other)]
    tree = group_tree(model, merge=False)
    assert {one.group.id for one in plan.frames} == {*tree.groups}
    frames = {one.group.id: rectangle(one) for one in plan.frames}
    for box in plan.boxes:
        assert within(rectangle(box), (0, 0, plan.width, plan.height))
        own = tree.child(TOP, box.sized.box.id)
        for lane in (id_ for id_ in tree.groups if tree.around[id_] == TOP):
            assert within(rectangle(box), frames[lane]) if lane == own else not overlap(rectangle(box), frames[lane])
    for line in plan.lines:
        assert is_at_border(plan, line.connector.source, line.points[0])
        assert is_at_border(plan, line.connector.target, line.points[-1])


def test_swimlane_diagrams_have_titles_and_lines_with_names() -> None:
    svg = diagram_svg(lanes("LR"), "d")
    assert [one.texts for one in parts(svg, "frame")] == [["Customer"], ["Web shop"], ["Store"]]
    assert [one.title.partition(" (")[0] for one in parts(svg, "edge")] == [
        *("Order → In stock?", "In stock? → Send bill: yes", "In stock? → Cancel: no", "Send bill → Pay", "Pay → Pack"),
    ]


def test_swimlane_boxes_without_lines_follow_each_other() -> None:
    plan = plan_of("subgraph Sales", "a", "b", "c", "end")
    assert len({one.y for one in plan.boxes}) == 3 and len({one.x + one.sized.width / 2 for one in plan.boxes}) == 1


def plan_of(*lines: str) -> Plan:
    boxes = tuple(Box(name, (name,), group="Sales") for name in lines[1:-1])
    return graph_plan(GraphModel(boxes, (), (Group("Sales", "Sales"),), swimlanes=True))


def test_swimlane_groups_within_lanes_are_frames() -> None:
    svg = diagram_svg(
        flow("subgraph a", "subgraph b [Inner]", "c --> d", "end", "e", "end", "d --> e", head="swimlane-beta"), "d"
    )
    assert {one.title.partition(" (")[0] for one in parts(svg, "frame")} == {"a", "Inner"}
    assert len(parts(svg, "edge")) == 2


def test_swimlane_edges_to_a_lane_are_told_below() -> None:
    model = model_of("LR")
    told = undrawn_notes(model._replace(connectors=(*model.connectors, Connector("one", "two 1", "all"))))
    assert told == ["OneOneOne -> Step 1 (all)"]
