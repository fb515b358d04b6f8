"""The snapshot of a source that was put into the cache last, whether its files are still the same or not.

This is for whoever needs an answer at once more than a right one. It imports nothing that compiles.
"""

import os

from compiler.pipeline.options import CompileOptions
from compiler.pipeline.source_at_path import open_source
from compiler.store.cache.snapshot_cache import FOLDER_CONTENT, SnapshotCache
from compiler.store.frozen.frozen_file import open_frozen_once_verified
from compiler.store.frozen.identity import is_frozen
from compiler.store.snapshot import Snapshot
from compiler.workspace.embeddings import embedder


def last_snapshot(path: str | os.PathLike[str]) -> Snapshot | None:
    """Return the snapshot of a path that was put into the cache last; None if there is none. Reads no files of the
    source. Raises SourceError if there is nothing at the path, or a frozen file that is damaged."""
    if is_frozen(path):
        return open_frozen_once_verified(path)
    options = CompileOptions(use_cache=True, embedder=embedder.installed())
    cache = SnapshotCache(open_source(path), FOLDER_CONTENT, options.fingerprint)
    return cache.entry.database.open() if cache.entry else None
