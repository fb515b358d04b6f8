"""Insert many rows with one statement.

A statement costs SQLite and Python more than a row does: a hundred values or a thousand take about the same. So rows
wait until there are enough of them.
"""

import sqlite3
from collections.abc import Iterable, Sequence
from itertools import chain
from typing import Any

MAX_VALUES = 999  # that every SQLite binds to one statement


class BatchInsert:
    """Inserts rows into one table, in the order in which they are added. `flush` writes the last of them."""

    def __init__(self, database: sqlite3.Connection, insert: str, row: str) -> None:
        """`insert` is a statement up to its VALUES, `row` the placeholders of one row: `(?, ?, 0)`."""
        self._database = database
        self._count = max(1, MAX_VALUES // max(1, row.count("?")))
        self._insert, self._row = f"{insert} VALUES ", row
        self._waiting: list[Sequence[Any]] = []

    def add(self, rows: Sequence[Sequence[Any]]) -> None:
        """Insert rows, or let them wait for others."""
        waiting, count = self._waiting, self._count
        waiting += rows
        if len(waiting) < count:
            return
        end = len(waiting) - len(waiting) % count
        insert_many = self._insert + ", ".join([self._row] * count)
        for start in range(0, end, count):
            self._database.execute(insert_many, [*chain.from_iterable(waiting[start : start + count])])
        del waiting[:end]

    def flush(self) -> None:
        """Insert the rows that wait."""
        if self._waiting:
            self._database.executemany(self._insert + self._row, self._waiting)
            self._waiting.clear()


def insert_rows(database: sqlite3.Connection, table: str, rows: Iterable[Sequence[Any]]) -> None:
    """Insert rows into a table, all columns of it."""
    listed = list(rows)
    if listed:
        database.executemany(f"INSERT INTO {table} VALUES ({', '.join('?' * len(listed[0]))})", listed)
