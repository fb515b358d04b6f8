"""What an editor asks and tells: a function for each method of the protocol, and the table of them."""

from collections.abc import Callable, Iterable
from functools import partial
from pathlib import Path
from typing import Any, BinaryIO

from lsprotocol import types
from pygls import uris

from compiler.model.spans import Span
from compiler.store.snapshot import ObjectRow, Snapshot
from server.lsp import lookup
from server.lsp.actions import ACTION_KINDS, code_actions, resolve_action
from server.lsp.annotations import code_lenses, inlay_hints
from server.lsp.asking import at_named, of_file
from server.lsp.commands import COMMANDS
from server.lsp.completing import completion, resolve
from server.lsp.hierarchy import incoming_calls, outgoing_calls, prepare_hierarchy
from server.lsp.language_server import FriezeServer
from server.lsp.live_source import Compiled, LiveSource
from server.lsp.renaming import prepare_rename, rename


def serve(compiled: Compiled, read: BinaryIO | None = None, written: BinaryIO | None = None) -> None:
    """Serve an editor over two streams, by default standard input and output, until it ends."""
    server = FriezeServer(compiled)
    for method, (answer, options) in FEATURES.items():
        server.feature(method, options)(answer)
    for name, command in COMMANDS.items():
        server.command(name)(command)
    try:
        server.start_io(read, written)
    finally:
        server.end()


def initialize(server: FriezeServer, params: types.InitializeParams) -> None:
    """Keep the options of the editor."""
    server.options = params.initialization_options


async def initialized(server: FriezeServer, _: types.InitializedParams) -> None:
    """Take in the folders of the editor."""
    folders = [folder.uri for folder in server.workspace.folders.values()]
    server.take_in(folders or filter(None, [server.workspace.root_uri]))
    server.watch()
    server.changed(0)


async def folders_changed(server: FriezeServer, params: types.DidChangeWorkspaceFoldersParams) -> None:
    """Take in folders, and close others."""
    gone = {Path(path).resolve() for folder in params.event.removed if (path := uris.to_fs_path(folder.uri))}
    for source in [source for source in server.sources if source.root in gone]:
        server.sources.remove(source)
        await server.ask(source.close)
    server.take_in(folder.uri for folder in params.event.added)
    server.changed(0)


async def opened(server: FriezeServer, params: types.DidOpenTextDocumentParams) -> None:
    """Put the text into the place of its file."""
    await server.show(params.text_document.uri, params.text_document.text)


async def typed(server: FriezeServer, params: types.DidChangeTextDocumentParams) -> None:
    """Put the new text into the place of its file."""
    await server.show(params.text_document.uri, server.workspace.get_text_document(params.text_document.uri).source)


async def closed(server: FriezeServer, params: types.DidCloseTextDocumentParams) -> None:
    """Let the file count again."""
    await server.show(params.text_document.uri, None)


async def files_changed(
    server: FriezeServer, _: types.DidSaveTextDocumentParams | types.DidChangeWatchedFilesParams
) -> None:
    """Compile what others, or the editor itself, wrote."""
    server.changed()


async def definition(server: FriezeServer, params: types.DefinitionParams) -> types.Location | None:
    """Answer where what stands at a position is stated."""

    def stated(source: LiveSource, snapshot: Snapshot, named: lookup.Named) -> types.Location | None:
        span = lookup.definition(snapshot, named.ref)
        return None if span is None else server.location(source, span)

    return await at_named(server, params.text_document.uri, params.position, stated)


async def references(server: FriezeServer, params: types.ReferenceParams) -> list[types.Location] | None:
    """Answer where what stands at a position is cited."""

    def cited(source: LiveSource, snapshot: Snapshot, named: lookup.Named) -> list[types.Location]:
        own = lookup.definition(snapshot, named.ref) if params.context.include_declaration else None
        spans = [*([own] if own else []), *lookup.references(snapshot, named.ref)]
        return [server.location(source, span) for span in spans]

    return await at_named(server, params.text_document.uri, params.position, cited)


async def hover(server: FriezeServer, params: types.HoverParams) -> types.Hover | None:
    """Answer what is known of what stands at a position."""

    def shown(source: LiveSource, snapshot: Snapshot, named: lookup.Named) -> types.Hover | None:
        text = lookup.hover(snapshot, named.ref)
        content = types.MarkupContent(types.MarkupKind.Markdown, text)
        return types.Hover(content, server.range(source, named.span)) if text else None

    return await at_named(server, params.text_document.uri, params.position, shown)


