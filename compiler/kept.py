"""Finished snapshots kept between runs: an unchanged source is opened, not compiled.

Beside a snapshot, under its id, stands a list of what was read for it, under the path of its source. A later run reads
those files again (and a directory is walked again): only when the identity is the same as then is the snapshot the
right one.
"""

from collections.abc import Iterable
from hashlib import sha256
from pathlib import Path

import orjson

from compiler import cache
from compiler.sources import Source
from compiler.version import VERSION

FOLDER = "snapshots"
MOST_BYTES = 512 * 1024 * 1024


def paths_read(source: Source) -> list[str]:
    """What was read the last time that this source was compiled; nothing when that is not known."""
    listed = cache.read(_list_of(source))
    return orjson.loads(listed) if listed else []


def load(snapshot_id: str) -> bytes | None:
    """The database of a snapshot that this very compiler made."""
    return cache.read(_database_of(snapshot_id))


def save(source: Source, snapshot_id: str, database: bytes) -> None:
    """Keeps a snapshot, and what was read for it."""
    cache.write(_database_of(snapshot_id), database)
    cache.write(_list_of(source), orjson.dumps(sorted({*source.files, *source.problems})))
    cache.forget_oldest(cache.entry(FOLDER, ""), MOST_BYTES)


def _list_of(source: Source) -> Path:
    return cache.entry(FOLDER, f"read-{_digest([str(source.root), source.entry or ''])}")


def _database_of(snapshot_id: str) -> Path:
    return cache.entry(FOLDER, f"{snapshot_id[:32]}-{_digest([VERSION, *_code()])}")


def _code() -> Iterable[str]:
    """The compiler's own files, by size and time: who changes it is not to be shown what it made before."""
    for path in sorted(Path(__file__).parent.rglob("*.*")):
        if path.suffix in (".py", ".lark"):
            status = path.stat()
            yield f"{path.name} {status.st_size} {status.st_mtime_ns}"


def _digest(parts: Iterable[str]) -> str:
    return sha256("\0".join(parts).encode(errors="surrogateescape")).hexdigest()[:32]
