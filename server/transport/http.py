"""MCP over streamable HTTP, without sessions. Each answer is one JSON document.

The SDK implements the protocol (`Server.streamable_http_app`) and uvicorn HTTP. `server.transport.http_connection` has
the rules of a connection; `server.transport.http_guard` checks each request and gives it its turn. Import this module
only to serve HTTP: it loads a web server.
"""

import os
import sys
import threading
import webbrowser
from collections.abc import Callable
from contextlib import suppress
from functools import partial
from typing import Any, NamedTuple

import click
import uvicorn
from mcp.server.lowlevel import Server
from mcp.server.transport_security import TransportSecuritySettings
from starlette.types import ASGIApp

from server.transport.http_address import BACKLOG, PATH, Listener
from server.transport.http_connection import MAX_CONNECTIONS, MAX_HEADER_BYTES, Connection, Lanes, Room
from server.transport.http_guard import MAX_BODY_BYTES, Guard
from server.transport.pages import MOUNT, Pages
from server.transport.probes import Probes

ACCEPTED_AT_ONCE = 16  # connections, before others are looked after
OTHER_DESCRIPTORS = 100  # that a server needs beside its connections
GRACE_SECONDS = 5  # for running requests, when the server is stopped


class ServedPages(NamedTuple):
    """The application of the explorer, and whether a browser is opened when it is served."""

    app: ASGIApp
    opens_browser: bool


async def serve_http(
    server: Server[Any],
    listener: Listener,
    pages: ServedPages | None = None,
    *,
    is_ready: Callable[[], bool] = lambda: True,
    started: Callable[[], None] | None = None,
) -> None:
    """Serve until SIGTERM or SIGINT. `is_ready` says whether questions about the source are answered. As soon as
    requests are answered, `started` is called; without it the address is printed on standard error."""
    opens_browser = pages is not None and pages.opens_browser
    tell = partial(announce, listener, has_pages=pages is not None, opens_browser=opens_browser)
    await _TellingServer(_config(server, listener, pages, is_ready), listener, started or tell).serve([listener.socket])


def announce(listener: Listener, *, has_pages: bool, opens_browser: bool = False) -> None:
    """Print the address on standard error, and that of the pages, and open these if they are asked for."""
    click.echo(f"Serving MCP at {listener.url}", err=True)
    if has_pages:
        address = f"{listener.origin}{MOUNT}/"
        click.echo(f"The explorer is at {address}", err=True)
        if opens_browser:
            threading.Thread(target=_open_browser, args=(address,), daemon=True).start()


def _connections_allowed() -> int:
    """Return how many connections there may be: `MAX_CONNECTIONS`, or fewer where the system allows fewer open files.
    Raises the limit of this process as far as the system lets it."""
    try:
        import resource
    except ImportError:  # Windows has no such limit
        return MAX_CONNECTIONS
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    needed = MAX_CONNECTIONS + OTHER_DESCRIPTORS
    if soft != resource.RLIM_INFINITY and soft < needed:
        soft = needed if hard == resource.RLIM_INFINITY else min(needed, hard)
        with suppress(OSError, ValueError):
            resource.setrlimit(resource.RLIMIT_NOFILE, (soft, hard))
        return max(1, min(MAX_CONNECTIONS, resource.getrlimit(resource.RLIMIT_NOFILE)[0] - OTHER_DESCRIPTORS))
    return MAX_CONNECTIONS


def _config(
    server: Server[Any], listener: Listener, pages: ServedPages | None, is_ready: Callable[[], bool]
) -> uvicorn.Config:
    app = server.streamable_http_app(
        streamable_http_path=PATH,
        json_response=True,
        stateless_http=True,
        max_request_body_size=MAX_BODY_BYTES,
        transport_security=TransportSecuritySettings(
            enable_dns_rebinding_protection=True, allowed_hosts=listener.hosts, allowed_origins=listener.origins
        ),
    )
    lanes = Lanes()
    guarded = None if pages is None else Pages.of(pages.app, listener)
    return uvicorn.Config(
        Probes(Guard(app, listener.token, lanes, guarded), is_ready),
        loop="asyncio",
        http=partial(Connection, room=Room(_connections_allowed()), lanes=lanes),  # type: ignore[arg-type]
        ws="none",
        lifespan="on",
        log_config=None,
        access_log=False,
        proxy_headers=False,
        server_header=False,
        backlog=ACCEPTED_AT_ONCE,
        h11_max_incomplete_event_size=MAX_HEADER_BYTES - 1,  # so that a full buffer without a whole head is too long
        timeout_graceful_shutdown=GRACE_SECONDS,
    )


class _TellingServer(uvicorn.Server):
    """A server that calls `tell` when it has started."""

    def __init__(self, config: uvicorn.Config, listener: Listener, tell: Callable[[], None]) -> None:
        super().__init__(config)
        self._listener = listener
        self._tell = tell

    async def startup(self, sockets: Any = None) -> None:
        await super().startup(sockets)
        self._listener.socket.listen(BACKLOG)  # asyncio has set it to `ACCEPTED_AT_ONCE`
        self._tell()


def _open_browser(address: str) -> None:
    """Open an address in the browser of the desktop. Without one nothing is opened: a browser in the terminal would
    take it from the server."""
    if sys.platform.startswith("linux") and not any(map(os.environ.get, ("DISPLAY", "WAYLAND_DISPLAY", "BROWSER"))):
        return
    with suppress(webbrowser.Error):
        webbrowser.open(address)
