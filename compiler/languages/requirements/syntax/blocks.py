"""The rules of `markdown.lark`: tokens to the records of a requirement file."""

import re
from collections.abc import Iterator, Sequence
from functools import cache
from pathlib import Path
from typing import NamedTuple, TypeVar

from lark import Lark

from compiler.languages.requirements.records import Block, Citation, Definition, Entry, Place, Prose, Section
from compiler.languages.requirements.syntax.lexer import LineLexer, Word
from compiler.text.grammars import load

T = TypeVar("T")

LIST_FIELDS = frozenset({"implements", "refines", "satisfies", "integrates", "validates", "addresses"})

_FIELD = re.compile(
    r"[ \t]*[*_]{0,2}(level|status|template|implements|refines|satisfies|integrates|validates|addresses|actor|goal"
    r"|context)(?![A-Za-z])[*_]{0,2}[ \t]*[:=]?[ \t]*[*_]{0,2}[ \t]*([^|]*)(?:\||\Z)|([^|]*)\|",
    re.IGNORECASE,
)
_ENTRY = re.compile(r"([A-Za-z0-9]+)\.[ \t]+([^\n]*\n(?:[ \t]*\n|(?!))*+)")
_FREE_TEXT = frozenset({"actor", "goal", "context"})
_HASH = re.compile(r"\*\*Hash(?:\*\*[ \t]*:|:\*\*)[ \t]*([^\s:]\S*)", re.IGNORECASE)


class Parts(NamedTuple):
    """What a file is made of, in the order of the file."""

    blocks: tuple[Block, ...]
    prose: tuple[Prose, ...]
    definitions: tuple[Definition, ...]
    stray_ends: tuple[int, ...]


class _Outside(NamedTuple):
    """Prose, definitions and stray End markers between two blocks."""

    prose: tuple[Prose, ...]
    definitions: tuple[Definition, ...]
    stray_ends: tuple[int, ...]


_NOTHING = _Outside((), (), ())


class _Opening(NamedTuple):
    fields: tuple[tuple[str, str], ...]
    citations: tuple[Citation, ...]
    preamble: Section | None
    definitions: tuple[Definition, ...]


class _Part(NamedTuple):
    section: Section
    definitions: tuple[Definition, ...]


class _Whole(NamedTuple):
    block: Block
    definitions: tuple[Definition, ...]
    outside: _Outside


@cache
def grammar() -> Lark:
    """The parser of requirement markdown. Its texts must end with a line break, and have no other than `\\n`."""
    path = Path(__file__).with_name("markdown.lark")
    return load(path, start=["document"], rules=_Rules(), lexer=LineLexer)


class _Rules:
    """The rules of `markdown.lark`, by name."""

    def document(self, first: _Outside, *wholes: _Whole) -> Parts:
        outsides = [first, *(one.outside for one in wholes)]
        inner = [one for whole in wholes for one in whole.definitions]
        outer = [one for outside in outsides for one in outside.definitions]
        return Parts(
            tuple(one.block for one in wholes),
            tuple(one for outside in outsides for one in outside.prose),
            tuple(sorted([*inner, *outer], key=lambda one: one.place)),
            tuple(line for outside in outsides for line in outside.stray_ends),
        )

    def prose(self, *parts: Word) -> _Outside:
        if not parts:
            return _NOTHING
        texts, definitions = _apart(parts)
        strays = tuple(token.first for token in texts if token.type == "END")
        return _Outside(tuple(_by_heading(texts)), definitions, strays)

    def requirement(self, header: Word, opening: _Opening, *rest: "_Part | Word | _Outside") -> _Whole:
        return _whole(header, opening, rest, is_journey=False)

    def journey(self, header: Word, opening: _Opening, *rest: "_Part | Word | _Outside") -> _Whole:
        return _whole(header, opening, rest, is_journey=True)

    def opening(self, *parts: Word) -> _Opening:
        texts, definitions = _apart(parts)
        prose: list[Word] = []
        fields: list[tuple[str, str]] = []
        citations: list[Citation] = []
        for token in texts:
            if token.type == "TEXT":
                prose.append(token)
            else:
                _read_fields(token, fields, citations)
        preamble = Section("preamble", "", _text(prose), _place(prose[0], prose[-1])) if prose else None
        return _Opening(tuple(fields), tuple(citations), preamble, definitions)

    def assertions(self, heading: Word, *lines: Word) -> _Part:
        entries: list[Entry] = []
        loose: list[Word] = []
        goes_on = False  # whether text continues an entry
        for token in lines:
            if token.type == "ASSERTION":
                _read_entries(token, entries)
                goes_on = True
            elif token.type == "TEXT" and goes_on:
                last = entries[-1]
                entries[-1] = Entry(last.label, last.text + token.value, last.line)
            else:
                loose.append(token)
                goes_on = False
        place = _place(heading, lines[-1] if lines else heading)
        before = _line_before(loose, entries) if loose and entries else 0
        return _Part(Section("assertions", _heading(heading), _text(loose), place, tuple(entries), before), ())

    def section(self, heading: Word, *parts: Word) -> _Part:
        kind = "changelog" if heading.type == "CHANGELOG" else "section"
        texts, definitions = _apart(parts)
        place = _place(heading, parts[-1] if parts else heading)
        return _Part(Section(kind, _heading(heading), _text(texts), place), definitions)


