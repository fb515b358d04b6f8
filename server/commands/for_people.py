"""The commands for people: `frieze show`, `search`, `render`, `tasks`, `decisions`, `coverage`, `impact`, `sql`.

Each shows a view: on a terminal as tables, trees and drawings, elsewhere as plain text, JSON, CSV or markdown.
"""

import sys
from collections.abc import Callable
from functools import wraps
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from compiler.store.select.bounds import MAX_SQL
from server.commands.opened_source import opened
from server.commands.output import show
from server.commands.words import asked_in, diagram_in, queue_asked, statement_in, words_in
from server.completion.values import (
    blocked_task,
    diagram_ids,
    kind_names,
    object_ids,
    priorities,
    queue_or_source,
    statuses,
)
from server.options.source import SourceOptions, source_options

if TYPE_CHECKING:
    from server.people.view import View

_SOURCE_OPTION = click.option(
    "-s",
    "--source",
    "source_option",
    type=click.Path(),
    metavar="SOURCE",
    help="SOURCE, by default the folder at hand.",
)
_SOURCE = click.argument("source", type=click.Path(), required=False)
_LIMIT = click.option("--limit", type=click.IntRange(min=1), help="The most rows to show; by default, all.")

MakeView = Callable[[Any], "View"]  # of a workspace


def _format(*more: str) -> Callable[[Callable[..., None]], Callable[..., None]]:
    return click.option(
        "--format",
        "format_name",
        type=click.Choice(["table", "json", "csv", "markdown", *more]),
        default="table",
        show_default=True,
        help="How to show it. JSON is the answer of the tool, its pages joined.",
    )


def _shown(command: Callable[..., tuple[str, MakeView]], *formats: str) -> Callable[..., None]:
    """Make a command of what returns SOURCE, and what makes a view of it. `formats` are those that this command has
    beside the formats of all."""

    @_SOURCE_OPTION
    @_format(*formats)
    @source_options
    @wraps(command)
    def run(*, format_name: str, options: SourceOptions, **chosen: Any) -> None:
        source, make = command(**chosen)
        _print(source, options, format_name, make)

    return run


def _drawn(command: Callable[..., tuple[str, MakeView]]) -> Callable[..., None]:
    """Make a command as `_shown` does, of what has an image too."""
    return _shown(command, "svg")


def _for_people(command: Callable[..., MakeView]) -> Callable[..., None]:
    """Make a command of what makes a view. SOURCE comes last, or as an option."""

    @wraps(command)
    def asked(*, source: str | None, source_option: str | None, **chosen: Any) -> tuple[str, MakeView]:
        return asked_in(source, source_option), command(**chosen)

    return _SOURCE(_shown(asked))


def _print(source: str, options: SourceOptions, format_name: str, make: MakeView) -> None:
    from queries.errors.query_error import QueryError
    from server.people import terminal
    from server.people.answers import not_understood
    from server.people.formats import FORMATS, beside_csv
    from server.people.problems import problem

    on_terminal = format_name == "table" and terminal.is_terminal()
    with opened(source, options) as workspace:
        try:
            view = make(workspace)
            if format_name == "svg" and view.image is None:
                raise click.UsageError("An image is of one diagram: name it.")
            text = "" if on_terminal else FORMATS[format_name](view)
        except QueryError as error:
            raise click.ClickException(problem(error)) from None
    if on_terminal:
        terminal.show_on_terminal(view, _folder(source) if options.revision is None else None)
    elif format_name == "table" and terminal.is_colour_forced():
        terminal.show_in_colour(view)
    else:
        show(text.encode(errors="backslashreplace"))
    if format_name == "csv" and (why := beside_csv(view)):
        click.echo(why, err=True)
    if view.left_out and format_name != "svg":
        click.echo(view.left_out, err=True)
    if format_name != "json" and (told := not_understood(view.answer)):  # which the answer itself has
        click.echo(told, err=True)


def _folder(source: str) -> Path:
    """The folder from which the places of a source count."""
    path = Path(source)
    return path if path.is_dir() else path.parent


@click.command("show", short_help="Show one object: its fields, links and lines.")
@click.argument("name", metavar="ID", shell_complete=object_ids)
@_for_people
def show_command(*, name: str) -> MakeView:
    """Show one object of SOURCE: its fields, what it links to, what links to it, and its lines.

    ID is an id as the source has it (REQ-p00001, MILL-2, @warden), or a ref.
    """
    from server.people.views import object_view

    return lambda workspace: object_view(workspace, name)


@click.command(short_help="Find objects by words or by a part of an id.")
@click.argument("words", nargs=-1, required=True, metavar="WORDS... [SOURCE]", shell_complete=object_ids)
@click.option(
    "--kind",
    "kinds",
    multiple=True,
    shell_complete=kind_names,
    help="Only objects of this kind, such as task; may be repeated.",
)
@click.option("--limit", type=click.IntRange(min=1), default=20, show_default=True, help="The most rows to show.")
@_shown
def search(
    *, words: tuple[str, ...], source_option: str | None, kinds: tuple[str, ...], limit: int
) -> tuple[str, MakeView]:
    """Find objects of SOURCE of every kind, the best first.

    Every word is searched for. The last one is SOURCE if it is written as a path (with a slash, '.', or *.frieze) and
    something is there; -s names any SOURCE. Quoted, '"…"' is a phrase that must occur, and 'yes -no' leaves a word out.
    """
    from server.people.views import search_view

    searched, source = words_in(words, source_option)
    return source, lambda workspace: search_view(workspace, searched, [*kinds], limit)


