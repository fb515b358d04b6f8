"""Routes over the links of a snapshot, whatever they mean. Bounded; each says when a bound was hit.

The walks over links stand in `compiler.store.link_walk`.
"""

from collections.abc import Iterable
from dataclasses import dataclass, field
from itertools import pairwise
from typing import Literal

from compiler.graphs.paths import Budget, paths_of_length
from compiler.store.link_walk import MAX_NODES, Expand, Step, step_order, steps_by_kind
from compiler.store.snapshot import Snapshot

Direction = Literal["out", "in", "both"]

MAX_STEPS = 200_000  # that one search for routes takes


def steps_of(snapshot: Snapshot, direction: Direction, kinds: Iterable[str] | None = None) -> Expand:
    """Return the steps that leave objects over links of the given kinds: those along links, then those against."""
    chosen = sorted(kinds) if kinds else None
    return steps_by_kind(snapshot, chosen if direction != "in" else (), chosen if direction != "out" else ())


@dataclass(slots=True)
class Routes:
    """Routes from one object to another, shortest first, and which bound ended the search early: "steps", "nodes" or
    ""."""

    found: list[list[Step]] = field(default_factory=list)
    truncated: str = ""


def routes(start: str, end: str, backwards: Expand, max_hops: int, limit: int) -> Routes:
    """Return the first `limit` simple routes by (hops, refs on the way).

    `backwards` gives the steps that *arrive* at objects, seen from there. Distances to `end` are found first, level by
    level and no further than needed; then routes are followed from `start` along refs in order, never into an object
    that is too far from `end`.
    """
    if start == end:
        return Routes([[]])
    result = Routes()
    near_end = _NearEnd(end, backwards)
    budget = Budget(MAX_STEPS)
    for hops in range(1, max_hops + 1):
        near_end.grow(hops)
        if near_end.distances.get(start, hops + 1) <= hops:
            for refs in paths_of_length(near_end.successors, near_end.distances, start, end, hops, budget):
                result.found.append([near_end.steps[near][far] for near, far in pairwise(refs)])
                if len(result.found) >= limit:
                    return result
        elif near_end.is_complete:
            break
        if budget.is_spent:
            result.truncated = "steps"
            break
    result.truncated = result.truncated or near_end.truncated
    return result


class _NearEnd:
    """The objects around the end of a route, as far as they were needed: their distances from it, and the steps between
    them as `steps[near][far]`. Of parallel links the first in the order (near, kind, place) is the step."""

    def __init__(self, end: str, backwards: Expand) -> None:
        self.distances = {end: 0}
        self.steps: dict[str, dict[str, Step]] = {}
        self.truncated = ""
        self._backwards = backwards
        self._level = [end]
        self._depth = 0

    @property
    def is_complete(self) -> bool:
        return not self._level

    def successors(self, ref: str) -> list[str]:
        """Return the refs that known steps lead to from an object, sorted."""
        return sorted(self.steps.get(ref, ()))

    def grow(self, depth: int) -> None:
        """Find every object within `depth` hops of the end, and every step out of them towards it."""
        while self._depth < depth and self._level:
            self._depth += 1
            reached: set[str] = set()
            for seen in self._backwards(self._level):
                step = seen._replace(near=seen.far, far=seen.near, forward=not seen.forward)
                known = self.steps.setdefault(step.near, {}).setdefault(step.far, step)
                if step_order(step) < step_order(known):
                    self.steps[step.near][step.far] = step
                if step.near not in self.distances:
                    reached.add(step.near)
            if len(self.distances) + len(reached) > MAX_NODES:
                self.truncated, reached = "nodes", set()
            self.distances.update(dict.fromkeys(reached, self._depth))
            self._level = sorted(reached)
