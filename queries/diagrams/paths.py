"""Paths through a graph whose nodes are numbers, shortest first.

Nodes are numbered in the order in which answers list them: of two paths of the same length, the one with the smaller
numbers comes first.
"""

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from compiler.graphs.paths import Budget, distances, paths_of_length

Neighbours = Mapping[int, Sequence[int]]  # of each node, without repetition, in ascending order

MAX_STEPS = 200_000  # that one search for paths takes
MOST_COUNTED = 2**53 - 1  # the greatest integer that every JSON reader takes exactly


class Paths(NamedTuple):
    """Paths, shortest first, then in the order of their nodes. `total` is how many the search met, also beyond the
    limit. `truncated` is "steps" when the search ended early: then there are at least `total`."""

    found: list[list[int]]
    total: int
    truncated: str = ""


def simple_paths(
    onwards: Neighbours,
    backwards: Neighbours,
    start: int,
    end: int,
    limit: int,
    most_hops: int | None,
    extra: int,
    *,
    counts: bool = False,
) -> Paths:
    """Return the first `limit` paths without a repeated node, at most `extra` hops longer than the shortest, and at
    most `most_hops` long. With `counts` the search goes on behind the limit, for the total.

    The distances to the end come first: where there is no path, nothing is searched. The shortest paths are counted
    without following each; the longer ones as far as `MAX_STEPS` allows.
    """
    if start == end:
        return Paths([[start]][:limit], 1)
    to_end = distances(backwards, [end])
    if start not in to_end:
        return Paths([], 0)
    first = to_end[start]
    longest = min(first + extra, len(to_end) - 1, len(to_end) if most_hops is None else most_hops)
    budget = Budget(MAX_STEPS)
    found: list[list[int]] = []
    total = _shortest_count(onwards, to_end, start) if counts and first <= longest else 0
    for hops in range(first, longest + 1):
        is_counted = not counts or hops == first
        if is_counted and len(found) >= limit:
            continue
        for path in paths_of_length(onwards.__getitem__, to_end, start, end, hops, budget):
            total += not counts or not is_counted
            if len(found) < limit:
                found.append(path)
            if is_counted and len(found) >= limit:
                break
        else:
            if budget.is_spent:
                return Paths(found, total, "steps")
    return Paths(found, total)


def _shortest_count(onwards: Neighbours, to_end: Mapping[int, int], start: int) -> int:
    """Return how many shortest paths there are, without following them one by one."""
    ways = {start: 1}
    for hops in range(to_end[start] - 1, -1, -1):
        nearer: dict[int, int] = {}
        for node, count in ways.items():
            for other in onwards[node]:
                if to_end.get(other) == hops:
                    nearer[other] = min(nearer.get(other, 0) + count, MOST_COUNTED)
        ways = nearer
    return sum(ways.values())
