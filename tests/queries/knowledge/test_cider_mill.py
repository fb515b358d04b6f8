"""Locked answers of every knowledge tool on the sample project, and the graph tools compared with networkx."""

import networkx
import pytest
from syrupy.assertion import SnapshotAssertion

from queries import TOOLS
from queries.knowledge import overview
from tests.queries.asking import Json, ask, locked
from tests.queries.knowledge.cider_mill import CALLS, mill


@pytest.mark.parametrize(("tool", "arguments"), CALLS, ids=map(str, CALLS))
def test_answer_of_tool(tool: str, arguments: Json, snapshot: SnapshotAssertion) -> None:
    assert locked(ask(mill(), tool, **arguments)) == snapshot


def test_every_knowledge_tool_has_a_locked_answer() -> None:
    assert {one.name for one in TOOLS.values() if one.pack == "knowledge"} <= {tool for tool, _ in CALLS}


def test_overview_content(snapshot: SnapshotAssertion) -> None:
    assert locked(overview.stats(mill())) == snapshot
    assert locked(overview.graph(mill(), limit=200, offset=0)) == snapshot
    assert locked(overview.schema()) == snapshot


def graph_of_the_mill() -> "networkx.MultiDiGraph[str]":
    """The relations of the overview whose ends both exist."""
    whole = overview.graph(mill(), limit=1_000, offset=0)
    graph: networkx.MultiDiGraph[str] = networkx.MultiDiGraph()
    graph.add_nodes_from((one["id"], one) for one in whole["entities"])
    for one in whole["relations"]:
        if not one.get("dangling"):
            graph.add_edge(one["source_id"], one["target_id"], one["relation_type"])
    return graph


def test_graph_path_length_equals_networkx() -> None:
    graph = graph_of_the_mill().to_undirected()
    for start in graph:
        lengths = networkx.single_source_shortest_path_length(graph, start)
        for end in graph:
            found = ask(mill(), "graph_path", from_id=start, to_id=end)
            assert found.get("length") == lengths.get(end), (start, end)


def test_graph_orphans_equal_networkx_isolates() -> None:
    dangling = {"MILL-5", "cell-c3"}  # related to something that does not exist
    lonely = set(networkx.isolates(graph_of_the_mill())) - dangling
    assert {one["id"] for one in ask(mill(), "graph_orphans", limit=500)["orphans"]} == lonely


def test_task_ready_equals_unblocked_nodes_of_graph() -> None:
    graph = graph_of_the_mill()
    tasks = {name: one for name, one in graph.nodes(data=True) if one["type"] == "task" and "cell-" not in name}
    waiting = {
        name
        for source, name, kind in graph.edges(keys=True)
        if kind == "blocks" and graph.nodes[source]["status"] != "done"
    }
    ready = {name for name, one in tasks.items() if one["status"] != "done" and name not in waiting}
    answer = ask(mill(), "task_ready")
    undecided = {one["id"] for one in answer["undecided"]["first"]}
    assert {one["id"] for one in answer["tasks"] if "cell-" not in one["id"]} == ready - undecided == ready - {"MILL-6"}
