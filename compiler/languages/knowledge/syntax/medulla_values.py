"""What the record of an entity in a store of Medulla says of it, by its type.

A value of the wrong type counts as absent, and one that is none of its enumeration as the first of it.
"""

from collections.abc import Mapping
from typing import Any, NamedTuple

from compiler.languages.knowledge.syntax.entries import NORMAL, PRIORITIES, present
from compiler.text.timestamps import parse_timestamp

Json = Any
Record = Mapping[str, Json]

_STATUSES = {
    "decision": ("proposed", "accepted", "deprecated", "superseded"),
    "task": ("todo", "in_progress", "done", "blocked"),
    "component": ("active", "deprecated", "planned"),
}
_SPELLINGS = {"inprogress": "in_progress", "in-progress": "in_progress"}
_PROPERTIES = {
    "decision": ("context", "consequences", "superseded_by"),
    "task": ("due_date", "assignee"),
    "note": ("note_type",),
    "prompt": ("template", "variables", "output_schema"),
    "component": ("component_type", "owner"),
    "link": ("url", "link_type"),
}
_LISTS = ("consequences", "variables")
_OF_ALL = frozenset(
    {"id", "type", "sequence_number", "title", "content", "tags", "created_at", "updated_at", "created_by"}
)


class Said(NamedTuple):
    """The values of an entity: in the model, in words of its own, and the words for a status or priority that nobody
    knows, each with what it counts as. `rank` is the priority of a task."""

    status: str
    properties: dict[str, Json]
    native: dict[str, Json]
    tags: tuple[str, ...]
    unknown: list[tuple[str, str]]
    rank: int = NORMAL


def said(kind: str, record: Record) -> Said:
    """What a record says of an entity of a type."""
    values = {name: _value(record, name) for name in _PROPERTIES[kind]}
    rest = {name: value for name, value in record.items() if name not in _OF_ALL and name not in values}
    found = Said("", values, present(**rest), texts(record, "tags"), [])
    if kind not in _STATUSES:
        return found
    status = _one_of(text(record, "status"), _STATUSES[kind], found.unknown)
    if kind != "task":
        names = ("component_type",) if kind == "component" else ()
        ordered = {name: values[name] for name in names} | {"status": status} | values
        return found._replace(status=status, properties=ordered)
    priority = _one_of(text(record, "priority") or PRIORITIES[NORMAL], PRIORITIES, found.unknown, NORMAL)
    due = parse_timestamp(values["due_date"] or "")
    ordered = {"status": status, "priority": priority, "due_date": due.day if due else None}
    return found._replace(
        status=status, properties=ordered | {"assignee": values["assignee"]}, rank=PRIORITIES.index(priority)
    )


def text(record: Record, name: str) -> str:
    """A value that is text, "" without one."""
    value = record.get(name)
    return value if isinstance(value, str) else ""


def texts(record: Record, name: str) -> tuple[str, ...]:
    """The texts of a list."""
    value = record.get(name)
    return tuple(one for one in value if isinstance(one, str)) if isinstance(value, list) else ()


def _value(record: Record, name: str) -> Json:
    return list(texts(record, name)) if name in _LISTS else text(record, name) or None


def _one_of(word: str, known: tuple[str, ...], unknown: list[tuple[str, str]], default: int = 0) -> str:
    """The word of an enumeration, in whatever case; without one its default."""
    folded = _SPELLINGS.get(word.casefold(), word.casefold())
    if folded in known:
        return folded
    if word:
        unknown.append((word, known[default]))
    return known[default]
