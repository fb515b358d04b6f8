"""What an incremental build reads of the snapshot that it starts from: its files, its parts, what could not be read.

A process that builds one source again and again reads them of its newest snapshot when nobody waits (`RowsAhead`).
"""

import contextlib
import sqlite3
from collections.abc import Mapping, Sequence
from contextlib import closing
from pathlib import Path
from typing import NamedTuple

import orjson

from compiler.model.facts import File
from compiler.model.source import Stamp
from compiler.store.connection import connect
from compiler.store.fact_columns import columns
from compiler.store.row_ranges import part_of_file

MAX_FILES = 20_000  # of a snapshot whose rows are kept


class BaseFile(NamedTuple):
    """A file of a cached snapshot."""

    sha256: str
    lines: int
    part: int  # of its mentions


class BasePart(NamedTuple):
    """A part of a language that a cached snapshot has."""

    number: int
    language: str
    name: str
    key: str


class BaseRows(NamedTuple):
    """The files of a cached snapshot by path, its parts by their numbers, and why files were not read."""

    files: Mapping[str, BaseFile]
    parts: Sequence[BasePart]
    unread: frozenset[str]


def read_base_rows(path: str) -> BaseRows:
    """Read the rows of a cached database. Raises sqlite3.Error: another process may have replaced it."""
    with closing(connect(f"{Path(path).absolute().as_uri()}?mode=ro&immutable=1")) as database:
        (unread,) = database.execute("SELECT value FROM meta WHERE key = 'unread'").fetchone()
        parts = database.execute("SELECT number, language, name, key FROM linked_part ORDER BY number")
        files = columns(database, File, ("path", "sha256", "lines", "rowid"))
        return BaseRows(
            {name: BaseFile(sha256, lines, part_of_file(row)) for name, sha256, lines, row in files},
            [BasePart(*part) for part in parts],
            frozenset(orjson.loads(unread).values()),
        )


class RowsAhead:
    """The rows of one cached database, read ahead."""

    def __init__(self) -> None:
        self._database: tuple[str, Stamp] | None = None
        self._rows: BaseRows | None = None

    def read(self, path: str, stamp: Stamp) -> None:
        """Read the rows of a database that has this stamp."""
        if self._database == (path, stamp):
            return
        self._database = self._rows = None
        with contextlib.suppress(sqlite3.Error):
            rows = read_base_rows(path)
            if len(rows.files) <= MAX_FILES:
                self._database, self._rows = (path, stamp), rows

    def rows(self, path: str, stamp: Stamp) -> BaseRows:
        """Return the rows of a database that has this stamp. Raises sqlite3.Error."""
        if self._rows is not None and self._database == (path, stamp):
            return self._rows
        return read_base_rows(path)
