"""Anchors that GitHub does not make: those of the programs that serve a page, and labels of a book in one piece.

Every program makes the anchor of a heading in a way of its own. Most keep its letters and digits; the others are known
by their settings files. In a book an explicit label (`{#knots}`, `(knots)=`) is known on all of its pages.
"""

import re
from collections.abc import Iterator, Mapping
from functools import cached_property

from compiler.languages.documents.claims import is_asciidoc
from compiler.languages.documents.linking.sites import Sites
from compiler.languages.documents.records import PageOutline
from compiler.languages.documents.syntax.anchors import squashed
from compiler.text.examples import is_readme

# Programs that begin an anchor with the first letter of the heading: `intro` for "1. Intro".
_FROM_FIRST_LETTER = ("jekyll", "quarto", "bookdown")
_WITH_LABELS = ("sphinx", "myst", "quarto", "bookdown")
MANY_PAGES = 3  # with links to labels of other pages: then they are parts of a book, whatever makes it

_OF_ASCII = re.compile(r"_\d+")  # MkDocs: the second heading without a letter of ASCII is `_1`
_OF_DOCUTILS = re.compile(r"id\d+")
_OF_GITBOOK = re.compile(r"^id-(?=\d)|usd(?=[a-z])")  # `1. Moor`, `$moor`
_OF_CODE = re.compile(r"(?=.*[A-Z_])[A-Za-z_]\w*")  # a name of code, which Doxygen links
_OF_GITHUB = frozenset({"readme", "readme-ov-file", "start-of-content", "repository-container-header"})


class SiteAnchors:
    """The anchors of the pages of one source that depend on what serves them."""

    def __init__(self, sites: Sites, pages: Mapping[str, PageOutline | None]) -> None:
        """`pages` are the outlines of all pages; None for other files."""
        self._sites, self._pages = sites, pages
        self._in_ascii: dict[str, frozenset[str]] = {}  # by page
        self._from_letter: dict[str, frozenset[str]] = {}  # by page

    def may_have(self, page: str, path: str, outline: PageOutline, anchor: str) -> bool:
        """Whether the page at `path`, to which `page` links, may have an anchor where it is served."""
        if page == path and self._is_of_host(page, anchor):
            return True
        if self._sites.is_of(path, "mkdocs") and (
            _OF_ASCII.fullmatch(anchor) or self._is_of_ascii(path, outline, anchor)
        ):
            return True
        if self._sites.is_of(path, "sphinx", "myst") and _OF_DOCUTILS.fullmatch(anchor):
            return True
        if self._sites.is_of(path, "gitbook") and (spelt := _OF_GITBOOK.sub("", anchor)) != anchor:
            return squashed(spelt) in map(squashed, outline.anchors)
        return self._sites.is_of(path, *_FROM_FIRST_LETTER) and self._is_from_letter(path, outline, anchor)

    def labelled(self, page: str, anchor: str) -> str | None:
        """Return the other page of a book that states a label; None if there is none, or no book. A book in AsciiDoc
        may have been cut out of several, which state the same labels."""
        others = self._labels.get(squashed(anchor), ())
        is_book = self._sites.is_of(page, *_WITH_LABELS) or self._is_book
        is_one = len(others) == 1 or not is_asciidoc(page)
        return others[0] if is_book and others and is_one and page not in others else None

    def _is_of_host(self, page: str, anchor: str) -> bool:
        """Whether an anchor of the page itself is one of the host around it, or a name of code."""
        if anchor in _OF_GITHUB and is_readme(page):
            return True
        return _OF_CODE.fullmatch(anchor) is not None and self._sites.is_of(page, "doxygen")

    def _is_of_ascii(self, path: str, outline: PageOutline, anchor: str) -> bool:
        if path not in self._in_ascii:
            self._in_ascii[path] = frozenset(filter(None, map(_only_ascii, outline.anchors)))
        return _only_ascii(anchor) in self._in_ascii[path]

    def _is_from_letter(self, path: str, outline: PageOutline, anchor: str) -> bool:
        if path not in self._from_letter:
            self._from_letter[path] = frozenset(squashed(anchor).lstrip("0123456789") for anchor in outline.anchors)
        return squashed(anchor) in self._from_letter[path]

    @cached_property
    def _labels(self) -> dict[str, list[str]]:
        """The pages by the labels that they state, without what programs leave out."""
        found: dict[str, list[str]] = {}
        for path, outline in self._pages.items():
            for label in outline.labels if outline else ():
                found.setdefault(squashed(label), []).append(path)
        return found

    @cached_property
    def _is_book(self) -> bool:
        """Whether several pages link to labels that only other pages state, as if they were their own."""
        count = 0
        for outline in filter(None, self._pages.values()):
            own = {squashed(anchor) for anchor in outline.anchors} if any(_local(outline)) else set()
            count += any(anchor in self._labels and anchor not in own for anchor in map(squashed, _local(outline)))
            if count == MANY_PAGES:
                return True
        return False


def _local(outline: PageOutline) -> Iterator[str]:
    """The anchors of its own that a page links to."""
    for link in outline.links:
        if link.form != "wiki" and link.address.startswith("#"):
            yield link.address[1:]


def _only_ascii(anchor: str) -> str:
    return "".join(character for character in squashed(anchor) if character.isascii())
