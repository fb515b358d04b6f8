"""Architecture diagrams in images: services where the sides of their edges say, with icons, in the frames of groups."""

from itertools import combinations

from hypothesis import given
from hypothesis import strategies as st

from compiler.languages.diagrams.facts import Diagram
from compiler.store.snapshot import Snapshot
from queries.diagrams.emphasised_models import emphasised_model
from queries.diagrams.graph_models import graph_facts
from queries.diagrams.svg_rendering import diagram_svg
from queries.drawing.graph_model import GraphModel
from queries.drawing.graph_plan import graph_plan
from queries.drawing.svg_icons import ICONS
from tests.queries.cases import each
from tests.queries.diagrams.placed import Rectangle, is_at_border, overlap, rectangle, within
from tests.queries.diagrams.sources import flow
from tests.queries.diagrams.svg_reader import parsed, parts


def model_of(snapshot: Snapshot) -> GraphModel:
    return emphasised_model(graph_facts(snapshot, snapshot.facts(Diagram)[0]))


def places(*lines: str) -> dict[str, Rectangle]:
    plan = graph_plan(model_of(flow(*lines, head="architecture-beta")))
    return {one.sized.box.id[2:]: rectangle(one) for one in plan.boxes} | {
        one.group.id[3:]: rectangle(one) for one in plan.frames
    }


def services(*names: str) -> list[str]:
    return [f"service {name}(server)[{name}]" for name in names]


@each(
    "edge, step",
    [
        ("a:R -- L:b", (1, 0)),
        ("a:L -- R:b", (-1, 0)),
        ("a:T -- B:b", (0, -1)),
        ("a:B -- T:b", (0, 1)),
        ("a:R -- T:b", (1, 1)),
        ("a:L -- B:b", (-1, -1)),
        ("a:B --> L:b", (1, 1)),
        ("a:T <-- R:b", (-1, -1)),
    ],
)
def test_sides_of_an_edge_tell_where_services_are(edge: str, step: tuple[int, int]) -> None:
    found = places(*services("a", "b"), edge)
    (left, top, right, bottom), other = found["a"], found["b"]
    across = 1 if other[0] >= right else -1 if other[2] <= left else 0
    down = 1 if other[1] >= bottom else -1 if other[3] <= top else 0
    assert (across, down) == step


def test_service_whose_place_is_taken_is_near_it() -> None:
    found = places(*services("a", "b", "c"), "a:R -- L:b", "a:R -- L:c")
    assert found["c"][0] >= found["a"][2] - 1 and found["c"][1] != found["b"][1]


def test_groups_are_cells_with_grids_of_their_own() -> None:
    lines = ["group one[One]", "group two[Two]", *(f"service {name}(disk)[{name}] in one" for name in "ab")]
    found = places(*lines, "service c(cloud)[c] in two", "a:B -- T:b", "b:R -- L:c")
    assert found["two"][0] >= found["one"][2] and found["b"][1] > found["a"][3]
    assert within(found["a"], found["one"]) and within(found["c"], found["two"])


def test_edge_at_a_group_ends_at_its_frame() -> None:
    snapshot = flow(
        "group one[One]", "service a(server)[a] in one", "service b(server)[b]", "a{group}:R --> L:b",
        head="architecture-beta",
    )  # fmt: skip
    plan = graph_plan(model_of(snapshot))
    (line,) = plan.lines
    assert line.connector.source == "sg:one" and is_at_border(plan, "sg:one", line.points[0])


@each("icon", sorted(ICONS))
def test_services_have_icons_and_no_words_for_them(icon: str) -> None:
    snapshot = flow(f"service a({icon})[Name]", "service b(logos:other)[Other]", head="architecture-beta")
    svg = diagram_svg(snapshot, "d")
    assert [one.texts for one in parts(svg, "node")] == [["Name"], ["Other", "(logos:other)"]]
    assert any(len(one.get("d", "")) > 80 for one in parsed(svg).iter())


@given(
    st.lists(st.tuples(*[st.integers(0, 7)] * 2, *[st.sampled_from("LRTB")] * 2), max_size=12),
    st.lists(st.integers(0, 3), min_size=8, max_size=8),
)
def test_services_are_apart_whatever_their_edges_say(edges: list[tuple[int, int, str, str]], groups: list[int]) -> None:
    lines = ["group g1[One]", "group g2[Two] in g1", "group g3[Three]"]
    lines += [f"service s{n}(server)[Some service {n}]" + (f" in g{g}" if g else "") for n, g in enumerate(groups)]
    lines += [f"s{a}:{here} -- {there}:s{b}" for a, b, here, there in edges if a != b]
    plan = graph_plan(model_of(flow(*lines, head="architecture-beta")))
    assert len(plan.boxes) == 8
    assert not [1 for one, other in combinations(map(rectangle, plan.boxes), 2) if overlap(one, other)]
    frames = {one.group.id: rectangle(one) for one in plan.frames}
    for box in plan.boxes:
        own = box.sized.box.group
        around = {own, "sg:g1"} if own == "sg:g2" else {own}
        for name, frame in frames.items():
            assert within(rectangle(box), frame) if name in around else not overlap(rectangle(box), frame)
    for line in plan.lines:
        assert is_at_border(plan, line.connector.source, line.points[0])
        assert is_at_border(plan, line.connector.target, line.points[-1])
