"""A cache of finished snapshots, in the user's cache directory: an unchanged source is opened, not compiled.

The key of a snapshot is its source and the content that it was made of: the id of a git tree, whose files never change,
or `FOLDER_CONTENT` for the files of a folder as they are. The caller has to check that a folder did not change
(`compiler.pipeline.freshness`).

An entry is a database that is opened in place, and beside it a `Record` of what was read for it. The record is behind a
checksum, and has that of the database, which is compared before the database is opened: a disk may spoil it under an
unchanged stamp. The database is never changed in place, only replaced, so that whoever has it open may go on.
"""

import contextlib
import os
import sqlite3
import time
from collections.abc import Iterable, Iterator, Mapping
from contextlib import AbstractContextManager
from dataclasses import replace
from functools import cached_property, partial
from pathlib import Path
from typing import NamedTuple, Protocol

import orjson

from compiler.disk import cache_directory
from compiler.disk.checksum import BackgroundChecksum, checksum_of_file
from compiler.disk.regular_file import create_new
from compiler.disk.stamps import is_settled, stamp_of_file
from compiler.model.facts import Fact, LinkKind
from compiler.model.source import Problem, SourceFile, Stamp
from compiler.store.cache.build_lock import LOCK_SUFFIX, build_lock
from compiler.store.cache.copy_ahead import CopyAhead
from compiler.store.fingerprint import digest
from compiler.store.opening import open_in_place
from compiler.store.replaced_rows import ReplacedRows
from compiler.store.snapshot import Snapshot

FOLDER = "snapshots"
FOLDER_CONTENT = "folder"
DRAFT_SUFFIX = ".draft"
MAX_REVISIONS = 8  # of one source
MAX_BASES = 4  # other entries to read: reading a record takes as long as compiling a small file
MAX_BYTES = 2 * 1024 * 1024 * 1024  # of all entries
_ABANDONED_SECONDS = 3600  # the age of files that no process works on any more
_TREE_DIGITS = 40  # of the id of a git tree

KnownFiles = Mapping[tuple[str, Stamp], tuple[str, int]]  # path and stamp -> sha256 and size of a text file


class CachedDatabase(NamedTuple):
    """A finished database, and the stamp and checksum that it was closed with. The checksum of a new one may not be
    computed yet: then it is None, and nothing is recorded of it. Of one that was just built from another, `replaced`
    says in which rows they differ."""

    path: str
    stamp: Stamp
    checksum: int | None
    replaced: ReplacedRows | None = None

    def is_there(self) -> bool:
        """Whether it is there with its stamp, and no other user could have written it."""
        return stamp_of_file(self.path) == self.stamp and cache_directory.is_own(self.path)

    def is_whole(self) -> bool:
        """Whether it is there and has its checksum. Reads all of it."""
        return self.is_there() and self.checksum == checksum_of_file(self.path) is not None

    def open(self) -> Snapshot | None:
        """Open its snapshot, whose checksum was compared before. None if it is not there, as it was closed."""
        try:
            snapshot = open_in_place(Path(self.path), _fact_classes, _link_kinds) if self.is_there() else None
        except (sqlite3.Error, ValueError):
            return None
        return snapshot and replace(snapshot, database=(self.path, self.stamp), replaced=self.replaced)


# A server that opens a cached snapshot starts sooner without the languages, and not every question needs them.
def _fact_classes() -> list[type[Fact]]:
    from compiler.languages.registry import fact_classes

    return fact_classes()


def _link_kinds() -> list[LinkKind]:
    from compiler.languages.registry import link_kinds

    return link_kinds()


class Recorded(Protocol):
    """What a snapshot is made of: a `Source` that was read, or the sources of a workspace."""

    root: Path
    entry: str | None
    exclude: tuple[str, ...]
    files: dict[str, SourceFile]
    problems: dict[str, Problem]
    listed: dict[str, list[str]]
    discovered: str


class Record(NamedTuple):
    """What was read for a cached snapshot. `files` maps path to sha256, stamp (empty where it cannot be trusted), and
    the size of a text file. `problems` maps path to the kind of problem, `listed` each folder that was looked into to
    the names in it. `discovered` names all that was found and passed over. `compiler` is the fingerprint of what
    compiled."""

    compiler: str
    database: str
    stamp: Stamp
    checksum: int
    files: Mapping[str, tuple[str, Stamp, int | None]]
    problems: Mapping[str, str]
    listed: Mapping[str, list[str]]
    discovered: str


class CacheEntry(NamedTuple):
    """A cached snapshot: its record, and its database."""

    record: Record
    database: CachedDatabase


