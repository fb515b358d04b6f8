"""Convert columns of spans, which count UTF-8 bytes.

SARIF and GitHub count UTF-16 code units, editors count characters, and carets in a terminal count cells.
"""

import re
import unicodedata

from queries.tools.render import visible

TAB = "    "
_ZERO_WIDTH = frozenset(("Mn", "Me", "Cf"))
_WIDE = frozenset(("W", "F"))
_NOT_PRINTABLE_ASCII = re.compile(r"[^ -~]")


def before(line: str, column: int) -> str:
    """Return the part of a line before a column (in bytes, from 1)."""
    return line.encode()[: max(column - 1, 0)].decode(errors="ignore")


def utf16_column(line: str, column: int) -> int:
    """Return a column in UTF-16 code units, from 1."""
    return len(before(line, column).encode("utf-16-le")) // 2 + 1


def character_column(line: str, column: int) -> int:
    """Return a column in characters, from 1."""
    return len(before(line, column)) + 1


def shown(text: str) -> str:
    """Return one line for a terminal: tabs as spaces, and invisible and control characters escaped."""
    escaped: str = visible(text.replace("\t", TAB))
    return escaped.replace("\n", " ")


def width(text: str) -> int:
    """Return the number of terminal cells of a text that `shown` returned."""
    if not _NOT_PRINTABLE_ASCII.search(text):
        return len(text)
    return sum(map(_cells, text))


def _cells(character: str) -> int:
    if unicodedata.category(character) in _ZERO_WIDTH:
        return 0
    return 2 if unicodedata.east_asian_width(character) in _WIDE else 1


def cut(text: str, max_cells: int) -> str:
    """Return the longest start of a text that takes at most `max_cells` cells."""
    cells = 0
    for at, character in enumerate(text):
        cells += _cells(character)
        if cells > max_cells:
            return text[:at]
    return text
