"""A snapshot that one process builds into the cache and another process opens.

The first process writes the place of the database, its stamp and its revision. The second one imports nothing that
compiles.
"""

import marshal

from compiler.store.snapshot import Snapshot
from compiler.store.snapshot_cache import CachedDatabase
from compiler.workspace.context import with_context


def encode_prebuilt(cached: CachedDatabase, revision: dict[str, str] | None) -> bytes:
    """Return what `open_prebuilt` needs to open a cached snapshot."""
    return marshal.dumps((*cached, revision))


def open_prebuilt(ready: bytes, as_of: str | None) -> Snapshot | None:
    """Open the snapshot that another process built. None when the cache no longer has it, or `ready` is incomplete.

    Raises SourceError when `as_of` is neither a date nor a time.
    """
    try:
        *cached, revision = marshal.loads(ready)
        snapshot = CachedDatabase(*cached).open()
    except (EOFError, ValueError, TypeError):
        return None
    return snapshot and with_context(snapshot, revision=revision, as_of=as_of)
