"""A quadrant chart as SVG: a square of four fields with names, points in it, and the ends of both axes."""

from typing import NamedTuple

from queries.drawing.charts.boxes import FILLS, INK, LINES, wrapped
from queries.drawing.svg_elements import centred, element, number, text
from queries.drawing.svg_image import Link, Painted, image, marked
from queries.drawing.text_metrics import LINE, text_width

SIDE = 480  # of the square
DOT = 5  # the radius of a point without one of its own
FIELDS = ((1, 0), (0, 0), (0, 1), (1, 1))  # the column and the row of quadrants 1 to 4
COLOURS = (0, 1, 4, 5)  # of the quadrants, in `FILLS`


class QuadrantPoint(NamedTuple):
    """A point: both coordinates are from 0 to 1, from the left and from the bottom. Its colours are "" for the usual
    ones."""

    title: str
    x: float
    y: float
    radius: float = DOT
    fill: str = ""
    stroke: str = ""


class QuadrantModel(NamedTuple):
    """A chart to draw. An axis has a text at its low end and one at its high end, "" for none; quadrants are those from
    the upper right against the clock."""

    x_axis: tuple[str, str]
    y_axis: tuple[str, str]
    quadrants: tuple[str, ...]
    points: tuple[QuadrantPoint, ...]


def quadrant_svg(model: QuadrantModel, *, title: str = "", heading: str = "") -> str:
    """Return a chart as SVG. `title` names the image, `heading` is written above it."""
    ends = [wrapped(one, SIDE // 3) for one in model.y_axis]
    left = max(text_width(line) for lines in ends for line in (*lines, "")) + 12 if any(model.y_axis) else 0
    drawn = [_field(model, at, left) for at in range(4)]
    drawn += [
        centred(lines, left / 2 - 4, SIDE * part, INK) for lines, part in zip(ends, _middles(model.y_axis), strict=True)
    ]
    below = [wrapped(one, SIDE // 2) for one in model.x_axis]
    drawn += [
        text(lines, left + SIDE * (1 - part), SIDE + 16, {"text-anchor": "middle", **INK})
        for lines, part in zip(below, _middles(model.x_axis), strict=True)
    ]
    drawn += [_point(one, left) for one in model.points]
    right = max((left + SIDE * one.x + text_width(one.title) / 2 for one in model.points), default=0.0)
    height = SIDE + (max(map(len, below)) * LINE + 12 if any(model.x_axis) else 0)
    return image(Painted("".join(drawn), max(left + SIDE, right), height), title, heading)


def _middles(axis: tuple[str, str]) -> tuple[float, float]:
    """Return where the texts of an axis stand, as parts of its length from its high end: one alone is in the middle."""
    return (0.75, 0.25) if axis[1] else (0.5, 0.5)


def _field(model: QuadrantModel, at: int, left: float) -> str:
    (column, row), half = FIELDS[at], SIDE / 2
    x, y = left + column * half, row * half
    fill, _ = FILLS[COLOURS[at]]
    frame = {**LINES, "x": x, "y": y, "width": half, "height": half, "fill": fill}
    lines = wrapped(model.quadrants[at], int(half))
    strong = {**INK, "font-weight": "bold"}
    # Beside points, the name of a field stands at its top, as in Mermaid.
    name = (
        text(lines, x + half / 2, y + 18, {"text-anchor": "middle", **strong})
        if model.points
        else centred(lines, x + half / 2, y + half / 2, strong)
    )
    return marked(element("rect", frame) + name, "frame", "", Link("", model.quadrants[at] or f"quadrant {at + 1}"))


def _point(point: QuadrantPoint, left: float) -> str:
    x, y = left + point.x * SIDE, (1 - point.y) * SIDE
    look = {"class": "shape", "fill": point.fill or "#3e4c59", "stroke": point.stroke or "#fff"}
    dot = element("circle", {**look, "cx": x, "cy": y, "r": point.radius})
    # Its name is below it, or above it where there is no room.
    beside = -point.radius - 8 if y + point.radius > SIDE - LINE else point.radius + 8
    name = centred([point.title], x, y + beside, INK)
    said = f"{point.title}: {number(100 * point.x)} % to the right, {number(100 * point.y)} % up"
    return marked(dot + name, "node", "", Link("", said))
