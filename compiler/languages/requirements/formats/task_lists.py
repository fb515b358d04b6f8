"""The tasks of a list in markdown, with the ids that the language `knowledge` gives them, for what they cite."""

import re
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from compiler.languages.requirements.formats.outline import lines_of, outside_fences
from compiler.text.html_comments import with_blank_html_comments

# The same boxes as `knowledge` reads: with or without blanks around the brackets, no link and no source.
_BOX = re.compile(r"([ \t]*)(?:[-*+–—]|\d{1,9}[.)])[ \t]*\[([^\]\n\d])\](?:\\?\*)?(?![(\[:])[ \t]*(.*)")
_NUMBER = re.compile(
    r"(?:\*\*|~~)?(T\d{1,6}(?:\.\d{1,3}){0,3}[A-Za-z]?(?:-(?!T\d)[A-Z][A-Z0-9]{0,11})?)(?=[\s:.*\]~–—]|$)"
    r"|(\d+(?:\.\d+)+)\.?\*?(?=\s|$)|(\d+)\.\*?(?=\s|$)|([A-Z][A-Z0-9]{0,20}-\d+)(?=:)"
)
_HEADING = re.compile(r"#{2,6}[ \t]+(?:\[.\][ \t]*)?(?:\*\*)?(T\d{1,6}[A-Za-z]?)\b")
_ANY_HEADING = re.compile(r"#{1,6}[ \t]")
_DONE = "xX"


class ListedTask(NamedTuple):
    """A task of a list: its id, unique in the source in most cases, whether it is done, and its lines with their
    numbers."""

    id: str
    is_done: bool
    lines: tuple[tuple[int, str], ...]


def tasks_of(path: str, text: str) -> list[ListedTask]:
    """Return the tasks of a list in a folder of its own: `login/1.2`, `001-login/T012`."""
    folder = path.rpartition("/")[0].rpartition("/")[2]
    return list(_with_ids(folder, _blocks(lines_of(with_blank_html_comments(text)))))


def _blocks(lines: Sequence[str]) -> Iterator[tuple[str, bool, list[tuple[int, str]]]]:
    """Each task as written: its number, "" for none, whether it is done, and its lines."""
    number, is_done = "", False
    block: list[tuple[int, str]] = []
    is_heading = False
    for at, line in outside_fences(lines):
        box, heading = _BOX.match(line), _HEADING.match(line)
        ends = box or _ANY_HEADING.match(line) or (block and not is_heading and line[:1].strip())
        if ends and block:
            yield number, is_done, block
            block = []
        if box:
            found = _NUMBER.match(box[3])
            number, is_done, is_heading = found[found.lastindex or 0] if found else "", box[2] in _DONE, False
            block = [(at, line)]
        elif heading:
            number, is_done, is_heading = heading[1], False, True
            block = [(at, line)]
        elif block:
            block.append((at, line))
    if block:
        yield number, is_done, block


def _with_ids(folder: str, blocks: Iterator[tuple[str, bool, list[tuple[int, str]]]]) -> Iterator[ListedTask]:
    """The tasks with ids: one without a number has its position, a repeated number a number of its own."""
    taken: dict[str, int] = {}
    for position, (number, is_done, lines) in enumerate(blocks, 1):
        native = f"{folder}/{number}" if number else f"{folder}#{position}"
        taken[native] = taken.get(native, 0) + 1
        again = f"#{taken[native]}" if taken[native] > 1 else ""
        yield ListedTask(native + again, is_done, tuple(lines))
