"""Where the cross-references of Sphinx and MyST lead: documents without their suffixes, labels of any page of a
project, and patterns of documents in a table of contents."""

import posixpath
from collections.abc import Iterator, Mapping
from functools import cached_property
from typing import NamedTuple

from compiler.languages.documents.claims import PAGES
from compiler.languages.documents.linking.sites import Sites
from compiler.languages.documents.records import PageOutline
from compiler.languages.documents.syntax.anchors import slug
from compiler.text.path_globs import fixed_folder, path_matcher

_PROGRAMS = ("sphinx", "myst")


class Labelled(NamedTuple):
    """A place with a label: the path of its page, and the anchor there."""

    path: str
    anchor: str


class CrossReferences:
    """The documents and labels of one source."""

    def __init__(self, pages: Mapping[str, PageOutline | None], sites: Sites) -> None:
        """`pages` are the outlines of all pages; None for other files."""
        self._pages, self._sites = pages, sites
        self._matched: dict[tuple[str, str], tuple[str, ...]] = {}  # by project and pattern

    def is_known(self, page: str) -> bool:
        """Whether Sphinx or MyST makes pages of the folder of a page."""
        return self._sites.is_of(page, *_PROGRAMS)

    def knows_names(self, page: str) -> bool:
        """Whether a name that no page states may be that of an object of code, or a label of another project."""
        site = self._sites.nearest(page, *_PROGRAMS)
        return site is not None and site.knows_names

    def document(self, page: str, written: str) -> str | None:
        """Return the page that a document means: from the folder of its page, or with a slash from that of the project;
        None if there is none."""
        path = self._path(page, written)
        plain, suffix = posixpath.splitext(path)
        stems = [path, *([plain] if suffix in (".html", ".txt") else [])]
        return next(
            (document for stem in stems for document in _with_suffixes(stem) if self._pages.get(document)),
            None,
        )

    def matching(self, page: str, written: str) -> tuple[str, ...]:
        """Return the pages of a pattern of documents, in their order. The page itself is none of them."""
        pattern = self._path(page, written)
        key = self._root(page), pattern
        if key not in self._matched:
            self._matched[key] = tuple(self._search(pattern))
        return tuple(match for match in self._matched[key] if match != page)

    def label(self, page: str, written: str) -> Labelled | None:
        """Return the place of a label; None if no page of the project states it, or several do."""
        found = self._nearest(page, self._labels.get(_normalized(written), ()))
        if found is None and ":" in written:  # `knots/bowline:Bow line`, as `autosectionlabel` makes them
            path, _, title = written.partition(":")
            document = self.document(page, f"/{path}")
            outline = self._pages.get(document) if document else None
            if document and outline and slug(title.strip()) in outline.anchors:
                return Labelled(document, slug(title.strip()))
        if found is None and self.is_known(page) and (" " in written or written[:1].isupper()):  # a title alone
            found = self._nearest(page, self._titled.get(slug(written), ()))
        return found

    def own(self, page: str, name: str) -> str | None:
        """Return the anchor of a label or a heading of the page itself that a name means."""
        outline = self._pages[page]
        anchors = outline.anchors if outline else {}
        of_label = next((label.anchor for label in self._labels.get(_normalized(name), ()) if label.path == page), None)
        return of_label if of_label is not None else slug(name) if slug(name) in anchors else None

    def _search(self, pattern: str) -> Iterator[str]:
        matches = path_matcher(pattern)
        folder = fixed_folder(pattern)
        if matches is None:
            return
        for path, outline in self._pages.items():
            if outline is not None and path.startswith(f"{folder}/" if folder else "") and "/." not in f"/{path}":
                stem = posixpath.splitext(path)[0]
                if matches(stem) or matches(path):
                    yield path

    def _path(self, page: str, written: str) -> str:
        """The path of a document below the root of its project, which no `..` leaves, as Sphinx has it."""
        root, folder = self._root(page), posixpath.dirname(page)
        inside = "" if written.startswith("/") else folder.removeprefix(root).strip("/")
        joined = posixpath.normpath(posixpath.join("/", inside, written.lstrip("/")))
        return f"{root}{joined}".strip("/")

    def _root(self, page: str) -> str:
        """The folder of the project that a page belongs to; its own folder if no settings tell."""
        site = self._sites.nearest(page, *_PROGRAMS)
        return site.folder if site else ""

    def _nearest(self, page: str, found: tuple[Labelled, ...]) -> Labelled | None:
        """The only place of a label in the project of a page; that on the page itself counts first."""
        own = [label for label in found if label.path == page]
        root = self._root(page)
        near = own or [label for label in found if self._root(label.path) == root]
        return near[0] if len(near) == 1 or own else None

    @cached_property
    def _titled(self) -> Mapping[str, tuple[Labelled, ...]]:
        """The headings of all pages by their anchors."""
        found: dict[str, list[Labelled]] = {}
        for path, outline in self._pages.items():
            for anchor in outline.anchors if outline else ():
                found.setdefault(anchor, []).append(Labelled(path, anchor))
        return {anchor: tuple(places) for anchor, places in found.items()}

    @cached_property
    def _labels(self) -> Mapping[str, tuple[Labelled, ...]]:
        found: dict[str, list[Labelled]] = {}
        for path, outline in self._pages.items():
            for label in outline.labels if outline else ():
                found.setdefault(_normalized(label), []).append(Labelled(path, label))
        return {label: tuple(places) for label, places in found.items()}


def _with_suffixes(stem: str) -> Iterator[str]:
    if stem.lower().endswith(PAGES):
        yield stem
    yield from (stem + suffix for suffix in (".rst", *(page for page in PAGES if page != ".rst")))


def _normalized(label: str) -> str:
    return " ".join(label.casefold().split())
