"""The table of diagnostics, which stand in it in the order in which they are shown."""

import sqlite3
from collections.abc import Collection, Iterable
from typing import NamedTuple

import orjson

from compiler.model.diagnostics import SEVERITIES, Diagnostic
from compiler.store.inserted_rows import insert_rows
from compiler.store.part_rows import Row

_COLUMNS = """severity, code, message, phase, suggestion, related, file, start_line, start_col, end_line,
  end_col, part"""
_SORTED_BY = [
    _COLUMNS.replace(",", "").split().index(name) for name in ("severity", "phase", "file", "start_line", "start_col")
]


class PartDiagnostic(NamedTuple):
    """A diagnostic, and the number of the part that it was found in; 0 before linking."""

    part: int
    diagnostic: Diagnostic


def write_diagnostics(database: sqlite3.Connection, parts: Collection[int], found: Iterable[PartDiagnostic]) -> None:
    """Put what was found in some parts in the place of what was found in them before, and sort all. Diagnostics that
    tie stay in the order of the parts, and of `found`. Raises sqlite3.Error."""
    before = database.execute(f"SELECT {_COLUMNS} FROM diagnostic_row ORDER BY rowid").fetchall()
    rows = [row for row in before if row[-1] not in parts] + [_row(diagnostic) for diagnostic in found]
    after = sorted(sorted(rows, key=lambda row: row[-1]), key=_order)
    if after != before:
        database.execute("DELETE FROM diagnostic_row")
        insert_rows(database, "diagnostic_row", after)


def _row(found: PartDiagnostic) -> Row:
    one = found.diagnostic
    related = orjson.dumps([(message, list(span)) for message, span in one.related]).decode() if one.related else None
    head = (one.severity, one.code, one.message, int(one.phase), one.suggestion, related)
    return (*head, *one.span, found.part)


def _order(row: Row) -> tuple[bytes, int, int, int, int]:
    """The sort key of a row of `diagnostic_row`, the same as that of `compiler.model.diagnostics.in_order`."""
    severity, phase, file, line, column = (row[at] for at in _SORTED_BY)
    return file.encode(), line, column, SEVERITIES.index(severity), phase
