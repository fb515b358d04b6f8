"""A drawing in pixels: boxes, frames and lines with coordinates, which can be moved before they are written."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import NamedTuple

from queries.drawing.graph_model import Connector, Group, Loop
from queries.drawing.sized_shapes import SizedShape

Point = tuple[float, float]
PortKey = tuple[int, str]


class PlacedBox(NamedTuple):
    """A box with its upper left corner. The label of a dot is below it, not beside it, when `below`; it is left of it
    and its tags are right of it when `flanked`. That of another shape is right of it when `beside`."""

    x: float
    y: float
    sized: SizedShape
    below: bool = False
    beside: bool = False
    flanked: bool = False


class PlacedFrame(NamedTuple):
    """The frame of a group, and the middle of the first line of its title."""

    x: float
    y: float
    width: float
    height: float
    group: Group
    title: tuple[str, ...]
    title_at: Point


class PlacedLabel(NamedTuple):
    """The lines of a label around a middle."""

    lines: tuple[str, ...]
    at: Point


class PlacedLine(NamedTuple):
    """A connector through points, from its source to its target. Between two points that differ in both coordinates it
    is curved, and leaves both along the vertical when `upright`, along the horizontal when not."""

    connector: Connector
    points: tuple[Point, ...]
    upright: bool
    label: PlacedLabel | None


class PlacedLoop(NamedTuple):
    """A line from a box to itself between two points of one side, which reaches out by `reach`."""

    box: str
    loop: Loop
    start: Point
    end: Point
    reach: Point
    label: PlacedLabel | None


class PlacedTick(NamedTuple):
    """A mark on a time axis: a line down the drawing, with a date."""

    x: float
    shown: str


class PlacedShade(NamedTuple):
    """A part of a time axis on which no work is done, down the drawing."""

    x: float
    width: float


@dataclass(slots=True)
class Plan:
    """All that is drawn. `ports` are the places on its sides where lines come in, `trails` the points of these lines
    from there on inwards."""

    width: float = 0
    height: float = 0
    frames: list[PlacedFrame] = field(default_factory=list)
    boxes: list[PlacedBox] = field(default_factory=list)
    lines: list[PlacedLine] = field(default_factory=list)
    loops: list[PlacedLoop] = field(default_factory=list)
    ticks: list[PlacedTick] = field(default_factory=list)
    shades: list[PlacedShade] = field(default_factory=list)
    ports: Mapping[PortKey, int] = field(default_factory=dict)
    trails: dict[PortKey, tuple[Point, ...]] = field(default_factory=dict)

    def add(self, other: "Plan", dx: float, dy: float) -> None:
        """Add what another plan has, moved by dx, dy, without its ports and trails."""
        self.frames += [
            frame._replace(x=frame.x + dx, y=frame.y + dy, title_at=_moved(frame.title_at, dx, dy))
            for frame in other.frames
        ]
        self.boxes += [box._replace(x=box.x + dx, y=box.y + dy) for box in other.boxes]
        self.lines += [
            line._replace(points=moved(line.points, dx, dy), label=_moved_label(line.label, dx, dy))
            for line in other.lines
        ]
        self.loops += [
            loop._replace(
                start=_moved(loop.start, dx, dy), end=_moved(loop.end, dx, dy), label=_moved_label(loop.label, dx, dy)
            )
            for loop in other.loops
        ]


def moved(points: tuple[Point, ...], dx: float, dy: float) -> tuple[Point, ...]:
    return tuple((x + dx, y + dy) for x, y in points)


def _moved(point: Point, dx: float, dy: float) -> Point:
    return point[0] + dx, point[1] + dy


def _moved_label(label: PlacedLabel | None, dx: float, dy: float) -> PlacedLabel | None:
    return label and label._replace(at=_moved(label.at, dx, dy))
