"""What completes the arguments and options of commands, in the terms of click."""

from collections.abc import Iterable, Sequence

import click
from click.shell_completion import CompletionItem

from server.completion.names import ids, kinds

HERE = "."
STATUSES = ("accepted", "deprecated", "proposed", "rejected", "superseded")
PRIORITIES = ("urgent", "high", "normal", "low")

Items = list[CompletionItem]


def source_of(context: click.Context) -> str:
    """Return SOURCE as it has been typed, the current directory if none is. An empty one stays empty: it names none."""
    for parameter in ("source_option", "source"):
        given = context.params.get(parameter)
        if isinstance(given, str):
            return given
    return HERE


def object_ids(context: click.Context, _: click.Parameter, incomplete: str) -> Items:
    """Complete the id of an object of any kind."""
    return items(ids(source_of(context), incomplete), incomplete)


def diagram_ids(context: click.Context, _: click.Parameter, incomplete: str) -> Items:
    """Complete the id of a diagram."""
    return items(ids(source_of(context), incomplete, kind="diagram"), incomplete)


def kind_names(context: click.Context, _: click.Parameter, incomplete: str) -> Items:
    """Complete a kind of object that the source has."""
    return items(kinds(source_of(context)), incomplete)


def statuses(_: click.Context, __: click.Parameter, incomplete: str) -> Items:
    """Complete a status of decisions."""
    return items(plain(STATUSES), incomplete)


def priorities(_: click.Context, __: click.Parameter, incomplete: str) -> Items:
    """Complete a priority of tasks."""
    return items(plain(PRIORITIES), incomplete)


def codes(_: click.Context, __: click.Parameter, incomplete: str) -> Items:
    """Complete a code of findings, the last one of a list with commas."""
    from compiler.pipeline.codes import own_codes

    return _last_of_list(sorted(own_codes()), incomplete.upper())


def toolsets(_: click.Context, __: click.Parameter, incomplete: str) -> Items:
    """Complete a toolset, the last one of a list with commas."""
    from queries.tools.packs import ALL, PACKS

    return _last_of_list(sorted([ALL, *PACKS]), incomplete)


def queue_or_source(_: click.Context, __: click.Parameter, incomplete: str) -> Items:
    """Complete a queue of tasks, or a path."""
    found = items(plain(("ready", "next", "blocked")), incomplete)
    return found or [CompletionItem(incomplete, type="file")]


def blocked_task(context: click.Context, _: click.Parameter, incomplete: str) -> Items:
    """Complete the id of a task."""
    return items(ids(source_of(context), incomplete, kind="task"), incomplete)


def items(named: Iterable[tuple[str, str]], incomplete: str) -> Items:
    """Return the items of the names that begin with what was typed; in another case where no name begins with it as it
    is."""
    typed = incomplete.lower()
    found = [CompletionItem(name, help=told or None) for name, told in named if name.lower().startswith(typed)]
    # zsh puts what all candidates begin with in place of what is typed: with names in two cases that would be nothing.
    return [item for item in found if str(item.value).startswith(incomplete)] or found


def plain(names: Iterable[str]) -> Sequence[tuple[str, str]]:
    """Return names that need no explanation."""
    return [(name, "") for name in names]


def _last_of_list(names: Iterable[str], incomplete: str) -> Items:
    before, comma, last = incomplete.rpartition(",")
    return [CompletionItem(f"{before}{comma}{item.value}") for item in items(plain(names), last)]
