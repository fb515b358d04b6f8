"""Finished snapshots kept between runs: an unchanged source is opened, not compiled.

Of each source the latest snapshot is kept, as a database that is opened in place, and beside it a *record* of what was
read for it: every path with its hash and stamp, what could not be read, and the folders that were looked into. A later
run walks the source again; a file whose stamp is the recorded one is what it was, any other is read and compared.

The record is behind a checksum. The database is trusted while it has the stamp that it was closed with: whoever writes
to it changes that. It is never changed in place, only replaced, so that whoever has it open may go on.
"""

import contextlib
import os
import sqlite3
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import orjson

from compiler import cache
from compiler.fingerprint import compiler_digest, digest
from compiler.frozen import open_frozen
from compiler.languages import fact_classes, link_kinds
from compiler.parsing import claiming, first_paths
from compiler.snapshot import Snapshot, open_in_place
from compiler.sources import Source, SourceError, SourceFile
from compiler.trees import Stamp, is_settled, stamp_of, stamp_of_file

FOLDER = "snapshots"
FROZEN_FOLDER = "frozen"  # the stamps of frozen files whose checksum was found to be right
FROZEN_MOST_BYTES = 1024 * 1024
MOST_BYTES = 2 * 1024 * 1024 * 1024
_ABANDONED_SECONDS = 3600  # the age of a draft that nobody is writing any more
_NAME_LENGTH = 32  # of what names a source


class KeptSnapshot:
    """The place where the snapshot of one source is kept."""

    def __init__(self, source: Source) -> None:
        self._name = digest([os.fspath(source.root), source.entry or ""])
        self._record = cache.entry(FOLDER, f"{self._name}.json")
        self._read_at = time.time_ns()
        self._draft = self._record.with_name(f"{self._name}.{os.getpid()}.draft")

    def open(self, source: Source) -> Snapshot | None:
        """The kept snapshot, when the source is what it was. Reads of `source`, which is at its beginning, as little as
        shows that."""
        record = self._read_record()
        if record is None or record["compiler"] != compiler_digest():
            return None
        database = self.database(record)
        try:
            if database is None or not _is_unchanged(source, record):
                return None
            snapshot = open_in_place(database, fact_classes, link_kinds)
        except (sqlite3.Error, SourceError):
            return None
        if source.files:
            self._write_record(source, record["database"], record["stamp"], record["files"])
        with contextlib.suppress(OSError):
            os.utime(self._record)  # what was used last is forgotten last
        return snapshot

    def previous(self, _: Source) -> list[Path]:
        """The database of the last compilation of this source by this compiler."""
        return [database for _, database in self.latest()]

    def latest(self) -> list[tuple[dict[str, str], Path]]:
        """The last compilation of this source by this compiler: the sha256 of each file by its path, and the database.
        None or one."""
        record = self._read_record()
        if record is None or record["compiler"] != compiler_digest() or (database := self.database(record)) is None:
            return []
        return [({path: sha256 for path, sha256, _ in record["files"]}, database)]

    def database(self, record: dict[str, Any]) -> Path | None:
        """The database of a record, if it is as it was closed."""
        path = self._record.with_name(str(record["database"]))
        return path if stamp_of_file(path) == tuple(record["stamp"]) else None

    def begin(self) -> Path | None:
        """Where a new database may be written; None when nothing can be kept."""
        try:
            self._record.parent.mkdir(parents=True, exist_ok=True)
            self._draft.unlink(missing_ok=True)
            self._draft.touch()
        except OSError:
            return None
        return self._draft

    def abandon(self) -> None:
        """Removes what was begun."""
        with contextlib.suppress(OSError):
            self._draft.unlink(missing_ok=True)

    def save(self, source: Source, snapshot_id: str) -> Snapshot | None:
        """Keeps the finished database that was begun, and opens it; None when that cannot be done."""
        path = self._record.with_name(f"{self._name}-{snapshot_id[:16]}.{os.getpid()}.sqlite")
        try:
            self._draft.replace(path)
            closed = stamp_of(path.stat())
            snapshot = open_in_place(path, fact_classes, link_kinds)
        except (OSError, sqlite3.Error):
            self.abandon()
            return None
        self._write_record(source, path.name, closed, [])
        _forget(self._record.parent, self._name, path.name)
        return snapshot

    def _read_record(self) -> dict[str, Any] | None:
        body = cache.read(self._record)
        try:
            record = orjson.loads(body) if body else None
        except orjson.JSONDecodeError:
            return None
        return record if isinstance(record, dict) and record.keys() >= _KEYS else None

    def _write_record(self, source: Source, database: str, closed: Stamp, before: list[list[Any]]) -> None:
        """Records what was read: now, of `source`, and what it did not have to read, as it was `before`."""
        files = {path: [path, sha256, stamp] for path, sha256, stamp in before}
        files |= {path: [path, file.sha256, _settled(file.stamp, self._read_at)] for path, file in source.files.items()}
        record = {
            "compiler": compiler_digest(),
            "database": database,
            "stamp": closed,
            "files": list(files.values()),
            "problems": {path: problem.kind for path, problem in source.problems.items()},
            "listed": source.listed,
        }
        cache.write(self._record, orjson.dumps(record))


