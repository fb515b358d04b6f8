"""The parser of requirement markdown: the text of one file to its unit, or to None when nothing in it is a requirement.

What has the shape of an id is read as one; whether the project has such ids is not known here. Where the linker finds
that a header is none, or that a line is one, it has the file read once more, with those lines rewritten.
"""

import re
from bisect import bisect_left
from collections.abc import Iterator, Mapping
from itertools import islice
from typing import TYPE_CHECKING

from compiler.languages.requirements.records import Document, NearHeader

if TYPE_CHECKING:
    from compiler.languages.requirements.syntax.blocks import Parts

_ID = r"[A-Za-z][A-Za-z0-9]*(?:[-_.][A-Za-z0-9]+)+"
_HEADER = re.compile(rf"^#{{1,6}}[ \t]*({_ID}):", re.MULTILINE)
_MARK = re.compile(r"^\*End\*|^[*_# \t]{0,8}(?i:assertions|level|status)(?![A-Za-z])", re.MULTILINE)
_DEFINITION = re.compile(r"^[^\s#>|:-][^\n]*\n: +\S", re.MULTILINE)
# Without the number signs, a line of metadata must follow: prose may begin with an id, too.
_NEAR_HEADER = re.compile(
    rf"\n(?:#{{1,6}}({_ID}):[ \t]*\S|#{{1,6}}[ \t]+({_ID}):[^\s#]"
    rf"|({_ID}):[ \t]*\S(?=[^\n]*\n\s*[*_]{{0,2}}(?i:level|status)(?![A-Za-z])))"
)
_FENCE = re.compile(r"^[ \t]*```", re.MULTILINE)
_REFUSED = "\x1f"  # stands before an id that is none; white space to Python, and to no rule of the grammar


def parse_markdown(path: str, text: str, rewritten: Mapping[int, str] | None = None) -> Document | None:
    """The unit of a file. `rewritten` replaces lines, by number."""
    text = text.removeprefix("\ufeff").replace("\r\n", "\n")
    if not _is_promising(text):
        return None
    from compiler.languages.requirements.syntax.blocks import grammar  # the parser, which most markdown does without
    from compiler.languages.requirements.syntax.lexer import Lines

    text = text if text.endswith("\n") else text + "\n"
    near = tuple(_near_headers(text))
    lines = Lines(_replaced(text, rewritten) if rewritten else text)
    parts: Parts = grammar().parse(lines)  # type: ignore[assignment]
    return Document(path, *parts, near)


def refused(line: str) -> str:
    """The line of a header as one that is only a heading."""
    signs = len(line) - len(line.lstrip("#"))
    return f"{line[:signs]} {_REFUSED}{line[signs:].lstrip()}"


def accepted(line: str) -> str:
    """The line of a near header as a header."""
    identity, title = line.lstrip("#").strip().split(":", 1)
    return f"## {identity}: {title.strip()}"


def _is_promising(text: str) -> bool:
    has_header = False
    for found in islice(_HEADER.finditer(text), 20):
        if any(map(str.isdigit, found[1])):
            return True
        has_header = True
    return bool(has_header and _MARK.search(text)) or ("\n: " in text and bool(_DEFINITION.search(text)))


def _near_headers(text: str) -> Iterator[NearHeader]:
    inside: list[int] | None = None
    line, counted = 1, 0
    # A search for a line break is much faster than one for the beginning of a line.
    for found in _NEAR_HEADER.finditer(f"\n{text}"):
        start = found.start()
        if inside is None:
            inside = [one.start() for one in _FENCE.finditer(text)]
        if bisect_left(inside, start) % 2 == 0:
            line += text.count("\n", counted, start)
            counted = start
            identity = next(filter(None, found.groups()))
            yield NearHeader(identity, line, text[start : text.index("\n", start)].rstrip())


def _replaced(text: str, rewritten: Mapping[int, str]) -> str:
    lines = text.split("\n")
    for number, line in rewritten.items():
        lines[number - 1] = line
    return "\n".join(lines)
