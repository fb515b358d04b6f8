"""Comments of markdown: what stands in `<!-- … -->`, or as in MDX in `{/* … */}`, is no part of the page.

As CommonMark has it, a comment at the beginning of a line runs to its end wherever that is, and one within a line ends
in the same paragraph. In code there is no comment. A comment that never ends is none, so that it hides nothing.
"""

import re
from bisect import bisect_right
from collections.abc import Callable, Collection, Iterator, Sequence
from typing import NamedTuple

OPEN, CLOSE = "<!--", "-->"
_MDX = "{/*"
_CLOSES = {OPEN: CLOSE, _MDX: "*/}"}

_FENCE = re.compile(r"[ \t>]*(?:[-*+][ \t]+|\d{1,9}[.)][ \t]+)?(`{3,}(?=[^`]*$)|~{3,})")
_MARK = re.compile(r"`+|<!--|\{/\*")
# What begins a block, and so ends the paragraph before.
_BLOCK = re.compile(r"[ \t]*(?:$|[-*+][ \t]|\d{1,9}[.)][ \t]|#{1,6}[ \t]|>|`{3}|~{3})")
_COMMENT = re.compile(r"<!--.*?-->", re.DOTALL)
_LEADING = re.compile(r"[ \t>]*(?:[-*+][ \t]+|\d{1,9}[.)][ \t]+)?")


class Comment(NamedTuple):
    """A comment: where it begins and ends, as line from 0 and offset in the line."""

    first: int
    start: int
    last: int
    end: int


def replace_comments(text: str, by: str | Callable[["re.Match[str]"], str] = "") -> str:
    """Return a text with something in place of each `<!-- … -->`, wherever it stands. What begins behind the last end
    is no comment and is not looked at: each such beginning would be followed to the end of the text."""
    end = text.rfind(CLOSE) + len(CLOSE)
    return _COMMENT.sub(by, text[:end]) + text[end:] if OPEN in text and end >= len(CLOSE) else text


def without_html_comments(text: str) -> str:
    """Return a text with blanks in place of its comments, as many as they have bytes: lines and columns stay."""
    return _blanked(text, lambda comment: len(comment.encode()), _CLOSES)


def with_blank_html_comments(text: str) -> str:
    """Return a text with blanks in place of its comments, as many as they have characters: offsets stay."""
    return _blanked(text, len, _CLOSES)


def with_blank_mdx_comments(text: str) -> str:
    """Return a text with blanks in place of its comments as MDX has them: offsets stay. A parser of markdown knows the
    others itself."""
    return _blanked(text, len, (_MDX,))


def _blanked(text: str, width: Callable[[str], int], openers: Collection[str]) -> str:
    if not any(opener in text for opener in openers):
        return text
    lines = text.split("\n")
    for comment in reversed(list(html_comments(lines))):
        if not lines[comment.first].startswith(tuple(openers), comment.start):
            continue
        for at in range(comment.first, comment.last + 1):
            line = lines[at]
            start = comment.start if at == comment.first else 0
            end = comment.end if at == comment.last else len(line)
            lines[at] = line[:start] + " " * width(line[start:end]) + line[end:]
    return "\n".join(lines)


def html_comments(lines: Sequence[str]) -> Iterator[Comment]:
    """Give the comments in the lines of a markdown text, in order."""
    scanner = _Scanner(lines)
    fence = ""
    at = offset = 0
    while at <= scanner.last_close:
        line = lines[at]
        opened = _FENCE.match(line) if offset == 0 else None
        if fence or opened:
            if not fence and opened:
                fence = opened[1]
            elif opened and opened[1].startswith(fence):
                fence = ""
            at += 1
            continue
        found = scanner.comment(at, offset) if OPEN in line or _MDX in line else None
        if found:
            yield found
            at, offset = found.last, found.end
        else:
            at, offset = at + 1, 0


class _Scanner:
    """Finds the ends of comments. What it has found is kept, so that time grows with the text."""

    def __init__(self, lines: Sequence[str]) -> None:
        self._lines = lines
        self._closes = {
            opener: [at for at, line in enumerate(lines) if close in line] for opener, close in _CLOSES.items()
        }
        self.last_close = max((closes[-1] for closes in self._closes.values() if closes), default=-1)
        self._paragraph_end = -1  # of the last paragraph that was looked for

    def comment(self, at: int, offset: int) -> Comment | None:
        """Return the first comment that begins in a line, from an offset on."""
        line = self._lines[at]
        while mark := _MARK.search(line, offset):
            offset = mark.end()
            if mark[0] in _CLOSES:
                if end := self._end(at, mark.start(), mark[0]):
                    return Comment(at, mark.start(), *end)
                continue
            closing = re.compile(rf"(?<!`){mark[0]}(?!`)").search(line, offset)
            offset = closing.end() if closing else offset
        return None

    def _end(self, at: int, start: int, opener: str) -> tuple[int, int] | None:
        """The line and offset behind a comment that begins at a place; None if it does not end."""
        line, close, closes = self._lines[at], _CLOSES[opener], self._closes[opener]
        end = line.find(close, start + len(opener) - 2 * (opener == OPEN))  # `<!-->` is a comment
        if end >= 0:
            return at, end + len(close)
        next_close = bisect_right(closes, at)
        if next_close == len(closes):
            return None
        last = closes[next_close]
        if _LEADING.fullmatch(line[:start]) is None and last > self._end_of_paragraph(at):
            return None
        return last, self._lines[last].index(close) + len(close)

    def _end_of_paragraph(self, at: int) -> int:
        """The last line of the paragraph in which a line stands."""
        if at > self._paragraph_end:
            last = at
            while last + 1 < len(self._lines) and not _BLOCK.match(self._lines[last + 1]):
                last += 1
            self._paragraph_end = last
        return self._paragraph_end
