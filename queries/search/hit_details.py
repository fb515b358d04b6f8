"""What tells the hits of a search apart in their own language: a few fields of their facts, by kind of object."""

from collections.abc import Mapping, Sequence
from typing import Any

import orjson

from compiler.model.facts import sql_table
from compiler.store.snapshot import ObjectRow, Snapshot
from queries.lookup.by_name import object_kinds
from queries.objects.field_filters import field_types
from queries.tools.schemas import Schema, boolean, string, strings

FIELDS: Mapping[str, tuple[str, ...]] = {
    "file": ("language",),
    "document_section": ("outer",),
    "requirement": ("level", "status"),
    "test": ("outcome",),
    "result": ("status",),
    "code": ("keyword",),
    "decision": ("status", "superseded_by"),
    "task": ("status",),
    "component": ("status",),
    "diagram": ("type",),
    **dict.fromkeys(("node", "edge", "subgraph", "participant", "message", "block", "block_section"), ("diagram",)),
    "xref": ("status",),
    "walkthrough_node": ("status",),
    **dict.fromkeys(("type", "property", "entity", "location", "exit", "section", "choice"), ("world",)),
    **dict.fromkeys(("rule", "sequence", "phase"), ("world",)),
    "memory_fact": ("status", "is_active", "branch"),
    **dict.fromkeys(("memory_branch", "memory_session", "memory_template", "memory_bundle"), ("status",)),
    **dict.fromkeys(("memory_conversation", "memory_task"), ("status", "branch")),
    **dict.fromkeys(("memory_message", "memory_entity", "memory_relation", "memory_observation"), ("branch",)),
}

DETAILS: dict[str, Schema] = {
    "level": string("Requirements: the level."),
    "status": string("Requirements, decisions, tasks, components and memory: the status."),
    "is_ready": boolean("Tasks: whether work on it can begin now."),
    "holds": boolean("Decisions: whether it is accepted and nothing replaces it."),
    "superseded_by": strings("Decisions: the ids of those that replace it."),
    "type": string("Diagrams: flowchart, sequence, …"),
    "diagram": string("Parts of diagrams: the diagram."),
    "world": string("Objects of worlds: the world."),
    "is_active": boolean("Facts of memory: whether it still stands."),
    "branch": string("Memory: the branch."),
    "language": string("Files: the language that read it."),
    "outer": strings("Sections of pages: the headings around it."),
}

LISTED = "(SELECT value FROM json_each(?))"


def details_of(snapshot: Snapshot, rows: Sequence[ObjectRow]) -> dict[str, dict[str, Any]]:
    """Return what tells objects apart, by ref. Fields without a value are left out."""
    found: dict[str, dict[str, Any]] = {}
    for kind in dict.fromkeys(row.kind for row in rows):
        refs = [row.ref for row in rows if row.kind == kind]
        found |= _fields(snapshot, kind, refs)
        if kind == "task":
            _add_readiness(snapshot, found, refs)
    return found


def _fields(snapshot: Snapshot, kind: str, refs: Sequence[str]) -> dict[str, dict[str, Any]]:
    fact_class = object_kinds(snapshot)[kind]
    types = field_types(fact_class)
    names = [name for name in FIELDS.get(kind, ()) if name in types]
    if not names:
        return {}
    columns = ", ".join(f'fact."{name}"' for name in names)
    sql = (
        f'SELECT object_row.ref, {columns} FROM object_row JOIN "{sql_table(fact_class.table)}" AS fact '
        f"ON fact.rowid = object_row.fact_row WHERE object_row.ref IN {LISTED}"
    )
    return {
        ref: _shown(kind, {name: _value(types[name], value) for name, value in zip(names, row, strict=True)})
        for ref, *row in snapshot.rows(sql, (_json(refs),))
    }


def _value(plain: type | None, value: Any) -> Any:
    if value is None or plain in (str, int, float):
        return value
    return bool(value) if plain is bool else orjson.loads(value)


def _shown(kind: str, values: dict[str, Any]) -> dict[str, Any]:
    if kind == "decision":
        values["holds"] = values["status"] == "accepted" and not values["superseded_by"]
    return {name: value for name, value in values.items() if value is not None and value not in ("", [])}


def _add_readiness(snapshot: Snapshot, found: dict[str, dict[str, Any]], refs: Sequence[str]) -> None:
    sql = f"SELECT ref, is_ready FROM task WHERE ref IN {LISTED}"
    for ref, is_ready in snapshot.rows(sql, (_json(refs),)):
        found.setdefault(ref, {})["is_ready"] = bool(is_ready)


def _json(refs: Sequence[str]) -> str:
    return orjson.dumps(refs).decode()
