"""The mentions of one file: what its text cites, and from which objects."""

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import NamedTuple

from compiler.mentions.containers import Place, containers
from compiler.mentions.names import WORLD, Names
from compiler.mentions.regions import code_style, regions_of
from compiler.mentions.resolution import Citation, Resolver
from compiler.mentions.tokens import matches, run_of, token_of
from compiler.model.facts import file_ref
from compiler.model.spans import Span
from compiler.text.comment_styles import CommentStyle

_HEADING = re.compile(r"[ \t>]*#{1,6}[ \t]*[*_]*")
_TEXT_OF_LINK = re.compile(r"[`*_ ]*\]\(")
_LINKED_TEXT = re.compile(r"[^\[\]\n]*\]\(<?")
_OWN_SPACES = {"memory": ("m:",), "diagrams": ("d:", "s:")}  # whose ids in JSON are fields of records, not citations


class CitingFile(NamedTuple):
    """A file, its text, the language that reads it, and the places of its objects."""

    path: str
    language: str
    text: str
    places: Sequence[Place]


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
    style = code_style(file.path)
    lines = list(names.prefilter(is_code=style is not None).lines(file.text))
    if not lines:
        return []
    found = list(_FileReader(file, names, has, style).citations(lines))
    spans = [span for span, _ in found]
    around = containers(file.path, file.places, [(one.start_line, one.start_col) for one in spans])
    whole = names.paths.get(file.path, file_ref(file.path))
    return [
        FoundMention(refs[0] if refs else whole, one.target, file.text[one.start : one.end], span)
        for (span, one), refs in zip(found, around, strict=True)
        if one.target not in (refs or [whole]) and not any(ref.startswith(f"{one.target}#") for ref in refs)
    ]


class _FileReader:
    """Reads the citations in some lines of a file."""

    def __init__(self, file: CitingFile, names: Names, has: Callable[[str], bool], style: CommentStyle | None) -> None:
        self._file = file
        self._sure = names.sure
        self._regions = regions_of(file.path, file.text, style)
        self._resolver = Resolver(names, has, file.path, self._regions)
        self._is_world = file.language == "world"
        self._own_in_json = _OWN_SPACES.get(file.language, ()) if self._regions.is_json else ()

    def citations(self, lines: Iterable[tuple[int, int]]) -> Iterator[tuple[Span, Citation]]:
        """Give the citations in lines, by the offsets at which these begin and end, and where they are written."""
        text, path, regions = self._file.text, self._file.path, self._regions
        number, counted = 1, 0
        for start, end in lines:
            number += text.count("\n", counted, start)
            counted = start
            cites = regions.cites_in_line(start, end)
            if cites == "nowhere":
                continue
            line = regions.line(start, end)
            is_ascii = line.isascii()
            for one in self._in_line(line, start):
                if cites == "everywhere" or regions.cites(one.start):
                    before, cited = text[start : one.start], text[one.start : one.end]
                    column = (len(before) if is_ascii else len(before.encode())) + 1
                    end_column = column + (len(cited) if is_ascii else len(cited.encode()))
                    yield Span(path, number, column, number, end_column), one

    def _in_line(self, line: str, offset: int) -> Iterator[Citation]:
        """Give the citations in a line. The address of a markdown link cites nothing that its text cites, and a heading
        that begins with a name defines it."""
        heading = _HEADING.match(line) if self._regions.is_markdown else None
        before: Citation | None = None
        for found in matches(line):
            if heading and found.start() == heading.end():
                continue
            for one in self._cited(found, offset):
                if one.target.startswith("f:") and _TEXT_OF_LINK.match(line, one.end - offset):
                    continue  # the address says which file it is
                if not self._is_own(one) and not _repeats(before, one, line, offset):
                    before = one
                    yield one

    def _cited(self, found: re.Match[str], offset: int) -> Iterable[Citation]:
        # Most citations are names that mean one object wherever they stand.
        if (run := run_of(found)) and (target := self._sure.get(run.casefold())):
            start = found.start() + offset
            return (Citation(start, start + len(run), target),)
        return self._resolver.citations_within(token_of(found, offset))

    def _is_own(self, one: Citation) -> bool:
        """Whether a language refers to its own objects as its syntax has it, and makes links of that itself."""
        if self._is_world:
            return one.target.startswith("w:") or one.target.endswith(WORLD)
        if not self._own_in_json or not one.target.startswith(self._own_in_json):
            return False
        text = self._file.text
        return text[one.start - 1 : one.start] == '"' == text[one.end : one.end + 1]


def _repeats(before: Citation | None, one: Citation, line: str, offset: int) -> bool:
    return (
        before is not None
        and before.target == one.target
        and one.start > before.end
        and _LINKED_TEXT.fullmatch(line, before.end - offset, one.start - offset) is not None
    )


def first_of_each(mentions: Iterable[FoundMention]) -> Iterator[FoundMention]:
    """Give the first mention of each target by each source."""
    seen: set[tuple[str, str]] = set()
    for one in mentions:
        pair = (one.source, one.target)
        if pair not in seen:
            seen.add(pair)
            yield one
