"""Units kept between runs: a file that was parsed before, by this compiler and under this path, is not parsed again.

All units of a user are in one SQLite database in the cache directory, by the hash of all that parsing depends on.
Several processes may read and write at once. An entry is two pieces, each behind a checksum that covers its key: the
`Head`, which is all that most runs need of a file, and the unit itself. Whatever is missing, damaged or not what it
should be is no entry; a database that cannot be had costs nothing but time.
"""

import contextlib
import sqlite3
import time
from collections.abc import Iterator, Sequence
from hashlib import sha256
from pathlib import Path
from typing import Any, NamedTuple

from compiler.disk import cache_directory
from compiler.model.diagnostics import Diagnostic
from compiler.model.language import Language
from compiler.store import codec
from compiler.store.fingerprint import compiler_digest
from compiler.store.lru import Recent

FOLDER = "units"
MOST_BYTES = 512 * 1024 * 1024
LARGEST_BATCH = 16 * 1024 * 1024
HELD_BYTES = 8 * 1024 * 1024  # of units in memory, by their size as bytes
MOST_ASKED = 500  # entries at once; old SQLites take 999 values
WAITING_SECONDS = 5.0  # for other processes that write

_SCHEMA = """
CREATE TABLE IF NOT EXISTS unit (key BLOB PRIMARY KEY, written INTEGER, head BLOB, body BLOB);
CREATE INDEX IF NOT EXISTS unit_written ON unit (written);
"""
_CHECKSUM_SIZE = sha256().digest_size


class Head(NamedTuple):
    """What the pipeline asks of a file before its unit: whether there is one, the files that it imports by name, what
    the parser found, and the outline (`Language.outline`)."""

    has_unit: bool
    imports: tuple[str, ...]
    diagnostics: tuple[Diagnostic, ...]
    outline: Any


class Encoded(NamedTuple):
    """A parsed file as bytes: its head, and its unit (nothing, when there is none)."""

    head: bytes
    body: bytes


def encoded(head: Head, unit: Any) -> Encoded | None:
    """A parsed file as bytes; None when its unit has no exact form in bytes."""
    body = b"" if unit is None else codec.encode(unit)
    written = codec.encode(tuple(head))
    return None if body is None or written is None else Encoded(written, body)


def decoded_head(written: bytes) -> Head:
    """The head of an encoded file. Raises ValueError when it is none."""
    value = codec.decode(written)
    if type(value) is not tuple or len(value) != len(Head._fields):
        raise ValueError("no head")
    return Head(*value)


def _head(written: bytes) -> Head | None:
    try:
        return decoded_head(written)
    except ValueError:
        return None


def key_of(language: Language, path: str, content: str, role: str = "") -> bytes:
    """Names all that the parse of a file depends on; `content` is its sha256."""
    parts = (compiler_digest(), language.name, language.version, path, content, role)
    return sha256("\0".join(parts).encode(errors="surrogateescape")).digest()


_RECENT: Recent[Any] = Recent(HELD_BYTES)


