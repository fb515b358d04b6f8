"""The colours of diagrams whose author gave none: in C4 by the sort of each element, in a mind map one for each main
branch."""

from collections.abc import Iterable, Mapping, Sequence

from compiler.languages.diagrams.facts import Edge, Node
from queries.drawing.graph_model import Paint

C4_PAINTS: Mapping[str, Paint] = {
    "person": Paint("#08427b", "#073b6f"),
    "system": Paint("#1168bd", "#0d5cab"),
    "container": Paint("#2f77b8", "#27669f"),
    "component": Paint("#85bbf0", "#6ba3d9"),
    "external_person": Paint("#5f6670", "#4e545c"),
    "external_system": Paint("#6d747d", "#5a6068"),
    "external_container": Paint("#b3b8bf", "#9aa0a8"),
    "external_component": Paint("#cdd1d6", "#b3b8bf"),
}
C4_ENDINGS = ("_db", "_queue")
ROOT = Paint("#33415c", "#27324a")
BRANCHES: Sequence[Paint] = (
    Paint("#d7e5fb", "#5b8def"),
    Paint("#d5f0dc", "#3f9d5c"),
    Paint("#fdeacb", "#d98e1f"),
    Paint("#f6d9ee", "#c2529f"),
    Paint("#d3eff2", "#2f9aa8"),
    Paint("#e6defa", "#7d5fd3"),
    Paint("#fbdcd7", "#d2604c"),
    Paint("#e6ecc4", "#8a9a2c"),
)


def c4_paint(node: Node) -> Paint:
    """Return the colours of an element by its sort: `external_system_db` is an external system."""
    sort = node.shape
    for ending in C4_ENDINGS:
        sort = sort.removesuffix(ending)
    return C4_PAINTS.get(sort, Paint())


def branch_paints(nodes: Sequence[Node], edges: Iterable[Edge]) -> Mapping[str, Paint]:
    """Return the colours of the nodes of a mind map, by their ids: those of a main branch, and of all that grows from
    it, are alike."""
    parents = {edge.to_node: edge.from_node for edge in edges}
    found: dict[str, Paint] = {}
    count = 0
    for node in nodes:  # parents come before their children
        parent = parents.get(node.node)
        if parent is None:
            found[node.node] = ROOT
        elif parent in parents:
            found[node.node] = found.get(parent, ROOT)
        else:
            found[node.node] = BRANCHES[count % len(BRANCHES)]
            count += 1
    return found
