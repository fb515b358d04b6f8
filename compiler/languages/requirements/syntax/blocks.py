"""Builds the records of a markdown file from the tokens of `markdown.lark`, one method per rule."""

import re
from collections.abc import Iterator, Sequence
from functools import cache
from pathlib import Path
from typing import NamedTuple

from lark import Lark

from compiler.languages.requirements.records import (
    AssertionEntry,
    Block,
    Citation,
    LineRange,
    Prose,
    Section,
    TermDefinition,
)
from compiler.languages.requirements.syntax.lexer import LineLexer, LineToken
from compiler.text.grammars import load

LIST_FIELDS = frozenset({"implements", "refines", "satisfies", "integrates", "validates", "addresses"})

_FIELD = re.compile(
    r"[ \t]*[*_]{0,2}(level|status|template|implements|refines|satisfies|integrates|validates|addresses|actor|goal"
    r"|context)(?![A-Za-z])[*_]{0,2}[ \t]*[:=]?[ \t]*[*_]{0,2}[ \t]*([^|]*)(?:\||\Z)|([^|]*)\|",
    re.IGNORECASE,
)
_ENTRY = re.compile(r"(?<![A-Za-z0-9])([A-Za-z0-9]++)\.[ \t]++([^\n]*+(?:\n|\Z)(?:[ \t]*\n|(?!))*+)")
_FREE_TEXT_FIELDS = frozenset({"actor", "goal", "context"})
_HASH = re.compile(r"\*\*Hash(?:\*\*[ \t]*:|:\*\*)[ \t]*([^\s:]\S*)", re.IGNORECASE)


class FileParts(NamedTuple):
    """The contents of a file, each kind in the order of the file."""

    blocks: tuple[Block, ...]
    prose: tuple[Prose, ...]
    definitions: tuple[TermDefinition, ...]
    stray_ends: tuple[int, ...]


class _Outside(NamedTuple):
    """What stands outside of blocks, up to the next block."""

    prose: tuple[Prose, ...]
    definitions: tuple[TermDefinition, ...]
    stray_ends: tuple[int, ...]


_NOTHING_OUTSIDE = _Outside((), (), ())


class _Opening(NamedTuple):
    """What stands between the header of a block and its first heading."""

    fields: tuple[tuple[str, str], ...]
    citations: tuple[Citation, ...]
    preamble: Section | None
    definitions: tuple[TermDefinition, ...]


class _Sections(NamedTuple):
    """A section with the groups of its assertions, and the definitions that stand in it."""

    sections: tuple[Section, ...]
    definitions: tuple[TermDefinition, ...] = ()


class _Block(NamedTuple):
    """A block, the definitions in it, and what follows its End marker."""

    block: Block
    definitions: tuple[TermDefinition, ...]
    outside: _Outside


@cache
def grammar() -> Lark:
    """The parser of requirement markdown. Its texts must end with a line break, and use no line break but `\\n`."""
    path = Path(__file__).with_name("markdown.lark")
    return load(path, start=["document"], rules=_Rules(), lexer=LineLexer)


