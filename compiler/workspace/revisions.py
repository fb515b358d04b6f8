"""Revisions opened on demand: a bounded number of snapshots of one source as it was.

The one that was asked for longest ago goes first. Whoever still holds it may go on reading.
"""

import os
from collections import OrderedDict
from collections.abc import Callable, Collection, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from threading import Lock

from compiler.model.source import SourceError
from compiler.store.snapshot import Snapshot
from compiler.workspace.git.branches import branches, commits, merge_base, tags
from compiler.workspace.git.repository import NoHistoryError, Repository, Revision
from compiler.workspace.git.revisions_containing import holding
from compiler.workspace.interface import NoRevisionsError, Opened, RevisionError, RevisionRow, RevisionRows

MOST_OPEN = 4
_NAME_DIGITS = 12  # of a commit that is listed


class RepositoryRevisions:
    """The revisions of the source at a path. `compile_revision` compiles one of them; `prebuild` sees to it that this
    will take no time for several."""

    def __init__(
        self,
        path: str | os.PathLike[str],
        compile_revision: Callable[[str], Snapshot],
        prebuild: Callable[[Collection[str]], None] = lambda _: None,
    ) -> None:
        self._path = Path(path)
        self._compile = compile_revision
        self._prebuild = prebuild
        self._open: OrderedDict[str, Snapshot] = OrderedDict()
        self._lock = Lock()

    def listed(self, commits: int) -> RevisionRows:
        """The branches, tags and newest commits. Raises RevisionError when the source is in no repository."""
        try:
            with Repository.of(self._path) as repository:
                return RevisionRows(tuple(_rows(repository, commits)), repository.is_shallow)
        except NoHistoryError as error:
            raise NoRevisionsError(str(error)) from None
        except SourceError as error:
            raise RevisionError(str(error)) from None

    def prepare(self, names: Collection[str]) -> None:
        """Sees to it that revisions can be opened one after the other without a wait for each. What is wrong with one
        is said when it is opened."""
        with suppress(SourceError):
            with Repository.of(self._path) as repository:
                commits = dict.fromkeys(repository.resolve(name).commit for name in names)
            with self._lock:
                self._prebuild([one for one in commits if one not in self._open])

    def open(self, name: str) -> Opened:
        """The snapshot of a revision. Raises RevisionError when there is none of this name, or nothing in it."""
        try:
            with Repository.of(self._path) as repository:
                revision = repository.resolve(name)
            with self._lock:
                return Opened(revision.commit, revision.at, revision.subject, self._snapshot(revision.commit))
        except NoHistoryError as error:
            raise NoRevisionsError(str(error)) from None
        except SourceError as error:
            raise RevisionError(str(error)) from None

    def common(self, one: str, other: str) -> str | None:
        """The nearest commit that two revisions share, None when there is none. Raises RevisionError."""
        with self._repository() as repository:
            found = merge_base(repository, *(repository.resolve(name).commit for name in (one, other)))
            return found.commit if found else None

    def holding(self, commits: Collection[str], paths: Collection[str], language: str) -> frozenset[str]:
        """The commits that hold one of the files at the paths, be it under another name. Raises RevisionError."""
        from compiler.languages.registry import LANGUAGES

        is_named = next(one.is_named for one in LANGUAGES if one.name == language)
        with self._repository() as repository:
            return holding(repository, commits, paths, is_named)

    @contextmanager
    def _repository(self) -> Iterator[Repository]:
        """The repository; what is wrong with it, or with a name, as a RevisionError."""
        try:
            with Repository.of(self._path) as repository:
                yield repository
        except NoHistoryError as error:
            raise NoRevisionsError(str(error)) from None
        except SourceError as error:
            raise RevisionError(str(error)) from None

    def hold(self, commit: str, snapshot: Snapshot) -> None:
        """Holds the snapshot of a commit that is there already."""
        self._open[commit] = snapshot

    def _snapshot(self, commit: str) -> Snapshot:
        snapshot = self._open.get(commit) or self._compile(commit)
        self._open[commit] = snapshot
        self._open.move_to_end(commit)
        while len(self._open) > MOST_OPEN:
            self._open.popitem(last=False)
        return snapshot


def _rows(repository: Repository, most_commits: int) -> list[RevisionRow]:
    found = [
        _row("branch", one.name, one.tip)._replace(
            parent=one.parent,
            forked_at=one.forked_at.commit if one.forked_at else None,
            merged=one.merged,
            is_current=one.is_current,
            is_archived=one.is_archived,
        )
        for one in branches(repository)
    ]
    found += [_row("tag", one.name, one.tip) for one in tags(repository)]
    found += [_row("commit", one.commit[:_NAME_DIGITS], one) for one in commits(repository, most_commits)]
    if not found:
        raise NoHistoryError("The repository has no commits yet, so it has no revisions.")
    return found


def _row(kind: str, name: str, revision: Revision) -> RevisionRow:
    return RevisionRow(kind, name, revision.commit, revision.at, revision.subject)  # type: ignore[arg-type]
