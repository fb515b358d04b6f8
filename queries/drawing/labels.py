"""Labels to draw: without markup, measured in cells, wrapped.

A cell is the width of a Latin letter. CJK characters and most emoji take two cells, combining marks none.
"""

import re
from collections.abc import Callable, Iterator
from functools import lru_cache
from typing import NamedTuple
from unicodedata import category, east_asian_width

from queries.tools.render import visible

LONGEST_WORD = 48  # cells; longer words (paths, URLs) are broken
LEAST_WORD = 24  # cells; `wrap_evenly` never breaks shorter words

_BREAK = re.compile(r"</?br\s*/?>|<hr\s*/?>|\\n|\r\n?", re.IGNORECASE)
_TAG = re.compile(
    r"</?(?:a|b|big|center|code|del|div|em|font|h[1-6]|hr|i|img|kbd|li|mark|ol|p|pre|s|small|span|strong|sub|sup|table|tbody|td"
    r"|th|tr|tt|u|ul)(?:\s[^<>]*)?/?>",
    re.IGNORECASE,
)
_ICON = re.compile(r"\bfa[a-z]?:fa-([\w-]+)\s*")
_MARKS = re.compile(r"(\*\*|__|\*|`)(?=\S)(.+?)(?<=\S)\1")
_INVISIBLE = re.compile("[\u200b\u200d\u2060\ufeff\xad]")  # joiners and break marks
_JOINABLE = re.compile(r"(?<=[/._\-:,;&?=)\]}])")


def plain_text(label: str, *, markdown: bool = False) -> str:
    """Return a label without tags, icons and, if it is markdown, emphasis marks. Line breaks become newlines.

    A label of icons alone is their names: `(car)` for `fa:fa-car`."""
    untagged = _TAG.sub("", _BREAK.sub("\n", label))
    text = _ICON.sub("", untagged)
    if not text.strip():
        text = _ICON.sub(_icon_name, untagged) or label
    if markdown:
        text = _MARKS.sub(r"\2", _MARKS.sub(r"\2", text))
    shown: str = visible(_INVISIBLE.sub("", text))
    return "\n".join(" ".join(line.split()) for line in shown.split("\n")).strip("\n")


def _icon_name(icon: re.Match[str]) -> str:
    return f"({icon[1].replace('-', ' ')}) "


def cell_width(text: str) -> int:
    """Return how many cells a line takes."""
    return len(text) if text.isascii() else sum(width for _, width in clusters(text))


def clusters(text: str) -> Iterator[tuple[str, int]]:
    """Yield the characters of a line, each with its combining marks and its width."""
    held, width = "", 0
    for char in text:
        own = _width(char)
        if own == 0 and held:
            held += char
            width = 2 if char == "\ufe0f" else width  # the selector of emoji presentation
        else:
            if held:
                yield held, width
            held, width = char, own or 1
    if held:
        yield held, width


@lru_cache(maxsize=4096)
def _width(char: str) -> int:
    if char.isascii():
        return 1
    if category(char) in ("Mn", "Me", "Cf") or "\U0001f3fb" <= char <= "\U0001f3ff":
        return 0
    # Emoji newer than the running Python's tables are unassigned there, and wide everywhere.
    newer = "\U0001f300" <= char <= "\U0001faff" and category(char) == "Cn"
    return 2 if newer or east_asian_width(char) in "WF" else 1


class Ruler(NamedTuple):
    """How texts are measured. `unit` is the size of a Latin letter."""

    measure: Callable[[str], int]
    unit: int


CELLS = Ruler(cell_width, 1)


def wrap_evenly(text: str, width: int, ruler: Ruler = CELLS) -> tuple[str, ...]:
    """Return the lines of a text, about equally long. They are at most `width` wide, or as wide as the longest word:
    only words of more than twice the width are broken."""
    return tuple(line for part in text.split("\n") for line in _balanced(part, width, ruler)) or ("",)


def wrap_tightly(text: str, width: int) -> list[str]:
    """Return the lines of a text, each as full as possible and none wider than `width` (at least 2)."""
    return [
        line
        for part in text.split("\n")
        for line in _filled([*_pieces(part, max(width, 2), CELLS)], max(width, 2), CELLS)
    ]


def _balanced(text: str, width: int, ruler: Ruler) -> list[str]:
    measure = ruler.measure
    pieces = [*_pieces(text, max(2 * width, LEAST_WORD * ruler.unit), ruler)]
    best = _filled(pieces, width, ruler)
    while len(best) > 1:
        narrower = _filled(pieces, max(map(measure, best)) - 1, ruler)
        if len(narrower) > len(best) or max(map(measure, narrower)) >= max(map(measure, best)):
            break
        best = narrower
    return best


def _pieces(text: str, longest: int, ruler: Ruler) -> Iterator[str]:
    """Yield the words with the blank before them, long words in pieces. Lines may break before any wide character."""
    for number, word in enumerate(text.split(" ")):
        blank = " " if number else ""
        room = min(longest, LONGEST_WORD * ruler.unit)
        parts = [word] if ruler.measure(word) <= room else _broken(word, room, ruler.measure)
        for part in _parted(parts):
            yield blank + part
            blank = ""


def _parted(parts: list[str]) -> Iterator[str]:
    for part in parts:
        if part.isascii() or cell_width(part) < 8:
            yield part
            continue
        run = ""
        for cluster, width in clusters(part):
            if width == 2 and run:
                yield run
                run = ""
            run += cluster
        yield run


def _broken(word: str, longest: int, measure: Callable[[str], int]) -> list[str]:
    """Break a long word into pieces, after its punctuation if possible."""
    found = [""]
    for part in _JOINABLE.split(word):
        for piece in [part] if measure(part) <= longest else [cluster for cluster, _ in clusters(part)]:
            if found[-1] and measure(found[-1]) + measure(piece) > longest:
                found.append("")
            found[-1] += piece
    return found


def _filled(pieces: list[str], width: int, ruler: Ruler) -> list[str]:
    lines: list[str] = []
    line, used = "", 0
    for piece in pieces:
        size = ruler.measure(piece)
        if line and used + size > width:
            lines.append(line)
            line = piece.lstrip(" ")
            used = ruler.measure(line)
        else:
            line, used = line + piece, used + size
    return [*lines, line]
