"""Reachability and paths in one diagram: `flow_reachable` and `flow_paths`.

The tools work on every diagram that is a graph: on all kinds but sequences and those that are only listed. Neighbours
are joined by an edge in the direction in which it runs; an edge at a box (a subgraph or a composite state) concerns the
nodes in it: see `queries.diagrams.graphs`.
"""

from itertools import pairwise
from typing import Any

from compiler.graphs.paths import distances
from compiler.store.snapshot import Snapshot
from queries.diagrams.graphs import FlowGraph, flow_graph
from queries.diagrams.parallel_lists import ParallelLists, cut_parallel, page_parallel
from queries.diagrams.paths import Paths, simple_paths
from queries.diagrams.selection import DIAGRAM, DIAGRAM_ID, GRAPHS, LIMIT, chosen_diagram
from queries.tools.argument_names import DIRECTIONS
from queries.tools.paging import CURSOR, Cursor
from queries.tools.parameters import Parameter
from queries.tools.schemas import Schema, integer, objects, string, strings
from queries.tools.tool import tool

NODE = "a node: its id such as n:pay, its ref, or what the diagram calls it (pay)."
BOXES = strings("Refs of the boxes (subgraphs, composite states) that the walk goes into or out of; absent without.")
NODE_FIELDS: dict[str, Schema] = {
    "id": string("Its id in the diagram."),
    "label": string("What is shown."),
    "box": string("The ref of the subgraph or composite state that the node stands for, when it does."),
    "source": string("Where it stands: path:line."),
}


@tool(
    title="Reachable nodes",
    pack="flow",
    parameters=(
        Parameter(
            "from",
            "string",
            f"Where to start: {NODE}",
            required=True,
            brief="Node: id, ref or name.",
            aliases=("from_node_id", "from_id", "node_id", "id", "ref"),
            passed_as="from_node_id",
        ),
        Parameter(
            "direction",
            "string",
            "out: what can be reached from it; in: what can reach it; both: the union of the two.",
            default="out",
            choices=("out", "in", "both"),
            synonyms=DIRECTIONS,
        ),
        DIAGRAM,
        LIMIT,
        CURSOR,
    ),
    result={
        "diagram_id": DIAGRAM_ID,
        "from": string("The ref of the node started from."),
        "nodes": strings("Refs of the nodes, the start included, sorted."),
        "node_details": objects(
            "Details of each, in the same order.", **NODE_FIELDS, distance=integer("How many steps away.")
        ),
        "boxes": BOXES,
    },
)
def flow_reachable(
    snapshot: Snapshot, *, from_node_id: str, direction: str, diagram_id: str | None, limit: int, cursor: Cursor
) -> dict[str, Any]:
    """Nodes that can be reached from a node by edges, or that can reach it, with distances.

    The node itself is included. Works on every diagram that is a graph: all but sequences. Labels and
    conditions on edges are ignored: every edge can be followed. both is the union of the two directions, not the whole
    connected component. An edge to a box (a subgraph, a composite state) leads on to the nodes in it at which the box
    begins, and an edge from a box can be followed from those at which it ends: boxes names the boxes concerned. A step
    into or out of a box counts as one.
    """
    graph = flow_graph(snapshot, chosen_diagram(snapshot, diagram_id, GRAPHS, from_node_id=from_node_id))
    start = graph.number_of(snapshot, "from_node_id", from_node_id)
    hops_to = distances(graph.backwards, [start]) if direction != "out" else {}
    boxes = graph.boxes_passed(hops_to, against=True)
    if direction != "in":
        onwards = distances(graph.onwards, [start])
        boxes |= graph.boxes_passed(onwards)
        hops_to = {at: min(onwards.get(at, hops), hops) for at, hops in (onwards | hops_to).items()}
    answer: dict[str, Any] = {"diagram_id": graph.diagram.id, "from": graph.ref(start)}
    if boxes:
        answer["boxes"] = sorted(boxes)
    reached = graph.without_ways_out(hops_to)
    nodes = ParallelLists(
        "nodes", "node_details", reached, graph.ref, lambda at: {**graph.detail(at), "distance": hops_to[at]}
    )
    return page_parallel(answer, nodes, limit=limit, cursor=cursor)


