"""Positions of an editor and places of a snapshot."""

from compiler.model.spans import Span
from server.lsp.positions import Positions
from tests.compiler.tables import table

LINE = "é🍏 ADR-1"


@table(
    ("encoding", "character", "column"),
    [
        ("utf-8", 7, 8),
        ("utf-16", 4, 8),
        ("utf-32", 3, 8),
        ("utf-16", 2, 3),  # within a letter of two units: before it
        ("utf-16", 900, 13),
        ("utf-8", 900, 13),
    ],
)
def test_characters_are_columns_in_bytes(encoding: str, character: int, column: int) -> None:
    positions = Positions(encoding)
    assert positions.column(LINE, character) == column
    if character not in (2, 900):
        assert positions.character(LINE, column) == character


def test_span_behind_the_end_is_at_the_end() -> None:
    found = Positions("utf-16").range(Span("a.md", 1, 8, 9, 1), [LINE])
    assert (found.start.line, found.start.character, found.end.line, found.end.character) == (0, 4, 0, 0)
