"""The routes of pages: the parts of their paths as sites show them, without suffix, index and numbers for order."""

import posixpath
import re
from collections.abc import Mapping
from urllib.parse import unquote_plus

from compiler.languages.documents.records import PageOutline

Route = tuple[str, ...]

# Before the name of a page, which Docusaurus leaves out; `2.20` is a version.
_ORDER = re.compile(r"^\d{1,4}[-_.][ ]?(?=[^\s\d])")
_INDEXES = frozenset({"index", "_index", "readme"})
_SHOWN = frozenset({".md", ".mdx", ".rst", ".adoc", ".markdown", ".qmd", ".html", ".htm"})


def route_of_address(path: str) -> Route:
    """Return the route that the path of an address names."""
    return _plain(tuple(unquote_plus(part) for part in path.split("/") if part))


def route_of_page(path: str) -> Route:
    """Return the route of a page at a path."""
    return _plain(tuple(_ORDER.sub("", part, count=1) for part in path.split("/")))


class PageRoutes:
    """The routes of all pages of a source."""

    def __init__(self, pages: Mapping[str, PageOutline | None]) -> None:
        """`pages` are the outlines of all pages; None for other files."""
        self._pages: dict[Route, list[str]] = {}
        self._by_last: dict[str, list[Route]] = {}
        for path, outline in pages.items():
            if outline is not None:
                self._pages.setdefault(route_of_page(path), []).append(path)
        for route in self._pages:
            if route:
                self._by_last.setdefault(route[-1], []).append(route)

    def page(self, route: Route) -> str | None:
        """Return the first page of a route, None if there is none."""
        found = self._pages.get(route)
        return found[0] if found else None

    def pages(self, route: Route) -> list[str]:
        """Return the pages of a route."""
        return self._pages.get(route, [])

    def ending(self, name: str) -> list[Route]:
        """Return the routes with a last part, in the order of their pages."""
        return self._by_last.get(name, [])


def _plain(parts: Route) -> Route:
    if not parts:
        return ()
    stem, suffix = posixpath.splitext(parts[-1])
    named = (*parts[:-1], stem if suffix.lower() in _SHOWN else parts[-1])
    kept = named[:-1] if named[-1].casefold() in _INDEXES else named
    return tuple(part.casefold().replace(" ", "-") for part in kept)
