"""Histories of branches: their names, their hours, and what a branch reads."""

from collections.abc import Sequence

from tests.queries.memory.memories import Record

BRANCHES = ("main", "a", "b", "c", "d")


def at(hour: int) -> str:
    return f"2026-06-{1 + hour // 24:02}T{hour % 24:02}:00:00Z"


def lineage(records: Sequence[Record], name: str | None) -> list[str]:
    parents = {one["id"]: one.get("parent") for one in records if one["type"] == "branch"}
    found = []
    while name is not None:
        found.append(name)
        name = parents[name]
    return found


def last_lines(records: Sequence[Record], kind: str) -> dict[str, dict[str, Record]]:
    """The last line of each record on each branch that wrote it. A branch can only retract what it reads."""
    lines: dict[str, dict[str, Record]] = {}
    for one in records:
        if one["type"] == kind:
            last = lines.setdefault(one["id"], {})
            if one.get("op") != "retract" or any(on in last for on in lineage(records, one["branch"])):
                last[one["branch"]] = one
    return lines


def seen(records: Sequence[Record], kind: str, name: str) -> dict[str, Record]:
    """What a branch sees, read plainly: of each record the line of the nearest branch that wrote it."""
    lines = last_lines(records, kind)
    nearest = {id: [last[on] for on in lineage(records, name) if on in last] for id, last in lines.items()}
    return {id: found[0] for id, found in nearest.items() if found and found[0].get("op") != "retract"}
