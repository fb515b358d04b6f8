"""How the files of a source, as they are now, differ from the commit that is checked out.

Git's id of a file is a hash of its content, so no file of the commit is unpacked. A file that git's index knows by its
stamp is not read either. A second look at files that nobody touched reads the refs and a `stat` for each file.
"""

import os
import time
from collections.abc import Callable, Collection, Iterator

from compiler.disk.stamps import is_settled, stamp_of, stamp_of_file
from compiler.model.source import MAX_FILE_BYTES, FileDifference, Problem, Source, SourceError, Stamp
from compiler.pipeline.budget import MAX_FILES
from compiler.pipeline.discovery import discover
from compiler.pipeline.selection.git_folder import git_folder_above
from compiler.pipeline.source_at_path import open_source
from compiler.workspace.git.commits import Commit
from compiler.workspace.git.errors import NoHistoryError
from compiler.workspace.git.objects.store import object_id
from compiler.workspace.git.repository import Repository
from compiler.workspace.git.revision_tree import RevisionTree
from compiler.workspace.git.source_at import source_in
from compiler.workspace.interface import CheckedOut

MAX_READ_BYTES = 256 * 1024 * 1024  # of files whose id is not known, in one look


class CommitComparison:
    """The source at a path, compared with the commit that is checked out."""

    def __init__(
        self, path: str | os.PathLike[str], exclude: tuple[str, ...] = (), max_bytes: int = MAX_READ_BYTES
    ) -> None:
        """`max_bytes` is the most that one look reads."""
        self._path = path
        self._exclude = exclude
        self._max_bytes = max_bytes
        self._commit = ""
        self._committed: dict[str, str | None] = {}  # ids of files in the commit, by path
        self._chosen: frozenset[str] = frozenset()  # the files of the commit that would be read
        self._known: dict[tuple[str, Stamp], frozenset[str]] = {}  # ids of files as they are

    def look(self, read: Collection[str]) -> CheckedOut | None:
        """Compare the files that are read, those that the commit has instead, and those at the paths `read`. None if
        the source is in no repository, or in one without commits."""
        try:
            with Repository.of(self._path) as repository:
                if repository.head is None:
                    return None
                commit = repository.commit(repository.head)
                return self._compared(repository, commit, read)
        except NoHistoryError:
            return None
        except SourceError as error:
            return CheckedOut(problem=str(error))

    def _compared(self, repository: Repository, commit: Commit, read: Collection[str]) -> CheckedOut:
        there = CheckedOut(commit.id, repository.current_branch or "")
        source = open_source(self._path, self._exclude)
        before = source_in(source.root / (source.entry or ""), repository, commit)
        if commit.id != self._commit:
            self._committed, self._commit = {}, commit.id
            self._chosen = frozenset(discover(self._selecting(before)) if before else ())
        paths = self._chosen.union(discover(source), read)
        if len(paths) > 2 * MAX_FILES:
            return there._replace(problem=f"More than {2 * MAX_FILES:,} files are not compared with the commit.")
        tree = before.tree if before else None
        assert tree is None or isinstance(tree, RevisionTree)
        ids = self._committed
        self._committed = {path: ids[path] if path in ids else tree.blob_id(path) if tree else None for path in paths}
        found = tuple(self._differences(source, sorted(paths, key=os.fsencode), len(commit.id) // 2))
        return there._replace(files=found)

    def _selecting(self, source: Source) -> Source:
        """The source of the commit without the files that patterns of the caller leave out."""
        return Source(source.root, source.name, source.tree, entry=source.entry, exclude=self._exclude)

    def _differences(self, source: Source, paths: list[str], id_size: int) -> Iterator[FileDifference]:
        known, self._known = self._known, {}
        budget, began = self._max_bytes, time.time_ns()
        ids_by_index = _ids_by_index(source)
        for path in paths:
            stamp, before = source.tree.stamp(path), self._committed[path]
            ids = known.get((path, stamp)) if stamp else None
            if ids is None and stamp:
                ids = ids_by_index(path, stamp)
            if ids is None:
                file = source.tree.read(path, MAX_FILE_BYTES, binary=True)
                if isinstance(file, Problem) and file.kind != "missing":
                    continue  # a finding of the snapshot says so
                content = None if isinstance(file, Problem) else file.content or b""
                budget -= len(content or b"")
                if budget < 0:
                    raise SourceError("The files have too many bytes to be compared with the commit.")
                ids = frozenset() if content is None else _ids(content, id_size)
            if stamp and is_settled(stamp, began):
                self._known[path, stamp] = ids
            if ids and before is None:
                yield FileDifference(path, "added")
            elif before is not None and before not in ids:
                yield FileDifference(path, "changed" if ids else "removed")


def _ids_by_index(source: Source) -> Callable[[str, Stamp], frozenset[str] | None]:
    """Return what tells the id of a file by the stamps in git's index; None for a file that has to be read."""
    git = git_folder_above(os.fspath(source.root))
    index = stamp_of_file(git.index_file) if git and git.index_file else None  # before it is read
    if git is None or index is None:
        return lambda path, stamp: None  # noqa: ARG005
    tracked, written_at = git.tracked, index[1] // 1_000_000_000
    below = os.path.relpath(source.root, os.path.realpath(git.top)).replace(os.sep, "/")
    prefix = "" if below == "." else f"{below}/"

    def ids(path: str, stamp: Stamp) -> frozenset[str] | None:
        try:
            status = os.lstat(source.root / path)
        except (OSError, ValueError):
            return None
        found = tracked.id_of(prefix + path, status, written_at) if stamp_of(status) == stamp else None
        return frozenset((found,)) if found else None

    return ids


def _ids(content: bytes, id_size: int) -> frozenset[str]:
    """The ids that a file with some content has in git: as it is, and with the ends of lines that git may store."""
    return frozenset(object_id("blob", text, id_size) for text in {content, content.replace(b"\r\n", b"\n")})
