"""The files of packs, of which only so many are open at once: a repository may have thousands."""

from collections import OrderedDict
from threading import Lock

from compiler.disk.folder_tree import FolderTree
from compiler.disk.regular_file import RegularFile
from compiler.workspace.git.objects.bounds import DamagedError, ReadBudget

MAX_OPEN = 16
_OPENING = 20_000  # opening a file takes as long as unpacking so many bytes


class OpenFiles:
    """The files of a tree that were read last, open. Two threads may read them at once."""

    def __init__(self, tree: FolderTree, budget: ReadBudget) -> None:
        self._tree = tree
        self._budget = budget
        self._open: OrderedDict[str, RegularFile] = OrderedDict()
        self._lock = Lock()

    def file(self, path: str) -> "PackFile":
        """Return the regular file at a path. Raises DamagedError if there is none."""
        with self._lock:
            status = self._opened(path).status
        return PackFile(self, path, status.st_size, (status.st_dev, status.st_ino, status.st_mtime_ns))

    def read(self, path: str, offset: int, count: int, stamp: tuple[int, ...]) -> bytes:
        """Return up to `count` bytes of a file, from an offset on. Raises OSError, and DamagedError if another file is
        in its place."""
        with self._lock:
            file = self._opened(path)
            if stamp != (file.status.st_dev, file.status.st_ino, file.status.st_mtime_ns):
                raise DamagedError
            return file.read(offset, count)

    def close(self) -> None:
        """Close the files."""
        with self._lock:
            for file in self._open.values():
                file.close()
            self._open.clear()

    def _opened(self, path: str) -> RegularFile:
        if path in self._open:
            self._open.move_to_end(path)
            return self._open[path]
        while len(self._open) >= MAX_OPEN:
            self._open.popitem(last=False)[1].close()
        self._budget.charge(_OPENING)
        file = self._tree.open(path)
        if not isinstance(file, RegularFile):
            raise DamagedError
        self._open[path] = file
        return file


class PackFile:
    """A file that may be closed and opened again between two reads, and its `size` when it was first opened."""

    def __init__(self, files: OpenFiles, path: str, size: int, stamp: tuple[int, ...]) -> None:
        self._files = files
        self._path = path
        self._stamp = stamp
        self.size = size

    def read(self, offset: int, count: int) -> bytes:
        """Return up to `count` bytes from an offset on. Raises OSError and DamagedError."""
        return self._files.read(self._path, offset, count, self._stamp)
