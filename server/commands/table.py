"""Rows as a table for people: columns side by side, numbers to the right, long values cut."""

from collections.abc import Sequence
from typing import Any

from server.people.plain_text import cell

MAX_CELL = 60  # characters of a value in a table


def table_text(names: Sequence[str], rows: Sequence[Sequence[Any]]) -> str:
    """The rows below the names of their columns."""
    shown = [[_cell(value) for value in row] for row in rows]
    columns = list(zip(*shown, strict=True)) if shown else [()] * len(names)
    widths = [max(map(len, (name, *cells))) for name, cells in zip(names, columns, strict=True)]
    lines = [list(names), ["-" * width for width in widths], *shown]
    numeric = [bool(shown) and all(isinstance(row[at], int | float) for row in rows) for at in range(len(widths))]
    return "\n".join(
        "  ".join(
            cell.rjust(width) if right else cell.ljust(width)
            for cell, width, right in zip(line, widths, numeric, strict=True)
        ).rstrip()
        for line in lines
    )


def _cell(value: Any) -> str:
    """A value on one line, its control characters escaped: they could move a terminal's cursor."""
    plain = cell(value)
    return plain if len(plain) <= MAX_CELL else f"{plain[: MAX_CELL - 1]}…"
