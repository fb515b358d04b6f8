"""The source that a server serves: its workspace says when it was compiled and what the source is now, and has a next
one."""

from dataclasses import replace
from datetime import UTC, datetime

from compiler import SourceError
from compiler.store.snapshot import Snapshot
from compiler.workspace.interface import Workspace
from compiler.workspace.opening import next_workspace, watched_snapshot
from compiler.workspace.work_process import WorkProcess
from server.options.source import SourceOptions


class ServedSource:
    """The source at a path, compiled with the options of the server."""

    def __init__(self, path: str, options: SourceOptions) -> None:
        self._request = options.request(path)

    def first(self, workspace: Workspace) -> Workspace:
        """Return the workspace with which a server begins, compiled now."""
        current = watched_snapshot(workspace.snapshot, self._request, workspace.process)
        return replace(workspace, current=current, compiled_at=_now())

    def next(self, workspace: Workspace, snapshot: Snapshot) -> Workspace:
        """Return the workspace of a snapshot that replaces that of `workspace`, compiled now."""
        return replace(next_workspace(workspace, snapshot, self._request), compiled_at=_now())


def opened_to_edit(options: SourceOptions, folder: str) -> Workspace:
    """Open a folder in a thread. The process that compiles it there stays, since edits follow. Raises SourceError."""
    process = WorkProcess()
    try:
        snapshot = options.request(folder).compile(jobs=options.jobs, process=process)
    except SourceError:
        process.close()
        raise
    return ServedSource(folder, options).first(options.workspace_of(snapshot, folder, process))


def _now() -> str:
    return datetime.now(UTC).strftime("%Y-%m-%dT%H:%M:%SZ")
