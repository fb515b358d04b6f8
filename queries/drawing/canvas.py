"""A grid of cells to draw on. Lines of one wire join where they meet; lines of different wires cross.

At a crossing the vertical line is drawn and the horizontal line has a gap (`──│──`), so a junction (`┼`, `├`) always
means that lines are joined.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from itertools import pairwise
from typing import Literal

from queries.drawing.glyphs import (
    ASCII,
    DOWN,
    LEFT,
    LIGHT,
    RIGHT,
    UP,
    Arms,
    ascii_line_glyph,
    line_glyph,
)
from queries.drawing.labels import cell_width, clusters

Charset = Literal["unicode", "ascii"]
Point = tuple[int, int]  # x, y


BORDER = 0  # the wire of borders, which lines join where they pass through
Line = tuple[Arms, int]  # the arms of the lines in one cell, and their wire


@dataclass(frozen=True, slots=True)
class Mark:
    """A character of the drawing itself, not of a label: it is translated when the charset is ASCII."""

    char: str


Cell = Line | Mark | str


class Canvas:
    """Rows of cells. The canvas grows with what is drawn. `crossings` counts the cells where lines cross."""

    def __init__(self) -> None:
        self._rows: dict[int, dict[int, Cell]] = {}
        self.crossings = 0

    def text(self, x: int, y: int, text: str) -> None:
        """Write a text over whatever is there. A wide character takes two cells."""
        row = self._rows.setdefault(y, {})
        for cluster, width in clusters(text):
            row[x] = cluster
            if width == 2:
                row[x + 1] = ""
            x += width

    def mark(self, x: int, y: int, marks: str) -> None:
        """Draw characters of the drawing itself, side by side."""
        row = self._rows.setdefault(y, {})
        for at, char in enumerate(marks, x):
            row[at] = Mark(char)

    def blank(self, x: int, y: int, width: int, height: int) -> None:
        """Clear a rectangle."""
        for at in range(y, y + height):
            row = self._rows.setdefault(at, {})
            for column in range(x, x + width):
                row.pop(column, None)

    def freeze(self, x: int, y: int, width: int, height: int) -> None:
        """Fix the cells of a rectangle: lines drawn later pass behind it."""
        for row in (self._rows.setdefault(at, {}) for at in range(y, y + height)):
            for column in range(x, x + width):
                cell = row.get(column, " ")
                row[column] = Mark(line_glyph(cell[0])) if isinstance(cell, tuple) else cell

    def path(self, points: Sequence[Point], weight: int = LIGHT, wire: int = 0) -> None:
        """Draw a line through points. Neighbouring points share their column or their row."""
        for (x1, y1), (x2, y2) in pairwise(points):
            if y1 == y2:
                self._horizontal(min(x1, x2), max(x1, x2), y1, weight, wire)
            else:
                self._vertical(x1, min(y1, y2), max(y1, y2), weight, wire)

    def arm(self, x: int, y: int, direction: int, weight: int = LIGHT, wire: int = 0) -> None:
        """Draw a line from the middle of a cell to one side. On a border this makes a tee."""
        arms = [0, 0, 0, 0]
        arms[direction] = weight
        self._add(x, y, (arms[0], arms[1], arms[2], arms[3]), wire)

    def add(self, other: "Canvas") -> None:
        """Add the lines of another canvas."""
        for y, row in other._rows.items():
            for x, cell in row.items():
                if isinstance(cell, tuple):
                    self._add(x, y, *cell)

    def solid(self, x: int, y1: int, y2: int) -> None:
        """Fill the vertical lines of a column from row `y1` to `y2`, except where other lines join them."""
        for y in range(y1, y2 + 1):
            cell = self._rows.get(y, {}).get(x)
            if isinstance(cell, tuple) and not (cell[0][LEFT] or cell[0][RIGHT]):
                self.mark(x, y, "█")

    def _horizontal(self, x1: int, x2: int, y: int, weight: int, wire: int) -> None:
        for x in range(x1, x2 + 1):
            self._add(x, y, (0, weight if x < x2 else 0, 0, weight if x > x1 else 0), wire)

    def _vertical(self, x: int, y1: int, y2: int, weight: int, wire: int) -> None:
        for y in range(y1, y2 + 1):
            self._add(x, y, (weight if y > y1 else 0, 0, weight if y < y2 else 0, 0), wire)

    def _add(self, x: int, y: int, arms: Arms, wire: int) -> None:
        row = self._rows.setdefault(y, {})
        there = row.get(x)
        if there is None:
            row[x] = (arms, wire)
        elif type(there) is tuple:
            before, other = there
            if other != wire and BORDER not in (other, wire) and _crossing(before, arms):
                self.crossings += 1
                row[x] = (arms, wire) if arms[UP] else there
            else:
                row[x] = (_joined(before, arms), wire)

    def lines(self, charset: Charset = "unicode") -> list[str]:
        """Return the rows as text without trailing blanks."""
        if not self._rows:
            return []
        return [_shown(self._rows.get(y, {}), charset) for y in range(min(0, *self._rows), max(self._rows) + 1)]


@cache
def _joined(one: Arms, other: Arms) -> Arms:
    up, right, down, left = (max(pair) for pair in zip(one, other, strict=True))
    return up, right, down, left


@cache
def _crossing(one: Arms, other: Arms) -> bool:
    """Whether the lines cross: one runs straight through vertically, the other horizontally."""
    through = ((UP, DOWN), (LEFT, RIGHT))
    for mine, theirs in (through, through[::-1]):
        if all(one[arm] for arm in mine) and all(other[arm] for arm in theirs):
            return not any(one[arm] for arm in theirs) and not any(other[arm] for arm in mine)
    return False


def _shown(row: dict[int, Cell], charset: Charset) -> str:
    glyph = line_glyph if charset == "unicode" else ascii_line_glyph
    shown: list[str] = []
    at = 0
    for x in sorted(row):
        cell = row[x]
        if cell == "" and x < at:
            continue  # the second half of a wide character
        shown.append(" " * (x - at))
        at = x + 1
        if isinstance(cell, tuple):
            shown.append(glyph(cell[0]))
        elif isinstance(cell, Mark):
            shown.append(cell.char if charset == "unicode" else cell.char.translate(ASCII))
        else:
            shown.append(cell)
            at = x + max(1, cell_width(cell))
    return "".join(shown).rstrip()
