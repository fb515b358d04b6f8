"""The ways through a drawing: which part leads to which, for programs that follow them in the image itself."""

from typing import Any

from compiler.store.snapshot import Snapshot
from queries.diagrams.graphs import flow_graph
from queries.diagrams.selection import GRAPHS, chosen_diagram


def drawn_ways(snapshot: Snapshot, diagram_id: str | None) -> dict[str, Any]:
    """Return `{parts, nodes, steps}` of a diagram that is a graph, as `flow_reachable` walks it.

    `parts` has the `data-id` in the drawing of each vertex; the first `nodes` vertices are nodes, the others second
    vertices of boxes, from which a walk leaves them. A step is `[from, to, edge…]`: two vertices by their numbers, and
    the ids of the edges drawn between them. Raises QueryError for a diagram that is no graph.
    """
    graph = flow_graph(snapshot, chosen_diagram(snapshot, diagram_id, GRAPHS))
    drawn = {at: ref.rpartition("/")[2] for at, ref in graph.boxes.items()}
    parts = [drawn.get(at, graph.nodes[at].node) for at in (*range(len(graph.nodes)), *graph.ways_out.values())]
    steps = [
        [here, there, *(edge.edge for edge in graph.between.get((graph.ways_out.get(here, here), there), ()))]
        for here, following in graph.onwards.items()
        for there in following
    ]
    return {"parts": parts, "nodes": len(graph.nodes), "steps": steps}
