"""The flow pack: reachability, paths, cycles, dead ends, unreachable nodes, degrees."""

import time
from typing import Any

import pytest

from compiler.store.snapshot import Snapshot
from tests.compiler.languages.diagrams.compiling import compiled
from tests.queries.asking import all_rows, ask
from tests.queries.cases import each
from tests.queries.diagrams.sources import flow, short

DIAMOND = flow("a --> b", "a --> c", "b --> d", "c --> d", "d --> e", "x --> y")


def reached(snapshot: Snapshot, start: str, direction: str = "out") -> str:
    return short(ask(snapshot, "flow_reachable", from_node_id=start, direction=direction)["nodes"])


@each(
    "start, direction, expected",
    [("b", "out", "b d e"), ("b", "in", "a b"), ("b", "both", "a b d e"), ("e", "out", "e"), ("x", "both", "x y")],
)
def test_flow_reachable_is_sorted_and_includes_the_start(start: str, direction: str, expected: str) -> None:
    assert reached(DIAMOND, start, direction) == expected


def test_flow_reachable_both_is_the_union_of_the_directions() -> None:
    assert reached(flow("a --> b", "c --> b"), "a", "both") == "a b"


def test_flow_reachable_has_distances() -> None:
    found = ask(DIAMOND, "flow_reachable", from_node_id="a")
    assert [one["distance"] for one in found["node_details"]] == [0, 1, 1, 2, 3]
    assert found["node_details"][3] == {"id": "n:d", "label": "d", "source": "d.mmd:4", "distance": 2}


@each("name", ["a", "n:a", "d:d/flow/node/n:a"])
def test_flow_node_is_named_by_name_id_or_ref(name: str) -> None:
    assert reached(DIAMOND, name) == "a b c d e"


def paths(snapshot: Snapshot, start: str, end: str, **more: Any) -> list[str]:
    return [short(one) for one in ask(snapshot, "flow_paths", from_node_id=start, to_node_id=end, **more)["paths"]]


def test_flow_paths_are_shortest_first_then_by_ids() -> None:
    graph = flow("a --> c", "a --> b", "c --> d", "b --> d", "b --> c")
    assert paths(graph, "a", "d") == ["a b d", "a c d"]
    assert paths(graph, "a", "d", max_extra_hops=1) == ["a b d", "a c d", "a b c d"]
    assert paths(graph, "a", "d", limit=1) == ["a b d"]
    assert paths(graph, "a", "d", limit=0) == []


def test_flow_paths_cut_never_looks_whole() -> None:
    graph = flow("a --> b & c & d --> e", "b --> c")
    found = ask(graph, "flow_paths", from_node_id="a", to_node_id="e", limit=2, max_extra_hops=1)
    assert [short(one) for one in found["paths"]] == ["a b e", "a c e"]
    assert (found["total"], found["truncated"]) == (4, "limit")
    assert found["hint"] == "2 of 4 paths are shown. A greater limit shows more."
    whole = ask(graph, "flow_paths", from_node_id="a", to_node_id="e")
    assert whole["total"] == 3 and "truncated" not in whole


def test_flow_paths_that_are_too_many_to_count_are_at_least_so_many() -> None:
    names = [f"n{number:02}" for number in range(20)]
    found = ask(
        flow(f"{' & '.join(names)} --> {' & '.join(names)}"),
        "flow_paths",
        from_node_id="n00",
        to_node_id="n19",
        max_extra_hops=18,
    )
    assert found["truncated"] == "steps"
    assert found["hint"].startswith(f"10 of at least {found['total']} paths are shown.")


def test_flow_paths_repeat_no_node() -> None:
    assert paths(flow("a --> b", "b --> a", "b --> b", "b --> c"), "a", "c", max_extra_hops=9) == ["a b c"]


def test_flow_paths_from_a_node_to_itself_is_one_path() -> None:
    assert paths(flow("a --> b", "b --> a"), "a", "a", max_extra_hops=5) == ["a"]


def test_flow_paths_hints_when_there_is_none() -> None:
    found = ask(DIAMOND, "flow_paths", from_node_id="e", to_node_id="a")
    assert (found["paths"], found["total"]) == ([], 0)
    assert found["hint"] == "No path. From n:e 0 other nodes can be reached. There is a path the other way round."


def test_flow_paths_has_labels_of_nodes_and_edges() -> None:
    found = ask(flow("a[Start] -->|yes| b[End]", "a --> b"), "flow_paths", from_node_id="a", to_node_id="b")
    edges = [{"id": "e:0001", "label": "yes"}]
    assert found["path_details"] == [{"hops": 1, "labels": ["Start", "End"], "edges": edges}]


