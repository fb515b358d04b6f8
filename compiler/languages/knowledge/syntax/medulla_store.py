"""`loro.db`, the store that Medulla works on: all that its snapshots hold, and what they leave out.

It is a Loro document of a map for each type, from ids to entities, and one of relations. A record that is no entity
costs that record. Nothing of it has a line: all stands at the file as such.
"""

from collections.abc import Iterator, Mapping
from typing import Any, NamedTuple

import orjson

from compiler.languages.knowledge import codes, places
from compiler.languages.knowledge.facts import TYPES
from compiler.languages.knowledge.records import Document, Entry, Reference, Settings, Unit, Work
from compiler.languages.knowledge.syntax import loro
from compiler.languages.knowledge.syntax.entries import json_text, times_of
from compiler.languages.knowledge.syntax.medulla_relations import dangling, relations_of, stated_by
from compiler.languages.knowledge.syntax.medulla_values import Said, said, text
from compiler.model.diagnostics import Diagnostic
from compiler.model.language import Parsed
from compiler.model.spans import Span, whole_file
from compiler.text.timestamps import parse_timestamp

Json = Any
Record = Mapping[str, Json]
MOST_FINDINGS = 100  # of each kind in one store

MAPS = {f"{one}s": one for one in TYPES}
RELATIONS = "relations"
_OF_MEDULLA = frozenset({*MAPS, RELATIONS, "_meta"})
_NEEDED = ("id", "title", "created_at", "updated_at")
_NOT_READ = '{"format":"loro","maps":null,"records":null}\n'


def parse_store(path: str, content: bytes) -> Parsed:
    """The unit of a store. A file of its name that is none is no mistake unless it stands where Medulla has it."""
    is_at_home = places.is_at_home(path)
    try:
        loro.check(content)
        if not loro.reader():
            return Parsed(Unit(settings=(Settings(path, "medulla", path, is_unread_store=True),), shown=_NOT_READ), ())
        lines = loro.lines_of(content)
    except loro.UnreadableError as error:
        is_meant = is_at_home or content.startswith(loro.MAGIC)
        return Parsed(None, [codes.BAD_STORE.at(whole_file(path), path=path, reason=error)] if is_meant else [])
    maps, rows = _read(lines)
    if not maps & _OF_MEDULLA:
        reason = f"it has none of the maps {', '.join(MAPS)}"
        return Parsed(None, [codes.BAD_STORE.at(whole_file(path), path=path, reason=reason)] if is_at_home else [])
    document, found = _document(path, rows)
    return Parsed(Unit((document,), shown=lines), found)


def shown(unit: Unit) -> str:
    """The text that stands for a store: what the document holds, a record a line."""
    return unit.shown


class _Row(NamedTuple):
    """An entry of a map of the document."""

    map: str
    key: str
    value: Json


def _read(lines: str) -> tuple[set[str], list[_Row]]:
    """The names of all that a document has, and the entries of its maps."""
    head, *rest = lines.removesuffix("\n").split("\n")
    found = (orjson.loads(line) for line in rest)
    rows = [_Row(one["map"], one["key"], one["value"]) for one in found if "key" in one]
    return set(orjson.loads(head)["maps"]), rows


def _document(path: str, rows: list[_Row]) -> tuple[Document, list[Diagnostic]]:
    """The entities of a store, each with the relations that it is the source of, and what is wrong."""
    place = whole_file(path)
    bad: list[Diagnostic] = []
    records: list[tuple[int, int, str, Record]] = []
    for row in rows:
        if kind := MAPS.get(row.map):
            if reason := _wrong_with(row.value, kind):
                bad.append(codes.BAD_RECORD.at(place, map=row.map, key=row.key, reason=reason))
            else:
                records.append((TYPES.index(kind), row.value["sequence_number"], row.value["id"].strip(), row.value))
    records.sort(key=lambda one: one[:3])
    ids = {identifier for _, _, identifier, _ in records}
    relations = list(relations_of((row.key, row.value) for row in rows if row.map == RELATIONS))
    loose = [
        codes.DANGLING_RELATION.at(place, word=one.word, source=one.source, target=one.target, gone=gone)
        for one, gone in dangling(relations, ids)
    ]
    stated = stated_by(relations, ids)
    reader = _Reader(place, [], {(one.target, one.source) for one in relations if one.relation == "supersedes"})
    entries = tuple(reader.entry(TYPES[at], record, stated.pop(key, [])) for at, _, key, record in records)
    found = [*bad[:MOST_FINDINGS], *reader.found[:MOST_FINDINGS], *loose[:MOST_FINDINGS]]
    return Document(path, "medulla", "", path, entries), found


def _wrong_with(record: Json, kind: str) -> str:
    """Why a record is no entity, "" when it is one."""
    if not isinstance(record, dict):
        return "it is no map"
    for name in (*_NEEDED, *(("url",) if kind == "link" else ())):
        if not text(record, name):
            return f"it has no {name}"
    number = record.get("sequence_number")
    if not isinstance(number, int) or isinstance(number, bool) or number < 0:
        return "it has no sequence_number"
    return ""


class _Reader(NamedTuple):
    """Makes entries of records, and keeps what it finds wrong with their values. `superseded` are the decisions, each
    with its successor, of which relations tell."""

    place: Span
    found: list[Diagnostic]
    superseded: set[tuple[str, str]]

    def entry(self, kind: str, record: Record, references: list[Reference]) -> Entry:
        """The entity of a record."""
        identifier = record["id"].strip()
        told = said(kind, record)
        for status, counted in told.unknown:
            self.found.append(codes.UNKNOWN_STATUS.at(self.place, status=status, id=identifier, counted=f"'{counted}'"))
        for written in (text(record, name) for name in ("created_at", "updated_at", "due_date")):
            if written and parse_timestamp(written) is None:
                self.found.append(codes.BAD_DATE.at(self.place, text=written, id=identifier))
        made = [one.created_at for one in references if one.created_at]
        times = times_of(record["created_at"], record["updated_at"], made)
        return Entry(
            type=kind,
            native_id=identifier,
            number=record["sequence_number"],
            name=record["title"],
            line=1,
            last=1,
            status=told.status,
            properties=json_text(told.properties),
            native=json_text(told.native),
            content=text(record, "content") or None,
            tags=told.tags,
            created_at=times.created_at,
            updated_at=times.updated_at,
            created_by=text(record, "created_by") or None,
            precision=times.precision,
            latest=times.latest,
            references=(*references, *self._successor(record, identifier)),
            work=_work(told, record["sequence_number"], times.created) if kind == "task" else None,
        )

    def _successor(self, record: Record, identifier: str) -> Iterator[Reference]:
        """The decision that a decision says it is superseded by, unless a relation says so too."""
        successor = text(record, "superseded_by").strip()
        if successor and (identifier, successor) not in self.superseded:
            yield Reference("supersedes", True, "superseded_by", successor, 1)


def _work(told: Said, number: int, created: int) -> Work:
    return Work(told.status, told.rank, told.properties["due_date"], created, order=number)
