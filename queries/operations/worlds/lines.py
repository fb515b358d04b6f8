"""The lines of a world file: indentation, blocks, and where the frontmatter ends. What stands in them the facts say."""

import re
from collections.abc import Iterable, Sequence

STEP = "  "  # a level of indentation
_HEADING = re.compile(r"[ \t]*#{1,3} ")
_LOCATION = re.compile(r"[ \t]*# ")


def indent_of(line: str) -> int:
    """Return the number of leading spaces. A tab counts for two, as the compiler reads it."""
    margin = line[: len(line) - len(line.lstrip(" \t"))]
    return len(margin.replace("\t", STEP))


def margin_of(line: str) -> str:
    """Return the leading blanks of a line as they are written."""
    return line[: len(line) - len(line.lstrip(" \t"))]


def block_end(lines: Sequence[str], number: int) -> int:
    """Return the last line of what is indented below a line of the content; the line itself if nothing is."""
    least = (indent_of(lines[number - 1]) | 1) + 1
    last = number
    for at in range(number + 1, len(lines) + 1):
        line = lines[at - 1]
        if line.strip():
            if indent_of(line) < least:
                break
            last = at
    return last


def frontmatter_end(lines: Sequence[str]) -> int:
    """Return the line that closes the frontmatter; 0 without any."""
    if not lines or lines[0].removeprefix("\ufeff").rstrip() != "---":
        return 0
    return next((at for at, line in enumerate(lines[1:], 2) if line.rstrip() == "---"), 0)


def location_end(lines: Sequence[str], number: int) -> int:
    """Return the last line of a location that is not blank. Headings of sequences and phases do not end it."""
    return _end_before(lines, number, _LOCATION)


def region_end(lines: Sequence[str], number: int) -> int:
    """Return the last line before the next heading, or of the file, that is not blank."""
    return _end_before(lines, number, _HEADING)


def _end_before(lines: Sequence[str], number: int, pattern: "re.Pattern[str]") -> int:
    last = number
    for at in range(number + 1, len(lines) + 1):
        if pattern.match(lines[at - 1]):
            break
        if lines[at - 1].strip():
            last = at
    return last


def part_end(lines: Sequence[str], number: int, last: int, rules: Iterable[int]) -> int:
    """Return the last line of a part of the content without the rules behind it, which belong to the whole world."""
    end = min((one - 1 for one in rules if number < one <= last), default=last)
    while end > number and not lines[end - 1].strip():
        end -= 1
    return end


def is_blank(lines: Sequence[str], number: int) -> bool:
    """Whether a line is blank, or beyond either end of the file."""
    return not 1 <= number <= len(lines) or not lines[number - 1].strip()


def with_blanks(lines: Sequence[str], number: int, new: Sequence[str]) -> list[str]:
    """Return lines that are put in before a line, with a blank one to each side that has none."""
    before = [] if is_blank(lines, number - 1) else [""]
    after = [] if is_blank(lines, number) else [""]
    return [*before, *new, *after]


def without_spare_blank(lines: Sequence[str], first: int, last: int) -> tuple[int, int]:
    """Return which lines to delete so that no two blank ones meet: `first` to `last`, and perhaps a blank one."""
    if is_blank(lines, first - 1) and last < len(lines) and is_blank(lines, last + 1):
        return first, last + 1
    if last == len(lines) and first > 1 and is_blank(lines, first - 1):
        return first - 1, last
    return first, last