class SnapshotCache:
    """The cache, seen from one key: one source and one content of it."""

    def __init__(self, source: Recorded, content: str, compiler: str, ahead: CopyAhead | None = None) -> None:
        """`content` is the id of a git tree or `FOLDER_CONTENT`, `compiler` the fingerprint of what compiles. With
        `ahead`, databases are read and copied when nobody waits."""
        self._source = digest([os.fspath(source.root), source.entry or "", *source.exclude])
        self._name = f"{self._source}-{content[:_TREE_DIGITS]}"
        self._compiler = compiler
        self._is_folder = content == FOLDER_CONTENT
        self._path = cache_directory.entry(FOLDER, f"{self._name}.json")
        self._draft = self._path.with_name(f"{self._name}.{os.getpid()}{DRAFT_SUFFIX}")
        self._opened_at = time.time_ns()
        self._ahead = ahead
        self._checked: CacheEntry | None = None  # whose checksum was right

    @cached_property
    def entry(self) -> CacheEntry | None:
        """The entry of this key, as it was at the first look."""
        return self._read(self._path)

    def start_check(self) -> BackgroundChecksum | None:
        """Start to compute the checksum of the entry's database; None without an entry, and if a copy of it is known to
        be whole."""
        if self.entry is None or self._has_copy(self.entry.database):
            return None
        return BackgroundChecksum(self.entry.database.path)

    def end_check(self, check: BackgroundChecksum | None) -> None:
        """Wait for the checksum, and forget the entry if its database has another one."""
        self._checked = self.entry
        if self.entry and check and check.result() != self.entry.database.checksum:
            _unlink(self._path)
            self.entry = self._checked = None

    def _has_copy(self, database: CachedDatabase) -> bool:
        return self._ahead is not None and self._ahead.is_copied(database.path, database.stamp)

    def is_whole(self, entry: CacheEntry) -> bool:
        """Whether the database of an entry is there and has its checksum. Reads it, unless that was just done."""
        return entry.database.is_there() if entry is self._checked else entry.database.is_whole()

    @cached_property
    def bases(self) -> list[CacheEntry]:
        """The entries that a build of this key may start from. For a folder that is its own one; for a revision, those
        of the same source that were used last, and the folder's."""
        if self._is_folder:
            return [self.entry] if self.entry else []
        folder = self._path.with_name(f"{self._source}-{FOLDER_CONTENT}.json")
        listed = [
            (-status.st_mtime_ns, path)
            for path, status in _listed(self._path.parent)
            if path.suffix == ".json" and path.name.startswith(f"{self._source}-") and path != folder
        ]
        paths = [path for _, path in sorted(listed)[:MAX_BASES]]
        return [entry for path in (*paths, folder) if (entry := self._read(path))]

    @property
    def known_files(self) -> KnownFiles:
        """The text files that were read for the `bases`."""
        return {
            (path, tuple(stamp)): (sha256, size)
            for entry in self.bases
            for path, (sha256, stamp, size) in entry.record.files.items()
            if stamp and size is not None
        }

    def lock(self) -> AbstractContextManager[bool]:
        """Hold the lock of this key. Gives whether another process had it first, and may have built the snapshot."""
        return build_lock(self._path)

    def begin_draft(self, base: CachedDatabase | None = None) -> Path | None:
        """Create a file to write the database to: an empty one, or a copy of `base`. None if the cache cannot be
        written, or the base cannot be read any more."""
        try:
            cache_directory.make_folder(self._draft.parent)
            if base is None or not self._take_copy(base):
                create_new(self._draft, mode=0o600).close()
                if base is not None:
                    import shutil  # which brings three compressions, and a server mostly opens

                    shutil.copyfile(Path(base.path), self._draft)
        except OSError:
            self.abandon_draft()
            return None
        return self._draft

    def _take_copy(self, base: CachedDatabase) -> bool:
        """Make the copy of a base the draft, if there is one. Raises OSError if it is gone, and the base not whole."""
        if self._ahead is None or not self._has_copy(base):
            return False
        if self._ahead.take(base.path, base.stamp, self._draft):
            return True
        if not base.is_whole():
            raise OSError
        return False

    def abandon_draft(self) -> None:
        """Delete the draft."""
        _unlink(self._draft)

    def give_draft(self) -> Path | None:
        """Return the draft under a name of its own, which whoever asked for it deletes. None if that fails."""
        given = self._draft.with_name(f"{self._name}.{os.getpid()}-{time.time_ns():x}{DRAFT_SUFFIX}")
        try:
            self._draft.replace(given)
        except OSError:
            self.abandon_draft()
            return None
        if self._ahead and self._checked:
            self._ahead.later(partial(self._copy_again, self._checked.database, self._ahead))
        return given

    def save_draft(self, source: Recorded, snapshot_id: str) -> CachedDatabase | None:
        """Make the finished draft the entry of this key, and evict others. None if that fails."""
        path = self._path.with_name(f"{self._name}-{snapshot_id[:16]}.{os.getpid()}.sqlite")
        try:
            self._draft.replace(path)
        except OSError:
            self.abandon_draft()
            return None
        stamp = stamp_of_file(path)
        if not stamp:
            return None
        saved = CachedDatabase(os.fspath(path), stamp, None)
        if self._ahead is None:
            checksum = checksum_of_file(path)
            return self._record(saved._replace(checksum=checksum), source)
        self._ahead.later(partial(self._copy_and_record, saved, source, self._ahead))
        return saved

    def _copy_and_record(self, saved: CachedDatabase, source: Recorded, ahead: CopyAhead) -> None:
        checksum = ahead.copy(saved.path, saved.stamp, self._next_draft)
        self._record(saved._replace(checksum=checksum), source)

    def _copy_again(self, database: CachedDatabase, ahead: CopyAhead) -> None:
        if not self._has_copy(database):
            ahead.copy(database.path, database.stamp, self._next_draft, database.checksum)

    @property
    def _next_draft(self) -> Path:
        return self._path.with_name(f"{self._name}.{os.getpid()}-next{DRAFT_SUFFIX}")

    def _record(self, saved: CachedDatabase, source: Recorded) -> CachedDatabase | None:
        """Record a database, and evict others. None if it cannot be read."""
        if saved.checksum is None:
            return None
        self._write(saved, source, {})
        evict(self._path.parent, self._name, Path(saved.path).name)
        return saved

    def note_use(self, source: Recorded | None = None) -> None:
        """Note that the entry was used: what was used last is evicted last. If files of an unchanged `source` had to be
        read, their new stamps are recorded."""
        if self.entry and source and source.files:
            self._write(self.entry.database, source, self.entry.record.files)
        with contextlib.suppress(OSError):
            os.utime(self._path)

    def _read(self, path: Path) -> CacheEntry | None:
        """Read an entry of this compiler whose database is as it was closed."""
        body = cache_directory.read(path)
        try:
            record = Record(**orjson.loads(body)) if body else None
        except (orjson.JSONDecodeError, TypeError):
            return None
        if record is None or record.compiler != self._compiler:
            return None
        database = CachedDatabase(os.fspath(path.with_name(record.database)), tuple(record.stamp), record.checksum)
        return CacheEntry(record, database) if database.is_there() else None

    def _write(
        self, database: CachedDatabase, source: Recorded, before: Mapping[str, tuple[str, Stamp, int | None]]
    ) -> None:
        """Record what was read of `source`, and what did not have to be read, as it was `before`."""
        record = Record(
            compiler=self._compiler,
            database=Path(database.path).name,
            stamp=database.stamp,
            checksum=database.checksum or 0,
            files={**before, **{path: self._recorded(file) for path, file in source.files.items()}},
            problems={path: problem.kind for path, problem in source.problems.items()},
            listed=source.listed,
            discovered=source.discovered,
        )
        cache_directory.write(self._path, orjson.dumps(record._asdict()))

    def _recorded(self, file: SourceFile) -> tuple[str, Stamp, int | None]:
        """What is recorded of a file. A file of a folder that was written just before it was read has no stamp, so that
        it is read again."""
        is_trusted = not self._is_folder or (file.stamp and is_settled(file.stamp, self._opened_at))
        return file.sha256, file.stamp if is_trusted else (), file.size if file.content is None else None