class KeptUnits:
    """The database of kept units, opened when it is first needed."""

    def __init__(self) -> None:
        self._path = cache_directory.entry(FOLDER, "units-1.sqlite")
        self._database: sqlite3.Connection | None = None
        self._waiting: list[tuple[bytes, int, bytes, bytes]] = []
        self._waiting_bytes = 0
        self._forsaken: sqlite3.Connection | None = None
        try:
            self._database = _opened(self._path)
        except (sqlite3.Error, OSError) as error:
            self._give_up(error)

    def heads(self, keys: Sequence[bytes]) -> dict[bytes, Head]:
        """The heads of those files that were parsed before, by their keys."""
        found: dict[bytes, Head] = {}
        known: dict[bytes, Head | None] = {}  # most files have nothing to say for themselves
        for key, piece in self._heads(keys):
            body = _sound(key, piece)
            if body is None:
                continue
            if body not in known:
                known[body] = _head(body)
            if head := known[body]:
                found[key] = head
        return found

    def unit(self, key: bytes) -> Any:
        """The unit of a file that has one. Raises LookupError when it is not there any more, or never was sound."""
        if (held := _RECENT.get(key)) is not None:
            return held
        piece = self._body(key)
        if not piece:
            raise LookupError(key)
        try:
            unit = codec.decode(piece)
        except ValueError as error:
            raise LookupError(key) from error
        _RECENT.give(key, unit, len(piece))
        return unit

    def put(self, key: bytes, entry: Encoded) -> bool:
        """Keeps a parsed file; it is written with others, by `flush` at the latest. False when nothing can be kept."""
        if self._database is None:
            return False
        row = (key, int(time.time()), _checked(key, entry.head), _checked(key, entry.body))
        self._waiting.append(row)
        self._waiting_bytes += len(entry.head) + len(entry.body)
        if self._waiting_bytes > LARGEST_BATCH:
            self.flush()
        return self._database is not None

    def flush(self) -> None:
        """Writes what waits, in one transaction, after making room for it."""
        if self._database is None or not self._waiting:
            return
        try:
            with contextlib.closing(self._database.cursor()) as cursor:
                cursor.execute("BEGIN IMMEDIATE")
                _make_room(cursor, MOST_BYTES - self._waiting_bytes)
                cursor.executemany("INSERT OR REPLACE INTO unit VALUES (?, ?, ?, ?)", self._waiting)
                cursor.execute("COMMIT")
        except sqlite3.Error as error:
            self._give_up(error)
        self._waiting, self._waiting_bytes = [], 0

    def reopen(self) -> None:
        """Opens the database again, in a process that was forked: SQLite forbids to use the connection of another."""
        self._forsaken, self._database = self._database, None  # not to be closed either
        try:
            self._database = _opened(self._path) if self._forsaken else None
        except (sqlite3.Error, OSError):
            self._database = None

    def close(self) -> None:
        """Writes what waits, and lets go of the database."""
        self.flush()
        if self._database is not None:
            with contextlib.suppress(sqlite3.Error):
                self._database.close()
            self._database = None

    def _heads(self, keys: Sequence[bytes]) -> Iterator[tuple[bytes, Any]]:
        """What is kept under keys, asked for many at once, which takes a fraction of the time."""
        for start in range(0, len(keys), MOST_ASKED):
            asked = keys[start : start + MOST_ASKED]
            marks = ", ".join("?" * len(asked))
            yield from self._rows(f"SELECT key, head FROM unit WHERE key IN ({marks})", asked)

    def _body(self, key: bytes) -> bytes | None:
        found = self._rows("SELECT body FROM unit WHERE key = ?", (key,))
        return _sound(key, found[0][0]) if found else None

    def _rows(self, sql: str, values: Sequence[bytes]) -> list[tuple[Any, ...]]:
        if self._database is None:
            return []
        try:
            return self._database.execute(sql, values).fetchall()
        except sqlite3.Error as error:
            self._give_up(error)
            return []

    def _give_up(self, error: Exception) -> None:
        """Goes on without the database. One that is damaged is deleted, so that the next run makes it anew."""
        if self._database is not None:
            with contextlib.suppress(sqlite3.Error):
                self._database.close()
        self._database = None
        if isinstance(error, sqlite3.DatabaseError) and not isinstance(error, sqlite3.OperationalError):
            for suffix in ("", "-wal", "-shm"):
                with contextlib.suppress(OSError):
                    self._path.with_name(self._path.name + suffix).unlink(missing_ok=True)


def _opened(path: Path) -> sqlite3.Connection:
    cache_directory.make_folder(path.parent)
    database = sqlite3.connect(path, timeout=WAITING_SECONDS, isolation_level=None, check_same_thread=False)
    try:
        # A power cut may cost entries or the whole database, never a right answer: so nothing is waited for.
        database.executescript("PRAGMA journal_mode = WAL; PRAGMA synchronous = OFF;" + _SCHEMA)
    except sqlite3.Error:
        database.close()
        raise
    return database


def _make_room(cursor: sqlite3.Cursor, most_bytes: int) -> None:
    """Deletes the entries that were written longest ago, until the rest has room. Their pages are used again."""
    size = cursor.execute("PRAGMA page_size").fetchone()[0]
    while True:
        pages, free, entries = (
            cursor.execute(sql).fetchone()[0]
            for sql in ("PRAGMA page_count", "PRAGMA freelist_count", "SELECT count(*) FROM unit")
        )
        if (pages - free) * size <= most_bytes or not entries:
            return
        oldest = "SELECT key FROM unit ORDER BY written LIMIT ?"
        cursor.execute(f"DELETE FROM unit WHERE key IN ({oldest})", (entries // 8 + 1,))


def _checked(key: bytes, piece: bytes) -> bytes:
    return sha256(key + piece).digest() + piece


def _sound(key: bytes, piece: Any) -> bytes | None:
    if not isinstance(piece, bytes):
        return None
    body = piece[_CHECKSUM_SIZE:]
    return body if sha256(key + body).digest() == piece[:_CHECKSUM_SIZE] else None
