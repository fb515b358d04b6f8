"""The revisions of a source's repository, opened on demand: a bounded number of snapshots of the source as it was.

The snapshot that was used longest ago is let go of first. Whoever still holds it may go on reading.
"""

import copy
import os
import time
from collections import OrderedDict
from collections.abc import Callable, Collection, Iterator
from contextlib import contextmanager
from functools import partial
from threading import Lock
from typing import Any

from compiler.model.source import SourceError
from compiler.store.snapshot import Snapshot
from compiler.workspace.git.errors import NoHistoryError, UnknownRevisionError
from compiler.workspace.git.logged import TIME, ChangeLog, LoggedCommit
from compiler.workspace.git.revision import Revision
from compiler.workspace.interface import WORKTREE, History, NoRevisionsError, OpenRevision, RevisionError, RevisionList
from compiler.workspace.work_process import Check, WorkProcess, is_needed, nothing, turn

MAX_OPEN = 4
HISTORY_SECONDS = 20.0  # of reading the history for one answer

Compile = Callable[[str, WorkProcess, Check], Snapshot]
CompileFiles = Callable[[str, Collection[str], WorkProcess, Check], Snapshot]


class RepositoryRevisions:
    """The revisions of the source at a path (`compiler.workspace.interface.Revisions`).

    `compile_revision` compiles the source at a commit, or as it is for WORKTREE, in a process that it is given if it is
    not called in the main thread; `compile_files` compiles some files of it. `served` is the commit that is served, if
    it is one, and its snapshot. `process` may be shared.
    """

    def __init__(
        self,
        path: str | os.PathLike[str],
        compile_revision: Compile,
        *,
        compile_files: CompileFiles | None = None,
        served: tuple[str, Snapshot] | None = None,
        process: WorkProcess | None = None,
    ) -> None:
        self._path = os.fspath(path)
        self._compile = compile_revision
        self._compile_files = compile_files
        self._start = served[0] if served else "HEAD"
        self._logs: dict[tuple[str, int], ChangeLog] = {}
        self._open: OrderedDict[str, Snapshot] = OrderedDict([served] if served else [])
        self._listed: list[RevisionList] = []
        self._lock = Lock()
        self.process = process or WorkProcess()
        self._check: Check = nothing

    def for_request(self, check: Check) -> "RepositoryRevisions":
        view = copy.copy(self)
        view._check = check
        return view

    def list(self) -> RevisionList:
        if not self._listed:
            rows, is_shallow, unreadable = self._run("listed")
            self._listed.append(RevisionList(tuple(Revision(*row) for row in rows), is_shallow, tuple(unreadable)))
        return self._listed[0]

    def open(self, name: str) -> OpenRevision:
        if name == WORKTREE:
            with _as_revision_error(), turn(self._lock, self._check):
                return OpenRevision("", "", "The files as they are", self._worktree())
        commit, at, subject = self._run("resolved", name)
        with _as_revision_error(), turn(self._lock, self._check):
            return OpenRevision(commit, at, subject, self._snapshot(commit))

    def below_root(self) -> str:
        return str(self._run("below_root"))

    def merge_base(self, one: str, other: str) -> str | None:
        found: str | None = self._run("common_commit", one, other)
        return found

    def history(self, limit: int) -> History:
        start, _, _ = self._run("resolved", self._start)
        end = time.monotonic() + HISTORY_SECONDS
        return History(self._log(start, limit), self._files, partial(self._run, "blobs"), end)

    def containing(self, commits: Collection[str], paths: Collection[str], language: str) -> frozenset[str]:
        return frozenset(self._run("containing", [*commits], [*paths], language))

    def retire(self) -> None:
        """Close each snapshot when nobody uses it any more. The process goes on: others may share it."""
        with self._lock:
            while self._open:
                self._open.popitem()[1].close_when_unused()

    def close(self) -> None:
        self.process.close()
        with self._lock:
            while self._open:
                self._open.popitem()[1].close()

    def _log(self, start: str, limit: int) -> ChangeLog:
        """Return the log before a commit. It is read once."""
        found = self._logs.get((start, limit))
        if found is None:
            commits, end = self._run("logged", start, limit, HISTORY_SECONDS)
            found = ChangeLog(tuple(LoggedCommit(*commit) for commit in commits), end)
            if end != TIME:
                self._logs[start, limit] = found
        return found

    def _files(self, commit: str, paths: Collection[str]) -> Snapshot:
        assert self._compile_files is not None
        with _as_revision_error():
            return self._compile_files(commit, paths, self.process, self._check)

    def _run(self, task: str, *arguments: Any) -> Any:
        """Ask the repository; what is wrong with it, or with a name, is raised as a RevisionError."""
        with _as_revision_error():
            if is_needed():
                return self.process.run(task, self._path, *arguments, check=self._check)
            from compiler.workspace.tasks import TASKS  # a server that is asked about no revision does without

            return TASKS[task](self._path, *arguments)

    def _worktree(self) -> Snapshot:
        """The files as they are now. The snapshot of the last time is kept if nothing has changed since."""
        snapshot, before = self._compiled(WORKTREE), self._open.pop(WORKTREE, None)
        if before is not None and before.id == snapshot.id:
            snapshot.close()
            snapshot = before
        elif before is not None:
            before.close_when_unused()
        return self._keep(WORKTREE, snapshot)

    def _snapshot(self, commit: str) -> Snapshot:
        return self._keep(commit, self._open.get(commit) or self._compiled(commit))

    def _compiled(self, name: str) -> Snapshot:
        return self._compile(name, self.process, self._check)

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
    except (UnknownRevisionError, NoHistoryError) as error:
        kind = NoRevisionsError if isinstance(error, NoHistoryError) else RevisionError
        raise kind(str(error)) from None
    except SourceError as error:
        raise NoRevisionsError(str(error)) from None
