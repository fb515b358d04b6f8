"""An XY chart as SVG: bars and lines over categories, with numbers at the other axis, upright or lying."""

from collections.abc import Sequence
from typing import NamedTuple

from queries.drawing.charts.axes import Scale, scale, value_text
from queries.drawing.charts.boxes import INK, LINES
from queries.drawing.charts.legend import COLOURS, legend
from queries.drawing.labels import wrap_evenly
from queries.drawing.svg_elements import element, path, text
from queries.drawing.svg_image import Link, Painted, image, marked
from queries.drawing.text_metrics import LINE, PIXELS, text_width

LENGTH, DEPTH = 600, 340  # pixels along the categories, and along the values
WRAPPED = 90  # pixels: names of categories are wrapped where they are wider
LEAST, MOST = 12, 150  # pixels of a category
GRID = {"class": "shape rule", "stroke": "#d9dee4", "fill": "none"}

Point = tuple[float, float]


class Series(NamedTuple):
    """Values for the first categories. `kind` is bar or line; the name may be "". `labels` are written at the values,
    "" for none."""

    kind: str
    name: str
    values: tuple[float, ...]
    labels: tuple[str, ...] = ()


class XyModel(NamedTuple):
    """A chart to draw. There is a category for each value, and at least one series. `ends` are those of the axis of
    values, where they are given. With `lying` the values run to the right, and the categories down."""

    categories: tuple[str, ...]
    series: tuple[Series, ...]
    x_title: str = ""
    y_title: str = ""
    ends: tuple[float, float] | None = None
    lying: bool = False


class _Frame(NamedTuple):
    """Where values are drawn: pixels of a category, of all values, and the corner at the top left."""

    model: XyModel
    scale: Scale
    slot: float
    left: float
    top: float

    @property
    def size(self) -> Point:
        """Width and height."""
        along = self.slot * len(self.model.categories)
        return (float(LENGTH), along) if self.model.lying else (along, float(DEPTH))

    def point(self, at: float, value: float) -> Point:
        """Return the pixel of a value at a category, `at` 0.5 being the middle of the first."""
        part, along = self.scale.part(value), at * self.slot
        if self.model.lying:
            return self.left + part * LENGTH, self.top + along
        return self.left + along, self.top + (1 - part) * DEPTH


def xychart_svg(model: XyModel, *, title: str = "", heading: str = "") -> str:
    """Return a chart as SVG. `title` names the image, `heading` is written above it."""
    values = [value for one in model.series for value in one.values]
    has_bars = any(one.kind == "bar" for one in model.series)
    found = scale([*values, 0.0] if has_bars else values, model.ends)
    names = [wrap_evenly(one, WRAPPED, PIXELS) for one in model.categories]
    widest = max(text_width(line) for lines in names for line in lines)
    ticks = max(text_width(found.shown(one)) for one in found.ticks or (found.low,))
    left = (widest if model.lying else ticks) + 12
    top = LINE + 10 if (model.x_title if model.lying else model.y_title) else 8
    frame = _Frame(model, found, _slot(names, widest, model.lying), float(left), float(top))
    width, height = frame.size
    drawn = [_grid(frame), _names(frame, names), *_bars(frame), *_lines(frame), *_labels(frame)]
    low = top + height + 8 + (LINE if model.lying else LINE * max(map(len, names)))
    drawn.append(_titles(frame, low))
    low += LINE + 6 if (model.y_title if model.lying else model.x_title) else 0
    keys = [one.name or f"{one.kind} {at + 1}" for at, one in enumerate(model.series)]
    right = max(left + width + ticks / 2, text_width(model.y_title))
    if any(one.name for one in model.series):
        key = legend(keys, left, low + 8, max(width, 300))
        drawn.append(key.content)
        right, low = max(right, key.width), low + 8 + key.height
    return image(Painted("".join(drawn), right, low), title, heading)


def _slot(names: Sequence[Sequence[str]], widest: int, lying: bool) -> float:
    """Return the pixels of a category along its axis: room for its name, if that is not wider than `MOST`."""
    if lying:
        return max(34.0, LINE * max(map(len, names)) + 10.0)
    share = LENGTH / len(names)
    return max(share, LEAST, min(widest + 12, MOST) if len(names) <= 40 else LEAST)


