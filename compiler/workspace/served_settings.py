"""The settings of the served files, for revisions from before there were any.

A project states its settings once, often long after its first requirements. A revision whose folder has no settings of
elspais, or that has no `frieze.toml`, is read with those of the served tree, so that both are the same project when
they are compared.
"""

from collections.abc import Collection, Mapping
from hashlib import sha256

from compiler.disk.folder_tree import source_file
from compiler.languages.requirements.claims import is_configuration
from compiler.model.source import Entry, Problem, Source, SourceFile, Stamp, Tree
from compiler.pipeline.settings.settings_file import SETTINGS_FILE
from compiler.store.snapshot import Snapshot

Settings = Mapping[str, str]  # text by path

_FOUND = f"SELECT path, text FROM source_text WHERE path LIKE '%.elspais%' OR path = '{SETTINGS_FILE}' ORDER BY path"


def served_settings(snapshot: Snapshot) -> dict[str, str]:
    """The settings that a snapshot was compiled with: texts by path."""
    return {path: text for path, text in snapshot.rows(_FOUND) if path == SETTINGS_FILE or is_configuration(path)}


def with_settings(source: Source, settings: Settings) -> tuple[Source, str]:
    """Add settings to those folders of a source that have none. Return the source, and what names the settings that
    were added, "" for none."""
    added = {path: text for path, text in settings.items() if _is_lacking(source.tree, path)}
    if not added:
        return source, ""
    tree = _SettledTree(source.tree, {path: text.encode() for path, text in added.items()})
    named = sha256("\0".join(part for one in sorted(added.items()) for part in one).encode()).hexdigest()
    return Source(source.root, source.name, tree, entry=source.entry, exclude=source.exclude), named


def _is_lacking(tree: Tree, path: str) -> bool:
    """Whether a tree has no settings of the sort of a file."""
    if path == SETTINGS_FILE:
        return SETTINGS_FILE not in tree.names("")
    return _lacks_settings(tree, path.rpartition("/")[0])


def _lacks_settings(tree: Tree, folder: str) -> bool:
    """Whether a folder has files, and no settings among them. A folder that only has folders counts as well, if it is
    the source."""
    names = tree.names(folder)
    return (bool(names) or not folder) and not any(map(is_configuration, names))


class _SettledTree:
    """A tree with settings that it lacks (`compiler.model.source.Tree`)."""

    def __init__(self, tree: Tree, added: Mapping[str, bytes]) -> None:
        self._tree = tree
        self._added = added
        self.is_worktree = tree.is_worktree

    def listing(self, folder: str) -> Collection[Entry] | Problem:
        """Return what a folder holds, and the settings."""
        listed = self._tree.listing(folder)
        added = [Entry(name, "file") for name in self._names(folder)]
        return listed if isinstance(listed, Problem) else [*listed, *added]

    def read(self, path: str, max_bytes: int, *, binary: bool = False) -> SourceFile | Problem:
        """Return the file, or why it cannot be read."""
        if path in self._added:
            return source_file(path, self._added[path], self._stamp(path))
        return self._tree.read(path, max_bytes, binary=binary)

    def names(self, folder: str) -> list[str]:
        """Return the names of the files in one folder."""
        return [*self._tree.names(folder), *self._names(folder)]

    def _names(self, folder: str) -> list[str]:
        return [path.rpartition("/")[2] for path in self._added if path.rpartition("/")[0] == folder]

    def stamp(self, path: str) -> Stamp | None:
        """Return what changes when the file does."""
        return self._stamp(path) if path in self._added else self._tree.stamp(path)

    def _stamp(self, path: str) -> Stamp:
        return (int.from_bytes(sha256(self._added[path]).digest()[:7], "big"),)
