"""Files whose hash is known without reading them: a file with the stamp that was recorded has the recorded content.

What was made of a file goes by its hash, so its text is read only when a linker or the snapshot needs it.
"""

from collections.abc import Callable
from functools import partial

from compiler.model.source import Problem, SourceError, SourceFile, Stamp, Tree, TreeOver
from compiler.store.cache.snapshot_cache import KnownFiles


class ChangedMeanwhileError(SourceError):
    """A file has the recorded stamp and another content. What was compiled so far is wrong."""


class LazyFile(SourceFile):
    """A file of known hash, read when its text is asked for. Raises ChangedMeanwhileError if it has another hash."""

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
        file = self._read()  # type: ignore[attr-defined]
        if not isinstance(file, SourceFile) or file.sha256 != self.sha256:
            raise ChangedMeanwhileError(f"'{self.path}' was changed while the source was compiled.")
        return file.text


class LazyTree(TreeOver):
    """A tree that gives a `LazyFile` for each known file, and reads the others."""

    def __init__(self, tree: Tree, known: KnownFiles) -> None:
        super().__init__(tree)
        self._known = known

    def read(self, path: str, max_bytes: int, *, binary: bool = False) -> SourceFile | Problem:
        """Return the file, or why it cannot be read."""
        stamp = None if binary else self._tree.stamp(path)
        known = self._known.get((path, stamp)) if stamp else None
        if stamp is None or known is None or known[1] > max_bytes:
            return self._tree.read(path, max_bytes, binary=binary)
        return LazyFile(path, *known, stamp, partial(self._tree.read, path, max_bytes))


class SparingTree(TreeOver):
    """A tree that keeps the texts of the first files in memory, and reads those of the others each time that they are
    asked for. So a build holds the texts of no source that is larger than its memory."""

    def __init__(self, tree: Tree, max_bytes: int) -> None:
        super().__init__(tree)
        self._left = max_bytes

    def read(self, path: str, max_bytes: int, *, binary: bool = False) -> SourceFile | Problem:
        """Return the file, or why it cannot be read."""
        file = self._tree.read(path, max_bytes, binary=binary)
        if binary or not isinstance(file, SourceFile):
            return file
        self._left -= file.size
        if self._left >= 0:
            return file
        return LazyFile(path, file.sha256, file.size, file.stamp, partial(self._tree.read, path, max_bytes))
