"""What a branch holds of each record: what the nearest branch of its lineage last said, now or at a time."""

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

import orjson

from compiler.memory.facts import MemoryBranch
from compiler.snapshot import Snapshot
from queries.memory.selection import branches_of

# What makes two versions of a record the same, besides their text.
COMPARED = {"fact": ("category", "confidence", "subject"), "relation": ("properties", "confidence", "valid_from")}


class Stated(NamedTuple):
    """What one line says of a fact or relation; `says` is what is compared."""

    record_type: str
    id: str
    ref: str
    branch: str
    text: str
    holds: bool
    starts: int | None
    at: int | None
    fields: Mapping[str, Any]
    place: str

    @property
    def says(self) -> tuple[Any, ...]:
        return self.text, *(self.fields.get(name) for name in COMPARED[self.record_type])


Key = tuple[str, str]  # type and id of a record
State = Mapping[Key, Stated]


def state(snapshot: Snapshot, lineage: Sequence[str], until: int | None = None) -> dict[Key, Stated]:
    """What a branch with this lineage holds of facts and relations, now or as far as had been written at a time."""
    nearness = {name: distance for distance, name in enumerate(lineage)}
    found: dict[Key, Stated] = {}
    for one in snapshot.once("queries.memory.stated", _all_stated):
        if one.branch not in nearness or (until is not None and (one.starts is None or one.starts > until)):
            continue
        key = (one.record_type, one.id)
        known = found.get(key)
        if known is None or nearness[one.branch] <= nearness[known.branch]:
            found[key] = one
    return {key: one for key, one in found.items() if one.holds}


def _all_stated(snapshot: Snapshot) -> list[Stated]:
    """What every line says, in the order of the source; a retraction holds nothing."""
    sql = (
        "SELECT record_type, record_id, ref, branch, text, op, is_active, starts, at_us, fields, "
        "file || ':' || start_line FROM memory_version WHERE record_type IN ('fact', 'relation') ORDER BY rowid"
    )
    found = []
    for kind, id, ref, branch, text, op, is_active, starts, at, fields, place in snapshot.rows(sql):
        stated = orjson.loads(fields) if fields else {}
        is_live = bool(is_active) if kind == "fact" else stated.get("valid_to") is None
        found.append(Stated(kind, id, ref, branch, text, op == "put" and is_live, starts, at, stated, place))
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
