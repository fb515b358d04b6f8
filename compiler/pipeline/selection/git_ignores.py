"""What git ignores in a source: the patterns that hold for each of its folders.

A pattern of a folder deeper down decides before those above. A file that git tracks is never ignored.
"""

import os
from collections.abc import Iterator
from dataclasses import dataclass, replace

from compiler.disk.folder_tree import FolderTree
from compiler.model.source import SourceFile, Tree
from compiler.pipeline.selection.git_folder import (
    MAX_PATTERN_BYTES,
    GitFolder,
    git_folder_above,
    patterns_in,
)
from compiler.text.ignore_patterns import IgnorePatterns

IGNORE_FILE = ".gitignore"
_ANY_NAME = "\x01"  # of no file: what ignores it ignores all

Level = tuple[str, IgnorePatterns]  # the folder whose patterns these are, below the top of the working tree


@dataclass(frozen=True, slots=True)
class GitIgnores:
    """What is ignored in a folder of the source, and, unless a `.gitignore` is met, in those below.

    `folder` is the working tree, None where git keeps none. A path below the source becomes one below the top of the
    working tree when its first `cut` characters are replaced by `prefix`.
    """

    folder: GitFolder | None = None
    levels: tuple[Level, ...] = ()
    prefix: str = ""
    cut: int = 0

    def with_file(self, path: str, content: bytes) -> "GitIgnores":
        """Return what is ignored in the folder `path`, whose `.gitignore` has this content."""
        patterns = patterns_in(content)
        return replace(self, levels=(*self.levels, (self._in_git(path), patterns))) if patterns else self

    def ignores(self, path: str, *, is_folder: bool) -> bool:
        """Whether git ignores a path by the patterns, tracked or not. The folder that it stands in is not ignored."""
        return _decides(self.levels, self._in_git(path), is_folder)

    def tracks(self, path: str, *, is_folder: bool) -> bool:
        """Whether git tracks a file, or a file below a folder."""
        if self.folder is None:
            return False
        tracked = self.folder.tracked
        return tracked.holds_below(self._in_git(path)) if is_folder else tracked.holds(self._in_git(path))

    def _in_git(self, path: str) -> str:
        return f"{self.prefix}{path[self.cut :]}" if path else self.prefix.removesuffix("/")


class SourceIgnores:
    """Judges paths by the `.gitignore` files of a source alone, so that the verdict is the same on every machine and
    for every revision: neither the patterns of a user nor what git tracks count."""

    def __init__(self, tree: Tree) -> None:
        self._tree = tree
        self._by_folder: dict[str, GitIgnores] = {}

    def __call__(self, path: str) -> bool:
        """Whether the patterns select a path, or a folder above it. The path need not exist."""
        parts = path.split("/")
        folders = ["/".join(parts[:depth]) for depth in range(len(parts))]
        return any(
            self._of(above).ignores(inner, is_folder=inner != path)
            for above, inner in zip(folders, [*folders[1:], path], strict=True)
        )

    def _of(self, folder: str) -> GitIgnores:
        """What is ignored in a folder."""
        if folder not in self._by_folder:
            above = self._of(folder.rpartition("/")[0]) if folder else GitIgnores()
            self._by_folder[folder] = above.with_file(folder, ignore_file(self._tree, folder))
        return self._by_folder[folder]


def ignore_file(tree: Tree, folder: str) -> bytes:
    """Return what the `.gitignore` of a folder holds; nothing if it cannot be read."""
    path = f"{folder}/{IGNORE_FILE}" if folder else IGNORE_FILE
    found = tree.read(path, MAX_PATTERN_BYTES, binary=True)
    return (found.content or b"") if isinstance(found, SourceFile) else b""


def ignores_of(root: str) -> GitIgnores:
    """Return what is ignored in the root of a source by the patterns above it. If they ignore the root, they do not
    hold: whoever names a folder wants it read."""
    folder = git_folder_above(root)
    if folder is None:
        return GitIgnores()
    inside = root.removeprefix(folder.top).strip(os.sep).replace(os.sep, "/")
    levels = (*(("", patterns) for patterns in folder.patterns()), *_levels_above(folder.top, inside))
    return GitIgnores(folder, () if _is_ignored(levels, inside) else levels, f"{inside}/" if inside else "")


def ignores_of_nested(folder: GitFolder, path: str) -> GitIgnores:
    """Return what is ignored in another working tree, whose top is the folder `path` of the source."""
    return GitIgnores(folder, tuple(("", patterns) for patterns in folder.patterns()), cut=len(path) + 1)


def _levels_above(top: str, inside: str) -> Iterator[Level]:
    """Give the patterns of the `.gitignore` of each folder above the root."""
    parts = inside.split("/") if inside else []
    tree = FolderTree(top)
    for depth in range(len(parts)):
        above = "/".join(parts[:depth])
        if patterns := patterns_in(ignore_file(tree, above)):
            yield above, patterns


def _is_ignored(levels: tuple[Level, ...], inside: str) -> bool:
    """Whether the root of the source, or all that is in it, is ignored."""
    parts = inside.split("/") if inside else []
    folders = ["/".join(parts[:depth]) for depth in range(1, len(parts) + 1)]
    probe = "/".join([*parts, _ANY_NAME])
    return any(_decides(levels, folder, True) for folder in folders) or (bool(parts) and _decides(levels, probe, False))


def _decides(levels: tuple[Level, ...], path: str, is_folder: bool) -> bool:
    for base, patterns in reversed(levels):
        if base and not path.startswith(f"{base}/"):
            continue
        verdict = patterns.selects(path[len(base) + 1 :] if base else path, is_folder=is_folder)
        if verdict is not None:
            return verdict
    return False
