"""The index of a pack: where in the pack each object is (gitformat-pack(5), versions 1 and 2)."""

from bisect import bisect_left
from collections.abc import Iterator
from contextlib import suppress

from compiler.workspace.git.objects.bounds import DamagedError, ReadBudget
from compiler.workspace.git.objects.open_files import PackFile

_MAGIC = b"\xfftOc"
_FAN_OUT = 256 * 4  # bytes: how many ids begin with each byte or a smaller one
_CHECKSUM = 4
_FAR = 0x80000000  # the rest of an offset is a place in the table of long ones
_LONG = 8
_MAX_BUCKET = 16 * 1024 * 1024  # bytes of the ids that begin with one byte: ten times those of the largest repositories
_MAX_KEPT = 64 * 1024 * 1024  # bytes of ids that are kept


class PackIndex:
    """The index in a file. Raises DamagedError if it is none."""

    def __init__(self, file: PackFile, id_size: int, budget: ReadBudget) -> None:
        self._file = file
        self._budget = budget
        self._kept = 0
        self.id_size = id_size
        self._buckets: dict[int, list[bytes]] = {}
        head = file.read(0, 8)
        self._is_old = head[:4] != _MAGIC
        if not self._is_old and head[4:] != b"\0\0\0\2":
            raise DamagedError
        start = 0 if self._is_old else 8
        table = file.read(start, _FAN_OUT)
        if len(table) < _FAN_OUT:
            raise DamagedError
        self._ends = [int.from_bytes(table[at : at + 4], "big") for at in range(0, _FAN_OUT, 4)]
        self._entries = start + _FAN_OUT
        self._count = self._ends[-1]
        self._width = id_size + 4 if self._is_old else id_size
        is_rising = all(one <= other for one, other in zip(self._ends, self._ends[1:], strict=False))
        if not is_rising or self._entries + self._count * self._width > file.size:
            raise DamagedError

    def offset(self, sha: bytes) -> int | None:
        """Return where in the pack an object is; None if it is not in it. Raises DamagedError."""
        ids = self._bucket(sha[0])
        at = bisect_left(ids, sha)
        if at == len(ids) or ids[at] != sha:
            return None
        place = (self._ends[sha[0] - 1] if sha[0] else 0) + at
        if self._is_old:
            return self._number(self._entries + place * self._width, 4)
        offsets = self._entries + self._count * (self.id_size + _CHECKSUM)
        found = self._number(offsets + place * 4, 4)
        if not found & _FAR:
            return found
        return self._number(offsets + self._count * 4 + (found & ~_FAR) * _LONG, _LONG)

    def ids(self, prefix: str) -> Iterator[bytes]:
        """Give the ids that begin with some hexadecimal digits, at least two."""
        with suppress(DamagedError):
            for sha in self._bucket(int(prefix[:2], 16)):
                if sha.hex().startswith(prefix):
                    yield sha

    def _bucket(self, first: int) -> list[bytes]:
        """The ids that begin with a byte."""
        if first not in self._buckets:
            begin, end = (self._ends[first - 1] if first else 0), self._ends[first]
            size = (end - begin) * self._width
            if size > _MAX_BUCKET:
                raise DamagedError
            self._budget.charge(size)
            content = self._file.read(self._entries + begin * self._width, size)
            if len(content) < size:
                raise DamagedError
            if self._kept > _MAX_KEPT:
                self._buckets, self._kept = {}, 0
            self._kept += size
            skipped = self._width - self.id_size
            self._buckets[first] = [
                content[at + skipped : at + self._width] for at in range(0, len(content), self._width)
            ]
        return self._buckets[first]

    def _number(self, at: int, width: int) -> int:
        content = self._file.read(at, width)
        if len(content) < width:
            raise DamagedError
        return int.from_bytes(content, "big")
