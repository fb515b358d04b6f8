"""Frozen files: a snapshot in one `.frieze` file, with the texts of its sources, which can be served without them.

The file is an SQLite database followed by its checksum. The header of the database names Frieze and the format. A file
is opened in place, and refused if it is damaged, of another program, or of a format that this Frieze cannot read. The
checksum is no signature: whoever can write a file can write its checksum too. So its schema, its meta and the kinds of
its values are checked as well, within a time. A signature may stand behind the checksum.

SQLite opens files by their paths. A file that another user may replace, and one whose signature was asked for, is read
once, into memory, so that nothing else is served than what was checked.
"""

import os
import sqlite3
import time
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from dataclasses import replace
from functools import partial
from hashlib import file_digest, sha256
from pathlib import Path
from typing import NamedTuple, NoReturn

import orjson

from compiler.disk import cache_directory
from compiler.disk.ownership import others_may_replace
from compiler.disk.regular_file import NotRegularError, create_new, open_for_update, open_stream, read_regular
from compiler.disk.stamps import is_settled, stamp_of, stamp_of_file
from compiler.disk.temporary import MEMORY
from compiler.languages.registry import fact_classes, link_kinds
from compiler.model.facts import sql_table
from compiler.model.reasons import system_reason
from compiler.model.source import SourceError, Stamp
from compiler.model.version import VERSION
from compiler.store.connection import closed_on_error, connect, connect_search
from compiler.store.empty_snapshot import APPLICATION_ID, FORMAT, OLDEST_FORMAT
from compiler.store.fingerprint import digest
from compiler.store.frozen.content import check_meta, check_values
from compiler.store.frozen.schema import DamagedError, check_pages, check_schema
from compiler.store.frozen.signatures import SIZE, is_signed, sign
from compiler.store.opening import open_in_place, snapshot_of
from compiler.store.packed_texts import add_function
from compiler.store.schema import table_of
from compiler.store.snapshot import Snapshot
from compiler.store.snapshot_connection import Recipe
from compiler.store.views import create_missing_views

FOLDER = "frozen"  # of the cache: the stamps of frozen files whose checksum was right
MAX_STAMPS_BYTES = 1024 * 1024
MAX_MEMORY_BYTES = 1024 * 1024 * 1024  # of a file that is read into memory
NOT_AS_WRITTEN = "it is not what was written"
# Checking a file may take so long. It reads some hundred megabytes a second.
OPENING_SECONDS = 5.0
BYTES_PER_SECOND = 10_000_000
GUARDED_STEPS = 10_000  # of SQLite's machine between two looks at the clock
# How many characters of packed texts checking a file may unpack: a constant, and for each byte of the file. A text is
# unpacked up to three times.
UNPACKED, UNPACKED_FACTOR = 1 << 31, 20
MIN_LENGTH, LENGTH_FACTOR = 64_000_000, 2  # of one value, in bytes: a constant, and in files
MAX_LENGTH = (1 << 31) - 1  # what SQLite takes as a limit at most
_SQLITE = b"SQLite format 3\0"
_MARK = b"frieze-checksum\n"
_TRAILER_SIZE = len(_MARK) + sha256().digest_size
_SIGNED = b"frieze-signature\n"
_SIGNATURE_SIZE = len(_SIGNED) + SIZE
_HEADER_SIZE = 100


class Header(NamedTuple):
    """Fields of the header of an SQLite database."""

    page_size: int
    pages: int
    version: int
    application: int

    @property
    def size(self) -> int:
        """The size of the database in bytes."""
        return self.page_size * self.pages


def write_frozen(snapshot: Snapshot, path: Path, *, key: Path | None = None) -> None:
    """Write a snapshot to a frozen file, whole or not at all, signed with a private `key` if one is given. Raises
    SourceError if another file is there, the file cannot be written, or `key` is no such key."""
    if path.exists() and not (path.is_file() and _header(path).application == APPLICATION_ID):
        raise SourceError(f"'{path}' is there already and is no frozen snapshot: it is not overwritten.")
    draft = path.with_name(f"{path.name}.{os.getpid()}.draft")
    try:
        try:
            create_new(draft).close()
            snapshot.copy_to(draft)
            seal(draft, key)
            draft.replace(path)
        finally:
            draft.unlink(missing_ok=True)
    except (OSError, sqlite3.Error) as error:
        raise SourceError(f"Cannot write '{path}': {system_reason(error)}") from None


