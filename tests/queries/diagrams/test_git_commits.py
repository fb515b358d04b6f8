"""Git graphs in images: a dot for each commit, in the colour of its branch, with its name and its tags."""

from itertools import combinations, pairwise
from xml.etree.ElementTree import Element

from compiler.store.snapshot import Snapshot
from queries.diagrams.svg_rendering import diagram_svg
from queries.drawing.graph_model import Box, Connector, Direction, GraphModel, Group
from queries.drawing.graph_plan import graph_plan
from queries.drawing.plan import PlacedBox, Plan
from queries.drawing.shapes import COMMITS
from queries.drawing.text_metrics import LINE, text_width
from tests.queries.cases import each
from tests.queries.diagrams.sources import flow
from tests.queries.diagrams.svg_reader import parsed, parts


def history() -> Snapshot:
    return flow(
        'commit id: "a"', "commit", "branch dev", 'commit id: "b" type: HIGHLIGHT', 'commit id: "r" type: REVERSE',
        "checkout main", 'commit id: "c" msg: "words"', 'merge dev tag: "v1" tag: "v1.0"', 'cherry-pick id: "r"',
        head="gitGraph",
    )  # fmt: skip


def test_commits_have_their_names_and_tags_and_automatic_ones_none() -> None:
    found = {one.title.partition(" (")[0]: one.texts for one in parts(diagram_svg(history(), "d"), "node")}
    shown = [*found.values()]
    assert [texts[:1] for texts in shown[:5]] == [["a"], [], ["b"], ["r"], ["c: words"]]
    assert sorted(shown[5]) == ["v1", "v1.0"] and shown[6] == ["cherry-pick:r"]


def test_commits_and_lines_have_the_colours_of_their_branches() -> None:
    svg = diagram_svg(history(), "d")
    nodes = [one for one in parsed(svg).iter() if "node" in one.get("class", "").split()]
    fills = [next(part.get("fill") for part in one.iter() if "painted" in part.get("class", "")) for one in nodes]
    main, dev = fills[0], fills[2]
    assert fills == [main, main, dev, dev, main, main, main] and main != dev
    lines = {
        one.get("data-id"): next(part.get("stroke") for part in one.iter() if "line" in part.get("class", "").split())
        for one in parsed(svg).iter()
        if "edge" in one.get("class", "").split()
    }
    titles = {one.id: one.title for one in parts(svg, "edge")}
    for id_, colour in lines.items():
        leaves_dev = titles[str(id_)].startswith(("b →", "r →")) and "merge" in titles[str(id_)]
        assert colour in (main, dev) and (not leaves_dev or colour == dev)
    assert {*lines.values()} == {main, dev}


@each("labels", ["", "short", "a long message of several words that is wrapped"])
def test_texts_of_commits_are_apart_and_in_their_lanes(labels: str) -> None:
    boxes = tuple(
        Box(
            str(number),
            (labels, "tag\nand more" if number % 2 else ""),
            COMMITS[number % len(COMMITS)],
            "ab"[number % 2],
        )
        for number in range(8)
    )
    lines = tuple(Connector(str(number), str(number + 1)) for number in range(7))
    plan = graph_plan(GraphModel(boxes, lines, (Group("a", "main"), Group("b", "dev")), "LR", lanes=True))
    lanes = {one.group.id: (one.y, one.y + one.height) for one in plan.frames}
    areas = []
    for one in plan.boxes:
        tags = one.sized.parts[1]
        wide = max([one.sized.width, *map(text_width, (*one.sized.parts[0], *tags))])
        top, bottom = one.y - len(tags) * (LINE + 4), one.y + one.sized.height + len(one.sized.parts[0]) * LINE
        low, high = lanes[one.sized.box.group]
        assert low <= top and bottom <= high
        middle = one.x + one.sized.width / 2
        areas.append((middle - wide / 2, middle + wide / 2))
    assert not [1 for one, other in combinations(areas, 2) if one[0] < other[1] and other[0] < one[1]]
    for line in plan.lines:  # a line changes the lane beside the texts
        for (x, y), (next_x, next_y) in zip(line.points, line.points[1:], strict=False):
            if y != next_y:
                assert not [1 for low, high in areas if low < max(x, next_x) and min(x, next_x) < high]


def upright(direction: Direction, label: str = "short") -> Plan:
    boxes = tuple(
        Box(str(at), (label, "tag\nand more" if at % 2 else ""), COMMITS[at % len(COMMITS)], "ab"[at % 3 == 0])
        for at in range(8)
    )
    lines = tuple(Connector(str(at), str(at + step)) for step in (1, 3) for at in range(8 - step))
    return graph_plan(GraphModel(boxes, lines, (Group("a", "main"), Group("b", "dev")), direction, lanes=True))


def area(one: PlacedBox) -> tuple[float, float, float, float]:
    """The left, the right, the top and the bottom of a dot with its label at its left and its tags at its right."""
    label, tags = one.sized.parts
    high = max(one.sized.height, len(label) * LINE, len(tags) * (LINE + 4))
    left, right = max(map(text_width, label), default=0), max(map(text_width, tags), default=0)
    middle = one.y + one.sized.height / 2
    return one.x - left, one.x + one.sized.width + right, middle - high / 2, middle + high / 2


@each("direction", ["TB", "BT"])
@each("label", ["", "short", "a long message of several words that is wrapped"])
def test_commits_of_upright_branches_are_below_each_other_with_texts_in_their_lanes(
    direction: Direction, label: str
) -> None:
    plan = upright(direction, label)
    lanes = {one.group.id: one for one in plan.frames}
    areas = [area(one) for one in plan.boxes]
    for box, (left, right, top, bottom) in zip(plan.boxes, areas, strict=True):
        lane = lanes[box.sized.box.group]
        assert lane.x <= left and right <= lane.x + lane.width
        assert top >= 0 and bottom <= plan.height == lane.height
        assert not top < lane.title_at[1] < bottom
    assert lanes["a"].x + lanes["a"].width < lanes["b"].x
    tops = [top for _, _, top, _ in areas]
    assert tops == sorted(tops, reverse=direction == "BT")
    for low, high in pairwise(sorted((top, bottom) for _, _, top, bottom in areas)):
        assert low[1] < high[0]


@each("direction", ["TB", "BT"])
def test_lines_of_upright_branches_change_the_lane_between_two_commits(direction: Direction) -> None:
    plan = upright(direction)
    areas = [area(one) for one in plan.boxes]
    turns = [ends for line in plan.lines for ends in pairwise(line.points) if ends[0][0] != ends[1][0]]
    assert turns and all(line.upright for line in plan.lines)
    for (_, y), (_, next_y) in turns:
        assert not [1 for _, _, top, bottom in areas if top < max(y, next_y) and min(y, next_y) < bottom]


@each(
    "header, way", [("gitGraph", (1, 0)), ("gitGraph LR:", (1, 0)), ("gitGraph TB:", (0, 1)), ("gitGraph BT:", (0, -1))]
)
def test_direction_of_a_git_graph_is_that_of_its_header(header: str, way: tuple[int, int]) -> None:
    svg = diagram_svg(flow('commit id: "a"', 'commit id: "b"', head=header), "d")
    first, second = (next(part for part in one.iter() if part.get("cx")) for one in _nodes(svg))
    gone = (float(second.get(axis, "")) - float(first.get(axis, "")) for axis in ("cx", "cy"))
    assert tuple((by > 0) - (by < 0) for by in gone) == way


def _nodes(svg: str) -> list[Element]:
    return [one for one in parsed(svg).iter() if "node" in one.get("class", "").split()]
