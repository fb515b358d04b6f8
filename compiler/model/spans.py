"""Positions in a source."""

from typing import NamedTuple


class Span(NamedTuple):
    """A range of one source file.

    `file` is the path below the source's root, with forward slashes. Lines count from 1. Columns are UTF-8 bytes + 1.
    The end column is exclusive. A diagnostic without a position has the span NOWHERE.
    Example: `Span("garden.urd.md", 12, 3, 12, 30)`.
    """

    file: str
    start_line: int
    start_col: int
    end_line: int
    end_col: int

    def __str__(self) -> str:
        return f"{self.file}:{self.start_line}"


NOWHERE = Span("", 0, 0, 0, 0)


def whole_file(path: str) -> Span:
    """Return the span of diagnostics about a whole file: its first position."""
    return Span(path, 1, 1, 1, 1)