def seal(path: Path, key: Path | None = None) -> None:
    """Append the checksum to a database, and the signature if there is a key."""
    size = _header(path).size
    with open_for_update(path) as file:
        file.truncate(size)
        checksum = file_digest(file, "sha256").digest()
        file.seek(size)
        file.write(_MARK + checksum)
        if key is not None:
            file.write(_SIGNED + sign(checksum, key))


def open_frozen(path: str | os.PathLike[str], *, verified: Stamp | None = None) -> Snapshot:
    """Open the snapshot in a frozen file. Raises SourceError if there is none that this Frieze can read.

    The checksum is not computed again for a file that has the stamp `verified`, unless another user may replace it.
    """
    file = Path(os.path.realpath(path))  # once: another user may own a link on the way
    with _told(path):
        if others_may_replace(file):
            return _open_content(path, _checked_content(path, read_regular(file, MAX_MEMORY_BYTES)))
        status = file.stat()
        header = _header(file)
    _refuse_other_formats(path, header)
    is_verified = stamp_of(status) == verified
    if not is_verified and not _is_whole(file, header):
        _refuse_damaged(path, NOT_AS_WRITTEN)
    with _refusing(path):
        if not is_verified:
            _check_content(lambda: connect(f"{file.absolute().as_uri()}?mode=ro&immutable=1"), header.size)
        prepare = partial(prepare_frozen, size=header.size)
        snapshot = open_in_place(file, fact_classes, link_kinds, prepare, header.size)
    return _as_foreign(path, snapshot)


def open_signed(path: str | os.PathLike[str], key: str | os.PathLike[str]) -> Snapshot:
    """Open the snapshot in a frozen file that the owner of a public key has signed. Raises SourceError if it is not
    signed, by another key, or cannot be read.

    What is served is in memory: nobody can change it behind the signature.
    """
    with _told(path):
        content = read_regular(path, MAX_MEMORY_BYTES)
    checked = _checked_content(path, content)
    signature = content[len(checked) + _TRAILER_SIZE :]
    if not signature:
        raise SourceError(f"'{path}' is not signed. `frieze freeze --sign KEY` writes a file that is.")
    if not signature.startswith(_SIGNED):
        _refuse_damaged(path, NOT_AS_WRITTEN)
    if not is_signed(sha256(checked).digest(), signature.removeprefix(_SIGNED), key):
        raise SourceError(
            f"'{path}' is not signed with the key '{os.fspath(key)}': another key signed it, or none did."
        )
    return _open_content(path, checked)


def _checked_content(path: str | os.PathLike[str], content: bytes) -> bytes:
    """The database in the content of a frozen file. Raises SourceError if its checksum is not right, or its format is
    not ours."""
    header = _header_of(content)
    _refuse_other_formats(path, header)
    database, trailer = content[: header.size], content[header.size : header.size + _TRAILER_SIZE]
    behind = len(content) - header.size - _TRAILER_SIZE
    if behind not in (0, _SIGNATURE_SIZE) or trailer != _MARK + sha256(database).digest():
        _refuse_damaged(path, NOT_AS_WRITTEN)
    return database


def _open_content(path: str | os.PathLike[str], content: bytes) -> Snapshot:
    """Open the snapshot of a database in memory. Raises SourceError."""

    def opened() -> sqlite3.Connection:
        with closed_on_error(connect(MEMORY)) as database:
            database.deserialize(content)
        return database

    def prepared() -> sqlite3.Connection:
        with closed_on_error(opened()) as database:
            prepare_frozen(database, len(content))
            connect_search(database)
        return database

    with _refusing(path):
        _check_content(opened, len(content))
        with closed_on_error(prepared()) as database:
            snapshot = snapshot_of(database, fact_classes, link_kinds, prepared, Recipe(frozen_size=len(content)))
    return _as_foreign(path, snapshot)


