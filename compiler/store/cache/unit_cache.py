"""A cache of parsed files: a file that this compiler parsed before, under this path, is not parsed again.

All units of a user are in one SQLite database in the cache directory, by a hash of all that parsing depends on. Several
processes may read and write at once. An entry is two pieces, each behind a checksum that covers its key: the `Head`,
which is all that most runs need of a file, and the unit itself. A damaged entry counts as missing. A database that
cannot be opened costs time only.
"""

import contextlib
import os
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
from compiler.store.cache.unit_memory import UnitMemory
from compiler.store.connection import closed_on_error
from compiler.store.fingerprint import compiler_digest

FOLDER = "units"
MAX_BYTES = 512 * 1024 * 1024
MAX_BATCH_BYTES = 16 * 1024 * 1024  # that wait to be written
MAX_KEYS = 500  # a statement; old SQLites take 999 values
LOCK_TIMEOUT = 5.0  # seconds, for other processes that write

_SCHEMA = """
CREATE TABLE IF NOT EXISTS unit (key BLOB PRIMARY KEY, written INTEGER, head BLOB, body BLOB);
CREATE INDEX IF NOT EXISTS unit_written ON unit (written);
"""
_CHECKSUM_SIZE = sha256().digest_size
_BESIDE = ("-wal", "-shm", "-journal")  # files of SQLite beside a database


class Head(NamedTuple):
    """What the pipeline needs of a file before its unit: whether it has a unit, the files that it imports by name, the
    diagnostics of the parser, the outline (`Language.outline`), and why its text says that it is not the project ("" if
    it does not)."""

    has_unit: bool
    imports: tuple[str, ...]
    diagnostics: tuple[Diagnostic, ...]
    outline: Any
    example: str = ""


class EncodedFile(NamedTuple):
    """A parsed file as bytes: its head, and its unit (empty if it has none)."""

    head: bytes
    body: bytes


def encode_file(head: Head, unit: Any) -> EncodedFile | None:
    """Encode a parsed file. None if its unit has no exact form in bytes."""
    body = b"" if unit is None else codec.encode(unit)
    written = codec.encode(tuple(head))
    return None if body is None or written is None else EncodedFile(written, body)


def decode_head(written: bytes) -> Head:
    """Decode the head of a file. Raises ValueError for other bytes."""
    value = codec.decode(written)
    if type(value) is not tuple or len(value) != len(Head._fields):
        raise ValueError("no head")
    return Head(*value)


def _head_or_none(written: bytes) -> Head | None:
    try:
        return decode_head(written)
    except ValueError:
        return None


def key_of(language: Language, path: str, content: str, role: str = "") -> bytes:
    """Return a hash of all that parsing a file depends on. `content` is its sha256."""
    return _hash_of((compiler_digest(), language.name, language.version, path, content, role))


def _hash_of(parts: tuple[str, ...]) -> bytes:
    return sha256("\0".join(parts).encode(errors="surrogateescape")).digest()


