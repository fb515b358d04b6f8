"""Properties of every graph in pixels: boxes apart, texts inside them, lines from border to border."""

from collections.abc import Sequence
from datetime import date
from itertools import combinations, pairwise

from hypothesis import given
from hypothesis import strategies as st

from queries.drawing.calendar_days import date_text, day_number, formatted
from queries.drawing.graph_model import Box, Connector, Direction, GraphModel, Group
from queries.drawing.graph_plan import graph_plan
from queries.drawing.nesting import group_tree
from queries.drawing.outlines import outline
from queries.drawing.plan import Point
from queries.drawing.shapes import BORDERS, DOTS, NEAREST
from queries.drawing.sized_shapes import label_shift, size_shape
from queries.drawing.svg_lines import curve
from queries.drawing.text_metrics import LINE, text_width
from queries.drawing.time_plan import ticks
from tests.queries.cases import each
from tests.queries.diagrams.drawing_models import graph_models
from tests.queries.diagrams.placed import (
    DIRECTIONS,
    is_at_border,
    overlap,
    rectangle,
    within,
)


@given(graph_models())
def test_boxes_do_not_overlap(model: GraphModel) -> None:
    plan = graph_plan(model)
    assert {one.sized.box.id for one in plan.boxes} == {one.id for one in model.boxes}
    assert not [1 for one, other in combinations(map(rectangle, plan.boxes), 2) if overlap(one, other)]
    whole = (0, 0, plan.width, plan.height)
    assert all(within(one, whole) for one in [*map(rectangle, plan.boxes), *map(rectangle, plan.frames)])


@given(graph_models())
def test_frames_enclose_what_is_theirs_and_nothing_else(model: GraphModel) -> None:
    plan, tree = graph_plan(model), group_tree(model, merge=False)
    frames = {one.group.id: rectangle(one) for one in plan.frames}
    assert {*frames} == {*tree.groups}
    for box in plan.boxes:
        id_ = box.sized.box.id
        around = {id_}
        while tree.around[id_]:
            id_ = tree.around[id_]
            around.add(id_)
        for group, frame in frames.items():
            assert within(rectangle(box), frame) if group in around else not overlap(rectangle(box), frame)


@given(graph_models())
def test_lines_lead_from_border_to_border(model: GraphModel) -> None:
    plan, tree = graph_plan(model), group_tree(model, merge=False)
    shown = [wired.connector for wires in tree.wires.values() for wired in wires]
    assert len(plan.lines) == sum(one.stroke != "invisible" for one in shown)
    for line in plan.lines:
        assert is_at_border(plan, line.connector.source, line.points[0])
        assert is_at_border(plan, line.connector.target, line.points[-1])
    for loop in plan.loops:
        assert is_at_border(plan, loop.box, loop.start) and is_at_border(plan, loop.box, loop.end)


@given(graph_models())
def test_labels_of_lines_are_beside_boxes_and_each_other(model: GraphModel) -> None:
    plan = graph_plan(model)
    labels = []
    for line in plan.lines:
        if line.label:
            width, height = max(map(text_width, line.label.lines)), len(line.label.lines) * LINE
            x, y = line.label.at
            labels.append((x - width / 2, y - height / 2, x + width / 2, y + height / 2))
    assert not [1 for one, other in combinations(labels, 2) if overlap(one, other)]
    assert not [1 for one in labels for box in plan.boxes if overlap(one, rectangle(box))]


@given(st.integers(2, 9), st.sampled_from(DIRECTIONS), st.data())
def test_lines_pass_no_box_that_is_not_theirs(count: int, direction: Direction, data: st.DataObject) -> None:
    ends = st.integers(0, count - 1)
    pairs = data.draw(st.lists(st.tuples(ends, ends), max_size=14))
    boxes = tuple(Box(str(number), (f"box {number} " * (number + 1),)) for number in range(count))
    connectors = tuple(Connector(str(one), str(other)) for one, other in pairs if one != other)
    plan = graph_plan(GraphModel(boxes, connectors, direction=direction))
    for line in plan.lines:
        for box in plan.boxes:
            if box.sized.box.id not in (line.connector.source, line.connector.target):
                left, top, right, bottom = rectangle(box)
                for (x, y), (next_x, next_y) in pairwise(line.points):
                    piece = (min(x, next_x), min(y, next_y), max(x, next_x), max(y, next_y))
                    assert not overlap(piece, (left + 1, top + 1, right - 1, bottom - 1))


@each("shape", sorted({*BORDERS, *NEAREST} - {"odd", "bow", "flag", "person", "folder"}))  # hollow
@each("text", ["x", "Ship the order", "a rather long text that is wrapped to several lines " * 2])
def test_texts_are_within_their_shapes(shape: str, text: str) -> None:
    sized = size_shape(Box("a", (text,), shape), 200)
    around = outline(shape, sized.width, sized.height)
    half_width = max(map(text_width, sized.parts[0])) / 2
    half_height = len(sized.parts[0]) * LINE / 2 - 2
    aside, down = label_shift(shape, sized.width, sized.height)
    middle = (sized.width / 2 + aside, sized.height / 2 + down)
    for x in (middle[0] - half_width, middle[0] + half_width):
        for y in (middle[1] - half_height, middle[1] + half_height):
            assert contains(around, (x, y)), (x, y, sized.width, sized.height)


