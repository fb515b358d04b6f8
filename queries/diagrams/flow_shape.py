"""The shape of a diagram's graph: cycles, dead ends, unreachable nodes, degrees."""

from collections.abc import Sequence
from typing import Any

from compiler.graphs.cycles import cycles, shortest_cycle
from compiler.graphs.paths import distances
from compiler.store.snapshot import Snapshot
from queries.diagrams.flow import BOXES, NODE, NODE_FIELDS
from queries.diagrams.graphs import FlowGraph, flow_graph
from queries.diagrams.parallel_lists import ParallelLists, page_parallel
from queries.diagrams.selection import DIAGRAM, DIAGRAM_ID, GRAPHS, LIMIT, chosen_diagram, place
from queries.tools.paging import CURSOR, Cursor, cut
from queries.tools.parameters import Parameter
from queries.tools.schemas import Schema, integer, objects, string, strings
from queries.tools.tool import tool

NODE_LISTS: dict[str, Schema] = {
    "diagram_id": DIAGRAM_ID,
    "node_count": integer("How many nodes the diagram has."),
    "nodes": strings("Their refs, sorted."),
    "node_details": objects("Details of each, in the same order.", **NODE_FIELDS),
}


def _lists_of_refs(description: str) -> Schema:
    return {"type": "array", "items": {"type": "array", "items": {"type": "string"}}, "description": description}


@tool(
    title="Cycles",
    pack="flow",
    parameters=(DIAGRAM, LIMIT, CURSOR),
    result={
        "diagram_id": DIAGRAM_ID,
        "node_count": integer("How many nodes the diagram has."),
        "cycles": _lists_of_refs("Each the refs of a strongly connected component, sorted; sorted among themselves."),
        "witnesses": _lists_of_refs(
            "For each cycle, in the same order: a shortest way round, from its first node back to it."
        ),
    },
)
def flow_cycles(snapshot: Snapshot, *, diagram_id: str | None, limit: int, cursor: Cursor) -> dict[str, Any]:
    """Loops of a diagram: groups of nodes that can all reach each other, with a witness.

    A node with an edge to itself is one too. Use it to find loops, retries and circular dependencies. A cycle is the
    whole group (a strongly connected component), which may hold several ways round; its witness is one of them, a
    shortest one, with the first node at both ends.
    """
    graph = flow_graph(snapshot, chosen_diagram(snapshot, diagram_id, GRAPHS))
    cyclic = cycles(graph.onwards)
    answer: dict[str, Any] = {"diagram_id": graph.diagram.id, "node_count": len(graph.nodes)}
    if not cyclic:
        answer["hint"] = f"No cycle among {len(graph.nodes)} nodes and {len(graph.edges)} edges."
    rows = ParallelLists(
        "cycles",
        "witnesses",
        cyclic,
        lambda members: list(dict.fromkeys(sorted(_refs(graph, members)))),
        lambda members: _refs(graph, shortest_cycle(graph.onwards, members)),
    )
    return page_parallel(answer, rows, limit=limit, cursor=cursor)


def _refs(graph: FlowGraph, nodes: Sequence[int]) -> list[str]:
    return [graph.ref(at) for at in nodes]


@tool(title="Dead ends", pack="flow", parameters=(DIAGRAM, LIMIT, CURSOR), result=NODE_LISTS)
def flow_dead_ends(snapshot: Snapshot, *, diagram_id: str | None, limit: int, cursor: Cursor) -> dict[str, Any]:
    """Nodes that no edge leaves: final steps, or missing continuations.

    Nodes without any edge are included; a node with an edge to itself is not. From a box (a subgraph, a composite
    state) one goes on to the nodes in it, and from the last of these along the edges of the box.
    """
    graph = flow_graph(snapshot, chosen_diagram(snapshot, diagram_id, GRAPHS))
    ends = [at for at in range(len(graph.nodes)) if not graph.onwards[at]]
    return _listed(graph, ends, "From every node an edge leads on.", limit, cursor)


def _listed(graph: FlowGraph, nodes: Sequence[int], none: str, limit: int, cursor: Cursor) -> dict[str, Any]:
    answer: dict[str, Any] = {"diagram_id": graph.diagram.id, "node_count": len(graph.nodes)}
    if not nodes:
        answer["hint"] = none if graph.nodes else "The diagram has no nodes."
    rows = ParallelLists("nodes", "node_details", nodes, graph.ref, graph.detail)
    return page_parallel(answer, rows, limit=limit, cursor=cursor)