class _Rules:
    """The rules of `markdown.lark`, by name. Arguments are the tokens and the results of inner rules, in order."""

    def document(self, first: _Outside, *blocks: _Block) -> FileParts:
        outsides = [first, *(block.outside for block in blocks)]
        inner = [definition for block in blocks for definition in block.definitions]
        outer = [definition for outside in outsides for definition in outside.definitions]
        return FileParts(
            tuple(block.block for block in blocks),
            tuple(prose for outside in outsides for prose in outside.prose),
            tuple(sorted([*inner, *outer], key=lambda section: section.range)),
            tuple(line for outside in outsides for line in outside.stray_ends),
        )

    def prose(self, *parts: LineToken) -> _Outside:
        if not parts:
            return _NOTHING_OUTSIDE
        texts, definitions = _split(parts)
        strays = tuple(token.first for token in texts if token.type == "END")
        return _Outside(tuple(_by_heading(texts)), definitions, strays)

    def requirement(self, header: LineToken, opening: _Opening, *rest: "_Sections | LineToken | _Outside") -> _Block:
        return _block(header, opening, rest, is_journey=False)

    def journey(self, header: LineToken, opening: _Opening, *rest: "_Sections | LineToken | _Outside") -> _Block:
        return _block(header, opening, rest, is_journey=True)

    def opening(self, *parts: LineToken) -> _Opening:
        texts, definitions = _split(parts)
        prose: list[LineToken] = []
        fields: list[tuple[str, str]] = []
        citations: list[Citation] = []
        for token in texts:
            if token.type == "TEXT":
                prose.append(token)
            else:
                _read_fields(token, fields, citations)
        preamble = Section("preamble", "", _text(prose), _range(prose[0], prose[-1])) if prose else None
        return _Opening(tuple(fields), tuple(citations), preamble, definitions)

    def assertions(self, heading: LineToken, *lines: LineToken) -> _Sections:
        groups: list[list[LineToken]] = [[heading]]
        for token in lines:
            if token.type.startswith("BELOW"):
                groups.append([])
            groups[-1].append(token)
        return _Sections(tuple([_assertions(at, *group) for at, group in enumerate(groups)]))

    def section(self, heading: LineToken, *parts: LineToken) -> _Sections:
        kind = "changelog" if heading.type == "CHANGELOG" else "section"
        texts, definitions = _split(parts)
        range_ = _range(heading, parts[-1] if parts else heading)
        return _Sections((Section(kind, _heading(heading), _text(texts), range_),), definitions)


def _assertions(number: int, heading: LineToken, *lines: LineToken) -> Section:
    """The assertions below a heading. Below a sub-heading, whose number is not 0, there may be only prose."""
    entries: list[AssertionEntry] = []
    loose: list[LineToken] = []
    in_entry = False  # whether text continues the last entry
    for token in lines:
        if token.type == "ASSERTION":
            _read_entries(token, entries)
            in_entry = True
        elif token.type == "TEXT" and in_entry:
            last = entries[-1]
            entries[-1] = AssertionEntry(last.label, last.text + token.value, last.line)
        else:
            loose.append(token)
            in_entry = False
    range_ = _range(heading, lines[-1] if lines else heading)
    before = _line_before(loose, entries) if loose and entries else 0
    part = "section" if number and not entries else "assertions"
    return Section(part, _heading(heading), _text(loose), range_, tuple(entries), before, bool(number and entries))


def _split(parts: tuple[LineToken, ...]) -> tuple[Sequence[LineToken], tuple[TermDefinition, ...]]:
    """The other tokens, and the definitions."""
    definitions = tuple([_definition(part) for part in parts if part.type == "DEFINITION"])
    return [part for part in parts if part.type != "DEFINITION"] if definitions else parts, definitions


def _definition(token: LineToken) -> TermDefinition:
    term, *lines = token.value.rstrip().split("\n")
    return TermDefinition(term.strip().strip("*_").strip(), tuple(lines), _range(token, token))


def _block(
    header: LineToken,
    opening: _Opening,
    rest: tuple[_Sections | LineToken | _Outside, ...],
    *,
    is_journey: bool,
) -> _Block:
    parts = [section for section in rest if isinstance(section, _Sections)]
    sections = [section for part in parts for section in part.sections]
    if opening.preamble:
        sections.insert(0, opening.preamble)
    definitions = opening.definitions + tuple([definition for part in parts for definition in part.definitions])
    marker = rest[-2] if len(parts) < len(rest) else None
    outside = rest[-1] if marker else _NOTHING_OUTSIDE
    assert (marker is None or isinstance(marker, LineToken)) and isinstance(outside, _Outside)
    head = _range(header, header)
    written = _HASH.findall(marker.value) if marker else []
    end = _first_line(marker) if marker else _end(header, head, opening, sections, definitions)
    native_id, name = header.value.lstrip("#").strip().split(":", 1)
    block = Block(
        native_id,
        name.strip(),
        LineRange(head.first, end.last, end.end),
        head,
        is_journey,
        marker is not None,
        written[-1] if written else None,
        end.last if marker else 0,
        opening.fields,
        opening.citations,
        tuple(sections),
    )
    return _Block(block, definitions, outside)


