"""A page as the net sees it: its path, its lines, and which of them are code."""

import re
from typing import NamedTuple

MAX_LINES = 20_000  # a longer page is looked at up to here
MAX_LINE = 1000  # characters of a line

_FENCE = re.compile(r"[ \t>]*(?:[-*+][ \t]+)?(```|~~~)")


class Page(NamedTuple):
    """The path of a page, and its lines; a line of code, of front matter or of a comment is "" in `prose`."""

    path: str
    lines: tuple[str, ...]
    prose: tuple[str, ...]

    @property
    def name(self) -> str:
        """The name of the file."""
        return self.path.rpartition("/")[2]

    @property
    def folders(self) -> tuple[str, ...]:
        """The names of the folders around it, in small letters."""
        return tuple(self.path.lower().split("/")[:-1])


def page_of(path: str, text: str) -> Page:
    """The page of a text."""
    lines = tuple(line[:MAX_LINE].rstrip("\r") for line in text.split("\n", MAX_LINES)[:MAX_LINES])
    return Page(path, lines, tuple(_without_code(lines)))


def _without_code(lines: tuple[str, ...]) -> list[str]:
    prose: list[str] = []
    fence = ""
    is_comment = False
    for line in lines:
        found = _FENCE.match(line)
        if fence:
            prose.append("")
            fence = "" if found and found[1] == fence else fence
        elif is_comment or "<!--" in line:
            prose.append("")
            is_comment = "-->" not in line
        elif found:
            prose.append("")
            fence = found[1]
        else:
            prose.append(line)
    return prose
