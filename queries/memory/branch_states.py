"""The state of a branch: the facts and relations that it sees, each in its last version."""

from collections.abc import Mapping
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
}


class RecordState(NamedTuple):
    """One version of a fact or relation. `holds`: it is not retracted, inactive or ended. `starts` is when it was
    written, `at` when it happened, in microseconds. `compared` is equal in equal versions. `place` is `path:line`."""

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


def seen_states(snapshot: Snapshot, scope: BranchScope, until: int | None = None) -> dict[Key, RecordState]:
    """Return what a branch sees of facts and relations, those included that have ended: now, or as written `until` a
    time."""
    view = scope if until is None else scope.at(until)
    by_branch = snapshot.memoize("queries.memory.states", _states_by_branch)
    seen: list[RecordState] = []
    for name in view.lineage or ():
        states = by_branch.get(name, ())
        last = {one.key: one for one in states if until is None or (one.starts is not None and one.starts <= until)}
        seen += (one for one in last.values() if view.sees(*one.key, name))
    return {one.key: one for one in sorted(seen, key=_row)}


def holding(seen: State) -> State:
    """Return the facts and relations that have not ended."""
    return {key: one for key, one in seen.items() if one.holds}


_row = attrgetter("row")


def _states_by_branch(snapshot: Snapshot) -> dict[str, list[RecordState]]:
    """Return all versions of facts and relations by branch, in the order of the source."""
    sql = (
        "SELECT rowid, record_type, record_id, ref, branch, text, op, is_active, starts, at_us, fields, "
        "file || ':' || start_line FROM fact_memory_version WHERE record_type IN ('fact', 'relation') ORDER BY rowid"
    )
    found: dict[str, list[RecordState]] = {}
    for row, kind, id, ref, branch, text, op, is_active, starts, at, fields, place in snapshot.rows(sql):
        values = orjson.loads(fields) if fields else {}
        is_live = bool(is_active) if kind == "fact" else values.get("valid_to") is None
        compared = text, *(values.get(name) for name in COMPARED_FIELDS[kind])
        holds = op == "put" and is_live
        one = RecordState(row, (kind, id), ref, branch, text, holds, starts, at, values, place, compared)
        found.setdefault(branch, []).append(one)
    return found


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
