"""Long lines of large drawings lead past them in lanes: from border to border, past every box, each label apart."""

from itertools import combinations, pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from harness.benchmarks.svg_speed import graph, skipping
from queries.drawing import outer_lanes
from queries.drawing.graph_model import Box, Connector, Direction, GraphModel
from queries.drawing.graph_plan import graph_plan
from queries.drawing.outer_lanes import LaneSpan, assign_lanes, lane_places
from queries.drawing.text_metrics import LINE, text_width
from tests.queries.diagrams.placed import DIRECTIONS, is_at_border, overlap, rectangle


@pytest.mark.parametrize("direction", DIRECTIONS)
@given(st.data())
def test_lines_in_lanes_pass_no_box_and_end_at_borders(direction: Direction, data: st.DataObject) -> None:
    count = 30
    ends = st.integers(0, count - 1)
    pairs = data.draw(st.lists(st.tuples(ends, ends), max_size=12))
    boxes = tuple(Box(str(number), (f"box {number}",)) for number in range(count))
    chain = [Connector(str(number), str(number + 1)) for number in range(count - 1)]
    long = [Connector(str(a), str(b), "then" if a % 2 else "") for a, b in pairs if a != b]
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(outer_lanes, "MOST_BENDS", 10)
        plan = graph_plan(GraphModel(boxes, (*chain, *long), direction=direction))
    assert len(plan.lines) == len(chain) + len(long)
    for line in plan.lines:
        assert is_at_border(plan, line.connector.source, line.points[0])
        assert is_at_border(plan, line.connector.target, line.points[-1])
        for box in plan.boxes:
            if box.sized.box.id not in (line.connector.source, line.connector.target):
                left, top, right, bottom = rectangle(box)
                for (x, y), (next_x, next_y) in pairwise(line.points):
                    piece = (min(x, next_x), min(y, next_y), max(x, next_x), max(y, next_y))
                    assert not overlap(piece, (left + 1, top + 1, right - 1, bottom - 1))
        assert all(0 <= x <= plan.width and 0 <= y <= plan.height for x, y in line.points)
    labels = []
    for label in (line.label for line in plan.lines if line.label):
        width, height = max(map(text_width, label.lines)), len(label.lines) * LINE
        x, y = label.at
        labels.append((x - width / 2, y - height / 2, x + width / 2, y + height / 2))
    assert not [1 for one, other in combinations(labels, 2) if overlap(one, other)]


@given(st.lists(st.tuples(st.integers(0, 30), st.integers(0, 12), st.integers(0, 90)), max_size=40))
def test_spans_on_one_lane_have_no_layer_in_common(drawn: list[tuple[int, int, int]]) -> None:
    spans = [LaneSpan(first, first + length, width) for first, length, width in drawn]
    lanes = assign_lanes(spans)
    for (one, lane), (other, second) in combinations(zip(spans, lanes, strict=True), 2):
        assert lane != second or one.last < other.first or other.last < one.first
    places = lane_places(spans, lanes, 100, 12)
    for one, lane in zip(spans, lanes, strict=True):
        after = places[lane + 1] if lane + 2 < len(places) else places[-1]
        assert after - places[lane] >= one.width / 2
    assert places == sorted(places)


def test_chain_that_hundreds_of_lines_skip_has_few_bends_and_all_its_lines() -> None:
    model = graph(skipping())
    plan = graph_plan(model)
    assert len(plan.lines) == len(model.connectors)
    assert plan.width < 6_000
