"""Connections to databases."""

import sqlite3

from compiler.disk import temporary


def connect(name: str) -> sqlite3.Connection:
    """A connection to a database, by its path or URI; to a temporary one where the name is empty. It may be shared
    between threads."""
    lacks_directory = temporary.directory() is None
    name = temporary.MEMORY if lacks_directory and not name else name
    opened = sqlite3.connect(name, isolation_level=None, check_same_thread=False, cached_statements=512, uri=True)
    if lacks_directory:
        opened.execute("PRAGMA temp_store = MEMORY")
    return opened
