"""Where an HTTP server listens, and who may speak to it.

The address is of this machine alone unless it is told otherwise, and whoever opens it to others needs a token. A token
never stands in the command line, where every user of the machine could read it.
"""

import os
import re
import socket
from dataclasses import dataclass
from ipaddress import ip_address
from pathlib import Path

from server.options.http import TOKEN_VARIABLE, HttpOptions

PATH = "/mcp"
SHORTEST_TOKEN = 16
HOST = r"(?:[A-Za-z0-9_.-]+|\[[0-9A-Fa-f:.]+\])"
NAME = re.compile(rf"{HOST}(?::\d{{1,5}})?")  # of a host, as it stands in a Host header
LOOPBACK_NAMES = ("127.0.0.1", "localhost", "[::1]")


class AddressError(Exception):
    """The server cannot, or had better not, listen there; the message says why and what would be right."""


@dataclass(frozen=True, slots=True)
class Listener:
    """A bound socket, its host as it was given, the names that requests may be sent to, and the token they need."""

    socket: socket.socket
    host: str
    names: tuple[str, ...]
    token: str | None

    @property
    def port(self) -> int:
        return int(self.socket.getsockname()[1])

    @property
    def url(self) -> str:
        """The address for clients. The port is the one that the system chose, if it was asked to."""
        return f"http://{self.host}:{self.port}{PATH}"

    @property
    def hosts(self) -> list[str]:
        """What may stand in a request's Host header, in small letters."""
        own = [*LOOPBACK_NAMES, self.host.lower()]
        with_port = [f"{name}:{self.port}" for name in (*own, *self.names)]
        return list(dict.fromkeys([*with_port, *self.names, *(own if self.port == 80 else ())]))

    @property
    def origins(self) -> list[str]:
        """What may stand in a request's Origin header: pages that came from here, or through the proxy."""
        return [f"http://{host}" for host in self.hosts] + [f"https://{name}" for name in self.names]


def listen(options: HttpOptions) -> Listener:
    """Binds the address HOST:PORT; port 0 lets the system choose. Raises AddressError."""
    host, port = _host_and_port(options.address)
    names = tuple(map(_name, options.names))
    token = _token(options.token_file)
    try:
        family, _, _, _, resolved = socket.getaddrinfo(host.strip("[]"), port, type=socket.SOCK_STREAM)[0]
        if token is None and not ip_address(resolved[0]).is_loopback:
            raise AddressError(
                f"{host} can be reached from other machines, so a token is needed: put one of at least"
                f" {SHORTEST_TOKEN} characters into ${TOKEN_VARIABLE} or a --token-file, or listen on 127.0.0.1."
            )
        bound = socket.create_server(resolved[:2], family=family, backlog=512)
        bound.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)  # else an answer waits 40 ms for the client's word
    except (OSError, UnicodeError) as error:
        raise AddressError(f"Cannot listen on {options.address}: {getattr(error, 'strerror', None) or error}") from None
    return Listener(bound, host, names, token)


def _host_and_port(address: str) -> tuple[str, int]:
    host, _, port = address.rpartition(":")
    is_whole = re.fullmatch(HOST, host) and port.isascii() and port.isdecimal() and int(port) < 1 << 16
    if not is_whole or (":" in host) != (host[0] == "["):
        raise AddressError(f"'{address}' is no address such as 127.0.0.1:8931 or [::1]:8931")
    return host, int(port)


def _name(written: str) -> str:
    """A further name of the server in small letters, as browsers send it. One that no request can bear is refused: who
    wrote a URL or a pattern would be left with a server that answers nobody."""
    if not NAME.fullmatch(written):
        raise AddressError(f"'{written}' is no name of a host such as frieze.example or frieze.example:8443")
    return written.lower()


def _token(file: Path | None) -> str | None:
    """The token, taken out of the environment, so that no child inherits it."""
    token: str | None = os.environ.pop(TOKEN_VARIABLE, None)
    if file is not None:
        try:
            token = file.read_text(encoding="utf-8").strip()
        except (OSError, UnicodeError) as error:
            raise AddressError(f"Cannot read the token file {file}: {error}") from None
    if token is not None and not (len(token) >= SHORTEST_TOKEN and token.isascii() and token.isprintable()):
        raise AddressError(f"The token must be at least {SHORTEST_TOKEN} printable ASCII characters")
    if token is not None and " " in token:
        raise AddressError("The token must not have spaces in it")
    return token
