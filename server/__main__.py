"""`server SOURCE`: compiles a source and serves it to one MCP client over standard input and output, or to many over
HTTP.

As an agent's subprocess it leaves standard output to the protocol, and ends with status 0 when its input ends or the
host asks it to.
"""

import gc
import os
import signal
import sys
import traceback
from collections.abc import Awaitable, Callable
from functools import partial
from typing import TYPE_CHECKING, Any, NoReturn

import click

from compiler import VERSION, SourceError
from server.options.http import HttpOptions, http_options
from server.options.source import DEFAULT, Compiling, compiling_options
from server.options.toolsets import TOOLSETS
from server.prebuild import begin
from server.transport.wire import Wire, take_wire

if TYPE_CHECKING:
    from mcp.server import Server

    from server.transport.http_address import Listener

FIRST_REPLY_SECONDS = 0.3  # that the first reply may wait for the snapshot, so as to know it
SWITCH_SECONDS = 0.001  # how soon a thread that works on a long question lets the event loop have its turn


@click.command(name="server", context_settings={"help_option_names": ["-h", "--help"]})
@click.argument("source", type=click.Path())
@TOOLSETS
@http_options
@compiling_options
@click.version_option(VERSION, prog_name="frieze")
def main(source: str, compiling: Compiling, toolsets: frozenset[str] | None, http: HttpOptions | None) -> None:
    """Serve SOURCE, a file, a directory or a snapshot in a .frieze file, to an MCP client over standard input and
    output, or with --http to many.

    SOURCE is compiled once, when the server starts. A source with errors is served too: get_diagnostics lists them.
    In a git repository compare_revisions opens further revisions when they are asked for.
    """
    serve(source, toolsets, http, compiling)


def serve(
    source: str,
    toolsets: frozenset[str] | None = None,
    http: HttpOptions | None = None,
    compiling: Compiling = DEFAULT,
) -> NoReturn:
    """Serves a source until the client has gone or a signal comes, and ends the process."""
    wire = take_wire()
    _end_on_signals()
    sys.setswitchinterval(SWITCH_SECONDS)
    listener = None if http is None else _listen(http)
    try:
        # Imports and compiling make many objects that stay: the collector would only count them again and again.
        gc.disable()
        ahead = begin(source, compiling)
        _load(is_http=listener is not None)
        workspace = ahead.within(FIRST_REPLY_SECONDS)
    except SourceError as error:
        _give_up(error)
    import anyio

    if workspace is None:
        from server.deferred import Early

        early = Early(ahead, toolsets, _give_up)
        anyio.run(early.run, _transport(early.server, wire, listener, lambda: early.is_ready))
    else:
        from server.protocol.app import FROZEN, REPLACEABLE, build_server

        with workspace:
            server = build_server(workspace, toolsets, cache=FROZEN if listener is None else REPLACEABLE)
            gc.freeze()
            gc.enable()
            anyio.run(_transport(server, wire, listener, lambda: True))
    print(end="", flush=True)  # what was printed meanwhile, to standard error
    _end(0)


def _load(*, is_http: bool) -> None:
    """Imports what only serving needs, the SDK above all, and what the first answer will, so that nothing is left to be
    imported when the snapshot is there."""
    import compiler.workspace.opening
    import compiler.workspace.prebuilt  # noqa: F401
    import queries
    import server.protocol.app

    if is_http:
        import server.transport.http
    else:
        import server.transport.stdio  # noqa: F401
    queries.TOOLS.pack("core")


def _listen(http: HttpOptions) -> "Listener":
    from server.transport.http_address import AddressError, listen

    try:
        return listen(http)
    except AddressError as error:
        raise SystemExit(_complain(str(error))) from None


def _transport(
    server: "Server[Any]", wire: Wire, listener: "Listener | None", is_ready: Callable[[], bool]
) -> Callable[[], Awaitable[None]]:
    """What speaks to the clients. Only that one of the two is loaded."""
    if listener is None:
        from server.transport.stdio import serve_stdio

        return partial(serve_stdio, server, wire, is_ready)
    from server.transport.http import serve_http

    return partial(serve_http, server, listener)


def _give_up(error: BaseException) -> NoReturn:
    """Ends the process because there is no snapshot to be had."""
    if isinstance(error, SourceError):
        _end(_complain(str(error)))
    traceback.print_exception(error)
    _end(1)


def _complain(problem: str) -> int:
    click.echo(f"Error: {problem}", err=True)
    return 2


def _end_on_signals() -> None:
    """There is nothing to save: the snapshot is in memory and nobody writes. So a signal ends the process at once, even
    while a write waits for a client that does not read."""
    signal.signal(signal.SIGTERM, lambda *_: _end(0))
    signal.signal(signal.SIGINT, lambda *_: _end(130))
    if hasattr(signal, "SIGPIPE"):
        signal.signal(signal.SIGPIPE, signal.SIG_IGN)


def _end(status: int) -> NoReturn:
    """Ends the process without taking it apart: of the SDK's hundreds of modules nothing needs a goodbye."""
    os._exit(status)


if __name__ == "__main__":
    main()
