"""Writing a snapshot: facts, links and diagnostics into the tables of a new SQLite database.

What is linked together is written together, as a numbered *part*: the rows of its facts and links stand in a range of
their own, `rows_of(part)`, in the order of the parts.
"""

import sqlite3
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from typing import Any, NamedTuple

import orjson

from compiler.disk.temporary import MEMORY
from compiler.model.diagnostics import SEVERITIES, Diagnostic, order_of
from compiler.model.facts import Fact
from compiler.store.batch_insert import Inserts
from compiler.store.link_table import (
    LINK_INDEXES,
    LINK_SCHEMA,
    Words,
    count_links,
    kinds_of,
    link_inserts,
    mark_dangling_targets,
)
from compiler.store.object_tables import CACHE_KIB, Objects, ObjectTables, copy_objects, places_of
from compiler.store.part_rows import PartRows, Row
from compiler.store.schema import table_of

SCHEMA = """
CREATE TABLE meta (key TEXT PRIMARY KEY, value TEXT);
CREATE TABLE source_text (path TEXT PRIMARY KEY, text TEXT);
CREATE TABLE diagnostic (severity TEXT, code TEXT, message TEXT, phase INTEGER, suggestion TEXT, related TEXT,
  file TEXT, start_line INTEGER, start_col INTEGER, end_line INTEGER, end_col INTEGER, part INTEGER);
CREATE TABLE linked_part (number INTEGER PRIMARY KEY, language TEXT, name TEXT, key TEXT, as_of TEXT);
CREATE TABLE part_digest (part INTEGER, name TEXT, digest BLOB, PRIMARY KEY (part, name)) WITHOUT ROWID;
"""
APPLICATION_ID = 0x46727A65  # "Frze"
FORMAT = 3  # raised when an older Frieze could misread the database
OLDEST_FORMAT = 3  # that has all the tables that queries read
SETTINGS = f"""
PRAGMA journal_mode = OFF; PRAGMA synchronous = OFF; PRAGMA locking_mode = EXCLUSIVE; PRAGMA cache_size = -{CACHE_KIB};
PRAGMA application_id = {APPLICATION_ID}; PRAGMA user_version = {FORMAT};
"""
DIAGNOSTIC_COLUMNS = """severity, code, message, phase, suggestion, related, file, start_line, start_col, end_line,
  end_col, part"""
_SORTED_BY = [
    DIAGNOSTIC_COLUMNS.replace(",", "").split().index(one)
    for one in ("severity", "phase", "file", "start_line", "start_col")
]


class Found(NamedTuple):
    """A diagnostic, and the number of the part that it was found in; 0 before linking."""

    part: int
    diagnostic: Diagnostic


class Writer:
    """Writes one snapshot: `add` part by part, in their order, `complete` class by class, then `finish`."""

    def __init__(
        self,
        database: sqlite3.Connection,
        fact_classes: Sequence[type[Fact]],
        objects: Objects | None = None,
    ) -> None:
        """`objects` writes those; by default they are written in memory."""
        self.database = database
        self._fact_classes = fact_classes
        tables = [table_of(one) for one in fact_classes]
        self._inserts = {one.name: Inserts(database, one.insert_into, one.marks) for one in tables}
        self._whole: set[str] = set()  # tables that are complete
        self.refs: set[str] = set()
        self._words = Words(database)
        self._links = link_inserts(database)
        self._links_by_kind: Counter[int] = Counter()
        database.executescript(f"{SETTINGS}{SCHEMA}{LINK_SCHEMA}")
        for table in tables:
            database.execute(table.create)
        self._objects = objects or ObjectTables(MEMORY, places_of(fact_classes))
        database.execute("BEGIN")

    def add(self, rows: PartRows) -> None:
        """Writes the facts and links of a part."""
        for table, numbered in rows.facts:
            self._inserts[table].add(numbered)
        for objects in rows.objects:
            self._objects.add(objects)
            self.refs.update(objects.refs)
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
            self._objects.complete(fact_class.table)
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
        for statement in LINK_INDEXES.split(";"):
            self.database.execute(statement)
        mark_dangling_targets(self.database, [number for word, number in self._words.items() if word not in self.refs])
        self.database.execute("COMMIT")
        self._objects.finish(self.database)
        copy_objects(self.database)

    def _flush(self) -> None:
        for inserts in (*self._inserts.values(), self._links):
            inserts.flush()
        self._words.flush()
        count_links(self.database, self._links_by_kind)


def write_digests(database: sqlite3.Connection, digests: Iterable[tuple[int, str, bytes]]) -> None:
    """Notes what names the rows of parts in some tables."""
    insert(database, "part_digest", digests)


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