@each("shape", ["bow", "flag", "person", "folder"])
def test_texts_of_hollow_shapes_keep_off_their_outline(shape: str) -> None:
    sized = size_shape(Box("a", ("Some label of two lines " * 2,), shape), 200)
    half_width = max(map(text_width, sized.parts[0])) / 2
    half_height = len(sized.parts[0]) * LINE / 2 - 2
    aside, down = label_shift(shape, sized.width, sized.height)
    for x, y in outline(shape, sized.width, sized.height):
        assert abs(x - sized.width / 2 - aside) > half_width or abs(y - sized.height / 2 - down) > half_height


@each("direction", DIRECTIONS)
@each("shape", sorted({*NEAREST, *DOTS}))
def test_lines_end_at_the_outline_of_every_shape(shape: str, direction: Direction) -> None:
    boxes = (Box("a", ("Some label",), shape), *(Box(name, (name,)) for name in "bcd"))
    connectors = (*(Connector("a", name) for name in "bc"), Connector("d", "a"))
    plan = graph_plan(GraphModel(boxes, connectors, direction=direction))
    for line in plan.lines:
        assert is_at_border(plan, line.connector.source, line.points[0])
        assert is_at_border(plan, line.connector.target, line.points[-1])


def contains(corners: Sequence[Point], point: Point) -> bool:
    """Whether a point is within a convex outline that runs clockwise."""
    sides = pairwise([*corners, corners[0]])
    return all(
        (end[0] - start[0]) * (point[1] - start[1]) - (end[1] - start[1]) * (point[0] - start[0]) >= -1
        for start, end in sides
    )


@each("direction", DIRECTIONS)
def test_layers_follow_the_direction(direction: Direction) -> None:
    boxes = (Box("a", ("a",)), Box("b", ("b",)))
    plan = graph_plan(GraphModel(boxes, (Connector("a", "b"),), direction=direction))
    first, second = (next(one for one in plan.boxes if one.sized.box.id == id_) for id_ in "ab")
    ahead = {"TB": second.y - first.y, "BT": first.y - second.y, "LR": second.x - first.x, "RL": first.x - second.x}
    assert ahead[direction] > 40


def test_group_keeps_its_own_direction() -> None:
    boxes = (Box("a", ("a",), group="g"), Box("b", ("b",), group="g"))
    plan = graph_plan(GraphModel(boxes, (Connector("a", "b"),), (Group("g", "G", direction="LR"),)))
    a, b = sorted(plan.boxes, key=lambda one: one.sized.box.id)
    assert b.x > a.x + a.sized.width and a.y == b.y


def test_frame_is_wide_enough_for_a_title_beside_a_line() -> None:
    boxes = (Box("a", ("a",)), Box("b", ("b",), group="g"))
    plan = graph_plan(GraphModel(boxes, (Connector("a", "b"),), (Group("g", "A title of some length"),)))
    (line,), (frame,) = plan.lines, plan.frames
    assert abs(frame.title_at[0] - line.points[0][0]) > text_width("A title of some length") / 2


def test_curve_is_straight_where_its_points_are_in_line() -> None:
    assert curve([(1, 2), (1, 20)], upright=True) == "M1 2L1 20"
    assert curve([(0, 0), (10, 20)], upright=True) == "M0 0C0 10 10 10 10 20"
    assert curve([(0, 0), (10, 20)], upright=False) == "M0 0C5 0 5 20 10 20"


def test_branches_of_a_git_graph_are_lanes_and_no_line_passes_a_box() -> None:
    boxes = tuple(Box(str(number), (f"commit {number}",), group="ab"[number in (2, 3)]) for number in range(6))
    pairs = ((0, 1), (1, 2), (2, 3), (1, 4), (3, 4), (4, 5))
    connectors = tuple(Connector(str(one), str(other)) for one, other in pairs)
    plan = graph_plan(GraphModel(boxes, connectors, (Group("a", "main"), Group("b", "dev")), "LR", lanes=True))
    places = {one.sized.box.id: one for one in plan.boxes}
    assert len({one.y for one in plan.boxes if one.sized.box.group == "a"}) == 1 and len(plan.lines) == len(pairs)
    assert [one.sized.box.id for one in sorted(plan.boxes, key=lambda one: one.x)] == [*"012345"]
    for line in plan.lines:
        assert is_at_border(plan, line.connector.source, line.points[0])
        assert is_at_border(plan, line.connector.target, line.points[-1])
        for id_, box in places.items():
            if id_ not in (line.connector.source, line.connector.target):
                left, top, right, bottom = rectangle(box)
                for (x, y), (next_x, next_y) in pairwise(line.points):
                    piece = (min(x, next_x), min(y, next_y), max(x, next_x), max(y, next_y))
                    assert not overlap(piece, (left + 1, top + 1, right - 1, bottom - 1))


