"""Walks over graphs whose nodes are numbers. Nodes are numbered in the order in which answers list them, so that the
smaller of two numbers comes first. Bounded, and without recursion: a graph may be a chain of any length.
"""

from collections.abc import Collection, Iterator, Sequence
from typing import NamedTuple

Neighbours = Sequence[Sequence[int]]  # of each node, without repetition, in order

MOST_STEPS = 200_000  # that one search for paths takes


class Paths(NamedTuple):
    """Paths, shortest first, then in the order of their nodes. `truncated` is "steps" when the bound was hit."""

    found: list[list[int]]
    truncated: str = ""


def distances(starts: Collection[int], neighbours: Neighbours, within: Collection[int] | None = None) -> dict[int, int]:
    """How many hops each node is away from the nearest start: all that can be reached, `within` some nodes."""
    found = dict.fromkeys(sorted(starts), 0)
    level = list(found)
    while level:
        following: list[int] = []
        for here in level:
            for there in neighbours[here]:
                if there not in found and (within is None or there in within):
                    found[there] = found[here] + 1
                    following.append(there)
        level = following
    return found


def simple_paths(
    onwards: Neighbours, backwards: Neighbours, start: int, end: int, limit: int, most_hops: int | None, extra: int
) -> Paths:
    """The first `limit` paths without a repeated node, at most `extra` hops longer than the shortest, and at most
    `most_hops` long.

    The distances to the end come first: where there is no path, nothing is searched.
    """
    if start == end:
        return Paths([[start]][:limit])
    left = distances([end], backwards)
    if start not in left or limit < 1:
        return Paths([])
    longest = min(left[start] + extra, len(left) - 1, len(left) if most_hops is None else most_hops)
    budget = [MOST_STEPS]
    found: list[list[int]] = []
    for hops in range(left[start], longest + 1):
        for path in _exactly(onwards, left, start, end, hops, budget):
            found.append(path)
            if len(found) >= limit:
                return Paths(found)
        if budget[0] <= 0:
            return Paths(found, "steps")
    return Paths(found)


def _exactly(
    onwards: Neighbours, left: dict[int, int], start: int, end: int, hops: int, budget: list[int]
) -> Iterator[list[int]]:
    """The paths of exactly so many hops, in order; never into a node that is too far from the end."""
    path = [start]
    passed = {start}
    waiting = [iter(onwards[start])]
    while waiting and budget[0] > 0:
        budget[0] -= 1
        there = next(waiting[-1], None)
        if there is None:
            waiting.pop()
            passed.discard(path.pop())
            continue
        room = hops - len(path)
        if there in passed or left.get(there, hops) > room or (there == end) != (room == 0):
            continue
        if room == 0:
            yield [*path, there]
            continue
        path.append(there)
        passed.add(there)
        waiting.append(iter(onwards[there]))


def components(onwards: Neighbours) -> list[list[int]]:
    """The strongly connected components, each in order, in the order of their first nodes (Tarjan's algorithm)."""
    order: dict[int, int] = {}
    low: dict[int, int] = {}
    stack: list[int] = []
    on_stack: set[int] = set()
    found: list[list[int]] = []
    for root in range(len(onwards)):
        if root in order:
            continue
        waiting = [(root, iter(onwards[root]))]
        order[root] = low[root] = len(order)
        stack.append(root)
        on_stack.add(root)
        while waiting:
            here, following = waiting[-1]
            there = next(following, None)
            if there is None:
                waiting.pop()
                if waiting:
                    low[waiting[-1][0]] = min(low[waiting[-1][0]], low[here])
                if low[here] == order[here]:
                    found.append(_popped(stack, on_stack, here))
            elif there not in order:
                order[there] = low[there] = len(order)
                stack.append(there)
                on_stack.add(there)
                waiting.append((there, iter(onwards[there])))
            elif there in on_stack:
                low[here] = min(low[here], order[there])
    return sorted(found)


def _popped(stack: list[int], on_stack: set[int], root: int) -> list[int]:
    at = len(stack) - 1
    while stack[at] != root:
        at -= 1
    members = stack[at:]
    del stack[at:]
    on_stack.difference_update(members)
    return sorted(members)


def cycle_through(start: int, members: Collection[int], onwards: Neighbours, backwards: Neighbours) -> list[int]:
    """A shortest way from a node of a strongly connected component back to itself, the first in order; both ends are
    the node."""
    inside = set(members)
    left = distances([start], backwards, inside)
    cycle = [start]
    room = min(left[there] for there in onwards[start] if there in inside)
    while True:
        there = next(one for one in onwards[cycle[-1]] if one in inside and left[one] == room)
        cycle.append(there)
        if there == start:
            return cycle
        room -= 1
