"""Graph algorithms that languages and queries share: cycles, shortest paths, simple paths of a given length.

A graph maps each node to its successors; a node that is not a key has none. No function recurses: a graph may be a
chain of any length. Where several answers are equally good, the order of the keys and of the successors decides.

networkx finds the strongly connected components. Its import takes some 95 ms (390 modules), so `cycles` first removes
the nodes that are on no cycle, and imports networkx only if any are left. The other algorithms are written here because
theirs of networkx promise no order among paths of the same length.
"""

from collections import Counter
from collections.abc import Callable, Collection, Hashable, Iterable, Iterator, Mapping, Sequence
from itertools import chain
from typing import Generic, NamedTuple, TypeVar

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

    rest = _without_sources(_reversed(rest))
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
    return {node: [one for one in graph[node] if one in graph] for node in graph if node not in gone}


def _reversed(graph: Graph[Node]) -> dict[Node, list[Node]]:
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
                return [*_way(before, start, node), start]
            if other in inside and other not in before:
                before[other] = node
                queue.append(other)
    raise ValueError(f"no cycle passes {start!r}")


class ShortestPath(NamedTuple, Generic[Node]):
    """The nodes of a path with both ends, none if there is no path. `is_cut`: there may be one longer than allowed."""

    nodes: list[Node]
    is_cut: bool = False


def shortest_path(graph: Graph[Node], start: Node, end: Node, max_length: int) -> ShortestPath[Node]:
    """Return a shortest path of at most `max_length` edges from one node to another."""
    before: dict[Node, Node] = {start: start}
    level = [start]
    for _ in range(max_length):
        if end in before:
            break
        level = _next_level(graph, level, before)
    if end in before:
        return ShortestPath(_way(before, start, end))
    return ShortestPath([], is_cut=bool(_next_level(graph, level, before)))


def _next_level(graph: Graph[Node], level: list[Node], before: dict[Node, Node]) -> list[Node]:
    """Return the nodes one edge behind a level that were not reached yet; `before` then knows how they were reached."""
    reached = []
    for node in level:
        for other in graph.get(node, ()):
            if other not in before:
                before[other] = node
                reached.append(other)
    return reached


def _way(before: Mapping[Node, Node], start: Node, end: Node) -> list[Node]:
    way = [end]
    while way[-1] != start:
        way.append(before[way[-1]])
    return way[::-1]


def distances(graph: Graph[Node], starts: Collection[Node]) -> dict[Node, int]:
    """Return how many edges each reachable node is away from the nearest start, the nearest nodes first."""
    found = dict.fromkeys(starts, 0)
    for node in (queue := list(found)):  # grows on the way
        for other in graph.get(node, ()):
            if other not in found:
                found[other] = found[node] + 1
                queue.append(other)
    return found


class Budget:
    """The number of steps that a search may still take."""

    def __init__(self, steps: int) -> None:
        self.steps = steps

    @property
    def is_spent(self) -> bool:
        return self.steps <= 0


def paths_of_length(
    successors: Callable[[Node], Iterable[Node]],
    to_end: Mapping[Node, int],
    start: Node,
    end: Node,
    length: int,
    budget: Budget,
) -> Iterator[list[Node]]:
    """Yield the paths of exactly `length` edges without a repeated node, by the order of the successors.

    `to_end` is the distance of nodes from `end`: the search never enters a node that is too far away, nor one that is
    not listed. It ends early when the budget is spent; each look at a successor takes a step.
    """
    path = [start]
    passed = {start}
    waiting = [iter(successors(start))]
    while waiting and not budget.is_spent:
        budget.steps -= 1
        node = next(waiting[-1], None)
        if node is None:
            waiting.pop()
            passed.discard(path.pop())
            continue
        room = length - len(path)
        if node in passed or to_end.get(node, length) > room or (node == end) != (room == 0):
            continue
        if room == 0:
            yield [*path, node]
            continue
        path.append(node)
        passed.add(node)
        waiting.append(iter(successors(node)))
