"""What operations would edit, as the edits of an editor. Nothing is written here: the editor makes them."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from lsprotocol import types

from compiler.text.patches import FileChange, opcodes
from queries.errors.query_error import QueryError
from server.lsp.language_server import FriezeServer
from server.lsp.live_source import LiveSource

_DETAILS = ("places", "hint", "did_you_mean")  # of a refusal, which an editor shows in one line


class RefusedError(Exception):
    """An edit that cannot be made. The message says why."""


def edited_by(server: FriezeServer, source: LiveSource, operations: Sequence[Mapping[str, Any]]) -> types.WorkspaceEdit:
    """Return the edits that operations make of the texts as the editor shows them. Raises RefusedError."""
    try:
        changes = source.changed_by(operations)
    except QueryError as error:
        told = [
            error.error.removeprefix("operations[0]: "),
            *(_shown(name, error.fields[name]) for name in _DETAILS if name in error.fields),
        ]
        raise RefusedError(". ".join(part.rstrip(".") for part in told)) from None
    return workspace_edit(server, source, [change for change in changes if change.before != change.after])


def workspace_edit(server: FriezeServer, source: LiveSource, changes: Sequence[FileChange]) -> types.WorkspaceEdit:
    """Return the edits of files that change. A file that goes and another that comes are one that is renamed. Raises
    RefusedError if the editor cannot do that."""
    capable = server.client_capabilities.workspace and server.client_capabilities.workspace.workspace_edit
    gone = [change for change in changes if change.after is None]
    new = [change for change in changes if change.before is None]
    kept = [change for change in changes if change not in (*gone, *new)]
    renamed = [(gone[0], new[0])] if len(gone) == len(new) == 1 else []
    needed = {"rename"} if renamed else {*(["create"] if new else []), *(["delete"] if gone else [])}
    if needed - {types.ResourceOperationKind(kind).value for kind in (capable and capable.resource_operations) or ()}:
        files = ", ".join(change.path for change in (*gone, *new))
        raise RefusedError(f"Files get another name by this, which this editor cannot do: {files}")
    texts = {change.path: text_edits(change) for change in kept}
    if not needed and not (capable and capable.document_changes):
        return types.WorkspaceEdit(changes={server.uri(source, path): edits for path, edits in texts.items()})
    done: list[Any] = [_document_edit(server, server.uri(source, path), edits) for path, edits in texts.items()]
    for old, other in renamed:
        to = server.uri(source, other.path)
        done.append(types.RenameFile(server.uri(source, old.path), to))
        done.append(_document_edit(server, to, text_edits(FileChange(other.path, old.before, other.after))))
    for change in () if renamed else (*new, *gone):
        done += list(_whole_file(server, server.uri(source, change.path), change))
    return types.WorkspaceEdit(document_changes=done)


def text_edits(change: FileChange) -> list[types.TextEdit]:
    """Return the edits of the lines that differ."""
    old, new = _lines(change.before or b""), _lines(change.after or b"")
    return [
        types.TextEdit(
            types.Range(types.Position(first, 0), types.Position(behind, 0)),
            b"".join(new[new_first:new_behind]).decode(errors="replace"),
        )
        for tag, first, behind, new_first, new_behind in opcodes(old, new)
        if tag != "equal"
    ]


def _lines(content: bytes) -> list[bytes]:
    """The lines of a file as an editor counts them, which takes a mark of the byte order for none of the text."""
    return content.removeprefix(b"\xef\xbb\xbf").splitlines(keepends=True)


def _document_edit(server: FriezeServer, uri: str, edits: Sequence[types.TextEdit]) -> types.TextDocumentEdit:
    opened = server.workspace.text_documents.get(uri)
    return types.TextDocumentEdit(
        types.OptionalVersionedTextDocumentIdentifier(uri, opened.version if opened else None), [*edits]
    )


def _whole_file(server: FriezeServer, uri: str, change: FileChange) -> Iterator[Any]:
    if change.after is None:
        yield types.DeleteFile(uri)
        return
    yield types.CreateFile(uri)
    yield _document_edit(server, uri, text_edits(change))


def _shown(name: str, detail: object) -> str:
    told = ", ".join(map(str, detail)) if isinstance(detail, list) else str(detail)
    return f"Did you mean {told}?" if name == "did_you_mean" else told
