"""Records as lines of JSON: how a file writes them, their ids, and the lines that are there."""

import json
from collections.abc import Iterable, Mapping
from hashlib import sha256
from typing import Any, NamedTuple

import orjson

from compiler.languages.memory.syntax.field_aliases import FIELD_NAMES, snake_case

Json = Any
Record = dict[str, Json]

HEADER = {"type": "memory", "format": "memory-jsonl", "version": 1}
# Fields that are computed, so that a copy does not state them.
COMPUTED = ("message_count", "total_tokens", "fact_count", "conversation_count", "relation_count", "progress")


class LineStyle(NamedTuple):
    """How a file writes its records."""

    is_spaced: bool = True
    is_ascii: bool = False


def style_of(lines: Iterable[str]) -> LineStyle:
    """Return how the last record among lines is written."""
    last = next((line for line in reversed([*lines]) if line.strip().startswith("{")), "")
    return LineStyle(is_spaced=not last or '": ' in last, is_ascii="\\u" in last and last.isascii())


def line_of(record: Mapping[str, Json], style: LineStyle) -> str:
    """Return a record as a line."""
    separators = (", ", ": ") if style.is_spaced else (",", ":")
    line = json.dumps(record, ensure_ascii=style.is_ascii, separators=separators)
    has_half_pair = line.encode(errors="replace") != line.encode(errors="ignore")
    return json.dumps(record, separators=separators) if has_half_pair else line


def default_id(record_type: str, body: Mapping[str, Json]) -> str:
    """Return the id that a record without one has: a hash of its type and content."""
    content = {name: value for name, value in body.items() if name not in ("type", "id", "op") and value is not None}
    return sha256(orjson.dumps([record_type, content], option=orjson.OPT_SORT_KEYS)).hexdigest()[:16]


def parsed_line(line: str) -> Record | None:
    """Return the object of a line, None if it has none."""
    try:
        value = json.loads(line)
    except (ValueError, RecursionError):
        return None
    return value if isinstance(value, dict) else None


def field_of(record_type: str, key: str) -> str:
    """Return the field that a key of a record means: tools and people have several names for one. "" for no field."""
    return FIELD_NAMES.get(record_type, {}).get(snake_case(key), ("",))[0]


def named_as_in(sample: Mapping[str, Json], record_type: str, record: Mapping[str, Json]) -> Record:
    """Return a record with the names that a record of the same type has for its fields."""
    return {_name_in(sample, record_type, name): value for name, value in record.items()}


def with_fields(record: Mapping[str, Json], record_type: str, **fields: Json) -> Record:
    """Return a record with other values of some fields, under its own names for them. None takes a field out."""
    changed = dict(record)
    for name, value in fields.items():
        written = _name_in(changed, record_type, name)
        for key in [key for key in changed if key != written and field_of(record_type, key) == name]:
            del changed[key]
        if value is None:
            changed.pop(written, None)
        else:
            changed[written] = value
    return changed


def _name_in(record: Mapping[str, Json], record_type: str, name: str) -> str:
    if name in record:
        return name
    return next((key for key in record if field_of(record_type, key) == name), name)
