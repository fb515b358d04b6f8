"""What a branch holds of each record: what the nearest branch of its lineage last said, now or at a time."""

from collections.abc import Mapping, Sequence
from operator import attrgetter
from typing import Any, NamedTuple

import orjson

from compiler.languages.memory.facts import MemoryBranch
from compiler.store.snapshot import Snapshot
from queries.memory.selection import branches_of

# What makes two versions of a record the same, besides their text.
COMPARED = {"fact": ("category", "confidence", "subject"), "relation": ("properties", "confidence", "valid_from")}


class RecordState(NamedTuple):
    """What one line says of a fact or relation, named by `key`; `says` is what is compared."""

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


def state(snapshot: Snapshot, lineage: Sequence[str], until: int | None = None) -> dict[Key, RecordState]:
    """What a branch with this lineage holds of facts and relations, now or as far as had been written at a time."""
    nearness = {name: distance for distance, name in enumerate(lineage)}
    on_branches = snapshot.memoize("queries.memory.stated", _all_stated)
    stated = [one for name in nearness for one in on_branches.get(name, ())]
    if len(nearness) > 1:
        stated.sort(key=_row)
    if until is not None:
        stated = [one for one in stated if one.starts is not None and one.starts <= until]
    found: dict[Key, RecordState] = {}
    for one in stated:
        key = one.key
        known = found.get(key)
        if known is None or known.branch == one.branch or nearness[one.branch] < nearness[known.branch]:
            found[key] = one
    return {key: one for key, one in found.items() if one.holds}


_row = attrgetter("row")


def _all_stated(snapshot: Snapshot) -> dict[str, list[RecordState]]:
    """What every line says, by branch and in the order of the source; a retraction holds nothing."""
    sql = (
        "SELECT rowid, record_type, record_id, ref, branch, text, op, is_active, starts, at_us, fields, "
        "file || ':' || start_line FROM memory_version WHERE record_type IN ('fact', 'relation') ORDER BY rowid"
    )
    found: dict[str, list[RecordState]] = {}
    for row, kind, id, ref, branch, text, op, is_active, starts, at, fields, place in snapshot.rows(sql):
        stated = orjson.loads(fields) if fields else {}
        is_live = bool(is_active) if kind == "fact" else stated.get("valid_to") is None
        compared = text, *(stated.get(name) for name in COMPARED[kind])
        holds = op == "put" and is_live
        one = RecordState(row, (kind, id), ref, branch, text, holds, starts, at, stated, place, compared)
        found.setdefault(branch, []).append(one)
    return found


def fork_point(
    snapshot: Snapshot, source: MemoryBranch, target: MemoryBranch
) -> tuple[MemoryBranch | None, int | None]:
    """The nearest branch that both read, and when the source left it (or the target, when it is the source itself)."""
    known = branches_of(snapshot)
    shared = next((name for name in source.lineage if name in target.lineage), None)
    if shared is None:
        return None, None
    for side in (source, target):
        place = side.lineage.index(shared)
        if place:
            return known[shared], known[side.lineage[place - 1]].at_last_us
    return known[shared], None
