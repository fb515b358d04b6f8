"""The source as a whole: counts, the decisions that hold, what is due, all entities and relations, the schema.

Each function gives the content of one resource; `queries.knowledge.resources` declares their addresses.
"""

from collections.abc import Sequence
from typing import Any

from compiler.languages.knowledge.facts import RELATION_TYPES, TYPES, Collection
from compiler.store.snapshot import Snapshot
from queries.errors.query_error import QueryError
from queries.knowledge.entities import counts_by_type, heads_of, of_project, summary
from queries.knowledge.listing import offset_page
from queries.knowledge.relations import Edge, edges_of, relation_rows
from queries.tools.paging import Rows
from queries.tools.parameters import echoed
from queries.tools.schemas import Schema

Refs = Sequence[str]


def stats(snapshot: Snapshot) -> dict[str, Any]:
    """Counts of entities and relations, and the time of the last change: `{entity_counts, example_count?,
    relation_count, last_modified?, compiler_version, collections}`. Examples are counted apart."""
    heads, collections = heads_of(snapshot), snapshot.facts(Collection)
    times = [head.updated_at or head.created_at for head in heads.values()]
    latest = max([*times, *(collection.latest or "" for collection in collections)], default="")
    return {
        "entity_counts": counts_by_type(of_project(heads)),
        **({"example_count": examples} if (examples := len(heads) - len(of_project(heads))) else {}),
        "relation_count": len(edges_of(snapshot)),
        **({"last_modified": latest} if latest else {}),
        "compiler_version": str(snapshot.meta.get("compiler_version", "")),
        "collections": [_collection(collection) for collection in collections],
    }


def _collection(collection: Collection) -> dict[str, Any]:
    optional: dict[str, Any] = {"latest": collection.latest} if collection.latest else {}
    optional |= {"is_export": True} if collection.is_export else {}
    return {
        "name": collection.name,
        "format": collection.format,
        "counts": collection.counts,
        **optional,
        "source": str(collection.span),
    }


def of_type(snapshot: Snapshot, entity_type: str) -> Refs:
    """All entities of a type. Raises QueryError for an unknown type."""
    if entity_type not in TYPES:
        raise QueryError(
            "invalid_argument",
            "There is no such type of entity",
            type=echoed(entity_type),
            hint=f"The types are {', '.join(TYPES)}.",
        )
    return [ref for ref, head in heads_of(snapshot).items() if head.type == entity_type]


def active_decisions(snapshot: Snapshot) -> Refs:
    """The decisions that no other has replaced."""
    heads = heads_of(snapshot)
    replaced = {ref for (ref,) in snapshot.rows("SELECT ref FROM fact_knowledge_decision WHERE superseded_by != '[]'")}
    decisions = [head for head in of_project(heads) if head.type == "decision"]
    return [decision.ref for decision in decisions if decision.status != "superseded" and decision.ref not in replaced]


def active_tasks(snapshot: Snapshot) -> Refs:
    """The tasks that are neither done nor archived."""
    closed = ("done", "archived")
    return [head.ref for head in of_project(heads_of(snapshot)) if head.type == "task" and head.status not in closed]


def graph(snapshot: Snapshot, *, limit: int, offset: int) -> dict[str, Any]:
    """All entities and relations, a line each: `{entities, relations, entity_count, relation_count}`. The relations
    follow the last entity; an offset counts both."""
    heads, edges = list(heads_of(snapshot).values()), edges_of(snapshot)
    shown = {
        "entities": Rows(len(heads), lambda start, count: [summary(head) for head in heads[start : start + count]]),
        "relations": Rows(len(edges), lambda start, count: _relations(snapshot, edges[start : start + count])),
        "entity_count": len(heads),
        "relation_count": len(edges),
    }
    return offset_page(shown, "entities", "relations", limit=limit, offset=offset)


def _relations(snapshot: Snapshot, edges: Sequence[Edge]) -> list[dict[str, Any]]:
    rows = relation_rows(snapshot, [edge.position for edge in edges])
    return [rows[edge.position] for edge in edges]


_TEXT: Schema = {"type": "string"}
_TEXTS: Schema = {"type": "array", "items": _TEXT}
_PROPERTIES: dict[str, dict[str, Schema]] = {
    "decision": {
        "status": {"type": "string", "enum": ["proposed", "accepted", "deprecated", "superseded", "unstated"]},
        "suggested_status": _TEXT,
        "context": _TEXT,
        "consequences": _TEXTS,
        "superseded_by": _TEXT,
    },
    "task": {
        "status": {"type": "string", "enum": ["todo", "in_progress", "done", "blocked", "archived"]},
        "priority": {"type": "string", "enum": ["low", "normal", "high", "urgent"]},
        "due_date": {"type": "string", "format": "date"},
        "assignee": _TEXT,
    },
    "note": {"note_type": _TEXT},
    "prompt": {"template": _TEXT, "variables": _TEXTS, "output_schema": _TEXT},
    "component": {
        "component_type": _TEXT,
        "status": {"type": "string", "enum": ["active", "deprecated", "planned", "archived"]},
        "owner": _TEXT,
    },
    "link": {"url": {"type": "string", "format": "uri"}, "link_type": _TEXT},
}


def schema() -> dict[str, Any]:
    """The JSON Schema of each type of entity, and the types of relations: `{entity_types, relation_types}`."""
    return {
        "entity_types": {name: _entity_schema(name) for name in TYPES},
        "relation_types": list(RELATION_TYPES),
    }


def _entity_schema(name: str) -> Schema:
    base: dict[str, Schema] = {
        "id": _TEXT,
        "sequence_number": {"type": "integer"},
        "type": {"const": name},
        "title": _TEXT,
        "content": _TEXT,
        "tags": _TEXTS,
        "created_at": {"type": "string", "format": "date-time"},
        "updated_at": {"type": "string", "format": "date-time"},
        "created_by": _TEXT,
    }
    properties = {"type": "object", "properties": _PROPERTIES[name]}
    return {"type": "object", "properties": {**base, "properties": properties}, "required": ["id", "type", "title"]}
