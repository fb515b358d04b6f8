"""Finished snapshots kept between runs: an unchanged source is opened, not compiled.

Of each source the latest snapshot is kept, as a database that is opened in place, and beside it a *record* of what was
read for it: every path with its hash and stamp, what could not be read, and the folders that were looked into. A later
run walks the source again; a file whose stamp is the recorded one is what it was, any other is read and compared.

The record is behind a checksum, the database goes by its stamp (`compiler.store.cached_database`).
"""

import os
import time
from pathlib import Path
from typing import Any

import orjson

from compiler.build.lazy_files import Known
from compiler.build.parsing import claiming, first_paths
from compiler.disk import cache_directory
from compiler.disk.stamps import is_settled, stamp_of_file
from compiler.model.source import Source, SourceError, SourceFile, Stamp
from compiler.store.cached_database import Draft, Kept, entries, is_abandoned, unlink, used
from compiler.store.fingerprint import compiler_digest, digest
from compiler.store.frozen_file import open_frozen
from compiler.store.snapshot import Snapshot

FOLDER = "snapshots"
FROZEN_FOLDER = "frozen"  # the stamps of frozen files whose checksum was found to be right
FROZEN_MOST_BYTES = 1024 * 1024
MOST_BYTES = 2 * 1024 * 1024 * 1024
_NAME_LENGTH = 32  # of what names a source


class KeptSnapshot:
    """The place where the snapshot of one source is kept."""

    def __init__(self, source: Source) -> None:
        self._name = digest([os.fspath(source.root), source.entry or ""])
        self._record = cache_directory.entry(FOLDER, f"{self._name}.json")
        self._read_at = time.time_ns()
        self.draft = Draft(self._record)

    def find(self, source: Source) -> Kept | None:
        """The kept snapshot, when the source is what it was. Reads of `source`, which is at its beginning, as little as
        shows that."""
        record = self._read_record()
        kept = self._kept(record) if record else None
        try:
            if record is None or kept is None or not _is_unchanged(source, record):
                return None
        except SourceError:
            return None
        if source.files:
            self._write_record(source, kept, record["files"])
        used(self._record)
        return kept

    def previous(self, _: Source) -> list[Path]:
        """The database of the last compilation of this source by this compiler."""
        return [database for _, database in self.latest()]

    def latest(self) -> list[tuple[dict[str, str], Path]]:
        """The last compilation of this source by this compiler: the sha256 of each file by its path, and the database.
        None or one."""
        record = self._read_record()
        kept = self._kept(record) if record else None
        if record is None or kept is None:
            return []
        return [({path: sha256 for path, sha256, _, _ in record["files"]}, Path(kept.path))]

    def known(self) -> Known:
        """The files of text that were read for the last compilation and can be told by their stamps."""
        record = self._read_record() or {"files": ()}
        told = ((path, sha256, tuple(stamp), size) for path, sha256, stamp, size in record["files"])
        return {(path, stamp): (sha256, size) for path, sha256, stamp, size in told if stamp and size is not None}

    def save(self, source: Source, snapshot_id: str) -> Kept | None:
        """Keeps the finished draft; None when that cannot be done."""
        kept = self.draft.finish(snapshot_id)
        if kept:
            self._write_record(source, kept, [])
            _forget(self._record.parent, self._name, Path(kept.path).name)
        return kept

    def _read_record(self) -> dict[str, Any] | None:
        """The record, if it is one of this compiler."""
        body = cache_directory.read(self._record)
        try:
            record = orjson.loads(body) if body else None
        except orjson.JSONDecodeError:
            return None
        is_ours = isinstance(record, dict) and record.keys() >= _KEYS and record["compiler"] == compiler_digest()
        return record if is_ours else None

    def _kept(self, record: dict[str, Any]) -> Kept | None:
        """The database of a record, if it is as it was closed."""
        kept = Kept(os.fspath(self._record.with_name(str(record["database"]))), tuple(record["stamp"]))
        return kept if kept.is_whole() else None

    def _write_record(self, source: Source, kept: Kept, before: list[list[Any]]) -> None:
        """Records what was read: now, of `source`, and what it did not have to read, as it was `before`."""
        files = {one[0]: one for one in before} | {path: self._told(file) for path, file in source.files.items()}
        record = {
            "compiler": compiler_digest(),
            "database": Path(kept.path).name,
            "stamp": kept.stamp,
            "files": list(files.values()),
            "problems": {path: problem.kind for path, problem in source.problems.items()},
            "listed": source.listed,
        }
        cache_directory.write(self._record, orjson.dumps(record))

    def _told(self, file: SourceFile) -> list[Any]:
        """What is recorded of a file: path, hash, stamp, and the size of one that is text."""
        size = file.size if file.content is None else None
        return [file.path, file.sha256, _settled(file.stamp, self._read_at), size]


def open_verified(path: str | os.PathLike[str]) -> Snapshot:
    """The snapshot in a frozen file, of which the checksum is worked out once, as long as the file keeps its stamp.

    Raises SourceError when there is none that we can read.
    """
    entry = cache_directory.entry(FROZEN_FOLDER, digest([os.path.realpath(path)]))
    before, read_at = stamp_of_file(path), time.time_ns()
    snapshot = open_frozen(path, verified=_noted(entry))
    if before and is_settled(before, read_at) and before == stamp_of_file(path):
        cache_directory.write(entry, orjson.dumps(before))
        cache_directory.forget_oldest(entry.parent, FROZEN_MOST_BYTES)
    return snapshot


def _noted(entry: Path) -> Stamp | None:
    """The stamp in an entry."""
    body = cache_directory.read(entry)
    return tuple(orjson.loads(body)) if body else None


_KEYS = {"compiler", "database", "stamp", "files", "problems", "listed"}


def _is_unchanged(source: Source, record: dict[str, Any]) -> bool:
    """Whether a source holds what is recorded, and nothing else."""
    problems = record["problems"]
    known = {one[0] for one in record["files"]} | problems.keys()
    if source.entry is None and not known.issuperset(first_paths(source)):
        return False
    for path, sha256, stamp, _ in record["files"]:
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
    for path, status in entries(folder):
        own = path.name.startswith(name)
        is_earlier = own and path.suffix == ".sqlite" and path.name != latest
        if is_earlier or is_abandoned(path, status):
            unlink(path)
        else:
            last_used = float("inf") if own else status.st_mtime
            sources.setdefault(path.name[:_NAME_LENGTH], []).append((last_used, status.st_size, path))
    left = MOST_BYTES
    for listed in sorted(sources.values(), key=lambda one: max(last_used for last_used, _, _ in one), reverse=True):
        left -= sum(size for _, size, _ in listed)
        if left < 0 and not listed[0][2].name.startswith(name):
            for _, _, path in listed:
                unlink(path)
