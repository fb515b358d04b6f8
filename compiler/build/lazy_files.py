"""Files that need not be read: those of which an earlier compilation has told what they hold.

A file that has the stamp that it had then is what it was, as for a whole source that is unchanged. Its hash is known,
and that names all that was made of it; so its text is read only when somebody asks for it, which hardly anybody does.
"""

from collections.abc import Callable, Iterator, Mapping
from functools import partial

from compiler.model.source import Entry, Problem, SourceError, SourceFile, Stamp, Tree

Known = Mapping[tuple[str, Stamp], tuple[str, int]]  # path and stamp -> sha256 and size of a file of text


class ChangedMeanwhileError(SourceError):
    """A file is not what its stamp said: what was made of the source holds no more."""


class UnreadFile(SourceFile):
    """A file of known content, read when its text is asked for. Raises ChangedMeanwhileError if it is another one."""

    __slots__ = ("_read",)

    def __init__(
        self, path: str, sha256: str, size: int, stamp: Stamp, read: Callable[[], SourceFile | Problem]
    ) -> None:
        values = {"path": path, "sha256": sha256, "size": size, "stamp": stamp, "content": None, "_read": read}
        for name, value in values.items():
            object.__setattr__(self, name, value)

    @property
    def text(self) -> str:
        """The text, read each time."""
        found = self._read()  # type: ignore[attr-defined]
        if not isinstance(found, SourceFile) or found.sha256 != self.sha256:
            raise ChangedMeanwhileError(f"'{self.path}' was changed while the source was compiled.")
        return found.text


class RecallingTree:
    """A tree whose files are read only where they are not known."""

    def __init__(self, tree: Tree, known: Known) -> None:
        self._tree = tree
        self._known = known

    def entries(self) -> Iterator[Entry]:
        """Every file of the tree."""
        return self._tree.entries()

    def read(self, path: str, max_bytes: int, *, binary: bool = False) -> SourceFile | Problem:
        """The file, or why it cannot be had."""
        stamp = None if binary else self._tree.stamp(path)
        known = self._known.get((path, stamp)) if stamp else None
        if stamp is None or known is None or known[1] > max_bytes:
            return self._tree.read(path, max_bytes, binary=binary)
        return UnreadFile(path, *known, stamp, partial(self._tree.read, path, max_bytes))

    def names(self, folder: str) -> list[str]:
        """The names of the files in one folder."""
        return self._tree.names(folder)

    def stamp(self, path: str) -> Stamp | None:
        """What changes when the file does."""
        return self._tree.stamp(path)
