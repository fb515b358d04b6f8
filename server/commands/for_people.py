"""The commands for people: `frieze show`, `search`, `render`, `decisions`, `coverage`, `impact`."""

from collections.abc import Callable
from functools import wraps
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from server.commands.opened_source import opened
from server.commands.output import show
from server.options.source import SourceOptions, source_options

if TYPE_CHECKING:
    from compiler.workspace.interface import Workspace
    from server.people.view import View

_SOURCE = click.argument("source", type=click.Path(), default=".")
_LIMIT = click.option("--limit", type=click.IntRange(min=1), help="The most rows to show; by default, all.")
_FORMAT = click.option(
    "--format",
    "format_name",
    type=click.Choice(["table", "json", "csv", "markdown"]),
    default="table",
    show_default=True,
    help="How to show it. JSON is the answer of the tool, its pages joined.",
)

MakeView = Callable[["Workspace"], "View"]


def _for_people(command: Callable[..., MakeView]) -> Callable[..., None]:
    """Make a command of what makes a view: SOURCE comes last, and is the folder at hand by default."""

    @_SOURCE
    @_FORMAT
    @source_options
    @wraps(command)
    def run(*, source: str, format_name: str, options: SourceOptions, **chosen: Any) -> None:
        _print(source, options, format_name, command(**chosen))

    return run


def _print(source: str, options: SourceOptions, format_name: str, make: MakeView) -> None:
    from queries.errors import QueryError
    from server.commands.sql import problem
    from server.people.formats import FORMATS
    from server.people.terminal import is_terminal, show_on_terminal

    with opened(source, options) as workspace:
        try:
            view = make(workspace)
        except QueryError as error:
            raise click.ClickException(problem(error)) from None
    if format_name == "table" and is_terminal():
        show_on_terminal(view, Path(source) if Path(source).is_dir() and options.revision is None else None)
    else:
        show(FORMATS[format_name](view).encode(errors="backslashreplace"))
    if view.left_out:
        click.echo(view.left_out, err=True)


@click.command("show", short_help="Show one object: fields, links, lines.")
@click.argument("name", metavar="ID")
@_for_people
def show_command(*, name: str) -> MakeView:
    """Show one object of SOURCE: its fields, what it links to, what links to it, and its lines.

    ID is an id as the source has it (REQ-p00001, MILL-2, @warden), or a ref.
    """
    from server.people.views import object_view

    return lambda workspace: object_view(workspace, name)


@click.command(short_help="Find objects by words or by a part of an id.")
@click.argument("words")
@click.option("--kind", "kinds", multiple=True, help="Only objects of this kind, such as task; may be repeated.")
@click.option("--limit", type=click.IntRange(min=1), default=20, show_default=True, help="The most rows to show.")
@_for_people
def search(*, words: str, kinds: tuple[str, ...], limit: int) -> MakeView:
    """Find objects of SOURCE of every kind, the best first.

    WORDS is one argument: quote several words. "…" inside is a phrase that must occur, -word must not.
    """
    from server.people.views import search_view

    return lambda workspace: search_view(workspace, words, [*kinds], limit)


@click.command(short_help="Draw a diagram with characters.")
@click.argument("diagram")
@click.option("--ascii", "is_ascii", is_flag=True, help="Draw with - | + only.")
@click.option("--width", type=click.IntRange(20, 400), help="The most columns; by default, those of the terminal.")
@_for_people
def render(*, diagram: str, is_ascii: bool, width: int | None) -> MakeView:
    """Draw a diagram of SOURCE with characters. DIAGRAM is its id."""
    from server.people import terminal
    from server.people.views import drawing_view

    columns = width or max(20, min(terminal.width(), 400))
    return lambda workspace: drawing_view(workspace, diagram, columns, is_ascii=is_ascii)


@click.command(short_help="List decisions, their status, and what superseded them.")
@click.option("--status", help="Only those with this status, such as accepted.")
@_LIMIT
@_for_people
def decisions(*, status: str | None, limit: int | None) -> MakeView:
    """List the decisions of SOURCE, their status, and what superseded them."""
    from server.people.views import decisions_view

    return lambda workspace: decisions_view(workspace, status, limit)


@click.command(short_help="Count the assertions that are tested, implemented and passing.")
@click.option("--gaps", "with_gaps", is_flag=True, help="List the assertions that nothing tests, too.")
@_for_people
def coverage(*, with_gaps: bool) -> MakeView:
    """Count the assertions of the requirements of SOURCE that are tested, implemented and passing, by level."""
    from server.people.views import coverage_view

    return lambda workspace: coverage_view(workspace, with_gaps=with_gaps)


@click.command(short_help="List what depends on an object.")
@click.argument("name", metavar="ID")
@_LIMIT
@_for_people
def impact(*, name: str, limit: int | None) -> MakeView:
    """List what depends on an object of SOURCE, the nearest first: what to look at before it is changed."""
    from server.people.views import impact_view

    return lambda workspace: impact_view(workspace, name, limit)


COMMANDS = (show_command, search, render, decisions, coverage, impact)