async def findings(
    server: FriezeServer, params: types.DocumentDiagnosticParams
) -> types.RelatedFullDocumentDiagnosticReport:
    """Answer the findings of a file."""
    uri = params.text_document.uri
    found = await of_file(server, uri, lambda source, _, path: server.findings(source, path))
    return types.RelatedFullDocumentDiagnosticReport(items=found or [])


async def document_symbols(server: FriezeServer, params: types.DocumentSymbolParams) -> list[types.SymbolInformation]:
    """Answer what a file states."""
    place = server.place(params.text_document.uri)
    if place is None:
        return []
    source, path = place
    return await server.ask(partial(_symbols, server, source, lambda snapshot: lookup.symbols(snapshot, path)))


async def workspace_symbols(server: FriezeServer, params: types.WorkspaceSymbolParams) -> list[types.SymbolInformation]:
    """Answer what has a text in its id or title, in all folders."""
    found: list[types.SymbolInformation] = []
    for source in server.sources:
        wanted = partial(lookup.found_symbols, query=params.query)
        found += await server.ask(partial(_symbols, server, source, wanted))
    return found


def _symbols(
    server: FriezeServer, source: LiveSource, wanted: Callable[[Snapshot], Iterable[ObjectRow]]
) -> list[types.SymbolInformation]:
    return [
        types.SymbolInformation(
            location=server.location(source, Span(row.file, row.start_line, 1, row.end_line, 1)),
            name=row.id if row.title in ("", row.id) else f"{row.id} {row.title}",
            kind=lookup.symbol_kind(row.kind),
            container_name=row.kind.replace("_", " "),
        )
        for row in (wanted(source.snapshot) if source.snapshot else ())
    ]


# Of each method: what answers it, and the options by which it is offered.
FEATURES: dict[str, tuple[Callable[..., Any], Any]] = {
    types.INITIALIZE: (initialize, None),
    types.INITIALIZED: (initialized, None),
    types.WORKSPACE_DID_CHANGE_WORKSPACE_FOLDERS: (folders_changed, None),
    types.TEXT_DOCUMENT_DID_OPEN: (opened, None),
    types.TEXT_DOCUMENT_DID_CHANGE: (typed, None),
    types.TEXT_DOCUMENT_DID_CLOSE: (closed, None),
    types.TEXT_DOCUMENT_DID_SAVE: (files_changed, None),
    types.WORKSPACE_DID_CHANGE_WATCHED_FILES: (files_changed, None),
    types.TEXT_DOCUMENT_DEFINITION: (definition, None),
    types.TEXT_DOCUMENT_REFERENCES: (references, None),
    types.TEXT_DOCUMENT_HOVER: (hover, None),
    types.TEXT_DOCUMENT_DOCUMENT_SYMBOL: (document_symbols, None),
    types.WORKSPACE_SYMBOL: (workspace_symbols, None),
    types.TEXT_DOCUMENT_DIAGNOSTIC: (
        findings,
        types.DiagnosticOptions(inter_file_dependencies=True, workspace_diagnostics=False, identifier="frieze"),
    ),
    types.TEXT_DOCUMENT_CODE_ACTION: (code_actions, types.CodeActionOptions(ACTION_KINDS, resolve_provider=True)),
    types.CODE_ACTION_RESOLVE: (resolve_action, None),
    types.TEXT_DOCUMENT_CODE_LENS: (code_lenses, types.CodeLensOptions(resolve_provider=False)),
    types.TEXT_DOCUMENT_INLAY_HINT: (inlay_hints, types.InlayHintOptions(resolve_provider=False)),
    types.TEXT_DOCUMENT_PREPARE_CALL_HIERARCHY: (prepare_hierarchy, None),
    types.CALL_HIERARCHY_INCOMING_CALLS: (incoming_calls, None),
    types.CALL_HIERARCHY_OUTGOING_CALLS: (outgoing_calls, None),
    types.TEXT_DOCUMENT_PREPARE_RENAME: (prepare_rename, None),
    types.TEXT_DOCUMENT_RENAME: (rename, types.RenameOptions(prepare_provider=True)),
    types.TEXT_DOCUMENT_COMPLETION: (
        completion,
        types.CompletionOptions(trigger_characters=("-", "#", "["), resolve_provider=True),
    ),
    types.COMPLETION_ITEM_RESOLVE: (resolve, None),
}
