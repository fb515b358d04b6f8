"""What a process that builds one source again and again does while nobody waits for it: it reads and copies databases.

An incremental build changes a copy of the database before it. Before that the checksum of the old one is compared, and
after it that of the new one is computed. All of it reads every page. `CopyAhead` does so when the process has answered:
it copies the newest database for the next build, and computes the checksum of what it copies on the way. A copy that
has not the checksum of its database is not used.
"""

import contextlib
import os
import zlib
from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple

from compiler.disk.checksum import checksum_of_file
from compiler.disk.regular_file import create_new, open_stream
from compiler.disk.stamps import stamp_of_file
from compiler.model.source import Stamp

MAX_BYTES = 512 * 1024 * 1024  # of a database that is copied ahead
_CHUNK_BYTES = 1 << 20


class _Copy(NamedTuple):
    """A finished copy of a database. Both have the stamps that they had when it was finished."""

    path: Path
    stamp: Stamp
    original: str
    original_stamp: Stamp


class CopyAhead:
    """Work to do later, and the copy that it has made."""

    def __init__(self, max_bytes: int = MAX_BYTES) -> None:
        """`max_bytes` is the size of the largest database that is copied."""
        self._max_bytes = max_bytes
        self._later: Callable[[], None] | None = None
        self._copy: _Copy | None = None

    def later(self, work: Callable[[], None]) -> None:
        """Do some work when nobody waits (`catch_up`). There is one work at a time."""
        self.catch_up()
        self._later = work

    def catch_up(self) -> None:
        """Do now what was put off."""
        work, self._later = self._later, None
        if work is not None:
            work()

    @property
    def copied(self) -> tuple[str, Stamp] | None:
        """The database of which there is a copy, and its stamp."""
        return (self._copy.original, self._copy.original_stamp) if self._copy else None

    def is_copied(self, path: str, stamp: Stamp) -> bool:
        """Whether there is a copy of a database that has its stamp: it was whole when it was copied."""
        return self.copied == (path, stamp)

    def take(self, path: str, stamp: Stamp, draft: Path) -> bool:
        """Move the copy of a database to `draft`. False if there is none, or somebody touched it. Raises OSError."""
        if not self.is_copied(path, stamp):
            return False
        copy, self._copy = self._copy, None
        assert copy is not None
        if stamp_of_file(copy.path) != copy.stamp:
            return False
        copy.path.replace(draft)
        return True

    def copy(self, path: str, stamp: Stamp, draft: Path, checksum: int | None = None) -> int | None:
        """Copy a database to `draft`, for the next build. Return its checksum; None if it cannot be read. There is no
        copy of a large one, nor of one that has not the `checksum` that is given."""
        self._drop()
        found = _copied(path, draft, self._max_bytes)
        copied_stamp = stamp_of_file(draft)
        if found is None or copied_stamp is None:
            _unlink(draft)
            return checksum_of_file(path)
        self._copy = _Copy(draft, copied_stamp, path, stamp)
        if checksum not in (None, found) or stamp_of_file(path) != stamp:
            self._drop()
        return found

    def _drop(self) -> None:
        copy, self._copy = self._copy, None
        if copy is not None:
            _unlink(copy.path)


def _copied(path: str, draft: Path, max_bytes: int) -> int | None:
    """Copy a file, and return its checksum. None if it is large, cannot be read, or there is no room."""
    found = 0
    try:
        with open_stream(path) as source, create_new(draft, mode=0o600) as target:
            if os.fstat(source.fileno()).st_size > max_bytes:
                return None
            buffer = memoryview(bytearray(_CHUNK_BYTES))
            while count := source.readinto(buffer):
                found = zlib.crc32(buffer[:count], found)
                target.write(buffer[:count])
    except OSError:
        return None
    return found


def _unlink(path: Path) -> None:
    with contextlib.suppress(OSError):
        path.unlink(missing_ok=True)
