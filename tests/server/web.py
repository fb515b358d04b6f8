"""A server process over HTTP, and requests to it. They are made without a library, which would hide faults."""

import re
import selectors
import signal
import socket
import subprocess
from http.client import HTTPConnection, HTTPResponse
from pathlib import Path
from threading import Event
from time import monotonic
from types import TracebackType
from typing import Any, Self

import orjson

from tests.server.processes import INITIALIZE, META, PATIENCE, environment, start

MODERN = {"MCP-Protocol-Version": "2026-07-28"}
LEGACY = {"MCP-Protocol-Version": "2025-11-25"}
JSON = {"Content-Type": "application/json", "Accept": "application/json, text/event-stream"}


class Answer:
    """An HTTP response that has been read."""

    def __init__(self, response: HTTPResponse) -> None:
        self.status = response.status
        self.headers = {name.lower(): value for name, value in response.getheaders()}
        self.body = response.read()

    @property
    def json(self) -> Any:
        return orjson.loads(self.body)


class WebServer:
    """A server process with `--http`, by default on a port of this machine that the system chooses.

    `announcement` is what it printed until it was ready.
    """

    def __init__(
        self,
        source: Path,
        *options: str,
        http: str = "127.0.0.1:0",
        program: str = "",
        fresh: bool = False,
        **more: str,
    ) -> None:
        words = [*(["-c", program] if program else ["-m", "server"]), str(source), "--http", http, *options]
        self.process = start(words, environment(**more), subprocess.DEVNULL, fresh=fresh)
        self.announcement = self.wait_for("Serving MCP at")
        found = re.search(r"Serving MCP at http://(.+):(\d+)/mcp", self.announcement)
        assert found, self.announcement
        self.host, self.port = found[1], int(found[2])

    def wait_for(self, words: str) -> str:
        """Return what the server prints on standard error, up to the line with these words."""
        assert self.process.stderr
        output, deadline = b"", monotonic() + PATIENCE
        with selectors.DefaultSelector() as selector:
            selector.register(self.process.stderr, selectors.EVENT_READ)
            while words.encode() not in output or not output.endswith(b"\n"):
                assert selector.select(deadline - monotonic()), f"the server printed only {output!r}"
                chunk = self.process.stderr.read(4_096)
                assert chunk, f"the server has ended: {output!r}"
                output += chunk
        return output.decode()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.process.kill()
        self.process.communicate()

    def connect(self) -> socket.socket:
        return socket.create_connection(("127.0.0.1", self.port), timeout=PATIENCE)

    def connection(self) -> HTTPConnection:
        return HTTPConnection("127.0.0.1", self.port, timeout=PATIENCE)

    def send(
        self, body: Any, headers: dict[str, str] | None = None, method: str = "POST", path: str = "/mcp"
    ) -> Answer:
        """Send one request over a connection of its own, and return the answer."""
        connection = self.connection()
        try:
            return exchange(connection, body, headers or {}, method, path)
        finally:
            connection.close()

    def call(self, tool: str, arguments: Any = None, era: str = "2026", **headers: str) -> Answer:
        body, needed = (modern if era == "2026" else legacy)("tools/call", {"name": tool, "arguments": arguments or {}})
        return self.send(body, {**needed, **headers})

    def end(self) -> tuple[bytes, bytes, int]:
        """Send SIGTERM, and return standard output and error, and the exit status."""
        self.process.send_signal(signal.SIGTERM)
        output, errors = self.process.communicate(timeout=PATIENCE)
        return output, errors, self.process.wait()


def exchange(
    connection: HTTPConnection, body: Any, headers: dict[str, str], method: str = "POST", path: str = "/mcp"
) -> Answer:
    data = body if isinstance(body, bytes) or body is None else orjson.dumps(body)
    connection.request(method, path, body=data, headers={**JSON, **headers})
    return Answer(connection.getresponse())


def exchange_when_ready(connection: HTTPConnection, body: Any, headers: dict[str, str]) -> Answer:
    """Ask again as long as a busy server says when to: on a slow machine, many clients at once are shed in turn."""
    deadline = monotonic() + PATIENCE
    while (answer := exchange(connection, body, headers)).status == 503 and monotonic() < deadline:
        Event().wait(float(answer.headers["retry-after"]))
    return answer


def modern(method: str, params: dict[str, Any] | None = None, request_id: Any = 1) -> tuple[Any, dict[str, str]]:
    """Return a request of the 2026 era, and its headers."""
    message = {"jsonrpc": "2.0", "id": request_id, "method": method, "params": {**(params or {}), "_meta": META}}
    named = {"Mcp-Name": params["name"]} if params and "name" in params else {}
    return message, {**MODERN, "Mcp-Method": method, **named}


def legacy(method: str, params: dict[str, Any] | None = None, request_id: Any = 1) -> tuple[Any, dict[str, str]]:
    """Return a request of the 2025 era, and its headers."""
    message = {"jsonrpc": "2.0", "id": request_id, "method": method}
    return (message if params is None else {**message, "params": params}), LEGACY


HANDSHAKE = legacy("initialize", INITIALIZE)
