"""The fields of each type of record, with their canonical names and aliases.

A source may use the names of tools that record memory (`fact_text`, `source_entity`) or of the MCP reference memory
server (`from`, `entityType`), in snake case or camel case. Names are compared in snake case.
"""

import re
from typing import NamedTuple


class Field(NamedTuple):
    """A field: the kind of its value (see `values.read_value`) and its aliases."""

    kind: str
    aliases: tuple[str, ...] = ()


Fields = dict[str, Field]

_CAMEL = re.compile(r"(?<=[a-z0-9])([A-Z])")


def snake_case(name: str) -> str:
    """Return a name in snake case: `createdAt` becomes `created_at`."""
    return _CAMEL.sub(r"_\1", name).lower() if not name.islower() else name


_AT = ("created_at", "timestamp", "time", "created")
_CREATED = Field("time", _AT)
_UPDATED = Field("time", ("modified_at", "updated", "modified"))
_BRANCH = Field("word", ("branch_name", "_branch", "git_branch"))

_COMMON: Fields = {
    "at": _CREATED,
    "branch": _BRANCH,
    "session_id": Field("word", ("session",)),
    "agent_id": Field("word", ("agent",)),
    "task_id": Field("word", ("task",)),
    "metadata": Field("map"),
}

# By record type and canonical field name.
TYPES: dict[str, Fields] = {
    "fact": {
        "text": Field("text", ("fact_text", "fact", "content", "memory")),
        "category": Field("word"),
        "confidence": Field("number"),
        "status": Field("word"),
        "parent_id": Field("word", ("supersedes", "parent_fact_id", "parent")),
        "superseded_by": Field("word", ("superseded_by_id",)),
        "source_type": Field("word"),
        "source_id": Field("word"),
        "subject": Field("word", ("entity", "entity_name")),
        "tags": Field("words"),
        "verification": Field("verification"),
        "verification_status": Field("word"),
        "verification_reason": Field("text"),
        "verified_at": Field("time"),
        "updated_at": _UPDATED,
    },
    "observation": {
        "observation_type": Field("word", ("kind",)),
        "tool_name": Field("word", ("tool",)),
        "summary": Field("text", ("text", "content", "observation")),
        "raw_input": Field("text", ("input",)),
        "raw_output": Field("text", ("output",)),
        "outcome": Field("word"),
        "parent_observation_id": Field("word", ("parent_id", "parent")),
        "updated_at": _UPDATED,
    },
    "entity": {
        "name": Field("word", ("id", "title", "entity_name")),
        "entity_type": Field("word", ("kind",)),
        "observations": Field("list"),
        "aliases": Field("words"),
        "updated_at": _UPDATED,
    },
    "relation": {
        "source": Field("word", ("source_entity", "from", "from_entity")),
        "relation": Field("word", ("relation_type", "rel", "predicate")),
        "target": Field("word", ("target_entity", "to", "to_entity")),
        "properties": Field("map"),
        "confidence": Field("number"),
        "valid_from": Field("time"),
        "valid_to": Field("time", ("valid_until",)),
        "updated_at": _UPDATED,
    },
    "session": {
        "at": Field("time", ("started_at", "start", *_AT)),
        "ended_at": Field("time", ("end", "finished_at")),
        "parent_session": Field("word", ("parent_session_id", "parent")),
        "project": Field("text", ("project_path", "cwd")),
        "revision": Field("text"),
        "status": Field("word"),
        "summary": Field("text"),
        "updated_at": _UPDATED,
    },
    "conversation": {
        "title": Field("text", ("name",)),
        "model": Field("word"),
        "status": Field("word"),
        "parent_conversation_id": Field("word", ("parent_id", "parent", "forked_from")),
        "fork_point_message_id": Field("id", ("fork_point", "fork_at_message_id", "fork_at", "fork_message_id")),
        "message_count": Field("integer"),
        "total_tokens": Field("integer"),
        "relation": Field("word"),
        "updated_at": _UPDATED,
    },
    "message": {
        "conversation_id": Field("word", ("conversation",)),
        "seq": Field("integer", ("sequence_num", "sequence", "sequence_number")),
        "role": Field("word"),
        "content": Field("content", ("text",)),
        "thinking": Field("text"),
        "tool_calls": Field("list"),
        "call_id": Field("word", ("tool_call_id",)),
        "model": Field("word"),
        "token_count": Field("integer", ("tokens",)),
        "parent_message_id": Field("word", ("parent_id", "parent")),
        "updated_at": _UPDATED,
    },
    "branch": {
        "at": Field("time", ("forked_at", *_AT)),
        "parent": Field("word", ("parent_branch", "parent_branch_name")),
        "description": Field("text"),
        "status": Field("word"),
        "merged_at": Field("time"),
        "merge_strategy": Field("word"),
        "purpose": Field("text"),
        "owner": Field("text"),
        "ttl_days": Field("integer"),
        "tags": Field("words"),
        "updated_at": _UPDATED,
    },
    "task": {
        "name": Field("text", ("title",)),
        "description": Field("text"),
        "parent_branch": Field("word"),
        "status": Field("word", ("task_status",)),
        "task_type": Field("word", ("category",)),
        "tags": Field("words"),
        "objectives": Field("list"),
        "progress": Field("map"),
        "result": Field("text", ("result_summary",)),
        "completed_at": Field("time"),
        "updated_at": _UPDATED,
    },
    "task_agent": {
        "at": Field("time", ("joined_at", *_AT)),
        "role": Field("word"),
        "status": Field("word"),
        "assigned_objectives": Field("list", ("objectives",)),
        "summary": Field("text"),
        "left_at": Field("time"),
        "updated_at": _UPDATED,
    },
    "verification": {
        "target_type": Field("word"),
        "target_id": Field("word", ("fact_id", "target")),
        "scorer": Field("text", ("verified_by",)),
        "dimension": Field("word"),
        "value": Field("number", ("score",)),
        "verdict": Field("word", ("status", "verification_status")),
        "explanation": Field("text", ("reason",)),
        "updated_at": _UPDATED,
    },
    "merge": {
        "source": Field("word", ("source_branch",)),
        "target": Field("word", ("target_branch",)),
        "strategy": Field("word", ("merge_strategy",)),
        "items_merged": Field("ids", ("merged", "items")),
        "items_rejected": Field("ids", ("rejected",)),
        "merged_by": Field("text"),
        "updated_at": _UPDATED,
    },
    "snapshot": {"label": Field("text", ("name",)), "updated_at": _UPDATED},
    "handoff": {
        "source_branch": Field("word", ("source", "from")),
        "target_branch": Field("word", ("target", "to")),
        "handoff_type": Field("word"),
        "source_agent_id": Field("word", ("source_agent",)),
        "target_agent_id": Field("word", ("target_agent",)),
        "source_task_id": Field("word", ("source_task",)),
        "target_task_id": Field("word", ("target_task",)),
        "fact_ids": Field("ids", ("facts",)),
        "conversation_ids": Field("ids", ("conversations",)),
        "context_summary": Field("text", ("summary",)),
        "verification_status": Field("word"),
        "fact_count": Field("integer"),
        "conversation_count": Field("integer"),
        "updated_at": _UPDATED,
    },
    "template": {
        "name": Field("text", ("template_name",)),
        "version": Field("integer", ("template_version",)),
        "description": Field("text"),
        "source_branch": Field("word"),
        "applicable_task_types": Field("words", ("task_types",)),
        "tags": Field("words"),
        "status": Field("word"),
        "fact_count": Field("integer"),
        "conversation_count": Field("integer"),
        "updated_at": _UPDATED,
    },
    "bundle": {
        "name": Field("text", ("bundle_name",)),
        "version": Field("integer"),
        "description": Field("text"),
        "source_branch": Field("word"),
        "tags": Field("words"),
        "status": Field("word"),
        "only_verified": Field("flag"),
        "fact_count": Field("integer"),
        "conversation_count": Field("integer"),
        "relation_count": Field("integer"),
        "data": Field("map", ("bundle_data",)),
        "updated_at": _UPDATED,
    },
    "consolidation": {
        "level": Field("word", ("scope", "consolidation_type")),
        "summary": Field("text"),
        "source_branch": Field("word"),
        "target_branch": Field("word"),
        "facts_created": Field("integer"),
        "facts_updated": Field("integer"),
        "facts_deduplicated": Field("integer"),
        "observations_processed": Field("integer"),
        "updated_at": _UPDATED,
    },
}

