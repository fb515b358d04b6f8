"""Walks over the links of a snapshot, whatever they mean. Bounded; each says when a bound was hit.

Each level of a walk is one query to the database. Within a level, links come in the order they were stated.
"""

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, NamedTuple, Protocol

from compiler.model.facts import LinkKind

MAX_NODES = 20_000  # that one walk visits
BATCH_SIZE = 500  # objects that one SQL statement names


class LinkReader(Protocol):
    """Whatever the links are read through, such as a `Snapshot`."""

    def rows(self, sql: str, parameters: Sequence[Any] = (), /) -> list[tuple[Any, ...]]:
        """The rows of a SELECT."""

    @property
    def link_kinds(self) -> Mapping[str, LinkKind]:
        """The kinds of link, by their names."""


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


def steps_by_kind(reader: LinkReader, along: Sequence[str] | None, against: Sequence[str] | None) -> Expand:
    """Return the steps that leave given objects: along links of the kinds `along`, then against links of the kinds
    `against`. None stands for all kinds."""

    def expand(refs: Sequence[str]) -> Iterator[Step]:
        if along is None or along:
            yield from _steps(reader, refs, along, forward=True)
        if against is None or against:
            yield from _steps(reader, refs, against, forward=False)

    return expand


def dependency_steps(reader: LinkReader, to_dependents: bool, kinds: Collection[str] | None = None) -> Expand:
    """Return the steps from objects to those that depend on them, or else to those that they depend on; with `kinds`,
    only over links of these."""
    by_end: dict[str, list[str]] = {"source": [], "target": [], "none": []}
    for kind in reader.link_kinds.values():
        if not kinds or kind.name in kinds:
            by_end[kind.dependent].append(kind.name)
    along, against = by_end["target"], by_end["source"]
    return steps_by_kind(reader, along, against) if to_dependents else steps_by_kind(reader, against, along)


def _steps(reader: LinkReader, refs: Sequence[str], kinds: Sequence[str] | None, forward: bool) -> Iterator[Step]:
    near, far = ("source", "target") if forward else ("target", "source")
    of_kind = "" if kinds is None else f" AND kind IN ({_marks(kinds)})"
    rows: list[tuple[Any, ...]] = []
    for batch in _batches(refs):
        # "IS NOT NULL" makes SQLite look up the links of these refs. Without it, it goes through the links.
        sql = (
            f"SELECT rowid, {near}, {far}, kind, dangling, file, start_line FROM link_full "
            f"WHERE {near} IS NOT NULL AND {near} IN ({_marks(batch)})"
        )
        rows += reader.rows(sql + of_kind, [*batch, *(kinds or ())])
    for row, here, there, kind, dangling, file, line in sorted(rows):
        yield Step(here, there, kind, forward, bool(dangling), f"{file}:{line}", row)


def kinds_of(reader: LinkReader, refs: Sequence[str]) -> dict[str, str]:
    """Return the kinds of objects by their refs. Refs without an object are left out."""
    found: dict[str, str] = {}
    for batch in _batches(refs):
        found |= dict(reader.rows(f"SELECT ref, kind FROM object_row WHERE ref IN ({_marks(batch)})", batch))
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


def walk(start: str, expand: Expand, max_depth: int, max_nodes: int = MAX_NODES, together: Sequence[str] = ()) -> Walk:
    """Walk to everything within `max_depth` steps of an object, or of one of those that are asked `together` with it.

    Of several steps to the same object, the first in the order (near, kind, place) is the one in `via`. A link is a
    step once, even where it is met from both ends.
    """
    found = Walk(start, dict.fromkeys((start, *together), 0))
    seen: set[int] = set()
    level = list(found.distance)
    for depth in range(1, max_depth + 1):
        if not level:
            break
        fresh: dict[str, Step] = {}
        for step in expand(level):
            if step.link in seen:
                continue
            seen.add(step.link)
            found.steps.append((depth, step))
            if step.far not in found.distance and (
                step.far not in fresh or step_order(step) < step_order(fresh[step.far])
            ):
                fresh[step.far] = step
        room = max_nodes - len(found.distance)
        level = sorted(fresh)[:room]
        found.distance |= dict.fromkeys(level, depth)
        found.via |= {ref: fresh[ref] for ref in level}
        if len(fresh) > room:
            found.truncated = "nodes"
            return found
    if level and any(step.far not in found.distance for step in expand(level)):
        found.truncated = "depth"
    return found


def step_order(step: Step) -> tuple[str, str, str]:
    return step.near, step.kind, step.place
