"""A pie as SVG: a slice for each value, clockwise from the top, and a legend beside it."""

from collections.abc import Sequence
from math import cos, pi, sin
from typing import NamedTuple

from queries.drawing.svg_elements import element, number, text
from queries.drawing.svg_image import Link, Painted, image, marked
from queries.drawing.text_metrics import LINE, text_width

RADIUS = 150
LEAST_SHOWN = 0.03  # the least part of the whole whose percentage has room in its slice
NARROW = 0.08  # the part of the whole up to which a percentage stands near the rim
SWATCH, ROW = 14, 24  # of the legend
INK = {"fill": "#1f2933"}
COLOURS: Sequence[str] = (
    *("#8fb4ee", "#8ed1a4", "#f5c37a", "#e3a0cf", "#84cdd6", "#b8a3ea", "#f0a596", "#c5d17c"),
    *("#9fb3c8", "#d9b08c", "#a3d9c9", "#d3c1e5"),
)


class Slice(NamedTuple):
    """A value of a pie with its name; `shown` is the value as it is written."""

    label: str
    value: float
    shown: str


class PieModel(NamedTuple):
    """A pie to draw. With `shows_values` the legend has the values too. The sum of the values is above 0."""

    slices: tuple[Slice, ...]
    shows_values: bool = False


def pie_svg(model: PieModel, *, title: str = "", heading: str = "") -> str:
    """Return a pie as SVG. `title` names the image, `heading` is written above it."""
    whole = sum(one.value for one in model.slices)
    names = [f"{one.label} [{one.shown}]" if model.shows_values else one.label for one in model.slices]
    top = max(0.0, RADIUS - len(names) * ROW / 2)
    drawn, labels, before = [], [], 0.0
    for at, (one, name) in enumerate(zip(model.slices, names, strict=True)):
        part = one.value / whole
        middle = before + part / 2
        y = top + at * ROW
        look = {"class": "shape", "fill": COLOURS[at % len(COLOURS)], "stroke": "#fff", "stroke-width": 1.5}
        swatch = {**look, "x": 2 * RADIUS + 32, "y": y, "width": SWATCH, "height": SWATCH, "rx": 2}
        legend = text([name], 2 * RADIUS + 32 + SWATCH + 8, y + SWATCH / 2, INK)
        percentage = f"{100 * part:.1f}".removesuffix(".0") + " %"
        said = Link("", f"{one.label}: {one.shown} ({percentage})")
        drawn.append(marked(_slice(before, part, look) + element("rect", swatch) + legend, "slice", "", said))
        if part >= LEAST_SHOWN:
            x, y = _point(middle, (0.68 if part > NARROW else 0.86) * RADIUS)
            labels.append(text([f"{100 * part:.0f} %"], x, y, {"text-anchor": "middle", **INK}))
        before += part
    width = 2 * RADIUS + 32 + SWATCH + 8 + max(map(text_width, names))
    height = max(2 * RADIUS, top + len(names) * ROW - (ROW - LINE))
    return image(Painted("".join([*drawn, *labels]), width, height), title, heading)


def _slice(before: float, part: float, look: dict[str, object]) -> str:
    """Return a slice that begins after a part of the circle, and is another part of it."""
    if part > 0.9999:
        return element("circle", {**look, "cx": RADIUS, "cy": RADIUS, "r": RADIUS})
    (x, y), (to_x, to_y) = _point(before, RADIUS), _point(before + part, RADIUS)
    arc = f"A{RADIUS} {RADIUS} 0 {int(part > 0.5)} 1 {number(to_x)} {number(to_y)}"
    return element("path", {**look, "d": f"M{RADIUS} {RADIUS}L{number(x)} {number(y)}{arc}Z"})


def _point(part: float, far: float) -> tuple[float, float]:
    """Return the point of a direction, a part of the circle from the top clockwise, at a distance from the middle."""
    return RADIUS + far * sin(2 * pi * part), RADIUS - far * cos(2 * pi * part)
