"""The paths that git tracks, from its index (gitformat-index(5)). Only the names are read: this takes 20 ms for 20,000
files, and opening the index with its times and ids far longer."""

from bisect import bisect_left
from collections.abc import Callable, Iterator
from functools import cached_property

_FIXED = 40  # bytes of an entry before its id
_EXTENDED = 0x4000  # a flag of entries that have two bytes of further flags


class TrackedFiles:
    """The files of a working tree that git tracks. `read` returns the bytes of the index; it is called when the first
    file is asked for. `id_size` is that of an object's id, in bytes."""

    def __init__(self, read: Callable[[], bytes], id_size: int) -> None:
        self._read = read
        self._id_size = id_size

    def holds(self, path: str) -> bool:
        """Whether git tracks a file."""
        return self._may_hold(path) and path in self._set

    def holds_below(self, folder: str) -> bool:
        """Whether git tracks a file in a folder or below."""
        prefix = f"{folder}/"
        if not self._may_hold(prefix):
            return False
        at = bisect_left(self._paths, prefix)
        return at < len(self._paths) and self._paths[at].startswith(prefix)

    def _may_hold(self, text: str) -> bool:
        """A quick test, which spares most sources reading the names: what is ignored is seldom tracked."""
        is_compressed = self._content[7:8] == b"\x04"  # version 4: a name begins with a part of the one before
        return is_compressed or text.encode(errors="surrogateescape") in self._content

    @cached_property
    def _content(self) -> bytes:
        return self._read()

    @cached_property
    def _paths(self) -> list[str]:
        try:
            return sorted(name.decode(errors="surrogateescape") for name in _names(self._content, self._id_size))
        except (IndexError, ValueError):  # it is damaged: then git is told nothing by it either
            return []

    @cached_property
    def _set(self) -> frozenset[str]:
        return frozenset(self._paths)


def _names(content: bytes, id_size: int) -> Iterator[bytes]:
    if content[:4] != b"DIRC":
        return
    version, count = (int.from_bytes(content[at : at + 4], "big") for at in (4, 8))
    at, name = 12, b""
    for _ in range(count):
        flags_at = at + _FIXED + id_size
        flags = int.from_bytes(content[flags_at : flags_at + 2], "big")
        start = flags_at + (4 if version >= 3 and flags & _EXTENDED else 2)
        if version == 4:
            dropped, start = _number(content, start)
            name = name[: len(name) - dropped]
        else:
            name = b""
        end = content.index(0, start)
        name += content[start:end]
        yield name
        at = end + 1 if version == 4 else at + (end - at) // 8 * 8 + 8  # padded with one to eight NULs


def _number(content: bytes, at: int) -> tuple[int, int]:
    """The number at a place, as git writes offsets, and where it ends."""
    value = content[at] & 0x7F
    while content[at] & 0x80:
        at += 1
        value = (value + 1) << 7 | content[at] & 0x7F
    return value, at + 1