def _listed(folder: Path) -> Iterator[tuple[Path, os.stat_result]]:
    with contextlib.suppress(OSError):
        for path in folder.iterdir():
            with contextlib.suppress(OSError):
                yield path, path.stat()


def _unlink(path: Path) -> None:
    with contextlib.suppress(OSError):
        path.unlink(missing_ok=True)


def evict(folder: Path, name: str, latest: str) -> None:
    """Delete earlier databases of the entry `name`, whose database is `latest`; files that a dead process left; files
    without a record; and the entries that were used longest ago, until the rest is within the limits."""
    listed = list(_listed(folder))
    last_used = {path.stem: status.st_mtime for path, status in listed if path.suffix == ".json"}
    sizes: dict[str, int] = {}
    for path, status in listed:
        sizes[_entry_of(path)] = sizes.get(_entry_of(path), 0) + status.st_size
    kept = set(_within_limits(sorted(last_used, key=lambda file: (file != name, -last_used[file], file)), sizes))
    for path, status in listed:
        if path.suffix in (DRAFT_SUFFIX, LOCK_SUFFIX):
            is_evicted = status.st_mtime < time.time() - _ABANDONED_SECONDS
        else:
            is_replaced = path.suffix == ".sqlite" and _entry_of(path) == name and path.name != latest
            is_evicted = is_replaced or _entry_of(path) not in kept
        if is_evicted:
            _unlink(path)


def _within_limits(ranked: Iterable[str], sizes: Mapping[str, int]) -> Iterator[str]:
    """The entries that may stay, of `ranked` names, the one to keep first."""
    bytes_left = MAX_BYTES
    revisions: dict[str, int] = {}
    for position, name in enumerate(ranked):
        source, _, content = name.partition("-")
        revisions[source] = revisions.get(source, 0) + (content != FOLDER_CONTENT)
        bytes_left -= sizes.get(name, 0)
        if position == 0 or (bytes_left >= 0 and revisions[source] <= MAX_REVISIONS):
            yield name


def _entry_of(path: Path) -> str:
    """The name of the entry that a file belongs to."""
    return "-".join(path.name.partition(".")[0].split("-")[:2])