@click.command(short_help="Draw a diagram, or list the diagrams.")
@click.argument("diagram", required=False, shell_complete=diagram_ids)
@_SOURCE
@click.option("--ascii", "is_ascii", is_flag=True, help="Draw with - | + only.")
@click.option("--width", type=click.IntRange(20, 400), help="The most columns; by default, those of the terminal.")
@_drawn
def render(
    *, diagram: str | None, source: str | None, source_option: str | None, is_ascii: bool, width: int | None
) -> tuple[str, MakeView]:
    """Draw a diagram of SOURCE with characters, or as an image with --format svg. DIAGRAM is its id; without it, the
    only diagram, or a list of all. A single word that is written as a path is SOURCE."""
    from server.people import terminal
    from server.people.views import drawing_view

    columns = width or max(20, min(terminal.width(), 400))
    place, name = diagram_in(source, diagram, source_option)
    return place, lambda workspace: drawing_view(workspace, name, columns, is_ascii=is_ascii)


@click.command(short_help="List the tasks that are ready, next or blocked.")
@click.argument("which", required=False, metavar="[ready|next|blocked]", shell_complete=queue_or_source)
@_SOURCE
@click.argument("id", required=False, shell_complete=blocked_task)
@click.option(
    "--priority",
    metavar="NAME",
    shell_complete=priorities,
    help="Only tasks of this priority: urgent, high, normal, low.",
)
@click.option("--all-tags", is_flag=True, help="Also tasks of the Task Master tags that are not current.")
@click.option("--limit", type=click.IntRange(min=0), help="The most tasks to show; by default, all.")
@_shown
def tasks(
    *, which: str | None, source: str | None, id: str | None, source_option: str | None, **chosen: Any
) -> tuple[str, MakeView]:
    """List the tasks that are ready, the next one and why, or those that are blocked and by what, in the order in which
    to do them: priority, then due date. Without a word, those that are ready and those that are blocked.

    `blocked ID` shows what holds up one task, also as `blocked SOURCE ID`.
    """
    from server.people.tasks import QUEUES, TaskOptions, misuse, tasks_view

    asked = queue_asked(QUEUES, [argument for argument in (which, source, id) if argument is not None], source_option)
    options = TaskOptions(id=asked.id, **chosen)
    if wrong := misuse(asked.queue, options):
        raise click.UsageError(wrong)
    return asked.source, lambda workspace: tasks_view(workspace, asked.queue, options)


@click.command(short_help="List decisions, their status, and what superseded them.")
@click.option("--status", shell_complete=statuses, help="Only those with this status, such as accepted.")
@_LIMIT
@_for_people
def decisions(*, status: str | None, limit: int | None) -> MakeView:
    """List the decisions of SOURCE, their status, and what superseded them."""
    from server.people.views import decisions_view

    return lambda workspace: decisions_view(workspace, status, limit)


@click.command(short_help="Count what is tested, implemented and passing.")
@click.option("--gaps", "with_gaps", is_flag=True, help="List the assertions that nothing tests, too.")
@_for_people
def coverage(*, with_gaps: bool) -> MakeView:
    """Count the assertions of the requirements of SOURCE that are tested, implemented and passing, by level."""
    from server.people.views import coverage_view

    return lambda workspace: coverage_view(workspace, with_gaps=with_gaps)


@click.command(short_help="Show what depends on an object, as a tree.")
@click.argument("name", metavar="ID", shell_complete=object_ids)
@_LIMIT
@_for_people
def impact(*, name: str, limit: int | None) -> MakeView:
    """Show what depends on an object of SOURCE: what to look at before it is changed.

    A terminal shows a tree, in which each object depends on the one above it. Elsewhere it is a list, the nearest
    first.
    """
    from server.people.views import impact_view

    return lambda workspace: impact_view(workspace, name, limit)


@click.command(short_help="Ask by one SELECT, or show the relations.")
@_SOURCE
@click.argument("statement", metavar="[SQL|-]", required=False)
@click.option(
    "--base", metavar="REV", help="A revision, worktree or source:NAME: its relations are base.task and so on."
)
@click.option("--limit", type=click.IntRange(min=0), help="The most rows to show.")
@_shown
def sql(
    *,
    source: str | None,
    statement: str | None,
    source_option: str | None,
    base: str | None,
    limit: int | None,
) -> tuple[str, MakeView]:
    """Run one SELECT over the relations of SOURCE and show its rows; with - the SQL is read from standard input.

    A single word that has blanks, or is -, is the SQL, and SOURCE the folder at hand. Without SQL, the relations are
    shown: their columns, the values of these, and the number of rows. What can be asked is what query_facts answers,
    within the same bounds; an error makes the exit status 1.
    """
    from server.people.sql import relations_view, rows_view

    place, asked = statement_in(source, statement, source_option)
    text = sys.stdin.read(MAX_SQL + 1) if asked == "-" else asked
    if text is None:
        return place, relations_view
    return place, lambda workspace: rows_view(workspace, text, base, limit)


COMMANDS = (show_command, search, render, tasks, decisions, coverage, impact, sql)
