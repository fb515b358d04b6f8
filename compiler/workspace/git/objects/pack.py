"""A pack: many objects in one file, most of them as deltas of others (gitformat-pack(5))."""

from collections import OrderedDict
from collections.abc import Callable
from typing import NamedTuple

from compiler.workspace.git.objects import delta as deltas
from compiler.workspace.git.objects.bounds import MAX_CHAIN, MAX_OBJECT_BYTES, DamagedError, ReadBudget, TooLargeError
from compiler.workspace.git.objects.inflating import CHUNK, inflated
from compiler.workspace.git.objects.open_files import PackFile
from compiler.workspace.git.objects.pack_index import PackIndex

KINDS = {1: "commit", 2: "tree", 3: "blob", 4: "tag"}
_BY_OFFSET, _BY_ID = 6, 7  # deltas, by how they name what they are applied to
_HEADER_BYTES = 64
_MAX_KEPT = 4 * 1024 * 1024  # bytes of an object that is kept, as others may be made of it
_MAX_ALL_KEPT = 32 * 1024 * 1024

GitObject = tuple[str, bytes]  # its kind and content


class _Entry(NamedTuple):
    """An object in a pack: its kind or that of its delta, the size of what is compressed `at` an offset, and the
    offset or the id of what a delta is applied to."""

    kind: int
    size: int
    at: int
    base: int | bytes


class Pack:
    """A pack and its index. `elsewhere` reads an object that is not in the pack."""

    def __init__(
        self, file: PackFile, index: PackIndex, budget: ReadBudget, elsewhere: Callable[[bytes], GitObject]
    ) -> None:
        self.index = index
        self._file = file
        self._id_size = index.id_size
        self._budget = budget
        self._elsewhere = elsewhere
        self._kept: OrderedDict[int, GitObject] = OrderedDict()
        self._kept_bytes = 0

    def object_at(self, offset: int, max_bytes: int) -> GitObject:
        """Return the object at an offset. Raises DamagedError, and TooLargeError if it has more than `max_bytes`."""
        chain, start = self._chain(offset, max_bytes)
        kind, content = start
        for place, entry in reversed(chain):
            self._budget.charge(entry.size)
            delta = inflated(self._file.read, entry.at, entry.size)
            base_size, size, _ = deltas.sizes(delta)
            if max(base_size, size) > MAX_OBJECT_BYTES:
                raise DamagedError
            self._budget.charge(size + len(delta))
            content = deltas.applied(content, delta)
            self._keep(place, (kind, content))
        return kind, content

    def _chain(self, offset: int, max_bytes: int) -> tuple[list[tuple[int, _Entry]], GitObject]:
        """The deltas that make the object at an offset, the last one first, and the object that they begin with."""
        chain: list[tuple[int, _Entry]] = []
        seen = set[int]()
        while len(chain) < MAX_CHAIN and offset not in seen:
            seen.add(offset)
            if (kept := self._kept.get(offset)) is not None:
                if not chain and len(kept[1]) > max_bytes:
                    raise TooLargeError(len(kept[1]))
                return chain, kept
            entry = self._entry(offset)
            is_delta = entry.kind in (_BY_OFFSET, _BY_ID)
            size = self._result_size(entry) if is_delta else entry.size
            if size > (MAX_OBJECT_BYTES if chain else max_bytes):
                raise DamagedError if chain else TooLargeError(size)
            if not is_delta:
                return chain, self._whole(offset, entry)
            chain.append((offset, entry))
            if isinstance(entry.base, int):
                offset = entry.base
            elif (inside := self.index.offset(entry.base)) is not None:
                offset = inside
            else:
                return chain, self._elsewhere(entry.base)
        raise DamagedError

    def _whole(self, offset: int, entry: _Entry) -> GitObject:
        """The object of an entry that is no delta."""
        if entry.kind not in KINDS:
            raise DamagedError
        self._budget.charge(entry.size + CHUNK)
        found = KINDS[entry.kind], inflated(self._file.read, entry.at, entry.size)
        self._keep(offset, found)
        return found

    def _result_size(self, entry: _Entry) -> int:
        """The size that a delta declares for its result."""
        if entry.size > MAX_OBJECT_BYTES:
            raise DamagedError
        self._budget.charge(CHUNK)
        head = inflated(self._file.read, entry.at, entry.size, at_most=deltas.HEADER_BYTES)
        return deltas.sizes(head)[1]

    def _entry(self, offset: int) -> _Entry:
        head = self._file.read(offset, _HEADER_BYTES)
        try:
            return self._parsed(offset, head)
        except IndexError:
            raise DamagedError from None

    def _parsed(self, offset: int, head: bytes) -> _Entry:
        byte, at = head[0], 1
        kind, size, shift = byte >> 4 & 7, byte & 15, 4
        while byte & 0x80 and shift < 64:
            byte = head[at]
            size |= (byte & 0x7F) << shift
            at, shift = at + 1, shift + 7
        base: int | bytes = b""
        if kind == _BY_ID:
            base = head[at : at + self._id_size]
            at += self._id_size
        elif kind == _BY_OFFSET:
            byte, at = head[at], at + 1
            back = byte & 0x7F
            while byte & 0x80:
                byte, at = head[at], at + 1
                back = (back + 1) << 7 | byte & 0x7F
            base = offset - back
            if not 0 < base < offset:
                raise DamagedError
        return _Entry(kind, size, offset + at, base)

    def _keep(self, offset: int, found: GitObject) -> None:
        """Keep an object for those that are made of it, and let go of those that were kept longest."""
        size = len(found[1])
        if size > _MAX_KEPT or offset in self._kept:
            return
        self._kept[offset] = found
        self._kept_bytes += size
        while self._kept_bytes > _MAX_ALL_KEPT:
            self._kept_bytes -= len(self._kept.popitem(last=False)[1][1])
