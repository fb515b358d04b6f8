"""The source that a server serves: its workspace says when it was compiled and what the source is now, and has a next
one."""

from dataclasses import replace
from datetime import UTC, datetime

from compiler.store.snapshot import Snapshot
from compiler.workspace.interface import Workspace
from compiler.workspace.opening import next_workspace, watched_snapshot
from server.options.source import SourceOptions


class ServedSource:
    """The source at a path, compiled with the options of the server."""

    def __init__(self, path: str, options: SourceOptions) -> None:
        self._path = path
        self._options = options

    def first(self, workspace: Workspace) -> Workspace:
        """Return the workspace with which a server begins, compiled now."""
        options = self._options
        current = watched_snapshot(
            workspace.snapshot,
            self._path,
            revision=options.revision,
            as_of=options.as_of,
            exclude=options.exclude,
            keep=options.cache,
            process=workspace.process,
            signed_by=options.signed_by,
        )
        return replace(workspace, current=current, compiled_at=_now())

    def next(self, workspace: Workspace, snapshot: Snapshot) -> Workspace:
        """Return the workspace of a snapshot that replaces that of `workspace`, compiled now."""
        options = self._options
        found = next_workspace(
            workspace, snapshot, self._path, as_of=options.as_of, exclude=options.exclude, keep=options.cache
        )
        return replace(found, compiled_at=_now())


def _now() -> str:
    return datetime.now(UTC).strftime("%Y-%m-%dT%H:%M:%SZ")
