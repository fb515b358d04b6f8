"""Places of a snapshot and positions of an editor.

A span has columns in bytes, from 1. A position has a line from 0, and a character in the units that editor and server
have agreed on: bytes, two-byte units, or code points.
"""

from collections.abc import Sequence

from lsprotocol import types

from compiler.model.spans import Span

_WIDTHS = {"utf-16": ("utf-16-le", 2), "utf-32": ("utf-32-le", 4)}


class Positions:
    """The positions in texts, in the units of one client."""

    def __init__(self, encoding: str) -> None:
        self._encoding = encoding

    def column(self, line: str, character: int) -> int:
        """Return the column of a character in a line, in bytes from 1. Behind the end it is that of the end."""
        if self._encoding not in _WIDTHS:
            return min(character, len(line.encode())) + 1
        codec, width = _WIDTHS[self._encoding]
        before = line.encode(codec, "surrogatepass")[: character * width].decode(codec, "ignore")
        return len(before.encode(errors="replace")) + 1

    def character(self, line: str, column: int) -> int:
        """Return the character at a column of a line."""
        before = line.encode(errors="replace")[: max(column - 1, 0)]
        if self._encoding not in _WIDTHS:
            return len(before)
        codec, width = _WIDTHS[self._encoding]
        return len(before.decode(errors="ignore").encode(codec)) // width

    def range(self, span: Span, lines: Sequence[str]) -> types.Range:
        """Return the range of a span in the lines of its file. Of lines that are gone it is the end."""
        return types.Range(
            self._position(span.start_line, span.start_col, lines), self._position(span.end_line, span.end_col, lines)
        )

    def _position(self, line: int, column: int, lines: Sequence[str]) -> types.Position:
        if line > len(lines):
            return types.Position(max(len(lines) - 1, 0), 0)
        return types.Position(line - 1, self.character(lines[line - 1], column))