def test_tasks_with_dates_are_bars_on_an_axis() -> None:
    boxes = tuple(
        Box(id_, (title,), group="g", times=times)
        for id_, title, times in (("a", "Lease", (0.0, 10.0)), ("b", "Ovens and doors", (10.0, 11.0)))
    )
    plan = graph_plan(GraphModel(boxes, (Connector("a", "b"),), (Group("g", "Rooms"),)))
    a, b = plan.boxes
    assert abs(b.x - a.x - a.sized.width) <= 1 and b.y > a.y and abs(a.sized.width - 10 * b.sized.width) < 10
    assert (a.beside, b.beside) == (False, True)
    assert [one.shown for one in plan.ticks] == [f"1970-01-{day:02}" for day in (1, 3, 5, 7, 9, 11)]
    (line,) = plan.lines
    assert is_at_border(plan, "a", line.points[0]) and is_at_border(plan, "b", line.points[-1])


@each("day", [0, 1, -1, 59, 10957, 11016, 19782, -719_162, 2_932_896])
def test_days_are_dates_and_back(day: int) -> None:
    assert day_number(date_text(day)) == day
    if -719_162 <= day <= 2_932_896:
        assert date_text(day) == date.fromordinal(day + date(1970, 1, 1).toordinal()).isoformat()


@each("day", [0, 1, 19_782, 20_786, -800])
@each("form", ["%Y-%m-%d", "%b %Y", "%B %d", "%a %e", "%A", "%d/%m/%y", "%%%Y"])
def test_days_are_shown_in_the_format_of_the_axis(day: int, form: str) -> None:
    known = date.fromordinal(day + date(1970, 1, 1).toordinal())
    expected = form.replace("%e", str(known.day))
    assert formatted(day, form) == known.strftime(expected)


@each("form", ["", "week", "%H:%M", "%Q"])
def test_days_are_dates_where_the_format_is_not_of_days(form: str) -> None:
    assert formatted(0, form) == "1970-01-01"


@each("days", [1, 8, 40, 100, 200, 400, 900, 3_000, 20_000, 300_000])
def test_marks_of_a_time_axis_are_few_and_far_ones_at_beginnings_of_months(days: int) -> None:
    found = ticks(19_782, 19_782 + days)
    assert 1 <= len(found) <= 12
    assert days < 150 or all(shown.endswith("-01") for _, shown in found)


def test_times_are_parts_of_days_and_other_texts_none() -> None:
    assert [day_number(one) for one in ("1970-01-02T12:00", "soon", "")] == [1.5, None, None]


@each("direction", ["TB", "LR"])
@each("ways", ["in", "out", "both"])
def test_loose_boxes_of_a_group_do_not_make_its_layers_wide(direction: Direction, ways: str) -> None:
    loose = [f"loose {number}" for number in range(24)]
    boxes = (Box("outside", ("outside",)), *(Box(name, (name,), group="g") for name in ("a", "b", *loose)))
    inward = (Connector("outside", "a"),) if ways != "out" else ()
    outward = (Connector("b", "outside"),) if ways == "out" else (Connector("b", "after"),) if ways == "both" else ()
    after = (Box("after", ("after",)),) if ways == "both" else ()
    model = GraphModel((*boxes, *after), (*inward, Connector("a", "b"), *outward), (Group("g", "G"),), direction)
    plan = graph_plan(model)
    across = plan.width if direction == "TB" else plan.height
    assert across < 24 * (100 if direction == "TB" else 60)
    assert not [1 for one, other in combinations(map(rectangle, plan.boxes), 2) if overlap(one, other)]
    (frame,) = plan.frames
    assert all(within(rectangle(one), rectangle(frame)) for one in plan.boxes if one.sized.box.group)
    for line in plan.lines:
        assert is_at_border(plan, line.connector.source, line.points[0])
        assert is_at_border(plan, line.connector.target, line.points[-1])
        for box in plan.boxes:
            if box.sized.box.id in loose:
                left, top, right, bottom = rectangle(box)
                for (x, y), (next_x, next_y) in pairwise(line.points):
                    piece = (min(x, next_x), min(y, next_y), max(x, next_x), max(y, next_y))
                    assert not overlap(piece, (left, top, right, bottom))


def test_last_date_of_a_time_axis_is_within_the_image() -> None:
    days = [day_number(one) for one in ("1900-01-01", "1934-12-31")]
    plan = graph_plan(GraphModel((Box("a", ("a",), times=tuple(day for day in days if day is not None)),), ()))
    assert max(one.x + text_width(one.shown) / 2 for one in plan.ticks) <= plan.width