HEADER = "memory"
# Record types by their aliases.
TYPE_ALIASES = {
    "memory_fact": "fact",
    "agent": "task_agent",
    "task-agent": "task_agent",
    "knowledge_bundle": "bundle",
    "branch_template": "template",
}
# A record without one of these fields is left out.
REQUIRED: dict[str, tuple[str, ...]] = {
    "fact": ("text",),
    "observation": ("summary",),
    "entity": ("name",),
    "relation": ("source", "relation", "target"),
    "message": ("conversation_id",),
    "verification": ("target_id",),
    "merge": ("source", "target"),
    "task_agent": ("agent_id",),
}
# Records of these types are left out without an id of their own, since others refer to them by it.
NEEDS_ID = ("branch", "session")
# Aliases of `id`, by record type; the default is `<type>_id`. A task agent without one is named by its task and agent.
ID_FIELDS: dict[str, tuple[str, ...]] = {
    "branch": ("branch_name", "name", "branch"),
    "session": ("session_id",),
    "entity": ("name", "title", "entity_name", "id"),
    "template": (),
    "task_agent": (),
}


def _by_name(fields: Fields) -> dict[str, tuple[str, str]]:
    """Map each name to the canonical name and the kind of its field. A canonical name always means its own field."""
    aliases = {alias: (name, field.kind) for name, field in fields.items() for alias in field.aliases}
    return aliases | {name: (name, field.kind) for name, field in fields.items()}


FIELD_NAMES: dict[str, dict[str, tuple[str, str]]] = {
    record_type: _by_name(_COMMON) | _by_name(fields) for record_type, fields in TYPES.items()
}


def id_fields(record_type: str) -> tuple[str, ...]:
    """Return the names under which a record of a type may have its id, in snake case; the first one present counts."""
    aliases = ID_FIELDS.get(record_type, (f"{record_type}_id",))
    return aliases if record_type == "entity" else ("id", *aliases)
