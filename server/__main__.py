"""`server SOURCE`: compiles a source and serves it to one MCP client over standard input and output.

It runs as an agent's subprocess, so standard output carries the protocol and nothing else, and it ends with status 0
when its input ends or the host asks it to.
"""

import gc
import os
import signal
from typing import NoReturn

import click

from compiler import VERSION, SourceError, compile_source
from server.wire import take_wire


@click.command(name="server", context_settings={"help_option_names": ["-h", "--help"]})
@click.argument("source", type=click.Path())
@click.version_option(VERSION, prog_name="frieze")
def main(source: str) -> None:
    """Serve SOURCE, a file or a directory, to an MCP client over standard input and output.

    SOURCE is compiled once, when the server starts. A source with errors is served too: get_diagnostics lists them.
    """
    serve(source)


def serve(source: str) -> NoReturn:
    """Serves a source until the client has gone, and ends the process."""
    wire = take_wire()
    _end_on_signals()
    try:
        # Imports and compiling make many objects that stay: the collector would only count them again and again.
        gc.disable()
        snapshot = compile_source(source, keep=True)
    except SourceError as error:
        raise SystemExit(_complain(str(error))) from None
    import anyio

    from server.app import build_server
    from server.stdio import serve_stdio

    server = build_server(snapshot)
    gc.freeze()
    gc.enable()
    anyio.run(serve_stdio, server, wire)
    print(end="", flush=True)  # what was printed meanwhile, to standard error
    _end(0)


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
