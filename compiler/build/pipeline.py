"""The way of the data: discover, parse, link, freeze.

`compile_source` reads top-down as the phases do. A phase takes what the one before it gave and never looks back.
"""

import contextlib
import gc
import os
import sqlite3
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import TypeVar

from compiler.build.full_build import Work, fits_in_memory, link_and_freeze
from compiler.build.incremental import changes_since, link_and_patch, linked_again
from compiler.build.lazy_files import ChangedMeanwhileError, RecallingTree
from compiler.build.linking import parts_of
from compiler.build.metadata import identity
from compiler.build.parsing import Means, Progress, parse_files
from compiler.build.snapshot_cache import open_verified
from compiler.disk.temporary import MEMORY
from compiler.languages.registry import fact_classes, link_kinds
from compiler.model.source import Source, SourceError
from compiler.store.background_copy import Copy
from compiler.store.cached_database import Kept
from compiler.store.connection import connect
from compiler.store.frozen_file import is_frozen, open_frozen
from compiler.store.snapshot import Snapshot, snapshot_of
from compiler.store.unit_cache import KeptUnits
from compiler.workspace.context import with_context
from compiler.workspace.inputs import Origin, Place, origin
from compiler.workspace.prebuilt import written

T = TypeVar("T")

PARSING = 0.5  # its part of the work, about
MOST_LOOKED_AT = 3  # of the kept snapshots that one may be made of


def compile_source(
    path: str | os.PathLike[str],
    *,
    revision: str | None = None,
    as_of: str | None = None,
    keep: bool = False,
    jobs: int | None = None,
    progress: Progress | None = None,
) -> Snapshot:
    """The snapshot of a file or directory, or the one in a frozen file. Raises SourceError when there is nothing there.

    A source with errors compiles too: what can be had of it is in the snapshot, with the diagnostics. `revision` names
    the git revision that is compiled instead of the files as they are, `as_of` the date or time that stands for now.
    `keep` opens the snapshot that an earlier run kept of the same source, and keeps this one, and its units, for later
    runs. `jobs` is how many processes parse, by default as many as pay; `progress` is told now and then what part is
    done.
    """
    if is_frozen(path):
        return with_context(_frozen(path, revision, keep), revision=None, as_of=as_of)
    with origin(path, revision) as one:
        kept = one.place.find(one.source()) if keep else None
        snapshot = kept.open() if kept else None
        if snapshot is None:
            snapshot = _compiled(one, keep, jobs, progress or (lambda _: None))
    return with_context(snapshot, revision=one.revision, as_of=as_of)


def prebuild(path: str | os.PathLike[str], *, revision: str | None = None, jobs: int | None = None) -> bytes | None:
    """Sees to it that the snapshot of a source is kept, for another process to open (`open_prebuilt`). None when that
    cannot be; a frozen file is kept already, and only looked through. Raises SourceError as `compile_source` does."""
    if is_frozen(path):
        _frozen(path, revision, True)
        return None
    with origin(path, revision) as one:
        kept = one.place.find(one.source())
        if kept is None:
            with one.place.draft.turn() as waited, _paused_garbage_collector():
                kept = one.place.find(one.source()) if waited else None
                kept = kept or _recalling(one, lambda source: _made_ready(source, one.place, jobs))
    return written(kept, one.revision) if kept else None


def _frozen(path: str | os.PathLike[str], revision: str | None, keep: bool) -> Snapshot:
    """The snapshot in a frozen file."""
    if revision is not None:
        raise SourceError(f"'{path}' is a frozen snapshot, which has no revisions.")
    return open_verified(path) if keep else open_frozen(path)


def _compiled(one: Origin, keep: bool, jobs: int | None, tell: Progress) -> Snapshot:
    """The snapshot of a source, which is kept if it is to be."""
    with _paused_garbage_collector():  # until all that was made on the way is gone: there is nothing left to look at
        if not keep:
            return _compiled_at_once(one.source(), None, jobs, tell)
        return _recalling(one, lambda source: _compiled_at_once(source, one.place, jobs, tell))


