"""Finished snapshots of revisions, kept between runs. A revision never changes: what was kept of its files is right as
long as the compiler is the same, so that opening it reads none of them.

Of each source a few are kept, by the id of the tree that they were made of: revisions with the same files share one.
Beside each database stands its record, behind a checksum: the stamp that it was closed with, and the hashes of its
files, which say from which of the snapshots of a source another one is the fewest steps away.
"""

import contextlib
import os
import sqlite3
import time
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import NamedTuple

import orjson

from compiler import cache
from compiler.fingerprint import compiler_digest, digest
from compiler.kept_snapshots import KeptSnapshot
from compiler.languages import fact_classes, link_kinds
from compiler.snapshot import Snapshot, open_in_place
from compiler.sources import Source
from compiler.trees import Stamp, stamp_of, stamp_of_file

FOLDER = "revisions"
MOST_OF_A_SOURCE = 8
MOST_BYTES = 1024 * 1024 * 1024  # of all sources
_ABANDONED_SECONDS = 3600  # the age of a draft that nobody is writing any more
_NAME_LENGTH = 32  # of what names a source


class Record(NamedTuple):
    """What is known of a kept database. `files` has the sha256 of each file by its path."""

    compiler: str
    database: str
    stamp: Stamp
    files: Mapping[str, str]


class KeptRevision:
    """The place where the snapshot of a source in one revision is kept; `content` names what it is made of."""

    def __init__(self, source: Source, content: str) -> None:
        self._of_files = KeptSnapshot(source)
        self._source = digest([os.fspath(source.root), source.entry or ""])
        self._name = f"{self._source}-{content[:40]}"
        self._record = cache.entry(FOLDER, f"{self._name}.json")
        self._draft = self._record.with_name(f"{self._name}.{os.getpid()}.draft")

    def open(self, _: Source) -> Snapshot | None:
        """The kept snapshot."""
        database = _database(self._record, _read(self._record))
        try:
            snapshot = open_in_place(database, fact_classes, link_kinds) if database else None
        except sqlite3.Error:
            return None
        if snapshot:
            with contextlib.suppress(OSError):
                os.utime(self._record)  # what was used last is forgotten last
        return snapshot

    def previous(self, source: Source) -> list[Path]:
        """The databases of other snapshots of the same source, the one that differs least from `source` first."""
        records = sorted(self._record.parent.glob(f"{self._source}-*.json"))
        known = [(path, record) for path in records if (record := _read(path))]
        found = [(record.files, database) for path, record in known if (database := _database(path, record))]
        found += self._of_files.latest()
        sizes = {path: file.size for path, file in source.files.items()}
        hashes = {path: file.sha256 for path, file in source.files.items()}
        found.sort(key=lambda one: sum(sizes[path] for path in hashes if one[0].get(path) != hashes[path]))
        return [path for _, path in found]

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
        files = {name: file.sha256 for name, file in source.files.items()}
        cache.write(self._record, orjson.dumps(Record(compiler_digest(), path.name, closed, files)._asdict()))
        _forget(self._record.parent, self._source, self._name, path.name)
        return snapshot


def _read(record: Path) -> Record | None:
    """A record, if it is one of this compiler."""
    body = cache.read(record)
    try:
        found = Record(**orjson.loads(body)) if body else None
    except (orjson.JSONDecodeError, TypeError):
        return None
    return found if found and found.compiler == compiler_digest() else None


def _database(place: Path, record: Record | None) -> Path | None:
    """The database of a record, if it is as it was closed."""
    path = place.with_name(record.database) if record else None
    return path if record and path and stamp_of_file(path) == tuple(record.stamp) else None


def _forget(folder: Path, source: str, name: str, latest: str) -> None:
    """Deletes what was used longest ago: of this source, until few are left; of all, until the rest has room. Deletes
    too what no record leads to."""
    entries = list(_entries(folder))
    used = {path.stem: status.st_mtime for path, status in entries if path.suffix == ".json"}
    ranked = sorted(used, key=lambda one: (one != name, -used[one], one))
    sizes: dict[str, int] = {}
    for path, status in entries:
        sizes[_place(path)] = sizes.get(_place(path), 0) + status.st_size
    kept = set(_within(ranked, source, sizes))
    for path, status in entries:
        is_old = path.suffix == ".draft" and status.st_mtime < time.time() - _ABANDONED_SECONDS
        is_replaced = path.suffix == ".sqlite" and _place(path) == name and path.name != latest
        if is_old or is_replaced or (path.suffix != ".draft" and _place(path) not in kept):
            with contextlib.suppress(OSError):
                path.unlink(missing_ok=True)


def _within(ranked: Iterable[str], source: str, sizes: Mapping[str, int]) -> Iterator[str]:
    """The places, best first, that may stay."""
    left, of_source = MOST_BYTES, MOST_OF_A_SOURCE
    for place in ranked:
        left -= sizes.get(place, 0)
        of_source -= place.startswith(source)
        if left >= 0 and (of_source >= 0 or not place.startswith(source)):
            yield place


def _place(path: Path) -> str:
    """The place that a file belongs to: the name of its source and what names its content."""
    return "-".join(path.name.partition(".")[0].split("-")[:2])


def _entries(folder: Path) -> Iterator[tuple[Path, os.stat_result]]:
    with contextlib.suppress(OSError):
        for path in folder.iterdir():
            with contextlib.suppress(OSError):
                yield path, path.stat()
