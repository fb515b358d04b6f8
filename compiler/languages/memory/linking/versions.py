"""The facts of versions and tags."""

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from compiler.languages.memory.facts import MemoryTag, Record, Version
from compiler.languages.memory.linking.record_log import RecordHistory, RecordLog, RecordVersion
from compiler.languages.memory.linking.version_columns import version_columns

Json = Any


def version_facts(log: RecordLog) -> Iterator[Version]:
    """Yield the versions of all records, except of messages that never changed."""
    for history in log.histories:
        if history.type != "message" or len(history.versions) > 1:
            yield from _versions(history)


def tag_facts(objects: Iterable[Record]) -> Iterator[MemoryTag]:
    """Yield every tag and category of every record once."""
    for record in objects:
        tags = (*getattr(record, "tags", ()), getattr(record, "category", None))
        for tag in dict.fromkeys(tags):
            if tag:
                yield MemoryTag(span=record.span, ref=record.ref, tag=tag)


def _versions(history: RecordHistory) -> Iterator[Version]:
    last = len(history.versions)
    for ordinal, (version, ends) in enumerate(zip(history.versions, history.ends(), strict=True), 1):
        fields: Mapping[str, Json] = version_columns(version) if version.is_put else {}
        at = version.get("at")
        yield Version(
            span=version.span,
            ref=history.ref,
            record_id=history.id,
            record_type=history.type,
            ordinal=ordinal,
            op=version.entry.op,
            is_current=ordinal == last and version.is_put,
            branch=version.branch,
            text=_text(history.type, fields),
            category=fields.get("category"),
            status=fields.get("status", "active") if version.is_put else "retracted",
            is_active=version.is_put and fields.get("status", "active") == "active",
            at_us=at.us if at else None,
            at_last_us=at.last if at else None,
            starts=version.starts,
            ends=ends,
            is_inferred=version.is_inferred,
            fields={**_event_columns(version), **fields} if version.is_put else {},
        )


def _event_columns(version: RecordVersion) -> dict[str, Json]:
    at = version.get("at")
    return {
        "at": at.text if at else None,
        "session": version.get("session_id"),
        "agent": version.get("agent_id"),
        "task": version.get("task_id"),
    }


def _text(record_type: str, fields: Mapping[str, Json]) -> str:
    """Return the text of a version: for a relation its three names, else the first text field that is not empty."""
    if record_type == "relation" and fields:
        return f"{fields['source']} {fields['relation']} {fields['target']}"
    for name in ("text", "summary", "content", "context_summary", "name", "label", "description"):
        if fields.get(name):
            return str(fields[name])
    return ""
