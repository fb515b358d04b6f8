"""What in a text is written like a citation: words that may be ids, paths, links, and numbered decisions.

A token says how it is written, not whether anything has that name. Words of letters alone are no tokens, so that prose
costs little.
"""

import re
from collections.abc import Iterator
from typing import Literal, NamedTuple, cast
from urllib.parse import unquote

TokenKind = Literal["word", "path", "wiki", "url", "number", "ref"]

MAX_TOKEN = 500  # characters; what is longer is data, such as an embedded image

_SUFFIXES = (
    "markdown|mdx?|qmd|mmd|mermaid|jsonl?|toml|ya?ml|xml|pyi?|[cm]?[jt]sx?|rs|go|java|kts?|cc?|hh?|[ch]pp|cs|rb|sh|sql"
    "|swift"
)
_TOKENS = re.compile(
    r"\[\[(?P<wiki>[^\[\]\n|#]{1,200})[^\[\]\n]{0,200}\]\]"
    r"|\]\((?P<link><[^>\n]{1,500}>|[^()\s]{1,500})"
    r"|\b(?P<ref>[dfkmrsw]:[\w@/][\w@./:~#+-]*\w)"
    r"|(?P<url>\bhttps?://[^\s<>\"'`)\]}|]+)"
    r"|\b(?P<noun>ADR|Adr|adr|[Dd]ecision|[Tt]ask)(?:[ \t]+#?|#)(?P<number>\d{1,6})(?![\w-]|\.\d)"
    rf"|(?<![\w/.:@])(?P<path>(?:\.{{0,2}}/)?(?:[\w.@+~%-]+/)+[\w.@+~%-]*\w|[\w+~-][\w.+~-]*\.(?:{_SUFFIXES}))(?![\w/])"
    r"|(?<![\w@])(?P<word>@?[^\W_]\w*(?:[-.+]\w+)+|[^\W\d_]+\d+|@\w+)"
)
_PIECES = re.compile(r"(?<![\w@])@?[^\W_]\w*(?:[-.+_]\w+)*")


class Token(NamedTuple):
    """A piece of text from `start` to `end`. `text` is what it says: of a link its address, of a number its digits.
    `noun` is the word before a number ("adr", "decision", "task"), else ""."""

    kind: TokenKind
    text: str
    start: int
    end: int
    noun: str = ""


def tokens(text: str) -> Iterator[Token]:
    """Give the tokens of a text in order. They do not overlap."""
    for found in _TOKENS.finditer(text):
        kind = found.lastgroup
        start, end = found.span()
        if end - start > MAX_TOKEN:
            continue
        if kind in ("word", "path", "ref"):
            yield Token(cast(TokenKind, kind), found[0], start, end)
        elif kind == "number":
            yield Token("number", found["number"], start, end, found["noun"].casefold())
        elif kind == "wiki":
            yield Token("wiki", found["wiki"].strip(), start, end)
        elif kind == "url":
            yield Token("url", found[0].rstrip(".,;:!?*_"), start, end)
        elif kind == "link":
            yield _link(found)


def _link(found: re.Match[str]) -> Token:
    """The address of a markdown link: a path, or a URL."""
    address = found["link"].strip("<>")
    kind: TokenKind = "url" if "://" in address else "path"
    start = found.start("link") + found["link"].startswith("<")
    return Token(kind, unquote(address), start, start + len(address))


def pieces(token: Token) -> Iterator[Token]:
    """Give the words within a token that names nothing as a whole: `REQ-p00001/REQ-p00002`, `see:TASK-7`."""
    for found in _PIECES.finditer(token.text):
        if found[0] != token.text:
            yield Token("word", found[0], token.start + found.start(), token.start + found.end())
