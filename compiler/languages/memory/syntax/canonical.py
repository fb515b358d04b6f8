"""The canonical form, one record a line, and the file of the MCP reference memory server, which it contains.

Names of fields are read in all spellings (`spellings`); what is left over is kept. The MCP server's `entity` becomes
an entity and a fact for each of its observations. A later line of the same entity replaces it: what it does not observe
any more has ended.
"""

import json
from collections import Counter
from collections.abc import Iterable, Iterator
from hashlib import sha256
from typing import Any

import orjson

from compiler.languages.memory import codes
from compiler.languages.memory.records import Document, Entry, Moment, Place
from compiler.languages.memory.syntax.lines import Line, json_lines
from compiler.languages.memory.syntax.spellings import HEADER, NAMED, NAMES, REQUIRED, SYNONYMS, TYPES, own_names, snake
from compiler.languages.memory.syntax.timestamps import parse_time
from compiler.languages.memory.syntax.values import NoValueError, read_value
from compiler.model.diagnostics import Code, Diagnostic
from compiler.model.spans import Span

Json = Any

RETRACTIONS = ("retract", "retracted", "delete", "remove")
_SERVICE = ("type", "op", "id")
_WHERE = ("branch", "session_id", "agent_id", "task_id")
_TIMES = ("updated_at", "at")


def parse_memory(path: str, text: str) -> tuple[Document | None, list[Diagnostic]]:
    """The unit of a file of records; None when its objects are of another format altogether."""
    reading = _Reading(path)
    for line in json_lines(text):
        reading.line(line)
    document = reading.document()
    if document is not None and not document.entries and path.endswith(".json") and _is_json(text):
        return None, []
    return document, reading.finished()


def made_id(record_type: str, *body: Json) -> str:
    """The id of a record that has none: made of its content, so that it stays when the line moves."""
    canonical = orjson.dumps([record_type, *body], option=orjson.OPT_SORT_KEYS)
    return sha256(canonical).hexdigest()[:16]


