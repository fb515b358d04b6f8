"""`graph_relations`, `graph_path`, `graph_orphans`, also compared with networkx on random graphs."""

from itertools import pairwise

import networkx
from hypothesis import given
from hypothesis import strategies as st

from tests.queries.asking import all_rows, ask
from tests.queries.cases import each
from tests.queries.knowledge.boatyard import Yard, yard


def told(name: str, **arguments: object) -> tuple[list[tuple[str, str]], list[tuple[str, str]]]:
    found = ask(yard(), "graph_relations", id=name, **arguments)
    outgoing = [(one["relation_type"], one["target_id"]) for one in found["outgoing"]]
    return outgoing, [(one["relation_type"], one["source_id"]) for one in found["incoming"]]


OUT = [("implements", "ADR-0002"), ("belongs_to", "hull"), ("blocks", "y-2"), ("blocks", "y-3")]
IN = [("blocks", "y-4"), ("blocks", "y-99")]


@each("direction, expected", [("both", (OUT, IN)), ("from", (OUT, [])), ("to", ([], IN))])
def test_graph_relations_run_as_their_names_read(direction: str, expected: object) -> None:
    assert told("y-1", direction=direction) == expected


def test_graph_relations_have_line_native_type_and_title() -> None:
    found = ask(yard(), "graph_relations", id="k:note/hull")["outgoing"][0]
    assert (found["native_type"], found["title"], found["source"]) == ("about", "The hull", "yard.md:22")
    dangling = ask(yard(), "graph_relations", id="y-1", direction="to")["incoming"][1]
    assert (dangling["dangling"], "title" in dangling) == (True, False)


def test_graph_relations_pages_are_complete() -> None:
    assert len(all_rows(yard(), "graph_relations", "outgoing", id="y-1", limit=1)) == len(OUT)
    assert len(all_rows(yard(), "graph_relations", "incoming", id="y-1", limit=1)) == len(IN)


def test_graph_relations_without_any_gives_a_hint() -> None:
    assert "No relation leads from this decision." in ask(yard(), "graph_relations", id="3", direction="from")["hint"]


@each(
    "start, end, depth, path",
    [
        ("y-3", "ADR-0001", 10, ["y-3", "y-1", "ADR-0002", "ADR-0001"]),
        ("y-3", "ADR-0001", 3, ["y-3", "y-1", "ADR-0002", "ADR-0001"]),
        ("y-3", "ADR-0001", 2, []),
        ("ADR-0001", "ADR-0001", 0, ["ADR-0001"]),
        ("ADR-0003", "y-1", 10, []),
    ],
)
def test_graph_path_is_shortest_in_either_direction(start: str, end: str, depth: int, path: list[str]) -> None:
    found = ask(yard(), "graph_path", from_id=start, to_id=end, max_depth=depth)
    assert found["path"] == path
    assert found.get("length", 0) == max(len(path) - 1, 0)
    assert (found.get("truncated") == "depth") == (depth == 2)
    assert ("hint" in found) == (not path)


def test_graph_path_prefers_older_relations() -> None:
    made = Yard()
    a, b, c, d = (made.add("task", name) for name in ("z-a", "z-b", "z-c", "z-d"))
    for source, target in ((a, c), (a, b), (b, d), (d, c)):
        made.relate(source, "references", target)
    assert ask(made.snapshot(), "graph_path", from_id="z-a", to_id="z-d")["path"] == ["z-a", "z-c", "z-d"]


def test_graph_orphans_have_no_relation() -> None:
    found = all_rows(yard(), "graph_orphans", "orphans", limit=2)
    assert [one["id"] for one in found if one["type"] == "task"] == ["y-7", "y-8", "y-80", "7f3e2d1"]
    assert [one["id"] for one in ask(yard(), "graph_orphans", type="decision")["orphans"]] == ["ADR-0003"]
    assert ask(yard(), "graph_orphans", type="component")["searched"] == {"component": 1}


PAIRS = st.lists(st.tuples(st.integers(0, 9), st.integers(0, 9)), max_size=15)


@given(PAIRS, st.integers(0, 9), st.integers(0, 9), st.integers(0, 6))
def test_graph_path_and_orphans_equal_networkx(pairs: list[tuple[int, int]], start: int, end: int, depth: int) -> None:
    made = Yard()
    refs = [made.add("task", f"z-{number}") for number in range(10)]
    for one, other in pairs:
        made.relate(refs[one], "references", refs[other])
    snapshot = made.snapshot()
    graph: networkx.Graph[int] = networkx.Graph(pairs)
    graph.add_nodes_from(range(10))
    found = ask(snapshot, "graph_path", from_id=f"z-{start}", to_id=f"z-{end}", max_depth=depth)
    reachable = networkx.has_path(graph, start, end)
    length = networkx.shortest_path_length(graph, start, end) if reachable else 99
    assert found.get("length", 99) == (length if length <= depth else 99)
    for one, other in zip(found["path"], found["path"][1:], strict=False):
        assert graph.has_edge(int(one[2:]), int(other[2:]))
    orphans = {one["id"] for one in ask(snapshot, "graph_orphans")["orphans"]}
    assert orphans == {f"z-{number}" for number in range(10) if not graph.degree(number)}


def test_graph_path_is_complete_when_relations_are_cut() -> None:
    made = Yard()
    refs = [made.add("task", f"z-{one}") for one in range(600)]
    for one, other in pairwise(refs):
        made.relate(one, "references", other, native_type="x" * 100)
    found = ask(made.snapshot(), "graph_path", from_id="z-0", to_id="z-599", max_depth=1000)
    assert (len(found["path"]), found["length"], found["truncated"]) == (600, 599, "size")
    assert 0 < len(found["relations"]) < 599
    assert "total" not in found
