"""Which files each commit of a history changed, along the first parents, the newest commit first.

A merge counts as one commit, which changed what it brought in. Git's ids tell equal folders apart from others, so that
only folders that differ are read, and no file is.
"""

import time
from collections.abc import Iterator
from pathlib import Path

from compiler.disk.folder_tree import is_encodable
from compiler.model.source import SourceError
from compiler.pipeline.selection.folder_names import NEVER_READ
from compiler.workspace.git.commits import Commit
from compiler.workspace.git.errors import UnknownRevisionError
from compiler.workspace.git.logged import (
    DAMAGED,
    FIRST,
    LARGE,
    LIMIT,
    SHALLOW,
    TIME,
    ChangedFiles,
    ChangeLog,
    LoggedCommit,
)
from compiler.workspace.git.repository import Repository
from compiler.workspace.git.revision_tree import MAX_DEPTH, MAX_PATH, RevisionTree, read_tree
from compiler.workspace.git.source_at import source_in
from compiler.workspace.git.tree_entries import FOLDER, KIND, SUBMODULE, Entries

LONG_PATH = 200  # characters that take as much room as a file
MAX_CHANGES = 400_000  # files that commits changed, counted for each commit: some 100 MB


class _DamagedError(Exception):
    """A folder of a commit is missing or damaged."""


class _TooLargeError(Exception):
    """Commits changed more files than are kept."""


def change_log(repository: Repository, real: Path, name: str, limit: int, seconds: float) -> ChangeLog:
    """Return the log of the source at a real path, from the revision `name` back: at most `limit` commits, of which
    reading takes at most some seconds. Raises SourceError if there is no such revision or the source is not in it."""
    start = repository.resolve(name)
    source = source_in(real, repository, start)
    if source is None:
        raise UnknownRevisionError(
            f"'{real.name}' is not in the commit {start.id[:12]}, so that it has no history there."
        )
    folder = repository.folder.rpartition("/")[0] if source.entry else repository.folder
    end = time.monotonic() + seconds
    differ = _Comparison(repository, folder, source.entry)
    found: list[LoggedCommit] = []
    commit = start
    while len(found) < limit:
        try:
            base = repository.commit(commit.parents[0]) if commit.parents else None
            if base is None and repository.is_cut_at(commit.id):
                return ChangeLog(tuple(found), SHALLOW)
            files = differ.files(base, commit)
        except _TooLargeError:
            return ChangeLog(tuple(found), LARGE)
        except (_DamagedError, SourceError):  # also when reading it takes too much work
            return ChangeLog(tuple(found), DAMAGED)
        was_there = base and (any(before for before, _ in files.values()) or source_in(real, repository, base))
        found.append(LoggedCommit(commit.id, commit.at, commit.subject, base.id if base and was_there else "", files))
        if base is None:
            return ChangeLog(tuple(found), FIRST)
        if time.monotonic() > end:
            return ChangeLog(tuple(found), TIME)
        commit = base
    return ChangeLog(tuple(found), LIMIT)


class _Comparison:
    """Compares the folder of a source in two commits. Of a source that is a file, only that file counts."""

    def __init__(self, repository: Repository, folder: str, entry: str | None) -> None:
        self._repository = repository
        self._folder = folder
        self._entry = entry
        self._left = MAX_CHANGES
        self._listed: dict[str, Entries] = {"": {}}  # folders of the commit before, which the next one has too

    def files(self, base: Commit | None, commit: Commit) -> ChangedFiles:
        """Return the files that differ. Raises _DamagedError and _TooLargeError."""
        found: dict[str, tuple[str, str]] = {}
        trees = (self._tree(base) if base else ""), self._tree(commit)
        for path, before, after in self._differing(*trees):
            if self._entry in (None, path):
                found[path] = (before, after)
                self._left -= 1 + len(path) // LONG_PATH
                if self._left < 0:
                    raise _TooLargeError
        return found

    def _tree(self, commit: Commit) -> str:
        return RevisionTree(self._repository, commit, self._folder).id

    def _differing(self, before: str, after: str) -> Iterator[tuple[str, str, str]]:
        kept: dict[str, Entries] = {"": {}}
        waiting = [("", before, after)] if before != after else []
        while waiting:
            folder, *trees = waiting.pop()
            old, new = (self._entries(tree, kept) for tree in trees)
            for name in {**old, **new}:
                sides = old.get(name, _NOTHING), new.get(name, _NOTHING)
                if sides[0] == sides[1] or not is_encodable(name):
                    continue
                path = f"{folder}/{name}" if folder else name
                below = [sha if mode & KIND == FOLDER else "" for mode, sha in sides]
                if (
                    any(below)
                    and name not in NEVER_READ
                    and path.count("/") < MAX_DEPTH
                    and len(path) <= MAX_PATH
                    and not self._entry
                ):
                    waiting.append((path, below[0], below[1]))
                files = tuple(sha if mode & KIND not in (FOLDER, SUBMODULE) else "" for mode, sha in sides)
                if files[0] != files[1]:
                    yield path, files[0], files[1]
        self._listed = kept

    def _entries(self, tree: str, kept: dict[str, Entries]) -> Entries:
        if tree not in kept:
            found = self._listed.get(tree)
            if found is None:
                read = read_tree(self._repository, tree)
                if read is None:
                    raise _DamagedError
                found = read.entries
            kept[tree] = found
        return kept[tree]


_NOTHING = (0, "")
