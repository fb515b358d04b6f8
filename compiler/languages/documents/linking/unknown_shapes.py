"""Links of a shape that nobody foresaw: many lead nowhere, and hardly any leads anywhere (`compiler.text.shapes`).

Such links are not checked, and one finding says so. The shape of a link to a file is how its address begins and ends
(`/guides/…`, `images/….png`), or the folder that its page stands in; that of an anchor is its pattern (`#9-9` for
`#2-4`), the page that it leads to, or its own page. A link that is nearly right is a slip, and counts for no shape.
"""

import posixpath
import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence

from compiler.languages.documents import codes
from compiler.languages.documents.claims import PAGES, is_asciidoc
from compiler.languages.documents.linking.changelogs import is_changelog
from compiler.languages.documents.linking.target import UNCHECKED, Target
from compiler.languages.documents.records import PageLink, PageOutline
from compiler.model.diagnostics import Diagnostic, Related
from compiler.model.examples import Example
from compiler.model.spans import Span
from compiler.text.examples import is_of_tests, is_readme
from compiler.text.shapes import (
    UNUSUAL,
    USUAL,
    Bounds,
    Dead,
    Group,
    Shape,
    count_alive,
    folders_above,
    not_understood,
    pattern,
)

Targets = dict[str, tuple[Target, ...]]

SHOWN = 3  # places of a finding about many
OWN_PAGE = Bounds(5, 1)  # anchors of one page: so many different ones
MADE = 100  # links of a page to its own anchors: a program has made it, such as a reference of types
# The patterns of anchors that every program makes of a heading: words in small letters, and numbers among them.
_SLUG = re.compile(r"(?=.*a)(?:a|9|a9|9a)(?:-+(?:a|9|a9|9a))*-?")
OF_SKILL = Bounds(2, 1)  # a skill is copied, or written by a program, without a folder that its page names
_SKILL = re.compile(r"(?:^|/)SKILL\.md$", re.IGNORECASE)
_PLANS = re.compile(r"(?:^|/)\.?(?:plans?|planning)/|(?:^|[/_-])plan\.[a-z]+$", re.IGNORECASE)
_UP = re.compile(r"(?:\.\.?/)*")


class UnknownShapes:
    """The links of all pages that are of shapes which are not understood."""

    def __init__(
        self, pages: Mapping[str, PageOutline | None], targets: Targets, examples: Mapping[str, Example]
    ) -> None:
        """`targets` says of each page where its links lead."""
        self._targets = targets
        dead: list[Dead] = []
        self._places: list[tuple[str, int, PageLink]] = []  # of the dead links: page, number, link
        judged = {
            path: outline
            for path, outline in pages.items()
            if outline is not None and not _is_unreported(path, examples.get(path))
        }
        made = frozenset(path for path, outline in judged.items() if _is_made(outline))
        for path, outline in judged.items():
            for number, (link, target) in enumerate(zip(outline.links, targets[path], strict=True)):
                if target.is_dead and not target.suggestion and link.form != "wiki":
                    name = f"{target.path}#{target.anchor}" if target.problem == "anchor" else target.path
                    dead.append(Dead(tuple(_shapes(path, link, target)), name, path))
                    self._places.append((path, number, link))
        alive = count_alive(_alive(judged, targets), dead) if dead else Counter()
        for path in made:  # what it leaves out is left out by the program, however much is there
            alive.pop(_own(path), None)
        for path in judged:  # what a plan wants to make is not there, whatever else is
            alive.pop(_planned(path), None)
        self._groups = not_understood(dead, alive)

    def unchecked(self) -> Targets:
        """Return where the links of all pages lead, with those of the groups as not checked."""
        found = dict(self._targets)
        for group in self._groups:
            for at in group.numbers:
                path, number, _ = self._places[at]
                every = list(found[path])
                every[number] = _unchecked(every[number])
                found[path] = tuple(every)
        return found

    def findings(self) -> Iterator[Diagnostic]:
        """Give a finding for each shape."""
        for group in self._groups:
            yield self._finding(group)

    def _finding(self, group: Group) -> Diagnostic:
        places = [self._places[number] for number in group.numbers]
        spans = [Span(path, at.line, at.start_col, at.end_line, at.end_col) for path, _, at in places]
        shown = [
            Related(f"The link leads to '{at.address}'.", span)
            for (_, _, at), span in zip(places[1:SHOWN], spans[1:SHOWN], strict=True)
        ]
        pages = len({path for path, _, _ in places})
        return codes.UNKNOWN_SHAPE.at(
            spans[0],
            related=shown,
            links=str(len(places)),
            shape=group.shape.words,
            pages=f"{pages} page{'s' if pages > 1 else ''}",
            there=str(group.alive) if group.alive else "none",
            leads="lead" if group.alive > 1 else "leads",
            first=places[0][2].address,
        )


