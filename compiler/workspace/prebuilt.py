"""A snapshot that one process builds into the cache and another process opens.

The first process writes the place of the database, its stamp and its revision. The second one imports nothing that
compiles.
"""

import marshal
from dataclasses import replace

from compiler.model.source import SourceError
from compiler.store.cache.snapshot_cache import CachedDatabase
from compiler.store.replaced_rows import ReplacedRows
from compiler.store.snapshot import Snapshot
from compiler.workspace.context import with_context


def encode_prebuilt(cached: CachedDatabase, revision: dict[str, str] | None) -> bytes:
    """Return what `open_prebuilt` needs to open a cached snapshot."""
    replaced = cached.replaced.encoded() if cached.replaced else b""
    return marshal.dumps((cached.path, cached.stamp, cached.checksum, replaced, revision))


def encode_error(error: SourceError) -> bytes:
    """Return what makes `open_prebuilt` raise an error."""
    return marshal.dumps((str(error),))


def open_prebuilt(ready: bytes, as_of: str | None) -> Snapshot | None:
    """Open the snapshot that another process built. None when the cache no longer has it, or `ready` is incomplete.

    Raises SourceError when `as_of` is neither a date nor a time, and when the other process did.
    """
    try:
        value = marshal.loads(ready)
        if len(value) == 1:
            raise SourceError(value[0])
        *cached, replaced, revision = value
        snapshot = CachedDatabase(*cached).open()
        snapshot = snapshot and replace(snapshot, replaced=ReplacedRows.decoded(replaced))
    except (EOFError, ValueError, TypeError):
        return None
    return snapshot and with_context(snapshot, revision=revision, as_of=as_of)
