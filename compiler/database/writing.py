"""Writing a snapshot: facts, links and diagnostics into the tables of a new SQLite database.

What is linked together is written together, as a numbered *part*: the rows of its facts and links stand in a range of
their own, `rows_of(part)`, in the order of the parts. Of objects the rows of a class stand together, and in the order
of the parts, which search leans on: the number of an object is that of its class before that of its fact.
"""

import sqlite3
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from typing import Any, NamedTuple

import orjson

from compiler.database.inserts import Inserts
from compiler.database.link_table import (
    LINK_INDEXES,
    LINK_SCHEMA,
    Words,
    count_links,
    kinds_of,
    link_inserts,
    mark_dangling_targets,
)
from compiler.database.rows import Packed, PartRows, Row, object_number
from compiler.database.schema import table_of
from compiler.diagnostics import SEVERITIES, Diagnostic, order_of
from compiler.facts import Fact

SCHEMA = """
CREATE TABLE meta (key TEXT PRIMARY KEY, value TEXT);
CREATE TABLE source_text (path TEXT PRIMARY KEY, text TEXT);
CREATE TABLE object (ref TEXT, kind TEXT, id TEXT, title TEXT, file TEXT, start_line INTEGER, end_line
INTEGER,
  fact_table TEXT, fact_row INTEGER);
CREATE TABLE diagnostic (severity TEXT, code TEXT, message TEXT, phase INTEGER, suggestion TEXT, related TEXT,
  file TEXT, start_line INTEGER, start_col INTEGER, end_line INTEGER, end_col INTEGER, part INTEGER);
CREATE TABLE linked_part (number INTEGER PRIMARY KEY, language TEXT, name TEXT, key TEXT, as_of TEXT);
CREATE TABLE part_digest (part INTEGER, name TEXT, digest BLOB, PRIMARY KEY (part, name)) WITHOUT ROWID;
"""
SEARCH = 'CREATE VIRTUAL TABLE search USING fts5(id, title, body, context, tokenize = "porter unicode61")'
INDEXES = """
CREATE UNIQUE INDEX object_ref ON object (ref);
CREATE INDEX object_kind ON object (kind);
CREATE INDEX object_id ON object (id);
"""
APPLICATION_ID = 0x46727A65  # "Frze"
FORMAT = 3  # raised when an older Frieze could misread the database
OLDEST_FORMAT = 3  # that has all the tables that queries read
SETTINGS = f"""
PRAGMA journal_mode = OFF; PRAGMA synchronous = OFF; PRAGMA locking_mode = EXCLUSIVE; PRAGMA cache_size = -16384;
PRAGMA application_id = {APPLICATION_ID}; PRAGMA user_version = {FORMAT};
"""
DIAGNOSTIC_COLUMNS = """severity, code, message, phase, suggestion, related, file, start_line, start_col, end_line,
  end_col, part"""
_SORTED_BY = [
    DIAGNOSTIC_COLUMNS.replace(",", "").split().index(one)
    for one in ("severity", "phase", "file", "start_line", "start_col")
]
OBJECT_COLUMNS = "ref, kind, id, title, file, start_line, end_line, fact_table, fact_row"
_OBJECT_ROW = f"INSERT INTO object (rowid, {OBJECT_COLUMNS})"
_SEARCHED = "INSERT INTO search (rowid, id, title, body, context) VALUES (?, ?, ?, ?, ?)"
MOST_HELD = 100_000  # objects that wait in memory for their class to be complete: the index is built fastest in order


class Found(NamedTuple):
    """A diagnostic, and the number of the part that it was found in; 0 before linking."""

    part: int
    diagnostic: Diagnostic


