"""The options of `frieze check`: its format, the findings that it shows, those that fail, and the baseline."""

from collections.abc import Callable
from functools import reduce
from pathlib import Path
from typing import Any

import click

from server.completion.values import codes


def _split_codes(
    context: click.Context,  # noqa: ARG001
    option: click.Parameter,
    values: tuple[str, ...],
) -> tuple[str, ...] | None:
    """Return the codes of an option that is repeated, or has commas; None if it was not given."""
    if not values:
        return None
    codes = [code.strip() for value in values for code in value.split(",")]
    if not all(codes):
        raise click.BadParameter("A code is missing: write it as in REQ301,MMD1.", param=option)
    return tuple(dict.fromkeys(codes))


_OPTIONS = (
    click.option(
        "--format",
        "format_name",
        type=click.Choice(["text", "json", "sarif", "github", "gitlab"]),
        default="text",
        show_default=True,
        help="How to show it.",
    ),
    click.option(
        "--fail-on",
        type=click.Choice(["error", "warning"]),
        help="The least severe finding that makes the exit status 1.  [default: error]",
    ),
    click.option(
        "--select",
        shell_complete=codes,
        multiple=True,
        callback=_split_codes,
        metavar="CODES",
        help="Show only these codes, or codes that begin so: REQ301,MMD. May be repeated.",
    ),
    click.option(
        "--ignore",
        shell_complete=codes,
        multiple=True,
        callback=_split_codes,
        metavar="CODES",
        help="Leave these codes out, or codes that begin so. May be repeated.",
    ),
    click.option(
        "--all",
        "is_whole",
        is_flag=True,
        help="Show all findings on a terminal, where else the counts and the first findings fill a screen.",
    ),
    click.option("--statistics", is_flag=True, help="Show how many findings each code has, instead of the findings."),
    click.option(
        "--baseline",
        type=click.Path(dir_okay=False, path_type=Path),
        metavar="FILE",
        help="Show only findings that FILE does not have. FILE is written if it does not exist.",
    ),
    click.option(
        "--explain-detection",
        is_flag=True,
        help="Show which format was taken for which files and what proves it, instead of the findings.",
    ),
    click.option(
        "--unread",
        is_flag=True,
        help="Show the places that look like a decision, a task or the like and were not read as one, instead.",
    ),
    click.option("--write-baseline", is_flag=True, help="Write all findings to the baseline, so that none is new."),
    click.option(
        "--watch",
        is_flag=True,
        help="Go on, and after each change of SOURCE show what appeared and what was resolved, until Ctrl-C.",
    ),
)


def check_options(command: Callable[..., Any]) -> Callable[..., Any]:
    """Add the options of `frieze check` to a command."""
    return reduce(lambda decorated, option: option(decorated), reversed(_OPTIONS), command)
