"""A radar chart as SVG: an axis for each quantity around a middle, and a polygon for each curve."""

from collections.abc import Sequence
from math import cos, pi, sin
from typing import NamedTuple

from queries.drawing.charts.axes import value_text
from queries.drawing.charts.boxes import INK
from queries.drawing.charts.legend import COLOURS, ROW, legend
from queries.drawing.labels import wrap_evenly
from queries.drawing.svg_elements import element, path, text
from queries.drawing.svg_image import Link, Painted, image, marked
from queries.drawing.text_metrics import LINE, PIXELS, text_width

RADIUS = 200
NAME_WIDTH = 160  # pixels: names of axes are wrapped where they are wider
GRID = {"class": "shape rule", "stroke": "#c3cad2", "fill": "none"}


class Curve(NamedTuple):
    """A curve: its name, and a value for each axis."""

    name: str
    values: tuple[float, ...]


class RadarModel(NamedTuple):
    """A chart to draw: at least three axes, from `low` in the middle to `high` at the rim, and `ticks` rings."""

    axes: tuple[str, ...]
    curves: tuple[Curve, ...]
    low: float
    high: float
    ticks: int = 5
    is_round: bool = True
    shows_legend: bool = True


def radar_svg(model: RadarModel, *, title: str = "", heading: str = "") -> str:
    """Return a chart as SVG. `title` names the image, `heading` is written above it."""
    names = [wrap_evenly(one, NAME_WIDTH, PIXELS) for one in model.axes]
    widths = [max(map(text_width, lines)) for lines in names]
    places = [_name_place(at, widths[at], lines, len(names)) for at, lines in enumerate(names)]
    left, top = -min(x for x, _ in places), -min(y for _, y in places)
    right = max(x + width for (x, _), width in zip(places, widths, strict=True))
    low = max(y + len(lines) * LINE for (_, y), lines in zip(places, names, strict=True))
    middle = left, top
    drawn = [_ring(model, (at + 1) / model.ticks, middle) for at in range(model.ticks)]
    for at, (x, y) in enumerate(places):
        rim = _point(at, len(names), RADIUS, middle)
        drawn.append(element("path", {**GRID, "d": path([middle, rim])}))
        centre = {"text-anchor": "middle", **INK}
        drawn.append(text(names[at], middle[0] + x + widths[at] / 2, middle[1] + y + LINE / 2, centre))
    drawn += [_curve(model, at, middle) for at in range(len(model.curves))]
    drawn.append(_numbers(model, middle))
    width, height = left + right, top + low
    if model.shows_legend:
        keys = [one.name for one in model.curves]
        column = legend(keys, width + 24, max(0.0, (height - len(keys) * ROW) / 2), 0)
        drawn.append(column.content)
        width, height = column.width, max(height, column.height)
    return image(Painted("".join(drawn), width, height), title, heading)


def _point(at: int, count: int, far: float, middle: tuple[float, float]) -> tuple[float, float]:
    """Return the pixel on an axis: the first one leads up, the others follow clockwise."""
    angle = 2 * pi * at / count
    return middle[0] + far * sin(angle), middle[1] - far * cos(angle)


def _name_place(at: int, width: float, lines: Sequence[str], count: int) -> tuple[float, float]:
    """Return the upper left corner of the name of an axis, from the middle of the chart: clear of the rim."""
    angle = 2 * pi * at / count
    x, y = (RADIUS + 12) * sin(angle), -(RADIUS + 12) * cos(angle)
    height = len(lines) * LINE
    return x - width / 2 + sin(angle) * width / 2, y - height / 2 - cos(angle) * height / 2


def _ring(model: RadarModel, part: float, middle: tuple[float, float]) -> str:
    if model.is_round:
        return element("circle", {**GRID, "cx": middle[0], "cy": middle[1], "r": part * RADIUS})
    count = len(model.axes)
    return element(
        "path", {**GRID, "d": path((_point(at, count, part * RADIUS, middle) for at in range(count)), closed=True)}
    )


def _numbers(model: RadarModel, middle: tuple[float, float]) -> str:
    """Return the value of each ring, beside the axis that leads up."""
    step = (model.high - model.low) / model.ticks
    look = {"font-size": 11, "fill": "#52606d"}
    return "".join(
        text(
            [value_text(model.low + (at + 1) * step)],
            middle[0] + 4,
            middle[1] - RADIUS * (at + 1) / model.ticks + 8,
            look,
        )
        for at in range(model.ticks)
    )


def _curve(model: RadarModel, number: int, middle: tuple[float, float]) -> str:
    one, colour, count = model.curves[number], COLOURS[number % len(COLOURS)], len(model.axes)
    parts = [min(1.0, max(0.0, (value - model.low) / (model.high - model.low))) for value in one.values]
    points = [_point(at, count, part * RADIUS, middle) for at, part in enumerate(parts)]
    look = {"class": "shape", "fill": colour, "fill-opacity": "0.18", "stroke": colour, "stroke-width": 2}
    drawn = [element("path", {**look, "stroke-linejoin": "round", "d": path(points, closed=True)})]
    for (x, y), axis, value in zip(points, model.axes, one.values, strict=True):
        dot = element("circle", {"class": "shape", "fill": colour, "cx": x, "cy": y, "r": 3.5})
        drawn.append(marked(dot, "value", "", Link("", f"{one.name}, {axis}: {value_text(value)}")))
    said = ", ".join(f"{axis} {value_text(value)}" for axis, value in zip(model.axes, one.values, strict=True))
    return marked("".join(drawn), "node", "", Link("", f"{one.name}: {said}"))