class Writer:
    """Writes one snapshot: `add` part by part, in their order, `complete` class by class, then `finish`."""

    def __init__(self, database: sqlite3.Connection, fact_classes: Sequence[type[Fact]]) -> None:
        self.database = database
        self._fact_classes = fact_classes
        tables = [table_of(one) for one in fact_classes]
        self._inserts = {one.name: Inserts(database, one.insert_into, one.marks) for one in tables}
        self._objects: dict[str, list[Packed]] = {one.table: [] for one in fact_classes}
        self._held = 0  # objects that wait
        self._whole: set[str] = set()  # tables that are complete
        self.refs: set[str] = set()
        self._object_rows = Inserts(database, _OBJECT_ROW, "(?, ?, ?, ?, ?, ?, ?, ?, ?, ?)")
        self._places = {one.name: place for place, one in enumerate(tables)}
        self._words = Words(database)
        self._links = link_inserts(database)
        self._links_by_kind: Counter[int] = Counter()
        database.executescript(f"{SETTINGS}{SCHEMA}{LINK_SCHEMA}{SEARCH};")
        for table in tables:
            database.execute(table.create)
        database.execute("BEGIN")

    def add(self, rows: PartRows) -> None:
        """Writes the facts and links of a part."""
        for table, numbered in rows.facts:
            self._inserts[table].add(numbered)
        for objects in rows.objects:
            self._objects[objects.table].append(objects)
            self._held += len(objects.refs)
            self.refs.update(objects.refs)
        if self._held > MOST_HELD:
            for table in self._objects:
                self._write_objects(table)
        links = self._words.numbered(rows.links, rows.words)
        self._links.add(links)
        self._links_by_kind.update(kinds_of(links))
        write_digests(self.database, rows.digests)
        self._words.write()

    def complete(self, fact_classes: Iterable[type[Fact]]) -> None:
        """Says that there are no more facts of these classes, nor of those before them in the order of all: what can be
        done once a class is whole is done while workers still link others."""
        for fact_class in fact_classes:
            self._inserts[fact_class.table].flush()
            self._write_objects(fact_class.table)
            self._whole.add(fact_class.table)
            for statement in table_of(fact_class).create_indexes:
                self.database.execute(statement)

    def columns(self, fact_class: type[Fact], names: Sequence[str], **where: Any) -> list[Row]:
        """Some columns of the facts of a class with given values that were added."""
        self._inserts[fact_class.table].flush()
        return columns(self.database, fact_class, names, **where)

    def has(self, ref: str) -> bool:
        """Whether an object of this ref was added."""
        return ref in self.refs

    def finish(
        self,
        meta: Mapping[str, Any],
        found: Iterable[Found],
        texts: Mapping[str, str],
        parts: Iterable[tuple[int, str, str, str, str | None]] = (),
    ) -> None:
        """Writes what is known when all parts are, and the indexes. `found` are all diagnostics, in any order of which
        ties are to be kept; `parts` the number, language, name, key and time of each part."""
        self.complete(one for one in self._fact_classes if one.table not in self._whole)
        self._flush()
        in_order = sorted(found, key=lambda one: order_of(one.diagnostic))
        insert(self.database, "diagnostic", map(diagnostic_row, in_order))
        insert(self.database, "source_text", texts.items())
        insert(self.database, "linked_part", parts)
        write_meta(self.database, meta)
        for statement in (INDEXES + LINK_INDEXES).split(";"):
            self.database.execute(statement)
        mark_dangling_targets(self.database, [number for word, number in self._words.items() if word not in self.refs])
        self.database.execute("COMMIT")

    def _flush(self) -> None:
        for inserts in (*self._inserts.values(), self._object_rows, self._links):
            inserts.flush()
        self._words.flush()
        count_links(self.database, self._links_by_kind)

    def _write_objects(self, table: str) -> None:
        """Writes the objects of a class that wait."""
        place = self._places[table]
        for objects in self._objects[table]:
            rows, searched = objects.rows()
            numbers = [object_number(place, row[-1]) for row in rows]
            self._object_rows.add([(number, *row) for number, row in zip(numbers, rows, strict=True)])
            # Here many at once would take longer.
            texts = ((number, *row) for number, row in zip(numbers, searched, strict=True))
            self.database.executemany(_SEARCHED, texts)
            self._held -= len(rows)
        self._objects[table].clear()


def write_digests(database: sqlite3.Connection, digests: Iterable[tuple[int, str, bytes]]) -> None:
    """Notes what names the rows of parts in some tables."""
    insert(database, "part_digest", digests)


def write_objects(database: sqlite3.Connection, numbered: Sequence[tuple[int, Row]]) -> None:
    """Writes objects (`PartRows.objects`) into the tables of all objects, with the same row in both."""
    database.executemany(
        f"{_OBJECT_ROW} VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)", [(row, *one[:-2]) for row, one in numbered]
    )
    database.executemany(_SEARCHED, [(row, one[2], one[3], one[-2], one[-1]) for row, one in numbered])


def write_meta(database: sqlite3.Connection, meta: Mapping[str, Any]) -> None:
    insert(database, "meta", ((key, orjson.dumps(value).decode()) for key, value in meta.items()))


def insert(database: sqlite3.Connection, table: str, rows: Iterable[Sequence[Any]]) -> None:
    """Adds rows to a table, all columns of it."""
    listed = list(rows)
    if listed:
        database.executemany(f"INSERT INTO {table} VALUES ({', '.join('?' * len(listed[0]))})", listed)


def diagnostic_row(found: Found) -> tuple[Any, ...]:
    """A diagnostic as a row of its table."""
    one = found.diagnostic
    related = orjson.dumps([(message, list(span)) for message, span in one.related]).decode() if one.related else None
    head = (one.severity, one.code, one.message, int(one.phase), one.suggestion, related)
    return (*head, *one.span, found.part)


def columns(database: sqlite3.Connection, fact_class: type[Fact], names: Sequence[str], **where: Any) -> list[Row]:
    """Some columns of the facts of a class with given values, as they are stored, in the order of the facts."""
    listed = ", ".join(f'"{name}"' for name in names)
    condition = "".join(f' AND "{name}" = ?' for name in where)
    sql = f'SELECT {listed} FROM "{fact_class.table}" WHERE true{condition} ORDER BY rowid'
    return database.execute(sql, tuple(where.values())).fetchall()


def row_order(row: tuple[Any, ...]) -> tuple[bytes, int, int, int, int]:
    """What rows of diagnostics are sorted by: as `order_of` sorts what they were made of."""
    severity, phase, file, line, column = (row[at] for at in _SORTED_BY)
    return file.encode(), line, column, SEVERITIES.index(severity), phase
