"""Connections to databases. Whoever opens a connection closes it, or hands it to a `Snapshot`, which then does."""

import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Protocol, TypeVar

from compiler.disk import temporary
from compiler.store.packed_texts import add_function

# What SQLite may be asked to do with a finished snapshot. FTS5 and serializing ask for the pragmas of their own accord.
_READ_PRAGMAS = {"data_version", "page_count"}
_READS = {sqlite3.SQLITE_SELECT, sqlite3.SQLITE_READ, sqlite3.SQLITE_FUNCTION, sqlite3.SQLITE_RECURSIVE}
_FORBIDDEN_FUNCTIONS = {"load_extension", "fts3_tokenizer", "writefile", "readfile", "edit"}


class HoldsConnection(Protocol):
    """A connection, or a snapshot of one."""

    def close(self) -> None:
        """Close it."""


Closable = TypeVar("Closable", bound=HoldsConnection)


def connect(name: str) -> sqlite3.Connection:
    """Open a database by its path or URI, or a temporary one if `name` is empty. Threads may share the connection."""
    lacks_directory = temporary.directory() is None
    name = temporary.MEMORY if lacks_directory and not name else name
    opened = sqlite3.connect(name, isolation_level=None, check_same_thread=False, cached_statements=512, uri=True)
    if lacks_directory:
        opened.execute("PRAGMA temp_store = MEMORY")
    add_function(opened)
    return opened


@contextmanager
def closed_on_error(database: Closable) -> Iterator[Closable]:
    """Close a connection, or what holds one, if the block raises."""
    try:
        yield database
    except BaseException:
        database.close()
        raise


def connect_search(database: sqlite3.Connection) -> None:
    """Connect the full-text index, which SQLite refuses once only reads are allowed."""
    database.execute("SELECT rowid FROM search_index LIMIT 0")


def allow_only_reads(database: sqlite3.Connection) -> None:
    """Refuse every statement that is not a read, from now on."""
    database.execute("PRAGMA query_only = ON")
    database.execute("SELECT value FROM json_each('[]')")  # connected now, for later it is not allowed
    database.set_authorizer(_only_reads)


def _only_reads(action: int, first: str | None, second: str | None, *_: str | None) -> int:
    if action == sqlite3.SQLITE_FUNCTION and second in _FORBIDDEN_FUNCTIONS:
        return sqlite3.SQLITE_DENY
    if action in _READS or (action == sqlite3.SQLITE_PRAGMA and first in _READ_PRAGMAS and second is None):
        return sqlite3.SQLITE_OK
    return sqlite3.SQLITE_DENY
