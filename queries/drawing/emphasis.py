"""Bold and italic words in the labels of images.

A word that is bold or italic begins with a mark, a character that no text has and that has no width. A mark counts up
to the next one or the next blank, so that a label is wrapped as any other. Drawings with characters have no marks.
"""

import re
from collections.abc import Iterator
from typing import NamedTuple

from queries.drawing.labels import plain_text

PLAIN, BOLD, ITALIC, BOTH = MARKS = "\ufdd0\ufdd1\ufdd2\ufdd3"  # noncharacters of Unicode, which are for inner use
MAX_MARKDOWN = 4_000  # characters of a label in which marks of markdown are looked for
_MARK = re.compile(f"[{MARKS}]")
# While a label is read: where bold and italic text begins and ends.
_BEGIN = {"bold": "\ufdd4", "italic": "\ufdd5"}
_END = {"bold": "\ufdd6", "italic": "\ufdd7"}
_INNER = re.compile("[\ufdd0-\ufdd7]")
_TAGS = re.compile(r"<(/?)(?:(b|strong|h[1-6]|th)|i|em)(?:\s[^<>]*)?>", re.IGNORECASE)
_STRONG = re.compile(r"(\*\*|__)(?=\S)(.+?)(?<=\S)\1", re.DOTALL)
_SLANTED = re.compile(r"(?<![\w*])([*_])(?=\S)(.+?)(?<=\S)\1(?![\w*])", re.DOTALL)
_PIECES = re.compile(f"([{MARKS}\ufdd4-\ufdd7 \n])")


class Run(NamedTuple):
    """A part of a line in one style."""

    text: str
    bold: bool
    italic: bool


def emphasised(label: str, *, markdown: bool = False) -> str:
    """Return a label as `plain_text` does, with marks where it is bold or italic."""
    text = _TAGS.sub(_begun_or_ended, _INNER.sub("", label))
    if markdown and len(text) <= MAX_MARKDOWN:
        text = _STRONG.sub(rf"{_BEGIN['bold']}\2{_END['bold']}", text)
        text = _SLANTED.sub(rf"{_BEGIN['italic']}\2{_END['italic']}", text)
    return "".join(_with_marks(plain_text(text, markdown=markdown)))


def without_marks(text: str) -> str:
    """Return a text without the marks of its bold and italic words."""
    return text if text.isascii() else _MARK.sub("", text)


def runs(line: str) -> list[Run]:
    """Return the parts of a line by their styles."""
    found = [Run("", False, False)]
    style = (False, False)
    for piece in _PIECES.split(line):
        if not piece:
            continue
        if piece == " ":  # belongs to the word before it, and ends its style
            found[-1] = found[-1]._replace(text=found[-1].text + piece)
            style = (False, False)
        elif piece in MARKS:
            style = (piece in (BOLD, BOTH), piece in (ITALIC, BOTH))
        elif style == found[-1][1:]:
            found[-1] = found[-1]._replace(text=found[-1].text + piece)
        else:
            found.append(Run(piece, *style))
    return [run for run in found if run.text]


def _begun_or_ended(tag: re.Match[str]) -> str:
    return (_END if tag[1] else _BEGIN)["bold" if tag[2] else "italic"]


def _with_marks(text: str) -> Iterator[str]:
    bold = italic = 0
    shown = PLAIN
    for piece in _PIECES.split(text):
        if piece in (" ", "\n"):
            shown = PLAIN
        elif piece == _BEGIN["bold"]:
            bold += 1
            continue
        elif piece == _END["bold"]:
            bold = max(0, bold - 1)
            continue
        elif piece == _BEGIN["italic"]:
            italic += 1
            continue
        elif piece == _END["italic"]:
            italic = max(0, italic - 1)
            continue
        elif piece:
            style = MARKS[bool(bold) + 2 * bool(italic)]
            if style != shown:
                yield style
                shown = style
        yield piece