def _end(
    header: LineToken,
    head: LineRange,
    opening: _Opening,
    sections: list[Section],
    definitions: tuple[TermDefinition, ...],
) -> LineRange:
    """The last part of a block without End marker, where the block ends."""
    ends = [head, *(section.range for section in sections), *(definition.range for definition in definitions)]
    if opening.citations or opening.fields:
        ends.append(_last_citation_line(header, opening))
    return max(ends, key=lambda section: section.last)


def _last_citation_line(header: LineToken, opening: _Opening) -> LineRange:
    """The last line of the last list in the metadata, or that of the header when there is no list."""
    line = max((citation.line + citation.text.count("\n") for citation in opening.citations), default=header.first)
    return LineRange(line, line, 1)


def _read_fields(token: LineToken, fields: list[tuple[str, str]], citations: list[Citation]) -> None:
    """Add the fields of metadata; lists are added to the citations too."""
    text = token.value.rstrip()
    # Each match ends behind a "|", where the next field begins.
    position = 0
    while position < len(text) and (found := _FIELD.match(text, position)):
        name = (found.group(1) or "").lower()
        position = found.end()
        if not name:  # a field that is not read
            continue
        if name in _FREE_TEXT_FIELDS:
            fields.append((name, text[found.start(2) :].strip()))
            return
        value = found.group(2).strip()
        fields.append((name, value))
        if name in LIST_FIELDS:
            citations.append(_citation(token, name, found.start(2), found.group(2)))


def _citation(token: LineToken, name: str, start: int, text: str) -> Citation:
    before = token.value[:start].split("\n")
    return Citation(name, text.rstrip(), token.first + len(before) - 1, len(before[-1].encode()) + 1)


def _read_entries(token: LineToken, entries: list[AssertionEntry]) -> None:
    """Add the entries of a token, in which every line that is not blank begins an entry."""
    line = token.first
    for label, text in _ENTRY.findall(token.value):
        entries.append(AssertionEntry(label, text, line))
        line += text.count("\n")


def _line_before(loose: list[LineToken], entries: list[AssertionEntry]) -> int:
    """The line of the first prose before all entries, 0 when there is none."""
    for token in loose:
        text = token.value.lstrip()
        if text and token.type == "TEXT":
            blanks = token.value[: len(token.value) - len(text)]
            return token.first + blanks.count("\n") if token.first < entries[0].line else 0
    return 0


def _by_heading(texts: Sequence[LineToken]) -> Iterator[Prose]:
    """Prose divided at its headings; pieces without heading and text are left out."""
    piece: list[LineToken] = []
    for token in [*texts, None]:
        if (token is None or token.type == "HEADING") and piece:
            heading = _heading(piece[0]) if piece[0].type == "HEADING" else ""
            text = _text([line_token for line_token in piece if line_token.type != "HEADING"])
            if heading or text.strip("- \t\n"):
                yield Prose(heading, text, _range(piece[0], piece[-1]))
            piece = []
        if token is not None:
            piece.append(token)


def _heading(token: LineToken) -> str:
    return token.value.strip().lstrip("#").strip()


def _text(tokens: Sequence[LineToken]) -> str:
    return _joined(tokens).strip("\n").rstrip()


def _joined(tokens: Sequence[LineToken]) -> str:
    return tokens[0].value if len(tokens) == 1 else "".join([token.value for token in tokens])


def _first_line(token: LineToken) -> LineRange:
    """The first line of a token."""
    line, _, _ = token.value.partition("\n")
    return LineRange(token.first, token.first, len(line.rstrip().encode()) + 1)


def _range(first: LineToken, last: LineToken) -> LineRange:
    """The lines from the first of a token to the last line of another (or the same) token that is not blank."""
    text = last.value.rstrip()
    line = last.first + text.count("\n")
    return LineRange(first.first, line, len(text[text.rfind("\n") + 1 :].encode()) + 1)
