"""The headings of a page, for formats whose program reads a page line by line."""

import re
from bisect import bisect_right
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from compiler.languages.requirements.formats.records import Place
from compiler.text.headings import heading_text

_HEADING = re.compile(r"(#{1,6})[ \t]+(.*)")
_FENCE = re.compile(r"[ \t]*(`{3,}(?=[^`]*$)|~{3,})")
_NOT_OF_NAME = re.compile(r"[^\w]+")


class Heading(NamedTuple):
    """A heading that begins in the first column, in line `line` from 1. `last` is the last line of its section, which
    ends before the next heading of its level or above."""

    level: int
    text: str
    line: int
    last: int


def lines_of(text: str) -> list[str]:
    """Return the lines of a page, without a byte order mark."""
    return text.removeprefix("\ufeff").replace("\r\n", "\n").split("\n")


def outside_fences(lines: Sequence[str]) -> Iterator[tuple[int, str]]:
    """Give each line that is in no fence, with its number from 1."""
    fence = ""
    for number, line in enumerate(lines, 1):
        found = _FENCE.match(line)
        if fence:
            if found and found[1].startswith(fence) and not line[found.end() :].strip():
                fence = ""
        elif found:
            fence = found[1]
        else:
            yield number, line


def headings_of(lines: Sequence[str]) -> list[Heading]:
    """Return the headings of a page, in order."""
    found = [(number, one) for number, line in outside_fences(lines) if (one := _HEADING.match(line))]
    last = len(lines) - 1 if lines and not lines[-1].strip() else len(lines)
    headings: list[Heading] = []
    ends: list[tuple[int, int]] = []  # (level, line) of the headings below, the nearest last
    for number, heading in reversed(found):
        level = len(heading[1])
        while ends and ends[-1][0] > level:
            ends.pop()
        end = ends[-1][1] - 1 if ends else last
        ends.append((level, number))
        headings.append(Heading(level, heading_text(heading[2]), number, max(end, number)))
    return headings[::-1]


def headings_within(headings: Sequence[Heading], first: int, last: int) -> Sequence[Heading]:
    """Return those of the headings of a page that stand behind line `first`, up to line `last`."""
    return headings[_after(headings, first) : _after(headings, last)]


def lines_within(numbered: Sequence[tuple[int, str]], first: int, last: int) -> Sequence[tuple[int, str]]:
    """Return those of some lines with their numbers, in order, that stand behind line `first`, up to line `last`."""
    after = bisect_right(numbered, first, key=lambda place: place[0])
    return numbered[after : bisect_right(numbered, last, after, key=lambda place: place[0])]


def _after(headings: Sequence[Heading], line: int) -> int:
    return bisect_right(headings, line, key=lambda heading: heading.line)


def place_of(lines: Sequence[str], number: int) -> Place:
    """Return the place of a whole line."""
    line = lines[number - 1]
    return Place(number, 1, len(line.encode()) + 1)


def place_in(line: str, number: int, start: int, end: int) -> Place:
    """Return the place of the characters `start` to `end` of a line."""
    return Place(number, len(line[:start].encode()) + 1, len(line[:end].encode()) + 1)


def section_text(lines: Sequence[str], first: int, last: int) -> str:
    """Return the lines `first` to `last` as a text without blank lines around it."""
    return "\n".join(line.rstrip() for line in lines[first - 1 : last]).strip("\n")


def last_written(lines: Sequence[str], first: int, last: int) -> int:
    """Return the last line from `first` to `last` that is not blank, `first` if there is none."""
    while last > first and not lines[last - 1].strip():
        last -= 1
    return last


def slug(name: str) -> str:
    """Return a name as part of an id: in lower case, with hyphens for all that is neither letter nor digit."""
    return _NOT_OF_NAME.sub("-", name.casefold()).strip("-_") or "unnamed"


class Slugs:
    """Gives each name of a page a part of an id that no other name of the page has."""

    def __init__(self) -> None:
        self._names: dict[str, str] = {}  # by slug

    def of(self, name: str) -> str:
        """Return the slug of a name; the same for the same name."""
        base = candidate = slug(name)
        number = 1
        while self._names.setdefault(candidate, name) != name:
            number += 1
            candidate = f"{base}-{number}"
        return candidate
