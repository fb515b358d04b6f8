"""The lines of a note: what the grammar `note.lark` makes of each, and where they stand."""

import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import NamedTuple

from lark import Lark, Token

from compiler.text.grammars import load

LONGEST = 10_000  # characters of a line that is looked at

_ITEM = re.compile(r"([ \t]*)(?:[-*+]|\d{1,9}[.)])[ \t]+(.*)")
FENCE = re.compile(r"[ \t]*(`{3,}(?=[^`]*$)|~{3,})")
_LEFT_ALONE = re.compile(r"\[[ xX-]\](?:\s|$)|\[[^\]\n]*\]\([^)\n]*\)$")


class Said(NamedTuple):
    """What a line says: an observation with a category, a relation with its type, or neither; and the links in it.

    `text` is without the category and the context; `tags` are without their sign.
    `start` and `end` are where `text` stands in the line.
    """

    category: str = ""
    relation: str = ""
    target: str = ""
    context: str = ""
    tags: tuple[str, ...] = ()
    links: tuple[str, ...] = ()
    start: int = 0
    end: int | None = None
    text: str = ""


class NoteLine(NamedTuple):
    """A list item with the lines that continue it, or a line of prose; lines count from 1 in the text of the body."""

    said: Said
    first: int
    last: int
    is_item: bool


def note_lines(body: str) -> Iterator[NoteLine]:
    """The lines of a text that say something, those in code and quotations left out."""
    for first, last, text, is_item in _blocks(body.split("\n")):
        if len(text) > LONGEST or (is_item and _LEFT_ALONE.match(text)):
            continue
        if is_item or "[[" in text:
            said: Said = _grammar().parse(text, start="item" if is_item else "prose")  # type: ignore[assignment]
            yield NoteLine(said._replace(text=text[said.start : said.end].strip()), first, last, is_item)


def _blocks(lines: list[str]) -> Iterator[tuple[int, int, str, bool]]:
    """First line, last line, text, and whether it is a list item."""
    fence = ""
    at = 0
    while at < len(lines):
        line = lines[at]
        at += 1
        if found := FENCE.match(line):
            fence = "" if fence and found[1].startswith(fence) else fence or found[1]
            continue
        if fence or not line.strip() or line.lstrip().startswith(">"):
            continue
        item = _ITEM.match(line)
        if not item:
            yield at, at, line.strip(), False
            continue
        first, parts, indent = at, [item[2].strip()], len(item[1])
        while at < len(lines) and _continues(lines[at], indent):
            parts.append(lines[at].strip())
            at += 1
        yield first, at, " ".join(parts), True


def _continues(line: str, indent: int) -> bool:
    text = line.lstrip()
    is_indented = len(line) - len(text) > indent
    return bool(text) and is_indented and not _ITEM.match(line) and not text.startswith((">", "```", "~~~"))


@cache
def _grammar() -> Lark:
    return load(Path(__file__).with_name("note.lark"), start=["item", "prose"], rules=_Rules())


class _Words(NamedTuple):
    tags: tuple[str, ...]
    links: tuple[str, ...]


class _Rules:
    """The rules of `note.lark`."""

    def words(self, *tokens: Token) -> _Words:
        tags = [part for one in tokens if one.type == "TAG" for part in str(one).split("#") if part]
        return _Words(tuple(tags), tuple(_target(one) for one in tokens if one.type == "LINK"))

    def observation(self, category: Token, words: _Words, context: Token | None = None) -> Said:
        name = str(category).strip()[1:-1].strip()
        return _said(words, context)._replace(category=name, start=len(category))

    def relation(self, kind: Token, link: Token, context: Token | None = None) -> Said:
        words = _Words((), ())
        return _said(words, context)._replace(relation=str(kind).strip().strip("\"'").strip(), target=_target(link))

    def prose(self, words: _Words, context: Token | None = None) -> Said:
        return _said(words, context)


def _said(words: _Words, context: Token | None) -> Said:
    if context is None:
        return Said(tags=words.tags, links=words.links)
    return Said(context=str(context).strip()[1:-1].strip(), tags=words.tags, links=words.links, end=context.start_pos)


def _target(link: Token) -> str:
    return re.split(r"[|#]", str(link)[2:-2], maxsplit=1)[0].strip()
