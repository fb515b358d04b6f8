"""The options of a server: what it lists, where it serves, how long a question may take, and what it logs."""

from collections.abc import Callable
from functools import wraps
from typing import Any, NamedTuple

import click

from server.options.editor import EDITOR
from server.options.http import HttpOptions, http_options
from server.options.toolsets import OUTPUT_SCHEMAS, PROPOSALS, TOOLSETS

LOG_VARIABLE = "FRIEZE_LOG_LEVEL"
LOG_LEVELS = ("off", "error", "warning", "info", "debug")
OTHER_LEVELS = {"warn": "warning", "trace": "debug"}  # as other programs call them
TIMEOUT_VARIABLE = "FRIEZE_TIMEOUT"
TIMEOUT_SECONDS = 30.0  # clients wait for 60 seconds
MAX_TIMEOUT_SECONDS = 3_600.0


def _level(_: click.Context, __: click.Parameter, value: str) -> str:
    return OTHER_LEVELS.get(value, value)


_TIMEOUT = click.option(
    "--timeout",
    type=click.FloatRange(0.1, MAX_TIMEOUT_SECONDS),
    envvar=TIMEOUT_VARIABLE,
    default=TIMEOUT_SECONDS,
    show_default=True,
    metavar="SECONDS",
    help=f"How long one question may take before it is stopped and answered with an error. Also ${TIMEOUT_VARIABLE}.",
)
_LOG_LEVEL = click.option(
    "--log-level",
    type=click.Choice((*LOG_LEVELS, *OTHER_LEVELS), case_sensitive=False),
    callback=_level,
    envvar=LOG_VARIABLE,
    default="off",
    help=f"Log to standard error as JSON lines; info logs each call. Without it ${LOG_VARIABLE}, else off.",
)


_FOLLOW = click.option(
    "--follow", is_flag=True, help="Before each question, compile the source again if it has changed."
)


_EXPLORER = click.option(
    "--explorer", "is_explored", is_flag=True, help="With --http: serve pages for people too, under /explore/."
)


class ExplorerOptions(NamedTuple):
    """How the explorer is served: the address of a place in an editor, and whether a browser is opened."""

    editor: str | None = None
    opens_browser: bool = False


class ServingOptions(NamedTuple):
    """The values of the options. `toolsets` is None for those of the source, `http` without `--http`, `explorer`
    without `--explorer`. `found` is the project that was found, for the client to know; "" where one was named."""

    toolsets: frozenset[str] | None = None
    output_schemas: bool = False
    http: HttpOptions | None = None
    timeout: float = TIMEOUT_SECONDS
    log_level: str = "off"
    follow: bool = False
    proposals: bool = False
    explorer: ExplorerOptions | None = None
    found: str = ""


UNSET = ServingOptions()


def serving_options(command: Callable[..., Any]) -> Callable[..., Any]:
    """Add the options to a command, which gets them as `serving: ServingOptions`."""

    @wraps(command)
    def run(
        *,
        toolsets: frozenset[str] | None,
        output_schemas: bool,
        http: HttpOptions | None,
        timeout: float,
        log_level: str,
        follow: bool,
        proposals: bool,
        is_explored: bool,
        editor: str | None,
        **rest: Any,
    ) -> Any:
        if is_explored and http is None:
            raise click.UsageError("--explorer goes with --http.")
        explorer = ExplorerOptions(editor) if is_explored else None
        serving = ServingOptions(toolsets, output_schemas, http, timeout, log_level, follow, proposals, explorer)
        return command(serving=serving, **rest)

    return TOOLSETS(OUTPUT_SCHEMAS(PROPOSALS(http_options(_EXPLORER(EDITOR(_TIMEOUT(_LOG_LEVEL(_FOLLOW(run)))))))))
