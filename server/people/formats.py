"""A view as text: for a pipe, as CSV, as markdown, as JSON. What a terminal shows is `server.people.terminal`."""

import csv
import io
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from queries.tools.render import visible
from server.people.plain_text import cell, is_numeric, multiline
from server.people.view import Table, Text, View
from server.protocol.json_bytes import json_bytes

MAX_PADDED = 40  # characters of a column that is as wide in every line
_MARKDOWN = str.maketrans({"|": r"\|", "\\": "\\\\"})


def as_plain(view: View) -> str:
    """Columns side by side, nothing cut: for a pipe or a file."""
    return "\n\n".join(filter(None, map(_plain, view.blocks)))


def as_csv(view: View) -> str:
    """The first table as CSV with a header (RFC 4180, but lines end with a newline alone), the header alone where there
    are no rows; a text as it is."""
    table = next((block for block in view.blocks if isinstance(block, Table) or block.columns), None)
    if table is None:
        return "\n".join(block.text for block in view.blocks if isinstance(block, Text))
    written = io.StringIO()
    writer = csv.writer(written, lineterminator="\n")
    writer.writerow(table.columns)
    if isinstance(table, Table):
        writer.writerows([["" if value is None else visible(value) for value in row] for row in table.rows])
    return written.getvalue().rstrip("\n")


def beside_csv(view: View) -> str:
    """Why there are no rows, which is no part of CSV; "" where there are some."""
    if any(isinstance(block, Table) for block in view.blocks):
        return ""
    return "\n".join(multiline(block.text) for block in view.blocks if isinstance(block, Text) and block.columns)


def as_markdown(view: View) -> str:
    """Tables as GitHub shows them, texts in fences."""
    return "\n\n".join(filter(None, map(_markdown, view.blocks)))


def as_json(view: View) -> str:
    """The answer itself, its pages joined."""
    return json_bytes(view.answer).decode(errors="replace")


def as_svg(view: View) -> str:
    """The image of what is shown, "" if it has none."""
    return view.image() if view.image else ""


FORMATS: Mapping[str, Callable[[View], str]] = {
    "table": as_plain,
    "csv": as_csv,
    "json": as_json,
    "markdown": as_markdown,
    "svg": as_svg,
}


def table_text(table: Table) -> str:
    """The rows below the names of their columns, two blanks between the cells, numbers to the right, nothing cut. A
    column that has a longer cell than `MAX_PADDED` is not padded: eighteen titles would be mostly blanks. A terminal
    shows columns."""
    rows = [[cell(value) for value in row] for row in table.rows]
    widest = [max(map(len, column)) for column in zip(table.columns, *rows, strict=True)]
    widths = [width if width <= MAX_PADDED else 0 for width in widest]
    numeric = [is_numeric(table.rows, at) for at in range(len(widths))]
    rule = ["-" * (width or len(name)) for width, name in zip(widths, table.columns, strict=True)]
    return "\n".join("  ".join(map(_aligned, row, widths, numeric)).rstrip() for row in (table.columns, rule, *rows))


def _aligned(value: str, width: int, is_number: bool) -> str:
    return value.rjust(width) if is_number else value.ljust(width)


def _plain(block: Table | Text) -> str:
    body = multiline(block.text) if isinstance(block, Text) else table_text(block)
    return f"{cell(block.title)}\n\n{body}" if block.title and body else body


def _markdown(block: Table | Text) -> str:
    if isinstance(block, Text):
        body = _fenced(multiline(block.text)) if block.text else ""
    else:
        body = "\n".join(_row(row) for row in (block.columns, ["---"] * len(block.columns), *block.rows))
    return f"## {cell(block.title)}\n\n{body}" if block.title and body else body


def _row(values: Sequence[Any]) -> str:
    return f"| {' | '.join(cell(value).translate(_MARKDOWN) for value in values)} |"


def _fenced(text: str) -> str:
    fence = "```"
    while fence in text:
        fence += "`"
    return f"{fence}\n{text}\n{fence}"
