"""Check each HTTP request before the SDK gets it: its token, path, method, size and time, and its JSON-RPC message.

A request is refused by its headers alone where these suffice. A body is read whole, with a limit of size and time. Then
the request waits for its turn, unless its connection has it already (`server.transport.admission`). While a request
is answered its connection is watched: if the client closes it, the work is cancelled. An answer is sent after the turn,
since a client may take its time to read it. A stream of notifications gives its turn back when it begins.
"""

import hmac
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from typing import Any

import anyio
from mcp_types import INVALID_REQUEST, JSONRPCRequest
from mcp_types.version import HANDSHAKE_PROTOCOL_VERSIONS
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from server.transport.admission import BusyError, Turn
from server.transport.http_address import PATH
from server.transport.http_connection import BUSY, RETRY_SECONDS, TURNS, Lanes
from server.transport.jsonrpc import MAX_METHOD_LENGTH, NotAMessageError, error_reply, parse_message
from server.transport.pages import Pages
from server.transport.refusal import Headers, Refusal, content_headers

MAX_BODY_BYTES = 256 * 1024
BODY_SECONDS = 10.0
MAX_HELD_BYTES = 16 << 20  # of all bodies over SMALL_BODY_BYTES
SMALL_BODY_BYTES = 4 * 1024  # a body of so many bytes always has room
_VERSION_HEADER = b"mcp-protocol-version"

_STREAM = (b"content-type", b"text/event-stream")
RETRY_AFTER = (b"retry-after", b"%d" % RETRY_SECONDS)
NOTIFICATION_REFUSED = error_reply(None, INVALID_REQUEST, "Invalid request: not a JSON-RPC 2.0 notification")


class Guard:
    """An ASGI application around another, which gets only valid requests, and around the pages of the explorer. With a
    token, every request must have it."""

    def __init__(self, app: ASGIApp, token: str | None, lanes: Lanes, pages: Pages | None = None) -> None:
        self._app = app
        self._pages = pages
        self._token = token.encode() if token is not None else None
        self._lanes = lanes
        self._held_bytes = 0

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":  # lifespan events
            await self._app(scope, receive, send)
            return
        body = bytearray()
        try:
            self._check(scope)
            if await self._read_body(body, scope["headers"], receive):
                await self._answer_in_turn(scope, body, receive, send)
        except Refusal as refusal:
            await refusal.send(receive, send)
        finally:
            self._drop(body)

    def _check(self, scope: Scope) -> None:
        if self._pages is not None and self._pages.has(scope["path"]):
            self._pages.check(scope["method"], scope["headers"], self._token)
            return
        if self._token is not None and not _has_token(scope["headers"], self._token):
            raise Refusal(401, "Give the token: Authorization: Bearer TOKEN", (b"www-authenticate", b"Bearer"))
        if scope["path"] != PATH:
            raise Refusal(404, f"There is nothing here; MCP is at {PATH}")
        if scope["method"] != "POST":  # GET and DELETE are for notifications and sessions, which this server has not
            raise Refusal(405, "MCP messages are sent with POST", (b"allow", b"POST"))

    async def _read_body(self, body: bytearray, headers: Headers, receive: Receive) -> bool:
        """Read the whole body; False if the client closed the connection before its end. Raises Refusal."""
        declared = dict(headers).get(b"content-length", b"")
        if declared.isdigit() and int(declared[:20]) > MAX_BODY_BYTES:
            raise _too_large()
        with anyio.move_on_after(BODY_SECONDS):
            while True:
                message: Any = await receive()
                if message["type"] != "http.request":
                    return False
                self._hold(body, message.get("body", b""))
                if not message.get("more_body", False):
                    return True
        raise Refusal(408, f"The body took more than {BODY_SECONDS:g} seconds")

    def _hold(self, body: bytearray, part: bytes) -> None:
        """Add a part to a body. Raises Refusal if the body, or all bodies together, are too large."""
        before = _weight(body)
        body += part
        self._held_bytes += _weight(body) - before
        if len(body) > MAX_BODY_BYTES:
            raise _too_large()
        if _weight(body) and self._held_bytes > MAX_HELD_BYTES:
            raise Refusal(503, BUSY.decode(), RETRY_AFTER)

    def _drop(self, body: bytearray) -> None:
        self._held_bytes -= _weight(body)
        body.clear()

    async def _answer_in_turn(self, scope: Scope, body: bytearray, receive: Receive, send: Send) -> None:
        """Answer a request when it has its turn. The work ends if the client closes the connection."""
        answer: list[Message] = []

        async def work() -> None:
            try:
                async with self._turn(scope) as turn:
                    await self._answer(scope, bytes(body), _collector(answer, send, turn))
            except BusyError:
                answer[:] = _whole(503, BUSY, b"text/plain; charset=utf-8", RETRY_AFTER)

        await _unless_disconnected(work, receive)
        self._drop(body)
        for message in answer:
            await send(message)

    @asynccontextmanager
    async def _turn(self, scope: Scope) -> AsyncIterator[Turn]:
        """Hold the turn of a request: the one of its connection, or one of its own if its body came late."""
        turn = next((turn for turn in scope["state"][TURNS] if turn.is_held), None) or await self._lanes.requests.wait()
        try:
            yield turn
        finally:
            turn.release()

    async def _answer(self, scope: Scope, body: bytes, send: Send) -> None:
        """Let the pages answer the request, or the application, if it is a message."""
        if self._pages is not None and self._pages.has(scope["path"]):
            await self._pages.app(scope, _no_body, send)
            return
        try:
            messages: list[Message] = [{"type": "http.request", "body": _checked_message(scope["headers"], body)}]
        except NotAMessageError as error:
            for message in _whole(400, (error.reply or NOTIFICATION_REFUSED).rstrip(), b"application/json"):
                await send(message)
            return

        async def replay() -> Message:
            if not messages:
                await anyio.sleep_forever()
            return messages.pop()

        await self._app(_with_lower_host(scope), replay, send)


