"""MCP over streamable HTTP, without sessions. Each answer is one JSON document.

The SDK implements the protocol (`Server.streamable_http_app`) and uvicorn HTTP; `server.transport.http_guard` checks
each request first. Import this module only to serve HTTP: it loads a web server.
"""

import asyncio
from typing import Any

import click
import h11
import uvicorn
from mcp.server import Server
from mcp.server.transport_security import TransportSecuritySettings
from uvicorn.protocols.http.h11_impl import H11Protocol

from server.transport.http_address import PATH, Listener
from server.transport.http_guard import MAX_BODY_BYTES, Guard

MAX_ACTIVE = 500  # concurrent requests; more are answered with 503
MAX_CONNECTIONS = 600
MAX_HEADER_BYTES = 16 * 1024
HEADER_SECONDS = 20.0  # for the headers of a request, from the connection or the previous answer on
KEEP_ALIVE_SECONDS = 15
GRACE_SECONDS = 5  # for running requests, when the server is stopped


async def serve_http(server: Server[Any], listener: Listener) -> None:
    """Serve until SIGTERM or SIGINT. Prints the address on standard error as soon as requests are answered."""
    await _AnnouncingServer(_config(server, listener), listener.url).serve([listener.socket])


def _config(server: Server[Any], listener: Listener) -> uvicorn.Config:
    app = server.streamable_http_app(
        streamable_http_path=PATH,
        json_response=True,
        stateless_http=True,
        max_request_body_size=MAX_BODY_BYTES,
        transport_security=TransportSecuritySettings(
            enable_dns_rebinding_protection=True, allowed_hosts=listener.hosts, allowed_origins=listener.origins
        ),
    )
    return uvicorn.Config(
        Guard(app, listener.token),
        loop="asyncio",
        http=_Connection,
        ws="none",
        lifespan="on",
        log_config=None,
        access_log=False,
        proxy_headers=False,
        server_header=False,
        limit_concurrency=MAX_ACTIVE,
        h11_max_incomplete_event_size=MAX_HEADER_BYTES,
        timeout_keep_alive=KEEP_ALIVE_SECONDS,
        timeout_graceful_shutdown=GRACE_SECONDS,
    )


class _AnnouncingServer(uvicorn.Server):
    """A server that prints its address when it has started."""

    def __init__(self, config: uvicorn.Config, url: str) -> None:
        super().__init__(config)
        self._url = url

    async def startup(self, sockets: Any = None) -> None:
        await super().startup(sockets)
        click.echo(f"Serving MCP at {self._url}", err=True)


class _Connection(H11Protocol):
    """A connection that is closed if there are too many, or if no request comes. uvicorn would wait for ever."""

    _timeout: asyncio.TimerHandle | None = None

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        super().connection_made(transport)
        if len(self.connections) > MAX_CONNECTIONS:
            transport.close()
        else:
            self._await_request()

    def data_received(self, data: bytes) -> None:
        super().data_received(data)
        if self._is_answering and self._timeout is not None:
            self._timeout.cancel()

    def shutdown(self) -> None:
        if self.conn.their_state is h11.SEND_BODY:
            self.transport.close()  # the request has not come in full: there is nothing to finish
        else:
            super().shutdown()

    def on_response_complete(self) -> None:
        super().on_response_complete()
        if not self._is_answering:
            self._await_request()

    def connection_lost(self, exc: Exception | None) -> None:
        super().connection_lost(exc)
        if self._timeout is not None:
            self._timeout.cancel()

    @property
    def _is_answering(self) -> bool:
        return self.cycle is not None and not self.cycle.response_complete

    def _await_request(self) -> None:
        if self._timeout is not None:
            self._timeout.cancel()
        self._timeout = self.loop.call_later(HEADER_SECONDS, self._close_if_idle)

    def _close_if_idle(self) -> None:
        if not self._is_answering:
            self.transport.close()