@tool(
    title="Paths between nodes",
    pack="flow",
    may_run_long=True,
    parameters=(
        Parameter(
            "from",
            "string",
            f"Where the paths begin: {NODE}",
            required=True,
            brief="Node: id, ref or name.",
            aliases=("from_node_id", "from_id", "node_id", "id", "ref"),
            passed_as="from_node_id",
        ),
        Parameter(
            "to",
            "string",
            f"Where they end: {NODE}",
            brief="Node: id, ref or name.",
            required=True,
            aliases=("to_node_id", "to_id"),
            passed_as="to_node_id",
        ),
        DIAGRAM,
        Parameter("limit", "integer", "The most paths.", default=10, minimum=0, maximum=500),
        Parameter(
            "max_extra_hops",
            "integer",
            "How many edges longer than the shortest a path may be.",
            default=0,
            minimum=0,
            maximum=100,
        ),
    ),
    result={
        "diagram_id": DIAGRAM_ID,
        "total": integer("How many paths there are; with truncated steps, at least."),
        "paths": {
            "type": "array",
            "items": {"type": "array", "items": {"type": "string"}},
            "description": "Each the refs of its nodes from start to end. Fewest edges first, then by the ids on it.",
        },
        "path_details": objects(
            "Of each path, in the same order.",
            hops=integer("How many steps it takes."),
            labels=strings("What its nodes show."),
            edges=objects(
                "The edges from node to node; of parallel ones the first.",
                id=string("Its id in the diagram."),
                label=string("Its label, when it has one."),
                into=string("Instead of an edge: the box that the path goes into."),
                out_of=string("Instead of an edge: the box that the path goes out of."),
            ),
        ),
        "truncated": string("Which bound cut the answer: limit, steps of the search, or size."),
        "hint": string("What to ask next when there is no path, or when paths are left out."),
    },
)
def flow_paths(
    snapshot: Snapshot,
    *,
    from_node_id: str,
    to_node_id: str,
    diagram_id: str | None,
    limit: int,
    max_extra_hops: int,
) -> dict[str, Any]:
    """Shortest paths between two nodes of a diagram, with the labels on the way.

    With max_extra_hops also those that are a few edges longer. Use it to answer whether, and how, one step leads to
    another. No node is on a path twice, and a path ends where it first arrives. From a node to itself there is one
    path, of one node. total counts all paths, also those beyond the limit. The search stops after 200,000 steps and
    then says truncated; whether there is a path at all is always known, and how many shortest ones there are.
    """
    diagram = chosen_diagram(snapshot, diagram_id, GRAPHS, from_node_id=from_node_id, to_node_id=to_node_id)
    graph = flow_graph(snapshot, diagram)
    start = graph.number_of(snapshot, "from_node_id", from_node_id)
    end = graph.number_of(snapshot, "to_node_id", to_node_id)
    found = simple_paths(graph.onwards, graph.backwards, start, end, limit, None, max_extra_hops, counts=True)
    answer: dict[str, Any] = {"diagram_id": diagram.id, "total": found.total}
    if found.truncated or found.total > len(found.found):
        answer["truncated"] = found.truncated or "limit"
        answer["hint"] = _left_out_hint(found)
    if not found.total:
        answer["hint"] = _no_path_hint(graph, start, end)
    paths = ParallelLists(
        "paths",
        "path_details",
        found.found,
        lambda path: [graph.ref(at) for at in path],
        lambda path: _path_detail(graph, path),
    )
    return cut_parallel(answer, paths)


def _path_detail(graph: FlowGraph, path: list[int]) -> dict[str, Any]:
    steps = [graph.step(here, there) for here, there in pairwise(path)]
    return {"hops": len(steps), "labels": [graph.node(at).title for at in path], "edges": steps}


def _left_out_hint(found: Paths) -> str:
    at_least = "at least " if found.truncated else ""
    bound = " The search ended after its last step." if found.truncated else " A greater limit shows more."
    return f"{len(found.found)} of {at_least}{found.total} paths are shown.{bound}"


def _no_path_hint(graph: FlowGraph, start: int, end: int) -> str:
    """Return the hint for no path: how many nodes can be reached, and whether there is a path in reverse."""
    reached = distances(graph.onwards, [start])
    nodes = graph.without_ways_out(reached)
    hint = f"No path. From {graph.nodes[start].node} {len(nodes) - 1} other nodes can be reached."
    if end in graph.boxes:
        inside = [graph.nodes[at].node for at in nodes if end in graph.within([at])]
        if inside:
            hint += f" {graph.nodes[end].node} is a box; of the nodes in it {inside[0]} can be reached."
    if end in distances(graph.backwards, [start]):
        return f"{hint} There is a path the other way round."
    return hint
