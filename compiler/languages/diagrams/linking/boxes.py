"""Boxes: what an edge at a subgraph or a composite state means for the nodes in it.

An edge to a box leads on to its entries: to the starts of a composite state, else to the nodes that no edge within the
box leads to. An edge from a box can be followed from its exits: from every state of a composite state, else from the
nodes from which no edge within the box leads on. Of a cycle that nothing in the box leads to, or that leads to nothing
in it, all nodes are entries or exits. A nested box at which an edge ends is one node here.
"""

from collections.abc import Collection, Iterator, Mapping
from typing import NamedTuple

from compiler.graphs.cycles import cycles, reversed_graph
from compiler.languages.diagrams.facts import KINDS_WITH_BOXES
from compiler.languages.diagrams.linking.graph_model import Graph

Arcs = Mapping[str, Collection[str]]


class BoxSteps(NamedTuple):
    """The steps of a graph into boxes, as (box, node), and out of boxes, as (node, box), all by name."""

    enters: list[tuple[str, str]]
    leaves: list[tuple[str, str]]


def box_steps(graph: Graph, kind: str) -> BoxSteps:
    """Return the steps of all boxes of a flowchart or state diagram at which an edge may end."""
    steps = BoxSteps([], [])
    nodes = {node.name: node.shape for node in graph.nodes}
    members = {group.name: group.members for group in graph.groups}
    boxes = [group.name for group in graph.groups if group.name in nodes]
    if not boxes or kind not in KINDS_WITH_BOXES:
        return steps
    arcs = list(_arcs(graph))
    left = {source for source, _ in arcs}
    zones = {box: dict.fromkeys(_zone(box, members, nodes)) for box in boxes}
    zone_of = {name: box for box, zone in zones.items() for name in zone}
    onwards: dict[str, dict[str, list[str]]] = {box: {name: [] for name in zone} for box, zone in zones.items()}
    for source, target in arcs:
        box = zone_of.get(source)
        if box is not None and zone_of.get(target) == box:
            onwards[box][source].append(target)
    for box in boxes:
        inner = onwards[box]
        starts = [name for name in inner if nodes[name] == "stateStart"]
        steps.enters.extend((box, name) for name in starts or _sources(inner))
        if box in left:
            steps.leaves.extend((name, box) for name in (inner if kind == "state" else _sources(reversed_graph(inner))))
    return steps


def _arcs(graph: Graph) -> Iterator[tuple[str, str]]:
    """Yield the ends of all edges in the directions in which they run."""
    for edge in graph.edges:
        if edge.runs in ("forwards", "both"):
            yield edge.from_name, edge.to_name
        if edge.runs in ("backwards", "both"):
            yield edge.to_name, edge.from_name


def _zone(box: str, members: Mapping[str, Collection[str]], nodes: Collection[str]) -> Iterator[str]:
    """Yield the nodes in a box: those of nested groups too, but of a nested box that is a node only that node."""
    waiting = [iter(members[box])]
    passed = {box}
    while waiting:
        name = next(waiting[-1], None)
        if name is None:
            waiting.pop()
        elif name in nodes:
            yield name
        elif name in members and name not in passed:
            passed.add(name)
            waiting.append(iter(members[name]))


def _sources(graph: Arcs) -> list[str]:
    """Return the nodes that nothing else leads to, and those of cycles that nothing outside of them leads to."""
    group = {name: number for number, names in enumerate(cycles(graph)) for name in names}
    reached: set[str | int] = set()
    for name, others in graph.items():
        here = group.get(name, name)
        reached |= {group.get(other, other) for other in others} - {here}
    return [name for name in graph if group.get(name, name) not in reached]
