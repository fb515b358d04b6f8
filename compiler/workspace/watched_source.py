"""What a source has become since a snapshot was made of it: a folder or file, a revision of a repository, or a frozen
file.

Each class answers `look()`: the files that differ. A second look at a source that nobody touched costs a `stat` for
each of its files and folders, and reads nothing.
"""

import os
import time
from collections.abc import Callable, Collection, Mapping
from pathlib import Path
from typing import Any, Protocol

from compiler.disk.stamps import is_settled, stamp_of_file
from compiler.model.source import Entry, FileDifference, Problem, Source, SourceError, SourceFile, Stamp, Tree, TreeOver
from compiler.pipeline.discovery import discover
from compiler.pipeline.lazy_files import ChangedMeanwhileError, LazyTree
from compiler.pipeline.selection.git_folder import git_folder_above
from compiler.pipeline.selection.git_ignores import IGNORE_FILE
from compiler.pipeline.source_at_path import open_source
from compiler.pipeline.source_difference import (
    SourceState,
    StateReader,
    file_differences,
    state_differences,
    state_of,
)
from compiler.store.cache.snapshot_cache import FOLDER_CONTENT, KnownFiles, SnapshotCache
from compiler.store.frozen.identity import frozen_id
from compiler.store.snapshot import Snapshot
from compiler.workspace.context import id_with
from compiler.workspace.git.repository import Repository

Differences = tuple[FileDifference, ...]


class SnapshotParts(StateReader, Protocol):
    """What is asked of a snapshot that a source is compared with: a `Snapshot` has it, and a member of a merged one."""

    @property
    def id(self) -> str:
        """The id of the snapshot."""

    @property
    def meta(self) -> Mapping[str, Any]:
        """What the snapshot says of itself; only its `revision` is asked for."""


class WatchedSource(Protocol):
    """A source that is compared with a snapshot of it."""

    def look(self) -> Differences:
        """Return the files that differ now, in order of their paths. Raises SourceError if the source is gone."""

    def against(self, snapshot: Snapshot) -> "WatchedSource":
        """Return the same source, compared with another snapshot of it."""

    def until(self, snapshot: Snapshot) -> Differences:
        """Return the files in which a later snapshot of the source differs from the one that it is compared with."""


def cached_hashes(path: str | os.PathLike[str], exclude: tuple[str, ...]) -> KnownFiles:
    """Return the hashes of files that the cache of snapshots knows by their stamps."""
    from compiler.workspace.inputs import compile_options

    source = open_source(path, exclude)
    return SnapshotCache(source, FOLDER_CONTENT, compile_options(use_cache=True).fingerprint).known_files


class WatchedFolder:
    """A folder, or a single file, as it is."""

    def __init__(
        self,
        path: str | os.PathLike[str],
        exclude: tuple[str, ...],
        snapshot: StateReader,
        known: Callable[[], KnownFiles],
    ) -> None:
        """`known` gives hashes that need no reading, at the first look."""
        self._path = path
        self._exclude = exclude
        self._snapshot = snapshot
        self._first_known = known
        self._known: KnownFiles = {}
        self._state: SourceState | None = None
        self._stamps: Mapping[str, Stamp | None] = {}
        self._real_path = ""
        self._unsettled_until = 0.0
        self._found: Differences | None = None

    def look(self) -> Differences:
        """Return the files that differ now."""
        if self._found is None or self._is_touched():
            try:
                self._found = self._compare()
            except ChangedMeanwhileError:  # a remembered hash was wrong
                self._known = {}
                self._found = self._compare()
        return self._found

    def against(self, snapshot: StateReader) -> "WatchedFolder":
        """Return the same folder or file, compared with another snapshot."""
        known = self._known  # not `self`, which holds the snapshot before
        return WatchedFolder(self._path, self._exclude, snapshot, lambda: known)

    def until(self, snapshot: StateReader) -> Differences:
        """Return the files in which a later snapshot differs, without a look through the folder."""
        before = self._state or state_of(self._snapshot)
        return tuple(state_differences(before, state_of(snapshot), open_source(self._path, self._exclude)))

    def _is_touched(self) -> bool:
        """Whether something may have changed since the last comparison: a stamp is another one, or was so young that a
        later change could have the same one."""
        if 0 < self._unsettled_until <= time.time():
            return True
        if os.path.realpath(self._path) != self._real_path:  # a link to the source, or to a folder above it
            return True
        return any(stamp_of_file(path) != stamp for path, stamp in self._stamps.items())

    def _compare(self) -> Differences:
        if self._state is None:
            self._state = state_of(self._snapshot)
            self._known = self._first_known()
        began = time.time_ns()
        self._real_path = os.path.realpath(self._path)
        source = open_source(self._path, self._exclude)
        tree = StampedTree(source.tree, source.root)
        source.tree = LazyTree(tree, self._known)
        found = tuple(file_differences(self._state, source, discover(source)))
        self._stamps = tree.stamps | _git_stamps(source.root)
        self._remember(source, began)
        return found

    def _remember(self, source: Source, began: int) -> None:
        """Remember the hashes of files with stamps that can be trusted."""
        settled = {path: file for path, file in source.files.items() if file.stamp and is_settled(file.stamp, began)}
        self._known = {(path, file.stamp): (file.sha256, file.size) for path, file in settled.items()}
        times = [max(stamp[1], stamp[2]) for stamp in self._stamps.values() if stamp and not is_settled(stamp, began)]
        self._unsettled_until = time.time() + TICK_SECONDS if times else 0.0


