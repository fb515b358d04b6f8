"""Whole answers of every tool on the sample project, locked with the order of their fields."""

from typing import Any

import networkx
import orjson
import pytest
from syrupy.assertion import SnapshotAssertion

from compiler.store.snapshot import Snapshot
from queries import TOOLS
from queries.knowledge import overview
from tests.closing import compile_source, shared
from tests.paths import ROOT
from tests.queries.asking import Json, answers_of_processes, ask

CALLS: list[tuple[str, Json]] = [
    ("entity_get", {"id": "ADR-0002"}),
    ("entity_get", {"id": "5"}),
    ("entity_get", {"id": "ADR-0005"}),
    ("entity_get", {"id": "task-3"}),
    ("entity_get", {"id": "cell-a1.3"}),
    ("entity_get", {"id": "T004"}),
    ("entity_get", {"id": "Day at the press"}),
    ("entity_get", {"id": "notes/scale"}),
    ("entity_get", {"id": "notes/press-day#2"}),
    ("entity_get", {"id": "MILL-44"}),
    ("entity_list", {"type": "decision"}),
    ("entity_list", {"type": "task", "status": "in_progress"}),
    ("entity_list", {"status": "To Do", "limit": 2, "offset": 1}),
    ("entity_list", {"tag": "press"}),
    ("entity_list", {"type": "task", "tag": "pres"}),
    ("search_fulltext", {"query": "scale"}),
    ("search_fulltext", {"query": '"half day" type:task -mail', "limit": 3}),
    ("search_fulltext", {"query": "created:>2025-09"}),
    ("search_fulltext", {"query": "what jams?"}),
    ("search_fulltext", {"query": "press", "type": "prompt"}),
    ("graph_relations", {"id": "ADR-0003"}),
    ("graph_relations", {"id": "MILL-5", "direction": "to"}),
    ("graph_relations", {"id": "notes/press-day", "direction": "from"}),
    ("graph_path", {"from_id": "notes/cloths", "to_id": "ADR-0002"}),
    ("graph_path", {"from_id": "notes/cloths", "to_id": "ADR-0002", "max_depth": 3}),
    ("graph_path", {"from_id": "MILL-1", "to_id": "cell-a1"}),
    ("graph_orphans", {"type": "decision"}),
    ("task_ready", {"limit": 3}),
    ("task_ready", {"explain": True}),
    ("task_ready", {"priority": "low"}),
    ("task_blocked", {}),
    ("task_blocked", {"explain": True}),
    ("task_blocked", {"id": "MILL-5", "explain": True}),
    ("task_blocked", {"id": "cell-d4", "explain": True}),
    ("task_blocked", {"id": "MILL-1"}),
    ("task_next", {}),
    ("get_diagnostics", {}),
    ("search", {"query": "press cloths", "kinds": ["task", "note"]}),
    ("get_impact", {"ref": "MILL-2"}),
    ("find_route", {"from": "notes/cloths", "to": "ADR-0005", "direction": "both"}),
]

# These name the compiler's version and the sources' bytes; every commit may change them.
CHANGING = ("snapshot_id", "next_cursor", "cursor", "compiler_version")


@shared
def mill() -> Snapshot:
    return compile_source(ROOT / "worlds" / "cider-mill")


def shown(answer: dict[str, Any]) -> str:
    steady = {name: "…" if name in CHANGING else value for name, value in answer.items()}
    return orjson.dumps(steady, option=orjson.OPT_INDENT_2).decode()


@pytest.mark.parametrize(("tool", "arguments"), CALLS, ids=[f"{tool} {arguments}" for tool, arguments in CALLS])
def test_the_answer_is(tool: str, arguments: Json, snapshot: SnapshotAssertion) -> None:
    assert shown(ask(mill(), tool, **arguments)) == snapshot


def test_every_tool_of_the_pack_is_locked() -> None:
    assert {one.name for one in TOOLS.values() if one.pack == "knowledge"} <= {tool for tool, _ in CALLS}


def test_the_overview_is(snapshot: SnapshotAssertion) -> None:
    assert shown(overview.stats(mill())) == snapshot
    assert shown(overview.graph(mill(), limit=200, offset=0)) == snapshot
    assert shown(overview.schema()) == snapshot


def graph_of_the_mill() -> "networkx.MultiDiGraph[str]":
    """All relations of which both ends exist, as the overview tells them."""
    whole = overview.graph(mill(), limit=1_000, offset=0)
    graph: networkx.MultiDiGraph[str] = networkx.MultiDiGraph()
    graph.add_nodes_from((one["id"], one) for one in whole["entities"])
    for one in whole["relations"]:
        if not one.get("dangling"):
            graph.add_edge(one["source_id"], one["target_id"], one["relation_type"])
    return graph


def test_every_path_is_as_short_as_the_graph_has_it() -> None:
    graph = graph_of_the_mill().to_undirected()
    for start in graph:
        lengths = networkx.single_source_shortest_path_length(graph, start)
        for end in graph:
            found = ask(mill(), "graph_path", from_id=start, to_id=end)
            assert found.get("length") == lengths.get(end), (start, end)


def test_orphans_are_the_lonely_nodes_of_the_graph() -> None:
    dangling = {"MILL-5", "cell-c3"}  # joined to what is not there
    lonely = set(networkx.isolates(graph_of_the_mill())) - dangling
    assert {one["id"] for one in ask(mill(), "graph_orphans", limit=500)["orphans"]} == lonely


def test_what_waits_for_nothing_open_is_ready_where_dependencies_decide() -> None:
    graph = graph_of_the_mill()
    tasks = {name: one for name, one in graph.nodes(data=True) if one["type"] == "task" and "cell-" not in name}
    waiting = {
        name
        for source, name, kind in graph.edges(keys=True)
        if kind == "blocks" and graph.nodes[source]["status"] != "done"
    }
    ready = {name for name, one in tasks.items() if one["status"] != "done" and name not in waiting}
    assert {one["id"] for one in ask(mill(), "task_ready")["tasks"] if "cell-" not in one["id"]} == ready


def test_the_bytes_are_the_same_under_every_hash_seed() -> None:
    """Invariant: the same source gives the same bytes, cursors and snapshot id included."""
    outputs = answers_of_processes(ROOT / "worlds" / "cider-mill", CALLS)
    assert len(outputs) == 1
    assert outputs.pop().count(b"\n") == len(CALLS)