def _grid(frame: _Frame) -> str:
    """Return a line and a number at each tick, and both axes."""
    (width, height), drawn = frame.size, []
    count = len(frame.model.categories)
    for value in frame.scale.ticks:
        ends = [frame.point(0, value), frame.point(count, value)]
        drawn.append(element("path", {**GRID, "d": path(ends)}))
        x, y = ends[-1] if frame.model.lying else ends[0]
        at = (x, y + 6 + LINE / 2, "middle") if frame.model.lying else (x - 8, y, "end")
        drawn.append(text([frame.scale.shown(value)], at[0], at[1], {"text-anchor": at[2], **INK}))
    corner = [(frame.left, frame.top), (frame.left, frame.top + height), (frame.left + width, frame.top + height)]
    return "".join([*drawn, element("path", {**LINES, "d": path(corner)})])


def _names(frame: _Frame, names: Sequence[Sequence[str]]) -> str:
    """Return the names of the categories; of those that are too close, each that leaves room for the next one."""
    drawn, free = [], -1e9
    for at, lines in enumerate(names):
        x, y = frame.point(at + 0.5, frame.scale.low)
        if frame.model.lying:
            where = frame.left - 8, y - (len(lines) - 1) * LINE / 2, "end"
        else:
            half = max(map(text_width, lines)) / 2
            if x - half < free:
                continue
            free, where = x + half + 4, (x, y + 6 + LINE / 2, "middle")
        drawn.append(text(lines, where[0], where[1], {"text-anchor": where[2], **INK}))
    return "".join(drawn)


def _titles(frame: _Frame, low: float) -> str:
    """Return the title of the upright axis above it, and that of the other one below its middle."""
    model, strong = frame.model, {**INK, "font-weight": "bold"}
    above, below = (model.x_title, model.y_title) if model.lying else (model.y_title, model.x_title)
    head = text([above], 0, LINE / 2, strong) if above else ""
    middle = frame.left + frame.size[0] / 2
    return head + (text([below], middle, low + LINE / 2, {"text-anchor": "middle", **strong}) if below else "")


def _bars(frame: _Frame) -> list[str]:
    """Return the bars of all series side by side: from 0, or from the end of the axis that is next to it."""
    bars = [(at, one) for at, one in enumerate(frame.model.series) if one.kind == "bar"]
    room, drawn = 0.8 / max(1, len(bars)), []
    for place, (number, one) in enumerate(bars):
        for at, value in enumerate(one.values):
            begin = at + 0.1 + place * room
            corners = frame.point(begin, 0.0), frame.point(begin + room * 0.94, value)
            (x, to_x), (y, to_y) = (sorted(pair) for pair in zip(*corners, strict=True))
            look = {"class": "shape", "fill": COLOURS[number % len(COLOURS)], "x": x, "y": y}
            bar = element("rect", {**look, "width": to_x - x, "height": to_y - y})
            drawn.append(marked(bar, "node", "", Link("", _said(frame.model, one, at))))
    return drawn


def _lines(frame: _Frame) -> list[str]:
    """Return the lines of all series, with a dot at each value."""
    drawn = []
    for number, one in enumerate(frame.model.series):
        if one.kind != "line":
            continue
        colour = COLOURS[number % len(COLOURS)]
        points = [frame.point(at + 0.5, value) for at, value in enumerate(one.values)]
        look = {"class": "shape", "fill": "none", "stroke": "#fff", "d": path(points), "stroke-linejoin": "round"}
        # A white rim keeps a line apart from the bars that it crosses.
        drawn.append(element("path", {**look, "stroke-width": 5}))
        drawn.append(element("path", {**look, "stroke-width": 2.5, "stroke": colour}))
        for at, (x, y) in enumerate(points):
            dot = {"class": "shape", "fill": colour, "stroke": "#fff", "cx": x, "cy": y, "r": 4}
            drawn.append(marked(element("circle", dot), "node", "", Link("", _said(frame.model, one, at))))
    return drawn


def _labels(frame: _Frame) -> list[str]:
    """Return the labels of values: above them, right of them where the chart lies."""
    found = []
    for one in frame.model.series:
        for at, (value, shown) in enumerate(zip(one.values, one.labels, strict=False)):
            x, y = frame.point(at + 0.5, value)
            if frame.model.lying:
                found.append(text([shown], x + 10, y, INK))
            else:
                half, right = text_width(shown) / 2, frame.left + frame.size[0]
                inside = min(max(x, frame.left + half), max(right - half, frame.left + half))
                found.append(text([shown], inside, max(y - 14, LINE / 2), {"text-anchor": "middle", **INK}))
    return found


def _said(model: XyModel, one: Series, at: int) -> str:
    label = one.labels[at] if at < len(one.labels) else ""
    named = ", ".join(word for word in (one.name, model.categories[at], label) if word)
    return f"{named}: {value_text(one.values[at])}"
