"""A page while it is read: its lines, its headings, and what was found on it so far."""

from bisect import bisect_left, bisect_right
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

from compiler.languages.requirements.formats.listed.cells import decision_names, file_names
from compiler.languages.requirements.formats.listed.format import EVIDENCE, OWN_PLACE
from compiler.languages.requirements.formats.listed.ids import scheme_of
from compiler.languages.requirements.formats.listed.words import names_requirements
from compiler.languages.requirements.formats.outline import place_in
from compiler.languages.requirements.formats.records import DECISION, MAP, NAMED, Cited, Item, Need, Place, Tag

DEEPEST = 99  # beyond the depth of any heading


class Heading(NamedTuple):
    """A heading of a page, in either markup."""

    line: int
    depth: int
    text: str


class Headings:
    """The headings of a page, in order. Each question takes time in proportion to the depth of headings."""

    def __init__(self, headings: Sequence[Heading]) -> None:
        self.listed = headings
        self._lines = [heading.line for heading in headings]
        self._outer: list[int] = []  # for each the place of the heading around it, -1 for none
        self._ends: dict[int, int] = {}  # for each, by its line, the line of the next one that is not inside
        around: list[int] = []
        for at, heading in enumerate(headings):
            while around and headings[around[-1]].depth >= heading.depth:
                self._ends[headings[around.pop()].line] = heading.line
            self._outer.append(around[-1] if around else -1)
            around.append(at)

    def around(self, line: int) -> Iterator[Heading]:
        """Give the headings around a line, the innermost first; of a heading those that it stands in."""
        at = bisect_left(self._lines, line)
        depth = self.listed[at].depth if at < len(self._lines) and self._lines[at] == line else DEEPEST
        at -= 1
        while at >= 0:
            if self.listed[at].depth < depth:
                depth = self.listed[at].depth
                yield self.listed[at]
            at = self._outer[at]

    def next_line(self, line: int) -> int | None:
        """Return the line of the first heading behind a line."""
        at = bisect_right(self._lines, line)
        return self._lines[at] if at < len(self._lines) else None

    def end_of_section(self, line: int) -> int | None:
        """Return the line of the heading at which the section of the heading at a line ends."""
        return self._ends.get(line)


class Statement(NamedTuple):
    """A requirement as a page states it. `fields` are what else is said of it, by name; `place` says what kind of place
    states it, `rank` how well, beside other places with the same id."""

    id: str
    text: str
    first: int
    last: int
    rank: int = 0
    basis: str = ""
    title: str = ""
    status: str = ""
    level: str = ""
    fields: Sequence[tuple[str, str]] = ()
    parents: Sequence[Cited] = ()
    place: str = OWN_PLACE


@dataclass(slots=True)
class Page:
    """A page, and the items and tags that were found on it. `is_lesson`: it is a guide, a tutorial or an earlier state,
    which repeats what another page states; `is_in_folder`: its folder is named after requirements."""

    path: str
    lines: list[str]
    plain: list[tuple[int, str]]
    headings: Headings
    is_asciidoc: bool
    is_of_requirements: bool
    is_lesson: bool
    is_in_folder: bool
    items: list[Item] = field(default_factory=list)
    tags: list[Tag] = field(default_factory=list)
    read_lines: set[int] = field(default_factory=set)
    table_starts: list[int] = field(default_factory=list)

    def section_of(self, line: int) -> tuple[str, bool]:
        """The heading around a line, and whether any heading around it names requirements."""
        around = [heading.text for heading in self.headings.around(line)]
        return around[0] if around else "", any(map(names_requirements, around))

    def is_list(self, line: int) -> bool:
        """Whether requirements stand at a line, by the page or a heading around it."""
        return self.is_of_requirements or self.section_of(line)[1]

    def add(self, stated: Statement) -> None:
        """Add a requirement."""
        numbers = range(stated.first, stated.last + 1)
        number = next((number for number in numbers if stated.id in self.lines[number - 1]), stated.first)
        line = self.lines[number - 1]
        at = max(line.find(stated.id), 0)
        needed = f"It needs a test that cites {stated.id}, or one that a matrix names."
        need = Need(EVIDENCE, place_in(line, number, at, at + len(stated.id)), needed)
        said = [(name, value) for name, value in stated.fields if name and value]
        section, _ = self.section_of(stated.first)
        if section and "section" not in {name for name, _ in said}:
            said.append(("section", section))
        details = (("place", stated.place), ("rank", str(stated.rank)), ("scheme", scheme_of(stated.id)))
        self.items.append(
            Item(
                stated.id,
                stated.title,
                stated.level or "requirement",
                stated.status,
                stated.text,
                stated.first,
                stated.last,
                len(self.lines[stated.last - 1].encode()) + 1,
                (need,),
                tuple(stated.parents),
                (*said, ("basis", stated.basis)),
                details,
            )
        )

    def add_files(self, written: str, kind: str, key: str, place: Place) -> None:
        """Add the files that a text names for a requirement."""
        named: dict[str, bool] = {}
        for name, is_plain in file_names(written):
            named.setdefault(name, is_plain)
        for name, is_plain in named.items():
            self.tags.append(Tag(MAP if is_plain else NAMED, "", Cited(kind, key, place), on=name))

    def add_decisions(self, written: str, key: str, place: Place) -> None:
        """Add the decisions that a text names for a requirement."""
        for name in decision_names(written):
            self.tags.append(Tag(DECISION, "", Cited("addresses_requirement", key, place), on=name))
