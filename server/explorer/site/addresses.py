"""The addresses of pages: below the mount of a server. Those of files are in `static_addresses`."""

import hashlib
import re
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Protocol
from urllib.parse import quote, urlencode

from compiler.disk.regular_file import read_regular
from server.explorer.page import Page

STATIC = Path(__file__).parents[1] / "static"
MAX_STATIC_BYTES = 1 << 20
_PARAMETER = re.compile(r"\{([a-z_]+)(?::path)?\}")


class Addresses(Protocol):
    """Where pages and static files are."""

    is_static: bool

    @property
    def left_out(self) -> str:
        """The address of the page that says what a static site leaves out; "" of a server."""
        ...

    def page(self, page: Page, parameters: Mapping[str, str], anchor: str = "") -> str:
        """Return the address of a page."""
        ...

    def static(self, name: str) -> str:
        """Return the address of a static file."""
        ...


class ServedAddresses:
    """Addresses below the mount of a server, such as `/explore`."""

    is_static = False
    left_out = ""

    def __init__(self, root: str) -> None:
        self._root = root.rstrip("/")

    def page(self, page: Page, parameters: Mapping[str, str], anchor: str = "") -> str:
        """Return the address of a page: the parameters of its path there, the others as a query."""
        in_path = _PARAMETER.findall(page.path)
        path = _PARAMETER.sub(lambda found: quote(parameters.get(found[1], ""), safe=""), page.path)
        rest = {name: value for name, value in parameters.items() if name not in in_path}
        query = f"?{urlencode(rest)}" if rest else ""
        return f"{self._root}{path}{query}{fragment(anchor)}"

    def static(self, name: str) -> str:
        """Return the address of a static file, another one for other bytes, so that browsers may keep it."""
        return f"{self._root}/static/{name}?v={digest(name)}"


def fragment(anchor: str) -> str:
    """Return an anchor as the end of an address."""
    return f"#{quote(anchor, safe='')}" if anchor else ""


@cache
def digest(name: str) -> str:
    """Return the first digits of the hash of a static file."""
    return hashlib.sha256(static_file(name)).hexdigest()[:12]


def static_file(name: str) -> bytes:
    """Return the content of a static file. Raises OSError."""
    return read_regular(STATIC / name, MAX_STATIC_BYTES)
