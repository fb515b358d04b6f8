"""The explorer behind the server's guards: which requests for its pages are answered.

A page rebinding its name to this machine is refused by its Host; a page from elsewhere by its Origin, or by what the
browser says of the request. With a token, a browser gives it as the password of its own dialogue (RFC 7617).
"""

import binascii
import hmac
from typing import NamedTuple

from starlette.types import ASGIApp

from server.transport.http_address import Listener
from server.transport.refusal import Headers, Refusal

MOUNT = "/explore"
METHODS = ("GET", "HEAD")
CHALLENGE = (b"www-authenticate", b'Basic realm="Frieze", charset="UTF-8"')


class Pages(NamedTuple):
    """The application of the pages, and the names and origins under which they are asked for."""

    app: ASGIApp
    hosts: frozenset[str]
    origins: frozenset[str]

    @classmethod
    def of(cls, app: ASGIApp, listener: Listener) -> "Pages":
        """Return the pages of a server that listens there."""
        return cls(app, frozenset(listener.hosts), frozenset(listener.origins))

    def has(self, path: str) -> bool:
        """Whether a path is one of a page."""
        return path == MOUNT or path.startswith(f"{MOUNT}/")

    def check(self, method: str, headers: Headers, token: bytes | None) -> None:
        """Raise Refusal for a request that gets no page."""
        if _value(headers, b"host").lower() not in self.hosts:
            raise Refusal(421, "The server has another name: --allow-host adds one")
        if token is not None and not _has_token(headers, token):
            raise Refusal(401, "Give the token as the password, or as Authorization: Bearer TOKEN", CHALLENGE)
        if _is_foreign(headers, self.origins):
            raise Refusal(403, "Pages are not for other sites")
        if method not in METHODS:
            raise Refusal(405, "Pages are read with GET", (b"allow", b"GET, HEAD"))
        if _value(headers, b"content-length") not in ("", "0") or _value(headers, b"transfer-encoding"):
            raise Refusal(400, "A request for a page has no body")


def _value(headers: Headers, wanted: bytes) -> str:
    """The value of a header, "" if it is not there. One that is given twice is none that is accepted."""
    return ", ".join(value.decode("latin-1") for name, value in headers if name == wanted)


def _is_foreign(headers: Headers, origins: frozenset[str]) -> bool:
    """Whether another site asks. A link from there may be followed; nothing else may be loaded."""
    origin = _value(headers, b"origin").lower()
    is_followed = _value(headers, b"sec-fetch-mode") == "navigate"
    is_cross = _value(headers, b"sec-fetch-site") in ("cross-site", "same-site")
    return bool(origin and origin not in origins) or (is_cross and not is_followed)


def _has_token(headers: Headers, token: bytes) -> bool:
    scheme, _, credentials = _value(headers, b"authorization").partition(" ")
    given = credentials.strip().encode("latin-1")
    if scheme.lower() == "basic":
        try:
            given = binascii.a2b_base64(given, strict_mode=True).partition(b":")[2]
        except binascii.Error:
            return False
    elif scheme.lower() != "bearer":
        return False
    return hmac.compare_digest(given, token)
