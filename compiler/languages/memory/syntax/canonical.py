"""The canonical form, one record a line, and the file of the MCP reference memory server, which is a subset of it.

Field names are read under all their aliases (`field_aliases`); unknown fields are kept as `extra`. An `entity` of the
MCP server becomes an entity and a fact for each of its observations. A later line of the same entity replaces the
earlier one: observations that it does not repeat are retracted. Some of its relatives write `_type`, or no type: the
fields of that server say which of the two a line is.
"""

import json
from collections import Counter
from collections.abc import Iterable, Iterator
from hashlib import sha256
from typing import Any

import orjson

from compiler.languages.memory import codes
from compiler.languages.memory.claims import LINES, is_record_file
from compiler.languages.memory.records import LineSpan, Moment, RecordEntry, Unit
from compiler.languages.memory.syntax.field_aliases import (
    FIELD_NAMES,
    HEADER,
    NEEDS_ID,
    REQUIRED,
    TYPE_ALIASES,
    TYPES,
    id_fields,
    snake_case,
)
from compiler.languages.memory.syntax.json_lines import JsonLine, json_lines
from compiler.languages.memory.syntax.timestamps import parse_time
from compiler.languages.memory.syntax.values import InvalidValueError, read_value
from compiler.model.diagnostics import Code, Diagnostic
from compiler.model.spans import whole_file

Json = Any

RETRACTIONS = ("retract", "retracted", "delete", "remove")
_SERVICE = ("type", "op", "id")
_TYPE_KEYS = ("type", "record_type", "_type")
_MCP_KEYS = {  # of a line without a type
    "entity": {"name", "entityType", "observations"},
    "relation": {"from", "to", "relationType"},
}
_CONTEXT = ("branch", "session_id", "agent_id", "task_id")
_TIMES = ("updated_at", "at")


def parse_log(path: str, text: str) -> tuple[Unit | None, list[Diagnostic]]:
    """Parse a file of records. The unit is None if the objects of the file are of another format."""
    reader = _LogReader(path)
    for line in json_lines(text):
        reader.read(line)
    unit = reader.unit()
    if path.endswith(".json") and (unit is None or not unit.entries) and (whole := _json_object(text)) is not None:
        return None, [_other_format(path, 1)] if _is_mcp_graph(whole) else []
    return unit, reader.diagnostics()


def content_id(record_type: str, *body: Json) -> str:
    """Return the id of a record without one: a hash of its content, which stays the same if the line moves."""
    canonical = orjson.dumps([record_type, *body], option=orjson.OPT_SORT_KEYS)
    return sha256(canonical).hexdigest()[:16]