@contextmanager
def _told(path: str | os.PathLike[str]) -> Iterator[None]:
    """Raise SourceError where the system refuses to open a file."""
    try:
        yield
    except NotRegularError:
        raise SourceError(f"'{path}' is a device, pipe or socket and no frozen snapshot.") from None
    except FileNotFoundError:
        raise SourceError(f"No such file or directory: '{path}'") from None
    except OSError as error:
        raise SourceError(f"Cannot open '{path}': {system_reason(error)}") from None


@contextmanager
def _refusing(path: str | os.PathLike[str]) -> Iterator[None]:
    """Raise SourceError where a file is not what Frieze writes."""
    try:
        yield
    except DamagedError as error:
        _refuse_damaged(path, str(error))
    except (sqlite3.Error, ValueError, TypeError, OverflowError):
        _refuse_damaged(path, NOT_AS_WRITTEN)
    except MemoryError:  # what SQLite raises where a crafted full-text index names a size beyond all
        _refuse_damaged(path, "to open it takes more memory than there is")


def _as_foreign(path: str | os.PathLike[str], snapshot: Snapshot) -> Snapshot:
    """The snapshot of a file that others may have written. Raises SourceError if its tables are not ours."""
    try:
        _refuse_other_tables(path, snapshot)
    except SourceError:
        snapshot.close()
        raise
    return replace(snapshot, is_foreign=True)


def _refuse_other_formats(path: str | os.PathLike[str], header: Header) -> None:
    """Raise SourceError if a file is of another program, or of a format that this Frieze cannot read."""
    if header.application != APPLICATION_ID:
        raise SourceError(f"'{path}' is no frozen snapshot of Frieze, though it is called so.")
    if header.version > FORMAT:
        raise SourceError(
            f"'{path}' was made by a newer Frieze: its format is {header.version}, and Frieze {VERSION} reads "
            f"formats up to {FORMAT}. Update Frieze, or freeze the source again with this one."
        )
    if header.version < OLDEST_FORMAT:
        raise SourceError(
            f"'{path}' was made by an older Frieze: its format is {header.version}, and Frieze {VERSION} reads formats "
            f"from {OLDEST_FORMAT} on. Freeze the source again."
        )


def _check_content(open_it: Callable[[], sqlite3.Connection], size: int) -> None:
    """Raise DamagedError or sqlite3.Error if a frozen file is not what Frieze writes. Reads all of it."""
    with closing(open_it()) as database:
        end = _guard(database, size)
        _bound_unpacking(database, size, end)
        check_schema(database)
        check_pages(database)
        check_meta(database)
        database.execute("PRAGMA trusted_schema = ON")  # as in `prepare_frozen`
        check_values(database)


def prepare_frozen(database: sqlite3.Connection, size: int) -> None:
    """Prepare a connection to a frozen file: nothing in its schema is foreign, and no table is missing."""
    _guard(database, size)
    check_schema(database)
    check_meta(database)
    # The schema is of our own text by now; views of FTS5's table and of packed texts need this.
    database.execute("PRAGMA trusted_schema = ON")
    database.set_progress_handler(None, 0)
    _with_missing_tables(database)


def _guard(database: sqlite3.Connection, size: int) -> float:
    """Bound what SQLite does with a file that anybody may have written, before the first statement on it. Return when
    its time ends, by the processor time of this thread: a busy machine is no damage."""
    end = time.thread_time() + OPENING_SECONDS + size / BYTES_PER_SECOND
    database.set_progress_handler(lambda: time.thread_time() > end, GUARDED_STEPS)
    database.setlimit(sqlite3.SQLITE_LIMIT_LENGTH, longest_value(size))
    database.execute("PRAGMA trusted_schema = OFF")
    database.execute("PRAGMA cell_size_check = ON")
    return end


def longest_value(size: int) -> int:
    """Return how many bytes a value in a file of `size` bytes may have."""
    return min(MIN_LENGTH + LENGTH_FACTOR * size, MAX_LENGTH)