def cycles(snapshot: Snapshot) -> list[tuple[str, str]]:
    found = ask(snapshot, "flow_cycles")
    return [(short(group), short(way)) for group, way in zip(found["cycles"], found["witnesses"], strict=True)]


def test_flow_cycles_are_components_with_a_witness() -> None:
    graph = flow("z --> z", "c --> a", "a --> b", "b --> c", "b --> a", "c --> d")
    assert cycles(graph) == [("a b c", "a b a"), ("z", "z z")]


def test_flow_cycles_hints_when_there_are_none() -> None:
    found = ask(DIAMOND, "flow_cycles")
    assert (found["cycles"], found["hint"]) == ([], "No cycle among 7 nodes and 6 edges.")


def test_flow_dead_ends_have_no_outgoing_edges() -> None:
    graph = flow("a --> b", "c --> c", "lonely", "b --> d", "b --> e")
    assert short(ask(graph, "flow_dead_ends")["nodes"]) == "d e lonely"


@each(
    "lines, start, expected",
    [
        (("a --> b", "c --> d"), "a", "c d"),
        (("a --> b", "c --> d"), None, ""),
        (("a --> b", "c --> c"), None, "c"),
        (("a --> b", "c --> d", "d --> c"), None, "c d"),
        (("a --> b", "b --> a", "c --> c"), None, ""),
    ],
)
def test_flow_unreachable_lists_unreached_nodes(lines: tuple[str, ...], start: str | None, expected: str) -> None:
    assert short(ask(flow(*lines), "flow_unreachable", start_node_id=start)["nodes"]) == expected


def degrees(snapshot: Snapshot, **arguments: Any) -> list[str]:
    found = ask(snapshot, "flow_degrees", **arguments)["nodes"]
    return [f"{short([one['node_ref']])} {one['in_degree']} {one['out_degree']}" for one in found]


def test_flow_degrees_count_a_loop_twice() -> None:
    graph = flow("a --> b", "a --> b", "b --> b", "c --> b")
    assert degrees(graph) == ["a 0 2", "b 4 1", "c 0 1"]
    assert degrees(graph, sort_by="in") == ["b 4 1", "a 0 2", "c 0 1"]
    assert degrees(graph, sort_by="total", top=1) == ["b 4 1"]
    assert degrees(graph, top=0) == []


@each(
    "head, lines, family",
    [
        ("stateDiagram-v2", ("s1 --> s2", "s2 --> s3"), "state"),
        ("classDiagram", ("s1 --> s2", "s2 --> s3"), "class"),
        ("erDiagram", ("s1 ||--o{ s2 : has", "s2 ||--o{ s3 : has"), "er"),
    ],
)
def test_flow_tools_take_every_kind_of_graph(head: str, lines: tuple[str, ...], family: str) -> None:
    graph = flow(*lines, head=head)
    assert ask(graph, "flow_dead_ends")["nodes"] == [f"d:d/{family}/node/n:s3"]
    assert paths(graph, "s1", "s3") == ["s1 s2 s3"]
    assert cycles(graph) == []


def test_flow_tools_take_requirement_diagrams() -> None:
    text = "requirementDiagram\nrequirement r1 {\nid: 1\n}\nelement e1 {\ntype: code\n}\ne1 - satisfies -> r1\n"
    assert reached(compiled(text), "e1") == "e1 r1"


@pytest.mark.long("growth is measured")
def test_flow_paths_between_unconnected_nodes_is_quick() -> None:
    """Every node leads to the next ten: one half has countless paths, but none to the other half."""
    half = [f"a{at} --> a{at + step}" for at in range(1_000) for step in range(1, 11)]
    graph = flow(*half, *(line.replace("a", "b") for line in half))
    ask(graph, "flow_reachable", from_node_id="a0")  # the graph is made at the first question
    began = time.process_time()
    assert paths(graph, "a0", "b900", max_extra_hops=50) == []
    assert time.process_time() - began < 1


def test_flow_pages_join_to_the_whole() -> None:
    graph = flow(*(f"a{at} --> a{at + 1}" for at in range(700)))
    whole = all_rows(graph, "flow_reachable", "nodes", from_node_id="a0", limit=5_000)
    assert whole == all_rows(graph, "flow_reachable", "nodes", from_node_id="a0", limit=90)
    details = all_rows(graph, "flow_reachable", "node_details", from_node_id="a0", limit=90)
    assert [one["id"] for one in details] == [ref.rpartition("/")[2] for ref in whole]
    assert len(whole) == 701


def test_flow_cycles_shortens_a_component_larger_than_an_answer() -> None:
    ring = flow(*(f"node{at:04} --> node{(at + 1) % 2_000:04}" for at in range(2_000)))
    found = ask(ring, "flow_cycles")
    assert found["truncated"] == "size"
    assert "more left out" in found["cycles"][0][-1]
