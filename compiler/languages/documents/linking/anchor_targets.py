"""Where the anchor of a link leads: to a section of a page that exists, or to nothing."""

import posixpath
import re
from collections.abc import Callable, Mapping
from urllib.parse import unquote

from compiler.languages.documents.claims import is_asciidoc
from compiler.languages.documents.linking.near import NearAnchors
from compiler.languages.documents.linking.page_names import INDEXES
from compiler.languages.documents.linking.site_anchors import SiteAnchors
from compiler.languages.documents.linking.sites import Sites
from compiler.languages.documents.linking.target import NOWHERE, THERE, UNCHECKED, Target
from compiler.languages.documents.records import PageOutline
from compiler.languages.documents.syntax.anchors import squashed

# Anchors that no heading makes: lines of code, footnotes, routes, text fragments, names of settings, the top, comments
# on a page of a forge.
_OTHER_ANCHOR = re.compile(
    r"(?!https?://)(?:L\d+|fn|top$|__|user-content-fn|(?:issuecomment|discussioncomment|pullrequestreview|note_|event)-?\d+$"
    r"|discussion_r\d+$|.*[{}<>$=&?/!:~+.])"
)
# Anchors that the layout of a site has on all of its pages.
_OF_LAYOUT = re.compile(
    r"(?:page-?)?(?:header|footer|content|main|main-content|nav|navigation|sidebar)$", re.IGNORECASE
)
TAKEN_IN_FOLDER = re.compile(r"(?:^|/)(?:_(?:includes?|shared|common)|_?(?:includes|partials?|snippets?|fragments?))/")


class AnchorTargets:
    """The anchors of the pages of one source."""

    def __init__(
        self, pages: Mapping[str, PageOutline | None], sites: Sites, is_generated: Callable[[str], bool]
    ) -> None:
        """`is_generated` says of a page whether a program makes it."""
        self._pages, self._sites, self._is_generated = pages, sites, is_generated
        self._near_anchors, self._site_anchors = NearAnchors(), SiteAnchors(sites, pages)
        self._squashed: dict[str, dict[str, tuple[str, str]]] = {}

    def target(self, page: str, path: str, anchor: str) -> Target:
        """The section of an anchor in a file that exists."""
        if path not in self._pages:
            return THERE  # no object of the snapshot
        outline = self._pages[path]
        ref = f"f:{path}"
        if not anchor or outline is None:
            return Target(ref) if path != page else THERE
        wanted = unquote(anchor).removeprefix("user-content-").removeprefix("markdown-header-")
        if (section := self.section(path, outline, wanted)) is not None:
            return Target(f"{ref}#{section}" if section else ref)
        is_other = _OTHER_ANCHOR.match(wanted) or (path != page and _OF_LAYOUT.match(wanted))
        is_part = path == page and (_is_taken_in(page) or not outline.anchors)  # of a page with the headings
        may_be_labelled = path == page and (is_asciidoc(page) or not (outline.is_open or is_other or is_part))
        if may_be_labelled and wanted and (labelled := self._site_anchors.labelled(page, wanted)) is not None:
            return self.target(page, labelled, wanted)
        if not wanted or is_other:
            return Target(ref) if path != page else NOWHERE
        # What the page takes in, or is taken into, or its template, may have the anchor.
        if outline.is_open or is_part or self._sites.has_own_template(path):
            return Target(ref, UNCHECKED.problem) if path != page else UNCHECKED
        if self._site_anchors.may_have(page, path, outline, wanted) or self._is_generated(page):
            return Target(ref) if path != page else NOWHERE
        near = self._near_anchors.nearest(path, outline.anchors, wanted)
        return Target(f"{ref}#{wanted}", "anchor", path, wanted, near)

    def section(self, path: str, outline: PageOutline, anchor: str) -> str | None:
        """The anchor of the section in which an anchor stands, None if there is none.

        Site generators make anchors in ways of their own, which keep the letters and digits. Where no site is known,
        none has more hyphens than a forge makes, which is one for each blank.
        """
        for spelling in (anchor, anchor.lower()):
            if spelling in outline.anchors:
                return outline.anchors[spelling]
        if path not in self._squashed:
            known: dict[str, tuple[str, str]] = {}
            for own, section in outline.anchors.items():
                known.setdefault(squashed(own), (own, section))
            self._squashed[path] = known
        own, section = self._squashed[path].get(squashed(anchor), (anchor, ""))
        has_more = anchor.count("-") > own.count("-") and self._sites.of(path) is None
        return None if own == anchor or has_more else section


def _is_taken_in(page: str) -> bool:
    """Whether other pages take a page in, by its name (`_cards.mdx`) or its folder (`_includes/`): its anchors are
    those of the pages around it."""
    if TAKEN_IN_FOLDER.search(page):
        return True
    name = page.rpartition("/")[2]
    return name.startswith("_") and posixpath.splitext(name)[0] not in INDEXES
