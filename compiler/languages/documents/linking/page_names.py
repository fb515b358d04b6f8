"""The page that a name in a wikilink means: a file, a title or an alias; of several the nearest."""

import posixpath
from collections.abc import Mapping
from functools import cached_property

from compiler.languages.documents.records import PageOutline

INDEXES = ("index", "README", "readme", "_index", "Readme")  # pages that stand for their folder


class PageNames:
    """The names of all pages of a source."""

    def __init__(self, pages: Mapping[str, PageOutline | None]) -> None:
        """`pages` are the outlines of all pages; None for other files."""
        self._pages = pages
        self._nearest: dict[tuple[str, str], str | None] = {}  # by folder and name

    def nearest(self, page: str, name: str) -> str | None:
        """Return the path of the page that a name means on a page; None if there is none, or if two are as near."""
        key = page.rpartition("/")[0], name.casefold().removesuffix(".md")
        if key not in self._nearest:
            self._nearest[key] = self._search(page, key[1])
        return self._nearest[key]

    def _search(self, page: str, wanted: str) -> str | None:
        found = self._by_name.get(wanted, []) or self._by_name.get(wanted.rpartition("/")[2], [])
        if "/" in wanted and wanted not in self._by_name:
            found = [
                path_there for path_there in found if posixpath.splitext(path_there.casefold())[0].endswith(wanted)
            ]
        ranked = sorted((-_nearness(path_there, page), path_there) for path_there in found)
        if len(ranked) > 1 and ranked[0][0] == ranked[1][0]:
            return None  # a guess would look exact
        return ranked[0][1] if ranked else None

    @cached_property
    def _by_name(self) -> dict[str, list[str]]:
        names: dict[str, list[str]] = {}
        for path, outline in self._pages.items():
            if outline is not None:
                stem = posixpath.splitext(path.rpartition("/")[2])[0]
                # Logseq writes the page `ropes/knots` as `ropes___knots.md`.
                for written in {name.casefold() for name in (stem, stem.replace("___", "/"), *outline.names)}:
                    names.setdefault(written, []).append(path)
        return names


def _nearness(one: str, other: str) -> int:
    """Return how near two pages are by their folders; a page beside counts most."""
    return 2 * common_folders(one, other) + (one.rpartition("/")[0] == other.rpartition("/")[0])


def common_folders(one: str, other: str) -> int:
    """Return how many folders two paths have in common."""
    return len(posixpath.commonprefix([one.split("/")[:-1], other.split("/")[:-1]]))
