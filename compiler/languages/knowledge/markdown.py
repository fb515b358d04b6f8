"""The structure of markdown: headings and their sections, code, links.

markdown-it-py finds headings, lists, code and wikilinks. Relative links within a paragraph are found here by a regular
expression, with code blanked out.
"""

import re
from bisect import bisect_left, bisect_right
from collections.abc import Iterator
from functools import lru_cache
from itertools import islice
from operator import attrgetter
from typing import NamedTuple
from urllib.parse import unquote

from compiler.text.html_comments import replace_comments
from compiler.text.markdown import parse_blocks_with_references
from compiler.text.wikilinks import PlacedWikilink, placed_wikilinks, wikilinks_of

MAX_LINE = 20_000  # characters; no links are looked for in longer lines
MAX_NESTING = 60  # of markdown-it; each list or quote counts twice

_CODE_SPAN = re.compile(r"(?<!`)(`+)(?!`)(.+?)(?<!`)\1(?!`)", re.DOTALL)
_LINK = re.compile(r"(!?)\[([^\[\]\n]*)\]\(\s*+<?([^()\s<>]*+(?:\([^()\s]*+\)[^()\s]*+)*)>?[^()\n]*\)")
_ADDRESS = re.compile(r"(?<=\])\([^()\n]*+(?:\([^()\n]*+\)[^()\n]*+)*\)|^ {0,3}\[[^\[\]\n]+\]:.*|\bhttps?://[^\s<>]+")
_SCHEME = re.compile(r"[a-z][a-z0-9+.-]*:", re.IGNORECASE)
# Before a path of a repository, in the address of one of its pages.
IN_REPOSITORY = re.compile(r"^https?://[^/\s]++/[^/\s]++/[^/\s]++/(?:-/)?(?:blob|tree)/[^/\s]++/")


class Heading(NamedTuple):
    """A heading outside of lists and quotes: level, text, its first line and the line after it, both counted from 0."""

    level: int
    text: str
    first: int
    after: int


class Page(NamedTuple):
    """A markdown text: its lines, its headings, the ranges of lines that are code (from 0, end exclusive), and its
    wikilinks by line."""

    lines: tuple[str, ...]
    headings: tuple[Heading, ...]
    code: tuple[tuple[int, int], ...]
    wikilinks: tuple[PlacedWikilink, ...]

    def until_next(self, at: int, level: int = 6) -> int:
        """The line where the section of heading number `at` ends: the next heading of its level or above, or of `level`
        or above."""
        own = self.headings[at].level
        later = (self.headings[place] for place in range(at + 1, len(self.headings)))  # a slice would copy them all
        return next((heading.first for heading in later if heading.level <= max(own, level)), len(self.lines))

    def has_sections(self, at: int) -> bool:
        """Whether a deeper heading follows heading number `at`."""
        return at + 1 < len(self.headings) and self.headings[at + 1].level > self.headings[at].level

    def is_code(self, line: int) -> bool:
        """Whether a line, counted from 0, stands in a block of code."""
        at = bisect_right(self.code, (line, len(self.lines))) - 1
        return at >= 0 and line < self.code[at][1]

    def text(self, first: int, last: int) -> str:
        """The lines of a range, without blank lines around them."""
        return "\n".join(self.lines[first:last]).strip("\n").rstrip()


@lru_cache(maxsize=1)  # a page is recognised by its structure, and then read by it
def page_of(text: str) -> Page:
    """The structure of a markdown text whose lines end in `\\n`."""
    headings: list[Heading] = []
    code: list[tuple[int, int]] = []
    wikilinks: list[PlacedWikilink] = []
    lines = tuple(text.split("\n"))
    tokens, references = parse_blocks_with_references(text, MAX_NESTING)
    for at, token in enumerate(tokens):
        if token.map and token.type in ("fence", "code_block"):
            code.append((token.map[0], token.map[1]))
        elif token.map and token.type == "heading_open" and token.level == 0:
            words = without_comments(tokens[at + 1].content).strip()
            headings.append(Heading(int(token.tag[1]), words, token.map[0], token.map[1]))
        if token.map and token.type == "inline" and "[[" in token.content:
            wikilinks += placed_wikilinks(token.content, token.map[0], lines, references)
    return Page(lines, tuple(headings), tuple(code), tuple(sorted(wikilinks, key=attrgetter("line"))))


def without_comments(text: str) -> str:
    """A text without HTML comments."""
    return replace_comments(text)


class MarkdownLink(NamedTuple):
    """A link in a text: its target without the anchor, and where it stands (line from 0, character offsets).

    `is_wiki`: `[[Note]]`. `is_embed`: an exclamation mark precedes it.
    """

    target: str
    is_wiki: bool
    is_embed: bool
    line: int
    start: int
    end: int


def links_in(page: Page) -> list[MarkdownLink]:
    """The wikilinks and relative links of a page, in order. Links in code do not count."""
    found = [
        MarkdownLink(wikilink.link.target, True, wikilink.link.is_embed, *wikilink[1:]) for wikilink in page.wikilinks
    ]
    for number, line in enumerate(page.lines):
        if "](" not in line or len(line) > MAX_LINE:
            continue
        if not page.is_code(number):
            found += _relative_links(number, blanked(line))
    return sorted(found, key=lambda link: (link.line, link.start))


def links_in_text(text: str) -> list[MarkdownLink]:
    """The wikilinks and relative links of a text of one line, such as a value of the front matter."""
    found = [
        MarkdownLink(wikilink.target, True, wikilink.is_embed, 0, wikilink.start, wikilink.end)
        for wikilink in wikilinks_of(text)
    ]
    return sorted([*found, *_relative_links(0, blanked(text))], key=lambda link: link.start)


def blanked(line: str) -> str:
    """A line with blanks instead of its code spans and comments, so that the columns of the rest stay."""
    if "`" in line:
        line = _CODE_SPAN.sub(lambda found: " " * len(found[0]), line)
    return replace_comments(line, lambda found: " " * len(found[0]))


def without_links(page: Page, number: int) -> str:
    """A line of a page with blanks instead of its code spans, comments, wikilinks and addresses, so that the columns of
    the rest stay: `[[A#C]]`, `[a](b#c)`, `https://a.b/#c`."""
    line = page.lines[number]
    for wikilink in islice(page.wikilinks, bisect_left(page.wikilinks, number, key=attrgetter("line")), None):
        if wikilink.line != number:
            break
        line = f"{line[: wikilink.start]}{' ' * (wikilink.end - wikilink.start)}{line[wikilink.end :]}"
    return _ADDRESS.sub(lambda found: " " * len(found[0]), blanked(line))


def _relative_links(number: int, line: str) -> Iterator[MarkdownLink]:
    for match in _LINK.finditer(line):
        target = match[3].partition("#")[0]
        if target and not _SCHEME.match(target) and not target.startswith("//"):
            yield MarkdownLink(unquote(target), False, bool(match[1]), number, match.start(), match.end())


def joined_path(folder: str, target: str) -> str:
    """A path written in a file of `folder`, as a path below the root; "" when it leaves the root. Example:
    `joined_path("a/b", "../c.md")` is `"a/c.md"`."""
    parts: list[str] = [] if target.startswith("/") else [part for part in folder.split("/") if part]
    for part in target.split("/"):
        if part == "..":
            if not parts:
                return ""
            parts.pop()
        elif part not in ("", "."):
            parts.append(part)
    return "/".join(parts)
