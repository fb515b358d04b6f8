"""What stands between the network and the SDK's HTTP server: who may ask, how much, and for how long.

A request is refused before its body is read where its headers suffice for that. A body is read whole, bounded in size
and time. While the answer is made the connection is watched: when the client has gone, the work is stopped.
"""

import hmac
from typing import Any

import anyio
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from server.transport.http_address import PATH
from server.transport.http_messages import BrokenBodyError, readable

MAX_BODY_BYTES = 256 * 1024
BODY_SECONDS = 10.0
LINGER_SECONDS = 1.0

Headers = list[tuple[bytes, bytes]]


class Refusal(Exception):  # noqa: N818
    """A request that the server does not look at any further."""

    def __init__(self, status: int, told: str, *headers: tuple[bytes, bytes]) -> None:
        super().__init__(told)
        self.status = status
        self.told = told
        self.headers = headers

    async def send(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answers, and closes the connection. What still comes of the request is thrown away for a moment before: a
        client that is sending would see the connection break, and not the answer."""
        body = self.told.encode()
        headers = [*_told(body, b"text/plain; charset=utf-8"), (b"connection", b"close"), *self.headers]
        await send({"type": "http.response.start", "status": self.status, "headers": headers})
        await send({"type": "http.response.body", "body": body, "more_body": True})
        if not any(name == b"expect" for name, _ in scope["headers"]):
            with anyio.move_on_after(LINGER_SECONDS):
                while (await receive()).get("more_body", False):
                    pass
        await send({"type": "http.response.body", "body": b""})


class Guard:
    """An ASGI application around another. With a token, every request must bear it."""

    def __init__(self, app: ASGIApp, token: str | None) -> None:
        self._app = app
        self._token = token.encode() if token is not None else None

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":  # the start and end of the server
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
            body = readable(scope["headers"], body)
        except BrokenBodyError as broken:
            await _refuse(broken.reply, send)
            return
        await self._answer(_with_plain_host(scope), body, receive, send)

    def _check(self, scope: Scope) -> None:
        if self._token is not None and not _bears(scope["headers"], self._token):
            raise Refusal(401, "Give the token: Authorization: Bearer TOKEN", (b"www-authenticate", b"Bearer"))
        if scope["path"] != PATH:
            raise Refusal(404, f"There is nothing here; MCP is at {PATH}")
        if scope["method"] != "POST":  # the server sends nothing unasked, and keeps no sessions that could be ended
            raise Refusal(405, "MCP messages are sent with POST", (b"allow", b"POST"))

    async def _answer(self, scope: Scope, body: bytes, receive: Receive, send: Send) -> None:
        """Hands the request on, and stops when its client has gone."""
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


def _told(body: bytes, kind: bytes) -> Headers:
    return [(b"content-type", kind), (b"content-length", b"%d" % len(body))]


async def _refuse(reply: bytes, send: Send) -> None:
    """Answers a body that is no message. It was read whole, so the connection may go on."""
    await send({"type": "http.response.start", "status": 400, "headers": _told(reply, b"application/json")})
    await send({"type": "http.response.body", "body": reply})


def _with_plain_host(scope: Scope) -> Scope:
    """The request with its Host in small letters: case does not count in names, but the SDK compares them as text."""
    headers = [(name, value.lower() if name == b"host" else value) for name, value in scope["headers"]]
    return {**scope, "headers": headers}


def _bears(headers: Headers, token: bytes) -> bool:
    given = [value for name, value in headers if name == b"authorization"]
    scheme, _, credentials = given[0].partition(b" ") if len(given) == 1 else (b"", b"", b"")
    return hmac.compare_digest(credentials.strip(), token) and scheme.lower() == b"bearer"


async def _body(headers: Headers, receive: Receive) -> bytes | None:
    """The whole body; None when the client went before it was there. Raises Refusal."""
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
