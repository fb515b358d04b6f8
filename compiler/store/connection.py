"""Connections to databases. Whoever opens a connection closes it, or hands it to a `Snapshot`, which then does."""

import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager

from compiler.disk import temporary


def connect(name: str) -> sqlite3.Connection:
    """Open a database by its path or URI, or a temporary one if `name` is empty. Threads may share the connection."""
    lacks_directory = temporary.directory() is None
    name = temporary.MEMORY if lacks_directory and not name else name
    opened = sqlite3.connect(name, isolation_level=None, check_same_thread=False, cached_statements=512, uri=True)
    if lacks_directory:
        opened.execute("PRAGMA temp_store = MEMORY")
    return opened


@contextmanager
def closed_on_error(database: sqlite3.Connection) -> Iterator[sqlite3.Connection]:
    """Close a connection if the block raises."""
    try:
        yield database
    except BaseException:
        database.close()
        raise
