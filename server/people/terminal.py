"""A view on a terminal: as wide as it is, in its colours, and in the pager if it is longer than the screen.

`NO_COLOR` turns colours off, `FORCE_COLOR` turns them on for a pipe too, where nothing is cut.
"""

import os
import shlex
import shutil
import sys
from collections.abc import Callable
from io import StringIO
from pathlib import Path

import click

from server.people.links import LinkTo, link_to, no_link
from server.people.plain_text import cell, multiline
from server.people.view import Text, View

UNBOUNDED = 100_000  # characters of a line where nothing is cut


def is_terminal() -> bool:
    """Return whether a person reads standard output."""
    return sys.stdout is not None and sys.stdout.isatty() and os.environ.get("TERM") != "dumb"


def is_colour_forced() -> bool:
    """Return whether colours are wanted where no terminal is."""
    return os.environ.get("FORCE_COLOR", "") not in ("", "0", "false")


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
    text = rendered(view, root, width(), link_to())
    if text.count("\n") < shutil.get_terminal_size().lines or not _pager():
        click.echo(text, nl=False, color=True)
        return
    # Pagers other than less show the code of a link.
    page(text if _pager() == "less" else rendered(view, root, width(), no_link))


def show_in_colour(view: View) -> None:
    """Print a view with colours to whatever standard output is. Nothing is cut."""
    click.echo(rendered(view, None, UNBOUNDED, no_link), nl=False, color=True)


def rendered(view: View, root: Path | None, columns: int, link: LinkTo) -> str:
    """Return a view as a terminal of so many columns shows it."""
    from rich.console import Console
    from rich.text import Text as RichText

    from server.people.painted import Place, table_lines

    console = Console(
        file=StringIO(),
        force_terminal=True,
        width=columns,
        color_system="standard",
        no_color=bool(os.environ.get("NO_COLOR")),
        legacy_windows=False,
    )
    blocks = [block for block in view.blocks if not isinstance(block, Text) or block.text]
    for at, block in enumerate(blocks):
        if at:
            console.print()
        if block.title:
            console.print(RichText(cell(block.title), "bold"), soft_wrap=True)
        if isinstance(block, Text):
            console.print(RichText(multiline(block.text)), soft_wrap=True)
            continue
        for line in table_lines(block, Place(columns, link, root)):
            console.print(line, soft_wrap=True)
    assert isinstance(console.file, StringIO)
    return console.file.getvalue()


def _pager() -> str:
    """The name of the pager; "" if none is wanted, as `PAGER` is empty or `cat`, or if it cannot be read."""
    try:
        command = shlex.split(os.environ.get("PAGER", "less"))
    except ValueError:  # a quote that is not closed
        return ""
    name = Path(command[0]).name if command else ""
    return "" if name == "cat" else name
