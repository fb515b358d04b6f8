"""An editor with one folder: a client of the language server, over a socket or in a process of its own."""

import asyncio
import os
import socket
import sys
from collections.abc import AsyncIterator, Awaitable, Callable, Sequence
from contextlib import asynccontextmanager
from functools import partial
from pathlib import Path
from threading import Thread
from typing import Any
from urllib.parse import unquote, urlsplit

from lsprotocol import types
from pygls.lsp.client import LanguageClient

from server.lsp.requests import serve
from server.options.source import SourceOptions
from server.served_source import opened_to_edit
from tests.paths import ROOT
from tests.server.processes import PATIENCE

Told = dict[str, list[types.Diagnostic]]
EDITS = types.WorkspaceEditClientCapabilities(
    document_changes=True,
    resource_operations=[types.ResourceOperationKind.Rename, types.ResourceOperationKind.Create],
)


OPENED = partial(opened_to_edit, SourceOptions(cache=False))  # as by `frieze lsp --no-cache`


class Editor:
    """An editor with one folder. `told` are the findings of each file, by its address."""

    def __init__(self, root: Path, client: LanguageClient, told: Told) -> None:
        self.root, self.client, self.told = root, client, told
        self.heard = asyncio.Event()
        self.watched: list[str] = []
        self.refreshed: list[str] = []  # what the server asked to ask anew
        self.shown: dict[str, str] = {}  # texts that are open, by their paths
        self._version = 0

    def uri(self, path: str) -> str:
        return (self.root / path).as_uri()

    def document(self, path: str) -> types.TextDocumentIdentifier:
        return types.TextDocumentIdentifier(self.uri(path))

    def text(self, path: str) -> str:
        return (self.root / path).read_bytes().decode()  # with its line ends

    def open(self, path: str, text: str) -> None:
        self.shown[path] = text
        item = types.TextDocumentItem(self.uri(path), "markdown", 0, text)
        self.client.text_document_did_open(types.DidOpenTextDocumentParams(item))

    def type(self, path: str, text: str) -> None:
        self._version += 1
        self.shown[path] = text
        document = types.VersionedTextDocumentIdentifier(self._version, self.uri(path))
        change = types.TextDocumentContentChangeWholeDocument(text)
        self.client.text_document_did_change(types.DidChangeTextDocumentParams(document, [change]))

    def close(self, path: str) -> None:
        del self.shown[path]
        self.client.text_document_did_close(types.DidCloseTextDocumentParams(self.document(path)))

    def at(self, path: str, word: str, offset: int = 1) -> tuple[types.TextDocumentIdentifier, types.Position]:
        """The place of a word in a file, so many letters behind its start, in units of UTF-16."""
        lines = self.text(path).split("\n")
        number = next(number for number, line in enumerate(lines) if word in line)
        before = lines[number][: lines[number].index(word) + offset]
        return self.document(path), types.Position(number, len(before.encode("utf-16-le")) // 2)

    def codes(self, path: str) -> list[object]:
        return [finding.code for finding in self.told.get(self.uri(path), [])]

    def made(self, edit: types.WorkspaceEdit) -> dict[str, str]:
        """The texts of the files after an edit, by their paths; those that go have none."""
        texts: dict[str, str] = {}
        steps = edit.document_changes
        if steps is None:
            changes = (edit.changes or {}).items()
            steps = [
                types.TextDocumentEdit(types.OptionalVersionedTextDocumentIdentifier(uri), edits)
                for uri, edits in changes
            ]
        for step in steps:
            if isinstance(step, types.RenameFile):
                texts[self.path(step.new_uri)] = self._now(texts, self.path(step.old_uri))
                texts.pop(self.path(step.old_uri), None)
            elif isinstance(step, types.TextDocumentEdit):
                path = self.path(step.text_document.uri)
                texts[path] = edited(
                    self._now(texts, path), [one for one in step.edits if isinstance(one, types.TextEdit)]
                )
        return texts

    def _now(self, texts: dict[str, str], path: str) -> str:
        saved = self.text(path) if (self.root / path).exists() else ""
        return texts.get(path, self.shown.get(path, saved))

    def path(self, uri: str) -> str:
        return Path(unquote(urlsplit(uri).path)).relative_to(self.root).as_posix()

    async def until(self, holds: Callable[[], bool]) -> None:
        async with asyncio.timeout(2 * PATIENCE):
            while not holds():
                self.heard.clear()
                await self.heard.wait()


def edited(text: str, edits: Sequence[types.TextEdit]) -> str:
    """A text after edits of ranges, as an editor makes them that counts in units of UTF-16."""
    lines = text.splitlines(keepends=True)

    def offset(position: types.Position) -> int:
        before = "".join(lines[: position.line]).encode("utf-16-le") if position.line <= len(lines) else b""
        return len(before) // 2 + position.character

    units = text.encode("utf-16-le")
    for edit in sorted(edits, key=lambda edit: offset(edit.range.start), reverse=True):
        start, end = offset(edit.range.start), offset(edit.range.end)
        units = units[: 2 * start] + edit.new_text.encode("utf-16-le") + units[2 * end :]
    return units.decode("utf-16-le")


def _serve_one(listening: socket.socket) -> None:
    with (
        listening,
        listening.accept()[0] as connection,
        connection.makefile("rb") as read,
        connection.makefile("wb") as written,
    ):
        serve(OPENED, read, written)


async def _start(client: Any, is_process: bool) -> None:
    if is_process:
        environment = {**os.environ, "PYTHONPATH": str(ROOT)}
        await client.start_io(sys.executable, "-m", "server.cli", "lsp", env=environment)
    else:
        listening = socket.create_server(("127.0.0.1", 0))
        Thread(target=_serve_one, args=[listening]).start()
        await client.start_tcp(*listening.getsockname())


@asynccontextmanager
async def editor(
    root: Path, options: object = None, *, pulls: bool = False, units: str = "utf-16", is_process: bool = False
) -> AsyncIterator[Editor]:
    client: Any = LanguageClient("test", "1")
    opened = Editor(root, client, {})

    def hear(params: types.PublishDiagnosticsParams) -> None:
        opened.told[params.uri] = list(params.diagnostics)
        opened.heard.set()

    def register(params: types.RegistrationParams) -> None:
        opened.watched += [registration.method for registration in params.registrations]

    client.feature(types.TEXT_DOCUMENT_PUBLISH_DIAGNOSTICS)(hear)
    client.feature(types.CLIENT_REGISTER_CAPABILITY)(register)
    for method in (types.WORKSPACE_DIAGNOSTIC_REFRESH, types.WORKSPACE_CODE_LENS_REFRESH):
        client.feature(method)(partial(_refresh, opened, method))
    await _start(client, is_process)
    folder = types.WorkspaceFolder(root.as_uri(), root.name)
    watching = types.DidChangeWatchedFilesClientCapabilities(dynamic_registration=True)
    lazy = types.ClientCodeActionResolveOptions(["edit"])
    able = types.ClientCapabilities(
        workspace=types.WorkspaceClientCapabilities(
            did_change_watched_files=watching,
            workspace_edit=EDITS,
            diagnostics=types.DiagnosticWorkspaceClientCapabilities(refresh_support=pulls),
            code_lens=types.CodeLensWorkspaceClientCapabilities(refresh_support=pulls),
        ),
        general=types.GeneralClientCapabilities(position_encodings=[types.PositionEncodingKind(units)]),
        text_document=types.TextDocumentClientCapabilities(
            code_action=types.CodeActionClientCapabilities(resolve_support=lazy),
            diagnostic=types.DiagnosticClientCapabilities() if pulls else None,
        ),
    )
    started = types.InitializeParams(
        able, root_uri=root.as_uri(), workspace_folders=[folder], initialization_options=options
    )
    await client.initialize_async(started)
    client.initialized(types.InitializedParams())
    try:
        yield opened
    finally:
        await client.shutdown_async(None)
        client.exit(None)
        client.protocol.writer.close()  # which a server that already waits for the next message notices
        await client.stop()


def _refresh(opened: Editor, method: str, *_: object) -> None:
    opened.refreshed.append(method)
    opened.heard.set()


def with_editor(
    root: Path,
    use: Callable[[Editor], Awaitable[None]],
    options: object = None,
    *,
    pulls: bool = False,
    units: str = "utf-16",
    is_process: bool = False,
) -> None:
    async def run() -> None:
        async with editor(root, options, pulls=pulls, units=units, is_process=is_process) as opened:
            await use(opened)

    asyncio.run(run())
