"""Wikilinks in markdown: `[[Note]]`, `[[folder/Note#Heading|alias]]`, `![[embed]]`.

They are a rule of markdown-it-py that is asked after those for links and images. So neither `[[1]](url)` nor
`[[x]][ref]` is one, nor `[[x]]` where the page defines `[x]: url`, nor anything in code, in a comment or behind a
backslash.
"""

import re
from collections.abc import Iterator
from functools import cache
from typing import TYPE_CHECKING, Any, NamedTuple

if TYPE_CHECKING:
    from markdown_it import MarkdownIt
    from markdown_it.rules_inline import StateInline

MAX_NESTING = 60
MAX_LENGTH = 100_000  # characters that are parsed at once

# Not `[[:space:]]`, a class of characters in a pattern, nor `[[memory:7]]`, what an agent remembers, nor the
# `#[[file:a.md]]` of instructions to agents, nor `[[toc]]` and `[[_TOC_]]`, for which sites and forges put a table of
# contents. An address behind the brackets, also behind a blank or in wide parentheses, is that of a link that is
# miswritten. Before a line such as `strict = true` it is a table of TOML, which no fence marks as code.
# `{{[[TODO]]}}` is a macro of Roam.
_WIKILINK = re.compile(
    r"(?<!\{\{)(!?)\[\[(?!:[a-z]+:\]\]|memory:\d+\]\]|file:|(?:toc|TOC|_TOC_)\]\])"
    r"([^\[\]\n|#^]*)((?:[#^][^\[\]\n|]*)?)(?:\|([^\[\]\n]*))?\]\]"
    r"(?!\[|[ \t]*[(\uff08][ \t]*https?:|\n(?:\[\[?[\w.-]+\]\]?[ \t]*\n)?[ \t]*[\w.-]+[ \t]*=[ \t])"
)


class Wikilink(NamedTuple):
    """A wikilink in a text: its target without the anchor ("" for a heading of the same page), and its offsets there.
    `is_embed`: an exclamation mark precedes it."""

    target: str
    is_embed: bool
    start: int
    end: int


def wikilinks_of(text: str, references: dict[str, Any] | None = None) -> list[Wikilink]:
    """The wikilinks of a paragraph, in order. `references` are the link definitions of its page, as markdown-it has
    them."""
    found: list[Wikilink] = []
    for start, piece in pieces(text) if "[[" in text else ():
        env: dict[str, Any] = {"references": references or {}, "text": piece, "wikilinks": []}
        parser = _parser()
        parser.inline.parse(piece, parser, env, [])
        found += (link._replace(start=start + link.start, end=start + link.end) for link in env["wikilinks"])
    return sorted(found, key=lambda link: link.start)


def pieces(text: str) -> Iterator[tuple[int, str]]:
    """Give what is parsed of a paragraph, with its offsets there: all of it, or the lines of one that is longer than
    MAX_LENGTH, such as a table with wide columns. A longer line is data."""
    start = 0
    for piece in text.splitlines(keepends=True) if len(text) > MAX_LENGTH else (text,):
        if len(piece) <= MAX_LENGTH:
            yield start, piece
        start += len(piece)


@cache
def _parser() -> "MarkdownIt":
    from markdown_it import MarkdownIt  # 30 ms, and many sources have no wikilinks

    parser = MarkdownIt("commonmark", {"maxNesting": MAX_NESTING})
    parser.inline.ruler.after("image", "wikilink", _rule)
    return parser


class WikilinkText(NamedTuple):
    """What a wikilink says: `!` or "", its target, its anchor with the mark before it, and what is shown for it ("" if
    that is the target)."""

    mark: str
    target: str
    anchor: str
    alias: str


def wikilink_at(state: "StateInline") -> WikilinkText | None:
    """Move a parser behind the wikilink at its position and return it; None if none stands there. For rules that are
    asked after those for links and images."""
    found = _WIKILINK.match(state.src, state.pos, state.posMax) if state.src[state.pos] in "[!" else None
    if found is None or not (found[2].strip() or found[3].strip()) or is_defined(found[0].lstrip("!")[2:-2], state.env):
        return None
    state.pos = found.end()
    return WikilinkText(found[1], found[2].strip().removesuffix("\\"), found[3], found[4] or "")


def _rule(state: "StateInline", silent: bool) -> bool:
    start = state.pos
    found = wikilink_at(state)
    if found is None:
        return False
    # The description of an image is parsed as a text of its own.
    is_link = defined_address(found.target, state.env) != ""  # `[[knots|the knots]]`, where its page defines `knots`
    if not silent and state.src is state.env["text"] and not is_link:
        state.env["wikilinks"].append(Wikilink(found.target, bool(found.mark), start, state.pos))
    if not silent:
        state.push("text", "", 0).content = state.src[start : state.pos]
    return True


def is_defined(label: str, env: Any) -> bool:
    """Whether a page defines a label: `[[label]]` is then its link between brackets."""
    return defined_address(label, env) != ""


def defined_address(label: str, env: Any) -> str:
    """Return the address that a page defines for a label, "" if it defines none."""
    from markdown_it.common.utils import normalizeReference

    found = env.get("references", {}).get(normalizeReference(label))
    return str(found["href"]) if found else ""


class PlacedWikilink(NamedTuple):
    """A wikilink with the line on which it stands (from 0) and its offsets in that line."""

    link: Wikilink
    line: int
    start: int
    end: int


def placed_wikilinks(
    content: str, first: int, lines: tuple[str, ...], references: dict[str, Any]
) -> Iterator[PlacedWikilink]:
    """The wikilinks of a paragraph `content` that begins at line `first` of the text with these lines. Its lines are
    the text's without indentation and marks before them."""
    behind: dict[int, int] = {}
    for wikilink in wikilinks_of(content, references):
        line = first + content.count("\n", 0, wikilink.start)
        written = content[wikilink.start : wikilink.end]
        start = lines[line].find(written, behind.get(line, 0)) if line < len(lines) else -1
        if start >= 0:
            behind[line] = start + len(written)
            yield PlacedWikilink(wikilink, line, start, behind[line])