class _Reading:
    """The records of one file so far, and what is wrong with it."""

    def __init__(self, path: str) -> None:
        self._path = path
        self._entries: list[Entry] = []
        self._observed: dict[str, dict[str, Json]] = {}  # of each entity the ids of its facts, with their branches
        self._found: list[Diagnostic] = []
        self._header: dict[str, Json] = {}
        self._is_mcp = False
        self._is_canonical = False
        self._foreign = 0
        self._unknown_types: dict[str, tuple[Place, int]] = {}
        self._unknown_fields: Counter[str] = Counter()
        self._naive: tuple[Place, str] | None = None

    def line(self, line: Line) -> None:
        """Reads one line."""
        for key in line.repeated:
            self._say(codes.DUPLICATE_KEY, line.place, key=key)
        if line.value is None:
            if line.is_cut:
                self._say(codes.CUT_OFF, line.place)
            else:
                self._say(codes.BAD_LINE, line.place, reason=line.wrong)
            return
        written = line.value.get("type", line.value.get("record_type"))
        if not isinstance(written, str) or not written:
            self._foreign += 1
            self._say(codes.BAD_LINE, line.place, reason="it has no 'type'")
            return
        record_type = SYNONYMS.get(name := snake(written.strip()), name)
        if record_type == HEADER:
            self._header = self._header | line.value
        elif record_type in TYPES:
            self._entries += self._records(record_type, line)
        else:
            place, count = self._unknown_types.get(written, (line.place, 0))
            self._unknown_types[written] = place, count + 1

    def document(self) -> Document | None:
        """The unit. A file whose lines are objects, none of them a record, is of another format."""
        if not self._entries and not self._header and (self._foreign or self._unknown_types or not self._found):
            return None
        project, branch = self._header.get("project"), self._header.get("default_branch")
        return Document(
            self._path,
            "mcp" if self._is_mcp and not self._is_canonical else "jsonl",
            tuple(self._entries),
            project if isinstance(project, str) else None,
            branch if isinstance(branch, str) and branch else None,
            tuple(sorted((name, count) for name, (_, count) in self._unknown_types.items())),
            tuple(sorted(self._unknown_fields.items())),
        )

    def finished(self) -> list[Diagnostic]:
        """All findings: of what may stand in many lines, one."""
        for name, (place, count) in self._unknown_types.items():
            self._say(codes.UNKNOWN_TYPE, place, type=name, count=count)
        if self._naive:
            self._say(codes.NAIVE_TIME, self._naive[0], text=self._naive[1])
        return self._found if self.document() is not None else []

    def _records(self, record_type: str, line: Line) -> Iterator[Entry]:
        value: dict[str, Json] = line.value or {}
        if ("entityType" if record_type == "entity" else "relationType") in value:
            self._is_mcp = True
        else:
            self._is_canonical = True
        written = {snake(key): one for key, one in value.items() if one is not None}
        op = "retract" if written.get("op") in RETRACTIONS else "put"
        fields, extra = self._fields(record_type, written, line.place)
        own = _own_id(record_type, written, fields)
        if record_type == "entity" and own:
            fields["name"] = own
        missing = [one for one in REQUIRED.get(record_type, ()) if not _says(fields.get(one))] if op == "put" else []
        if missing or (not own and (op == "retract" or record_type in NAMED)):
            self._say(codes.MISSING_FIELD, line.place, type=record_type, field=missing[0] if missing else "id")
            return
        named = own or made_id(record_type, {key: one for key, one in written.items() if key not in _SERVICE})
        if record_type == "relation" and not own and self._is_mcp:
            named = made_id(record_type, fields["source"], fields["relation"], fields["target"])
        observations = fields.pop("observations", [])
        entry = Entry(record_type, named, bool(own), op, line.place, fields, extra)
        yield entry
        if record_type == "entity":
            facts = [*self._facts_of_entity(named, observations, fields, line.place)]
            yield from facts
            yield from self._ended(entry, facts)

    def _fields(
        self, record_type: str, written: dict[str, Json], place: Place
    ) -> tuple[dict[str, Json], dict[str, Json]]:
        """The fields under their canonical names, and what else the record says."""
        fields: dict[str, Json] = {}
        extra: dict[str, Json] = {}
        names, own = NAMES[record_type], own_names(record_type)
        for key, value in written.items():
            if key in _SERVICE or key == "record_type":
                continue
            if key not in names:
                if key not in own:
                    extra[key] = value
                    self._unknown_fields[f"{record_type}.{key}"] += 1
                continue
            name, kind = names[key]
            if name in fields and key != name:
                continue  # the canonical name stands there too, and counts
            try:
                fields[name] = read_value(kind, value)
            except NoValueError as error:
                extra[key] = value
                self._wrong_value(kind, key, value, str(error), place)
            if kind == "time" and name in fields:
                self._time(key, value, fields[name], extra, place)
        return fields, extra

    def _wrong_value(self, kind: str, key: str, value: Json, expected: str, place: Place) -> None:
        if kind == "time":
            self._say(codes.BAD_TIME, place, text=_shown(value), field=key)
        elif value != "":
            self._say(codes.BAD_VALUE, place, field=key, expected=expected)

    def _time(self, key: str, written: Json, found: Moment, extra: dict[str, Json], place: Place) -> None:
        if written != found.text:
            extra[key] = written
        if not found.is_zoned and self._naive is None:
            self._naive = place, _shown(written)

    def _facts_of_entity(
        self, name: str, observations: Iterable[Json], fields: dict[str, Json], place: Place
    ) -> Iterator[Entry]:
        """A fact for each observation of an entity, called by the entity and its text."""
        shared: dict[str, Json] = {key: fields[key] for key in _WHERE if key in fields}
        for one in observations:
            text, at = _observed(one)
            if text is None:
                self._say(codes.BAD_VALUE, place, field="observations", expected="a list of texts")
                continue
            told: dict[str, Json] = {"text": text, "subject": name, **shared}
            if at:
                told["at"] = at
            yield Entry("fact", made_id("fact", name, text), False, "put", place, told, {})

    def _ended(self, entity: Entry, facts: Iterable[Entry]) -> Iterator[Entry]:
        """The ends of what the lines before it observe of an entity on the same branch, and this one does not; where it
        is retracted, of all."""
        fields = entity.fields
        observed, branch = self._observed.setdefault(entity.id, {}), fields.get("branch")
        now = dict.fromkeys(one.id for one in facts)
        ended = {key: fields[key] for key in _TIMES if key in fields}
        for identity, on in [*observed.items()]:
            if identity not in now and (on == branch or entity.op != "put"):
                del observed[identity]
                yield Entry("fact", identity, False, "retract", entity.place, ended, {})
        observed.update(dict.fromkeys(now, branch))

    def _say(self, code: Code, place: Place, **fields: Any) -> None:
        span = Span(self._path, place.line, place.column, place.last, place.end)
        self._found.append(code.at(span, **fields))


def _is_json(text: str) -> bool:
    """Whether a whole text is one JSON value."""
    try:
        json.loads(text)
    except (ValueError, RecursionError):
        return False
    return True


def _own_id(record_type: str, written: dict[str, Json], fields: dict[str, Json]) -> str:
    """The id that a record has of its own, "" without one."""
    for name in own_names(record_type):
        value = written.get(name)
        if isinstance(value, str | int) and not isinstance(value, bool) and str(value).strip():
            return str(value).strip()
    if record_type == "task_agent" and fields.get("task_id") and fields.get("agent_id"):
        return f"{fields['task_id']}/{fields['agent_id']}"
    return ""


def _says(value: Json) -> bool:
    return bool(value.strip() if isinstance(value, str) else value)


def _observed(one: Json) -> tuple[str | None, Moment | None]:
    """An observation of an entity: a text, or a map of a text and a time."""
    if isinstance(one, dict):
        text = next((one[key] for key in ("content", "text", "observation") if isinstance(one.get(key), str)), None)
        return text, parse_time(one.get("at", one.get("timestamp", one.get("created_at", one.get("createdAt")))))
    return (one if isinstance(one, str) else None), None


def _shown(value: Json) -> str:
    return str(value)[:80]
