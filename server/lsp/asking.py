"""What is asked at a position of an editor: the source, its snapshot, and the line, by the thread of the sources."""

from collections.abc import Callable
from typing import NamedTuple, TypeVar

from lsprotocol import types

from compiler.store.snapshot import Snapshot
from server.lsp import lookup
from server.lsp.language_server import FriezeServer
from server.lsp.live_source import LiveSource

T = TypeVar("T")


class Place(NamedTuple):
    """A position in a file of a source. `line` and `column` count from 1, the column in bytes; `text` is the line."""

    source: LiveSource
    snapshot: Snapshot
    path: str
    line: int
    column: int
    text: str

    @property
    def before(self) -> str:
        """The line up to the position."""
        return self.text.encode()[: self.column - 1].decode(errors="ignore")

    @property
    def named(self) -> lookup.Named | None:
        """What is cited or stated here."""
        return lookup.named_at(self.snapshot, self.path, self.line, self.column, self.text)


async def of_file(server: FriezeServer, uri: str, answer: Callable[[LiveSource, Snapshot, str], T]) -> T | None:
    """Answer about a file, by its source, snapshot and path; None of a file of no source that can be compiled."""
    place = server.place(uri)
    if place is None:
        return None
    source, path = place
    return await server.ask(lambda: answer(source, source.snapshot, path) if source.snapshot else None)


async def at_place(
    server: FriezeServer, uri: str, position: types.Position, answer: Callable[[Place], T | None]
) -> T | None:
    """Answer about a position; None where the file has no such line."""

    def look(source: LiveSource, snapshot: Snapshot, path: str) -> T | None:
        lines, line = source.lines(path), position.line
        if line >= len(lines):
            return None
        column = server.positions.column(lines[line], position.character)
        return answer(Place(source, snapshot, path, line + 1, column, lines[line]))

    return await of_file(server, uri, look)


async def at_named(
    server: FriezeServer,
    uri: str,
    position: types.Position,
    answer: Callable[[LiveSource, Snapshot, lookup.Named], T | None],
) -> T | None:
    """Answer about what stands at a position; None where nothing does."""

    def look(place: Place) -> T | None:
        named = place.named
        return None if named is None else answer(place.source, place.snapshot, named)

    return await at_place(server, uri, position, look)
