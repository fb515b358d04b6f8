"""What changed since a cached snapshot. An incremental build copies its database and replaces the changed parts."""

import sqlite3
from collections.abc import Iterable, Mapping, Sequence
from contextlib import closing
from pathlib import Path
from typing import NamedTuple

import orjson

from compiler.model.facts import File
from compiler.model.source import MISSING
from compiler.pipeline.metadata import paths_of
from compiler.pipeline.parts import Build, LinkTask
from compiler.store.connection import connect
from compiler.store.snapshot_cache import CacheEntry
from compiler.store.writer import columns

MAX_BASE_CANDIDATES = 3  # cached snapshots to try as the base of an incremental build
MAX_CHANGED = 0.7  # of the bytes of a source: beyond, a build from nothing takes no longer


class BaseFile(NamedTuple):
    """A file of a cached snapshot."""

    sha256: str
    lines: int


class Base(NamedTuple):
    """A cached snapshot to start from, and the parts whose key differs."""

    database: Path
    relink: Sequence[LinkTask]  # parts to link again
    rekey: Sequence[LinkTask]  # parts whose rows stay as they are
    files: Mapping[str, BaseFile]  # by path


def find_base(build: Build, candidates: Iterable[CacheEntry]) -> Base | None:
    """Return the snapshot to start from: of those that serve the one from which fewest bytes changed."""
    files = build.source.files

    def changed_bytes(entry: CacheEntry) -> int:
        recorded = entry.record.files
        return sum(
            file.size for path, file in files.items() if path not in recorded or recorded[path][0] != file.sha256
        )

    ranked = sorted(candidates, key=changed_bytes)[:MAX_BASE_CANDIDATES]
    whole = (entry.database for entry in ranked if entry.database.is_whole())  # before a row of it is read
    return next((base for one in whole if (base := compare(Path(one.path), build))), None)


def compare(previous: Path, build: Build) -> Base | None:
    """Compare a build with the database of a snapshot. None if an incremental build is not possible: the files or the
    parts are not the same, most of them changed, or some files cannot be read, which languages report together."""
    if any(problem.kind != "missing" for problem in build.source.problems.values()):
        return None
    try:  # another process may have replaced it since it was found
        with closing(connect(f"{previous.absolute().as_uri()}?mode=ro&immutable=1")) as database:
            unread = orjson.loads(database.execute("SELECT value FROM meta WHERE key = 'unread'").fetchone()[0])
            before = database.execute("SELECT number, language, name, key FROM linked_part ORDER BY number").fetchall()
            rows = columns(database, File, ("path", "sha256", "lines"))
    except sqlite3.Error:
        return None
    files = {path: BaseFile(sha256, lines) for path, sha256, lines in rows}
    hashes = {path: file.sha256 for path, file in files.items()}
    if {*unread.values()} - {MISSING.reason} or list(hashes) != paths_of(build.parsed):
        return None
    if [row[:3] for row in before] != [(one.number, one.language, one.part.name) for one in build.tasks]:
        return None
    relink: list[LinkTask] = []
    rekey: list[LinkTask] = []
    for task, (*_, key) in zip(build.tasks, before, strict=True):
        if task.key != key:
            (rekey if _links_unchanged(build, task, key, hashes) else relink).append(task)
    changed = {path for task in relink for path in task.part.paths}
    size = sum(build.source.files[path].size for path in changed)
    return Base(previous, relink, rekey, files) if size <= MAX_CHANGED * build.source.total_bytes else None


def _links_unchanged(build: Build, task: LinkTask, previous_key: str, previous_hashes: Mapping[str, str]) -> bool:
    """Whether linking a part again would give the same rows: its key differs only in the hashes of files whose units
    did not change."""
    if task.key_for(previous_hashes) != previous_key:
        return False
    units, files = build.parsed.units[task.language], build.source.files
    changed = [path for path in task.part.paths if files[path].sha256 != previous_hashes[path]]
    return all(units.is_unchanged(path, previous_hashes[path]) for path in changed)
