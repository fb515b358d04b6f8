"""The addresses by which whatever runs a server asks whether it lives, and whether it answers questions.

They need neither a token nor the name of the server, since a probe has neither, and they tell nothing of the source.
They wait for no turn: a server under load is alive.
"""

from collections.abc import Callable

from starlette.types import ASGIApp, Receive, Scope, Send

from server.transport.refusal import content_headers

HEALTH, READINESS = "/healthz", "/readyz"
METHODS = ("GET", "HEAD")


class Probes:
    """An ASGI application around another, which gets all requests that are no probes."""

    def __init__(self, app: ASGIApp, is_ready: Callable[[], bool]) -> None:
        """`is_ready` says whether questions about the source are answered."""
        self._app = app
        self._is_ready = is_ready

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        is_probe = scope["type"] == "http" and scope["method"] in METHODS and scope["path"] in (HEALTH, READINESS)
        if not is_probe:
            await self._app(scope, receive, send)
            return
        is_fine = scope["path"] == HEALTH or self._is_ready()
        body = b"ok\n" if is_fine else b"The source is being compiled\n"
        headers = [*content_headers(body, b"text/plain; charset=utf-8"), (b"cache-control", b"no-store")]
        await send({"type": "http.response.start", "status": 200 if is_fine else 503, "headers": headers})
        await send({"type": "http.response.body", "body": body})
