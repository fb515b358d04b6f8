"""The members of a merged snapshot, opened as workspaces of their own when a question is about one of them."""

import os
import threading
from collections.abc import Sequence
from typing import Any

from compiler.model.source import SourceError
from compiler.store.merged.source_view import view_of_source
from compiler.store.snapshot import Snapshot
from compiler.workspace.federation.members import excluded, open_member
from compiler.workspace.federation.workspace_file import Federation
from compiler.workspace.interface import MemberError, Workspace
from compiler.workspace.work_process import WorkProcess


class OpenedMembers:
    """The members (`compiler.workspace.interface.Members`). Threads may share them."""

    def __init__(
        self,
        merged: Snapshot,
        federation: Federation | None,
        exclude: Sequence[str],
        *,
        keep: bool,
        process: WorkProcess | None,
    ) -> None:
        """`federation` says where the sources are; None if that is not known, as in a frozen file."""
        self._described: list[dict[str, Any]] = merged.meta["sources"]
        self._merged = merged
        self._federation = federation
        self._exclude = tuple(exclude)
        self._keep = keep
        self._process = process
        self._workspaces: dict[str, Workspace] = {}
        self._views: dict[str, Snapshot] = {}
        self._lock = threading.Lock()
        self.names = tuple(one["name"] for one in self._described)

    def problem(self, name: str) -> str:
        """Return why a source cannot be read, "" if it can."""
        found: str = self._of(name).get("problem", "")
        return found

    def view(self, name: str) -> Snapshot:
        """Return the rows of one source in the merged snapshot."""
        with self._lock:
            if name not in self._views:
                self._views[name] = view_of_source(self._merged, self._number(name), name)
            return self._views[name]

    def open(self, name: str) -> Workspace:
        """Open the workspace of one source, as it was when the merged snapshot was made. Raises MemberError."""
        with self._lock:
            if name not in self._workspaces:
                self._workspaces[name] = self._opened(name)
            return self._workspaces[name]

    def retire(self) -> None:
        """Close each of what was opened when nobody uses it any more."""
        with self._lock:
            for one in (*self._views.values(), *(one.snapshot for one in self._workspaces.values())):
                one.close_when_unused()
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

    def _of(self, name: str) -> dict[str, Any]:
        return self._described[self._number(name) - 1]

    def _number(self, name: str) -> int:
        return self.names.index(name) + 1

    def _opened(self, name: str) -> Workspace:
        from compiler.workspace.opening import workspace_of

        if problem := self.problem(name):
            raise MemberError(f"The source '{name}' could not be read: {problem}")
        if self._federation is None:
            raise MemberError("The sources of a frozen workspace cannot be opened one by one.")
        member = next(one for one in self._federation.members if one.name == name)
        try:
            snapshot = open_member(
                member, self._exclude, use_cache=self._keep, process=self._process, as_of=self._merged.meta["as_of"]
            )
        except SourceError as error:
            raise MemberError(f"The source '{name}' cannot be read any more: {error}") from None
        if snapshot.meta.get("alone_id", snapshot.id) != self._of(name)["snapshot_id"]:
            snapshot.close()
            raise MemberError(f"The source '{name}' has changed since. Call refresh to answer from it as it is.")
        return workspace_of(
            snapshot,
            os.fspath(member.path),
            as_of=self._merged.meta["as_of"],
            exclude=excluded(member, self._exclude),
            keep=self._keep,
            process=self._process,
            alone=True,
        )
