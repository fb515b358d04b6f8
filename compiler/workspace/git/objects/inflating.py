"""Inflating what git has compressed, to the size that was declared and no further."""

import zlib
from collections.abc import Callable, Iterator

from compiler.workspace.git.objects.bounds import DamagedError

CHUNK = 4096
_LATER_CHUNK = 64 * 1024

Read = Callable[[int, int], bytes]  # up to so many bytes, from an offset on


def inflated(read: Read, offset: int, size: int, *, at_most: int | None = None) -> bytes:
    """Return the `size` bytes that are compressed from an offset on, or the first `at_most` of them. Raises
    DamagedError if there are fewer or more."""
    wanted = size if at_most is None else min(size, at_most)
    engine, parts, left = zlib.decompressobj(), [], wanted + 1
    for chunk in _chunks(read, offset):
        part = _part(engine, chunk, left)
        parts.append(part)
        left -= len(part)
        if engine.eof or left <= (0 if wanted == size else 1):
            break
    body = b"".join(parts)
    if len(body) < wanted or (wanted == size and (len(body) > size or not engine.eof)):
        raise DamagedError
    return body[:wanted]


def _chunks(read: Read, offset: int) -> Iterator[bytes]:
    count = CHUNK
    while chunk := read(offset, count):
        yield chunk
        offset += len(chunk)
        count = _LATER_CHUNK


def _part(engine: "zlib._Decompress", chunk: bytes, left: int) -> bytes:
    try:
        return engine.decompress(chunk, left)
    except zlib.error:
        raise DamagedError from None