def _recalling(one: Origin, make: Callable[[Source], T]) -> T:
    """What is made of a source whose known files are not read, or, when one of them was another, of all of it."""
    source = one.source()
    source.tree = RecallingTree(source.tree, one.place.known())
    try:
        return make(source)
    except ChangedMeanwhileError:
        return make(one.source())


def _made_ready(source: Source, place: Place, jobs: int | None) -> Kept | None:
    with _work(source, place, jobs, lambda _: None) as work:
        return _kept(place, work)


def _compiled_at_once(source: Source, place: Place | None, jobs: int | None, tell: Progress) -> Snapshot:
    with _work(source, place, jobs, tell) as work:
        kept = _kept(place, work) if place else None
        return (kept.open() if kept else None) or _held(work)


@contextmanager
def _work(source: Source, place: Place | None, jobs: int | None, tell: Progress) -> Iterator[Work]:
    """What is to be linked and frozen of a source. The units are kept when the snapshot is to be."""
    with _means(place is not None, jobs, lambda part: tell(part * PARSING)) as means:
        parsed = parse_files(source, means)
        parts = list(parts_of(source, parsed))
        yield Work(source, parsed, parts, lambda part: tell(PARSING + part * (1 - PARSING)), jobs)


def _kept(place: Place, work: Work) -> Kept | None:
    """The snapshot in its place; None when it cannot be kept there."""
    return _patched(place, work) or _frozen_anew(place, work)


def _patched(place: Place, work: Work) -> Kept | None:
    """The snapshot made of a kept one; None when too much has changed, or anything is not as it should be."""
    found = place.previous(work.source)[:MOST_LOOKED_AT]
    previous = next(((one, changes) for one in found if (changes := changes_since(one, work)) is not None), None)
    draft = place.draft.begin() if previous else None
    if previous is None or draft is None:
        return None
    path, changes = previous
    try:
        # Workers first: no process is forked any more when this one has a second thread.
        with linked_again(work, changes.parts) as made, Copy(path, draft) as copy:
            all_made = copy.meanwhile(made)
            with contextlib.closing(connect(os.fspath(draft))) as database:
                link_and_patch(database, work, changes, all_made)
    except (OSError, sqlite3.Error):
        place.draft.abandon()
        return None
    except BaseException:
        place.draft.abandon()
        raise
    return place.save(work.source, identity(work.source))


def _frozen_anew(place: Place, work: Work) -> Kept | None:
    """The snapshot of all that there is; None when there is no room for it."""
    draft = place.draft.begin()
    if draft is None:
        return None
    try:
        with contextlib.closing(connect(os.fspath(draft))) as database:
            link_and_freeze(database, work, in_memory=fits_in_memory(work))
    except (OSError, sqlite3.OperationalError):  # no room, most likely
        place.draft.abandon()
        return None
    except BaseException:
        place.draft.abandon()
        raise
    return place.save(work.source, identity(work.source))


def _held(work: Work) -> Snapshot:
    """The snapshot in memory, or, as long as there is room, in a temporary file that SQLite makes and deletes."""
    if not fits_in_memory(work):
        with contextlib.suppress(OSError, sqlite3.OperationalError):
            return _frozen_in(connect(""), work, in_memory=False)
    return _frozen_in(connect(MEMORY), work, in_memory=True)


def _frozen_in(database: sqlite3.Connection, work: Work, *, in_memory: bool) -> Snapshot:
    try:
        link_and_freeze(database, work, in_memory=in_memory)
        return snapshot_of(database, fact_classes, link_kinds)
    except BaseException:
        database.close()
        raise


@contextmanager
def _means(keep: bool, jobs: int | None, progress: Progress) -> Iterator[Means]:
    """With what to compile. The kept units are written out at the end."""
    kept = KeptUnits() if keep else None
    try:
        yield Means(kept, jobs, progress)
    finally:
        if kept:
            kept.close()


@contextmanager
def _paused_garbage_collector() -> Iterator[None]:
    """Compiling makes many objects and few cycles: collecting in between costs much and frees little."""
    was_enabled = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if was_enabled:
            gc.enable()
