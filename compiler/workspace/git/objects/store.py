"""The objects of a repository by their ids: those in files of their own, and those in packs.

`objects/info/alternates` is not followed: it would open the objects of another repository.
"""

import hashlib
import re
import zlib
from contextlib import closing, suppress
from itertools import islice

from compiler.disk.folder_tree import FolderTree
from compiler.disk.regular_file import RegularFile
from compiler.model.source import Problem
from compiler.workspace.git.objects.bounds import MAX_OBJECT_BYTES, DamagedError, ReadBudget, TooLargeError
from compiler.workspace.git.objects.inflating import CHUNK, inflated
from compiler.workspace.git.objects.open_files import OpenFiles
from compiler.workspace.git.objects.pack import GitObject, Pack
from compiler.workspace.git.objects.pack_index import PackIndex

MAX_PACKS = 10_000
MAX_SIMILAR = 1_000  # ids that begin with the same digits
_HEADER = re.compile(rb"(commit|tree|blob|tag) (\d{1,18})\0")
_HEADER_BYTES = 32
_LOOKING = 300  # looking for an object in a pack takes as long as unpacking so many bytes
_MAX_DEPTH = 50  # of packs whose deltas are made of objects of other packs


class ObjectStore:
    """The objects below a folder, whose ids have `id_size` bytes."""

    def __init__(self, folder: str, id_size: int, budget: ReadBudget) -> None:
        self._tree = FolderTree(folder)
        self._id_size = id_size
        self._budget = budget
        self._files = OpenFiles(self._tree, budget)
        self._packs: list[Pack] | None = None
        self._depth = 0

    def read(self, sha: str, max_bytes: int = MAX_OBJECT_BYTES) -> GitObject | None:
        """Return the kind (`blob`, `tree`, …) and content of an object; None if it is missing or damaged. Raises
        TooLargeError if it has more than `max_bytes`, and RepositoryBoundError."""
        if not self._is_id(sha):
            return None
        for find in (self._loose, self._packed):
            with suppress(DamagedError, OSError):
                found = find(sha, max_bytes)
                if found is not None and self._id_of(found) == sha:
                    return found
        return None

    def ids(self, prefix: str) -> list[str]:
        """Return the ids that begin with some hexadecimal digits, at least two, in their order."""
        loose = (prefix[:2] + name for name in self._tree.names(prefix[:2]))
        packed = (sha.hex() for pack in self._opened_packs() for sha in pack.index.ids(prefix))
        found = (
            candidate
            for ids in (loose, packed)
            for candidate in ids
            if candidate.startswith(prefix) and self._is_id(candidate)
        )
        return sorted(set(islice(found, MAX_SIMILAR)))

    def close(self) -> None:
        """Close the packs."""
        self._files.close()
        self._packs = None

    def _is_id(self, text: str) -> bool:
        return len(text) == 2 * self._id_size and re.fullmatch("[0-9a-f]+", text) is not None

    def _id_of(self, found: GitObject) -> str:
        return object_id(*found, self._id_size)

    def _loose(self, sha: str, max_bytes: int) -> GitObject | None:
        """The object in a file of its own."""
        file = self._tree.open(f"{sha[:2]}/{sha[2:]}")
        if isinstance(file, Problem):
            return None
        with closing(file):
            self._budget.charge(CHUNK)
            head = _HEADER.match(_first_bytes(file))
            if head is None:
                raise DamagedError
            size = int(head[2])
            if size > max_bytes:
                raise TooLargeError(size)
            self._budget.charge(size)
            return head[1].decode(), inflated(file.read, 0, head.end() + size)[head.end() :]

    def _packed(self, sha: str, max_bytes: int) -> GitObject | None:
        packs = self._opened_packs()
        for place, pack in enumerate(packs):
            self._budget.charge(_LOOKING)
            with suppress(DamagedError, OSError):
                if (offset := pack.index.offset(bytes.fromhex(sha))) is not None:
                    found = pack.object_at(offset, max_bytes)
                    packs.insert(0, packs.pop(place))  # as git does: the next one is probably there too
                    return found
        return None

    def _elsewhere(self, sha: bytes) -> GitObject:
        """What a delta is applied to that is not in its pack. Raises DamagedError."""
        self._depth += 1
        try:
            found = self.read(sha.hex()) if self._depth < _MAX_DEPTH else None
        except TooLargeError:
            found = None
        finally:
            self._depth -= 1
        if found is None:
            raise DamagedError
        return found

    def _opened_packs(self) -> list[Pack]:
        if self._packs is None:
            names = sorted(name for name in self._tree.names("pack") if name.endswith(".idx"))[:MAX_PACKS]
            self._packs = [pack for name in names if (pack := self._pack(f"pack/{name.removesuffix('.idx')}"))]
        return self._packs

    def _pack(self, path: str) -> Pack | None:
        """The pack with an index, None if one of the two cannot be read."""
        with suppress(DamagedError, OSError):
            file = self._files.file(f"{path}.pack")
            index = PackIndex(self._files.file(f"{path}.idx"), self._id_size, self._budget)
            return Pack(file, index, self._budget, self._elsewhere)
        return None


def _first_bytes(file: RegularFile) -> bytes:
    """The beginning of what a file has compressed, or all of it if that is less."""
    try:
        return zlib.decompressobj().decompress(file.read(0, CHUNK), _HEADER_BYTES)
    except zlib.error:
        raise DamagedError from None


def object_id(kind: str, content: bytes, id_size: int) -> str:
    """Return the id that git gives to an object, in a repository whose ids have so many bytes."""
    algorithm = "sha1" if id_size == 20 else "sha256"
    head = f"{kind} {len(content)}\0".encode()
    return hashlib.new(algorithm, head + content, usedforsecurity=False).hexdigest()
