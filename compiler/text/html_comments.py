"""HTML comments of markdown: what stands in `<!-- … -->` is no part of the page.

As CommonMark has it, a comment at the beginning of a line runs to its end wherever that is, and one within a line ends
in the same paragraph. In code there is no comment. A comment that never ends is none, so that it hides nothing.
"""

import re
from collections.abc import Iterator, Sequence
from typing import NamedTuple

OPEN, CLOSE = "<!--", "-->"
MAX_PARAGRAPH = 100  # lines in which a comment within a line may end

_FENCE = re.compile(r"[ \t>]*(?:[-*+][ \t]+|\d{1,9}[.)][ \t]+)?(`{3,}(?=[^`]*$)|~{3,})")
_MARK = re.compile(r"`+|<!--")
# What begins a block, and so ends the paragraph before.
_BLOCK = re.compile(r"[ \t]*(?:$|[-*+][ \t]|\d{1,9}[.)][ \t]|#{1,6}[ \t]|>|`{3}|~{3})")
_LEADING = re.compile(r"[ \t>]*(?:[-*+][ \t]+|\d{1,9}[.)][ \t]+)?")


class Comment(NamedTuple):
    """An HTML comment: where it begins and ends, as line from 0 and offset in the line."""

    first: int
    start: int
    last: int
    end: int


def without_html_comments(text: str) -> str:
    """Return a text with blanks in place of its HTML comments, as many as they have bytes: lines and columns stay."""
    if OPEN not in text:
        return text
    lines = text.split("\n")
    for one in reversed(list(html_comments(lines))):
        for at in range(one.first, one.last + 1):
            line = lines[at]
            start = one.start if at == one.first else 0
            end = one.end if at == one.last else len(line)
            lines[at] = line[:start] + " " * len(line[start:end].encode()) + line[end:]
    return "\n".join(lines)


def html_comments(lines: Sequence[str]) -> Iterator[Comment]:
    """Give the HTML comments in the lines of a markdown text, in order."""
    last_close = max((at for at, line in enumerate(lines) if CLOSE in line), default=-1)
    fence = ""
    at = offset = 0
    while at <= last_close:
        line = lines[at]
        opened = _FENCE.match(line) if offset == 0 else None
        if fence or opened:
            if not fence and opened:
                fence = opened[1]
            elif opened and opened[1].startswith(fence):
                fence = ""
            at += 1
            continue
        found = _comment(lines, at, offset, last_close) if OPEN in line else None
        if found:
            yield found
            at, offset = found.last, found.end
        else:
            at, offset = at + 1, 0


def _comment(lines: Sequence[str], at: int, offset: int, last_close: int) -> Comment | None:
    """The first comment that begins in a line, from an offset on."""
    line = lines[at]
    while mark := _MARK.search(line, offset):
        offset = mark.end()
        if mark[0] != OPEN:
            closing = re.compile(rf"(?<!`){mark[0]}(?!`)").search(line, offset)
            offset = closing.end() if closing else offset
            continue
        is_block = _LEADING.fullmatch(line[: mark.start()]) is not None
        last = last_close if is_block else min(last_close, _paragraph_end(lines, at))
        for number in range(at, last + 1):
            end = lines[number].find(CLOSE, offset - 2 if number == at else 0)
            if end >= 0:
                return Comment(at, mark.start(), number, end + len(CLOSE))
    return None


def _paragraph_end(lines: Sequence[str], at: int) -> int:
    """The last line of the paragraph in which a line stands."""
    last = at
    while last + 1 < min(len(lines), at + MAX_PARAGRAPH) and not _BLOCK.match(lines[last + 1]):
        last += 1
    return last
