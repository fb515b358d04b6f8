"""The members of a merged snapshot, opened as workspaces of their own when a question is about one of them."""

import threading
from collections.abc import Callable

from compiler.store.merged.extraction import extracted
from compiler.store.merged.source_view import view_of_source
from compiler.store.snapshot import Snapshot
from compiler.workspace.interface import FROZEN_FILE, MemberError, Workspace

# Opens the workspace of a source by its name. None if it is not what was merged any more.
OpenAlone = Callable[[str], Workspace | None]
CHANGED = (
    "This source has changed since the workspace was compiled, so that its revisions cannot be read: refresh first"
)


class OpenedMembers:
    """The members (`compiler.workspace.interface.Members`). Threads may share them."""

    def __init__(self, merged: Snapshot, open_alone: OpenAlone | None = None) -> None:
        """`open_alone` opens the workspace of a source as it is now; None where nothing is known but its rows."""
        self._merged = merged
        self._open_alone = open_alone
        self._workspaces: dict[str, Workspace] = {}
        self._views: dict[str, Snapshot] = {}
        self._lock = threading.Lock()
        self.names = tuple(source["name"] for source in merged.sources)

    def problem(self, name: str) -> str:
        """Return why a source cannot be read, "" if it can."""
        return str(self._merged.sources[self._number(name) - 1].get("problem", ""))

    def view(self, name: str) -> Snapshot:
        """Return the rows of one source in the merged snapshot."""
        with self._lock:
            if name not in self._views:
                self._views[name] = view_of_source(self._merged, self._number(name), name)
            return self._views[name]

    def workspace(self, name: str) -> Workspace:
        """Open the workspace of one source, as it was when the merged snapshot was made. Raises MemberError."""
        with self._lock:
            if name not in self._workspaces:
                self._workspaces[name] = self._opened(name)
            return self._workspaces[name]

    def retire(self) -> None:
        """Close each of what was opened when nobody uses it any more."""
        with self._lock:
            for snapshot in (*self._views.values(), *(workspace.snapshot for workspace in self._workspaces.values())):
                snapshot.close_when_unused()
            for workspace in self._workspaces.values():
                if workspace.revisions is not None:
                    workspace.revisions.retire()
            self._workspaces.clear()
            self._views.clear()

    def close(self) -> None:
        """Close what was opened."""
        with self._lock:
            for view in self._views.values():
                view.close()
            for workspace in self._workspaces.values():
                workspace.snapshot.close()
                if workspace.revisions is not None:
                    workspace.revisions.close()
            self._workspaces.clear()
            self._views.clear()

    def _number(self, name: str) -> int:
        return self.names.index(name) + 1

    def _opened(self, name: str) -> Workspace:
        if problem := self.problem(name):
            raise MemberError(f"The source '{name}' could not be read: {problem}")
        workspace = self._open_alone(name) if self._open_alone else None
        if workspace is None:
            made = extracted(view_of_source(self._merged, self._number(name), name), name)
            return Workspace(made, no_revisions=CHANGED if self._open_alone else FROZEN_FILE)
        return workspace
