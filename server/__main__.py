"""`server SOURCE`: compile a source and serve it to one MCP client over standard input and output, or to many over
HTTP.

Standard output carries the protocol only. The exit status is 0 when the input ends or on SIGTERM or SIGINT, and 2 when
the source cannot be compiled.
"""

import gc
import os
import signal
import sys
import traceback
from collections.abc import Awaitable, Callable
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any, NoReturn

import click

from compiler import VERSION, SourceError
from server.options.http import HttpOptions
from server.options.own_project import own_project
from server.options.serving import UNSET, ExplorerOptions, ServingOptions, serving_options
from server.options.source import DEFAULT, SOURCES, SourceOptions, source_options
from server.people.plain_text import cell
from server.people.system_errors import SaysSystemErrors
from server.prebuild import check_source, start_prebuild
from server.sdk import put_off_http, put_off_unused
from server.transport.wire import Wire, take_wire

if TYPE_CHECKING:
    from mcp.server.lowlevel import Server

    from server.transport.http import ServedPages
    from server.transport.http_address import Listener

# To whoever starts the server in a terminal. Clients of MCP start it with a pipe.
FOR_A_PERSON = """This is the server of Frieze on {source}, for a client of MCP such as Claude Code or Cursor.
It waits for the client's messages on standard input; there is nothing to type here. Ctrl-C ends it.

  frieze config claude   prints what your client needs to start it (also cursor, vscode, codex, …); --write sets it up
  frieze                 lists the commands for people, which need no server
"""

PROJECT_VARIABLE = "CLAUDE_PROJECT_DIR"  # which Claude Code sets for the servers that it starts
FIRST_REPLY_SECONDS = 0.3  # how long the first reply waits for the snapshot, before it goes out without
SWITCH_SECONDS = 0.001  # how long a worker thread may hold the GIL while the event loop waits for it


@click.command(name="server", cls=SaysSystemErrors, context_settings={"help_option_names": ["-h", "--help"]})
@SOURCES
@serving_options
@source_options
@click.version_option(VERSION, prog_name="frieze")
def main(source: str | None, options: SourceOptions, serving: ServingOptions) -> None:
    """Serve SOURCE, a file, a directory or a snapshot in a .frieze file, to an MCP client over standard input and
    output, or with --http to many. Several sources, or a workspace file that names them, are served as one. Without
    SOURCE it is the project around the current directory: the nearest folder with .git, .hg, .jj or frieze.toml.

    SOURCE is compiled once, when the server starts. A source with errors is served too: get_diagnostics lists them.
    In a git repository compare_revisions opens further revisions when they are asked for.
    """
    serve(source, options, serving)


def serve(source: str | None, options: SourceOptions = DEFAULT, serving: ServingOptions = UNSET) -> NoReturn:
    """Serve a source until the client has gone or a signal comes, then end the process. None is the project around the
    current directory."""
    if source is None:
        source = started_in()
        serving = serving._replace(found=source)
    if serving.http is None and sys.stdin is not None and sys.stdin.isatty():
        click.echo(FOR_A_PERSON.format(source=cell(source)), err=True)
    wire = take_wire()
    _end_on_signals()
    sys.setswitchinterval(SWITCH_SECONDS)
    # Imports and compiling allocate many objects that stay. Collecting meanwhile would only traverse them in vain.
    gc.disable()
    listener = None if serving.http is None else _listen(serving.http)
    if serving.http is not None and serving.http.workers is not None and listener is not None:
        _serve_by_workers(source, options, serving, wire, listener, serving.http.workers)
    _serve(source, options, serving, wire, listener)


def started_in() -> str:
    """Return the root of the project around the current directory, or around the one that Claude Code names. Raises
    click.UsageError where there is none, which is said of a home folder too: it holds more than a project."""
    try:
        folder = Path(os.environ.get(PROJECT_VARIABLE) or Path.cwd())
    except OSError:
        raise click.UsageError("Missing argument 'SOURCE...': the current directory is gone.") from None
    root = own_project(folder)
    if root is None:
        problem = "has no .git, .hg, .jj or frieze.toml, nor has a folder between it and your home folder or the root"
        raise click.UsageError(f"Missing argument 'SOURCE...': '{cell(folder)}' {problem}.")
    return str(root)


def _serve_by_workers(
    source: str, options: SourceOptions, serving: ServingOptions, wire: Wire, listener: "Listener", count: int
) -> NoReturn:
    """Serve in several processes. They follow the source: a question may come to any of them, and all must answer from
    the same snapshot."""
    from server.worker_processes import WorkerProcesses, can_fork

    if not can_fork():
        _end(_print_error("--workers needs a system whose processes fork."))
    try:
        check_source(source, options)
    except SourceError as error:
        _give_up(error)
    _import_what_serves(is_http=True)
    import queries
    from server.sdk.eras import load_eras
    from server.transport.http import announce

    load_eras()
    queries.TOOLS.pack("core")
    gc.freeze()  # what is loaded is shared, and the collector would touch it
    workers = WorkerProcesses(count, partial(_serve, source, options, serving._replace(follow=True), wire, listener))
    _end(workers.run(partial(announce, listener, has_pages=serving.explorer is not None)))


