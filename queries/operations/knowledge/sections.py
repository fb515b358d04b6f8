"""The headings and sections of a markdown file, by lines. What stands in a fenced block of code is none."""

import re
from collections.abc import Callable, Iterable, Iterator
from typing import NamedTuple

from queries.operations.draft import Draft
from queries.operations.knowledge.front_matter import first_line_behind

_HEADING = re.compile(r" {0,3}(#{1,6})[ \t]+(.*?)(?:[ \t]+#+)?[ \t]*")
_FIELD = (
    r"(?P<before>[ \t]*(?:[-*+][ \t]+)?[*_`]{0,3}(?:{names})[*_`]{0,3}[ \t]*:[*_`]{0,3}[ \t]*)"
    r"(?P<value>.*?)(?P<after>[ \t]*(?:\|.*)?)"
)
_CODE = re.compile(r"((?<!`)`++[^`]*+`++)")
_FENCE = re.compile(r"[ \t]*(`{3,}|~{3,})")


class Section(NamedTuple):
    """A heading, and the lines from it to the next one of its level or above: `line` to `last`."""

    level: int
    title: str
    line: int
    last: int


def sections_of(draft: Draft, path: str) -> list[Section]:
    """Return the sections of a file, in order."""
    lines = draft.lines(path)
    found = [
        (number, len(heading[1]), heading[2])
        for number in lines_of_text(draft, path, first_line_behind(draft, path))
        if (heading := _HEADING.fullmatch(draft.line(path, number)))
    ]
    return [
        Section(
            level, title, line, next((at - 1 for at, other, _ in found if at > line and other <= level), len(lines))
        )
        for line, level, title in found
    ]


def section_of(draft: Draft, path: str, *titles: str) -> Section | None:
    """Return the first section of one of these titles, in small letters; None if there is none."""
    sections = sections_of(draft, path)
    return next(
        (section for title in titles for section in sections if section.title.strip("*_ :").lower() == title), None
    )


def last_text_line(draft: Draft, path: str, section: Section) -> int:
    """Return the last line of a section that is not blank; its heading if it is empty."""
    for number in range(section.last, section.line, -1):
        if draft.lines(path)[number - 1].strip():
            return number
    return section.line


def add_paragraph(draft: Draft, path: str, section: Section, words: str) -> None:
    """Add a paragraph behind the text of a section."""
    draft.insert(path, last_text_line(draft, path, section) + 1, ["", words])


def field_of(line: str, *names: str) -> re.Match[str] | None:
    """Return the match of a line that states a field, such as `- **Status**: Done | Level: 2`: with what stands
    `before` its value, the `value`, and what stands `after` it. None if the line has none of these names."""
    return re.fullmatch(_FIELD.replace("{names}", "|".join(names)), line, re.IGNORECASE)


def set_field(draft: Draft, path: str, lines: Iterable[int], names: Iterable[str], new: Callable[[str], str]) -> bool:
    """Write another value of the first field of these names in some lines. Return whether there is one."""
    for number in lines:
        if found := field_of(draft.line(path, number), *names):
            draft.set_line(path, number, f"{found['before']}{new(found['value'])}{found['after']}")
            return True
    return False


def lines_of_text(draft: Draft, path: str, first: int = 1) -> Iterator[int]:
    """Give the lines of a file that are no fenced code, from a line on."""
    fence = ""
    for number, line in enumerate(draft.lines(path)[first - 1 :], first):
        mark = _FENCE.match(line)
        if mark and (not fence or line.strip().startswith(fence)):
            fence = "" if fence else mark[1]
        elif not fence:
            yield number


def body_line(draft: Draft, path: str) -> int:
    """Return the first line behind the title of a file, else behind its front matter, else the first one."""
    title = next((section.line for section in sections_of(draft, path) if section.level == 1), 0)
    return title + 1 if title else first_line_behind(draft, path)


def outside_code(pattern: re.Pattern[str], new: Callable[[re.Match[str]], str], line: str) -> str:
    """Return a line with replacements in what is no code."""
    parts = _CODE.split(line)
    return "".join(part if at % 2 else pattern.sub(new, part) for at, part in enumerate(parts))
