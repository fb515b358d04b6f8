"""Reads the headings, labels and links of a page of reStructuredText.

docutils would parse all of a page, and follow `include` and `raw` out of it. Sections need none of that: a heading is a
line with a line of one repeated sign below it, and perhaps the same above it. Which signs stand for which level shows
as they first occur. Links are those of `restructured_links`.
"""

import re
from bisect import bisect_right
from collections.abc import Iterator, Sequence
from typing import NamedTuple
from zlib import crc32

from compiler.languages.documents.records import Heading, Page, PageOutline
from compiler.languages.documents.syntax.anchors import AnchorNames
from compiler.languages.documents.syntax.directives import page_link
from compiler.languages.documents.syntax.restructured_links import read_links

_ADORNMENT = re.compile(r"([!-/:-@\[-`{-~])\1*[ \t]*")
_NOT_OF_ID = re.compile(r"[^a-z0-9]+")
_ROLE = re.compile(r":[\w:.-]{1,100}:(?=`)|[`*]+")
SHORTEST = 4  # signs of a line below a heading that is longer


class _Title(NamedTuple):
    """A title: its text, its style, and its first and last line, from 0."""

    text: str
    style: tuple[str, bool]
    first: int
    last: int


def read_restructured(path: str, text: str) -> Page:
    """Return the unit of a page."""
    text = text.replace("\r\n", "\n").replace("\r", "\n")
    lines = text.split("\n")
    names = AnchorNames()
    styles: list[tuple[str, bool]] = []
    headings: list[Heading] = []
    anchors: dict[str, str] = {}
    for title in _titles(lines):
        if title.style not in styles:
            styles.append(title.style)
        shown = " ".join(_ROLE.sub("", title.text).split())
        anchor = names.unique(_NOT_OF_ID.sub("-", shown.lower()).strip("-"))
        anchors[anchor] = anchor
        headings.append(Heading(styles.index(title.style) + 1, shown, anchor, title.first + 1, title.last + 2))
    name = headings[0].title if headings else path.rpartition("/")[2]
    last_line = max(text.count("\n") + (not text.endswith("\n") and text != ""), 1)
    found = read_links(lines)
    starts = [heading.line for heading in headings]
    for label, at in found.labels:
        anchors.setdefault(label, _labelled(lines, at, headings, starts))
    links = tuple(page_link(link, lines, 1) for link in found.links)
    outline = PageOutline(anchors, True, (name,), links, (), tuple(label for label, _ in found.labels))
    return Page(name, {}, 1, last_line, tuple(headings), outline, crc32(text.encode()))


def _titles(lines: Sequence[str]) -> Iterator[_Title]:
    at = 0
    while at < len(lines) - 1:
        found = _with_overline(lines, at) or _with_underline(lines, at)
        if found:
            yield found
            at = found.last
        at += 1


def _with_overline(lines: Sequence[str], at: int) -> _Title | None:
    if at + 2 >= len(lines) or not _is_adornment(lines[at]) or lines[at].rstrip() != lines[at + 2].rstrip():
        return None
    text = lines[at + 1].strip()
    is_title = text and not _is_adornment(text) and len(lines[at].rstrip()) >= len(text)
    return _Title(text, (lines[at][0], True), at, at + 2) if is_title else None


def _with_underline(lines: Sequence[str], at: int) -> _Title | None:
    text, below = lines[at].rstrip(), lines[at + 1].rstrip()
    if not text or text[0].isspace() or not _is_adornment(below) or _is_adornment(text):
        return None
    is_free = at == 0 or not lines[at - 1].strip() or lines[at - 1].startswith("..")
    is_long = len(below) >= min(len(text), SHORTEST)
    return _Title(text, (below[0], False), at, at + 1) if is_free and is_long else None


def _is_adornment(line: str) -> bool:
    return len(line.rstrip()) > 1 and _ADORNMENT.fullmatch(line) is not None


def _labelled(lines: Sequence[str], at: int, headings: Sequence[Heading], starts: Sequence[int]) -> str:
    """The anchor of the section that a label names: that of the heading right below it, or the one it stands in. The
    line of the label counts from 0."""
    below = at + 1
    while below < len(lines) and (not lines[below].strip() or lines[below].lstrip().startswith(".. _")):
        below += 1
    around = bisect_right(starts, below + 1) - 1
    return headings[around].anchor if around >= 0 else ""
