"""The lines of a task list, and what the line of a task says. The grammar of both is `lines.lark`."""

import re
from functools import cache
from pathlib import Path
from typing import NamedTuple

from lark import Lark, Token

from compiler.text.grammars import load

_MARK = re.compile(r"([ \t]*)([-*+–—]|\d+[.)])[ \t]*+\[([^\]\n]{1,11})\](\\?\*|)[ \t]*(.*)", re.DOTALL)
_STRUCK = re.compile(r"~~([^~\n]+)~~(.*)", re.DOTALL)
_PRIORITIES = {"🔺": "highest", "⏫": "high", "🔼": "medium", "🔽": "low", "⏬": "lowest"}


_PARALLEL = "(P)"  # how specs of Kiro mark what may be done beside other tasks; spec-kit writes `[P]`


class Section(NamedTuple):
    """A heading of a task list."""

    level: int
    text: str
    line: int


class TaskBlock(NamedTuple):
    """A task of a list with the lines below that belong to it.

    `box` is the character in the box, or the word in capitals; `is_optional` says whether a star follows it; `text` is
    the text behind the box, which begins at character `text_at` of the line. `details` are the lines below.
    `is_struck`: the text, or the id at its head, is struck through; `text` is without these marks.
    """

    indent: int
    bullet: str
    box: str
    is_optional: bool
    text: str
    text_at: int
    details: tuple[str, ...]
    line: int
    last_line: int
    is_struck: bool = False


class TaskLine(NamedTuple):
    """What the line of a task says. `identifier` has no punctuation. `title` is the text without id, flags, attributes
    and emoji. `attributes` are owner, scope and depends as written, `marks` the values of emoji."""

    identifier: str
    flags: tuple[str, ...]
    title: str
    attributes: dict[str, str]
    marks: dict[str, str]


def lines_of(text: str) -> tuple[Section | TaskBlock, ...]:
    """The headings and tasks of a markdown text, in order. Its lines end in `\\n`."""
    found: tuple[Section | TaskBlock | None, ...] = _grammar().parse(text, start="document")  # type: ignore[assignment]
    return tuple(section for section in found if section is not None)


def task_line(text: str) -> TaskLine:
    """Parse the text behind the box of a task."""
    found: TaskLine = _grammar().parse(text, start="task_line")  # type: ignore[assignment]
    title = found.title.removeprefix(f"{_PARALLEL} ").removesuffix(f" {_PARALLEL}")
    return found if title == found.title else found._replace(title=title, flags=(*found.flags, "P"))


@cache
def _grammar() -> Lark:
    return load(Path(__file__).with_name("lines.lark"), start=["document", "task_line"], rules=_Rules())


class _Piece(NamedTuple):
    kind: str
    value: str
    start: int
    end: int
    is_bold: bool = False  # an id in bold type that ends behind it


class _Rules:
    """What the rules of `lines.lark` make of their parts."""

    def document(self, *parts: object) -> tuple[object, ...]:
        return tuple(None if isinstance(part, Token) else part for part in parts)

    def heading(self, line: Token) -> Section:
        signs, _, text = line.strip().partition(" ")
        return Section(len(signs.split("\t")[0]), text.rstrip(" \t#").lstrip(" \t"), line.line or 0)

    def task(self, line: Token, *details: Token) -> TaskBlock:
        found = _MARK.match(line.rstrip())
        assert found  # the terminal guarantees it
        start = line.line or 0
        end = details[-1] if details else line
        last = (end.line or 0) + end.rstrip().count("\n")
        below = tuple(text for detail in details for text in detail.rstrip().split("\n"))
        indent = len(found[1].expandtabs(4))
        bullet, is_optional, words = found[2], bool(found[4]), found[5].strip()
        box = found[3] if len(found[3]) == 1 else found[3].upper()
        is_struck = (struck := _STRUCK.match(words)) is not None
        words, skipped = (struck[1] + struck[2], 2) if struck else (words, 0)
        return TaskBlock(
            indent, bullet, box, is_optional, words, found.start(5) + skipped, below, start, last, is_struck
        )

    def task_line(self, *parts: _Piece | None) -> TaskLine:
        pieces = [part for part in parts if part]
        title = _joined([piece for piece in pieces if piece.kind == "word"])
        if any(piece.kind == "id" and piece.is_bold for piece in pieces):  # the bold type ends behind the title
            title = " ".join(title.replace("**", "", 1).split())
        return TaskLine(
            next((piece.value for piece in pieces if piece.kind == "id"), ""),
            tuple(piece.value for piece in pieces if piece.kind == "flag"),
            title,
            {piece.kind: piece.value for piece in pieces if piece.kind in ("owner", "scope", "depends")},
            {piece.kind: piece.value for piece in pieces if piece.kind not in _NOT_MARKS},
        )

    def task_id(self, text: Token) -> _Piece:
        return _piece("id", text, text.strip(" \t:.*–—-"))

    def step_id(self, text: Token) -> _Piece:
        return _piece("id", text, text.rstrip(" \t.*"))

    def flag(self, text: Token) -> _Piece:
        return _piece("flag", text, text.strip(" \t[]"))

    def word(self, text: Token) -> _Piece:
        return _piece("word", text, str(text))

    def due(self, text: Token) -> _Piece:
        return _piece("due", text, text[-10:])

    def done(self, text: Token) -> _Piece:
        return _piece("done", text, text[-10:])

    def created(self, text: Token) -> _Piece:
        return _piece("created", text, text[-10:])

    def starts(self, text: Token) -> _Piece:
        return _piece("starts", text, text[-10:])

    def priority(self, text: Token) -> _Piece:
        return _piece("priority", text, _PRIORITIES[text[0]])

    def emoji_id(self, text: Token) -> _Piece:
        return _piece("id", text, text[1:].strip("\ufe0f \t"))

    def emoji_depends(self, text: Token) -> _Piece:
        return _piece("depends", text, text[1:].strip("\ufe0f \t"))

    def attribute(self, text: Token) -> _Piece:
        key, _, value = text.strip(" \t()").partition(":")
        return _piece(key.strip().lower(), text, value.strip())


_NOT_MARKS = frozenset({"word", "id", "flag", "owner", "scope", "depends"})


def _piece(kind: str, token: Token, value: str) -> _Piece:
    is_bold = token.startswith("**") and token.count("**") == 1
    return _Piece(kind, value, token.start_pos or 0, token.end_pos or 0, is_bold)


def _joined(words: list[_Piece]) -> str:
    """The words with single blanks, where there was space between them."""
    parts: list[str] = []
    end = None
    for word in words:
        if end is not None:
            parts.append("" if word.start == end else " ")
        parts.append(word.value)
        end = word.end
    return "".join(parts)
