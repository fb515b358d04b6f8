"""The values of an entity in a Medulla store, by its type.

A value of the wrong type counts as absent. A value outside of its enumeration counts as the first of that enumeration.
"""

from collections.abc import Mapping
from typing import Any, NamedTuple

from compiler.languages.knowledge.record_values import NORMAL, PRIORITIES, present
from compiler.text.timestamps import parse_timestamp

Json = Any
Fields = Mapping[str, Json]

_STATUSES = {
    "decision": ("proposed", "accepted", "deprecated", "superseded"),
    "task": ("todo", "in_progress", "done", "blocked"),
    "component": ("active", "deprecated", "planned"),
}
_STATUS_ALIASES = {"inprogress": "in_progress", "in-progress": "in_progress"}
_PROPERTIES = {
    "decision": ("context", "consequences", "superseded_by"),
    "task": ("due_date", "assignee"),
    "note": ("note_type",),
    "prompt": ("template", "variables", "output_schema"),
    "component": ("component_type", "owner"),
    "link": ("url", "link_type"),
}
_LISTS = ("consequences", "variables")
_SHARED_FIELDS = frozenset(
    {"id", "type", "sequence_number", "title", "content", "tags", "created_at", "updated_at", "created_by"}
)


class EntityValues(NamedTuple):
    """The values of an entity.

    `properties` are those of the model, `native` the other fields. `unknown` are words that are no status or priority,
    each with the value that it counts as. `rank` is the priority of a task.
    """

    status: str
    properties: dict[str, Json]
    native: dict[str, Json]
    tags: tuple[str, ...]
    unknown: list[tuple[str, str]]
    rank: int = NORMAL


def entity_values(kind: str, fields: Fields) -> EntityValues:
    """The values in the fields of an entity of type `kind`."""
    values = {name: _value(fields, name) for name in _PROPERTIES[kind]}
    rest = {name: value for name, value in fields.items() if name not in _SHARED_FIELDS and name not in values}
    found = EntityValues("", values, present(**rest), texts(fields, "tags"), [])
    if kind not in _STATUSES:
        return found
    status = _one_of(text(fields, "status"), _STATUSES[kind], found.unknown)
    if kind != "task":
        names = ("component_type",) if kind == "component" else ()
        ordered = {name: values[name] for name in names} | {"status": status} | values
        return found._replace(status=status, properties=ordered)
    priority = _one_of(text(fields, "priority") or PRIORITIES[NORMAL], PRIORITIES, found.unknown, NORMAL)
    due = parse_timestamp(values["due_date"] or "")
    ordered = {"status": status, "priority": priority, "due_date": due.day if due else None}
    return found._replace(
        status=status, properties=ordered | {"assignee": values["assignee"]}, rank=PRIORITIES.index(priority)
    )


def text(fields: Fields, name: str) -> str:
    """A value that is text, else ""."""
    value = fields.get(name)
    return value if isinstance(value, str) else ""


def texts(fields: Fields, name: str) -> tuple[str, ...]:
    """The texts of a list, () when the value is no list."""
    value = fields.get(name)
    return tuple(item for item in value if isinstance(item, str)) if isinstance(value, list) else ()


def _value(fields: Fields, name: str) -> Json:
    return list(texts(fields, name)) if name in _LISTS else text(fields, name) or None


def _one_of(word: str, known: tuple[str, ...], unknown: list[tuple[str, str]], default: int = 0) -> str:
    """The word in its enumeration, whatever its case; the default for other words, which are added to `unknown`."""
    folded = _STATUS_ALIASES.get(word.casefold(), word.casefold())
    if folded in known:
        return folded
    if word:
        unknown.append((word, known[default]))
    return known[default]
