"""Cycles: the strongly connected components of a graph, and a shortest way around one.

networkx finds the components. Its import takes some 95 ms (390 modules), so `cycles` first removes the nodes that are
on no cycle, and imports networkx only if any are left.
"""

from collections import Counter
from collections.abc import Collection, Hashable, Mapping, Sequence
from itertools import chain
from typing import TypeVar

from compiler.graphs.paths import path_to

Node = TypeVar("Node", bound=Hashable)
Graph = Mapping[Node, Collection[Node]]


def cycles(graph: Graph[Node]) -> list[list[Node]]:
    """Return the strongly connected components that hold a cycle: several nodes, or one that is its own successor.

    Each lists its nodes in the order of the graph's keys; components come in the order of their first nodes.
    """
    rest = _without_sources(graph)
    if not rest:
        return []
    from networkx import DiGraph, strongly_connected_components

    rest = _without_sources(reversed_graph(rest))
    edges: DiGraph[Node] = DiGraph([(node, other) for node, others in rest.items() for other in others])
    order = {node: number for number, node in enumerate(graph)}
    components = [sorted(nodes, key=order.__getitem__) for nodes in strongly_connected_components(edges)]
    found = [nodes for nodes in components if len(nodes) > 1 or nodes[0] in rest[nodes[0]]]
    return sorted(found, key=lambda nodes: order[nodes[0]])


def _without_sources(graph: Graph[Node]) -> dict[Node, list[Node]]:
    """Return what remains after removing nodes without predecessors repeatedly: cycles, and what they lead to."""
    predecessors = Counter(chain.from_iterable(graph.values()))
    sources = [node for node in graph if node not in predecessors]
    for node in sources:  # grows on the way
        for other in graph.get(node, ()):
            predecessors[other] -= 1
            if not predecessors[other]:
                sources.append(other)
    gone = set(sources)
    return {node: [neighbour for neighbour in graph[node] if neighbour in graph] for node in graph if node not in gone}


def reversed_graph(graph: Graph[Node]) -> dict[Node, list[Node]]:
    """Return the graph whose edges all lead back."""
    found: dict[Node, list[Node]] = {node: [] for node in graph}
    for node, others in graph.items():
        for other in others:
            found[other].append(node)
    return found


def shortest_cycle(graph: Graph[Node], component: Sequence[Node]) -> list[Node]:
    """Return a shortest way from the first node of a component back to it, which stands at both ends.

    `component` is one that `cycles` gives, in any order. Raises ValueError if no cycle within it passes that node.
    """
    start, inside = component[0], set(component)
    before: dict[Node, Node] = {}
    queue = [start]
    for node in queue:  # grows on the way
        for other in graph[node]:
            if other == start:
                return [*path_to(before, start, node), start]
            if other in inside and other not in before:
                before[other] = node
                queue.append(other)
    raise ValueError(f"no cycle passes {start!r}")
