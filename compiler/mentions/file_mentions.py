"""The mentions of one file: what its text cites, and from which objects."""

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Literal, NamedTuple

from compiler.mentions.containers import Place, containers
from compiler.mentions.names import Names
from compiler.mentions.pages import is_page
from compiler.mentions.regions import Regions, code_style, readable, regions_of
from compiler.mentions.resolution import IN_REPOSITORY, Citation, Resolver
from compiler.mentions.tokens import MAX_LENGTH, matches, run_of, token_of
from compiler.model.facts import file_ref
from compiler.model.spans import Span
from compiler.text.markdown import WORLD

_HEADING = re.compile(r"[ \t>]*#{1,6}[ \t]*[*_]*")
_TEXT_OF_LINK = re.compile(r"[`*_ ]*\]\(")
_TEXT_OF_OUTSIDE_LINK = re.compile(r"[^\[\]\n]*\]\(<?https?://")
_ADDRESS_OF_LINK = re.compile(r"[^\[\]\n]*\]\(<?(https?://[^\s()<>]{1,2000})")
_TEXT_OF_REFERENCE = re.compile(r"[^\[\]\n]*\]\[([^\[\]\n]+)\]")
_OUTSIDE_DEFINITION = re.compile(r"^[ \t]{0,3}\[([^\[\]\n]+)\]:[ \t]*<?https?://", re.MULTILINE)
_LINKED_TEXT = re.compile(r"[^\[\]\n]*\]\(<?")
_OWN_SPACES = {"memory": ("m:",), "diagrams": ("d:", "s:")}  # whose ids in JSON are fields of records, not citations


class CitingFile(NamedTuple):
    """A file, its text, the language that reads it, and what gives the places of its objects."""

    path: str
    language: str
    text: str
    places: Callable[[], Iterable[Place]]


class FoundMention(NamedTuple):
    """A citation: the refs of the object that it stands in and of what it names, whether that exists or not, the text
    as written, and its place."""

    source: str
    target: str
    text: str
    span: Span


def file_mentions(file: CitingFile, names: Names, has: Callable[[str], bool]) -> list[FoundMention]:
    """Return the mentions in a file, in their order. `has(ref)` says whether there is an object of a ref."""
    if names.only_worlds:
        return []
    text = readable(file.path, file.text)
    style = code_style(file.path)
    places = names.prefilter(is_code=style is not None).places(text)
    if not places:
        return []
    found = list(_FileReader(file, regions_of(file.path, text, style), names, has).citations(places))
    if not found:
        return []
    spans = [span for span, _ in found]
    around = containers(file.path, file.places(), [(span.start_line, span.start_col) for span in spans])
    whole = names.paths.get(file.path, file_ref(file.path))
    return [
        FoundMention(refs[0] if refs else whole, citation.target, file.text[citation.start : citation.end], span)
        for (span, citation), refs in zip(found, around, strict=True)
        if not _is_around(citation.target, [*refs, whole])
    ]


def _is_around(target: str, refs: Sequence[str]) -> bool:
    """Whether a citation stands in what it names, or in a part of that."""
    return target in refs or any(ref.startswith(f"{target}#") for ref in refs)


class _Line(NamedTuple):
    """A line of a file: its number and offsets, where in it citations count, and the offset of a name that its heading
    defines, -1 if there is none."""

    number: int
    start: int
    end: int
    cites: Literal["everywhere", "nowhere", "in places"]
    defined: int


