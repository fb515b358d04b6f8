"""Check each HTTP request before the SDK gets it: its token, path, method, size and time, and its JSON-RPC message.

A request is refused by its headers alone where these suffice. A body is read whole, with a limit of size and time.
While a request is answered its connection is watched: if the client closes it, the work is cancelled.
"""

import hmac
from typing import Any

import anyio
from mcp_types import INVALID_REQUEST, JSONRPCRequest
from mcp_types.version import HANDSHAKE_PROTOCOL_VERSIONS
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from server.transport.http_address import PATH
from server.transport.jsonrpc import MAX_METHOD_LENGTH, NotAMessageError, error_reply, parse_message

MAX_BODY_BYTES = 256 * 1024
BODY_SECONDS = 10.0
LINGER_SECONDS = 1.0
_VERSION_HEADER = b"mcp-protocol-version"

NOTIFICATION_REFUSED = error_reply(None, INVALID_REQUEST, "Invalid request: not a JSON-RPC 2.0 notification")

Headers = list[tuple[bytes, bytes]]


class Refusal(Exception):  # noqa: N818
    """A request that is refused, with an HTTP status and a text that says why."""

    def __init__(self, status: int, text: str, *headers: tuple[bytes, bytes]) -> None:
        super().__init__(text)
        self.status = status
        self.text = text
        self.headers = headers

    async def send(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Send the answer, then close the connection. First read the rest of the request for a moment: a client that is
        still sending would see a broken connection instead of the answer."""
        body = self.text.encode()
        headers = [*_content_headers(body, b"text/plain; charset=utf-8"), (b"connection", b"close"), *self.headers]
        await send({"type": "http.response.start", "status": self.status, "headers": headers})
        await send({"type": "http.response.body", "body": body, "more_body": True})
        if not any(name == b"expect" for name, _ in scope["headers"]):
            with anyio.move_on_after(LINGER_SECONDS):
                while (await receive()).get("more_body", False):
                    pass
        await send({"type": "http.response.body", "body": b""})


class Guard:
    """An ASGI application around another, which gets only valid requests. With a token, every request must have it."""

    def __init__(self, app: ASGIApp, token: str | None) -> None:
        self._app = app
        self._token = token.encode() if token is not None else None

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":  # lifespan events
            await self._app(scope, receive, send)
            return
        try:
            self._check(scope)
            body = await _body(scope["headers"], receive)
        except Refusal as refusal:
            await refusal.send(scope, receive, send)
            return
        if body is None:
            return
        try:
            body = _checked_message(scope["headers"], body)
        except NotAMessageError as error:
            await _send_json_error(error.reply or NOTIFICATION_REFUSED, send)
            return
        await self._answer(_with_lower_host(scope), body, receive, send)

    def _check(self, scope: Scope) -> None:
        if self._token is not None and not _has_token(scope["headers"], self._token):
            raise Refusal(401, "Give the token: Authorization: Bearer TOKEN", (b"www-authenticate", b"Bearer"))
        if scope["path"] != PATH:
            raise Refusal(404, f"There is nothing here; MCP is at {PATH}")
        if scope["method"] != "POST":  # GET and DELETE are for notifications and sessions, which this server has not
            raise Refusal(405, "MCP messages are sent with POST", (b"allow", b"POST"))

    async def _answer(self, scope: Scope, body: bytes, receive: Receive, send: Send) -> None:
        """Let the application answer the request, and cancel it if the client closes the connection."""
        messages: list[Message] = [{"type": "http.request", "body": body, "more_body": False}]

        async def replay() -> Message:
            if not messages:
                await anyio.sleep_forever()
            return messages.pop()

        async def watch(work: anyio.CancelScope) -> None:
            while (await receive())["type"] != "http.disconnect":
                pass
            work.cancel()

        async with anyio.create_task_group() as tasks:
            tasks.start_soon(watch, tasks.cancel_scope)
            await self._app(scope, replay, send)
            tasks.cancel_scope.cancel()


def _content_headers(body: bytes, kind: bytes) -> Headers:
    return [(b"content-type", kind), (b"content-length", b"%d" % len(body))]


async def _send_json_error(reply: bytes, send: Send) -> None:
    """Send a JSON-RPC error with status 400. The body was read whole, so the connection stays open."""
    reply = reply.rstrip()
    await send({"type": "http.response.start", "status": 400, "headers": _content_headers(reply, b"application/json")})
    await send({"type": "http.response.body", "body": reply})


def _with_lower_host(scope: Scope) -> Scope:
    """The request with its Host in lower case, since the SDK compares host names case-sensitively."""
    headers = [(name, value.lower() if name == b"host" else value) for name, value in scope["headers"]]
    return {**scope, "headers": headers}


def _has_token(headers: Headers, token: bytes) -> bool:
    given = [value for name, value in headers if name == b"authorization"]
    scheme, _, credentials = given[0].partition(b" ") if len(given) == 1 else (b"", b"", b"")
    return hmac.compare_digest(credentials.strip(), token) and scheme.lower() == b"bearer"


async def _body(headers: Headers, receive: Receive) -> bytes | None:
    """Read the whole body; None if the client closed the connection before its end. Raises Refusal."""
    declared = dict(headers).get(b"content-length", b"")
    if declared.isdigit() and int(declared) > MAX_BODY_BYTES:
        raise _too_large()
    body = bytearray()
    with anyio.move_on_after(BODY_SECONDS):
        while True:
            message: Any = await receive()
            if message["type"] != "http.request":
                return None
            body += message.get("body", b"")
            if len(body) > MAX_BODY_BYTES:
                raise _too_large()
            if not message.get("more_body", False):
                return bytes(body)
    raise Refusal(408, f"The body took more than {BODY_SECONDS:g} seconds")


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
