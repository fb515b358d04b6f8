"""The paths that git tracks, from its index (gitformat-index(5)). Only the names are read at once: this takes 20 ms for
20,000 files. The times and ids are read of the files that are asked for."""

import os
import stat
import struct
from bisect import bisect_left
from collections.abc import Callable, Iterator
from functools import cached_property

_FIXED = 40  # bytes of an entry before its id
_EXTENDED = 0x4000  # a flag of entries that have two bytes of further flags
_STAGE = 0x3000  # flags of entries of a merge that is not done
_TO_ADD = 0x2000  # a further flag of entries without a content
# In version 4 a name may take all of the one before, so that a small file could hold names without end.
_MAX_NAME = 4_096  # bytes; longer paths are not read
_NAMES_FACTOR = 4  # all names have at most so many times the bytes of the index
_SECOND = 1_000_000_000  # nanoseconds
_STATUS = struct.Struct(">10I")  # ctime, mtime (seconds and nanoseconds), device, inode, mode, user, group, size


class TrackedFiles:
    """The files of a working tree that git tracks. `read` returns the bytes of the index; it is called when the first
    file is asked for. `id_size` is that of an object's id, in bytes."""

    def __init__(self, read: Callable[[], bytes], id_size: int) -> None:
        self._read = read
        self._id_size = id_size

    def holds(self, path: str) -> bool:
        """Whether git tracks a file."""
        return self._may_hold(path) and path in self._entries

    def holds_below(self, folder: str) -> bool:
        """Whether git tracks a file in a folder or below."""
        prefix = f"{folder}/"
        if not self._may_hold(prefix):
            return False
        at = bisect_left(self._paths, prefix)
        return at < len(self._paths) and self._paths[at].startswith(prefix)

    def id_of(self, path: str, status: os.stat_result, written_at: int) -> str | None:
        """Return the id of the content that git would store of a file, if it need not be read for that: the file has
        the `status` (of `os.lstat`) that git noted. None if it may have changed since, also in the second in which the
        index was written (`written_at`), as git does it."""
        at = self._entries.get(path)
        if at is None or not stat.S_ISREG(status.st_mode) or at + _FIXED + self._id_size + 4 > len(self._content):
            return None
        ctime, ctime_ns, mtime, mtime_ns, _, inode, mode, _, _, size = _STATUS.unpack_from(self._content, at)
        id_ = self._content[at + _FIXED : at + _FIXED + self._id_size]
        flags, further = struct.unpack_from(">2H", self._content, at + _FIXED + self._id_size)
        is_content = stat.S_ISREG(mode) and not flags & _STAGE and not (flags & _EXTENDED and further & _TO_ADD)
        noted = (ctime, mtime, inode, size)
        found = (status.st_ctime_ns // _SECOND, status.st_mtime_ns // _SECOND, status.st_ino, status.st_size)
        is_same = noted == tuple(number & 0xFFFFFFFF for number in found) and all(
            time in (0, now % _SECOND) for time, now in ((ctime_ns, status.st_ctime_ns), (mtime_ns, status.st_mtime_ns))
        )
        # Git notes the size 0 of a file that changed in the second in which the index was written.
        is_settled = size > 0 and max(ctime, mtime) < written_at
        return id_.hex() if is_content and is_same and is_settled else None

    def _may_hold(self, text: str) -> bool:
        """A quick test, which spares most sources reading the names: what is ignored is seldom tracked."""
        is_compressed = self._content[7:8] == b"\x04"  # version 4: a name begins with a part of the one before
        return is_compressed or text.encode(errors="surrogateescape") in self._content

    @cached_property
    def _content(self) -> bytes:
        return self._read()

    @cached_property
    def _entries(self) -> dict[str, int]:
        """Where the entry of each path begins."""
        try:
            return {name.decode(errors="surrogateescape"): at for name, at in _entries(self._content, self._id_size)}
        except (IndexError, ValueError):  # it is damaged: then git is told nothing by it either
            return {}

    @cached_property
    def _paths(self) -> list[str]:
        return sorted(self._entries)


def _entries(content: bytes, id_size: int) -> Iterator[tuple[bytes, int]]:
    """The names of the entries, and where they begin. Raises IndexError and ValueError if the index is damaged."""
    if content[:4] != b"DIRC":
        return
    left = _NAMES_FACTOR * len(content)
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
        left -= len(name)
        if not 0 < len(name) <= _MAX_NAME or left < 0:
            raise ValueError("no names that git writes")
        yield name, at
        at = end + 1 if version == 4 else at + (end - at) // 8 * 8 + 8  # padded with one to eight NULs


def _number(content: bytes, at: int) -> tuple[int, int]:
    """The number at a place, as git writes offsets, and where it ends."""
    value = content[at] & 0x7F
    while content[at] & 0x80:
        at += 1
        value = (value + 1) << 7 | content[at] & 0x7F
    return value, at + 1
