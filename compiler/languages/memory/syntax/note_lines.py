"""The lines of a note: what the grammar `note.lark` reads in each, and the lines of the file that it spans."""

import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import NamedTuple

from lark import Lark, Token

from compiler.text.grammars import load
from compiler.text.html_comments import without_html_comments

MAX_LINE = 10_000  # characters; longer lines are ignored

_ITEM = re.compile(r"([ \t]*)(?:[-*+]|\d{1,9}[.)])[ \t]+(.*)")
FENCE = re.compile(r"[ \t]*(`{3,}(?=[^`]*$)|~{3,})")
_IGNORED = re.compile(r"\[[ xX-]\](?:\s|$)|\[[^\]\n]*\]\([^)\n]*\)$")


class LineContent(NamedTuple):
    """What a line states: an observation with a category, a relation to a target, or neither; and the tags and links.

    `text` is the line without the category and the context, from offset `start` to `end`. `tags` are without `#`.
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
    """A list item with the lines that continue it, or a line of prose. Lines count from 1 in the body of the note."""

    content: LineContent
    first: int
    last: int
    is_item: bool


def note_lines(body: str) -> Iterator[NoteLine]:
    """Yield the list items, and the lines of prose with links, outside of code, quotations and HTML comments."""
    for first, last, text, is_item in _blocks(without_html_comments(body).split("\n")):
        if len(text) > MAX_LINE or (is_item and _IGNORED.match(text)):
            continue
        if is_item or "[[" in text:
            content: LineContent = _grammar().parse(text, start="item" if is_item else "prose")  # type: ignore[assignment]
            yield NoteLine(content._replace(text=text[content.start : content.end].strip()), first, last, is_item)


def _blocks(lines: list[str]) -> Iterator[tuple[int, int, str, bool]]:
    """Yield list items and lines of prose: first line, last line, text, and whether it is a list item."""
    fence = ""
    at = 0
    while at < len(lines):
        line = lines[at]
        at += 1
        if match := FENCE.match(line):
            fence = "" if fence and match[1].startswith(fence) else fence or match[1]
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


class _TagsAndLinks(NamedTuple):
    tags: tuple[str, ...]
    links: tuple[str, ...]


class _Rules:
    """Builds a LineContent by the rules of `note.lark`."""

    def words(self, *tokens: Token) -> _TagsAndLinks:
        tags = [part for token in tokens if token.type == "TAG" for part in str(token).split("#") if part]
        return _TagsAndLinks(tuple(tags), tuple(_target(token) for token in tokens if token.type == "LINK"))

    def observation(self, category: Token, words: _TagsAndLinks, context: Token | None = None) -> LineContent:
        name = str(category).strip()[1:-1].strip()
        return _content(words, context)._replace(category=name, start=len(category))

    def relation(self, kind: Token, link: Token, context: Token | None = None) -> LineContent:
        words = _TagsAndLinks((), ())
        return _content(words, context)._replace(relation=str(kind).strip().strip("\"'").strip(), target=_target(link))

    def prose(self, words: _TagsAndLinks, context: Token | None = None) -> LineContent:
        return _content(words, context)


def _content(words: _TagsAndLinks, context: Token | None) -> LineContent:
    if context is None:
        return LineContent(tags=words.tags, links=words.links)
    return LineContent(
        context=str(context).strip()[1:-1].strip(), tags=words.tags, links=words.links, end=context.start_pos
    )


def _target(link: Token) -> str:
    return re.split(r"[|#]", str(link)[2:-2], maxsplit=1)[0].strip()
