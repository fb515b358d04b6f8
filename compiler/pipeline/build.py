"""The phases of a build, in their order: discover, parse, link, freeze. Each takes what the one before it gave.

`build` returns a snapshot, `build_into_cache` leaves it in the cache for another process to open, and `build_whole`
makes one of any size in a file.
"""

import contextlib
import gc
import os
import sqlite3
from collections.abc import Callable, Iterator, Sequence
from contextlib import closing, contextmanager
from dataclasses import replace
from pathlib import Path
from typing import NamedTuple, TypeVar

from compiler.disk.regular_file import create_new
from compiler.disk.temporary import MEMORY
from compiler.languages.registry import fact_classes, link_kinds
from compiler.model.source import Source
from compiler.pipeline.discovery import USUAL, discover
from compiler.pipeline.failure_budget import new_failure_budget
from compiler.pipeline.file_contents import read_contents
from compiler.pipeline.freezing import freeze
from compiler.pipeline.incremental import Base, find_base
from compiler.pipeline.lazy_files import ChangedMeanwhileError, LazyTree, SparingTree
from compiler.pipeline.linking import linked_parts
from compiler.pipeline.lookup import BuildInput, Discovered, copy_ahead, look_up
from compiler.pipeline.memory import bounded_memory, look_at_memory
from compiler.pipeline.metadata import snapshot_id
from compiler.pipeline.numbering import NoRoomError
from compiler.pipeline.options import CompileOptions
from compiler.pipeline.parsing import parse_files
from compiler.pipeline.parts import Build, link_tasks
from compiler.store.cache.snapshot_cache import CachedDatabase, SnapshotCache
from compiler.store.cache.unit_cache import UnitCache
from compiler.store.connection import closed_on_error, connect
from compiler.store.opening import snapshot_of
from compiler.store.replaced_rows import ReplacedRows
from compiler.store.snapshot import Snapshot

T = TypeVar("T")

PARSE_SHARE = 0.5  # of the work of a build, about


class BesideDatabase(NamedTuple):
    """The database of a snapshot that is not kept, and, if it was built from another, which rows it replaced."""

    path: Path
    replaced: ReplacedRows | None


class _Draft(NamedTuple):
    """What is known of a draft: if it was built from another database, which rows were replaced."""

    replaced: ReplacedRows | None


def build(given: BuildInput, options: CompileOptions, found: Discovered | None = None) -> Snapshot:
    """Return the snapshot of a source: from the cache, or built. `found` is what `look_up` has found, if it was called
    already. Raises SourceError."""
    if not options.use_cache:
        with _paused_garbage_collector():
            source = given.open()
            with _compiled(source, discover(source, options.budget), options) as compiled:
                return _build_temporary(compiled)
    found = found or look_up(given, options)
    snapshot = found.open()
    if snapshot:
        return snapshot
    if found.cached:  # it is damaged, or another process replaced it meanwhile
        found = _discover(given, options, found.cache)
    with _paused_garbage_collector():
        return _with_lazy_files(given, options, found, _build_snapshot)


def build_beside(given: BuildInput, options: CompileOptions) -> BesideDatabase | None:
    """Build the snapshot of a source that is near to a cached one, such as an edit that is only proposed. It starts
    from the cached one where that pays, and is not kept: whoever asked for the file deletes it. None if the cache
    cannot be written. Raises SourceError."""
    source = given.open()
    cache = SnapshotCache(source, given.content, options.fingerprint, copy_ahead(options))
    check = cache.start_check()  # while the files are parsed
    source.tree = LazyTree(source.tree, cache.known_files)
    with _paused_garbage_collector(), _compiled(source, discover(source, options.budget), options) as compiled:
        cache.end_check(check)
        draft = _write_draft(compiled, cache)
        path = cache.give_draft() if draft else None
        return BesideDatabase(path, draft.replaced) if draft and path else None


def build_into_cache(
    given: BuildInput, options: CompileOptions, found: Discovered | None = None
) -> CachedDatabase | None:
    """Return the cached database of a source, built if need be. None if the cache cannot be written. `found` is what
    `look_up` has found, if it was called already. Raises SourceError."""
    found = found or look_up(given, options)
    if found.cached:
        return found.cached
    with found.cache.lock() as waited, _paused_garbage_collector():
        if waited:
            found = look_up(given, options)
        return found.cached or _with_lazy_files(given, options, found, _build_cached)


@contextmanager
def build_whole(given: BuildInput, options: CompileOptions, draft: Path) -> Iterator[Snapshot]:
    """Build the snapshot of a source from nothing but its units, so that its bytes do not depend on what was built
    before, in the file `draft`, which is deleted at the end. Raises SourceError, and OSError and sqlite3.Error, for
    example if there is no room."""
    source = given.open()
    source.tree = SparingTree(source.tree, (options.budget or USUAL).kept_bytes)
    create_new(draft).close()
    try:
        with _paused_garbage_collector(), closed_on_error(connect(os.fspath(draft))) as database:
            with _compiled(source, discover(source, options.budget), options) as compiled:
                _link_and_freeze(database, compiled, None)
            snapshot = snapshot_of(database, fact_classes, link_kinds)
        with closing(snapshot):
            yield snapshot
    finally:
        draft.unlink(missing_ok=True)


