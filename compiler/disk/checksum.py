"""Checksums of large files of our own, against accidents: a disk that fails, a copy that was cut short.

They are no defence against somebody who writes on purpose: who may write is asked of the system
(`compiler.disk.cache_directory`).
"""

import os
import threading
import zlib

from compiler.disk.regular_file import open_stream

_CHUNK_BYTES = 1 << 20


def checksum_of_file(path: str | os.PathLike[str]) -> int | None:
    """Return the checksum of a file; None if it cannot be read."""
    found = 0
    try:
        with open_stream(path) as file:
            buffer = memoryview(bytearray(_CHUNK_BYTES))
            while count := file.readinto(buffer):
                found = zlib.crc32(buffer[:count], found)
    except OSError:
        return None
    return found


class BackgroundChecksum:
    """The checksum of a file, computed in a thread while this one does other work."""

    def __init__(self, path: str | os.PathLike[str]) -> None:
        self._path = path
        self._found: int | None = None
        self._thread = threading.Thread(target=self._compute, daemon=True)
        self._thread.start()

    def _compute(self) -> None:
        self._found = checksum_of_file(self._path)

    def result(self) -> int | None:
        """Wait for the checksum; None if the file cannot be read. The thread has ended then."""
        self._thread.join()
        return self._found
