"""Renaming: which operation gives the object at a position another name, and what the editor is told before it."""

from collections.abc import Mapping
from typing import Any

from lsprotocol import types
from pygls.exceptions import JsonRpcException

from compiler.languages.diagrams.facts import Node, Participant
from compiler.model.spans import Span
from compiler.store.snapshot import ObjectRow, Snapshot
from server.lsp import lookup
from server.lsp.asking import Place, at_place
from server.lsp.edits import RefusedError, edited_by
from server.lsp.language_server import FriezeServer

REQUEST_FAILED = -32803

Renaming = Mapping[str, Any]


async def prepare_rename(
    server: FriezeServer, params: types.PrepareRenameParams
) -> types.PrepareRenamePlaceholder | None:
    """Answer what would be renamed, and the name that it has. A refusal says why."""

    def prepared(place: Place) -> types.PrepareRenamePlaceholder:
        found, named = _found(place)
        old, _ = renaming(place.snapshot, found, "")
        return types.PrepareRenamePlaceholder(server.range(place.source, _written(place, named, old)), old)

    return await at_place(server, params.text_document.uri, params.position, prepared)


async def rename(server: FriezeServer, params: types.RenameParams) -> types.WorkspaceEdit | None:
    """Answer the edits that give what stands at a position another name, in all that cites it."""

    def renamed(place: Place) -> types.WorkspaceEdit:
        found, _ = _found(place)
        _, operation = renaming(place.snapshot, found, params.new_name)
        try:
            return edited_by(server, place.source, [operation])
        except RefusedError as refusal:
            raise refused(str(refusal)) from None

    return await at_place(server, params.text_document.uri, params.position, renamed)


def renaming(snapshot: Snapshot, found: ObjectRow, new: str) -> tuple[str, Renaming]:
    """Return the name of an object, and the operation that gives it another one. Raises JsonRpcException if there is
    none."""
    if found.kind in ("requirement", "assertion"):
        return found.id, {"op": "mutate_rename_node", "old_id": found.id, "new_id": new}
    if found.kind in ("decision", "task", "note"):
        return found.id, {"op": "entity_rename", "id": found.ref, "new_id": new}
    if found.kind == "document_section":
        return found.title, {"op": "section_rename", "section": found.ref, "heading": new}
    if found.kind == "entity" and found.ref.startswith("w:"):
        return found.id, {"op": "world_rename_entity", "entity_id": found.ref, "new_id": new}
    drawn = snapshot.fact_of(found.ref)
    if isinstance(drawn, Node):
        of = {"diagram_id": drawn.diagram, "node_id": drawn.node}
        return drawn.name, {"op": "flow_set_node_mermaid_id", **of, "mermaid_id": new}
    if isinstance(drawn, Participant):
        of = {"diagram_id": drawn.diagram, "participant_id": drawn.participant}
        return drawn.name, {"op": "seq_update_participant", **of, "mermaid_name": new}
    raise refused(f"No operation gives a {found.kind.replace('_', ' ')} another name: {found.id}")


def refused(reason: str) -> JsonRpcException:
    """Return the answer to a request that says why nothing is done."""
    return JsonRpcException(reason, REQUEST_FAILED)


def _found(place: Place) -> tuple[ObjectRow, lookup.Named]:
    named = place.named
    found = place.snapshot.object(named.ref) if named else None
    if named is None or found is None:
        raise refused("Nothing that has a name stands here")
    return found, named


def _written(place: Place, named: lookup.Named, old: str) -> Span:
    """Return where a name is written: where it is cited, or in the line that states it."""
    if named.span.end_col > named.span.start_col:
        return named.span
    at = place.text.find(old)
    start = len(place.text[:at].encode()) + 1 if at >= 0 else 1
    return Span(place.path, place.line, start, place.line, start + len(old.encode()) if at >= 0 else place.column)