def _serve(
    source: str,
    options: SourceOptions,
    serving: ServingOptions,
    wire: Wire,
    listener: "Listener | None",
    started: Callable[[], None] | None = None,
) -> NoReturn:
    """Serve a source in this process. `started` is called when requests over HTTP are answered."""
    try:
        pending = start_prebuild(source, options)
        _import_what_serves(is_http=listener is not None)
        workspace = pending.wait(FIRST_REPLY_SECONDS)
    except SourceError as error:
        _give_up(error)
    import anyio

    from server.deferred import DeferredServer, enable_gc
    from server.protocol.call_log import flush_log, log_event, log_to_standard_error

    log_to_standard_error(serving.log_level)
    log_event("started", version=VERSION, transport="stdio" if listener is None else "http")
    if workspace is None or serving.explorer is not None:
        deferred = DeferredServer(pending, serving, _give_up, one_client=listener is None)
        pages = None if serving.explorer is None else _pages(deferred.long_result, source, options, serving.explorer)
        transport = _transport(deferred.server, wire, listener, lambda: deferred.is_ready, pages, started)
        anyio.run(deferred.run, transport)
    else:
        from server.protocol.app import build_server

        served = pending.served_source
        with served.first(workspace) as workspace:
            server = build_server(
                workspace,
                serving.toolsets,
                follow=serving.follow,
                next_workspace=served.next,
                output_schemas=serving.output_schemas,
                proposals=serving.proposals,
                deadline=serving.timeout,
                one_client=listener is None,
                found=serving.found,
            )
            enable_gc()
            anyio.run(_transport(server, wire, listener, lambda: True, started=started))
    log_event("ended")
    flush_log()
    print(end="", flush=True)  # flush what was printed, which goes to standard error
    _end(0)


def _import_what_serves(*, is_http: bool) -> None:
    """Import the SDK and what the first answer needs, while the source is compiled."""
    put_off_unused()
    if not is_http:
        put_off_http()
    import compiler.workspace.opening
    import compiler.workspace.prebuilt  # noqa: F401
    import server.protocol.app

    if is_http:
        import server.transport.http
    else:
        import server.transport.stdio  # noqa: F401


def _listen(http: HttpOptions) -> "Listener":
    from server.transport.http_address import AddressError, listen

    try:
        return listen(http)
    except AddressError as error:
        raise SystemExit(_print_error(str(error))) from None


def _transport(
    server: "Server[Any]",
    wire: Wire,
    listener: "Listener | None",
    is_ready: Callable[[], bool],
    pages: "ServedPages | None" = None,
    started: Callable[[], None] | None = None,
) -> Callable[[], Awaitable[None]]:
    """Return what runs a server over standard input and output, or over HTTP. Imports that one transport only."""
    if listener is None:
        from server.transport.stdio import serve_stdio

        return partial(serve_stdio, server, wire, is_ready)
    from server.transport.http import serve_http

    return partial(serve_http, server, listener, pages, is_ready=is_ready, started=started)


def _pages(
    long_result: Callable[..., Awaitable[Any]], source: str, options: SourceOptions, explored: ExplorerOptions
) -> "ServedPages":
    """Return the pages of the explorer. Their imports are for who asked for them only."""
    from server.explorer.site.addresses import ServedAddresses
    from server.explorer.site.app import explorer
    from server.explorer.site.rendering import Site
    from server.options.editor import editor_of
    from server.transport.http import ServedPages
    from server.transport.pages import MOUNT

    site = Site(ServedAddresses(MOUNT), editor_of(explored.editor, source, options.revision))
    return ServedPages(explorer(long_result, site), opens_browser=explored.opens_browser)


def _give_up(error: BaseException) -> NoReturn:
    """End the process, because the source cannot be compiled."""
    if isinstance(error, SourceError):
        _end(_print_error(str(error)))
    traceback.print_exception(error)
    _end(1)


def _print_error(problem: str) -> int:
    """Print an error, and return the exit status for it."""
    click.echo(f"Error: {problem}", err=True)
    return 2


def _end_on_signals() -> None:
    """Let a signal end the process at once until a transport runs, which then answers the calls under way. Nothing is
    lost: the server writes no files."""
    for signals in (signal.SIGTERM, signal.SIGINT):
        signal.signal(signals, lambda *_: _end(0))
    if hasattr(signal, "SIGPIPE"):
        signal.signal(signal.SIGPIPE, signal.SIG_IGN)


def _end(status: int) -> NoReturn:
    """End the process without the interpreter's cleanup, which takes long with the SDK's hundreds of modules."""
    os._exit(status)


if __name__ == "__main__":
    main()