class _LogReader:
    """Collects the entries of one file and its diagnostics."""

    def __init__(self, path: str) -> None:
        self._path = path
        self._entries: list[RecordEntry] = []
        self._observed: dict[str, dict[tuple[str, Json], None]] = {}  # entity -> its facts: ids and branches
        self._diagnostics: list[Diagnostic] = []
        self._header: dict[str, Json] = {}
        self._is_mcp = False
        self._is_canonical = False
        self._untyped_lines = 0
        self._unknown_types: dict[str, tuple[LineSpan, int]] = {}
        self._unknown_fields: Counter[str] = Counter()
        self._naive: tuple[LineSpan, str] | None = None

    def read(self, line: JsonLine) -> None:
        """Read one line."""
        for key in line.repeated_keys:
            self._report(codes.DUPLICATE_KEY, line.span, key=key)
        if line.value is None:
            if line.is_truncated:
                self._report(codes.CUT_OFF, line.span)
            else:
                self._report(codes.BAD_LINE, line.span, reason=line.error)
            return
        written = _written_type(line.value)
        if not written:
            self._untyped_lines += 1
            self._report(codes.BAD_LINE, line.span, reason="it has no 'type'")
            return
        record_type = TYPE_ALIASES.get(name := snake_case(written.strip()), name)
        if record_type == HEADER:
            self._header = self._header | line.value
        elif record_type in TYPES:
            self._entries += self._read_record(record_type, line)
        else:
            span, count = self._unknown_types.get(written, (line.span, 0))
            self._unknown_types[written] = span, count + 1

    def unit(self) -> Unit | None:
        """Return the unit, or None if the file has objects and none of them is a record."""
        if (
            not self._entries
            and not self._header
            and (self._untyped_lines or self._unknown_types or not self._diagnostics)
        ):
            return None
        project, branch = self._header.get("project"), self._header.get("default_branch")
        return Unit(
            self._path,
            "mcp" if self._is_mcp and not self._is_canonical else "jsonl",
            tuple(self._entries),
            project if isinstance(project, str) else None,
            branch if isinstance(branch, str) and branch else None,
            tuple(sorted((name, count) for name, (_, count) in self._unknown_types.items())),
            tuple(sorted(self._unknown_fields.items())),
        )

    def diagnostics(self) -> list[Diagnostic]:
        """Return all diagnostics. Unknown types and times without a zone are reported once, not line by line."""
        for name, (span, count) in self._unknown_types.items():
            self._report(codes.UNKNOWN_TYPE, span, type=name, count=count)
        if self._naive:
            self._report(codes.NAIVE_TIME, self._naive[0], text=self._naive[1])
        if self.unit() is not None:
            return self._diagnostics
        lines = self._untyped_lines + sum(count for _, count in self._unknown_types.values())
        if lines and is_record_file(self._path) and self._path.endswith(LINES):
            return [_other_format(self._path, lines)]
        return []

    def _read_record(self, record_type: str, line: JsonLine) -> Iterator[RecordEntry]:
        value: dict[str, Json] = line.value or {}
        if ("entityType" if record_type == "entity" else "relationType") in value:
            self._is_mcp = True
        else:
            self._is_canonical = True
        written = {snake_case(key): item for key, item in value.items() if item is not None}
        op = "retract" if written.get("op") in RETRACTIONS else "put"
        fields, extra = self._fields(record_type, written, line.span)
        own_id = _own_id(record_type, written, fields)
        if record_type == "entity" and own_id:
            fields["name"] = own_id
        missing = [name for name in REQUIRED.get(record_type, ()) if not _has_content(fields.get(name))]
        if op != "put":
            missing = []
        if missing or (not own_id and (op == "retract" or record_type in NEEDS_ID)):
            self._report(codes.MISSING_FIELD, line.span, type=record_type, field=missing[0] if missing else "id")
            return
        identity = own_id or content_id(
            record_type, {key: item for key, item in written.items() if key not in _SERVICE}
        )
        if record_type == "relation" and not own_id and self._is_mcp:
            identity = content_id(record_type, fields["source"], fields["relation"], fields["target"])
        observations = fields.pop("observations", [])
        entry = RecordEntry(record_type, identity, bool(own_id), op, line.span, fields, extra)
        yield entry
        if record_type == "entity":
            facts = [*self._facts_of_entity(identity, observations, fields, line.span)]
            yield from facts
            yield from self._retractions(entry, facts)

    def _fields(
        self, record_type: str, written: dict[str, Json], span: LineSpan
    ) -> tuple[dict[str, Json], dict[str, Json]]:
        """Return the fields under their canonical names, and the unknown fields under their own."""
        fields: dict[str, Json] = {}
        extra: dict[str, Json] = {}
        names, ids = FIELD_NAMES[record_type], id_fields(record_type)
        for key, value in written.items():
            if key in _SERVICE or key in _TYPE_KEYS:
                continue
            if key not in names:
                if key not in ids:
                    extra[key] = value
                    self._unknown_fields[f"{record_type}.{key}"] += 1
                continue
            name, kind = names[key]
            if name in fields and key != name:
                continue  # the field is there under its canonical name too, which counts
            try:
                fields[name] = read_value(kind, value)
            except InvalidValueError as error:
                extra[key] = value
                self._report_value(kind, key, value, str(error), span)
            if kind == "time" and name in fields:
                self._note_time(key, value, fields[name], extra, span)
        return fields, extra

    def _report_value(self, kind: str, key: str, value: Json, expected: str, span: LineSpan) -> None:
        if kind == "time":
            self._report(codes.BAD_TIME, span, text=_shortened(value), field=key)
        elif value != "":
            self._report(codes.BAD_VALUE, span, field=key, expected=expected)

    def _note_time(self, key: str, written: Json, at: Moment, extra: dict[str, Json], span: LineSpan) -> None:
        if written != at.text:
            extra[key] = written
        if not at.is_zoned and self._naive is None:
            self._naive = span, _shortened(written)

    def _facts_of_entity(
        self, name: str, observations: Iterable[Json], fields: dict[str, Json], span: LineSpan
    ) -> Iterator[RecordEntry]:
        """Yield a fact for each observation of an entity. Its id is a hash of the entity and the text."""
        shared: dict[str, Json] = {key: fields[key] for key in _CONTEXT if key in fields}
        for observation in observations:
            text, at = _text_and_time(observation)
            if text is None:
                self._report(codes.BAD_VALUE, span, field="observations", expected="a list of texts")
                continue
            fact: dict[str, Json] = {"text": text, "subject": name, **shared}
            if at:
                fact["at"] = at
            yield RecordEntry("fact", content_id("fact", name, text), False, "put", span, fact, {})

    def _retractions(self, entity: RecordEntry, facts: Iterable[RecordEntry]) -> Iterator[RecordEntry]:
        """Yield a retraction for each earlier observation of an entity that this line does not repeat.

        A line of one branch only ends the observations of that branch; a retraction that names no branch ends all.
        """
        fields = entity.fields
        observed, branch = self._observed.setdefault(entity.id, {}), fields.get("branch")
        now = dict.fromkeys((fact.id, branch) for fact in facts)
        ended = {key: fields[key] for key in _TIMES if key in fields}
        for identity, on in [*observed]:
            ends_all = entity.op != "put" and branch is None
            if (identity, on) not in now and (on == branch or ends_all):
                del observed[identity, on]
                of_branch = {"branch": on} if on else {}
                yield RecordEntry("fact", identity, False, "retract", entity.span, ended | of_branch, {})
        observed.update(now)

    def _report(self, code: Code, span: LineSpan, **fields: Any) -> None:
        self._diagnostics.append(code.at(span.in_file(self._path), **fields))


