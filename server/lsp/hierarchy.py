"""The call hierarchy: what depends on a thing, and what it depends on, by the links that `get_impact` follows."""

from collections.abc import Mapping

from lsprotocol import types

from compiler.model.spans import Span
from compiler.store.link_walk import Step, dependency_steps
from compiler.store.snapshot import ObjectRow, Snapshot
from queries.links.together import named_with_parts
from server.lsp.asking import at_named, of_file
from server.lsp.language_server import FriezeServer
from server.lsp.live_source import LiveSource
from server.lsp.lookup import MAX_ROWS, Named, symbol_kind


async def prepare_hierarchy(
    server: FriezeServer, params: types.CallHierarchyPrepareParams
) -> list[types.CallHierarchyItem] | None:
    """Answer what stands at a position."""

    def prepared(source: LiveSource, snapshot: Snapshot, named: Named) -> list[types.CallHierarchyItem] | None:
        found = snapshot.object(named.ref)
        return [_item(server, source, found)] if found else None

    return await at_named(server, params.text_document.uri, params.position, prepared)


async def incoming_calls(
    server: FriezeServer, params: types.CallHierarchyIncomingCallsParams
) -> list[types.CallHierarchyIncomingCall] | None:
    """Answer what depends on a thing."""
    found = await _steps(server, params.item, to_dependents=True)
    return [types.CallHierarchyIncomingCall(item, places) for item, places in found or ()]


async def outgoing_calls(
    server: FriezeServer, params: types.CallHierarchyOutgoingCallsParams
) -> list[types.CallHierarchyOutgoingCall] | None:
    """Answer what a thing depends on."""
    found = await _steps(server, params.item, to_dependents=False)
    return [types.CallHierarchyOutgoingCall(item, places) for item, places in found or ()]


Calls = list[tuple[types.CallHierarchyItem, list[types.Range]]]


async def _steps(server: FriezeServer, item: types.CallHierarchyItem, *, to_dependents: bool) -> Calls | None:
    """Return the things one link away, each with the places of the links in the file that states them."""

    def near(source: LiveSource, snapshot: Snapshot, _: str) -> Calls:
        ref = str(item.data["ref"]) if isinstance(item.data, Mapping) else ""
        if snapshot.object(ref) is None:
            return []
        parts = {ref, *named_with_parts(snapshot, ref, "ref")[1]}
        by_ref: dict[str, list[Step]] = {}
        for step in dependency_steps(snapshot, to_dependents)(sorted(parts)):
            if step.far not in parts and not step.dangling:
                by_ref.setdefault(step.far, []).append(step)
        found = [(row, by_ref[far]) for far in sorted(by_ref)[:MAX_ROWS] if (row := snapshot.object(far))]
        return [(_item(server, source, row), _places(server, source, row, steps)) for row, steps in found]

    return await of_file(server, item.uri, near)


def _places(server: FriezeServer, source: LiveSource, row: ObjectRow, steps: list[Step]) -> list[types.Range]:
    lines = sorted({int(step.place.rpartition(":")[2] or 0) for step in steps if step.place.startswith(f"{row.file}:")})
    spans = [Span(row.file, line, 1, line, _end(source, row.file, line)) for line in lines or [row.start_line]]
    return [server.range(source, span) for span in spans]


def _end(source: LiveSource, path: str, line: int) -> int:
    lines = source.lines(path)
    return len(lines[line - 1].encode()) + 1 if 0 < line <= len(lines) else 1


def _item(server: FriezeServer, source: LiveSource, row: ObjectRow) -> types.CallHierarchyItem:
    first = Span(row.file, row.start_line, 1, row.start_line, _end(source, row.file, row.start_line))
    return types.CallHierarchyItem(
        name=row.id,
        kind=symbol_kind(row.kind),
        uri=server.uri(source, row.file),
        range=server.range(
            source, Span(row.file, row.start_line, 1, row.end_line, _end(source, row.file, row.end_line))
        ),
        selection_range=server.range(source, first),
        detail=row.title if row.title != row.id else row.kind.replace("_", " "),
        data={"ref": row.ref},
    )
