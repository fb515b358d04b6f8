"""The columns of fact classes that one version of a record fills by itself, without a look at other records."""

from collections.abc import Callable, Mapping
from typing import Any, NamedTuple

from compiler.languages.memory.linking.record_log import RecordVersion
from compiler.languages.memory.linking.verification import VERDICTS, normalized_verdict, own_verification
from compiler.languages.memory.records import Moment, RecordEntry

Json = Any

MAX_KEPT = 20_000  # entries whose columns are kept for the next linking


class KeptColumns(NamedTuple):
    """The columns of an entry. The entry is held, so that no other one gets its `id`."""

    entry: RecordEntry
    columns: Mapping[str, Json]


_kept: dict[int, KeptColumns] = {}  # by the `id` of the entry
_last: dict[int, KeptColumns] = {}  # those of the linking before

# By record type and column of its fact class: the field of the entry, and the value if the field is missing. A list
# becomes a tuple where the default is a tuple.
COLUMNS: dict[str, dict[str, tuple[str, Json]]] = {
    "fact": {
        "text": ("text", ""),
        "category": ("category", None),
        "confidence": ("confidence", 1.0),
        "parent": ("parent_id", None),
        "superseded_by": ("superseded_by", None),
        "source_type": ("source_type", None),
        "source_id": ("source_id", None),
        "updated_at": ("updated_at", None),
        "subject": ("subject", None),
        "tags": ("tags", ()),
        "note_context": ("note_context", None),
        "document": ("document", ""),
    },
    "observation": {
        "observation_type": ("observation_type", "tool_use"),
        "tool_name": ("tool_name", None),
        "summary": ("summary", ""),
        "raw_input": ("raw_input", None),
        "raw_output": ("raw_output", None),
        "outcome": ("outcome", None),
        "parent": ("parent_observation_id", None),
    },
    "entity": {"entity_type": ("entity_type", ""), "aliases": ("aliases", ())},
    "relation": {
        "source": ("source", ""),
        "relation": ("relation", ""),
        "target": ("target", ""),
        "properties": ("properties", {}),
        "confidence": ("confidence", 1.0),
        "valid_to": ("valid_to", None),
    },
    "session": {
        "status": ("status", ""),
        "summary": ("summary", None),
        "started_at": ("at", None),
        "ended_at": ("ended_at", None),
        "parent": ("parent_session", None),
        "project": ("project", None),
        "revision": ("revision", None),
    },
    "conversation": {
        "name": ("title", None),
        "model": ("model", None),
        "parent": ("parent_conversation_id", None),
        "fork_point": ("fork_point_message_id", None),
        "relation": ("relation", ""),
        "updated_at": ("updated_at", None),
    },
    "message": {
        "conversation_id": ("conversation_id", ""),
        "role": ("role", ""),
        "content": ("content", ""),
        "thinking": ("thinking", None),
        "tool_calls": ("tool_calls", ()),
        "call_id": ("call_id", None),
        "model": ("model", None),
        "tokens": ("token_count", 0),
        "parent": ("parent_message_id", None),
    },
    "branch": {
        "description": ("description", None),
        "merged_at": ("merged_at", None),
        "merge_strategy": ("merge_strategy", None),
    },
    "task": {
        "name": ("name", ""),
        "description": ("description", None),
        "parent_branch": ("parent_branch", None),
        "task_type": ("task_type", None),
        "tags": ("tags", ()),
        "result": ("result", None),
        "updated_at": ("updated_at", None),
        "completed_at": ("completed_at", None),
    },
    "task_agent": {
        "role": ("role", None),
        "status": ("status", "active"),
        "summary": ("summary", None),
        "left_at": ("left_at", None),
    },
    "verification": {
        "target_type": ("target_type", "fact"),
        "target_id": ("target_id", ""),
        "scorer": ("scorer", None),
        "dimension": ("dimension", None),
        "value": ("value", None),
        "explanation": ("explanation", None),
    },
    "merge": {
        "source": ("source", ""),
        "target": ("target", ""),
        "strategy": ("strategy", "auto"),
        "merged": ("items_merged", ()),
        "rejected": ("items_rejected", ()),
    },
    "snapshot": {"label": ("label", None)},
    "handoff": {
        "source_branch": ("source_branch", ""),
        "target_branch": ("target_branch", ""),
        "handoff_type": ("handoff_type", "task_continuation"),
        "source_agent": ("source_agent_id", None),
        "target_agent": ("target_agent_id", None),
        "source_task": ("source_task_id", None),
        "target_task": ("target_task_id", None),
        "facts": ("fact_ids", ()),
        "conversations": ("conversation_ids", ()),
        "context_summary": ("context_summary", ""),
        "verification_status": ("verification_status", None),
    },
    "template": {
        "name": ("name", ""),
        "version": ("version", 1),
        "description": ("description", None),
        "source_branch": ("source_branch", ""),
        "task_types": ("applicable_task_types", ()),
        "tags": ("tags", ()),
        "status": ("status", "active"),
        "updated_at": ("updated_at", None),
    },
    "bundle": {
        "name": ("name", ""),
        "version": ("version", 1),
        "description": ("description", None),
        "source_branch": ("source_branch", ""),
        "tags": ("tags", ()),
        "status": ("status", "active"),
        "only_verified": ("only_verified", None),
    },
    "consolidation": {"level": ("level", ""), "summary": ("summary", None)},
}

