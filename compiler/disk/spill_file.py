"""Bytes that wait to be read again: in memory while they are few, else in a temporary file that has no name."""

import os
from collections.abc import Callable
from typing import IO, NamedTuple

from compiler.disk import temporary

KEPT_BYTES = 16_000_000  # in memory

Read = Callable[[], bytes]  # returns bytes that wait; may raise OSError


class Piece(NamedTuple):
    """Where bytes stand."""

    is_in_file: bool
    start: int
    size: int


class SpillFile:
    """The bytes. Forked processes may read what was there when they were forked. Where there is no temporary directory,
    or it is full, all stays in memory. The file ends with the object."""

    def __init__(self, kept_bytes: int | None = None) -> None:
        """`kept_bytes` are those that stay in memory, by default `KEPT_BYTES`."""
        self._left = KEPT_BYTES if kept_bytes is None else kept_bytes
        self._kept = bytearray()
        self._file: IO[bytes] | None = None
        self._size = 0  # of the file

    def put(self, body: bytes) -> Piece:
        """Keep bytes."""
        if len(body) > self._left and self._write(body):
            self._size += len(body)
            return Piece(True, self._size - len(body), len(body))
        self._left -= len(body)
        self._kept += body
        return Piece(False, len(self._kept) - len(body), len(body))

    def get(self, piece: Piece) -> bytes:
        """Return the bytes of a piece. Raises OSError."""
        if not piece.is_in_file:
            return bytes(self._kept[piece.start : piece.start + piece.size])
        assert self._file is not None
        return _read_at(self._file, piece.start, piece.size)

    def __del__(self) -> None:
        if self._file is not None:
            self._file.close()

    def _write(self, body: bytes) -> bool:
        """Write bytes behind those that are in the file. Return whether it was possible."""
        try:
            if self._file is None:
                import tempfile  # few builds need it

                folder = temporary.directory()
                if folder is None:
                    return False
                self._file = tempfile.TemporaryFile(dir=folder, buffering=0)  # noqa: SIM115
            _write_at(self._file, self._size, body)
        except OSError:
            return False
        return True


def _read_at(file: IO[bytes], start: int, size: int) -> bytes:
    found = b""
    while len(found) < size:
        if hasattr(os, "pread"):  # forked processes share the position of a file
            more = os.pread(file.fileno(), size - len(found), start + len(found))
        else:
            file.seek(start + len(found))
            more = file.read(size - len(found))
        if not more:
            raise OSError("a temporary file has lost what was written")
        found += more
    return found


def _write_at(file: IO[bytes], start: int, body: bytes) -> None:
    file.seek(start)
    left = memoryview(body)
    while left:
        left = left[file.write(left) or 0 :]
