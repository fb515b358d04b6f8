"""Walks and routes over the links of a snapshot, whatever they mean. Bounded; each says when a bound was hit.

Each level of a walk is one query to the database. Within a level, links come in the order they were stated.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from itertools import pairwise
from typing import Any, Literal, NamedTuple

from compiler.graphs.paths import Budget, paths_of_length
from compiler.store.snapshot import Snapshot

Direction = Literal["out", "in", "both"]

MAX_NODES = 20_000  # that one walk visits
BATCH_SIZE = 500  # objects that one SQL statement names
MAX_STEPS = 200_000  # that one search for routes takes


class Step(NamedTuple):
    """A link in the direction of a walk: from `near` to `far`, along the link if `forward`, else against it."""

    near: str
    far: str
    kind: str
    forward: bool
    dangling: bool
    place: str  # path:line of the link
    link: int  # rowid

    @property
    def source(self) -> str:
        return self.near if self.forward else self.far

    @property
    def target(self) -> str:
        return self.far if self.forward else self.near


Expand = Callable[[Sequence[str]], Iterable[Step]]


def steps_of(snapshot: Snapshot, direction: Direction, kinds: Iterable[str] | None = None) -> Expand:
    """Return the steps that leave objects over links of the given kinds: those along links, then those against."""
    chosen = sorted(kinds) if kinds else None
    return steps_by_kind(snapshot, chosen if direction != "in" else (), chosen if direction != "out" else ())


def steps_by_kind(snapshot: Snapshot, along: Sequence[str] | None, against: Sequence[str] | None) -> Expand:
    """Return the steps that leave given objects: along links of the kinds `along`, then against links of the kinds
    `against`. None stands for all kinds."""

    def expand(refs: Sequence[str]) -> Iterator[Step]:
        if along is None or along:
            yield from _steps(snapshot, refs, along, forward=True)
        if against is None or against:
            yield from _steps(snapshot, refs, against, forward=False)

    return expand


def _steps(snapshot: Snapshot, refs: Sequence[str], kinds: Sequence[str] | None, forward: bool) -> Iterator[Step]:
    near, far = ("source", "target") if forward else ("target", "source")
    of_kind = "" if kinds is None else f" AND kind IN ({_marks(kinds)})"
    rows: list[tuple[Any, ...]] = []
    for batch in _batches(refs):
        # "IS NOT NULL" makes SQLite look up the links of these refs. Without it, it goes through the links.
        sql = (
            f"SELECT rowid, {near}, {far}, kind, dangling, file, start_line FROM link_full "
            f"WHERE {near} IS NOT NULL AND {near} IN ({_marks(batch)})"
        )
        rows += snapshot.rows(sql + of_kind, [*batch, *(kinds or ())])
    for row, here, there, kind, dangling, file, line in sorted(rows):
        yield Step(here, there, kind, forward, bool(dangling), f"{file}:{line}", row)


def kinds_of(snapshot: Snapshot, refs: Sequence[str]) -> dict[str, str]:
    """Return the kinds of objects by their refs. Refs without an object are left out."""
    found: dict[str, str] = {}
    for batch in _batches(refs):
        found |= dict(snapshot.rows(f"SELECT ref, kind FROM object_row WHERE ref IN ({_marks(batch)})", batch))
    return found


def _batches(refs: Sequence[str]) -> Iterator[Sequence[str]]:
    return (refs[start : start + BATCH_SIZE] for start in range(0, len(refs), BATCH_SIZE))


def _marks(values: Sequence[str]) -> str:
    return ", ".join("?" * len(values))


@dataclass(slots=True)
class Walk:
    """The result of a breadth-first walk.

    `distance` and `via` give the distance of each reached ref and the step that first reached it, nearest first.
    `steps` are all steps taken, each with its depth. `truncated` is the bound that ended the walk early: "depth",
    "nodes" or "".
    """

    start: str
    distance: dict[str, int] = field(default_factory=dict)
    via: dict[str, Step] = field(default_factory=dict)
    steps: list[tuple[int, Step]] = field(default_factory=list)
    truncated: str = ""


def walk(start: str, expand: Expand, max_depth: int, max_nodes: int = MAX_NODES) -> Walk:
    """Walk to everything within `max_depth` steps of an object.

    Of several steps to the same object, the first in the order (near, kind, place) is the one in `via`. A link is a
    step once, even where it is met from both ends.
    """
    found = Walk(start, {start: 0})
    seen: set[int] = set()
    level = [start]
    for depth in range(1, max_depth + 1):
        fresh: dict[str, Step] = {}
        for step in expand(level):
            if step.link in seen:
                continue
            seen.add(step.link)
            found.steps.append((depth, step))
            if step.far not in found.distance and (step.far not in fresh or _order(step) < _order(fresh[step.far])):
                fresh[step.far] = step
        room = max_nodes - len(found.distance)
        level = sorted(fresh)[:room]
        found.distance |= dict.fromkeys(level, depth)
        found.via |= {ref: fresh[ref] for ref in level}
        if len(fresh) > room:
            found.truncated = "nodes"
            return found
    if any(step.far not in found.distance for step in expand(level)):
        found.truncated = "depth"
    return found


def _order(step: Step) -> tuple[str, str, str]:
    return step.near, step.kind, step.place


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
                if _order(step) < _order(known):
                    self.steps[step.near][step.far] = step
                if step.near not in self.distances:
                    reached.add(step.near)
            if len(self.distances) + len(reached) > MAX_NODES:
                self.truncated, reached = "nodes", set()
            self.distances.update(dict.fromkeys(reached, self._depth))
            self._level = sorted(reached)
