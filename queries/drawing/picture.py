"""A drawing as pieces with coordinates, which can be moved as a whole before they are painted."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

from queries.drawing.canvas import Canvas, Point
from queries.drawing.glyphs import DOTTED, DOWN, LEFT, LIGHT, RIGHT, UP, WEIGHTS
from queries.drawing.graph_model import Direction, Style
from queries.drawing.labels import cell_width
from queries.drawing.shapes import SizedBox, paint_border, paint_box

AHEAD: dict[Direction, int] = {"TB": DOWN, "BT": UP, "LR": RIGHT, "RL": LEFT}
OPPOSITE = {UP: DOWN, DOWN: UP, LEFT: RIGHT, RIGHT: LEFT}


class Polyline(NamedTuple):
    """A line through points. `first` and `last` are the directions in which its ends reach out."""

    points: tuple[Point, ...]
    first: int
    last: int
    stroke: str
    wire: int


class Tee(NamedTuple):
    """A place where a line leaves a border."""

    x: int
    y: int
    arm: int
    stroke: str


class GroupFrame(NamedTuple):
    """The border of a group, its title, and the columns at which lines cross its upper border."""

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
    frames: list[GroupFrame] = field(default_factory=list)
    runs: list[Polyline] = field(default_factory=list)
    boxes: list[tuple[int, int, SizedBox]] = field(default_factory=list)
    tees: list[Tee] = field(default_factory=list)
    marks: list[tuple[int, int, str]] = field(default_factory=list)
    texts: list[tuple[int, int, str]] = field(default_factory=list)

    def add(self, other: "Picture", dx: int, dy: int) -> None:
        """Add the pieces of another picture, moved by dx, dy."""
        self.frames += [
            frame._replace(x=frame.x + dx, y=frame.y + dy, crossed=tuple(at + dx for at in frame.crossed))
            for frame in other.frames
        ]
        self.runs += [run._replace(points=tuple((x + dx, y + dy) for x, y in run.points)) for run in other.runs]
        self.boxes += [(x + dx, y + dy, box) for x, y, box in other.boxes]
        self.tees += [tee._replace(x=tee.x + dx, y=tee.y + dy) for tee in other.tees]
        self.marks += [(x + dx, y + dy, mark) for x, y, mark in other.marks]
        self.texts += [(x + dx, y + dy, text) for x, y, text in other.texts]

    def runs_by_wire(self) -> Iterable[Sequence[Polyline]]:
        wires: dict[int, list[Polyline]] = {}
        for run in self.runs:
            wires.setdefault(run.wire, []).append(run)
        return wires.values()

    def painted(self) -> Canvas:
        canvas = Canvas()
        for frame in self.frames:
            paint_border(canvas, frame.x, frame.y, frame.width, frame.height, DOTTED if frame.dashed else LIGHT)
        for runs in self.runs_by_wire():
            canvas.add(_painted_wire(runs))
        for x, y, drawn in self.boxes:
            canvas.blank(x, y, drawn.width, drawn.height)
            paint_box(canvas, x, y, drawn)
        for tee in self.tees:
            canvas.arm(tee.x, tee.y, tee.arm, WEIGHTS.get(tee.stroke, LIGHT), 0)
        for x, y, marks in self.marks:
            canvas.mark(x, y, marks)
        for x, y, text in self.texts:
            canvas.text(x, y, text)
        for frame in self.frames:
            _title(canvas, frame)
        return canvas


def _painted_wire(runs: Sequence[Polyline]) -> Canvas:
    """Return one wire by itself, so that another wire meets its whole cells: a cell with half of a line looks like an
    end, and where that meets a line they would be joined."""
    canvas = Canvas()
    for run in runs:
        weight = WEIGHTS.get(run.stroke, LIGHT)
        canvas.path(run.points, weight, run.wire)
        canvas.arm(*run.points[0], run.first, weight, run.wire)
        canvas.arm(*run.points[-1], run.last, weight, run.wire)
    return canvas


def side_by_side(pictures: Sequence[Picture], direction: Direction, room: int, style: Style) -> Picture:
    """Arrange pictures in rows of at most `room` columns; one below the other if the direction is LR or RL."""
    whole = Picture()
    x = y = row = 0
    for picture in pictures:
        if x and (direction in ("LR", "RL") or x + picture.width > room):
            x, y, row = 0, y + row + 1, 0
        whole.add(picture, x, y)
        whole.width = max(whole.width, x + picture.width)
        x += picture.width + style.gap
        row = max(row, picture.height)
        whole.height = y + row
    return whole


def _title(canvas: Canvas, frame: GroupFrame) -> None:
    """Write the title on the upper border, beside the lines that cross it if there is room."""
    if not frame.title:
        return
    title = f" {frame.title[0]} "
    place = title_place(frame.x, frame.width, frame.crossed, cell_width(title))
    canvas.text(frame.x + 2 if place is None else place, frame.y, title)
    for row, line in enumerate(frame.title[1:], 1):
        canvas.text(frame.x + 2, frame.y + row, line)


def has_room(start: int, width: int, crossed: Sequence[int], size: int) -> bool:
    """Whether a border has room for a title of a size between the lines that cross it."""
    return title_place(start, width, crossed, size) is not None


def title_place(start: int, width: int, crossed: Sequence[int], size: int) -> int | None:
    """Return the first column for a title of a size, as far left as the crossing lines allow; None if there is none."""
    columns: list[int] = [start + 2, start + 1, *(at + 2 for at in sorted(crossed)), *range(start + 2, start + width)]
    for column in columns:
        fits = column + size < start + width
        if fits and not any(column - 2 < at < column + size + 1 for at in crossed):
            return column
    return None