_STATUSES = ("active", "superseded", "invalidated", "archived", "merged", "completed", "paused", "failed")
# Words of other tools for the same roles, statuses and outcomes.
_ROLES = {"tool": "tool_result", "function": "tool_result", "human": "user", "ai": "assistant", "model": "assistant"}
_OBJECTIVE_STATUSES = {state: state for state in ("todo", "active", "done", "blocked")} | {
    "pending": "todo",
    "open": "todo",
    "in_progress": "active",
    "completed": "done",
    "complete": "done",
}
_OUTCOMES = {"error": "failure", "failed": "failure", "ok": "success"}
_BUNDLE_LISTS = ("facts", "conversations", "relations")
_CONSOLIDATION_COUNTS = ("facts_created", "facts_updated", "facts_deduplicated", "observations_processed")


def version_columns(version: RecordVersion) -> Mapping[str, Json]:
    """Return the columns that a version fills by itself: they follow from its entry alone."""
    key = id(version.entry)
    found = _kept.get(key)
    if found is None:
        found = _kept[key] = _last.get(key) or KeptColumns(version.entry, _columns(version))
    return found.columns


def begin_linking() -> None:
    """Forget the columns of entries that the last linking of this process did not ask for."""
    _last.clear()
    if len(_kept) <= MAX_KEPT:
        _last.update(_kept)
    _kept.clear()


def _columns(version: RecordVersion) -> dict[str, Json]:
    record_type = version.entry.type
    columns = {
        column: _column_value(version.get(name, default), default)
        for column, (name, default) in COLUMNS[record_type].items()
    }
    return columns | (_COMPUTED[record_type](version) if record_type in _COMPUTED else {})


def _column_value(value: Json, default: Json) -> Json:
    if isinstance(value, Moment):
        return value.text
    return tuple(value) if isinstance(default, tuple) else value


def _status(version: RecordVersion) -> str | None:
    """Return the status of a record, in lower case if it is one of `_STATUSES`; None if there is none."""
    status: str | None = version.get("status")
    return status.lower() if status and status.lower() in _STATUSES else status


def _fact(version: RecordVersion) -> dict[str, Json]:
    status = _status(version) or ("superseded" if version.get("superseded_by") else "active")
    verification = own_verification(version)
    return {
        "status": status,
        "is_active": status == "active",
        "verification": verification["status"] or "unverified",
        "verification_reason": verification["reason"],
        "verified_at": verification["at"].text if verification["at"] else None,
    }


def _observation(version: RecordVersion) -> dict[str, Json]:
    outcome = version.get("outcome")
    return {"outcome": _OUTCOMES.get(outcome, outcome)}


def _relation(version: RecordVersion) -> dict[str, Json]:
    since, until = version.get("valid_from") or version.get("at"), version.get("valid_to")
    return {
        "valid_from": since.text if since else None,
        "valid_from_us": since.us if since else None,
        "valid_to_us": until.us if until else None,
        "is_live": until is None,
    }


def _message(version: RecordVersion) -> dict[str, Json]:
    role = version.get("role", "")
    return {"role": _ROLES.get(role.lower(), role)}


def _branch(version: RecordVersion) -> dict[str, Json]:
    named = {key: version.get(key) for key in ("purpose", "owner", "ttl_days", "tags") if version.get(key) is not None}
    return {"metadata": {**version.get("metadata", {}), **named}, "status": _status(version) or "active"}


def _task(version: RecordVersion) -> dict[str, Json]:
    written = (objective for objective in version.get("objectives", ()) if objective is not None)
    objectives = [_objective(at, objective) for at, objective in enumerate(written, 1)]
    counts = [objective["status"] for objective in objectives]
    progress = {"total": len(counts)} | {state: counts.count(state) for state in ("done", "active", "blocked", "todo")}
    return {"objectives": tuple(objectives), "progress": progress, "status": _status(version) or "active"}


def _objective(at: int, written: Json) -> dict[str, Json]:
    """Return an objective with the field names of `MemoryTask`. A text alone is its description."""
    one = written if isinstance(written, dict) else {"description": str(written)}
    status = str(one.get("status") or "todo").strip()
    identifier = one.get("id", one.get("objective_id", at))
    objective = {
        "id": identifier if isinstance(identifier, int | str) else at,
        "description": str(one.get("description", one.get("text", one.get("title", "")))),
        "status": _OBJECTIVE_STATUSES.get(status.lower().replace(" ", "_").replace("-", "_"), status),
        "agent_id": one.get("agent_id", one.get("agent")),
        "notes": one.get("notes"),
        "priority": one.get("priority"),
    }
    return {key: value for key, value in objective.items() if value is not None}


def _task_agent(version: RecordVersion) -> dict[str, Json]:
    return {
        "objectives": tuple(
            objective for objective in version.get("assigned_objectives", ()) if isinstance(objective, int)
        )
    }


def _verification(version: RecordVersion) -> dict[str, Json]:
    verdict = normalized_verdict(version.get("verdict", ""))
    return {"verdict": verdict if verdict in VERDICTS else ""}


def _bundle(version: RecordVersion) -> dict[str, Json]:
    written = version.get("data", {})
    contents = {name: one if isinstance(one := written.get(name), list) else [] for name in _BUNDLE_LISTS}
    return {"contents": contents} | {f"{name[:-1]}_count": len(content) for name, content in contents.items()}


def _consolidation(version: RecordVersion) -> dict[str, Json]:
    return {"counts": {name: version.get(name) for name in _CONSOLIDATION_COUNTS if version.get(name) is not None}}


_COMPUTED: dict[str, Callable[[RecordVersion], dict[str, Json]]] = {
    "fact": _fact,
    "observation": _observation,
    "relation": _relation,
    "message": _message,
    "branch": _branch,
    "task": _task,
    "task_agent": _task_agent,
    "verification": _verification,
    "bundle": _bundle,
    "consolidation": _consolidation,
}