async def _no_body() -> Message:
    return {"type": "http.request", "body": b"", "more_body": False}


async def _unless_disconnected(work: Callable[[], Awaitable[None]], receive: Receive) -> None:
    """Do the work. Cancel it if the client closes the connection."""

    async def watch(scope: anyio.CancelScope) -> None:
        while (await receive())["type"] != "http.disconnect":
            pass
        scope.cancel()

    async with anyio.create_task_group() as tasks:
        tasks.start_soon(watch, tasks.cancel_scope)
        await work()
        tasks.cancel_scope.cancel()


def _collector(answer: list[Message], send: Send, turn: Turn) -> Send:
    """Return what collects an answer, and sends a stream as it comes, which may last as long as its connection."""
    is_stream = False

    async def collect(message: Message) -> None:
        nonlocal is_stream
        if message["type"] == "http.response.start" and _STREAM in message["headers"]:
            is_stream = True
            turn.release()
        if is_stream:
            await send(message)
        else:
            answer.append(message)

    return collect


def _weight(body: bytearray) -> int:
    """Return how many bytes a body takes from the room for bodies."""
    return len(body) if len(body) > SMALL_BODY_BYTES else 0


def _whole(status: int, body: bytes, kind: bytes, *headers: tuple[bytes, bytes]) -> list[Message]:
    """Return an answer after which the connection stays open: the request was read whole."""
    return [
        {"type": "http.response.start", "status": status, "headers": [*content_headers(body, kind), *headers]},
        {"type": "http.response.body", "body": body},
    ]


def _with_lower_host(scope: Scope) -> Scope:
    """The request with its Host in lower case, since the SDK compares host names case-sensitively."""
    headers = [(name, value.lower() if name == b"host" else value) for name, value in scope["headers"]]
    return {**scope, "headers": headers}


def _has_token(headers: Headers, token: bytes) -> bool:
    given = [value for name, value in headers if name == b"authorization"]
    scheme, _, credentials = given[0].partition(b" ") if len(given) == 1 else (b"", b"", b"")
    return hmac.compare_digest(credentials.strip(), token) and scheme.lower() == b"bearer"


def _too_large() -> Refusal:
    return Refusal(413, f"The body is larger than {MAX_BODY_BYTES} bytes")


def _checked_message(headers: Headers, body: bytes) -> bytes:
    """Return a body for the SDK, with an endless method cut. Raises NotAMessageError if it is not a message.

    Messages of the 2026 era are returned as they are: the SDK refuses broken ones as it should. In the 2025 era
    it takes a request whose id is null or a float for a notification, and repeats whole messages in its errors.
    """
    version = next((value for name, value in headers if name == _VERSION_HEADER), None)
    if version is not None and version.decode("latin-1") not in HANDSHAKE_PROTOCOL_VERSIONS:
        return body
    message = parse_message(body)
    if isinstance(message, JSONRPCRequest) and len(message.method) == MAX_METHOD_LENGTH:
        return message.model_dump_json(by_alias=True, exclude_unset=True).encode()
    return body
