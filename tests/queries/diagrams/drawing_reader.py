"""Reads a drawing of a graph back, as a person does: from box to box along the lines.

Where lines join, every branch is followed; where they cross (`──│──`), the way goes straight on, and so it does through
labels. Heads are at one end of each line (`one`), at both, or at none. Boxes are rectangles, their labels names without
blanks.
"""

from collections.abc import Iterator, Sequence
from typing import NamedTuple

UP, RIGHT, DOWN, LEFT = (0, -1), (1, 0), (0, 1), (-1, 0)
Step = tuple[int, int]
_ARMS = {
    "│": (UP, DOWN), "┆": (UP, DOWN), "─": (LEFT, RIGHT), "┄": (LEFT, RIGHT), "┌": (RIGHT, DOWN), "┐": (LEFT, DOWN),
    "└": (UP, RIGHT), "┘": (UP, LEFT), "├": (UP, RIGHT, DOWN), "┤": (UP, LEFT, DOWN), "┬": (LEFT, RIGHT, DOWN),
    "┴": (LEFT, RIGHT, UP), "┼": (UP, RIGHT, DOWN, LEFT),
}  # fmt: skip
_HEADS = {"▲": UP, "▶": RIGHT, "▼": DOWN, "◀": LEFT}


class Frame(NamedTuple):
    """A box: its name and its corners."""

    name: str
    left: int
    top: int
    right: int
    bottom: int

    def has(self, x: int, y: int) -> bool:
        return self.left <= x <= self.right and self.top <= y <= self.bottom

    def border(self) -> Iterator[tuple[int, int, Step]]:
        """Yield the cells of the border, each with the direction that leads away from the box."""
        for x in range(self.left + 1, self.right):
            yield from ((x, self.top, UP), (x, self.bottom, DOWN))
        for y in range(self.top + 1, self.bottom):
            yield from ((self.left, y, LEFT), (self.right, y, RIGHT))


def edges_read(lines: Sequence[str], names: Sequence[str], heads: str = "one") -> set[tuple[str, str]]:
    """Return the edges that a reader finds, as pairs of names."""
    frames = [_frame(lines, name) for name in names]
    return {
        (start.name, end)
        for start in frames
        for begin, away in _beginnings(lines, start, heads)
        for end in _reached(lines, frames, begin, away, heads)
    }


def _beginnings(lines: Sequence[str], frame: Frame, heads: str) -> Iterator[tuple[Step, Step]]:
    """Yield where lines leave a box: at a tee of its border, or at the head beside it."""
    for x, y, (dx, dy) in frame.border():
        if heads == "both" and _HEADS.get(_at(lines, x + dx, y + dy)) == (-dx, -dy):
            yield (x + dx, y + dy), (dx, dy)
        elif heads != "both" and (dx, dy) in _ARMS.get(_at(lines, x, y), ()):
            yield (x, y), (dx, dy)


def _at(lines: Sequence[str], x: int, y: int) -> str:
    return lines[y][x] if 0 <= y < len(lines) and 0 <= x < len(lines[y]) else " "


def _frame(lines: Sequence[str], name: str) -> Frame:
    y, x = next((y, line.index(f" {name} ")) for y, line in enumerate(lines) if f" {name} " in line)
    left, right, top, bottom = x, x + len(name) + 1, y, y
    while _at(lines, left, y) == " ":
        left -= 1
    while _at(lines, right, y) == " ":
        right += 1
    while _at(lines, left, top) not in "┌╭":
        top -= 1
    while _at(lines, left, bottom) not in "└╰":
        bottom += 1
    return Frame(name, left, top, right, bottom)


def _reached(lines: Sequence[str], frames: Sequence[Frame], start: Step, away: Step, heads: str) -> Iterator[str]:
    """Yield the boxes at which a line ends that leaves a cell in a direction."""
    seen: set[tuple[Step, Step]] = set()
    waiting = [(start, away)]
    while waiting:
        (x, y), (dx, dy) = waiting.pop()
        x, y = x + dx, y + dy
        if ((x, y), (dx, dy)) in seen or x > 1_000:
            continue
        if here := [frame.name for frame in frames if frame.has(x, y)]:
            yield from here if heads == "none" else ()
            continue
        seen.add(((x, y), (dx, dy)))
        char = _at(lines, x, y)
        if char in _HEADS:
            hx, hy = _HEADS[char]
            yield from (frame.name for frame in frames if frame.has(x + hx, y + hy))
            continue
        arms = _ARMS.get(char, ())
        back = (-dx, -dy)
        straight_on = arms or char.isalpha() or (char == " " and not dy)
        onward = [arm for arm in arms if arm != back] if back in arms else [(dx, dy)] if straight_on else []
        waiting += [((x, y), arm) for arm in onward]
