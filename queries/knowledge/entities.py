"""Entities as answers show them, and the heads of all entities, from which every tool chooses.

The heads are read once per snapshot. A page reads the other columns of its own entities only.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from typing import Any, NamedTuple

import orjson

from compiler.languages.knowledge.facts import ENTITY_CLASSES, TYPES, Collection
from compiler.model.facts import sql_table
from compiler.store.snapshot import Snapshot
from queries.errors.query_error import QueryError
from queries.lookup.examples import example_files
from queries.tools.not_understood import DECISIONS, TASKS, not_understood
from queries.tools.paging import Rows, limit_of
from queries.tools.parameters import Parameter
from queries.tools.schemas import IS_EXAMPLE, Schema, integer, mapping, string, strings

TYPE = Parameter("type", "string", "Only entities of this type.", choices=TYPES, aliases=("kind", "entity_type"))

LIMIT = replace(limit_of(50, 1_000), minimum=0)  # 0 asks only for the total

MAX_TEXT = 300  # characters of a text in lists

ENTITY: dict[str, Schema] = {
    "id": string("Its id, in the form of its format."),
    "sequence_number": integer("Its number, in formats that number their entities."),
    "type": string(f"{', '.join(TYPES[:-1])} or {TYPES[-1]}."),
    "title": string("Its title."),
    "content": string("Its text; in lists the beginning, ending in … when there is more."),
    "tags": strings("Its tags, as written."),
    "created_at": string("When it was made, in UTC, if the source says so."),
    "updated_at": string("When it last changed, in UTC, if the source says so."),
    "created_by": string("Who made it."),
    "date_precision": string("day or minute, when the source is no more precise."),
    "properties": mapping(
        "Of its type: status (of a decision without one: suggested_status), priority, due_date, assignee, …"
    ),
    "native": mapping("The words of the source where they say more, such as the status as written."),
    "format": string("The format of its source."),
    "ref": string("Canonical reference: pass it to any tool."),
    "source": string("Its place: path:line."),
    "is_example": IS_EXAMPLE,
}

TABLES = {entity_class.kind: sql_table(entity_class.table) for entity_class in ENTITY_CLASSES}
_COLUMNS = (
    "position, entity, sequence_number, name, content, tags, created_at, updated_at, created_by, date_precision, "
    "properties, native, format, ref, file, start_line"
)
_NATIVE_IN_LISTS = ("status", "has_status", "priority", "issue_type")


class Head(NamedTuple):
    """The columns of an entity that choosing and sorting need."""

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
    is_example: bool


Heads = Mapping[str, Head]


def heads_of(snapshot: Snapshot) -> Heads:
    """The heads of all entities by ref, in the order of every list: by type, then as their collection numbers or writes
    them.

    Raises QueryError `unavailable` when the source has no collection.
    """
    heads = snapshot.memoize("queries.knowledge.heads", _heads_of)
    if not heads and not snapshot.count(Collection):
        doubts = not_understood(snapshot, (*DECISIONS, *TASKS), {})
        places = f"; not understood: {doubts['count']:,}, first {', '.join(doubts['first'])}" if doubts else ""
        raise QueryError(
            "unavailable",
            f"No decisions, tasks or notes in this source{places}",
            hint="They are read from ADR folders, Backlog.md, .beads/issues.jsonl, tasks.md, Task Master, Medulla "
            "and notes; get_snapshot_info tells what was compiled.",
        )
    return heads


def _heads_of(snapshot: Snapshot) -> dict[str, Head]:
    found = []
    for kind, table in TABLES.items():
        examples = example_files(snapshot, kind)
        texts = "name, status, ifnull(created_at, ''), ifnull(updated_at, '')"
        columns = f"position, ref, entity, '{kind}', sequence_number, {texts}, file || ':' || start_line, file"
        sql = f"SELECT {columns} FROM {table}"
        found += [Head._make((*row, file in examples)) for *row, file in snapshot.rows(sql)]
    return {head.ref: head for head in sorted(found, key=lambda head: head.position)}


def rows_of(snapshot: Snapshot, refs: Sequence[str], whole: bool = False) -> list[dict[str, Any]]:
    """These entities as answers show them, in this order. Texts are shortened unless `whole`."""
    heads = heads_of(snapshot)
    positions: dict[str, list[int]] = {}
    for ref in refs:
        positions.setdefault(heads[ref].type, []).append(heads[ref].position)
    rows: dict[int, dict[str, Any]] = {}
    for kind, numbers in positions.items():
        marks = ", ".join("?" * len(numbers))
        sql = f"SELECT {_COLUMNS} FROM {TABLES[kind]} WHERE position IN ({marks})"
        rows |= {row[0]: _row(kind, row, whole) for row in snapshot.rows(sql, numbers)}
    return [rows[heads[ref].position] | _mark(heads[ref]) for ref in refs]


def _mark(head: Head) -> dict[str, bool]:
    return {"is_example": True} if head.is_example else {}


def entity_rows(snapshot: Snapshot, refs: Sequence[str]) -> Rows:
    """These entities as lists show them, read page by page."""
    return Rows(len(refs), lambda start, count: rows_of(snapshot, refs[start : start + count]))


def _row(kind: str, row: tuple[Any, ...], whole: bool) -> dict[str, Any]:
    _, entity, sequence, title, content, tags, created, updated, author, precision, *rest = row
    properties, native, form, ref, file, line = rest
    shown = orjson.loads(properties)
    words: dict[str, Any] = orjson.loads(native)
    if not whole:
        content, shown = shortened_texts(content), {name: shortened_texts(value) for name, value in shown.items()}
    words = {name: value for name, value in words.items() if _is_informative(name, value, whole)}
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
        "properties": without_none(shown),
        "native": words or None,
        "format": form,
        "ref": ref,
        "source": f"{file}:{line}",
    }
    return without_none(fields)


def _is_informative(name: str, value: Any, whole: bool) -> bool:
    """Whether answers show a word of the source: empty values say no more than the status does, but `…_certain: false`
    and `has_status: false` do. Lists show few words."""
    is_empty = not value.strip() if isinstance(value, str) else value is None
    is_empty = is_empty or (value is False and not name.endswith(("_certain", "has_status")))
    return not is_empty and name != "status_line" and (whole or name in _NATIVE_IN_LISTS)


def without_none(fields: Mapping[str, Any]) -> dict[str, Any]:
    """The fields that have a value."""
    return {name: value for name, value in fields.items() if value is not None}


def shortened_texts(value: Any) -> Any:
    """A long text cut to its beginning, also within a list. Other values stay as they are."""
    if isinstance(value, str) and len(value) > MAX_TEXT:
        return f"{value[:MAX_TEXT]}…"
    return [shortened_texts(item) for item in value] if isinstance(value, list) else value


def summary(head: Head) -> dict[str, Any]:
    """An entity in one line: `{id, type, title, status?, ref, source, is_example?}`."""
    status = {"status": head.status} if head.status else {}
    place = {"ref": head.ref, "source": head.source}
    return {"id": head.id, "type": head.type, "title": head.title, **status, **place, **_mark(head)}


def of_project(heads: Heads) -> list[Head]:
    """The entities that are no examples, in order."""
    return [head for head in heads.values() if not head.is_example]


def kinds_of_type(snapshot: Snapshot, type_: str | None = None) -> list[str]:
    """The kinds of object that entities of a type are, of which the source has at least one; all kinds for None."""
    counts = counts_by_type(heads_of(snapshot).values())
    return [kind for kind, count in counts.items() if count and type_ in (None, kind)]


def counts_by_type(heads: Iterable[Head]) -> dict[str, int]:
    """The number of entities of each type, in the order of the types, 0 included."""
    counts = dict.fromkeys(TYPES, 0)
    for head in heads:
        counts[head.type] += 1
    return counts