def _apart(parts: tuple[Word, ...]) -> tuple[Sequence[Word], tuple[Definition, ...]]:
    """The definitions among some words, and the others."""
    definitions = tuple([_definition(one) for one in parts if one.type == "DEFINITION"])
    return [one for one in parts if one.type != "DEFINITION"] if definitions else parts, definitions


def _definition(token: Word) -> Definition:
    term, *lines = token.value.rstrip().split("\n")
    return Definition(term.strip().strip("*_").strip(), tuple(lines), _place(token, token))


def _whole(header: Word, opening: _Opening, rest: tuple[_Part | Word | _Outside, ...], *, is_journey: bool) -> _Whole:
    parts = [one for one in rest if isinstance(one, _Part)]
    sections = [one.section for one in parts]
    if opening.preamble:
        sections.insert(0, opening.preamble)
    definitions = opening.definitions + tuple([one for part in parts for one in part.definitions])
    marker = rest[-2] if len(parts) < len(rest) else None
    outside = rest[-1] if marker else _NOTHING
    assert (marker is None or isinstance(marker, Word)) and isinstance(outside, _Outside)
    head = _place(header, header)
    written = _HASH.findall(marker.value) if marker else []
    end = _first_line(marker) if marker else _end(header, head, opening, sections, definitions)
    identity, name = header.value.lstrip("#").strip().split(":", 1)
    block = Block(
        identity,
        name.strip(),
        Place(head.first, end.last, end.end),
        head,
        is_journey,
        marker is not None,
        written[-1] if written else None,
        end.last if marker else 0,
        opening.fields,
        opening.citations,
        tuple(sections),
    )
    return _Whole(block, definitions, outside)


def _end(
    header: Word, head: Place, opening: _Opening, sections: list[Section], definitions: tuple[Definition, ...]
) -> Place:
    """Where a block ends that no marker ends."""
    ends = [head, *(one.place for one in sections), *(one.place for one in definitions)]
    if opening.citations or opening.fields:
        ends.append(_place_of_fields(header, opening))
    return max(ends, key=lambda one: one.last)


def _place_of_fields(header: Word, opening: _Opening) -> Place:
    """The last line of metadata that is known: that of the last list, or the header's when there is none."""
    line = max((one.line + one.text.count("\n") for one in opening.citations), default=header.first)
    return Place(line, line, 1)


def _read_fields(token: Word, fields: list[tuple[str, str]], citations: list[Citation]) -> None:
    """The fields of one line of metadata; the lists among them also as citations, each with its place."""
    text = token.value.rstrip()
    # Each match ends behind its "|", so the next one begins a field.
    position = 0
    while position < len(text) and (found := _FIELD.match(text, position)):
        name = (found.group(1) or "").lower()
        position = found.end()
        if not name:  # a field of another name
            continue
        if name in _FREE_TEXT:
            fields.append((name, text[found.start(2) :].strip()))
            return
        value = found.group(2).strip()
        fields.append((name, value))
        if name in LIST_FIELDS:
            citations.append(_citation(token, name, found.start(2), found.group(2)))


def _citation(token: Word, name: str, start: int, text: str) -> Citation:
    before = token.value[:start].split("\n")
    return Citation(name, text.rstrip(), token.first + len(before) - 1, len(before[-1].encode()) + 1)


def _read_entries(token: Word, entries: list[Entry]) -> None:
    """The entries of some lines, each of which begins one."""
    line = token.first
    for label, text in _ENTRY.findall(token.value):
        entries.append(Entry(label, text, line))
        line += text.count("\n")


def _line_before(loose: list[Word], entries: list[Entry]) -> int:
    """The line of the first text that stands before all entries, 0 when none does."""
    for token in loose:
        text = token.value.lstrip()
        if text and token.type == "TEXT":
            blanks = token.value[: len(token.value) - len(text)]
            return token.first + blanks.count("\n") if token.first < entries[0].line else 0
    return 0


def _by_heading(texts: Sequence[Word]) -> Iterator[Prose]:
    """Prose in pieces, each with the heading that begins it."""
    piece: list[Word] = []
    for token in [*texts, None]:
        if (token is None or token.type == "HEADING") and piece:
            heading = _heading(piece[0]) if piece[0].type == "HEADING" else ""
            text = _text([one for one in piece if one.type != "HEADING"])
            if heading or text.strip("- \t\n"):
                yield Prose(heading, text, _place(piece[0], piece[-1]))
            piece = []
        if token is not None:
            piece.append(token)


def _heading(token: Word) -> str:
    return token.value.strip().lstrip("#").strip()


def _text(tokens: Sequence[Word]) -> str:
    return _joined(tokens).strip("\n").rstrip()


def _joined(tokens: Sequence[Word]) -> str:
    return tokens[0].value if len(tokens) == 1 else "".join([one.value for one in tokens])


def _first_line(token: Word) -> Place:
    line, _, _ = token.value.partition("\n")
    return Place(token.first, token.first, len(line.rstrip().encode()) + 1)


def _place(first: Word, last: Word) -> Place:
    """The lines from the beginning of a word to the last one of another, or of the same, that is not blank."""
    text = last.value.rstrip()
    line = last.first + text.count("\n")
    return Place(first.first, line, len(text[text.rfind("\n") + 1 :].encode()) + 1)
