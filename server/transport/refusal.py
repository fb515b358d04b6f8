"""A refused request: its status, and the text that says why."""

import anyio
from starlette.types import Receive, Send

LINGER_SECONDS = 1.0  # for a client that is still sending to read why

Headers = list[tuple[bytes, bytes]]


class Refusal(Exception):  # noqa: N818
    """A request that is refused, with an HTTP status and a text that says why."""

    def __init__(self, status: int, text: str, *headers: tuple[bytes, bytes]) -> None:
        super().__init__(text)
        self.status = status
        self.text = text
        self.headers = headers

    async def send(self, receive: Receive, send: Send) -> None:
        """Send the answer, then close the connection. First read the rest of the request for a moment: a client that is
        still sending would see a broken connection instead of the answer."""
        body = self.text.encode()
        headers = [*content_headers(body, b"text/plain; charset=utf-8"), (b"connection", b"close"), *self.headers]
        await send({"type": "http.response.start", "status": self.status, "headers": headers})
        await send({"type": "http.response.body", "body": body, "more_body": True})
        with anyio.move_on_after(LINGER_SECONDS):
            while (await receive()).get("more_body", False):
                pass
        await send({"type": "http.response.body", "body": b""})


def content_headers(body: bytes, kind: bytes) -> Headers:
    """Return the headers of a whole body."""
    return [(b"content-type", kind), (b"content-length", b"%d" % len(body))]
