"""The language server: what an editor asks, answered from the snapshot of its folders.

Each folder of the editor is a source, with the texts that are not saved in the place of their files. All sources belong
to one thread: what is asked waits for a compilation under way, so that no answer is behind what is shown.
"""

import asyncio
import re
from collections.abc import Callable, Iterable, Sequence
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
from compiler.store.snapshot import ObjectRow, Snapshot
from server.lsp import lookup
from server.lsp.live_source import Compiled, LiveSource
from server.lsp.positions import Positions

SETTLE_SECONDS = 0.15  # after the last key, before the text is compiled
SEVERITIES = {
    "error": types.DiagnosticSeverity.Error,
    "warning": types.DiagnosticSeverity.Warning,
    "info": types.DiagnosticSeverity.Information,
}
KINDS = {  # of an editor's symbols; all else is a Key
    "document": types.SymbolKind.File,
    "document_section": types.SymbolKind.String,
    "decision": types.SymbolKind.Event,
    "task": types.SymbolKind.Event,
    "requirement": types.SymbolKind.Interface,
    "assertion": types.SymbolKind.Property,
    "test": types.SymbolKind.Method,
    "diagram": types.SymbolKind.Namespace,
    "node": types.SymbolKind.Field,
}
TRIGGERS = ("-", "#", "[")
_WORD = re.compile(r"[\w/.~-]{1,200}$")

T = TypeVar("T")
Place = tuple[LiveSource, str]  # a source, and a path below its root


class FriezeServer(LanguageServer):
    """The language server of the folders of one editor."""

    def __init__(self, compiled: Compiled) -> None:
        super().__init__("frieze", VERSION, types.TextDocumentSyncKind.Full)
        self.sources: list[LiveSource] = []
        self._first = compiled
        self._worker = ThreadPoolExecutor(1, "frieze-lsp")
        self._settling: asyncio.Task[None] | None = None
        self._told: dict[str, list[types.Diagnostic]] = {}

    @property
    def positions(self) -> Positions:
        """The positions of this client."""
        agreed = self.server_capabilities.position_encoding or types.PositionEncodingKind.Utf16
        return Positions(types.PositionEncodingKind(agreed).value)

    def take_in(self, folders: Iterable[str]) -> None:
        """Take in folders of the editor."""
        known = {one.root for one in self.sources}
        roots = dict.fromkeys(Path(path).resolve() for uri in folders if (path := uris.to_fs_path(uri)))
        self.sources += [LiveSource(root, self._first) for root in roots if root not in known and root.is_dir()]

    def place(self, uri: str) -> Place | None:
        """Return the source of a file, the innermost one, and its path there; None of a file of no source."""
        file = uris.to_fs_path(uri)
        if file is None:
            return None
        found = [(one, path) for one in self.sources if (path := one.path(Path(file).resolve())) is not None]
        return min(found, key=lambda one: len(one[1]), default=None)

    async def ask(self, job: Callable[[], T]) -> T:
        """Return the result of a job, done by the thread of the sources behind what is to be compiled first."""
        while self._settling is not None and not self._settling.done():
            await asyncio.wait([self._settling])  # it may be cancelled for another, which is waited for, too
        return await self._run(job)

    async def show(self, uri: str, text: str | None) -> None:
        """Put a text into the place of a file, or with None take it away."""
        if (place := self.place(uri)) is not None:
            source, path = place
            await self._run(partial(source.drop, path) if text is None else partial(source.put, path, text))
            self.changed()

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
        told, problems = await self._run(self._compiled)
        for problem in problems:
            self.window_show_message(types.ShowMessageParams(types.MessageType.Error, f"Frieze: {problem}"))
        for uri in self._told.keys() | told.keys():
            if self._told.get(uri) != told.get(uri):
                found = types.PublishDiagnosticsParams(uri, told.get(uri, []))
                self.text_document_publish_diagnostics(found)
        self._told = told

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

    def _finding(self, source: LiveSource, finding: Diagnostic) -> types.Diagnostic:
        related = [
            types.DiagnosticRelatedInformation(self.location(source, one.span), one.message) for one in finding.related
        ]
        message = finding.message if finding.suggestion is None else f"{finding.message} {finding.suggestion}"
        return types.Diagnostic(
            self.range(source, finding.span),
            message,
            severity=SEVERITIES[finding.severity],
            code=finding.code,
            source="frieze",
            related_information=related or None,
        )

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


def serve(compiled: Compiled) -> None:
    """Serve an editor over standard input and output, until it ends."""
    server = language_server(compiled)
    try:
        server.start_io()
    finally:
        server.end()


