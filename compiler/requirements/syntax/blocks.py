"""The rules of `markdown.lark`: tokens to the records of a requirement file."""

import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import NamedTuple, TypeVar

from lark import Lark

from compiler.grammars import load
from compiler.requirements.records import Block, Citation, Definition, Entry, Place, Prose, Section
from compiler.requirements.syntax.lexer import LineLexer, Word

T = TypeVar("T")

LIST_FIELDS = frozenset({"implements", "refines", "satisfies", "integrates", "validates", "addresses"})

_FIELD = re.compile(
    r"[ \t]*[*_]{0,2}(level|status|template|implements|refines|satisfies|integrates|validates|addresses|actor|goal"
    r"|context)[*_]{0,2}[ \t]*[:=]?[ \t]*[*_]{0,2}[ \t]*([^|]*)(?:\||\Z)",
    re.IGNORECASE,
)
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


class _Closing(NamedTuple):
    end: Word
    outside: _Outside


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
        texts, definitions = _apart(parts)
        strays = tuple(token.first for token in texts if token.type == "END")
        return _Outside(tuple(_by_heading(texts)), definitions, strays)

    def requirement(self, header: Word, opening: _Opening, *rest: _Part | _Closing | None) -> _Whole:
        return _whole(header, opening, rest, is_journey=False)

    def journey(self, header: Word, opening: _Opening, *rest: _Part | _Closing | None) -> _Whole:
        return _whole(header, opening, rest, is_journey=True)

    def closing(self, end: Word, outside: _Outside) -> _Closing:
        return _Closing(end, outside)

    def opening(self, *parts: Word) -> _Opening:
        texts, definitions = _apart(parts)
        prose = [token for token in texts if token.type == "TEXT"]
        fields: list[tuple[str, str]] = []
        citations: list[Citation] = []
        for token in texts:
            if token.type != "TEXT":
                _read_fields(token, fields, citations)
        preamble = Section("preamble", "", _text(prose), _place(prose)) if prose else None
        return _Opening(tuple(fields), tuple(citations), preamble, definitions)

    def assertions(self, heading: Word, *lines: Word) -> _Part:
        entries: list[Entry] = []
        loose: list[Word] = []
        taken: list[Word] = []  # the lines of the entry that is being read
        for token in lines:
            if token.type == "ASSERTION" or token.type == "GROUP":
                _finish(taken, entries)
            if token.type == "ASSERTION" or (token.type == "TEXT" and taken):
                taken.append(token)
            else:
                loose.append(token)
        _finish(taken, entries)
        first = entries[0].line if entries else 0
        before = next((one.first for one in loose if one.type == "TEXT" and one.first < first and one.value.strip()), 0)
        place = _place([heading, *lines])
        return _Part(Section("assertions", _heading(heading), _text(loose), place, tuple(entries), before), ())

    def section(self, heading: Word, *parts: Word) -> _Part:
        texts, definitions = _apart(parts)
        kind = "changelog" if heading.type == "CHANGELOG" else "section"
        last = texts[-1:] if not definitions or (texts and texts[-1].first > definitions[-1].place.first) else []
        place = _place([heading, *last])
        if definitions and definitions[-1].place.last > place.last:
            place = Place(place.first, definitions[-1].place.last, definitions[-1].place.end)
        return _Part(Section(kind, _heading(heading), _text(texts), place), definitions)


def _apart(parts: tuple[Word, ...]) -> tuple[list[Word], tuple[Definition, ...]]:
    """The definitions among some words, and the others."""
    texts = [one for one in parts if one.type != "DEFINITION"]
    return texts, tuple(_definition(one) for one in parts if one.type == "DEFINITION")


def _definition(token: Word) -> Definition:
    term, *lines = token.value.rstrip().split("\n")
    return Definition(term.strip().strip("*_").strip(), tuple(lines), _place([token]))


def _whole(header: Word, opening: _Opening, rest: tuple[_Part | _Closing | None, ...], *, is_journey: bool) -> _Whole:
    *parts, last = rest
    closing = last if isinstance(last, _Closing) else None
    sections = [one.section for one in parts if isinstance(one, _Part)]
    if opening.preamble:
        sections.insert(0, opening.preamble)
    inner = [one for part in parts if isinstance(part, _Part) for one in part.definitions]
    found = _HASH.search(closing.end.value) if closing else None
    head = _place([header])
    ends = [head, *(one.place for one in sections), *(one.place for one in (*opening.definitions, *inner))]
    if opening.citations or opening.fields:
        ends.append(_place_of_fields(header, opening))
    end = _first_line(closing.end) if closing else max(ends, key=lambda one: one.last)
    identity, name = header.value.lstrip("#").strip().split(":", 1)
    block = Block(
        identity,
        name.strip(),
        Place(head.first, end.last, end.end),
        head,
        is_journey,
        closing is not None,
        found.group(1) if found else None,
        end.last if closing else 0,
        opening.fields,
        opening.citations,
        tuple(sections),
    )
    return _Whole(block, (*opening.definitions, *inner), closing.outside if closing else _Outside((), (), ()))


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
        name = found.group(1).lower()
        if name in _FREE_TEXT:
            fields.append((name, text[found.start(2) :].strip()))
            return
        value = found.group(2).strip()
        fields.append((name, value))
        if name in LIST_FIELDS:
            citations.append(_citation(token, name, found.start(2), found.group(2)))
        position = found.end()


def _citation(token: Word, name: str, start: int, text: str) -> Citation:
    before = token.value[:start].split("\n")
    return Citation(name, text.rstrip(), token.first + len(before) - 1, len(before[-1].encode()) + 1)


def _finish(taken: list[Word], entries: list[Entry]) -> None:
    """Makes an entry of the lines taken so far."""
    if taken:
        label, _, first = taken[0].value.partition(".")
        entries.append(Entry(label, first.lstrip(" \t") + _joined(taken[1:]), taken[0].first))
        taken.clear()


def _by_heading(texts: list[Word]) -> Iterator[Prose]:
    """Prose in pieces, each with the heading that begins it."""
    piece: list[Word] = []
    for token in [*texts, None]:
        if (token is None or token.type == "HEADING") and piece:
            heading = _heading(piece[0]) if piece[0].type == "HEADING" else ""
            text = _text([one for one in piece if one.type != "HEADING"])
            if heading or text.strip("- \t\n"):
                yield Prose(heading, text, _place(piece))
            piece = []
        if token is not None:
            piece.append(token)


def _heading(token: Word) -> str:
    return token.value.strip().lstrip("#").strip()


def _text(tokens: list[Word]) -> str:
    return _joined(tokens).strip("\n").rstrip()


def _joined(tokens: list[Word]) -> str:
    return tokens[0].value if len(tokens) == 1 else "".join([one.value for one in tokens])


def _first_line(token: Word) -> Place:
    line, _, _ = token.value.partition("\n")
    return Place(token.first, token.first, len(line.rstrip().encode()) + 1)


def _place(tokens: list[Word]) -> Place:
    """The lines from the first of some tokens to the last of them that is not blank."""
    last = tokens[-1].value.rstrip()
    line = tokens[-1].first + last.count("\n")
    return Place(tokens[0].first, line, len(last[last.rfind("\n") + 1 :].encode()) + 1)
