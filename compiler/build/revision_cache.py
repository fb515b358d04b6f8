"""Finished snapshots of revisions, kept between runs. A revision never changes: what was kept of its files is right as
long as the compiler is the same, so that opening it reads none of them.

Of each source a few are kept, by the id of the tree that they were made of: revisions with the same files share one.
Beside each database stands its record, behind a checksum: the stamp that it was closed with, and the hashes of its
files, which say from which of the snapshots of a source another one is the fewest steps away.
"""

import os
from collections.abc import Iterable, Iterator, Mapping
from functools import cached_property
from pathlib import Path
from typing import NamedTuple

import orjson

from compiler.build.lazy_files import Known
from compiler.build.snapshot_cache import KeptSnapshot
from compiler.disk import cache_directory
from compiler.model.source import Source, Stamp
from compiler.store.cached_database import UNFINISHED, Draft, Kept, entries, is_abandoned, unlink, used
from compiler.store.fingerprint import compiler_digest, digest

FOLDER = "revisions"
MOST_OF_A_SOURCE = 8
MOST_READ = 4  # records of them: to read one takes as long as to compile a small file
MOST_BYTES = 1024 * 1024 * 1024  # of all sources


class Record(NamedTuple):
    """What is known of a kept database. `files` has, by its path, the sha256 and stamp of each file, and the size of
    one that is text."""

    compiler: str
    database: str
    stamp: Stamp
    files: Mapping[str, tuple[str, Stamp, int | None]]


class KeptRevision:
    """The place where the snapshot of a source in one revision is kept; `content` names what it is made of."""

    def __init__(self, source: Source, content: str) -> None:
        self._of_files = KeptSnapshot(source)
        self._source = digest([os.fspath(source.root), source.entry or ""])
        self._name = f"{self._source}-{content[:40]}"
        self._record = cache_directory.entry(FOLDER, f"{self._name}.json")
        self.draft = Draft(self._record)

    def find(self, _: Source) -> Kept | None:
        """The kept snapshot."""
        kept = _kept(self._record, _read(self._record))
        if kept:
            used(self._record)
        return kept

    def previous(self, source: Source) -> list[Path]:
        """The databases of other snapshots of the same source, the one that differs least from `source` first."""
        found = [
            ({name: one[0] for name, one in record.files.items()}, Path(kept.path))
            for path, record in self._records
            if (kept := _kept(path, record))
        ]
        found += self._of_files.latest()
        sizes = {path: file.size for path, file in source.files.items()}
        hashes = {path: file.sha256 for path, file in source.files.items()}
        found.sort(key=lambda one: sum(sizes[path] for path in hashes if one[0].get(path) != hashes[path]))
        return [path for _, path in found]

    def known(self) -> Known:
        """The files of text that were read for kept revisions: of git the stamp of a file names its content."""
        return {
            (name, tuple(stamp)): (sha256, size)
            for _, record in self._records
            for name, (sha256, stamp, size) in record.files.items()
            if size is not None
        }

    @cached_property
    def _records(self) -> list[tuple[Path, Record]]:
        """Of the snapshots of the source that were used last, as they were when they were first asked for."""
        listed = [
            (-status.st_mtime_ns, path)
            for path, status in entries(self._record.parent)
            if path.suffix == ".json" and path.name.startswith(f"{self._source}-")
        ]
        return [(path, record) for _, path in sorted(listed)[:MOST_READ] if (record := _read(path))]

    def save(self, source: Source, snapshot_id: str) -> Kept | None:
        """Keeps the finished draft; None when that cannot be done."""
        kept = self.draft.finish(snapshot_id)
        if kept:
            latest = Path(kept.path).name
            files = {
                name: (file.sha256, file.stamp, file.size if file.content is None else None)
                for name, file in source.files.items()
            }
            cache_directory.write(
                self._record, orjson.dumps(Record(compiler_digest(), latest, kept.stamp, files)._asdict())
            )
            _forget(self._record.parent, self._source, self._name, latest)
        return kept


def _read(record: Path) -> Record | None:
    """A record, if it is one of this compiler."""
    body = cache_directory.read(record)
    try:
        found = Record(**orjson.loads(body)) if body else None
    except (orjson.JSONDecodeError, TypeError):
        return None
    return found if found and found.compiler == compiler_digest() else None


def _kept(place: Path, record: Record | None) -> Kept | None:
    """The database of a record, if it is as it was closed."""
    kept = Kept(os.fspath(place.with_name(record.database)), tuple(record.stamp)) if record else None
    return kept if kept and kept.is_whole() else None


def _forget(folder: Path, source: str, name: str, latest: str) -> None:
    """Deletes what was used longest ago: of this source, until few are left; of all, until the rest has room. Deletes
    too what no record leads to."""
    listed = list(entries(folder))
    last_used = {path.stem: status.st_mtime for path, status in listed if path.suffix == ".json"}
    ranked = sorted(last_used, key=lambda one: (one != name, -last_used[one], one))
    sizes: dict[str, int] = {}
    for path, status in listed:
        sizes[_place(path)] = sizes.get(_place(path), 0) + status.st_size
    kept = set(_within(ranked, source, sizes))
    for path, status in listed:
        is_replaced = path.suffix == ".sqlite" and _place(path) == name and path.name != latest
        if is_abandoned(path, status) or is_replaced or (path.suffix not in UNFINISHED and _place(path) not in kept):
            unlink(path)


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
