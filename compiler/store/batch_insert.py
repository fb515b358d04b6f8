"""Rows into a table, many with one statement.

What SQLite and Python do around a statement takes longer than what is done with a row: a hundred values or a thousand
take about the same. So rows wait until there are enough of them.
"""

import sqlite3
from collections.abc import Sequence
from itertools import chain
from typing import Any

MOST_VALUES = 999  # that every SQLite binds to one statement


class Inserts:
    """Writes rows into one table, in the order in which they are added; the last of them by `flush`."""

    def __init__(self, database: sqlite3.Connection, insert: str, row: str) -> None:
        """`insert` is a statement up to its VALUES, `row` what stands there for one row: `(?, ?, 0)`."""
        self._database = database
        self._count = max(1, MOST_VALUES // max(1, row.count("?")))
        self._one = f"{insert} VALUES {row}"
        self._many = f"{insert} VALUES {', '.join([row] * self._count)}"
        self._waiting: list[Sequence[Any]] = []

    def add(self, rows: Sequence[Sequence[Any]]) -> None:
        """Writes rows, or lets them wait for others."""
        waiting, count = self._waiting, self._count
        waiting += rows
        if len(waiting) < count:
            return
        end = len(waiting) - len(waiting) % count
        for start in range(0, end, count):
            self._database.execute(self._many, [*chain.from_iterable(waiting[start : start + count])])
        del waiting[:end]

    def flush(self) -> None:
        """Writes those that wait."""
        if self._waiting:
            self._database.executemany(self._one, self._waiting)
            self._waiting.clear()