class UnitCache:
    """The database of parsed files. Threads may share it."""

    def __init__(self, memory: UnitMemory | None = None, max_bytes: int | None = None) -> None:
        """`memory` has what the build before decoded, and keeps what this one does. What is older makes room where the
        database has more than `max_bytes`, by default `MAX_BYTES`."""
        self._memory = memory
        self._max_bytes = MAX_BYTES if max_bytes is None else max_bytes
        self._path = cache_directory.entry(FOLDER, "units-1.sqlite")
        self._database: sqlite3.Connection | None = None
        self._waiting: list[tuple[bytes, int, bytes, bytes]] = []
        self._waiting_bytes = 0
        self._of_parent: sqlite3.Connection | None = None
        try:
            self._database = _opened(self._path)
        except (sqlite3.Error, OSError) as error:
            self._give_up(error)

    def key(self, language: Language, path: str, content: str, role: str) -> bytes:
        """Return `key_of` a file. Most are those of the build before."""
        if self._memory is None:
            return key_of(language, path, content, role)
        return self._memory.key((compiler_digest(), language.name, language.version, path, content, role), _hash_of)

    def heads(self, keys: Sequence[bytes]) -> dict[bytes, Head]:
        """Return the heads of the files that are in the cache, by their keys."""
        found: dict[bytes, Head] = {}
        if self._memory is not None:
            found = {key: head for key in keys if (head := self._memory.head(key)) is not None}
            keys = [key for key in keys if key not in found]
        known: dict[bytes, Head | None] = {}  # most files have the same, empty head
        for key, piece in self._heads(keys):
            body = _verified(key, piece)
            if body is None:
                continue
            if body not in known:
                known[body] = _head_or_none(body)
            if head := known[body]:
                found[key] = head
                if self._memory is not None:
                    self._memory.keep_head(key, head)
        return found

    def unit(self, key: bytes) -> Any:
        """Return the unit of a file. Raises LookupError if it is missing or damaged."""
        known = self._memory.unit(key) if self._memory is not None else None
        if known is not None:
            return known
        piece = self._body(key)
        if not piece:
            raise LookupError(key)
        try:
            unit = codec.decode(piece)
        except ValueError as error:
            raise LookupError(key) from error
        if self._memory is not None:
            self._memory.keep_unit(key, unit, len(piece))
        return unit

    def encoded(self, key: bytes) -> bytes | None:
        """Return the unit of a file as bytes; None if it is missing or damaged."""
        return self._body(key)

    def put(self, key: bytes, entry: EncodedFile) -> bool:
        """Add a parsed file. It is written with others, by `flush` at the latest. Return False if the cache cannot be
        written."""
        if self._database is None:
            return False
        row = (key, int(time.time()), _checked(key, entry.head), _checked(key, entry.body))
        self._waiting.append(row)
        self._waiting_bytes += len(entry.head) + len(entry.body)
        if self._waiting_bytes > MAX_BATCH_BYTES:
            self.flush()
        return self._database is not None

    def flush(self) -> None:
        """Write the entries that wait, in one transaction, after making room for them."""
        if self._database is None or not self._waiting:
            return
        try:
            with contextlib.closing(self._database.cursor()) as cursor:
                cursor.execute("BEGIN IMMEDIATE")
                _make_room(cursor, self._max_bytes - self._waiting_bytes)
                cursor.executemany("INSERT OR REPLACE INTO unit VALUES (?, ?, ?, ?)", self._waiting)
                cursor.execute("COMMIT")
        except sqlite3.Error as error:
            self._give_up(error)
        self._waiting, self._waiting_bytes = [], 0

    def reopen(self) -> None:
        """Open the database again, in a forked process: SQLite forbids to use or close the parent's connection."""
        self._of_parent, self._database = self._database, None
        try:
            self._database = _opened(self._path) if self._of_parent else None
        except (sqlite3.Error, OSError):
            self._database = None

    def close(self) -> None:
        """Write the entries that wait, and close the database."""
        self.flush()
        if self._database is not None:
            with contextlib.suppress(sqlite3.Error):
                self._database.close()
            self._database = None

    def _heads(self, keys: Sequence[bytes]) -> Iterator[tuple[bytes, Any]]:
        """Return the entries under keys. One statement for many keys takes a fraction of the time."""
        for start in range(0, len(keys), MAX_KEYS):
            batch = keys[start : start + MAX_KEYS]
            marks = ", ".join("?" * len(batch))
            yield from self._rows(f"SELECT key, head FROM unit WHERE key IN ({marks})", batch)

    def _body(self, key: bytes) -> bytes | None:
        found = self._rows("SELECT body FROM unit WHERE key = ?", (key,))
        return _verified(key, found[0][0]) if found else None

    def _rows(self, sql: str, values: Sequence[bytes]) -> list[tuple[Any, ...]]:
        if self._database is None:
            return []
        try:
            return self._database.execute(sql, values).fetchall()
        except sqlite3.Error as error:
            self._give_up(error)
            return []

    def _give_up(self, error: Exception) -> None:
        """Go on without the database. A damaged one is deleted, so that the next run creates it again."""
        if self._database is not None:
            with contextlib.suppress(sqlite3.Error):
                self._database.close()
        self._database = None
        if isinstance(error, sqlite3.DatabaseError) and not isinstance(error, sqlite3.OperationalError):
            for suffix in ("", *_BESIDE):
                with contextlib.suppress(OSError):
                    self._path.with_name(self._path.name + suffix).unlink(missing_ok=True)


def _opened(path: Path) -> sqlite3.Connection:
    cache_directory.make_folder(path.parent)
    for name in (path, *(path.with_name(path.name + suffix) for suffix in _BESIDE)):  # SQLite opens all of them
        if os.path.lexists(name) and not cache_directory.is_own(name):
            raise PermissionError(f"'{name}' is not the user's own")
    database = sqlite3.connect(path, timeout=LOCK_TIMEOUT, isolation_level=None, check_same_thread=False)
    # A power cut may cost entries or the whole database, never a right answer: so writes are not waited for.
    with closed_on_error(database):
        database.executescript("PRAGMA journal_mode = WAL; PRAGMA synchronous = OFF;" + _SCHEMA)
    return database


def _make_room(cursor: sqlite3.Cursor, most_bytes: int) -> None:
    """Delete the oldest entries until the rest has room. Their pages are used again."""
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


def _verified(key: bytes, piece: Any) -> bytes | None:
    if not isinstance(piece, bytes):
        return None
    body = piece[_CHECKSUM_SIZE:]
    return body if sha256(key + body).digest() == piece[:_CHECKSUM_SIZE] else None