def open_verified(path: str | os.PathLike[str]) -> Snapshot:
    """The snapshot in a frozen file, of which the checksum is worked out once, as long as the file keeps its stamp.

    Raises SourceError when there is none that we can read.
    """
    entry = cache.entry(FROZEN_FOLDER, digest([os.path.realpath(path)]))
    before, read_at = stamp_of_file(path), time.time_ns()
    snapshot = open_frozen(path, verified=_noted(entry))
    if before and is_settled(before, read_at) and before == stamp_of_file(path):
        cache.write(entry, orjson.dumps(before))
        cache.forget_oldest(entry.parent, FROZEN_MOST_BYTES)
    return snapshot


def _noted(entry: Path) -> Stamp | None:
    """The stamp in an entry."""
    body = cache.read(entry)
    return tuple(orjson.loads(body)) if body else None


_KEYS = {"compiler", "database", "stamp", "files", "problems", "listed"}


def _is_unchanged(source: Source, record: dict[str, Any]) -> bool:
    """Whether a source holds what is recorded, and nothing else."""
    problems = record["problems"]
    known = {path for path, _, _ in record["files"]} | problems.keys()
    if source.entry is None and not known.issuperset(first_paths(source)):
        return False
    for path, sha256, stamp in record["files"]:
        if not stamp or source.tree.stamp(path) != tuple(stamp):
            file = _read(source, path)
            if file is None or file.sha256 != sha256:
                return False
    for path in problems:
        if path not in source.problems:
            _read(source, path)
    return {path: problem.kind for path, problem in source.problems.items()} == problems and all(
        source.names(folder) == names for folder, names in record["listed"].items()
    )


def _read(source: Source, path: str) -> SourceFile | None:
    """A file as compiling reads it."""
    language = next(iter(claiming(path)), None)
    if language is None:
        return source.read(path)
    return source.read(path, language.max_bytes, binary=language.is_binary(path))


def _settled(stamp: Stamp, read_at: int) -> Stamp:
    """A stamp to be trusted later, or none: a file that was written just before it was read is read again."""
    return stamp if stamp and is_settled(stamp, read_at) else ()


def _forget(folder: Path, name: str, latest: str) -> None:
    """Deletes the earlier databases of a source, drafts of processes that died, and, of other sources, what was used
    longest ago, until the rest has room."""
    sources: dict[str, list[tuple[float, int, Path]]] = {}
    for path, status in _entries(folder):
        own = path.name.startswith(name)
        is_earlier = own and path.suffix == ".sqlite" and path.name != latest
        if is_earlier or (path.suffix == ".draft" and status.st_mtime < time.time() - _ABANDONED_SECONDS):
            _unlink(path)
        else:
            used = float("inf") if own else status.st_mtime
            sources.setdefault(path.name[:_NAME_LENGTH], []).append((used, status.st_size, path))
    left = MOST_BYTES
    for entries in sorted(sources.values(), key=lambda one: max(used for used, _, _ in one), reverse=True):
        left -= sum(size for _, size, _ in entries)
        if left < 0 and not entries[0][2].name.startswith(name):
            for _, _, path in entries:
                _unlink(path)


def _entries(folder: Path) -> Iterator[tuple[Path, os.stat_result]]:
    with contextlib.suppress(OSError):
        for path in folder.iterdir():
            with contextlib.suppress(OSError):
                yield path, path.stat()


def _unlink(path: Path) -> None:
    with contextlib.suppress(OSError):
        path.unlink(missing_ok=True)
