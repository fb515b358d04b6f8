"""The tables and views of a snapshot before anything is in them.

To create them takes SQLite longer than to write a small source into them. A process creates them once, and copies their
pages into each new database.
"""

import sqlite3
from collections.abc import Sequence
from contextlib import closing
from functools import lru_cache
from math import inf

from compiler.disk.temporary import MEMORY
from compiler.model.facts import Fact
from compiler.store.connection import connect, connect_search
from compiler.store.link_table import LINK_INDEXES, LINK_SCHEMA
from compiler.store.object_tables import create_object_tables
from compiler.store.schema import statements, table_of
from compiler.store.shared_strings import OBJECT_INDEXES, STRING_INDEX, string_schema
from compiler.store.views import create_views

SCHEMA = """
CREATE TABLE meta (key TEXT PRIMARY KEY, value TEXT);
CREATE TABLE source_text_row (path TEXT PRIMARY KEY, text BLOB);
CREATE VIEW source_text AS SELECT path, unpacked_text(text) AS text FROM source_text_row;
CREATE TABLE source_state (path TEXT, state TEXT, value TEXT, PRIMARY KEY (path, state)) WITHOUT ROWID;
CREATE TABLE diagnostic_row (severity TEXT, code TEXT, message TEXT, phase INTEGER, suggestion TEXT, related TEXT,
  file TEXT, start_line INTEGER, start_col INTEGER, end_line INTEGER, end_col INTEGER, part INTEGER);
CREATE TABLE linked_part (number INTEGER PRIMARY KEY, language TEXT, name TEXT, key TEXT, as_of TEXT);
CREATE TABLE part_digest (part INTEGER, name TEXT, digest BLOB, PRIMARY KEY (part, name)) WITHOUT ROWID;
"""
APPLICATION_ID = 0x46727A65  # "Frze"
FORMAT = 13  # raised when an older Frieze could misread the database
OLDEST_FORMAT = 13  # that has all the tables that queries read, with texts packed as they are now
# The bytes of a page, by the most bytes of source. A larger page leaves less room unused, as texts of some kilobytes do
# between two others. But each table and index takes a page, of which there are 300: of a small snapshot that is most.
PAGE_BYTES = ((250_000, 1_024), (16_000_000, 4_096), (inf, 8_192))
MAX_KEPT = 4  # of lists of classes and sizes: a process builds snapshots of one, the tests of a few


def copy_empty_snapshot(
    database: sqlite3.Connection, fact_classes: Sequence[type[Fact]], *, is_indexed: bool, source_bytes: int
) -> None:
    """Put the tables of these classes, all others and the views into an empty database, and their indexes if asked. It
    has room for a source of some size. Raises sqlite3.Error."""
    page_bytes = next(page for most, page in PAGE_BYTES if source_bytes <= most)
    with closing(connect(MEMORY)) as kept:
        kept.deserialize(_empty_snapshot(tuple(fact_classes), is_indexed, page_bytes))
        kept.backup(database)
    connect_search(database)  # a snapshot without objects never writes to it


@lru_cache(MAX_KEPT)
def _empty_snapshot(fact_classes: tuple[type[Fact], ...], is_indexed: bool, page_bytes: int) -> bytes:
    tables = [table_of(fact_class) for fact_class in fact_classes]
    of_all = statements(OBJECT_INDEXES, STRING_INDEX, LINK_INDEXES)
    indexes = [*(index for table in tables for index in table.create_indexes), *of_all]
    created = [statement for table in tables for statement in (table.create, *table.views)]
    with closing(connect(MEMORY)) as database:
        database.execute(f"PRAGMA page_size = {page_bytes}")
        database.execute(f"PRAGMA application_id = {APPLICATION_ID}")
        database.execute(f"PRAGMA user_version = {FORMAT}")
        database.execute("BEGIN")
        for statement in (*statements(SCHEMA, string_schema(fact_classes), LINK_SCHEMA), *created):
            database.execute(statement)
        create_object_tables(database, fact_classes)
        create_views(database, fact_classes)
        for statement in indexes if is_indexed else ():
            database.execute(statement)
        database.execute("COMMIT")
        database.execute("ANALYZE meta")  # makes the table of statistics
        for table in tables:
            database.executemany("INSERT INTO sqlite_stat1 (tbl, idx, stat) VALUES (?, ?, ?)", table.statistics)
        return database.serialize()
