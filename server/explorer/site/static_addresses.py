"""The addresses of the static site: each page gets a file when it is first linked to, as long as there is room."""

import hashlib
import re
from collections import Counter, deque
from collections.abc import Mapping
from typing import NamedTuple, Protocol

from server.explorer.page import Page
from server.explorer.site.addresses import fragment

LEFT_OUT = "left-out.html"
MAX_NAME = 60  # characters of a file's name that say what it is
_UNSAFE = re.compile(r"[^A-Za-z0-9._-]+")
_SUFFIXES = {"text/html": ".html", "text/csv": ".csv"}

_Key = tuple[str, tuple[tuple[str, str], ...]]  # the name of a page, and its parameters in order


class Request(NamedTuple):
    """A page with its parameters, and the file that it is written to, a path of at most one folder."""

    page: Page
    parameters: Mapping[str, str]
    file: str


class Files(Protocol):
    """The files of pages."""

    def file_of(self, page: Page, parameters: Mapping[str, str]) -> str:
        """Return the file of a page, or that of what is left out."""
        ...


class StaticSite:
    """The pages of a static site: those that wait to be made, and how many of which kind are left out."""

    def __init__(self, max_pages: int, base: str = "") -> None:
        """`base` is the revision that pages compare with, "" for none."""
        self.waiting: deque[Request] = deque()
        self.left_out: Counter[str] = Counter()  # by the name of the page
        self._max_pages = max_pages
        self._base = base
        self._files: dict[_Key, str] = {}

    def file_of(self, page: Page, parameters: Mapping[str, str]) -> str:
        """Return the file of a page, and have the page made if that was not asked for before. Without room that is the
        page of what is left out."""
        key = self._key(page, parameters)
        if key not in self._files:
            self._files[key] = file = self.expected_file(page, parameters)
            if file == LEFT_OUT:
                self.left_out[page.name] += 1
            else:
                self.waiting.append(Request(page, dict(key[1]), file))
        return self._files[key]

    def is_known(self, page: Page, parameters: Mapping[str, str]) -> bool:
        """Whether a page has been asked for before."""
        return self._key(page, parameters) in self._files

    def expected_file(self, page: Page, parameters: Mapping[str, str]) -> str:
        """Return the file that a page has, or gets if it is the next that is asked for."""
        key = self._key(page, parameters)
        known = self._files.get(key)
        if known is not None:
            return known
        return _file(page, key[1]) if self._has(page, dict(key[1])) and not self.is_full else LEFT_OUT

    @property
    def is_full(self) -> bool:
        """Whether there is no room for another page."""
        return len(self._files) - self.left_out.total() >= self._max_pages

    def _key(self, page: Page, parameters: Mapping[str, str]) -> _Key:
        """Return the name of a page and its parameters in order. A page that compares has the base of the site."""
        given = {"base": self._base} if page.compares and self._base and not parameters else parameters
        return page.name, tuple(sorted(given.items()))

    def _has(self, page: Page, parameters: Mapping[str, str]) -> bool:
        """Whether a static site has such a page."""
        is_of_base = page.compares and self._base and parameters.get("base") == self._base
        return page.is_exported or bool(is_of_base and "target" not in parameters)


class StaticAddresses:
    """Addresses relative to a file of the static site."""

    is_static = True

    def __init__(self, files: Files, file: str) -> None:
        self._files = files
        self._up = "../" * file.count("/")

    @property
    def left_out(self) -> str:
        """The address of the page that says what is left out."""
        return self._up + LEFT_OUT

    def page(self, page: Page, parameters: Mapping[str, str], anchor: str = "") -> str:
        """Return the address of a page."""
        file = self._files.file_of(page, parameters)
        return f"{self._up}{file}" if file == LEFT_OUT else f"{self._up}{file}{fragment(anchor)}"

    def static(self, name: str) -> str:
        """Return the address of a static file."""
        return f"{self._up}static/{name}"


def _file(page: Page, parameters: tuple[tuple[str, str], ...]) -> str:
    """A name that says what the page is, safe on every file system, and another one for other parameters."""
    suffix = _SUFFIXES[page.media]
    if not parameters:
        return "index.html" if page.path == "/" else f"{page.name}/index{suffix}"
    digest = hashlib.sha256(repr(parameters).encode(errors="surrogatepass")).hexdigest()[:12]
    said = _UNSAFE.sub("-", "-".join(value for _, value in parameters))[:MAX_NAME].strip("-.")
    return f"{page.name}/{said}-{digest}{suffix}" if said else f"{page.name}/{digest}{suffix}"