@tool(
    title="Unreachable nodes",
    pack="flow",
    parameters=(
        Parameter(
            "from",
            "string",
            f"Where the diagram starts: {NODE}",
            brief="Default: what no edge leads to.",
            aliases=("start_node_id", "from_node_id", "start", "id", "ref"),
            passed_as="start_node_id",
        ),
        DIAGRAM,
        LIMIT,
        CURSOR,
    ),
    result={**NODE_LISTS, "start_count": integer("How many nodes were started from."), "boxes": BOXES},
)
def flow_unreachable(
    snapshot: Snapshot, *, start_node_id: str | None, diagram_id: str | None, limit: int, cursor: Cursor
) -> dict[str, Any]:
    """Nodes that cannot be reached from the start: orphaned steps.

    Without start_node_id every node that no edge leads to is a start; if there is none, every node is a start, and
    nothing is unreachable. An edge from a node to itself leads to it: an isolated loop is unreachable if the diagram
    has a start elsewhere. An edge to a box (a subgraph, a composite state) leads on to the nodes in it, an edge from a
    box on from them, and a box around a node that is reached is reached.
    """
    graph = flow_graph(snapshot, chosen_diagram(snapshot, diagram_id, GRAPHS, start_node_id=start_node_id))
    if start_node_id is not None:
        starts = [graph.number_of(snapshot, "start_node_id", start_node_id)]
    else:
        everything = range(len(graph.nodes))
        starts = [at for at in everything if not graph.backwards[at]] or list(everything)
    reached = distances(graph.onwards, starts)
    # Whoever is at a node is in the boxes around it.
    inside = graph.within(reached)
    left = [at for at in range(len(graph.nodes)) if at not in reached and at not in inside]
    answer = _listed(graph, left, f"All nodes can be reached from the {len(starts)} started from.", limit, cursor)
    boxes = sorted(graph.boxes_passed(reached))
    return {**answer, "start_count": len(starts), **({"boxes": boxes} if boxes else {})}


@tool(
    title="Degrees of nodes",
    pack="flow",
    parameters=(
        Parameter(
            "limit",
            "integer",
            "How many nodes to list.",
            default=10,
            minimum=0,
            maximum=5_000,
            aliases=("top",),
            passed_as="top",
        ),
        Parameter("sort_by", "string", "The number that counts.", default="out", choices=("out", "in", "total")),
        DIAGRAM,
    ),
    result={
        "diagram_id": DIAGRAM_ID,
        "total": integer("How many nodes the diagram has."),
        "nodes": objects(
            "The highest first; equal ones by ref.",
            node_ref=string("The node."),
            label=string("What is shown."),
            in_degree=integer("Edges that lead to it."),
            out_degree=integer("Edges that leave it."),
            source=string("Where it stands: path:line."),
        ),
        "truncated": string("Why there are fewer nodes than asked for: size."),
        "hint": string("What to do next, when there is something to say."),
    },
)
def flow_degrees(snapshot: Snapshot, *, top: int, sort_by: str, diagram_id: str | None) -> dict[str, Any]:
    """Nodes with the most edges: hubs, branch points, joins.

    Edges that leave a node (out), lead to it (in), or both (total) are counted. Parallel edges count one by one, and an
    edge of a node to itself counts in both numbers.
    """
    graph = flow_graph(snapshot, chosen_diagram(snapshot, diagram_id, GRAPHS))
    leaving, arriving = [0] * len(graph.nodes), [0] * len(graph.nodes)
    for (here, there), edges in graph.between.items():
        leaving[here] += len(edges)
        arriving[there] += len(edges)
    score = {
        "out": leaving,
        "in": arriving,
        "total": [out + in_ for out, in_ in zip(leaving, arriving, strict=True)],
    }[sort_by]
    ranked = sorted(range(len(graph.nodes)), key=lambda at: (-score[at], at))[:top]
    rows = [
        {
            "node_ref": graph.ref(at),
            "label": graph.nodes[at].title,
            "in_degree": arriving[at],
            "out_degree": leaving[at],
            "source": place(graph.nodes[at]),
        }
        for at in ranked
    ]
    return cut({"diagram_id": graph.diagram.id, "total": len(graph.nodes), "nodes": rows}, "nodes")
