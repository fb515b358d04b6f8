"""The graph of a diagram, as flow tools walk it: nodes in the order of their ids, edges collapsed to neighbours."""

from collections.abc import Mapping
from typing import Any, NamedTuple

from compiler.languages.diagrams.facts import Edge, Node
from compiler.store.snapshot import Snapshot
from queries.diagrams.selection import DiagramRow, known_id, place


class Graph(NamedTuple):
    """`at` numbers the node ids; `names` maps what the text calls a node to its id; `between` holds the edges from a
    node to another. Edges at a node that does not exist are left out."""

    diagram: DiagramRow
    nodes: list[Node]
    at: Mapping[str, int]
    names: Mapping[str, str]
    onwards: list[list[int]]
    backwards: list[list[int]]
    between: Mapping[tuple[int, int], list[Edge]]

    @property
    def edge_count(self) -> int:
        return sum(map(len, self.between.values()))

    def ref(self, at: int) -> str:
        return self.nodes[at].ref

    def detail(self, at: int) -> dict[str, Any]:
        """What stands beside the ref of a node: `{id, label, source}`."""
        node = self.nodes[at]
        return {"id": node.node, "label": node.title, "source": place(node)}

    def asked(self, snapshot: Snapshot, argument: str, name: str) -> int:
        """The number of the node that is named. Raises QueryError `not_found`."""
        return self.at[known_id(snapshot, self.diagram, "node", (argument, name), self.at, self.names)]


def graph_of(snapshot: Snapshot, diagram: DiagramRow) -> Graph:
    """The graph of a diagram, made at the first question."""
    return snapshot.memoize(f"queries.diagrams.graph {diagram.id}", lambda snapshot: _graph_of(snapshot, diagram))


def _graph_of(snapshot: Snapshot, diagram: DiagramRow) -> Graph:
    nodes = sorted(snapshot.facts(Node, diagram=diagram.id), key=lambda node: node.node)
    at = {node.node: number for number, node in enumerate(nodes)}
    names: dict[str, str] = {}
    for node in sorted(nodes, key=lambda node: node.ordinal):
        names.setdefault(node.name, node.node)
    between: dict[tuple[int, int], list[Edge]] = {}
    for edge in sorted(snapshot.facts(Edge, diagram=diagram.id), key=lambda edge: edge.ordinal):
        if edge.from_node in at and edge.to_node in at:
            between.setdefault((at[edge.from_node], at[edge.to_node]), []).append(edge)
    onwards: list[list[int]] = [[] for _ in nodes]
    backwards: list[list[int]] = [[] for _ in nodes]
    for here, there in sorted(between):
        onwards[here].append(there)
        backwards[there].append(here)
    return Graph(diagram, nodes, at, names, onwards, backwards, between)
