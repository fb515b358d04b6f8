"""Block diagrams in images: blocks in the columns of their author, apart from each other, with lines between them."""

from itertools import combinations

from hypothesis import given
from hypothesis import strategies as st

from queries.diagrams.svg_rendering import diagram_svg
from queries.drawing.graph_model import Box, Cell, Connector, GraphModel, Grid, Group
from queries.drawing.graph_plan import graph_plan
from queries.drawing.outlines import ARROWS, outline
from queries.drawing.plan import Plan
from queries.drawing.text_metrics import LINE, text_width
from tests.queries.cases import each
from tests.queries.diagrams.placed import Rectangle, is_at_border, overlap, rectangle, within
from tests.queries.diagrams.sources import flow
from tests.queries.diagrams.svg_reader import parsed, parts

SHAPES = ("rect", "rounded", "circle", "cylinder", "diamond", "arrow_right", "arrow_down", "arrow_x")


@st.composite
def grid_models(draw: st.DrawFn) -> GraphModel:
    """Draw boxes in the grids of up to three levels."""
    boxes: list[Box] = []
    groups: list[Group] = []
    grids: list[Grid] = []

    def level(name: str, depth: int) -> None:
        cells: list[Cell] = []
        for _ in range(draw(st.integers(0 if name else 1, 5))):
            kind = draw(st.sampled_from(["box", "box", "box", "space", "group"]))
            width = draw(st.integers(1, 4))
            if kind == "space":
                cells.append(Cell("", width))
            elif kind == "group" and depth < 2:
                group = f"g{len(groups)}"
                groups.append(Group(group, draw(st.sampled_from(["", "A title", "Some longer title of it"])), name))
                cells.append(Cell(group, width))
                level(group, depth + 1)
            else:
                label = draw(st.sampled_from(["", "a", "a longer label", "many words in one label " * 4]))
                boxes.append(Box(f"n{len(boxes)}", (label,), draw(st.sampled_from(SHAPES)), name))
                cells.append(Cell(boxes[-1].id, width))
        grids.append(Grid(name, draw(st.integers(0, 4)), tuple(cells)))

    level("", 0)
    ends = [*(one.id for one in boxes), *(one.id for one in groups)]
    pairs = draw(st.lists(st.tuples(st.sampled_from(ends), st.sampled_from(ends)), max_size=5)) if ends else []
    lines = tuple(Connector(one, other, draw(st.sampled_from(["", "calls"]))) for one, other in pairs)
    return GraphModel(tuple(boxes), lines, tuple(groups), grids=tuple(grids))


def frames(plan: Plan) -> dict[str, Rectangle]:
    return {one.group.id: rectangle(one) for one in plan.frames}


@given(grid_models())
def test_blocks_are_apart_and_in_their_groups(model: GraphModel) -> None:
    plan = graph_plan(model)
    assert {one.sized.box.id for one in plan.boxes} == {one.id for one in model.boxes}
    assert not [1 for one, other in combinations(map(rectangle, plan.boxes), 2) if overlap(one, other)]
    around = frames(plan)
    assert {*around} == {one.id for one in model.groups}
    for box in plan.boxes:
        if box.sized.box.group:
            assert within(rectangle(box), around[box.sized.box.group])
    for group in model.groups:
        if group.group:
            assert within(around[group.id], around[group.group])


@given(grid_models())
def test_labels_of_blocks_are_within_them(model: GraphModel) -> None:
    for one in graph_plan(model).boxes:
        lines = one.sized.parts[0] if one.sized.parts else ()
        assert max(map(text_width, lines), default=0) <= one.sized.width
        assert len(lines) * LINE <= one.sized.height


@given(grid_models())
def test_lines_of_a_grid_lead_from_border_to_border(model: GraphModel) -> None:
    plan = graph_plan(model)
    for line in plan.lines:
        around = {one.id: one.group for one in model.boxes} | {one.id: one.group for one in model.groups}
        inside = {around[line.connector.target]}
        if line.connector.source not in inside:
            assert is_at_border(plan, line.connector.source, line.points[0])
            assert is_at_border(plan, line.connector.target, line.points[-1])


def places(*lines: str) -> dict[str, Rectangle]:
    """Return where the blocks of a diagram are drawn."""
    found = {}
    for one in parsed(diagram_svg(flow(*lines, head="block"), "d")).iter():
        if "node" in one.get("class", "").split():
            shape = next(part for part in one.iter() if "shape" in part.get("class", "").split())
            x, y, width, height = (float(shape.get(key, 0)) for key in ("x", "y", "width", "height"))
            found[one.get("data-id", "")[2:]] = (x, y, x + width, y + height)
    return found


def test_columns_begin_rows_and_widths_span_columns() -> None:
    found = places("columns 3", "a b c", "d:2 e", "f:3")
    assert found["a"][1] == found["b"][1] == found["c"][1] < found["d"][1] == found["e"][1] < found["f"][1]
    assert found["d"][0] == found["a"][0] and found["d"][2] == found["b"][2] and found["e"][0] == found["c"][0]
    assert (found["f"][0], found["f"][2]) == (found["a"][0], found["c"][2])


def test_space_leaves_columns_empty() -> None:
    found = places("columns 3", "a space b", "space:2 c")
    assert found["c"][0] == found["b"][0] and found["b"][0] - found["a"][2] > found["a"][2] - found["a"][0]


def test_without_columns_blocks_are_in_one_row() -> None:
    assert len({one[1] for one in places("a b c", "d e").values()}) == 1


def test_line_between_blocks_above_each_other_is_straight() -> None:
    model = GraphModel(
        tuple(Box(name, (name,)) for name in "abc"),
        (Connector("a", "c"), Connector("b", "c")),
        grids=(Grid("", 2, (Cell("a"), Cell("b"), Cell("c", 2))),),
    )
    for line in graph_plan(model).lines:
        assert line.points[0][0] == line.points[1][0]


def test_composite_block_has_the_title_of_its_author_only() -> None:
    svg = diagram_svg(flow('block:one["Group"]', "a", "end", "block:two", "b", "end", head="block"), "d")
    assert [one.texts for one in parts(svg, "frame")] == [["Group"], []]


def test_classes_and_styles_of_blocks_are_drawn() -> None:
    svg = diagram_svg(flow("a b", "classDef hot fill:#300", "class a hot", "style b fill:#030", head="block"), "d")
    assert [one.get("fill") for one in parsed(svg).iter() if "shape" in one.get("class", "").split()] == [
        "#300",
        "#030",
    ]


@each("sides", ["right", "left", "up", "down", "x", "y", "left, right"])
def test_block_arrows_are_arrows(sides: str) -> None:
    svg = diagram_svg(flow(f'a<["Go"]>({sides})', head="block"), "d")
    (node,) = parts(svg, "node")
    assert node.texts == ["Go"]
    assert any(one.get("d", "").count("L") >= 6 for one in parsed(svg).iter())


@each("shape", sorted(ARROWS))
def test_arrows_run_clockwise_around_their_middle(shape: str) -> None:
    corners = outline(shape, 90, 60)
    pairs = zip(corners, [*corners[1:], corners[0]], strict=True)
    assert sum(x * next_y - next_x * y for (x, y), (next_x, next_y) in pairs) > 0
    assert all(0 <= x <= 90 and 0 <= y <= 60 for x, y in corners)
