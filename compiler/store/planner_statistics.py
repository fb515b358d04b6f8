"""What SQLite's planner is told about indexes: the same for every snapshot, so nothing is counted.

Without statistics the planner takes a diagram for ten rows. It then reads all edges of the diagram again for each
node that a recursive query reaches, though an index by node and diagram is there. The numbers here say that a scope
(a diagram) has many rows, and a name within its scope few.
"""

import sqlite3
from collections.abc import Iterable

from compiler.model.facts import Fact, sql_table

ROWS = 100_000  # of a table
ROWS_OF_A_SCOPE = 1_000
ROWS_OF_A_NAME = 100  # in all scopes
ROWS_OF_A_NAME_IN_ITS_SCOPE = 2


def write_statistics(database: sqlite3.Connection, fact_classes: Iterable[type[Fact]]) -> None:
    """Write them for the tables that have an index of a scope, and one of a name in the scope. The tables are empty."""
    for fact_class in fact_classes:
        rows = dict.fromkeys(_statistics(fact_class))
        if rows:
            # Makes the table of statistics. An empty table adds none of its own.
            database.execute(f'ANALYZE "{sql_table(fact_class.table)}"')
            database.executemany("INSERT INTO sqlite_stat1 (tbl, idx, stat) VALUES (?, ?, ?)", rows)


def _statistics(fact_class: type[Fact]) -> Iterable[tuple[str, str, str]]:
    """Table, index and numbers: rows of the table, rows of a first column, rows of both columns."""
    table = sql_table(fact_class.table)
    pairs = [one.split() for one in fact_class.indexed if " " in one]
    for name, scope in pairs:
        if scope in fact_class.indexed:
            yield table, f"{table}_{scope}", f"{ROWS} {ROWS_OF_A_SCOPE}"
            yield table, f"{table}_{name}", f"{ROWS} {ROWS_OF_A_NAME} {ROWS_OF_A_NAME_IN_ITS_SCOPE}"
