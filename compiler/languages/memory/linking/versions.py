"""The versions as facts."""

from collections.abc import Iterator
from typing import Any

from compiler.languages.memory.facts import Version, record_ref
from compiler.languages.memory.linking.columns import told_columns
from compiler.languages.memory.linking.histories import Histories, History, Told

Json = Any


def version_facts(made: Histories) -> Iterator[Version]:
    """The versions of all records, but of messages that were never changed."""
    for history in made.by_key.values():
        if history.type != "message" or len(history.versions) > 1:
            yield from _versions(history)


def _versions(history: History) -> Iterator[Version]:
    last = len(history.versions)
    for ordinal, (told, ends) in enumerate(zip(history.versions, history.ends(), strict=True), 1):
        fields = told_columns(told) if told.is_put else {}
        at = told.get("at")
        yield Version(
            span=told.span,
            ref=record_ref(history.type, history.id),
            record_id=history.id,
            record_type=history.type,
            ordinal=ordinal,
            op=told.entry.op,
            is_current=ordinal == last and told.is_put,
            branch=told.branch,
            text=_text(history.type, fields),
            category=fields.get("category"),
            status=fields.get("status", "active") if told.is_put else "retracted",
            is_active=told.is_put and fields.get("status", "active") == "active",
            at_us=at.us if at else None,
            at_last_us=at.last if at else None,
            starts=told.starts,
            ends=ends,
            is_inferred=told.is_inferred,
            fields=_who(told) | fields if told.is_put else {},
        )


def _who(told: Told) -> dict[str, Json]:
    at = told.get("at")
    return {
        "at": at.text if at else None,
        "session": told.get("session_id"),
        "agent": told.get("agent_id"),
        "task": told.get("task_id"),
    }


def _text(record_type: str, fields: dict[str, Json]) -> str:
    """The words of a version: of a relation its three names."""
    if record_type == "relation" and fields:
        return f"{fields['source']} {fields['relation']} {fields['target']}"
    for name in ("text", "summary", "content", "context_summary", "name", "label", "description"):
        if fields.get(name):
            return str(fields[name])
    return ""
