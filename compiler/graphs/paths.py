"""Paths: shortest ones, distances, and all simple paths of a given length.

They are written here because networkx promises no order among paths of the same length.
"""

from collections.abc import Callable, Collection, Hashable, Iterable, Iterator, Mapping
from typing import Generic, NamedTuple, TypeVar

Node = TypeVar("Node", bound=Hashable)
Graph = Mapping[Node, Collection[Node]]


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
        return ShortestPath(path_to(before, start, end))
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


def path_to(before: Mapping[Node, Node], start: Node, end: Node) -> list[Node]:
    """Return the path from `start` to `end` that the predecessor of each node spells out."""
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