def language_server(compiled: Compiled) -> FriezeServer:
    """Return the server with all that it answers."""
    server = FriezeServer(compiled)

    @server.feature(types.INITIALIZED)
    async def initialized(ls: FriezeServer, _: types.InitializedParams) -> None:
        ls.take_in([folder.uri for folder in ls.workspace.folders.values()] or filter(None, [ls.workspace.root_uri]))
        ls.watch()
        ls.changed(0)

    @server.feature(types.WORKSPACE_DID_CHANGE_WORKSPACE_FOLDERS)
    async def folders_changed(ls: FriezeServer, params: types.DidChangeWorkspaceFoldersParams) -> None:
        gone = {Path(path).resolve() for one in params.event.removed if (path := uris.to_fs_path(one.uri))}
        for source in [one for one in ls.sources if one.root in gone]:
            ls.sources.remove(source)
            await ls.ask(source.close)
        ls.take_in(one.uri for one in params.event.added)
        ls.changed(0)

    @server.feature(types.TEXT_DOCUMENT_DID_OPEN)
    async def opened(ls: FriezeServer, params: types.DidOpenTextDocumentParams) -> None:
        await ls.show(params.text_document.uri, params.text_document.text)

    @server.feature(types.TEXT_DOCUMENT_DID_CHANGE)
    async def typed(ls: FriezeServer, params: types.DidChangeTextDocumentParams) -> None:
        await ls.show(params.text_document.uri, ls.workspace.get_text_document(params.text_document.uri).source)

    @server.feature(types.TEXT_DOCUMENT_DID_CLOSE)
    async def closed(ls: FriezeServer, params: types.DidCloseTextDocumentParams) -> None:
        await ls.show(params.text_document.uri, None)

    @server.feature(types.TEXT_DOCUMENT_DID_SAVE)
    async def saved(ls: FriezeServer, _: types.DidSaveTextDocumentParams) -> None:
        ls.changed()

    @server.feature(types.WORKSPACE_DID_CHANGE_WATCHED_FILES)
    async def files_changed(ls: FriezeServer, _: types.DidChangeWatchedFilesParams) -> None:
        ls.changed()

    async def at(
        ls: FriezeServer,
        params: types.DefinitionParams | types.ReferenceParams | types.HoverParams,
        answer: Callable[[LiveSource, Snapshot, lookup.Named], T],
    ) -> T | None:
        """Answer about what stands at a position; None where nothing does."""
        place = ls.place(params.text_document.uri)
        if place is None:
            return None
        source, path = place

        def look() -> T | None:
            lines = source.lines(path)
            line = params.position.line
            if source.snapshot is None or line >= len(lines):
                return None
            column = ls.positions.column(lines[line], params.position.character)
            named = lookup.named_at(source.snapshot, path, line + 1, column)
            return None if named is None else answer(source, source.snapshot, named)

        return await ls.ask(look)

    @server.feature(types.TEXT_DOCUMENT_DEFINITION)
    async def definition(ls: FriezeServer, params: types.DefinitionParams) -> types.Location | None:
        def stated(source: LiveSource, snapshot: Snapshot, named: lookup.Named) -> types.Location | None:
            span = lookup.definition(snapshot, named.ref)
            return None if span is None else ls.location(source, span)

        return await at(ls, params, stated)

    @server.feature(types.TEXT_DOCUMENT_REFERENCES)
    async def references(ls: FriezeServer, params: types.ReferenceParams) -> list[types.Location] | None:
        def cited(source: LiveSource, snapshot: Snapshot, named: lookup.Named) -> list[types.Location]:
            spans = lookup.references(snapshot, named.ref)
            own = lookup.definition(snapshot, named.ref) if params.context.include_declaration else None
            return [ls.location(source, span) for span in [*([own] if own else []), *spans]]

        return await at(ls, params, cited)

    @server.feature(types.TEXT_DOCUMENT_HOVER)
    async def hover(ls: FriezeServer, params: types.HoverParams) -> types.Hover | None:
        def shown(source: LiveSource, snapshot: Snapshot, named: lookup.Named) -> types.Hover | None:
            text = lookup.hover(snapshot, named.ref)
            content = types.MarkupContent(types.MarkupKind.Markdown, text)
            return types.Hover(content, ls.range(source, named.span)) if text else None

        return await at(ls, params, shown)

    @server.feature(types.TEXT_DOCUMENT_DOCUMENT_SYMBOL)
    async def document_symbols(ls: FriezeServer, params: types.DocumentSymbolParams) -> list[types.SymbolInformation]:
        place = ls.place(params.text_document.uri)
        if place is None:
            return []
        source, path = place
        return await ls.ask(lambda: _symbols(ls, source, source.snapshot and lookup.symbols(source.snapshot, path)))

    @server.feature(types.WORKSPACE_SYMBOL)
    async def workspace_symbols(ls: FriezeServer, params: types.WorkspaceSymbolParams) -> list[types.SymbolInformation]:
        found: list[types.SymbolInformation] = []
        for source in ls.sources:
            ask = partial(_found_symbols, ls, source, params.query)
            found += await ls.ask(ask)
        return found

    @server.feature(types.TEXT_DOCUMENT_COMPLETION, types.CompletionOptions(trigger_characters=TRIGGERS))
    async def complete(ls: FriezeServer, params: types.CompletionParams) -> types.CompletionList | None:
        place = ls.place(params.text_document.uri)
        if place is None:
            return None
        source, path = place

        def begun() -> list[tuple[str, str, str]]:
            line = (source.lines(path) + [""] * (params.position.line + 1))[params.position.line]
            before = line.encode()[: ls.positions.column(line, params.position.character) - 1].decode(errors="ignore")
            word = _WORD.search(before)
            return lookup.ids(source.snapshot, word[0] if word else "") if source.snapshot else []

        items = [
            types.CompletionItem(name, detail=f"{kind}: {title}", kind=types.CompletionItemKind.Reference)
            for name, kind, title in await ls.ask(begun)
        ]
        return types.CompletionList(is_incomplete=True, items=items)  # they are those of the word so far

    return server


def _found_symbols(ls: FriezeServer, source: LiveSource, query: str) -> list[types.SymbolInformation]:
    return _symbols(ls, source, source.snapshot and lookup.found_symbols(source.snapshot, query))


def _symbols(
    ls: FriezeServer, source: LiveSource, objects: Sequence[ObjectRow] | Snapshot | None
) -> list[types.SymbolInformation]:
    if not isinstance(objects, list):
        return []
    return [
        types.SymbolInformation(
            location=ls.location(source, Span(one.file, one.start_line, 1, one.end_line, 1)),
            name=one.id if one.title in ("", one.id) else f"{one.id} {one.title}",
            kind=KINDS.get(one.kind, types.SymbolKind.Key),
            container_name=one.kind.replace("_", " "),
        )
        for one in objects
    ]
