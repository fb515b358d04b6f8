"""Reads what tasks, designs, code and tests cite: `_Requirements: 1.1, 2.3_`, `Validates: Requirements 1.2` and
`Feature: login, Property 3`."""

import re
from collections.abc import Iterator, Sequence

from compiler.languages.requirements.formats.kiro.words import WORD, is_list, numbers_in
from compiler.languages.requirements.formats.outline import place_in
from compiler.languages.requirements.formats.records import Cited, Place, Tag
from compiler.languages.requirements.formats.task_lists import tasks_of

_LISTED = re.compile(rf"(?<!\w)_\*{{0,2}}{WORD}\*{{0,2}}[:：]\*{{0,2}}([^_\n]{{1,500}})_", re.IGNORECASE)
_VALIDATES = re.compile(
    rf"\bValidates:?\*{{0,2}}[ \t]+(?:for[ \t]+)?{WORD}:?[ \t]+([\d., \t&and–—-]{{1,300}})", re.IGNORECASE
)
# A line of a comment that begins with the number, in code that names a feature: ` * Requirement 8.1: the lid closes`.
_STATED = re.compile(
    r"^[ \t]{0,40}(?:\*|//+|#+|--)[ \t]*\**Requirements?:?[ \t]+(\d{1,3}\.\d{1,3}[\d., \t&and–—-]{0,300})"
)
_FEATURE = re.compile(r"\bFeature:[ \t]*([\w.-]{1,100})(?:,[ \t]*Property[ \t]+(\d{1,4})\b)?")
_PROPERTY = re.compile(r"\bProperty[ \t]+(\d{1,4}):[ \t]*([^*\n]{3,200})")
# A line that is a label and its list: `- **Requirements**: Requirement 3.1, 3.2 (Login)`, `**Validates**: TR-2`.
_LABELLED = re.compile(
    rf"[ \t]*+(?:[-*+#]|//+)?+[ \t]*+\*{{0,2}}+(?:{WORD}|Validates)\*{{0,2}}[:：]\*{{0,2}}[ \t]*([^\n]{{1,500}})",
    re.IGNORECASE,
)
PROPERTY = "P"
CARRIED = "~"  # before the name of a feature that stands further above, where another test may have named it
SEPARATOR = "\n"  # between the feature, the number and a property in a citation by code
MAX_LINES = 8  # between the name of a property and what it validates


def tasks_citations(path: str, text: str) -> Iterator[Tag]:
    """Give the citations of each task of a feature."""
    for task in tasks_of(path, text):
        for number, line in task.lines:
            for written, place in _cited(line, number, (_LISTED, _VALIDATES)):
                yield Tag("task", "", Cited("implements", written, place), task.id)


def _cited(line: str, number: int, forms: Sequence[re.Pattern[str]]) -> Iterator[tuple[str, Place]]:
    """The numbers that a line cites in some forms, with their places."""
    if ":" not in line and "：" not in line and "alidates" not in line:
        return
    for found in _lists_in(line, forms):
        for numbered in numbers_in(found[1], found.start(1)):
            yield str(numbered), place_in(line, number, numbered.start, numbered.end)


def _lists_in(line: str, forms: Sequence[re.Pattern[str]]) -> list[re.Match[str]]:
    """The lists of a line: the one of its label, else those of some forms."""
    labelled = _LABELLED.match(line)
    if labelled and is_list(labelled[1]):
        return [labelled]
    return [found for pattern in forms for found in pattern.finditer(line)]


def validated(lines: Sequence[tuple[int, str]]) -> Iterator[tuple[str, Place]]:
    """Give what some lines of a design validate."""
    for number, line in lines:
        yield from _cited(line, number, (_VALIDATES,))


def code_citations(text: str) -> Iterator[Tag]:
    """Give the citations of code. Each is of the feature that was named last before it, or first in the file; one that
    is not named right above has a mark (`CARRIED`). Where none is named, the property right above tells:
    `3<newline>P1 Round trip` of "Property 1: Round trip"."""
    if not ("alidates" in text or "Feature:" in text):
        return
    lines = text.removeprefix("\ufeff").replace("\r\n", "\n").split("\n")
    first = next((found[1] for line in lines if (found := _FEATURE.search(line))), "")
    feature, named_at = first, 0
    above = (0, "")  # the line and name of the property named last
    for number, line in enumerate(lines, 1):
        for titled in _PROPERTY.finditer(line):
            above = number, f"{SEPARATOR}{PROPERTY}{titled[1]} {titled[2].strip()}"
        for named in _FEATURE.finditer(line):
            feature, named_at = named[1], number
            if named[2]:
                place = place_in(line, number, named.start(2), named.end(2))
                yield Tag("cites", "", Cited("implements", f"{feature}{SEPARATOR}{PROPERTY}{named[2]}", place))
        stated = _STATED.match(line) if feature else None
        for found in (*_lists_in(line, (_VALIDATES,)), *([stated] if stated else ())):
            for numbered in numbers_in(found[1], found.start(1)):
                place = place_in(line, number, numbered.start, numbered.end)
                of_property = above[1] if not feature and number - above[0] <= MAX_LINES else ""
                mark = CARRIED if feature and not 0 < number - named_at <= MAX_LINES else ""
                yield Tag("cites", "", Cited("implements", f"{mark}{feature}{SEPARATOR}{numbered}{of_property}", place))
