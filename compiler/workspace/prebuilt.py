"""A snapshot that one process makes ready (`compiler.workspace.compile.prebuild`) and another opens.

The one writes what the other reads: where the snapshot is kept, the stamp of the database, and the revision that it is
of. The other loads nothing of what compiles.
"""

import marshal
import os

from compiler.store.snapshot import Snapshot
from compiler.store.snapshot_cache import CachedDatabase
from compiler.workspace.context import revisions_of, told


def written(kept: CachedDatabase, revision: dict[str, str] | None) -> bytes:
    """What a process is told that is to open a kept snapshot."""
    return marshal.dumps((*kept, revision))


def open_prebuilt(ready: bytes, path: str | os.PathLike[str], as_of: str | None) -> Snapshot | None:
    """The snapshot of the source at a path that was made ready; None when it is there no longer, or not all was
    written. Raises SourceError for a date that is none."""
    try:
        database, stamp, revision = marshal.loads(ready)
    except (EOFError, ValueError, TypeError):
        return None
    snapshot = CachedDatabase(database, stamp).open()
    return snapshot and told(snapshot, revision, as_of, revisions_of(path, as_of, keep=True))
