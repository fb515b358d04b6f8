"""The options of HTTP. `server.transport.http_address` checks them; only a server over HTTP imports it."""

from collections.abc import Callable
from functools import reduce, wraps
from pathlib import Path
from typing import Any, NamedTuple

import click

TOKEN_VARIABLE = "FRIEZE_TOKEN"
MAX_WORKERS = 64

_OPTIONS = (
    click.option(
        "--http",
        "address",
        metavar="[HOST:]PORT",
        help="Serve over HTTP, by default on 127.0.0.1.",
    ),
    click.option(
        "--allow-host",
        "names",
        multiple=True,
        metavar="NAME",
        help="With --http: another name, such as a proxy's, that requests may be sent to. May be repeated.",
    ),
    click.option(
        "--token-file",
        type=click.Path(path_type=Path),
        metavar="FILE",
        help=f"With --http: demand the token in FILE, or without the option in ${TOKEN_VARIABLE}, of every request.",
    ),
    click.option(
        "--workers",
        type=click.IntRange(1, MAX_WORKERS),
        metavar="N",
        help="With --http: serve in N processes. They follow the source, as with --follow.",
    ),
)


class HttpOptions(NamedTuple):
    """The values of the options: `HOST:PORT` or `PORT`, further names of the server, the file with its token, and the
    number of processes, None for this one alone."""

    address: str
    names: tuple[str, ...] = ()
    token_file: Path | None = None
    workers: int | None = None


def http_options(command: Callable[..., Any]) -> Callable[..., Any]:
    """Add the options to a command, which gets them as `http: HttpOptions | None`: None without `--http`."""

    @wraps(command)
    def run(
        *, address: str | None, names: tuple[str, ...], token_file: Path | None, workers: int | None, **rest: Any
    ) -> Any:
        if address is None and (names or token_file or workers):
            raise click.UsageError("--allow-host, --token-file and --workers go with --http.")
        return command(http=None if address is None else HttpOptions(address, names, token_file, workers), **rest)

    return reduce(lambda decorated, option: option(decorated), reversed(_OPTIONS), run)
