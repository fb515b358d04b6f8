"""Insert rows of all columns into a table of a snapshot."""

import sqlite3
from collections.abc import Iterable, Sequence
from typing import Any


def insert_rows(database: sqlite3.Connection, table: str, rows: Iterable[Sequence[Any]]) -> None:
    """Insert rows into a table, all columns of it."""
    listed = list(rows)
    if listed:
        database.executemany(f"INSERT INTO {table} VALUES ({', '.join('?' * len(listed[0]))})", listed)
