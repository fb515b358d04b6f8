"""A view on a terminal: tables that fit its width, titles in bold, places that are links where the terminal can."""

import os
import shutil
import sys
from collections.abc import Callable, Iterable, Sequence
from io import StringIO
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from server.people.plain_text import cell, multiline
from server.people.view import Table, Text, View

if TYPE_CHECKING:
    from rich.console import Console
    from rich.text import Text as RichText

CUT_FIRST = ("title", "text", "value", "by")  # columns that give way where the terminal is narrow
KEPT = 36  # characters of another column that are shown even then
LEAST = 10  # characters of a column that gives way
GAP = 2  # blanks between columns
PLACE = "source"  # the column of places
FOLDED = ("value",)  # columns of long values; in the others a row stays one line, and is cut


def is_terminal() -> bool:
    """Return whether a person reads standard output."""
    return sys.stdout is not None and sys.stdout.isatty() and os.environ.get("TERM") != "dumb"


def width() -> int:
    """Return the columns of the terminal, 80 if they are not known."""
    return shutil.get_terminal_size().columns


def page_through(text: str) -> None:
    """Show a text in the pager."""
    os.environ.setdefault("LESS", "FRX")  # colours stay, and the text stays when it ends
    click.echo_via_pager(text, color=True)


def show_on_terminal(view: View, root: Path | None, page: Callable[[str], None] = page_through) -> None:
    """Print a view; one that is longer than the screen goes to the pager. `root` is the folder of the source, to which
    places are links."""
    text = rendered(view, root, width(), has_colour=not os.environ.get("NO_COLOR"))
    if text.count("\n") >= shutil.get_terminal_size().lines:
        page(text)
    else:
        click.echo(text, nl=False, color=True)


def rendered(view: View, root: Path | None, columns: int, *, has_colour: bool) -> str:
    """Return a view as a terminal of so many columns shows it."""
    from rich.console import Console
    from rich.text import Text as RichText

    console = Console(
        file=StringIO(),
        force_terminal=True,
        width=columns,
        highlight=False,
        color_system="standard" if has_colour else None,
        legacy_windows=False,
    )
    blocks = [one for one in view.blocks if not isinstance(one, Text) or one.text]
    for at, block in enumerate(blocks):
        if at:
            console.print()
        if block.title:
            console.print(RichText(cell(block.title), "bold"), soft_wrap=True)
        if isinstance(block, Text):
            console.print(RichText(multiline(block.text)), soft_wrap=True)
        else:
            _print_table(console, block, root)
    assert isinstance(console.file, StringIO)
    return console.file.getvalue()


def _print_table(console: "Console", table: Table, root: Path | None) -> None:
    from rich.table import Table as RichTable

    shown: RichTable = RichTable(box=None, pad_edge=False, header_style="dim", padding=(0, GAP, 0, 0))
    for at, (name, columns) in enumerate(zip(table.columns, widths(table, console.width), strict=True)):
        is_number = bool(table.rows) and all(isinstance(row[at], int | float) for row in table.rows)
        shown.add_column(
            name,
            justify="right" if is_number else "left",
            no_wrap=name not in FOLDED,
            overflow="fold" if name in FOLDED else "ellipsis",
            width=columns,
        )
    for row in table.rows:
        shown.add_row(*_cells(table.columns, row, root))
    console.print(shown)


def widths(table: Table, columns: int) -> list[int]:
    """Return how many characters each column of a table gets: those that give way share what the others leave."""
    needed = [max(len(cell(row[at])) for row in (table.columns, *table.rows)) for at in range(len(table.columns))]
    room = columns - GAP * len(needed)
    flexible = [at for at, name in enumerate(table.columns) if name in CUT_FIRST]
    room -= sum(min(one, KEPT) for at, one in enumerate(needed) if at not in flexible)
    given = [min(one, KEPT) for one in needed]
    for count, at in enumerate(sorted(flexible, key=needed.__getitem__)):
        given[at] = max(min(needed[at], room // (len(flexible) - count)), LEAST)
        room -= given[at]
    return given


def _cells(columns: Sequence[str], row: Sequence[Any], root: Path | None) -> Iterable["RichText"]:
    from rich.text import Text as RichText

    for name, value in zip(columns, row, strict=True):
        text = RichText(cell(value))
        path = str(value or "").rpartition(":")[0]
        if name == PLACE and root is not None and path:
            text.stylize(f"link {(root / path).absolute().as_uri()}")
        yield text
