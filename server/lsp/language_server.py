"""The language server: what an editor asks, answered from the snapshot of its folders.

Each folder of the editor is a source, with the texts that are not saved in the place of their files. All sources belong
to one thread: what is asked waits for a compilation under way, so that no answer is behind what is shown.
"""

import asyncio
import traceback
from collections.abc import Callable, Iterable, Mapping
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from functools import partial
from pathlib import Path
from typing import TypeVar

from lsprotocol import types
from pygls import uris
from pygls.lsp.server import LanguageServer

from compiler import VERSION
from compiler.model.diagnostics import Diagnostic
from compiler.model.spans import Span
from server.lsp.findings import shown_finding
from server.lsp.live_source import Compiled, LiveSource
from server.lsp.positions import Positions

SETTLE_SECONDS = 0.05  # after the last key, before the text is compiled
T = TypeVar("T")
Place = tuple[LiveSource, str]  # a source, and a path below its root


class FriezeServer(LanguageServer):
    """The language server of the folders of one editor."""

    def __init__(self, compiled: Compiled) -> None:
        super().__init__("frieze", VERSION, types.TextDocumentSyncKind.Full)
        self.sources: list[LiveSource] = []
        self.options: object = None  # those that the editor starts it with
        self._first = compiled
        self._worker = ThreadPoolExecutor(1, "frieze-lsp")
        self._settling: asyncio.Task[None] | None = None
        self._told: dict[str, list[types.Diagnostic]] = {}

    @property
    def positions(self) -> Positions:
        """The positions of this client."""
        agreed = self.server_capabilities.position_encoding or types.PositionEncodingKind.Utf16
        return Positions(types.PositionEncodingKind(agreed).value)

    def wants(self, feature: str) -> bool:
        """Whether the editor was not started with a feature that is off in its `initializationOptions`."""
        return not isinstance(self.options, Mapping) or self.options.get(feature) is not False

    @property
    def is_asked_for_findings(self) -> bool:
        """Whether the editor asks for the findings of the files that it shows: it is told of the others only."""
        able = self.client_capabilities.text_document
        return bool(able and able.diagnostic)

    def take_in(self, folders: Iterable[str]) -> None:
        """Take in folders of the editor."""
        known = {source.root for source in self.sources}
        roots = dict.fromkeys(Path(path).resolve() for uri in folders if (path := uris.to_fs_path(uri)))
        self.sources += [LiveSource(root, self._first) for root in roots if root not in known and root.is_dir()]

    def place(self, uri: str) -> Place | None:
        """Return the source of a file, the innermost one, and its path there; None of a file of no source."""
        file = uris.to_fs_path(uri)
        if file is None:
            return None
        found = [(source, path) for source in self.sources if (path := source.path(Path(file).resolve())) is not None]
        return min(found, key=lambda place: len(place[1]), default=None)

    async def ask(self, job: Callable[[], T]) -> T:
        """Return the result of a job, done by the thread of the sources behind what is to be compiled first."""
        while self._settling is not None and not self._settling.done():
            await asyncio.wait([self._settling])  # it may be cancelled for another, which is waited for, too
        return await self._run(job)

    async def show(self, uri: str, text: str | None) -> None:
        """Put a text into the place of a file, or with None take it away."""
        if (place := self.place(uri)) is not None:
            source, path = place
            self.changed()  # before any waiting: the text before must answer nothing that is asked next
            await self._run(partial(source.drop, path) if text is None else partial(source.put, path, text))

    async def _run(self, job: Callable[[], T]) -> T:
        return await asyncio.get_running_loop().run_in_executor(self._worker, job)

    def watch(self) -> None:
        """Ask the editor to tell what others change in its folders, if it can."""
        workspace = self.client_capabilities.workspace
        watching = workspace and workspace.did_change_watched_files
        if watching and watching.dynamic_registration:
            every_file = types.DidChangeWatchedFilesRegistrationOptions([types.FileSystemWatcher("**/*")])
            asked = types.Registration("frieze-files", types.WORKSPACE_DID_CHANGE_WATCHED_FILES, every_file)
            self.client_register_capability(types.RegistrationParams([asked]))

    def changed(self, seconds: float = SETTLE_SECONDS) -> None:
        """Compile the sources when nothing changes for a moment, and tell the findings."""
        if self._settling is not None:
            self._settling.cancel()
        self._settling = asyncio.get_running_loop().create_task(self._settle(seconds))

    async def _settle(self, seconds: float) -> None:
        await asyncio.sleep(seconds)
        try:
            told, problems = await self._run(self._compiled)
        except Exception as error:  # no findings come any more, and nobody else would say so
            traceback.print_exc()
            told, problems = self._told, [f"it failed ({type(error).__name__}); standard error says where"]
        for problem in problems:
            self.window_show_message(types.ShowMessageParams(types.MessageType.Error, f"Frieze: {problem}"))
        if self.is_asked_for_findings:
            told = {uri: found for uri, found in told.items() if uri not in self.workspace.text_documents}
        for uri in self._told.keys() | told.keys():
            if self._told.get(uri) != told.get(uri):
                found = types.PublishDiagnosticsParams(uri, told.get(uri, []))
                self.text_document_publish_diagnostics(found)
        self._told = told
        self._refresh()

    def _refresh(self) -> None:
        """Let the editor ask anew for what it shows of files, which an edit of another one may have changed."""
        workspace = self.client_capabilities.workspace
        if workspace is None:
            return
        for able, refresh in (
            (workspace.diagnostics, self.workspace_diagnostic_refresh),
            (workspace.code_lens, self.workspace_code_lens_refresh),
            (workspace.inlay_hint, self.workspace_inlay_hint_refresh),
        ):
            if able and able.refresh_support:
                refresh(None)

    def _compiled(self) -> tuple[dict[str, list[types.Diagnostic]], list[str]]:
        """Compile the sources. Return the findings by file, and why sources cannot be compiled that could before."""
        told: dict[str, list[types.Diagnostic]] = {}
        problems: list[str] = []
        for source in self.sources:
            problem = source.problem
            source.compile()
            problems += [source.problem] if source.problem not in ("", problem) else []
            snapshot = source.snapshot
            for finding in snapshot.diagnostics() if snapshot else ():
                if finding.span.file:
                    told.setdefault(self.uri(source, finding.span.file), []).append(self._finding(source, finding))
        return told, problems

    def findings(self, source: LiveSource, path: str) -> list[types.Diagnostic]:
        """Return the findings of a file."""
        found = source.snapshot.diagnostics(file=path) if source.snapshot else ()
        return [self._finding(source, finding) for finding in found]

    def _finding(self, source: LiveSource, finding: Diagnostic) -> types.Diagnostic:
        related = [
            types.DiagnosticRelatedInformation(self.location(source, place.span), place.message)
            for place in finding.related
        ]
        return shown_finding(finding, self.range(source, finding.span), related)

    def uri(self, source: LiveSource, path: str) -> str:
        """Return the address of a file."""
        return str(uris.from_fs_path(str(source.root / path)))

    def range(self, source: LiveSource, span: Span) -> types.Range:
        """Return the range of a span, as this client counts."""
        return self.positions.range(span, source.lines(span.file))

    def location(self, source: LiveSource, span: Span) -> types.Location:
        """Return the location of a span."""
        return types.Location(self.uri(source, span.file), self.range(source, span))

    def _close_all(self) -> None:
        for source in self.sources:
            source.close()

    def end(self) -> None:
        """Close the sources."""
        with suppress(RuntimeError):
            self._worker.submit(self._close_all).result()
        self._worker.shutdown()
