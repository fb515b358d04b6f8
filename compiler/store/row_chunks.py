"""The rows of a part in one table, in chunks. Those of a small part are in memory. Those of a large one are bytes, in a
temporary file if they are many, and are read chunk by chunk: so memory is bounded by one chunk, not by the part."""

import marshal
from collections.abc import Iterator, Sequence
from typing import Any, Generic, TypeVar

from compiler.disk.spill_file import Read, SpillFile

CHUNK_ROWS = 4_000
KEPT_BYTES = 2_000_000  # of the chunks of one part that are in memory

T = TypeVar("T")


def stored(file: SpillFile, body: bytes) -> Read:
    """Keep bytes in a file. Return what reads them."""
    piece = file.put(body)
    return lambda: file.get(piece)


def stored_chunk(file: SpillFile, chunk: Any) -> Read:
    """Keep a chunk in a file. Return what reads its bytes."""
    return stored(file, marshal.dumps(chunk))


class Chunks(Generic[T]):
    """Chunks, of which each is a plain value in memory, or is read and decoded when its turn comes."""

    __slots__ = ("_chunks",)

    def __init__(self, chunks: Sequence[T | Read] = ()) -> None:
        self._chunks = list(chunks)

    def __bool__(self) -> bool:
        return bool(self._chunks)

    def __iter__(self) -> Iterator[T]:
        for chunk in self._chunks:
            yield marshal.loads(chunk()) if callable(chunk) else chunk

    def add(self, chunk: T | Read) -> None:
        """Add a chunk behind the others."""
        self._chunks.append(chunk)

    def described(self, reads: list[Read]) -> list[Any]:
        """Return the chunks as a plain value. What reads those that are bytes is added to `reads`, and its number
        stands for it."""
        described: list[Any] = []
        for chunk in self._chunks:
            if callable(chunk):
                described.append(len(reads))
                reads.append(chunk)
            else:
                described.append(chunk)
        return described

    @classmethod
    def of(cls, described: Sequence[Any], reads: Sequence[Read]) -> "Chunks[T]":
        """Return the chunks that were `described`."""
        return cls([reads[item] if isinstance(item, int) else item for item in described])
