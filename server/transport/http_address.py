"""The address of an HTTP server, the names it answers to, and its token.

An address that other machines can reach needs a token. The token is read from the environment or a file: every user of
the machine could read a command line.
"""

import os
import re
import socket
from dataclasses import dataclass
from ipaddress import ip_address
from pathlib import Path

from compiler.disk.regular_file import read_regular
from compiler.model.reasons import system_reason
from server.options.http import TOKEN_VARIABLE, HttpOptions

PATH = "/mcp"
BACKLOG = 2_048  # connections that wait to be accepted
MIN_TOKEN_LENGTH = 16
MAX_TOKEN_BYTES = 16 * 1024  # of its file
_HOST = r"(?:[A-Za-z0-9_.-]+|\[[0-9A-Fa-f:.]+\])"
_HOST_AND_PORT = re.compile(rf"{_HOST}(?::\d{{1,5}})?")  # as in a Host header
LOOPBACK = "127.0.0.1"
LOOPBACK_NAMES = (LOOPBACK, "localhost", "[::1]")


class AddressError(Exception):
    """The server cannot or must not listen there. The message says why, and what would be right."""


@dataclass(frozen=True, slots=True)
class Listener:
    """A bound socket, its host as it was given, further names of the server, and the token that requests need."""

    socket: socket.socket
    host: str
    names: tuple[str, ...]
    token: str | None

    @property
    def port(self) -> int:
        return int(self.socket.getsockname()[1])

    @property
    def url(self) -> str:
        """The address for clients, with the port that the system chose if `HOST:0` was given."""
        return f"{self.origin}{PATH}"

    @property
    def origin(self) -> str:
        """The address without a path."""
        return f"http://{self.host}:{self.port}"

    @property
    def hosts(self) -> list[str]:
        """The Host headers that are accepted, in lower case."""
        own = [*LOOPBACK_NAMES, self.host.lower()]
        with_port = [f"{name}:{self.port}" for name in (*own, *self.names)]
        return list(dict.fromkeys([*with_port, *self.names, *(own if self.port == 80 else ())]))

    @property
    def origins(self) -> list[str]:
        """The Origin headers that are accepted: of pages from this server, or from it through a proxy."""
        return [f"http://{host}" for host in self.hosts] + [f"https://{name}" for name in self.names]


def listen(options: HttpOptions) -> Listener:
    """Bind HOST:PORT, or PORT of the loopback address; for port 0 the system chooses one. Raises AddressError."""
    host, port = _host_and_port(options.address)
    names = tuple(map(_checked_name, options.names))
    token = _take_token(options.token_file)
    try:
        family, _, _, _, resolved = socket.getaddrinfo(host.strip("[]"), port, type=socket.SOCK_STREAM)[0]
        if token is None and not ip_address(resolved[0]).is_loopback:
            raise AddressError(
                f"{host} can be reached from other machines, so a token is needed: put one of at least"
                f" {MIN_TOKEN_LENGTH} characters into ${TOKEN_VARIABLE} or a --token-file, or listen on 127.0.0.1."
            )
        bound = socket.create_server(resolved[:2], family=family, backlog=BACKLOG)
        bound.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)  # else answers may wait 40 ms for an ACK
    except (OSError, UnicodeError) as error:
        raise AddressError(f"Cannot listen on {options.address}: {system_reason(error)}") from None
    return Listener(bound, host, names, token)


def _host_and_port(address: str) -> tuple[str, int]:
    host, _, port = (f"{LOOPBACK}:{address}" if address.isdecimal() else address).rpartition(":")
    is_valid = re.fullmatch(_HOST, host) and port.isascii() and port.isdecimal() and int(port) < 1 << 16
    if not is_valid or (":" in host) != (host[0] == "["):
        raise AddressError(f"'{address}' is no address such as 127.0.0.1:8931 or [::1]:8931, nor a port")
    return host, int(port)


def _checked_name(name: str) -> str:
    """Return a further name of the server in lower case, as browsers send it. Raises AddressError for a URL or a
    pattern, which no Host header equals."""
    if not _HOST_AND_PORT.fullmatch(name):
        raise AddressError(f"'{name}' is no name of a host such as frieze.example or frieze.example:8443")
    return name.lower()


def _take_token(file: Path | None) -> str | None:
    """Return the token, if there is one, and remove it from the environment, so that no child inherits it."""
    token: str | None = os.environ.pop(TOKEN_VARIABLE, None)
    if file is not None:
        try:
            token = read_regular(file, MAX_TOKEN_BYTES).decode().strip()
        except OSError as error:
            raise AddressError(f"Cannot read the token file {file}: {error.strerror}") from None
        except UnicodeError:
            raise AddressError(f"Cannot read the token file {file}: it is not UTF-8") from None
    if token is not None and not (len(token) >= MIN_TOKEN_LENGTH and token.isascii() and token.isprintable()):
        raise AddressError(f"The token must be at least {MIN_TOKEN_LENGTH} printable ASCII characters")
    if token is not None and " " in token:
        raise AddressError("The token must not have spaces in it")
    return token