def _with_lazy_files(
    given: BuildInput, options: CompileOptions, found: Discovered, build_it: Callable[[Discovered, CompileOptions], T]
) -> T:
    """Build without reading the files that are known by their stamps. If a file is not what its stamp said, start over
    once and read all files."""
    found.source.tree = LazyTree(found.source.tree, found.cache.known_files)
    try:
        return build_it(found, options)
    except ChangedMeanwhileError:
        return build_it(_discover(given, options, found.cache), options)


def _discover(given: BuildInput, options: CompileOptions, cache: SnapshotCache) -> Discovered:
    source = given.open()
    return Discovered(source, discover(source, options.budget), cache)


def _build_snapshot(found: Discovered, options: CompileOptions) -> Snapshot:
    with _compiled(found.source, found.paths, options) as compiled:
        cached = _freeze_cached(compiled, found.cache)
        return (cached.open() if cached else None) or _build_temporary(compiled)


def _build_cached(found: Discovered, options: CompileOptions) -> CachedDatabase | None:
    with _compiled(found.source, found.paths, options) as compiled:
        return _freeze_cached(compiled, found.cache)


@contextmanager
def _compiled(source: Source, paths: Sequence[str], options: CompileOptions) -> Iterator[Build]:
    """Parse the discovered files. The unit cache, if one is used, is open as long as the context lasts."""
    parse_options = replace(options, progress=lambda part: _go_on(options, part * PARSE_SHARE))
    link_options = replace(options, progress=lambda part: _go_on(options, PARSE_SHARE + part * (1 - PARSE_SHARE)))
    memory = options.resident.units if options.resident else None
    if memory is not None:
        memory.begin()
    cache = closing(UnitCache(memory, options.unit_bytes)) if options.use_cache else contextlib.nullcontext()
    with new_failure_budget(), bounded_memory((options.budget or USUAL).max_memory), cache as units:
        parsed = parse_files(source, paths, parse_options, units)
        yield Build(source, parsed, link_tasks(source, parsed), link_options)


def _go_on(options: CompileOptions, done: float) -> None:
    """Tell how much is done, while there is memory. Raises OutOfBudgetError."""
    look_at_memory()
    options.progress(done)


def _link_and_freeze(database: sqlite3.Connection, compiled: Build, base: Base | None) -> ReplacedRows | None:
    if base:
        compiled = compiled._replace(tasks=base.tasks)
    else:
        compiled.parsed.forget_heads()
    contents = read_contents(compiled, base)
    with linked_parts(compiled, base) as linked:
        return freeze(database, compiled, base, contents, linked)


def _freeze_cached(compiled: Build, cache: SnapshotCache) -> CachedDatabase | None:
    """Put the snapshot into the cache. None if the cache cannot be written."""
    draft = _write_draft(compiled, cache)
    saved = cache.save_draft(compiled.source, snapshot_id(compiled.source)) if draft else None
    return saved._replace(replaced=draft.replaced) if draft and saved else None


def _write_draft(compiled: Build, cache: SnapshotCache) -> _Draft | None:
    """Build the snapshot in a draft, by an incremental build if possible. None if the cache cannot be written."""
    base = find_base(compiled, cache)
    return (_freeze_draft(compiled, cache, base) if base else None) or _freeze_draft(compiled, cache, None)


def _freeze_draft(compiled: Build, cache: SnapshotCache, base: Base | None) -> _Draft | None:
    """Build the snapshot in a draft. None if it cannot be written, or `base` is gone meanwhile or has no room for a
    part that comes."""
    draft = cache.begin_draft(base.database if base else None)
    if draft is None:
        return None
    try:
        with closing(connect(os.fspath(draft))) as database:
            return _Draft(_link_and_freeze(database, compiled, base))
    except (OSError, sqlite3.Error, NoRoomError):
        cache.abandon_draft()
        return None
    except BaseException:
        cache.abandon_draft()
        raise


def _build_temporary(compiled: Build) -> Snapshot:
    """Build the snapshot in a temporary database, which SQLite holds in memory while it is small, or where there is no
    room for a file."""
    with contextlib.suppress(OSError, sqlite3.OperationalError):
        return _freeze_temporary("", compiled)
    return _freeze_temporary(MEMORY, compiled)


def _freeze_temporary(name: str, compiled: Build) -> Snapshot:
    with closed_on_error(connect(name)) as database:
        _link_and_freeze(database, compiled, None)
        return snapshot_of(database, fact_classes, link_kinds)


@contextmanager
def _paused_garbage_collector() -> Iterator[None]:
    """A build makes many objects and few cycles: collecting meanwhile costs much and frees little."""
    was_enabled = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if was_enabled:
            gc.enable()
