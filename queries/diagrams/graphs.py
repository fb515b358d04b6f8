"""The graph of a diagram, as the flow tools walk it: nodes in the order of their ids, parallel edges as one."""

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from compiler.languages.diagrams.facts import Edge, Node
from compiler.store.snapshot import Snapshot
from queries.diagrams.selection import DiagramRow, known_id, place


class FlowGraph(NamedTuple):
    """The nodes of a diagram by number, and how edges join them. Edges at a node that does not exist are left out.

    `at` gives the number of a node id, `names` the id of a name in the text of the diagram, `onwards` and `backwards`
    the numbers of the nodes next to one, ascending, `between` the edges from one node to another.
    """

    diagram: DiagramRow
    nodes: list[Node]
    at: Mapping[str, int]
    names: Mapping[str, str]
    onwards: Mapping[int, Sequence[int]]
    backwards: Mapping[int, Sequence[int]]
    between: Mapping[tuple[int, int], list[Edge]]

    @property
    def edge_count(self) -> int:
        return sum(map(len, self.between.values()))

    def ref(self, at: int) -> str:
        return self.nodes[at].ref

    def detail(self, at: int) -> dict[str, Any]:
        """Return what answers show beside the ref of a node: `{id, label, source}`."""
        node = self.nodes[at]
        return {"id": node.node, "label": node.title, "source": place(node)}

    def number_of(self, snapshot: Snapshot, argument: str, name: str) -> int:
        """Return the number of the node that an argument names. Raises QueryError `not_found`."""
        return self.at[known_id(snapshot, self.diagram, "node", (argument, name), self.at, self.names)]


def flow_graph(snapshot: Snapshot, diagram: DiagramRow) -> FlowGraph:
    """Return the graph of a diagram. It is built at the first question and kept by the snapshot."""
    return snapshot.memoize(f"queries.diagrams.graph {diagram.id}", lambda snapshot: _flow_graph(snapshot, diagram))


def _flow_graph(snapshot: Snapshot, diagram: DiagramRow) -> FlowGraph:
    nodes = sorted(snapshot.facts(Node, diagram=diagram.id), key=lambda node: node.node)
    at = {node.node: number for number, node in enumerate(nodes)}
    names: dict[str, str] = {}
    for node in sorted(nodes, key=lambda node: node.ordinal):
        names.setdefault(node.name, node.node)
    between: dict[tuple[int, int], list[Edge]] = {}
    for edge in sorted(snapshot.facts(Edge, diagram=diagram.id), key=lambda edge: edge.ordinal):
        if edge.from_node in at and edge.to_node in at:
            between.setdefault((at[edge.from_node], at[edge.to_node]), []).append(edge)
    onwards: dict[int, list[int]] = {number: [] for number in range(len(nodes))}
    backwards: dict[int, list[int]] = {number: [] for number in range(len(nodes))}
    for here, there in sorted(between):
        onwards[here].append(there)
        backwards[there].append(here)
    return FlowGraph(diagram, nodes, at, names, onwards, backwards, between)
