"""What the charts that are drawn from left to right share: colours of sections, bands over columns, boxes of text."""

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from queries.drawing.labels import wrap_evenly
from queries.drawing.svg_elements import centred, element, path
from queries.drawing.text_metrics import LINE, PIXELS

INK = {"fill": "#1f2933"}
LINES = {"class": "shape rule", "stroke": "#7b8794", "fill": "none"}
PAD = 10  # around the text of a box
FILLS: Sequence[tuple[str, str]] = (  # of a section: the fill and the stroke
    ("#d7e5fb", "#5b8def"),
    ("#d5f0dc", "#3f9d5c"),
    ("#fdeacb", "#d98e1f"),
    ("#f6d9ee", "#c2529f"),
    ("#d3eff2", "#2f9aa8"),
    ("#e6defa", "#7d5fd3"),
    ("#fbdcd7", "#d2604c"),
    ("#e6ecc4", "#8a9a2c"),
)


class Band(NamedTuple):
    """Neighbouring columns of one section: its number, its title, its first column, and how many there are."""

    number: int
    title: str
    first: int
    columns: int


def bands(sections: Sequence[str]) -> Iterator[Band]:
    """Yield the sections of columns, given the section of each."""
    first = number = 0
    for at in range(1, len(sections) + 1):
        if at == len(sections) or sections[at] != sections[first]:
            yield Band(number, sections[first], first, at - first)
            first, number = at, number + 1


def wrapped(text: str, width: int) -> tuple[str, ...]:
    """Return the lines of a text in a box of a width."""
    return wrap_evenly(text, width - 2 * PAD, PIXELS)


def height_of(lines: Sequence[str]) -> int:
    """Return the height of a box around lines."""
    return len(lines) * LINE + 2 * PAD


def box(lines: Sequence[str], x: float, y: float, width: float, height: float, section: int) -> str:
    """Return a box in the colours of a section, with lines in its middle."""
    fill, stroke = FILLS[section % len(FILLS)]
    frame = {"class": "shape", "x": x, "y": y, "width": width, "height": height, "rx": 5, "fill": fill}
    drawn = element("rect", {**frame, "stroke": stroke, "stroke-width": 1.2})
    return drawn + centred(lines, x + width / 2, y + height / 2, INK)


def arrow(left: float, right: float, y: float) -> str:
    """Return an arrow to the right."""
    head = [(right, y), (right - 9, y - 5), (right - 9, y + 5)]
    way = element("path", {**LINES, "d": path([(left, y), (right - 9, y)]), "stroke-width": 2})
    return way + element("path", {"class": "shape", "fill": "#7b8794", "d": path(head, closed=True)})
