"""A snapshot that one process makes ready (`compiler.workspace.compile.prebuild`) and another opens.

The one writes what the other reads: where the snapshot is kept, the stamp of the database, and the revision that it is
of. The other loads nothing of what compiles.
"""

import marshal

from compiler.store.snapshot import Snapshot
from compiler.store.snapshot_cache import CachedDatabase
from compiler.workspace.context import with_context


def written(kept: CachedDatabase, revision: dict[str, str] | None) -> bytes:
    """What a process is told that is to open a kept snapshot."""
    return marshal.dumps((*kept, revision))


def open_prebuilt(ready: bytes, as_of: str | None) -> Snapshot | None:
    """Open the snapshot that another process built. None when the cache no longer has it, or `ready` is incomplete.
    Raises SourceError when `as_of` is neither a date nor a time."""
    try:
        database, stamp, revision = marshal.loads(ready)
    except (EOFError, ValueError, TypeError):
        return None
    snapshot = CachedDatabase(database, stamp).open()
    return snapshot and with_context(snapshot, revision=revision, as_of=as_of)
