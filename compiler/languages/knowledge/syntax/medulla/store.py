"""`loro.db`, the store that Medulla works on. It holds all that its snapshots do, and what they leave out.

The store is a Loro document: a map per type, from ids to entities, and a map of relations. A bad record costs that
record. A binary file has no lines, so every span is that of the whole file.
"""

from collections.abc import Iterator, Mapping
from typing import Any, NamedTuple

import orjson

from compiler.languages.knowledge import claims, codes
from compiler.languages.knowledge.facts import TYPES
from compiler.languages.knowledge.record_values import json_text, times_of
from compiler.languages.knowledge.records import Document, EntityRecord, Reference, Scheduling, Settings, Unit
from compiler.languages.knowledge.syntax.medulla import loro
from compiler.languages.knowledge.syntax.medulla.store_relations import (
    dangling_relations,
    references_by_entity,
    relations_of,
)
from compiler.languages.knowledge.syntax.medulla.store_values import EntityValues, entity_values, text
from compiler.model.diagnostics import Diagnostic
from compiler.model.language import Parsed
from compiler.model.spans import Span, whole_file
from compiler.text.timestamps import parse_timestamp

Json = Any
Fields = Mapping[str, Json]
MAX_FINDINGS = 100  # of each kind in one store

MAPS = {f"{kind}s": kind for kind in TYPES}
RELATIONS = "relations"
_KNOWN_MAPS = frozenset({*MAPS, RELATIONS, "_meta"})
_REQUIRED = ("id", "title", "created_at", "updated_at")
_UNREAD_TEXT = '{"format":"loro","maps":null,"records":null}\n'


def parse_store(path: str, content: bytes) -> Parsed:
    """The unit of a store. A file of this name that is no store is an error only in the folder `.medulla`."""
    is_in_folder = claims.is_in_medulla_folder(path)
    try:
        loro.check(content)
        if not loro.reader():
            return Parsed(
                Unit(settings=(Settings(path, "medulla", path, is_unread_store=True),), shown=_UNREAD_TEXT), ()
            )
        lines = loro.lines_of(content)
    except loro.UnreadableError as error:
        is_meant = is_in_folder or content.startswith(loro.MAGIC)
        return Parsed(None, [codes.BAD_STORE.at(whole_file(path), path=path, reason=error)] if is_meant else [])
    maps, rows = _read(lines)
    if not maps & _KNOWN_MAPS:
        reason = f"it has none of the maps {', '.join(MAPS)}"
        return Parsed(None, [codes.BAD_STORE.at(whole_file(path), path=path, reason=reason)] if is_in_folder else [])
    document, diagnostics = _document(path, rows)
    return Parsed(Unit((document,), shown=lines), diagnostics)


def shown(unit: Unit) -> str:
    """The text that stands for a store: the content of the document, one record per line."""
    return unit.shown


class _Row(NamedTuple):
    """An entry of one map of the document."""

    map: str
    key: str
    value: Json


def _read(lines: str) -> tuple[set[str], list[_Row]]:
    """The names of all maps of a document, and the entries of its maps."""
    head, *rest = lines.removesuffix("\n").split("\n")
    found = (orjson.loads(line) for line in rest)
    rows = [_Row(entry["map"], entry["key"], entry["value"]) for entry in found if "key" in entry]
    return set(orjson.loads(head)["maps"]), rows


def _document(path: str, rows: list[_Row]) -> tuple[Document, list[Diagnostic]]:
    """The entities of a store, each with the relations of which it is the source, and the diagnostics."""
    place = whole_file(path)
    bad_records: list[Diagnostic] = []
    accepted: list[tuple[int, int, str, Fields]] = []
    for row in rows:
        if kind := MAPS.get(row.map):
            if reason := _problem_of(row.value, kind):
                bad_records.append(codes.BAD_RECORD.at(place, map=row.map, key=row.key, reason=reason))
            else:
                accepted.append((TYPES.index(kind), row.value["sequence_number"], row.value["id"].strip(), row.value))
    accepted.sort(key=lambda row: row[:3])
    ids = {identifier for _, _, identifier, _ in accepted}
    relations = list(relations_of((row.key, row.value) for row in rows if row.map == RELATIONS))
    dangling = [
        codes.DANGLING_RELATION.at(place, word=relation.word, source=relation.source, target=relation.target, gone=gone)
        for relation, gone in dangling_relations(relations, ids)
    ]
    references = references_by_entity(relations, ids)
    maker = _RecordMaker(
        place, [], {(relation.target, relation.source) for relation in relations if relation.relation == "supersedes"}
    )
    records = tuple(maker.record(TYPES[at], fields, references.pop(key, [])) for at, _, key, fields in accepted)
    kinds = (bad_records, maker.diagnostics, dangling)
    diagnostics = [diagnostic for kind in kinds for diagnostic in kind[:MAX_FINDINGS]]
    return Document(path, "medulla", "", path, records), diagnostics


def _problem_of(fields: Json, kind: str) -> str:
    """Why the value of a map is no entity; "" when it is one."""
    if not isinstance(fields, dict):
        return "it is no map"
    for name in (*_REQUIRED, *(("url",) if kind == "link" else ())):
        if not text(fields, name):
            return f"it has no {name}"
    number = fields.get("sequence_number")
    if not isinstance(number, int) or isinstance(number, bool) or number < 0:
        return "it has no sequence_number"
    return ""


class _RecordMaker(NamedTuple):
    """Makes entity records, and collects the diagnostics on their values. `superseded` are the (decision, successor)
    pairs that relations state."""

    place: Span
    diagnostics: list[Diagnostic]
    superseded: set[tuple[str, str]]

    def record(self, kind: str, fields: Fields, references: list[Reference]) -> EntityRecord:
        """The record of one entity. `fields` are those of the store."""
        identifier = fields["id"].strip()
        values = entity_values(kind, fields)
        for status, counted in values.unknown:
            self.diagnostics.append(
                codes.UNKNOWN_STATUS.at(self.place, status=status, id=identifier, counted=f"'{counted}'")
            )
        for written in (text(fields, name) for name in ("created_at", "updated_at", "due_date")):
            if written and parse_timestamp(written) is None:
                self.diagnostics.append(codes.BAD_DATE.at(self.place, text=written, id=identifier))
        relation_times = [reference.created_at for reference in references if reference.created_at]
        times = times_of(fields["created_at"], fields["updated_at"], relation_times)
        return EntityRecord(
            type=kind,
            native_id=identifier,
            number=fields["sequence_number"],
            name=fields["title"],
            line=1,
            last_line=1,
            status=values.status,
            properties=json_text(values.properties),
            native=json_text(values.native),
            content=text(fields, "content") or None,
            tags=values.tags,
            times=times,
            created_by=text(fields, "created_by") or None,
            references=(*references, *self._successor(fields, identifier)),
            scheduling=_scheduling(values, fields["sequence_number"], times.created) if kind == "task" else None,
        )

    def _successor(self, fields: Fields, identifier: str) -> Iterator[Reference]:
        """The reference to the successor that a field names, unless a relation states it too."""
        successor = text(fields, "superseded_by").strip()
        if successor and (identifier, successor) not in self.superseded:
            yield Reference("supersedes", True, "superseded_by", successor, 1)


def _scheduling(values: EntityValues, number: int, created: int) -> Scheduling:
    return Scheduling(values.status, values.rank, values.properties["due_date"], created, order=number)
