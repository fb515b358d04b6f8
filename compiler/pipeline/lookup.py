"""The snapshot of a source in the cache, looked up before anything is built: this imports nothing that builds."""

from collections.abc import Callable, Sequence
from typing import NamedTuple

from compiler.model.source import Source
from compiler.pipeline.discovery import discover
from compiler.pipeline.freshness import unchanged_source
from compiler.pipeline.options import CompileOptions
from compiler.store.cache.copy_ahead import CopyAhead
from compiler.store.cache.snapshot_cache import FOLDER_CONTENT, CachedDatabase, SnapshotCache
from compiler.store.snapshot import Snapshot


class BuildInput(NamedTuple):
    """What to build: what opens the source, nothing read of it; and what names its content, which is the id of a git
    tree or `FOLDER_CONTENT`."""

    open: Callable[[], Source]
    content: str


class Discovered(NamedTuple):
    """A source, its discovered paths, and its place in the cache. `cached` is its snapshot if that is in the cache;
    then the paths may be missing."""

    source: Source
    paths: Sequence[str]
    cache: SnapshotCache
    cached: CachedDatabase | None = None

    def open(self) -> Snapshot | None:
        """Open the cached snapshot. None if there is none, and if it is damaged or was replaced meanwhile."""
        return self.cached.open() if self.cached else None


def look_up(given: BuildInput, options: CompileOptions) -> Discovered:
    """Discover a source, and find its snapshot in the cache. Raises SourceError."""
    source = given.open()
    cache = SnapshotCache(source, given.content, options.fingerprint, copy_ahead(options))
    check = cache.start_check()  # which takes about as long as discovering the source
    is_folder = given.content == FOLDER_CONTENT
    found = discover(source, options.budget) if is_folder else None
    cache.end_check(check)
    if cache.entry and not is_folder:
        cache.note_use()
        return Discovered(source, (), cache, cache.entry.database)
    paths = discover(source, options.budget) if found is None else found
    unchanged = unchanged_source(source, cache.entry.record) if cache.entry else None
    if not cache.entry or not unchanged:
        return Discovered(source, paths, cache)
    cache.note_use(unchanged)
    return Discovered(source, paths, cache, cache.entry.database)


def copy_ahead(options: CompileOptions) -> CopyAhead | None:
    """Return what copies databases ahead of builds, in a process that builds again and again."""
    return options.resident.ahead if options.resident else None
