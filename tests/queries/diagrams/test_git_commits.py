"""Git graphs in images: a dot for each commit, in the colour of its branch, with its name and its tags."""

from itertools import combinations

import pytest

from compiler.store.snapshot import Snapshot
from queries.diagrams.svg_rendering import diagram_svg
from queries.drawing.graph_model import Box, Connector, GraphModel, Group
from queries.drawing.graph_plan import graph_plan
from queries.drawing.shapes import COMMITS
from queries.drawing.text_metrics import LINE, text_width
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


@pytest.mark.parametrize("labels", ["", "short", "a long message of several words that is wrapped"])
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
