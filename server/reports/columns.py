"""Columns: from the UTF-8 bytes that spans count in to what readers of a report count in.

SARIF and GitHub count UTF-16 code units, editors characters, and a caret under a line cells of the terminal.
"""

import re
import unicodedata

from queries.render import visible

TAB = "    "
_ZERO_WIDTH = frozenset(("Mn", "Me", "Cf"))
_WIDE = frozenset(("W", "F"))
_NOT_PRINTABLE_ASCII = re.compile(r"[^ -~]")


def before(line: str, column: int) -> str:
    """The part of a line that stands before a column counted in bytes from 1."""
    return line.encode()[: max(column - 1, 0)].decode(errors="ignore")


def utf16_column(line: str, column: int) -> int:
    """A column counted in UTF-16 code units from 1."""
    return len(before(line, column).encode("utf-16-le")) // 2 + 1


def character_column(line: str, column: int) -> int:
    """A column counted in characters from 1."""
    return len(before(line, column)) + 1


def shown(text: str) -> str:
    """One line of a source as a terminal may have it: tabs as blanks, and what would hide or colour text escaped."""
    escaped: str = visible(text.replace("\t", TAB))
    return escaped.replace("\n", " ")


def width(text: str) -> int:
    """How many cells of a terminal a text takes, once `shown`."""
    if not _NOT_PRINTABLE_ASCII.search(text):
        return len(text)
    return sum(map(_cells, text))


def _cells(character: str) -> int:
    if unicodedata.category(character) in _ZERO_WIDTH:
        return 0
    return 2 if unicodedata.east_asian_width(character) in _WIDE else 1


def cut(text: str, most: int) -> str:
    """The longest start of a text that takes at most so many cells."""
    taken = 0
    for at, character in enumerate(text):
        taken += _cells(character)
        if taken > most:
            return text[:at]
    return text
