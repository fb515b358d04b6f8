"""Walks over the links of a snapshot, whatever they mean. Bounded; they say when a bound was hit.

A level of a walk is one question to the database. Within a level, links come in the order they were stated.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Literal, NamedTuple

from compiler.store.snapshot import Snapshot

Direction = Literal["out", "in", "both"]

MOST_NODES = 20_000  # that one walk visits
MOST_AT_ONCE = 500  # objects that one question to the database names
MOST_STEPS = 200_000  # that the search for routes takes


class Step(NamedTuple):
    """A link as one walks over it: from `near` to `far`, along the link when `forward`, else against it."""

    near: str
    far: str
    kind: str
    forward: bool
    dangling: bool
    place: str  # path:line of the link
    link: int  # its row

    @property
    def source(self) -> str:
        return self.near if self.forward else self.far

    @property
    def target(self) -> str:
        return self.far if self.forward else self.near


Expand = Callable[[Sequence[str]], Iterable[Step]]


def steps_of(snapshot: Snapshot, direction: Direction, kinds: Iterable[str] | None = None) -> Expand:
    """The steps that leave some objects, over links of the given kinds: first those along links, then those against."""
    chosen = sorted(kinds) if kinds else None
    return steps_by_kind(snapshot, chosen if direction != "in" else (), chosen if direction != "out" else ())


def steps_by_kind(snapshot: Snapshot, along: Sequence[str] | None, against: Sequence[str] | None) -> Expand:
    """The steps that leave some objects: links of the kinds `along` followed, of the kinds `against` gone back; None
    for all."""

    def expand(refs: Sequence[str]) -> Iterator[Step]:
        if along is None or along:
            yield from _steps(snapshot, refs, along, forward=True)
        if against is None or against:
            yield from _steps(snapshot, refs, against, forward=False)

    return expand


def _steps(snapshot: Snapshot, refs: Sequence[str], kinds: Sequence[str] | None, forward: bool) -> Iterator[Step]:
    near, far = ("source", "target") if forward else ("target", "source")
    of_kind = "" if kinds is None else f" AND kind IN ({_marks(kinds)})"
    found: list[tuple[Any, ...]] = []
    for start in range(0, len(refs), MOST_AT_ONCE):
        asked = refs[start : start + MOST_AT_ONCE]
        # Only told that it is not null, SQLite goes from these refs to their links, and not the other way round.
        sql = (
            f"SELECT rowid, {near}, {far}, kind, dangling, file, start_line FROM link "
            f"WHERE {near} IS NOT NULL AND {near} IN ({_marks(asked)})"
        )
        found += snapshot.rows(sql + of_kind, [*asked, *(kinds or ())])
    for row, here, there, kind, dangling, file, line in sorted(found):
        yield Step(here, there, kind, forward, bool(dangling), f"{file}:{line}", row)


def kinds_of(snapshot: Snapshot, refs: Sequence[str]) -> dict[str, str]:
    """The kind of each of these objects; refs of none are left out."""
    found: dict[str, str] = {}
    for asked in _batches(refs):
        found |= dict(snapshot.rows(f"SELECT ref, kind FROM object WHERE ref IN ({_marks(asked)})", asked))
    return found


def _batches(refs: Sequence[str]) -> Iterator[Sequence[str]]:
    return (refs[start : start + MOST_AT_ONCE] for start in range(0, len(refs), MOST_AT_ONCE))


def _marks(values: Sequence[str]) -> str:
    return ", ".join("?" * len(values))


@dataclass(slots=True)
class Walk:
    """What a breadth-first walk found: each ref reached with its distance and the step that first reached it, nearest
    first; all steps taken; and which bound ended it early: "depth", "nodes" or ""."""

    start: str
    distance: dict[str, int] = field(default_factory=dict)
    via: dict[str, Step] = field(default_factory=dict)
    steps: list[tuple[int, Step]] = field(default_factory=list)
    truncated: str = ""


def walk(start: str, expand: Expand, max_depth: int, most_nodes: int = MOST_NODES) -> Walk:
    """Everything within `max_depth` steps of an object. Of several steps to the same object the first in the order
    (near, kind, place) carries it. A link is a step once, even where it is met from both ends."""
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
        room = most_nodes - len(found.distance)
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
    """The first `limit` simple routes by (hops, refs on the way). `backwards` gives the steps that *arrive* at some
    objects, seen from there.

    Distances to `end` are found first, level by level and no further than needed; then routes are followed from `start`
    along refs in order, never into an object that is too far from `end`.
    """
    result = Routes()
    if start == end:
        return Routes([[]])
    distances = _Distances(end, backwards)
    budget = [MOST_STEPS]
    for hops in range(1, max_hops + 1):
        distances.grow(hops)
        if distances.of.get(start, hops + 1) <= hops:
            for route in _exactly(start, end, hops, distances, budget):
                result.found.append(route)
                if len(result.found) >= limit:
                    return result
        elif distances.complete:
            break
        if budget[0] <= 0:
            result.truncated = "steps"
            break
    result.truncated = result.truncated or distances.truncated
    return result


class _Distances:
    """How far objects are from the end of a route, and the steps towards it, as far as they were needed."""

    def __init__(self, end: str, backwards: Expand) -> None:
        self.of = {end: 0}
        self.onwards: dict[str, dict[str, Step]] = {}
        self.truncated = ""
        self._backwards = backwards
        self._level = [end]
        self._depth = 0

    @property
    def complete(self) -> bool:
        return not self._level

    def grow(self, depth: int) -> None:
        """Knows, after this, every object within `depth` hops of the end, and every step out of them towards it."""
        while self._depth < depth and self._level:
            self._depth += 1
            fresh: set[str] = set()
            for seen in self._backwards(self._level):
                step = seen._replace(near=seen.far, far=seen.near, forward=not seen.forward)
                known = self.onwards.setdefault(step.near, {}).setdefault(step.far, step)
                if _order(step) < _order(known):
                    self.onwards[step.near][step.far] = step
                if step.near not in self.of:
                    fresh.add(step.near)
            if len(self.of) + len(fresh) > MOST_NODES:
                self.truncated, fresh = "nodes", set()
            self.of.update(dict.fromkeys(fresh, self._depth))
            self._level = sorted(fresh)


def _exactly(start: str, end: str, hops: int, distances: _Distances, budget: list[int]) -> Iterator[list[Step]]:
    """The simple routes of exactly so many hops, in the order of the refs on the way."""
    route: list[Step] = []
    passed = {start}
    waiting = [iter(_onwards(start, distances.onwards))]
    while waiting and budget[0] > 0:
        step = next(waiting[-1], None)
        budget[0] -= 1
        if step is None:
            waiting.pop()
            if route:
                passed.discard(route.pop().far)
            continue
        left = hops - len(route) - 1
        if step.far in passed or distances.of.get(step.far, hops) > left or (step.far == end) != (left == 0):
            continue
        if left == 0:
            yield [*route, step]
            continue
        route.append(step)
        passed.add(step.far)
        waiting.append(iter(_onwards(step.far, distances.onwards)))


def _onwards(ref: str, onwards: Mapping[str, Mapping[str, Step]]) -> list[Step]:
    return [step for _, step in sorted(onwards.get(ref, {}).items())]
