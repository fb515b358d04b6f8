"""Paths through a graph whose nodes are numbers, shortest first.

Nodes are numbered in the order in which answers list them: of two paths of the same length, the one with the smaller
numbers comes first.
"""

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from compiler.graphs.paths import Budget, distances, paths_of_length

Neighbours = Mapping[int, Sequence[int]]  # of each node, without repetition, in ascending order

MAX_STEPS = 200_000  # that one search for paths takes


class Paths(NamedTuple):
    """Paths, shortest first, then in the order of their nodes. `truncated` is "steps" when the bound was hit."""

    found: list[list[int]]
    truncated: str = ""


def simple_paths(
    onwards: Neighbours, backwards: Neighbours, start: int, end: int, limit: int, most_hops: int | None, extra: int
) -> Paths:
    """Return the first `limit` paths without a repeated node, at most `extra` hops longer than the shortest, and at
    most `most_hops` long.

    The distances to the end come first: where there is no path, nothing is searched.
    """
    if start == end:
        return Paths([[start]][:limit])
    to_end = distances(backwards, [end])
    if start not in to_end or limit < 1:
        return Paths([])
    longest = min(to_end[start] + extra, len(to_end) - 1, len(to_end) if most_hops is None else most_hops)
    budget = Budget(MAX_STEPS)
    found: list[list[int]] = []
    for hops in range(to_end[start], longest + 1):
        for path in paths_of_length(onwards.__getitem__, to_end, start, end, hops, budget):
            found.append(path)
            if len(found) >= limit:
                return Paths(found)
        if budget.is_spent:
            return Paths(found, "steps")
    return Paths(found)
