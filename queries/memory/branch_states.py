"""The state of a branch: the records that it sees, each in its last version.

Facts, relations, observations, sessions and tasks have all their versions in `fact_memory_version`. What conversations
and messages a branch sees is in `talk_states`.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from operator import attrgetter
from typing import Any, NamedTuple

import orjson

from compiler.languages.memory.facts import MemoryBranch
from compiler.store.snapshot import Snapshot
from queries.memory.branch_scope import BranchScope
from queries.memory.selection import branches_of

# Two versions of a record are equal if these fields and their texts are.
COMPARED_FIELDS = {
    "fact": ("category", "confidence", "subject"),
    "relation": ("properties", "confidence", "valid_from"),
    "observation": ("observation_type", "tool_name", "outcome"),
    "session": ("status", "project", "ended_at"),
    "conversation": ("model", "parent", "fork_point"),
    "message": ("role", "conversation_id", "tool_calls"),
    "task": ("status", "description", "task_type", "objectives"),
}
WRITTEN_AS_VERSIONS = ("fact", "relation", "observation", "session", "task")


class RecordState(NamedTuple):
    """One version of a record. `holds`: it is not retracted, inactive or ended. `starts` is when it was written, `at`
    when it happened, in microseconds. `compared` is equal in equal versions. `place` is `path:line`."""

    row: int
    key: "Key"
    ref: str
    branch: str
    text: str
    holds: bool
    starts: int | None
    at: int | None
    fields: Mapping[str, Any]
    place: str
    compared: tuple[Any, ...]

    @property
    def record_type(self) -> str:
        return self.key[0]

    @property
    def id(self) -> str:
        return self.key[1]


Key = tuple[str, str]  # type and id of a record
State = Mapping[Key, RecordState]


def written_states(snapshot: Snapshot, scope: BranchScope, until: int | None = None) -> dict[Key, RecordState]:
    """Return what a branch sees of the records that have versions, those included that have ended: now, or as written
    `until` a time."""
    view = scope if until is None else scope.at(until)
    by_branch = snapshot.memoize("queries.memory.states", _states_by_branch)
    seen: list[RecordState] = []
    for name in view.lineage or ():
        seen += (state for state in last_states(by_branch.get(name, ()), until) if view.sees(*state.key, name))
    return {state.key: state for state in sorted(seen, key=_row)}


def last_states(states: Iterable[RecordState], until: int | None) -> Iterable[RecordState]:
    """Return the last of the states of each record: of all, or of those written `until` a time."""
    return {
        state.key: state for state in states if until is None or (state.starts is not None and state.starts <= until)
    }.values()


def holding(seen: State) -> State:
    """Return the records that have not ended."""
    return {key: state for key, state in seen.items() if state.holds}


_row = attrgetter("row")


def _states_by_branch(snapshot: Snapshot) -> dict[str, list[RecordState]]:
    found: dict[str, list[RecordState]] = {}
    for state in states_of(snapshot, WRITTEN_AS_VERSIONS):
        found.setdefault(state.branch, []).append(state)
    return found


def states_of(snapshot: Snapshot, kinds: Sequence[str]) -> Iterator[RecordState]:
    """Yield all versions of the records of some types, in the order of the source."""
    sql = (
        "SELECT rowid, record_type, record_id, ref, branch, text, op, is_active, starts, at_us, fields, "
        f"file || ':' || start_line FROM fact_memory_version WHERE record_type IN ({', '.join('?' * len(kinds))}) "
        "ORDER BY rowid"
    )
    for row, kind, id, ref, branch, text, op, is_active, starts, at, fields, place in snapshot.rows(sql, kinds):
        values = orjson.loads(fields) if fields else {}
        holds = op == "put" and not _has_ended(kind, bool(is_active), values)
        compared = text, *(values.get(name) for name in COMPARED_FIELDS[kind])
        yield RecordState(row, (kind, id), ref, branch, text, holds, starts, at, values, place, compared)


def _has_ended(kind: str, is_active: bool, values: Mapping[str, Any]) -> bool:
    """Return whether a version says of itself that it no longer holds."""
    if kind == "fact":
        return not is_active
    return kind == "relation" and values.get("valid_to") is not None


def fork_point(
    snapshot: Snapshot, source: MemoryBranch, target: MemoryBranch
) -> tuple[MemoryBranch | None, int | None]:
    """Return the nearest branch that both read, and when the source was forked from it.

    If the source is that branch itself, it is the time when the target was forked.
    """
    known = branches_of(snapshot)
    shared = next((name for name in source.lineage if name in target.lineage), None)
    if shared is None:
        return None, None
    for side in (source, target):
        place = side.lineage.index(shared)
        if place:
            return known[shared], known[side.lineage[place - 1]].at_last_us
    return known[shared], None
