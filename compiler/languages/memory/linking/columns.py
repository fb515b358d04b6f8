"""What a record says, as the columns of its fact class: those that need no look at other records."""

from collections.abc import Callable, Mapping
from typing import Any

from compiler.languages.memory.linking.histories import Told
from compiler.languages.memory.records import Moment
from compiler.languages.memory.syntax.timestamps import parse_time

Json = Any

# Column of the fact class: field of the entry, and the value without it. A tuple as default makes lists tuples.
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

VERDICTS = ("verified", "unverified", "invalidated")
_STATUSES = ("active", "superseded", "invalidated", "archived", "merged", "completed", "paused", "failed")
# Words of other models for the same.
_ROLES = {"tool": "tool_result", "function": "tool_result", "human": "user", "ai": "assistant", "model": "assistant"}
_OBJECTIVE = {one: one for one in ("todo", "active", "done", "blocked")} | {
    "pending": "todo",
    "open": "todo",
    "in_progress": "active",
    "completed": "done",
    "complete": "done",
}
_OUTCOMES = {"error": "failure", "failed": "failure", "ok": "success"}
_COUNTED = ("facts_created", "facts_updated", "facts_deduplicated", "observations_processed")


def told_columns(told: Told) -> dict[str, Json]:
    """The columns that a version fills by itself."""
    record_type = told.entry.type
    columns = {
        column: _plain(told.get(name, default), default) for column, (name, default) in COLUMNS[record_type].items()
    }
    return columns | (_MORE[record_type](told) if record_type in _MORE else {})


def _plain(value: Json, default: Json) -> Json:
    if isinstance(value, Moment):
        return value.text
    return tuple(value) if isinstance(default, tuple) else value


def judgement(told: Told) -> Mapping[str, Json]:
    """What a fact says of its own verification: status (None when nothing), reason and at, wherever it says so."""
    metadata = told.get("metadata", {})
    judged = told.get("verification") or {}
    status = judged.get("status") or told.get("verification_status") or metadata.get("verification_status")
    reason = judged.get("reason") or told.get("verification_reason") or metadata.get("verification_reason")
    at = judged.get("at") or told.get("verified_at") or parse_time(metadata.get("verified_at"))
    return {
        "status": verdict(status) if isinstance(status, str) else None,
        "reason": reason if isinstance(reason, str) else None,
        "at": at,
    }


def verdict(written: str) -> str:
    """A verdict as the model spells it; another word as it is."""
    return known if (known := written.strip().lower()) in VERDICTS else written


def _status(told: Told) -> str | None:
    """The status of a record, one of the model's words in small letters; None when it says none."""
    written: str | None = told.get("status")
    return written.lower() if written and written.lower() in _STATUSES else written


def _fact(told: Told) -> dict[str, Json]:
    status = _status(told) or ("superseded" if told.get("superseded_by") else "active")
    judged = judgement(told)
    return {
        "status": status,
        "is_active": status == "active",
        "verification": judged["status"] or "unverified",
        "verification_reason": judged["reason"],
        "verified_at": judged["at"].text if judged["at"] else None,
    }


def _observation(told: Told) -> dict[str, Json]:
    outcome = told.get("outcome")
    return {"outcome": _OUTCOMES.get(outcome, outcome)}


def _relation(told: Told) -> dict[str, Json]:
    since, until = told.get("valid_from") or told.get("at"), told.get("valid_to")
    return {
        "valid_from": since.text if since else None,
        "valid_from_us": since.us if since else None,
        "valid_to_us": until.us if until else None,
        "is_live": until is None,
    }


def _message(told: Told) -> dict[str, Json]:
    role = told.get("role", "")
    return {"role": _ROLES.get(role.lower(), role)}


def _branch(told: Told) -> dict[str, Json]:
    named = {key: told.get(key) for key in ("purpose", "owner", "ttl_days", "tags") if told.get(key) is not None}
    return {"metadata": {**told.get("metadata", {}), **named}, "status": _status(told) or "active"}


def _task(told: Told) -> dict[str, Json]:
    written = (one for one in told.get("objectives", ()) if one is not None)
    objectives = [_objective(at, one) for at, one in enumerate(written, 1)]
    counts = [one["status"] for one in objectives]
    progress = {"total": len(counts)} | {one: counts.count(one) for one in ("done", "active", "blocked", "todo")}
    return {"objectives": tuple(objectives), "progress": progress, "status": _status(told) or "active"}


def _objective(at: int, written: Json) -> dict[str, Json]:
    """An objective by the names of the model; a text alone is its description."""
    one = written if isinstance(written, dict) else {"description": str(written)}
    status = str(one.get("status") or "todo").strip()
    identifier = one.get("id", one.get("objective_id", at))
    told = {
        "id": identifier if isinstance(identifier, int | str) else at,
        "description": str(one.get("description", one.get("text", one.get("title", "")))),
        "status": _OBJECTIVE.get(status.lower().replace(" ", "_").replace("-", "_"), status),
        "agent_id": one.get("agent_id", one.get("agent")),
        "notes": one.get("notes"),
        "priority": one.get("priority"),
    }
    return {key: value for key, value in told.items() if value is not None}


def _task_agent(told: Told) -> dict[str, Json]:
    return {"objectives": tuple(one for one in told.get("assigned_objectives", ()) if isinstance(one, int))}


def _verification(told: Told) -> dict[str, Json]:
    judged = verdict(told.get("verdict", ""))
    return {"verdict": judged if judged in VERDICTS else ""}


def _bundle(told: Told) -> dict[str, Json]:
    written = told.get("data", {})
    contents = {name: one if isinstance(one := written.get(name), list) else [] for name in _PACKED}
    return {"contents": contents} | {f"{name[:-1]}_count": len(one) for name, one in contents.items()}


_PACKED = ("facts", "conversations", "relations")


def _consolidation(told: Told) -> dict[str, Json]:
    return {"counts": {name: told.get(name) for name in _COUNTED if told.get(name) is not None}}


_MORE: dict[str, Callable[[Told], dict[str, Json]]] = {
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