TICK_SECONDS = 2.1  # after which a stamp is settled (`compiler.disk.stamps`)


class StampedTree(TreeOver):
    """A tree that notes the stamps of all files and folders that were asked for, each as it was before it was read."""

    def __init__(self, tree: Tree, root: Path) -> None:
        super().__init__(tree)
        self._root = os.fspath(root)
        self.stamps: dict[str, Stamp | None] = {}

    def listing(self, folder: str) -> Collection[Entry] | Problem:
        """Return what a folder holds, or why it cannot be listed."""
        self._note(folder)
        return self._tree.listing(folder)

    def read(self, path: str, max_bytes: int, *, binary: bool = False) -> SourceFile | Problem:
        """Return the file, or why it cannot be read."""
        self._note(path)
        return self._tree.read(path, max_bytes, binary=binary)

    def names(self, folder: str) -> list[str]:
        """Return the names of the files in one folder."""
        self._note(folder)
        return self._tree.names(folder)

    def stamp(self, path: str) -> Stamp | None:
        """Return what changes when the file does."""
        return self._note(path)

    def _note(self, path: str) -> Stamp | None:
        absolute = f"{self._root}/{path}" if path else self._root
        if absolute not in self.stamps:
            self.stamps[absolute] = stamp_of_file(absolute)
        return self.stamps[absolute]


def _git_stamps(root: Path) -> dict[str, Stamp | None]:
    """The stamps of the files outside of the source that say what is ignored and what is tracked."""
    found = git_folder_above(os.fspath(root))
    paths = [*found.deciding_files()] if found else []
    for folder in (root, *root.parents):
        if found and os.fspath(folder) == found.top:
            break
        # A repository may be made here, nearer to the source than the one that decides now.
        paths += [f"{folder}/.git", f"{folder.parent}/{IGNORE_FILE}"]
    return {path: stamp_of_file(path) for path in paths}


class WatchedRevision:
    """A revision that was named by a branch, a tag or a date: it differs when that name stands for another commit."""

    def __init__(self, path: str | os.PathLike[str], name: str, commit: str) -> None:
        self._path = Path(path)
        self._name = name
        self._commit = commit

    def look(self) -> Differences:
        """Return the name of the revision as the one path that differs, if it stands for another commit."""
        with Repository.of(self._path) as repository:
            return self._differences(repository.resolve(self._name).id)

    def against(self, snapshot: SnapshotParts) -> "WatchedRevision":
        """Return the same name, compared with the commit of another snapshot."""
        return WatchedRevision(self._path, self._name, snapshot.meta["revision"]["commit"])

    def until(self, snapshot: SnapshotParts) -> Differences:
        """Return the name of the revision as the one path that differs, if a later snapshot is of another commit."""
        return self._differences(snapshot.meta["revision"]["commit"])

    def _differences(self, commit: str) -> Differences:
        return () if commit == self._commit else (FileDifference(self._name, "changed"),)


class WatchedFile:
    """A frozen file, which somebody may replace."""

    def __init__(self, path: str | os.PathLike[str], snapshot: SnapshotParts, as_of: str | None = None) -> None:
        """`as_of` is the reference time with which the snapshot was opened."""
        self._path = Path(path)
        self._as_of = as_of
        self._id = snapshot.id
        stamp = stamp_of_file(path)
        found = frozen_id(path)
        # The file may have been replaced since the snapshot was opened. Then no stamp is that of the snapshot.
        is_of_snapshot = found is not None and id_with(found, as_of) == snapshot.id
        self._stamp = stamp if is_of_snapshot else ()

    def look(self) -> Differences:
        """Return the file if it is another one. Raises SourceError if it is gone."""
        stamp = stamp_of_file(self._path)
        if stamp is None:
            raise SourceError(f"No such file or directory: '{self._path}'")
        return () if stamp == self._stamp else (FileDifference(self._path.name, "changed"),)

    def against(self, snapshot: SnapshotParts) -> "WatchedFile":
        """Return the file as it is now."""
        return WatchedFile(self._path, snapshot, self._as_of)

    def until(self, snapshot: SnapshotParts) -> Differences:
        """Return the file if a later snapshot of it is another one."""
        return () if snapshot.id == self._id else (FileDifference(self._path.name, "changed"),)
