"""Drawings of graphs can be followed: what a reader finds along the lines are the edges, no fewer and no more."""

from hypothesis import given
from hypothesis import strategies as st

from queries.drawing.graph_art import graph_art
from queries.drawing.graph_model import Box, Connector, Direction, GraphModel
from tests.compiler.languages.diagrams.compiling import compiled
from tests.queries.asking import ask
from tests.queries.diagrams.drawing_reader import edges_read

Pairs = list[tuple[int, int]]


@st.composite
def pairs(draw: st.DrawFn) -> Pairs:
    count = draw(st.integers(2, 8))
    ends = st.tuples(st.integers(0, count - 1), st.integers(0, count - 1)).filter(lambda pair: pair[0] != pair[1])
    return draw(st.lists(ends, min_size=1, max_size=12, unique=True))


def model(edges: Pairs, direction: Direction, label: str = "", start: str = "", end: str = "arrow") -> GraphModel:
    names = sorted({f"n{end}" for pair in edges for end in pair})
    connectors = tuple(Connector(f"n{one}", f"n{other}", label, start=start, end=end) for one, other in edges)
    return GraphModel(tuple(Box(name, (name,)) for name in names), connectors, (), direction)


def named(edges: Pairs) -> set[tuple[str, str]]:
    return {(f"n{one}", f"n{other}") for one, other in edges}


def read(graph: GraphModel, heads: str = "one") -> set[tuple[str, str]]:
    return edges_read(graph_art(graph, 1_000).lines, [box.id for box in graph.boxes], heads)


@given(pairs(), st.sampled_from(("TB", "BT", "LR", "RL")))
def test_graph_reader_finds_exactly_the_edges(edges: Pairs, direction: Direction) -> None:
    assert read(model(edges, direction)) == named(edges)


@given(pairs(), st.sampled_from(("TB", "LR")))
def test_graph_reader_finds_edges_that_all_have_one_label(edges: Pairs, direction: Direction) -> None:
    assert read(model(edges, direction, label="feeds")) == named(edges)


@given(pairs(), st.sampled_from(("", "arrow")), st.sampled_from(("TB", "LR")))
def test_graph_reader_tells_edges_without_a_direction_apart(edges: Pairs, head: str, direction: Direction) -> None:
    found = read(model(edges, direction, start=head, end=head), heads="both" if head else "none")
    assert {frozenset(pair) for pair in found} == {frozenset(pair) for pair in named(edges)}


def drawn(text: str, **arguments: int) -> str:
    art: str = ask(compiled(text), "diagram_render_ascii", **arguments)["ascii"]
    return art


SHELVES = """flowchart TD
    subgraph rooms[Rooms]
        hall[Hall] <--> attic[Attic]
        hall <--> cellar[Cellar]
    end
    subgraph plans[Plans]
        frame[Frame] --> rack[Rack]
        frame --> crate[Crate]
    end
    hall -.->|built as| frame
    attic -.->|built as| crate
    cellar -.->|built as| rack
    cellar -.->|built as| crate
"""


def test_crossing_dotted_lines_of_one_label_are_not_joined() -> None:
    lines = drawn(SHELVES).splitlines()
    below = lines.index(next(line for line in lines if "built as" in line))
    above = next(at for at, line in enumerate(lines) if "Plans" in line)
    assert "┼" not in "".join(lines[below + 1 : above])


def test_lines_with_two_heads_do_not_run_together() -> None:
    assert drawn("flowchart TD\n  hub <--> one\n  hub <--> two\n").count("▲") == 2


def test_lines_that_end_at_a_box_without_content_have_their_own_rows() -> None:
    picture = drawn("flowchart LR\n  subgraph store\n  direction TB\n  end\n  store --> a\n  b -..- store\n  a --> b\n")
    ends = [line for line in picture.splitlines() if "├─" in line or "├┄" in line]
    assert len(ends) >= 2


def supply(sources: int, targets: int) -> str:
    """Each source leads to all targets but one: lines that share both ends would hide which."""
    pairs = [(one, other) for one in range(sources) for other in range(targets) if one != other]
    return "flowchart TD\n" + "".join(f"  maker{one} -->|supplies| shop{other}\n" for one, other in pairs)


def test_lines_that_share_both_ends_are_named_under_the_drawing() -> None:
    told = " ".join(drawn(supply(4, 4).replace("|supplies|", ""), width=20).split())
    assert "these are the edges:" in told
    assert "maker0 --> shop1" in told and "maker0 --> shop0" not in told


def test_edges_are_named_under_a_drawing_whose_lines_cross_often() -> None:
    picture = drawn(supply(7, 7), width=400)
    assert "times in this drawing. All edges:" in picture
    assert picture.count("(supplies)") == 42


def test_drawing_that_can_be_followed_has_no_list_of_edges() -> None:
    assert "edges:" not in drawn(SHELVES)


def tree(nodes: int) -> str:
    return "flowchart TD\n" + "".join(f"  n{(node - 1) // 2} --> n{node}\n" for node in range(1, nodes))


def test_tree_of_the_documented_size_is_drawn_and_a_larger_one_is_an_outline() -> None:
    sizes = {nodes: ask(compiled(tree(nodes)), "diagram_render_ascii")["form"] for nodes in (215, 300)}
    assert sizes == {215: "drawing", 300: "outline"}
