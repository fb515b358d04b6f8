"""What changed since a cached snapshot. An incremental build copies its database and replaces the changed parts."""

import sqlite3
from collections.abc import Mapping, Sequence
from typing import NamedTuple

from compiler.model.source import MISSING
from compiler.pipeline.metadata import paths_of
from compiler.pipeline.numbering import kept_numbers, mention_orders, numbered
from compiler.pipeline.parts import Build, LinkTask
from compiler.store.cache.base_rows import BaseFile, read_base_rows
from compiler.store.cache.snapshot_cache import CachedDatabase, CacheEntry, SnapshotCache
from compiler.store.row_ranges import MENTION_PARTS

MAX_BASE_CANDIDATES = 3  # cached snapshots to try as the base of an incremental build
# Of the bytes of all parts: beyond, a build from nothing takes no longer. A file counts in each part that it is in.
MAX_CHANGED = 0.7


class GonePart(NamedTuple):
    """A part of a language that the cached snapshot has, and the source not, or not in these rows."""

    number: int
    language: str


class Base(NamedTuple):
    """A cached snapshot to start from. A part that it has keeps its number."""

    database: CachedDatabase
    tasks: tuple[LinkTask, ...]  # all parts
    relink: Sequence[LinkTask]  # parts whose key differs, or that are new
    rekey: Sequence[LinkTask]  # parts whose rows stay as they are
    gone: Sequence[GonePart]
    files: Mapping[str, BaseFile]  # by path
    file_parts: Sequence[int]  # of the files of the source, in the order of their paths


def find_base(build: Build, cache: SnapshotCache) -> Base | None:
    """Return the snapshot to start from: of those that serve the one from which fewest bytes changed."""
    files = build.source.files

    def changed_bytes(entry: CacheEntry) -> int:
        recorded = entry.record.files
        return sum(
            file.size for path, file in files.items() if path not in recorded or recorded[path][0] != file.sha256
        )

    ranked = sorted(cache.bases, key=changed_bytes)[:MAX_BASE_CANDIDATES]
    whole = (entry.database for entry in ranked if cache.is_whole(entry))  # before a row of it is read
    return next((base for database in whole if (base := compare(database, build))), None)


def compare(previous: CachedDatabase, build: Build) -> Base | None:
    """Compare a build with the database of a snapshot. None if an incremental build is not possible: most has changed,
    some files cannot be read, which languages report together, or there is no room for the numbers of new parts."""
    if any(problem.kind != "missing" for problem in build.source.problems.values()):
        return None
    resident = build.options.resident
    try:  # another process may have replaced it since it was found
        rows = resident.rows.rows(previous.path, previous.stamp) if resident else read_base_rows(previous.path)
    except sqlite3.Error:
        return None
    files, before, unread = rows
    orders = mention_orders(build.source, paths_of(build.parsed))
    file_parts = numbered(orders, {path: file.part for path, file in files.items()}, MENTION_PARTS)
    tasks = _numbered_tasks(build.tasks, {(language, name): number for number, language, name, _ in before})
    if unread - {MISSING.reason} or file_parts is None or tasks is None:
        return None
    stays = {(task.number, task.language, task.part.name) for task in tasks}
    keys = {number: key for number, language, name, key in before if (number, language, name) in stays}
    hashes = {path: file.sha256 for path, file in files.items()}
    changed = [task for task in tasks if task.key != keys.get(task.number)]
    rekey = [task for task in changed if task.number in keys and _is_unchanged(build, task, keys[task.number], hashes)]
    kept = {task.number for task in rekey}
    relink = [task for task in changed if task.number not in kept]
    if sum(task.size for task in relink) > MAX_CHANGED * sum(task.size for task in tasks):
        return None
    gone = [GonePart(number, language) for number, language, name, _ in before if (number, language, name) not in stays]
    return Base(previous, tasks, relink, rekey, gone, files, file_parts)


def _numbered_tasks(tasks: Sequence[LinkTask], before: Mapping[tuple[str, str], int]) -> tuple[LinkTask, ...] | None:
    """Return the parts with the numbers that they had before, and negative ones of those that are new. None if they
    stood in another order."""
    numbers = kept_numbers([(task.language, task.part.name) for task in tasks], before)
    if numbers is None:
        return None
    return tuple(task._replace(number=number) for number, task in zip(numbers, tasks, strict=True))


def _is_unchanged(build: Build, task: LinkTask, previous_key: str, previous_hashes: Mapping[str, str]) -> bool:
    """Whether linking a part again would give the same rows, since no unit of its files changed."""
    if task.key_for(previous_hashes) != previous_key:
        return False
    units, files = build.parsed.units[task.language], build.source.files
    changed = (path for path in task.part.paths if files[path].sha256 != previous_hashes[path])
    return all(units.is_unchanged(path, previous_hashes[path]) for path in changed)