def _bound_unpacking(database: sqlite3.Connection, size: int, end: float) -> None:
    """Bound how much is unpacked of a file: its texts may be a thousand times as large as it is, and SQLite does not
    look at the clock between two of them."""
    left = UNPACKED + UNPACKED_FACTOR * size

    def charge(characters: int) -> None:
        nonlocal left
        left -= characters
        if left < 0 or time.thread_time() > end:
            raise ValueError("the texts are too long")

    add_function(database, charge)


def open_frozen_once_verified(path: str | os.PathLike[str]) -> Snapshot:
    """Open the snapshot in a frozen file, and compute its checksum only if the file changed since the last time. Raises
    SourceError as `open_frozen` does."""
    noted = cache_directory.entry(FOLDER, digest([os.path.realpath(path)]))
    before, opened_at = stamp_of_file(path), time.time_ns()
    snapshot = open_frozen(path, verified=_noted_stamp(noted))
    if before and is_settled(before, opened_at) and before == stamp_of_file(path):
        cache_directory.write(noted, orjson.dumps(before))
        cache_directory.evict_oldest(noted.parent, MAX_STAMPS_BYTES)
    return snapshot


def _noted_stamp(noted: Path) -> Stamp | None:
    body = cache_directory.read(noted)
    return tuple(orjson.loads(body)) if body else None


def _refuse_damaged(path: str | os.PathLike[str], reason: str) -> NoReturn:
    raise SourceError(f"'{path}' is damaged: {reason}. Freeze the source again.") from None


def _header(path: Path) -> Header:
    with open_stream(path) as file:
        return _header_of(file.read(_HEADER_SIZE))


def _header_of(read: bytes) -> Header:
    """The header that the content of a file begins with; zeros if it is none."""
    if len(read) < _HEADER_SIZE or not read.startswith(_SQLITE):
        return Header(0, 0, 0, 0)
    page_size, pages, version, application = (
        int.from_bytes(read[at : at + size]) for at, size in ((16, 2), (28, 4), (60, 4), (68, 4))
    )
    return Header(65536 if page_size == 1 else page_size, pages, version, application)


def _is_whole(path: Path, header: Header) -> bool:
    """Whether a file ends with the checksum of its database."""
    with open_stream(path) as file:
        if file.seek(0, os.SEEK_END) - header.size not in (_TRAILER_SIZE, _TRAILER_SIZE + _SIGNATURE_SIZE):
            return False
        file.seek(header.size)
        trailer = file.read(_TRAILER_SIZE)
        file.seek(0)
        digest, left = sha256(), header.size
        while left and (read := file.read(min(left, 1 << 20))):  # it may be cut short meanwhile
            digest.update(read)
            left -= len(read)
    return trailer == _MARK + digest.digest()


def _with_missing_tables(database: sqlite3.Connection) -> None:
    """Create, for this connection alone, the tables of languages that the Frieze of the snapshot did not know."""
    existing = {name for (name,) in database.execute("SELECT name FROM sqlite_master WHERE type IN ('table', 'view')")}
    database.execute("PRAGMA temp_store = MEMORY")
    for fact_class in fact_classes():
        if sql_table(fact_class.table) not in existing:
            stored = table_of(fact_class)
            for statement in (stored.create, *stored.views):
                database.execute(statement.replace("CREATE ", "CREATE TEMP ", 1))
    create_missing_views(database, fact_classes())


def _refuse_other_tables(path: str | os.PathLike[str], snapshot: Snapshot) -> None:
    """Raise SourceError if a table of the snapshot has other columns than this Frieze reads."""
    made_by = snapshot.meta.get("compiler_version")
    columns = snapshot.meta.get("tables", {})
    ours = {fact_class.table: list(table_of(fact_class).columns) for fact_class in fact_classes()}
    odd = sorted(name for name, listed in columns.items() if ours.get(name) != listed)
    if odd:
        raise SourceError(
            f"'{path}' was made by Frieze {made_by}, whose facts differ from those of Frieze {VERSION} ({odd[0]}). "
            "Freeze the source again with this one, or open the file with that one."
        )