class _FileReader:
    """Reads the citations in a file."""

    def __init__(self, file: CitingFile, regions: Regions, names: Names, has: Callable[[str], bool]) -> None:
        self._file = file
        self._is_ascii = file.text.isascii()
        self._sure = names.sure
        self._unknown = names.unknown
        self._paths, self._pages = names.paths, names.pages
        self._has = has
        self._regions = regions
        self._resolver = Resolver(names, has, file.path, self._regions)
        self._is_world = file.language == "world"
        self._outside: set[str] | None = None  # labels that the page defines as addresses of other sites
        self._own_in_json = _OWN_SPACES.get(file.language, ()) if self._regions.is_json else ()

    def citations(self, places: Iterable[int]) -> Iterator[tuple[Span, Citation]]:
        """Give the citations at the places where something may be cited, and where they are written."""
        line = _Line(1, 0, -1, "nowhere", -1)
        done = 0
        before: Citation | None = None
        for place in places:
            if place > line.end:
                line = self._line_at(place, line)
            if place < done or line.cites == "nowhere":
                continue
            for found in matches(self._regions.text, place, max(done, line.start), line.end):
                done = found.end()
                for citation in self._cited(found) if found.start() != line.defined else ():
                    if self._counts(citation, line, before):
                        before = citation
                        yield self._span(citation, line), citation
            if done <= place:
                done = line.end + 1  # the rest of the line is searched, and has nothing: no other place looks again

    def _line_at(self, place: int, before: _Line) -> _Line:
        text = self._regions.text
        start = text.rfind("\n", 0, place) + 1
        end = text.find("\n", place)
        end = len(text) if end < 0 else end
        number = before.number + text.count("\n", before.start, start)
        may_be_heading = self._regions.is_markdown and text[start] in "# \t>"
        heading = _HEADING.match(text, start, end) if may_be_heading else None
        defined = heading.end() if heading else -1
        return _Line(number, start, end, self._regions.cites_in_line(start, end), defined)

    def _span(self, citation: Citation, line: _Line) -> Span:
        if self._is_ascii:
            return Span(
                self._file.path,
                line.number,
                citation.start - line.start + 1,
                line.number,
                citation.end - line.start + 1,
            )
        before = self._file.text[line.start : citation.start]
        cited = self._file.text[citation.start : citation.end]
        column = len(before.encode()) + 1
        return Span(self._file.path, line.number, column, line.number, column + len(cited.encode()))

    def _cited(self, found: re.Match[str]) -> Iterable[Citation]:
        run = run_of(found)
        if run:
            key = run.casefold()
            if target := self._sure.get(key):  # as most are: names that mean one object wherever they stand
                return (Citation(found.start(), found.start() + len(run), target),)
            if key in self._unknown and "." not in key:  # a word; with a dot it may be the name of a file
                return ()
        return self._resolver.citations_within(token_of(found)) if found.end() - found.start() <= MAX_LENGTH else ()

    def _counts(self, citation: Citation, line: _Line, before: Citation | None) -> bool:
        """Whether a citation is one of this file. The address of a markdown link cites nothing that its text cites; it
        says which file is meant."""
        text = self._regions.text
        if line.cites != "everywhere" and not self._regions.cites(citation.start):
            return False
        if self._is_own(citation) or (citation.target.startswith("f:") and _TEXT_OF_LINK.match(text, citation.end)):
            return False
        if self._regions.is_markdown and (
            self._leads_to_another_page(citation) if self._has(citation.target) else self._leads_outside(citation)
        ):
            return False  # of another project, whose ids are written alike
        is_after_same = (
            before is not None and before.target == citation.target and line.start <= before.end < citation.start
        )
        return not (is_after_same and before and _LINKED_TEXT.fullmatch(text, before.end, citation.start))

    def _leads_outside(self, citation: Citation) -> bool:
        """Whether a citation is the text of a link to another site: `[ADR 7](https://…)`, `[ADR 7][their-7]`."""
        text = self._regions.text
        if _TEXT_OF_OUTSIDE_LINK.match(text, citation.end):
            return True
        found = _TEXT_OF_REFERENCE.match(text, citation.end)
        if found is None:
            return False
        if self._outside is None:
            self._outside = {" ".join(label.casefold().split()) for label in _OUTSIDE_DEFINITION.findall(text)}
        return " ".join(found[1].casefold().split()) in self._outside

    def _leads_to_another_page(self, citation: Citation) -> bool:
        """Whether a citation is the text of a link to a page in a repository, by its address, that is not here under
        its path, nor the page of the object under another."""
        address = _ADDRESS_OF_LINK.match(self._regions.text, citation.end)
        found = IN_REPOSITORY.search(address[1]) if address else None
        if found is None or not is_page(found["path"]) or found["path"] in self._paths:
            return False
        return self._pages.ending(found["path"].rpartition("/")[2]) != citation.target

    def _is_own(self, citation: Citation) -> bool:
        """Whether a language refers to its own objects as its syntax has it, and makes links of that itself."""
        if self._is_world:
            return citation.target.startswith("w:") or citation.target.endswith(WORLD)
        if not self._own_in_json or not citation.target.startswith(self._own_in_json):
            return False
        text = self._file.text
        return text[citation.start - 1 : citation.start] == '"' == text[citation.end : citation.end + 1]


def first_of_each(mentions: Iterable[FoundMention]) -> Iterator[FoundMention]:
    """Give the first mention of each target by each source."""
    seen: set[tuple[str, str]] = set()
    for mention in mentions:
        pair = (mention.source, mention.target)
        if pair not in seen:
            seen.add(pair)
            yield mention
