"""The connection of a snapshot to its database, which several views of the snapshot share."""

import os
import sqlite3
import threading
import weakref
from collections.abc import Callable, Mapping, Sequence
from contextlib import closing, suppress
from pathlib import Path
from typing import Any, NamedTuple

from compiler.store.connection import allow_only_reads, closed_on_error, connect, connect_search

WAITING_SECONDS = 0.02  # for a statement of another thread, before it is ended


class Recipe(NamedTuple):
    """How another process opens the same database: the file at `uri`, or its content where there is none. A frozen file
    of `frozen_size` bytes is prepared first. `statements` make what the connection has beyond the database."""

    uri: str = ""
    frozen_size: int = 0
    statements: Sequence[str] = ()


IN_MEMORY = Recipe()


class SnapshotConnection:
    """A connection that only reads. It is closed when it is told to be, with what was opened for it.

    Threads use it in turns. SQLite would see to that too, but a thread that waits for SQLite may hold Python's lock,
    and the thread in SQLite needs that to ask the authorizer: neither would ever go on.
    """

    __slots__ = ("__weakref__", "_close_too", "_database", "_first", "_reopen", "_turn", "recipe")

    def __init__(
        self,
        database: sqlite3.Connection,
        reopen: Callable[[], sqlite3.Connection] | None = None,
        recipe: Recipe = IN_MEMORY,
        first: "SnapshotConnection | None" = None,
    ) -> None:
        """`database` is closed for writing. `reopen` makes a second connection to the same file, as `recipe` says;
        without it a copy in memory is made where one is needed. `first` is the connection that this is a second one
        to."""
        self._database = database
        self._reopen = reopen
        self.recipe = recipe
        self._first = first  # not itself: it is closed as soon as nobody holds it
        self._turn = threading.RLock()
        self._close_too: list[Callable[[], None]] = []

    @property
    def first(self) -> "SnapshotConnection":
        """The connection that this is a second one to, or this one."""
        return self._first or self

    def rows(self, sql: str, parameters: Sequence[Any] | Mapping[str, Any] = ()) -> list[tuple[Any, ...]]:
        """Return the rows of a SELECT. Raises sqlite3.DatabaseError for anything that is not one."""
        # The authorizer stops writes. VACUUM it stops too late: the full-text index would be gone.
        if not sql.lstrip()[:6].upper().startswith(("SELECT", "WITH", "VALUES")):
            raise sqlite3.DatabaseError("not authorized: only SELECT is")
        with self._turn:
            return self._database.execute(sql, parameters).fetchall()

    def close(self) -> None:
        """Close it, and what was opened with it. Closing twice is allowed. A statement that another thread runs ends
        with sqlite3.OperationalError: closed under it, SQLite would end the process."""
        _close_all(self._close_too)
        while not self._turn.acquire(timeout=WAITING_SECONDS):
            self._database.interrupt()
        try:
            self._database.close()
        finally:
            self._turn.release()

    def close_when_unused(self) -> None:
        """Close it once nobody holds it any more."""
        self._close_too.insert(0, self._database.close)
        weakref.finalize(self, _close_all, self._close_too)

    def close_with_this(self, close: Callable[[], None]) -> None:
        """Call `close` when the first connection is closed: what one thread opened, the others use too."""
        self.first._close_too.append(close)

    def serialized(self) -> bytes:
        """Return the whole database."""
        with self._turn:
            return self._database.serialize()

    def copy_to(self, path: Path, meta: Mapping[str, str]) -> None:
        """Write the whole database into a file, which must be empty or not be there, with other values of its meta.
        Raises sqlite3.Error."""
        with closing(connect(os.fspath(path))) as target, self._turn:
            self._database.backup(target)
            for name, value in meta.items():
                target.execute("UPDATE meta SET value = ? WHERE key = ?", (value, name))

    def second(self, is_stopped: Callable[[], bool]) -> "SnapshotConnection":
        """Return another connection to the same database. While a statement runs there, `is_stopped` is called now and
        then; when it returns true, the statement ends with sqlite3.OperationalError."""
        with closed_on_error(self.open_database()) as database:
            allow_only_reads(database)
            database.set_progress_handler(is_stopped, 10_000)
            return SnapshotConnection(database, self._reopen, self.recipe, self.first)

    def open_database(self) -> sqlite3.Connection:
        """Open a connection to the same database, or to a copy in memory where there is no file any more. Nothing
        guards it yet."""
        if self._reopen is not None:
            with suppress(sqlite3.Error), closed_on_error(self._reopen()) as opened:
                if self._is_same(opened):
                    return opened
                opened.close()
        with closed_on_error(connect(":memory:")) as database:
            database.deserialize(self.serialized())
            connect_search(database)
        return database

    def meta(self) -> list[tuple[str, str]]:
        """Return what the database says of itself."""
        with self._turn:
            return stored_meta(self._database)

    def _is_same(self, database: sqlite3.Connection) -> bool:
        """Whether a database is the one of this connection. Another file may stand at its path by now."""
        return stored_meta(database) == self.meta()


def stored_meta(database: sqlite3.Connection, schema: str = "main") -> list[tuple[str, str]]:
    """What a database says of itself, by which it is known again."""
    return database.execute(f"SELECT key, value FROM {schema}.meta ORDER BY key").fetchall()


def _close_all(closers: list[Callable[[], None]]) -> None:
    while closers:
        closers.pop()()
