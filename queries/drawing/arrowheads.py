"""The ends of lines: arrows, crosses, diamonds, crow's feet."""

from typing import NamedTuple

from queries.drawing.glyphs import DOWN, LEFT, RIGHT, UP

# The marks of each head when it points up, right, down, left.
_MARKS = {
    "arrow": "▲▶▼◀",
    "open": "△▷▽◁",
    "triangle": "△▷▽◁",
    "cross": "✕✕✕✕",
    "circle": "○○○○",
    "diamond": "◆◆◆◆",
    "hollow_diamond": "◇◇◇◇",
}
# Crow's feet have two marks: the minimum, and next to the box the maximum.
FEET = {"one": ("tick", "tick"), "zero_one": ("○", "tick"), "zero_many": ("○", "foot"), "one_many": ("tick", "foot")}
_TICKS = {UP: "┼", DOWN: "┼", LEFT: "┼", RIGHT: "┼"}
_TOES = {UP: "╲│╱", DOWN: "╱│╲", LEFT: ">", RIGHT: "<"}

HEADS = frozenset({*_MARKS, *FEET})


class Stamp(NamedTuple):
    """Marks to draw, by their offset from the cell next to the box."""

    dx: int
    dy: int
    marks: str


def head_length(head: str) -> int:
    """Return how many cells of its line a head takes."""
    return 2 if head in FEET else int(head in _MARKS)


def stamps(head: str, direction: int) -> list[Stamp]:
    """Return the marks of a head that points in a direction, towards its box."""
    if head in _MARKS:
        return [Stamp(0, 0, _MARKS[head][direction])]
    if head not in FEET:
        return []
    dx, dy = {UP: (0, 1), DOWN: (0, -1), LEFT: (1, 0), RIGHT: (-1, 0)}[direction]
    least, most = FEET[head]
    near = _TOES[direction] if most == "foot" else _TICKS[direction]
    far = _TICKS[direction] if least == "tick" else least
    return [Stamp(-(len(near) // 2), 0, near), Stamp(dx, dy, far)]
