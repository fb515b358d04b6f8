"""The tables of all objects, `object` and `search`, which know no language.

Their rows stand class by class, and in a class in the order of the parts, which search leans on: the number of an
object is that of its class before that of its fact. They are written beside the database of the snapshot, since another
process may do that (`compiler.build.object_worker`), and copied into it when they are complete.
"""

import sqlite3
from collections.abc import Iterable, Mapping, Sequence
from typing import Protocol

from compiler.disk.temporary import MEMORY
from compiler.model.facts import Fact
from compiler.store.batch_insert import Inserts
from compiler.store.connection import connect
from compiler.store.part_rows import PartObjects, Row, object_number

BESIDE = "beside"  # as what a connection to the database of the snapshot knows the one in which they are written
CACHE_KIB = 16_384  # of a database that is being written
MOST_BYTES = 32_000_000  # of objects that wait for their class to be complete: the index is built fastest in order
OBJECT_COLUMNS = "ref, kind, id, title, file, start_line, end_line, fact_table, fact_row"
SCHEMA = """
CREATE TABLE object (ref TEXT, kind TEXT, id TEXT, title TEXT, file TEXT, start_line INTEGER, end_line INTEGER,
  fact_table TEXT, fact_row INTEGER);
"""
SEARCH = 'CREATE VIRTUAL TABLE search USING fts5(id, title, body, context, tokenize = "porter unicode61");'
INDEXES = """
CREATE UNIQUE INDEX object_ref ON object (ref);
CREATE INDEX object_kind ON object (kind);
CREATE INDEX object_id ON object (id);
"""
# The index is written out whenever it holds so many bytes in memory. Fewer and larger pieces need less merging, and
# fewer have to be looked at for a question.
INDEX_BYTES = 8_000_000
_INDEX_SETTING = "INSERT INTO search (search, rank) VALUES ('hashsize', ?)"
_INDEX_TABLES = ("search_data", "search_idx", "search_docsize", "search_config", "search_content")  # what FTS5 keeps
_INDEXED_AGAIN = f"""
INSERT INTO search (rowid, id, title, body, context) SELECT id, c0, c1, c2, c3 FROM {BESIDE}.search_content
  ORDER BY id
"""
# Without `OR FAIL` many rows at once may have to be undone, for which FTS5 writes out what it holds of the index.
_OBJECT_ROW = f"INSERT OR FAIL INTO object (rowid, {OBJECT_COLUMNS})"
_OBJECT_MARKS = "(?, ?, ?, ?, ?, ?, ?, ?, ?, ?)"
_SEARCHED = "INSERT INTO search (rowid, id, title, body, context) VALUES (?, ?, ?, ?, ?)"
_SETTINGS = f"PRAGMA journal_mode = OFF; PRAGMA synchronous = OFF; PRAGMA cache_size = -{CACHE_KIB};"


class Objects(Protocol):
    """Whoever writes the objects of a snapshot: `add` part by part, `complete` class by class, then `finish`."""

    def add(self, objects: PartObjects) -> None:
        """Takes objects of one class."""

    def complete(self, table: str) -> None:
        """Says that there are no more objects of a class."""

    def finish(self, database: sqlite3.Connection) -> None:
        """Sees to it that the tables with all objects stand `BESIDE` the database of the snapshot, in which nothing is
        being written. Raises sqlite3.Error."""


class ObjectTables:
    """The tables in a database of their own: a file that is empty, or one in memory.

    Theirs is a connection of its own, since FTS5 writes out what it holds of an index whenever another statement of the
    connection may have to be undone, and an index in many pieces is slow to write and to read.
    """

    def __init__(self, file: str, places: Mapping[str, int]) -> None:
        """`places` are those of the classes, by their tables, among all classes."""
        self._file, self._places = file, places
        self._waiting: dict[str, list[PartObjects]] = {}
        self._held = 0  # bytes that wait
        self._database = connect(file)
        self._database.executescript(_SETTINGS + SCHEMA + SEARCH)
        self._database.execute(_INDEX_SETTING, (INDEX_BYTES,))
        self._rows = Inserts(self._database, _OBJECT_ROW, _OBJECT_MARKS)
        self._database.execute("BEGIN")

    def add(self, objects: PartObjects) -> None:
        self._waiting.setdefault(objects.table, []).append(objects)
        self._held += len(objects.body)
        if self._held > MOST_BYTES:
            for table in list(self._waiting):
                self.complete(table)

    def complete(self, table: str) -> None:
        for objects in self._waiting.pop(table, ()):
            rows, searched = objects.rows()
            numbers = [object_number(self._places[table], row[-1]) for row in rows]
            self._rows.add([(number, *row) for number, row in zip(numbers, rows, strict=True)])
            # Here many at once would take longer.
            texts = ((number, *row) for number, row in zip(numbers, searched, strict=True))
            self._database.executemany(_SEARCHED, texts)
            self._held -= len(objects.body)

    def write_out(self) -> None:
        """Writes all that waits, and the indexes."""
        for table in sorted(self._waiting, key=self._places.__getitem__):
            self.complete(table)
        self._rows.flush()
        _create_indexes(self._database)
        self._database.execute("COMMIT")

    def finish(self, database: sqlite3.Connection) -> None:
        self.write_out()
        attach(database, self._file)
        if self._file == MEMORY:
            database.deserialize(self._database.serialize(), name=BESIDE)

    def close(self) -> None:
        self._database.close()


def places_of(fact_classes: Iterable[type[Fact]]) -> dict[str, int]:
    """The places of classes among all classes, by their tables."""
    return {one.table: place for place, one in enumerate(fact_classes)}


def attach(database: sqlite3.Connection, file: str) -> None:
    """Puts the database in a file beside another."""
    database.execute(f"ATTACH ? AS {BESIDE}", (file,))


def copy_objects(database: sqlite3.Connection) -> None:
    """Makes the tables of all objects those that stand beside the database, which stands alone from then on."""
    database.executescript(SCHEMA + SEARCH)
    _create_indexes(database)  # of two tables with the same indexes SQLite copies the pages' cells
    database.execute("BEGIN")
    _copy(database, "object")
    try:
        for table in _INDEX_TABLES:
            database.execute(f"DELETE FROM main.{table}")
            _copy(database, table)
    except sqlite3.OperationalError:  # not every SQLite lets us touch what FTS5 keeps
        database.execute("DROP TABLE main.search")
        database.execute(SEARCH)
        database.execute(_INDEX_SETTING, (INDEX_BYTES,))
        database.execute(_INDEXED_AGAIN)
    database.execute("COMMIT")
    database.execute(f"DETACH {BESIDE}")


def _copy(database: sqlite3.Connection, table: str) -> None:
    database.execute(f"INSERT INTO main.{table} SELECT * FROM {BESIDE}.{table}")


def _create_indexes(database: sqlite3.Connection) -> None:
    for statement in INDEXES.split(";"):
        database.execute(statement)


def write_objects(database: sqlite3.Connection, numbered: Sequence[tuple[int, Row]]) -> None:
    """Writes objects (`object_rows`) into tables that have some already, with the same row in both."""
    database.executemany(f"{_OBJECT_ROW} VALUES {_OBJECT_MARKS}", [(row, *one[:-2]) for row, one in numbered])
    texts = [(row, one[2], one[3], one[-2], one[-1]) for row, one in numbered]
    database.executemany(_SEARCHED, texts)