def _written_type(value: dict[str, Json]) -> str:
    """Return the type of record that a line states, or that only its fields can mean; "" if it has none."""
    written = next((value[key] for key in _TYPE_KEYS if key in value), None)
    if isinstance(written, str) and written:
        return written
    return next((name for name, keys in _MCP_KEYS.items() if keys <= value.keys()), "")


def _json_object(text: str) -> dict[str, Json] | None:
    """Return the JSON value that a whole text is, an empty map if it is no map; None if it is no JSON."""
    try:
        value = json.loads(text)
    except (ValueError, RecursionError):
        return None
    return value if isinstance(value, dict) else {}


def _is_mcp_graph(value: dict[str, Json]) -> bool:
    """Return whether a value has the entities of the MCP memory server as one list."""
    entities = value.get("entities")
    return isinstance(entities, list) and any(
        isinstance(entity, dict) and entity.keys() >= _MCP_KEYS["entity"] for entity in entities
    )


def _other_format(path: str, count: int) -> Diagnostic:
    return codes.OTHER_FORMAT.at(whole_file(path), path=path, count=count)


def _own_id(record_type: str, written: dict[str, Json], fields: dict[str, Json]) -> str:
    """Return the id that a record states, "" if it has none."""
    for name in id_fields(record_type):
        value = written.get(name)
        if isinstance(value, str | int) and not isinstance(value, bool) and str(value).strip():
            return str(value).strip()
    if record_type == "task_agent" and fields.get("task_id") and fields.get("agent_id"):
        return f"{fields['task_id']}/{fields['agent_id']}"
    return ""


def _has_content(value: Json) -> bool:
    return bool(value.strip() if isinstance(value, str) else value)


def _text_and_time(observation: Json) -> tuple[str | None, Moment | None]:
    """Read an observation of an entity: a text, or a map of a text and a time."""
    if isinstance(observation, dict):
        texts = (observation.get(key) for key in ("content", "text", "observation"))
        times = (observation[key] for key in ("at", "timestamp", "created_at", "createdAt") if key in observation)
        return next((text for text in texts if isinstance(text, str)), None), parse_time(next(times, None))
    return (observation if isinstance(observation, str) else None), None


def _shortened(value: Json) -> str:
    return str(value)[:80]
