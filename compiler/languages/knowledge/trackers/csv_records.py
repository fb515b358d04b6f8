"""The records of a table in CSV, each by itself: one that is not right ends where a right one begins."""

import csv
import re
from collections.abc import Iterator, Sequence
from typing import NamedTuple

MAX_TRIES = 500  # at records that are not right, in one file
_DELIMITERS = ",;\t"


class Table(NamedTuple):
    """The header of a table, in small letters, what stands between its cells, and the offset behind the header."""

    header: tuple[str, ...]
    delimiter: str
    start: int


class Record(NamedTuple):
    """The cells of one record between two offsets. `reason` says why they are none."""

    cells: list[str]
    start: int
    end: int
    reason: str = ""


def table_of(text: str) -> Table:
    """The table that a text begins with: its first line is the header."""
    start = text.find("\n") + 1 or len(text)
    head = text[:start].rstrip("\n")
    delimiter = max(_DELIMITERS, key=head.count)
    cells = next(csv.reader([head], delimiter=delimiter), [])
    return Table(tuple(cell.strip().casefold() for cell in cells), delimiter, start)


def records(text: str, table: Table, key: str, identifier: str) -> Iterator[Record]:
    """The records below the header. A right one has an id, by a regular expression, in the column `key`."""
    column = table.header.index(key)
    is_id = re.compile(rf"{identifier}\s*")
    # Where ids stand first, a line begins a record only with one.
    begins = re.compile(rf'^"?{identifier}"?{re.escape(table.delimiter)}' if column == 0 else r"^(?=.)", re.MULTILINE)
    tries, at = MAX_TRIES, table.start
    while at < len(text):
        one = _record(text, at, table)
        if one.reason:
            end = text.find("\n", at) + 1 or len(text)
            while tries > 0 and (found := begins.search(text, end)):
                tries -= 1
                end = found.start()
                if _is_right(_record(text, end, table), column, is_id):
                    break
                end = text.find("\n", end) + 1 or len(text)
            else:
                end = len(text)
            one = one._replace(end=end)
        if one.cells or one.reason:
            yield one
        at = max(one.end, at + 1)


def _is_right(record: Record, column: int, is_id: "re.Pattern[str]") -> bool:
    return not record.reason and column < len(record.cells) and is_id.fullmatch(record.cells[column]) is not None


def _record(text: str, at: int, table: Table) -> Record:
    """The record that begins at an offset."""
    taken = 0

    def lines() -> Iterator[str]:
        nonlocal taken
        start = at
        while start < len(text):
            end = text.find("\n", start) + 1 or len(text)
            taken += end - start
            yield text[start:end]
            start = end

    try:
        cells = next(csv.reader(lines(), delimiter=table.delimiter, strict=True), [])
    except csv.Error:
        return Record([], at, at + taken, "a quote is not closed or stands within a cell, or a cell is over 128 KiB")
    reason = _wrong_with(cells, len(table.header))
    return Record(cells, at, at + taken, reason)


def _wrong_with(cells: Sequence[str], columns: int) -> str:
    is_long = len(cells) > columns and any(cells[columns:])
    return f"it has {len(cells)} cells, and the header {columns}" if is_long else ""
