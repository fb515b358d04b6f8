"""A source as an editor shows it: its files, and in the place of some of them texts that are not saved."""

from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from dataclasses import replace
from pathlib import Path
from typing import Any

from compiler import SourceError
from compiler.disk.regular_file import read_regular
from compiler.store.snapshot import Snapshot
from compiler.text.patches import FileChange
from compiler.workspace.edits import edited
from compiler.workspace.interface import Edit, EditError, Proposal, ProposalError, RefreshError, Workspace
from compiler.workspace.work_process import Check
from queries.errors.query_error import QueryError
from queries.proposals.proposing import proposed

Compiled = Callable[[str], Workspace]  # opens a folder as a server does; raises SourceError
MAX_BYTES = 16 * 1024 * 1024  # of a file whose lines are looked at


class LiveSource:
    """The source below one folder. All of it belongs to one thread, which compiles it and reads its snapshots."""

    def __init__(self, root: Path, compiled: Compiled) -> None:
        self.root = root
        self.problem = ""  # why it cannot be compiled, "" if it can
        self._first = compiled
        self._texts: dict[str, str] = {}
        self._lines: dict[str, list[str]] = {}  # of files that were asked for since the last compilation
        self._unsaved: list[Edit] = []  # what makes the overlay of the files
        self._workspace: Workspace | None = None
        self._saved: Snapshot | None = None  # of the files
        self._overlay: Snapshot | None = None  # with the texts in their place, None if there are none

    @property
    def snapshot(self) -> Snapshot | None:
        """The last snapshot that could be compiled, None before the first."""
        return self._saved if self._overlay is None else self._overlay

    def path(self, file: Path) -> str | None:
        """Return the path of a file below the root, None of one that is not below it."""
        return file.relative_to(self.root).as_posix() if file.is_relative_to(self.root) else None

    def put(self, path: str, text: str) -> None:
        """Put a text into the place of a file, from the next snapshot on."""
        self._texts[path] = text
        self._lines.pop(path, None)

    def drop(self, path: str) -> None:
        """Take the text away: the file counts again."""
        self._texts.pop(path, None)
        self._lines.pop(path, None)

    def lines(self, path: str) -> list[str]:
        """Return the lines of a file as the editor shows them; none of a file that is gone."""
        if path not in self._lines:
            text = self._texts.get(path)
            text = (_text_of(self.root / path) or "") if text is None else text
            self._lines[path] = text.replace("\r\n", "\n").replace("\r", "\n").split("\n")
        return self._lines[path]

    def compile(self) -> None:
        """Compile the source as it is now."""
        self._lines.clear()
        try:
            if self._workspace is None:
                self._workspace = self._first(str(self.root))
            overlay = self._with_texts(self._workspace)
            if overlay is None:
                self._refresh(self._workspace)
        except (SourceError, RefreshError, ProposalError) as error:
            self.problem = str(error)
            return
        self.problem = ""
        old, self._overlay = self._overlay, overlay
        if old is not None:
            old.close()

    def changed_by(self, operations: Sequence[Mapping[str, Any]]) -> list[FileChange]:
        """Return the files that operations change, each as it is shown and as it would be. Raises QueryError."""
        workspace, made = self._workspace, list[Edit]()
        if workspace is None or self.snapshot is None or workspace.propose is None:
            raise QueryError("unavailable", "The source cannot be compiled", hint=self.problem)
        unsaved, on_files = self._unsaved, workspace.propose

        def propose(edits: Sequence[Edit], check: Check) -> Proposal:
            made[:] = edits
            return on_files([*unsaved, *edits], check)

        with proposed(replace(workspace, snapshot=self.snapshot, propose=propose), None, operations):
            try:
                return edited(made, self._shown)
            except EditError as error:  # of a file that changed meanwhile
                raise QueryError("unavailable", str(error)) from None

    def _shown(self, path: str) -> bytes | None:
        """Return the content of a file as the editor shows it."""
        if path in self._texts:
            return self._texts[path].encode()
        with suppress(OSError):
            return read_regular(self.root / path, MAX_BYTES)
        return None

    def close(self) -> None:
        """Close the snapshots."""
        for snapshot in (self._overlay, self._saved):
            if snapshot is not None:
                snapshot.close()
        if self._workspace is not None:
            self._workspace.close()

    def _refresh(self, workspace: Workspace) -> None:
        """Compile the files as they are. The snapshot before it goes, unless it is that of the workspace."""
        assert workspace.current is not None
        done = workspace.current.refresh()
        self._saved = done.after
        if done.before not in (done.after, workspace.snapshot):
            done.before.close()

    def _with_texts(self, workspace: Workspace) -> Snapshot | None:
        """Compile the source with the texts that differ from their files; None if none does."""
        changed = [Edit(path, content=text) for path, text in self._texts.items() if self._differs(path, text)]
        while changed and workspace.propose is not None:
            try:
                proposal = workspace.propose(changed, workspace.check)
            except EditError as error:  # of a file that is none of the source
                del changed[error.at]
                continue
            proposal.base.close()
            self._unsaved = changed
            return proposal.overlay
        self._unsaved = []
        return None

    def _differs(self, path: str, text: str) -> bool:
        return _text_of(self.root / path) != text


def _text_of(file: Path) -> str | None:
    with suppress(OSError):
        return read_regular(file, MAX_BYTES).decode("utf-8-sig", errors="replace")
    return None
