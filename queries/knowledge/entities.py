"""Entities as answers show them, and the list of all of them that every tool chooses from.

`Head` is an entity as far as choosing needs it: read for all of them at once, and kept with the snapshot. A page reads
the rest of its own entities only.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from typing import Any, NamedTuple

import orjson

from compiler.languages.knowledge.facts import ENTITY_CLASSES, TYPES, Collection
from compiler.store.snapshot import Snapshot
from queries.errors import QueryError
from queries.paging import Rows, limit_of
from queries.parameters import Parameter
from queries.schemas import Schema, integer, mapping, string, strings

TYPE = Parameter("type", "string", "Only entities of this type.", choices=TYPES)

LIMIT = replace(limit_of(50, 1_000), minimum=0)  # none: how many there are is answer enough

EXCERPT = 300  # characters of a text that lists show

ENTITY: dict[str, Schema] = {
    "id": string("Its id, as its own format writes it."),
    "sequence_number": integer("Its number, in formats that number their entities."),
    "type": string(f"{', '.join(TYPES[:-1])} or {TYPES[-1]}."),
    "title": string("Its title."),
    "content": string("Its text; in lists the beginning, with … where there is more."),
    "tags": strings("Its tags, as written."),
    "created_at": string("UTC time, as far as the source tells."),
    "updated_at": string("UTC time of the last change, as far as the source tells."),
    "created_by": string("Who made it."),
    "properties": mapping("What its type has: status, priority, due_date, assignee, context, url, …"),
    "native": mapping("The source's own words where they say more, such as the status as written."),
    "format": string("The format that it was read from."),
    "ref": string("Canonical reference: pass it to any tool."),
    "source": string("Where it stands: path:line."),
}

TABLES = {one.kind: one.table for one in ENTITY_CLASSES}
_COLUMNS = (
    "position, entity, sequence_number, name, content, tags, created_at, updated_at, created_by, date_precision, "
    "properties, native, format, ref, file, start_line"
)
_NATIVE_IN_LISTS = ("status", "priority", "issue_type")


class Head(NamedTuple):
    """An entity as far as choosing needs it."""

    position: int
    ref: str
    id: str
    type: str
    sequence_number: int | None
    title: str
    status: str
    created_at: str
    updated_at: str
    source: str


Heads = Mapping[str, Head]


def heads_of(snapshot: Snapshot) -> Heads:
    """All entities by ref, in the order of every list: by type, then as their collection numbers or writes them.

    Raises QueryError when the source keeps no such things at all.
    """
    heads = snapshot.memoize("queries.knowledge.heads", _heads_of)
    if not heads and not snapshot.count(Collection):
        raise QueryError(
            "unavailable",
            "No decisions, tasks or notes in this source",
            hint="They are read from ADR folders, Backlog.md, .beads/issues.jsonl, tasks.md, Task Master, Medulla "
            "and notes; get_snapshot_info tells what was compiled.",
        )
    return heads


def _heads_of(snapshot: Snapshot) -> dict[str, Head]:
    found = []
    for kind, table in TABLES.items():
        texts = "name, status, ifnull(created_at, ''), ifnull(updated_at, '')"
        columns = f"position, ref, entity, '{kind}', sequence_number, {texts}, file || ':' || start_line"
        sql = f"SELECT {columns} FROM {table}"
        found += [Head(*row) for row in snapshot.rows(sql)]
    return {one.ref: one for one in sorted(found, key=lambda one: one.position)}


def rows_of(snapshot: Snapshot, refs: Sequence[str], whole: bool = False) -> list[dict[str, Any]]:
    """These entities as answers show them, in this order; with `whole` their texts in full."""
    heads = heads_of(snapshot)
    positions: dict[str, list[int]] = {}
    for ref in refs:
        positions.setdefault(heads[ref].type, []).append(heads[ref].position)
    rows: dict[int, dict[str, Any]] = {}
    for kind, wanted in positions.items():
        marks = ", ".join("?" * len(wanted))
        sql = f"SELECT {_COLUMNS} FROM {TABLES[kind]} WHERE position IN ({marks})"
        rows |= {row[0]: _row(kind, row, whole) for row in snapshot.rows(sql, wanted)}
    return [rows[heads[ref].position] for ref in refs]


def entity_rows(snapshot: Snapshot, refs: Sequence[str]) -> Rows:
    """These entities as lists show them, read as a page asks for them."""
    return Rows(len(refs), lambda start, count: rows_of(snapshot, refs[start : start + count]))


def _row(kind: str, row: tuple[Any, ...], whole: bool) -> dict[str, Any]:
    _, entity, sequence, title, content, tags, created, updated, author, precision, *rest = row
    properties, native, form, ref, file, line = rest
    shown = orjson.loads(properties)
    told: dict[str, Any] = orjson.loads(native)
    if not whole:
        content, shown = excerpt(content), {name: excerpt(value) for name, value in shown.items()}
    told = {name: value for name, value in told.items() if _is_telling(name, value, whole)}
    fields = {
        "id": entity,
        "sequence_number": sequence,
        "type": kind,
        "title": title,
        "content": content,
        "tags": orjson.loads(tags),
        "created_at": created,
        "updated_at": updated,
        "created_by": author,
        "date_precision": precision if precision not in ("", "second") else None,
        "properties": given(shown),
        "native": told or None,
        "format": form,
        "ref": ref,
        "source": f"{file}:{line}",
    }
    return given(fields)


def _is_telling(name: str, value: Any, whole: bool) -> bool:
    """Whether a word of the source says anything to a reader: an empty box says no more than the status does, but what
    is not certain does."""
    is_empty = not value.strip() if isinstance(value, str) else value is None
    is_empty = is_empty or (value is False and not name.endswith("_certain"))
    return not is_empty and name != "status_line" and (whole or name in _NATIVE_IN_LISTS)


def given(fields: Mapping[str, Any]) -> dict[str, Any]:
    """The fields that have a value."""
    return {name: value for name, value in fields.items() if value is not None}


def excerpt(value: Any) -> Any:
    """A text's beginning, or the value itself; so too of the texts in a list."""
    if isinstance(value, str) and len(value) > EXCERPT:
        return f"{value[:EXCERPT]}…"
    return [excerpt(one) for one in value] if isinstance(value, list) else value


def summary(head: Head) -> dict[str, Any]:
    """An entity in one line: `{id, type, title, status?, ref, source}`."""
    stated = {"status": head.status} if head.status else {}
    return {"id": head.id, "type": head.type, "title": head.title, **stated, "ref": head.ref, "source": head.source}


def counted(heads: Iterable[Head]) -> dict[str, int]:
    """How many entities of each type, types in their order, those without any at 0."""
    counts = dict.fromkeys(TYPES, 0)
    for one in heads:
        counts[one.type] += 1
    return counts
