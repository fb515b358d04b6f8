"""Finds the doubts of a file: what its path and its text look like."""

import re
from bisect import bisect_right
from collections.abc import Iterator

from compiler.unread.catchers import CATCHERS, Catcher
from compiler.unread.doubts import Doubt, quoted

MAX_DOUBTS = 2_000  # of one catcher in one file
MAX_LINE = 2_000  # characters: a longer line is data, and no person reads it
MAX_SIZE = 1_000_000  # characters of a file
_FENCE = re.compile(r"^[ \t>]*(?:[-*+][ \t]+)?(`{3,}|~{3,})", re.MULTILINE)
_LONG_LINE = re.compile(r"[^\n]{2001,}")
_HEAD = re.compile(r"^(?:#\s+(\S[^\n]*)|title:\s*(\S[^\n]*))$", re.MULTILINE)
_NAME = re.compile(r"[^/`]+\.\w+")
_WORD = re.compile(r"[A-Za-z]+")


def doubts_of(path: str, text: str) -> list[Doubt]:
    """Return the doubts of a file, in the order of the catchers and of its lines."""
    if len(text) > MAX_SIZE:
        return []
    text = _LONG_LINE.sub("", text)
    if "\r" in text:
        text = text.replace("\r\n", "\n")
    starts = [0]
    starts += [found.end() for found in re.finditer("\n", text)]
    fences = _fences(text)
    taking = [catcher for catcher in CATCHERS if catcher.takes(path)]
    return [doubt for catcher in taking for doubt in _caught(catcher, path, text, starts, fences)]


def _caught(catcher: Catcher, path: str, text: str, starts: list[int], fences: list[int]) -> Iterator[Doubt]:
    if catcher.pattern is None:
        head = _HEAD.search(text)
        shown = (head[1] or head[2]) if head else path.rpartition("/")[2]
        yield Doubt(catcher.name, 1, max(len(starts) - 1, 1), quoted(shown))
        return
    count = 0
    for found in catcher.pattern.finditer(text):
        if not catcher.in_fences and bisect_right(fences, found.start()) % 2:
            continue
        line = bisect_right(starts, found.start())
        yield Doubt(catcher.name, line, line, quoted(found[0]), _scheme(catcher, found), _page(catcher, found))
        count += 1
        if count == MAX_DOUBTS:
            return


def _fences(text: str) -> list[int]:
    """Return the offsets at which fenced code begins and ends, in turn."""
    edges: list[int] = []
    mark = ""
    for found in _FENCE.finditer(text):
        if not mark:
            mark = found[1]
            edges.append(found.start())
        elif found[1].startswith(mark):
            mark = ""
            edges.append(found.end())
    return edges


def _scheme(catcher: Catcher, found: re.Match[str]) -> str:
    return scheme_of(found["id"]) if catcher.needs_scheme else ""


def _page(catcher: Catcher, found: re.Match[str]) -> str:
    return _NAME.findall(found[0])[-1].casefold() if catcher.needs_page else ""


def scheme_of(written: str) -> str:
    """Return the first word of an id, in capitals: `REQ` of `REQ-F1`, `D` of `D13`."""
    word = _WORD.match(written)
    return word[0].upper() if word else ""
