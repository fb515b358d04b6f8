"""The basis of an answer: what it stands on, so that nobody has to check by other calls. Zeros are shown; what is not
zero says where to ask."""

from collections.abc import Collection, Mapping, Sequence
from typing import Any

from compiler.store.snapshot import Snapshot
from queries.tools.not_understood import ALL, BY_KIND, place, unread_rows
from queries.tools.schemas import Schema, boolean, integer, mapping, string, strings

ID_DIGITS = 12
# The diagnostics of ids that several definitions have, of every language.
DUPLICATE_CODES = (
    *("KNO202", "MMD810", "REQ206", "REQ207"),
    *("URD302", "URD303", "URD304", "URD305", "URD306"),
)
# How many rows of a relation name something that does not exist.
DANGLING: Mapping[str, str] = {
    "link": "SELECT count(*) FROM link WHERE dangling",
    "mention": "SELECT count(*) FROM mention WHERE target IS NULL",
    "task_dependency": "SELECT count(*) FROM task_dependency WHERE is_missing",
    "derives": "SELECT count(*) FROM derives WHERE parent NOT IN (SELECT id FROM requirement)",
    "code_reference": "SELECT count(*) FROM code_reference WHERE requirement NOT IN (SELECT id FROM requirement)",
    "test_reference": "SELECT count(*) FROM test_reference WHERE requirement NOT IN (SELECT id FROM requirement)",
    "supersession": (
        "SELECT count(*) FROM supersession WHERE older NOT IN (SELECT id FROM decision)"
        " OR newer NOT IN (SELECT id FROM decision)"
    ),
}

BASIS: Schema = mapping(
    "What the answer stands on.",
    snapshot=string("The first digits of the snapshot's id."),
    source_changed=boolean("Whether the source has changed since; absent when that is not known."),
    unread=integer("Files that could not be read."),
    broken=integer("Files with an error in their syntax: what was understood of them is there."),
    duplicate_ids=integer("Ids that several definitions have."),
    dangling=integer("Rows that name something that does not exist, in the relations asked."),
    not_understood=integer("Places that look like rows of the relations asked and were not read: the relation unread."),
    uncovered=strings("The first five places that the relations asked do not cover, as path:line CODE."),
    base=string("The first digits of the id of the other snapshot."),
    ask=strings("Where to ask about what is not zero."),
)
_BROKEN = "SELECT count(DISTINCT file) FROM diagnostic_row WHERE severity = 'error' AND phase <= 1"
_BROKEN_PLACES = """
SELECT file, start_line, code FROM diagnostic_row WHERE severity <> 'info' AND phase <= 1 AND file <> '' ORDER BY rowid
"""
MAX_PLACES = 5
# What rows of a relation look like when they are not read, and how the codes of its language begin.
LOOKS_LIKE: Mapping[str, Sequence[str]] = {
    **BY_KIND,
    **dict.fromkeys(("object", "verdict", "verdict_evidence"), ALL),
    "supersession": ("decision",),
    "task_dependency": ("task", "dependency"),
    "derives": ("requirement", "coverage"),
    "code_reference": ("coverage", "requirement"),
    "test_reference": ("coverage", "requirement"),
    "node": ("diagram",),
    "edge": ("diagram",),
    "message": ("diagram",),
    "participant": ("diagram",),
    "link": ("link",),
    "mention": ("citation",),
}
CODES: Mapping[str, str] = {
    **dict.fromkeys(("decision", "supersession", "task", "task_dependency", "note", "component", "relation"), "KNO"),
    **dict.fromkeys(("requirement", "assertion", "derives", "code_reference", "test_reference"), "REQ"),
    **dict.fromkeys(("diagram", "node", "edge", "message", "participant", "block"), "MMD"),
    **dict.fromkeys(("world", "location", "section", "exit", "entity", "property", "choice"), "URD"),
}
_ASK = {
    "unread": "get_snapshot_info",
    "broken": "SELECT file, line, message FROM diagnostic WHERE severity = 'error'",
    "dangling": "SELECT source, kind, target, file, line FROM link WHERE dangling",
}


def basis(snapshot: Snapshot, relations: Collection[str], base: Snapshot | None = None) -> dict[str, Any]:
    """Return the basis of an answer that was read from some relations."""
    counts = {
        "unread": len(snapshot.meta.get("unread") or {}),
        **snapshot.memoize("queries.sql.basis", _counts),
        "dangling": sum(_dangling(snapshot, name) for name in relations if name in DANGLING),
    }
    # A revision never changes. Of files as they are, nothing is known here.
    changed = {"source_changed": False} if snapshot.meta.get("revision") else {}
    other = {"base": base.id[:ID_DIGITS]} if base is not None else {}
    asked = {"ask": [_ask(snapshot, name, relations) for name, count in counts.items() if count]}
    missed = _uncovered(snapshot, relations)
    return {
        "snapshot": snapshot.id[:ID_DIGITS],
        **changed,
        **counts,
        **missed,
        **other,
        **(asked if asked["ask"] else {}),
    }


def _uncovered(snapshot: Snapshot, relations: Collection[str]) -> dict[str, Any]:
    """Return how many rows of `unread` look like rows of some relations, and the first places that these do not cover:
    those that could not be read first."""
    kinds = {kind for name in relations for kind in LOOKS_LIKE.get(name, ())}
    codes = {code for name in relations if (code := CODES.get(name))}
    doubts = [row for row in unread_rows(snapshot) if row[0] in kinds]
    broken = [f"{file}:{line} {code}" for file, line, code in _broken_places(snapshot) if code[:3] in codes]
    told = {found.rpartition(" ")[0] for found in broken}
    places = [*broken, *(found for found in map(place, doubts) if found.rpartition(" ")[0] not in told)][:MAX_PLACES]
    counted = {"not_understood": len(doubts)} if doubts else {}
    return {**counted, **({"uncovered": places} if places else {})}


def _broken_places(snapshot: Snapshot) -> list[tuple[str, int, str]]:
    return snapshot.memoize("queries.sql.broken_places", lambda snapshot: [*snapshot.rows(_BROKEN_PLACES)])


def _ask(snapshot: Snapshot, name: str, relations: Collection[str]) -> str:
    if name == "duplicate_ids":
        return snapshot.memoize("queries.sql.ask_duplicates", _ask_duplicates)
    if name == "dangling" and "link" not in relations:
        return DANGLING[next(relation for relation in DANGLING if relation in relations)].replace("count(*)", "*")
    return _ASK[name]


def _ask_duplicates(snapshot: Snapshot) -> str:
    codes = [code for (code,) in snapshot.rows("SELECT DISTINCT code FROM diagnostic_row ORDER BY code")]
    listed = ", ".join(f"'{code}'" for code in codes if code in DUPLICATE_CODES)
    return f"SELECT file, line, message FROM diagnostic WHERE code IN ({listed})"


def _counts(snapshot: Snapshot) -> dict[str, int]:
    marks = ", ".join("?" * len(DUPLICATE_CODES))
    duplicates = snapshot.rows(f"SELECT count(*) FROM diagnostic_row WHERE code IN ({marks})", DUPLICATE_CODES)
    return {"broken": int(snapshot.rows(_BROKEN)[0][0]), "duplicate_ids": int(duplicates[0][0])}


def _dangling(snapshot: Snapshot, relation: str) -> int:
    sql = DANGLING[relation]
    return snapshot.memoize(f"queries.sql.dangling {relation}", lambda snapshot: int(snapshot.rows(sql)[0][0]))
