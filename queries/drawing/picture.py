"""A drawing in pieces, each with its place: they are moved as a whole until they are painted."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

from queries.drawing.canvas import Canvas, Point
from queries.drawing.glyphs import DOTTED, DOWN, LEFT, LIGHT, RIGHT, UP, WEIGHTS
from queries.drawing.graph_model import Direction
from queries.drawing.labels import cells
from queries.drawing.shapes import Figure, frame, paint

AHEAD: dict[Direction, int] = {"TB": DOWN, "BT": UP, "LR": RIGHT, "RL": LEFT}
OPPOSITE = {UP: DOWN, DOWN: UP, LEFT: RIGHT, RIGHT: LEFT}


class Run(NamedTuple):
    """A line through points; `first` and `last` are the arms it has at its ends, towards what it joins."""

    points: tuple[Point, ...]
    first: int
    last: int
    stroke: str
    wire: int


class Tee(NamedTuple):
    """Where a line leaves a border."""

    x: int
    y: int
    arm: int
    stroke: str


class Frame(NamedTuple):
    """The border of a group, its title, and at which columns lines cross its upper border."""

    x: int
    y: int
    width: int
    height: int
    title: tuple[str, ...]
    dashed: bool
    crossed: tuple[int, ...]


@dataclass(slots=True)
class Picture:
    """Pieces in painting order: frames, lines, boxes, ends of lines, texts. `marks` are characters of the drawing."""

    width: int = 0
    height: int = 0
    frames: list[Frame] = field(default_factory=list)
    runs: list[Run] = field(default_factory=list)
    figures: list[tuple[int, int, Figure]] = field(default_factory=list)
    tees: list[Tee] = field(default_factory=list)
    marks: list[tuple[int, int, str]] = field(default_factory=list)
    texts: list[tuple[int, int, str]] = field(default_factory=list)

    def add(self, other: "Picture", dx: int, dy: int) -> None:
        """Takes over the pieces of another picture, moved."""
        self.frames += [
            one._replace(x=one.x + dx, y=one.y + dy, crossed=tuple(at + dx for at in one.crossed))
            for one in other.frames
        ]
        self.runs += [one._replace(points=tuple((x + dx, y + dy) for x, y in one.points)) for one in other.runs]
        self.figures += [(x + dx, y + dy, one) for x, y, one in other.figures]
        self.tees += [one._replace(x=one.x + dx, y=one.y + dy) for one in other.tees]
        self.marks += [(x + dx, y + dy, one) for x, y, one in other.marks]
        self.texts += [(x + dx, y + dy, one) for x, y, one in other.texts]

    def painted(self) -> Canvas:
        canvas = Canvas()
        for one in self.frames:
            frame(canvas, one.x, one.y, one.width, one.height, DOTTED if one.dashed else LIGHT)
        for run in self.runs:
            weight = WEIGHTS.get(run.stroke, LIGHT)
            canvas.path(run.points, weight, run.wire)
            canvas.arm(*run.points[0], run.first, weight, run.wire)
            canvas.arm(*run.points[-1], run.last, weight, run.wire)
        for x, y, drawn in self.figures:
            canvas.blank(x, y, drawn.width, drawn.height)
            paint(canvas, x, y, drawn)
        for tee in self.tees:
            canvas.arm(tee.x, tee.y, tee.arm, WEIGHTS.get(tee.stroke, LIGHT), 0)
        for x, y, marks in self.marks:
            canvas.mark(x, y, marks)
        for x, y, text in self.texts:
            canvas.text(x, y, text)
        for one in self.frames:
            _title(canvas, one)
        return canvas


def _title(canvas: Canvas, one: Frame) -> None:
    """The title on the upper border, beside the lines that cross it if there is room."""
    if not one.title:
        return
    title = f" {one.title[0]} "
    place = title_place(one.x, one.width, one.crossed, cells(title))
    canvas.text(one.x + 2 if place is None else place, one.y, title)
    for row, line in enumerate(one.title[1:], 1):
        canvas.text(one.x + 2, one.y + row, line)


def has_room(start: int, width: int, crossed: Sequence[int], size: int) -> bool:
    """Whether a border so wide has room for a title between the lines that cross it."""
    return title_place(start, width, crossed, size) is not None


def title_place(start: int, width: int, crossed: Sequence[int], size: int) -> int | None:
    """The first column for a title of a size, if there is one: as far left as lines that cross the border allow."""
    columns: list[int] = [start + 2, start + 1, *(at + 2 for at in sorted(crossed)), *range(start + 2, start + width)]
    for column in columns:
        fits = column + size < start + width
        if fits and not any(column - 2 < at < column + size + 1 for at in crossed):
            return column
    return None