def _unchecked(target: Target) -> Target:
    """A dead target that is not checked: of a link to an anchor the page is known."""
    is_page = target.problem == "anchor"
    return Target(f"f:{target.path}" if is_page else "", UNCHECKED.problem, target.path, target.anchor)


def _alive(pages: Mapping[str, PageOutline], targets: Targets) -> Iterator[Sequence[Shape]]:
    """Give the shapes of each link that leads somewhere."""
    for path, outline in pages.items():
        for link, target in zip(outline.links, targets[path], strict=True):
            if link.form != "wiki" and (target.problem == "there" or (target.ref and not target.problem)):
                yield tuple(_shapes(path, link, target))


def _is_unreported(page: str, example: Example | None) -> bool:
    """Whether broken links of a page are no findings, so that its links count for no shape."""
    is_test = is_of_tests(page) and not is_readme(page)
    return is_test or is_changelog(page) or is_asciidoc(page) or (example is not None and not example.only_work)


def _is_made(outline: PageOutline) -> bool:
    """Whether a page has so many links to its own anchors that a program must have written it."""
    return sum(link.address.startswith("#") for link in outline.links) >= MADE


def _planned(page: str) -> Shape:
    """The shape of the files that a plan names."""
    return Shape(page, "files of a plan")


def _own(page: str) -> Shape:
    """The shape of a page's links to its own anchors."""
    return Shape(page, "#… of the page itself", OWN_PAGE)


def _shapes(page: str, link: PageLink, target: Target) -> Iterator[Shape]:
    """The shapes of a link."""
    written, sign, anchor = link.address.strip().partition("#")
    if target.problem != "file" and sign and anchor:
        yield from _shapes_of_anchor(page, anchor, target)
    if target.problem != "anchor" and written:
        yield from _shapes_of_path(page, written.partition("?")[0], link.form)


def _shapes_of_anchor(page: str, anchor: str, target: Target) -> Iterator[Shape]:
    path = target.path or target.ref.removeprefix("f:").partition("#")[0] or page
    where = f"into '{path}'"
    yield _own(page) if path == page else Shape("", f"#… {where}", OWN_PAGE)
    shown = pattern(anchor)
    bounds = USUAL if _SLUG.fullmatch(shown) else UNUSUAL
    for folder in folders_above(page):
        yield Shape(folder, f"#{shown}{_below(folder)}", bounds)


def _shapes_of_path(page: str, written: str, form: str) -> Iterator[Shape]:
    """How an address begins and ends, for each folder above its page; and that the page stands in this folder."""
    up = "/" if written.startswith("/") else _UP.match(written)[0]  # type: ignore[index]
    rest = written[len(up) :]
    first, inside, _ = rest.partition("/")
    suffix = posixpath.splitext(rest)[1].lower()
    is_page = suffix in PAGES
    start = "/" if up == "/" else "../" if up.startswith("..") else ""
    bounds = UNUSUAL if (form == "image" or up == "/" or not is_page) else USUAL
    for folder in folders_above(page):
        if inside:
            yield Shape(folder, f"{start}{first}/…{_below(folder)}", bounds)
        yield Shape(folder, f"{start}…{suffix}{_below(folder)}", bounds)
        if folder and up != "/":
            yield Shape(folder, f"relative paths{_below(folder)}", USUAL)
    if not is_page and form != "image" and _PLANS.search(page):
        yield _planned(page)
    if inside and not up.startswith(("..", "/")) and _SKILL.search(page):
        yield Shape(page, f"{first}/… of a skill", OF_SKILL)


def _below(folder: str) -> str:
    return f" in '{folder}/'" if folder else ""
