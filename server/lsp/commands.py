"""The commands that an editor may run: each is asked with the address of a file and a position in it."""

from collections.abc import Awaitable, Callable, Mapping
from typing import Any

from lsprotocol import types

from queries.diagrams.svg_rendering import diagram_svg
from queries.errors.query_error import QueryError
from server.charts.render_chart import render_chart
from server.lsp.asking import Place, at_place
from server.lsp.language_server import FriezeServer
from server.lsp.names_in_place import diagram_at
from server.lsp.renaming import refused

Answer = dict[str, str]


async def drawing(server: FriezeServer, uri: str, position: types.Position) -> Answer | None:
    """Answer the drawing of the diagram at a position as SVG, with its ref and title; None where there is none."""

    def drawn(place: Place) -> Answer | None:
        diagram = diagram_at(place.snapshot, place.path, place.line)
        if diagram is None:
            return None
        try:
            svg = diagram_svg(place.snapshot, diagram.id, render_chart=render_chart)
        except QueryError as error:
            raise refused(error.error) from None
        return {"ref": diagram.ref, "title": diagram.title, "svg": svg}

    return await at_place(server, uri, position, drawn)


async def named_object(server: FriezeServer, uri: str, position: types.Position) -> Answer | None:
    """Answer the ref and title of what stands at a position, and the folder of its source; None where nothing does."""

    def named(place: Place) -> Answer | None:
        found = place.snapshot.object(place.named.ref) if place.named else None
        return None if found is None else {"ref": found.ref, "title": found.title, "root": str(place.source.root)}

    return await at_place(server, uri, position, named)


COMMANDS: Mapping[str, Callable[..., Awaitable[Any]]] = {"frieze.drawing": drawing, "frieze.object": named_object}
