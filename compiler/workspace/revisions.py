"""The revisions of a source's repository, opened on demand: a bounded number of snapshots of the source as it was.

The snapshot that was used longest ago is let go of first. Whoever still holds it may go on reading.
"""

import os
from collections import OrderedDict
from collections.abc import Callable, Collection, Iterator
from contextlib import contextmanager, suppress
from functools import cached_property
from pathlib import Path
from threading import Lock

from compiler.model.source import SourceError
from compiler.store.snapshot import Snapshot
from compiler.workspace.git.branches import branches, commits, merge_base, remote_branches, tags
from compiler.workspace.git.commits import Commit
from compiler.workspace.git.repository import NoHistoryError, Repository
from compiler.workspace.git.revisions_containing import revisions_containing
from compiler.workspace.interface import WORKTREE, NoRevisionsError, OpenRevision, Revision, RevisionError, RevisionList

MAX_OPEN = 4
MAX_COMMITS = 200  # that are listed
_ID_DIGITS = 12  # of a commit that is listed


class RepositoryRevisions:
    """The revisions of the source at a path (`compiler.workspace.interface.Revisions`).

    `compile_revision` compiles the source at a commit, or as it is for WORKTREE; `prebuild` builds the snapshots of
    several commits so that compiling them takes no time. `served` is the commit that is served, if it is one, and its
    snapshot.
    """

    def __init__(
        self,
        path: str | os.PathLike[str],
        compile_revision: Callable[[str], Snapshot],
        prebuild: Callable[[Collection[str]], None] = lambda _: None,
        *,
        served: tuple[str, Snapshot] | None = None,
    ) -> None:
        self._path = Path(path)
        self._compile = compile_revision
        self._prebuild = prebuild
        self._open: OrderedDict[str, Snapshot] = OrderedDict([served] if served else [])
        self._lock = Lock()

    def list(self) -> RevisionList:
        return self._list

    @cached_property
    def _list(self) -> RevisionList:
        with self._repository() as repository:
            return RevisionList(tuple(_listed(repository)), repository.is_shallow)

    def prebuild(self, names: Collection[str]) -> None:
        with suppress(SourceError):
            with Repository.of(self._path) as repository:
                wanted = dict.fromkeys(repository.resolve(name).id for name in names)
            with self._lock:
                self._prebuild([commit for commit in wanted if commit not in self._open])

    def open(self, name: str) -> OpenRevision:
        if name == WORKTREE:
            with _as_revision_error(), self._lock:
                return OpenRevision("", "", "The files as they are", self._worktree())
        with self._repository() as repository:
            found = repository.resolve(name)
        with _as_revision_error(), self._lock:
            return OpenRevision(found.id, found.at, found.subject, self._snapshot(found.id))

    def below_root(self) -> str:
        with self._repository() as repository:
            return repository.folder

    def merge_base(self, one: str, other: str) -> str | None:
        with self._repository() as repository:
            found = merge_base(repository, *(repository.resolve(name).id for name in (one, other)))
            return found.id if found else None

    def containing(self, commits: Collection[str], paths: Collection[str], language: str) -> frozenset[str]:
        from compiler.languages.registry import LANGUAGES  # most questions need no language

        is_named = next(one.is_named for one in LANGUAGES if one.name == language)
        with self._repository() as repository:
            return revisions_containing(repository, commits, paths, is_named)

    def close(self) -> None:
        with self._lock:
            while self._open:
                self._open.popitem()[1].close()

    @contextmanager
    def _repository(self) -> Iterator[Repository]:
        """With the repository; what is wrong with it, or with a name, is raised as a RevisionError."""
        with _as_revision_error(), Repository.of(self._path) as repository:
            yield repository

    def _worktree(self) -> Snapshot:
        """The files as they are now. The snapshot of the last time is kept if nothing has changed since."""
        snapshot, before = self._compile(WORKTREE), self._open.pop(WORKTREE, None)
        if before is not None and before.id == snapshot.id:
            snapshot.close()
            snapshot = before
        elif before is not None:
            before.close_when_unused()
        return self._keep(WORKTREE, snapshot)

    def _snapshot(self, commit: str) -> Snapshot:
        return self._keep(commit, self._open.get(commit) or self._compile(commit))

    def _keep(self, name: str, snapshot: Snapshot) -> Snapshot:
        self._open[name] = snapshot
        self._open.move_to_end(name)
        while len(self._open) > MAX_OPEN:
            self._open.popitem(last=False)[1].close_when_unused()
        return snapshot


@contextmanager
def _as_revision_error() -> Iterator[None]:
    """With a SourceError raised as a RevisionError."""
    try:
        yield
    except NoHistoryError as error:
        raise NoRevisionsError(str(error)) from None
    except SourceError as error:
        raise RevisionError(str(error)) from None


def _listed(repository: Repository) -> list[Revision]:
    found = [
        _row("branch", one.name, one.tip)._replace(
            parent=one.parent,
            forked_at=one.forked_at.id if one.forked_at else None,
            merged=one.merged,
            is_current=one.is_current,
            is_archived=one.is_archived,
        )
        for one in branches(repository)
    ]
    found += [_row("remote", one.name, one.tip)._replace(merged=one.merged) for one in remote_branches(repository)]
    found += [_row("tag", one.name, one.tip) for one in tags(repository)]
    found += [_row("commit", one.id[:_ID_DIGITS], one) for one in commits(repository, MAX_COMMITS)]
    if not found:
        raise NoHistoryError("The repository has no commits yet, so it has no revisions.")
    return found


def _row(kind: str, name: str, commit: Commit) -> Revision:
    return Revision(kind, name, commit.id, commit.at, commit.subject)  # type: ignore[arg-type]
