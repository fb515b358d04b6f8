"""A tree with other contents for some of its files: what a source would be after an edit."""

from collections.abc import Collection, Mapping
from dataclasses import replace
from hashlib import sha256

from compiler.disk.folder_tree import source_file
from compiler.model.source import MISSING, Entry, Problem, Source, SourceFile, Stamp, Tree, TreeOver

Contents = Mapping[str, bytes | None]  # by path; None for a file that is not there


def with_contents(source: Source, contents: Contents) -> Source:
    """Return a source, of which nothing was read yet, with other contents of some files."""
    return replace(source, tree=OverlayTree(source.tree, contents))


class OverlayTree(TreeOver):
    """A tree in which some files have another content, are new, or are gone."""

    def __init__(self, tree: Tree, contents: Contents) -> None:
        super().__init__(tree)
        self._contents = dict(contents)
        self._added: dict[str, dict[str, str]] = {}  # names and kinds of what a folder has, by folder
        for path, content in contents.items():
            if content is not None:
                self._add(path)

    def _add(self, path: str) -> None:
        kind = "file"
        while path:
            folder, _, name = path.rpartition("/")
            self._added.setdefault(folder, {}).setdefault(name, kind)
            path, kind = folder, "folder"

    def listing(self, folder: str) -> Collection[Entry] | Problem:
        """Return what a folder holds, or why it cannot be listed."""
        listed = self._tree.listing(folder)
        added = self._added.get(folder, {})
        if isinstance(listed, Problem):
            return [_entry(name, kind) for name, kind in added.items()] if added else listed
        kept = [entry for entry in listed if not self._is_gone(folder, entry)]
        names = {entry.name for entry in kept}
        return [*kept, *(_entry(name, kind) for name, kind in added.items() if name not in names)]

    def _is_gone(self, folder: str, entry: Entry) -> bool:
        path = f"{folder}/{entry.name}" if folder else entry.name
        return path in self._contents and self._contents[path] is None

    def read(self, path: str, max_bytes: int, *, binary: bool = False) -> SourceFile | Problem:
        """Return the file, or why it cannot be read."""
        if path not in self._contents:
            return self._tree.read(path, max_bytes, binary=binary)
        content = self._contents[path]
        if content is None:
            return MISSING
        if len(content) > max_bytes:
            return Problem("too_large", f"larger than {max_bytes} bytes", len(content))
        return source_file(path, content, _stamp(content), binary)

    def names(self, folder: str) -> list[str]:
        """Return the names of the files in one folder."""
        prefix = f"{folder}/" if folder else ""
        kept = [name for name in self._tree.names(folder) if self._contents.get(prefix + name, b"") is not None]
        added = [name for name, kind in self._added.get(folder, {}).items() if kind == "file" and name not in kept]
        return [*kept, *added]

    def stamp(self, path: str) -> Stamp | None:
        """Return what changes when the file does."""
        if path not in self._contents:
            return self._tree.stamp(path)
        content = self._contents[path]
        return None if content is None else _stamp(content)


def _entry(name: str, kind: str) -> Entry:
    return Entry(name, "folder" if kind == "folder" else "file")


def _stamp(content: bytes) -> Stamp:
    """A stamp that no file of a folder has."""
    return (int.from_bytes(sha256(content).digest()[:7], "big"),)
