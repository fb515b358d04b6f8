"""A Venn diagram as SVG: a circle for each set, with what is in it and in others at the roomiest place."""

from collections.abc import Mapping, Sequence
from itertools import combinations
from math import hypot, sqrt
from typing import NamedTuple

from queries.drawing.charts.boxes import FILLS
from queries.drawing.charts.venn_layout import Circle, Spot, circles, overlap, spots
from queries.drawing.graph_model import Paint
from queries.drawing.labels import wrap_evenly
from queries.drawing.svg_elements import centred, element, number
from queries.drawing.svg_image import Link, Painted, image, marked
from queries.drawing.text_metrics import FONT_SIZE, LINE, PIXELS, bold_width, text_width

FONT_SIZES = (FONT_SIZE, 12, 11)  # of the texts of a region, the first that fits
PAD = 4
INK = "#1f2933"


class Region(NamedTuple):
    """A set, or what several sets have in common: its sets in order, its label, "" for none, its size, and further
    texts in it with their colours, "" for that of the drawing."""

    sets: tuple[str, ...]
    label: str
    size: float
    texts: tuple[tuple[str, str], ...] = ()
    paint: Paint = Paint()


class VennModel(NamedTuple):
    """The regions of a diagram in the order of its author: at least one set."""

    regions: tuple[Region, ...]


class _Line(NamedTuple):
    """A line of a text in a region."""

    shown: str
    ink: str
    bold: bool


def venn_svg(model: VennModel, *, title: str = "", heading: str = "") -> str:
    """Return a diagram as SVG. `title` names the image, `heading` is written above it. What has no room in its region
    is told below, and so are sets of which the circles say something else than the text."""
    sets = [one for one in model.regions if len(one.sets) == 1]
    at = {one.sets[0]: number for number, one in enumerate(sets)}
    common = _common(model, at)
    placed = circles([one.size for one in sets], common)
    places = spots(placed)
    drawn = [
        marked(_circle(one, placed[number], number), "frame", "", Link("", _named(one, model)))
        for number, one in enumerate(sets)
    ]
    notes = []
    for region in model.regions:
        inside = frozenset(at[one] for one in region.sets)
        spot = places.get(inside)
        written = _written(region, spot) if spot else ""
        named = _named(region, model)
        ground = _lens(region, [placed[number] for number in sorted(inside)])
        if written or ground:
            drawn.append(marked(ground + written, "node", "", Link("", named)))
        if not written and (region.label or region.texts):
            notes.append(named)
    width, height = max(one.x + one.radius for one in placed), max(one.y + one.radius for one in placed)
    told = [f"Without room in the circles: {'; '.join(notes)}"] if notes else []
    return image(Painted("".join(drawn), width, height), title, heading, [*told, *_untrue(sets, placed, common)])


def _common(model: VennModel, at: Mapping[str, int]) -> dict[tuple[int, int], float]:
    """Return the size that each two sets have in common: that of their region, else the largest of one that they are in
    with others."""
    found: dict[tuple[int, int], float] = {}
    for region in sorted(model.regions, key=lambda one: -len(one.sets)):
        for pair in combinations(sorted(at[one] for one in region.sets), 2):
            found[pair] = region.size if len(region.sets) == 2 else max(region.size, found.get(pair, 0))
    return found


def _untrue(sets: Sequence[Region], placed: Sequence[Circle], common: Mapping[tuple[int, int], float]) -> list[str]:
    """Return a line for each two sets that circles cannot show as they are."""
    found = []
    for one, other in combinations(range(len(sets)), 2):
        a, b = placed[one], placed[other]
        meets = overlap(a.radius, b.radius, hypot(a.x - b.x, a.y - b.y)) > 1
        if meets != ((one, other) in common):
            what = "something" if not meets else "nothing"
            found.append(f"{sets[one].label} and {sets[other].label} have {what} in common, which circles cannot show.")
    return found


def _named(region: Region, model: VennModel) -> str:
    """Return a region in words: its sets, its label, and what is in it."""
    labels = {one.sets[0]: one.label for one in model.regions if len(one.sets) == 1}
    sets = " and ".join(labels[one] for one in region.sets)
    own = [region.label] if region.label and len(region.sets) > 1 else []
    inside = ", ".join([*own, *(shown for shown, _ in region.texts)])
    return f"{sets}: {inside}" if inside else sets


def _circle(region: Region, one: Circle, number_: int) -> str:
    fill, stroke = FILLS[number_ % len(FILLS)]
    look = region.paint
    place = {"cx": one.x, "cy": one.y, "r": one.radius}
    ground = {"class": "shape", **place, "fill": look.fill or fill, "fill-opacity": "0.45"}
    border = {"stroke": look.stroke or look.fill or stroke, "stroke-width": look.width or 2}
    return element("circle", {**ground, **border, "stroke-dasharray": look.dashes or None})


def _lens(region: Region, placed: Sequence[Circle]) -> str:
    """Return what two circles have in common, in the colour of its author; "" for another region."""
    if not (region.paint.fill or region.paint.stroke) or len(placed) != 2:
        return ""
    one, other = placed
    apart = hypot(other.x - one.x, other.y - one.y)
    if not abs(one.radius - other.radius) < apart < one.radius + other.radius:
        return ""
    ahead = (apart**2 + one.radius**2 - other.radius**2) / (2 * apart)
    aside = sqrt(max(0.0, one.radius**2 - ahead**2))
    dx, dy = (other.x - one.x) / apart, (other.y - one.y) / apart
    middle = (one.x + dx * ahead, one.y + dy * ahead)
    upper, lower = ((middle[0] + sign * dy * aside, middle[1] - sign * dx * aside) for sign in (1, -1))
    first = f"A{number(one.radius)} {number(one.radius)} 0 {int(ahead < 0)} 1 {number(lower[0])} {number(lower[1])}"
    big = int(apart - ahead < 0)
    last = f"A{number(other.radius)} {number(other.radius)} 0 {big} 1 {number(upper[0])} {number(upper[1])}"
    data = f"M{number(upper[0])} {number(upper[1])}{first}{last}Z"
    look = {"fill": region.paint.fill or "none", "stroke": region.paint.stroke or None, "fill-opacity": "0.6"}
    return element("path", {"class": "shape", "d": data, **look})


def _written(region: Region, spot: Spot) -> str:
    """Return the texts of a region around a place, in the largest font with which they fit; "" where none does."""
    for size in FONT_SIZES:
        part = size / FONT_SIZE
        lines = _lines(region, 1.5 * spot.room / part)
        wide = max((bold_width(one.shown) if one.bold else text_width(one.shown) for one in lines), default=0) * part
        high = len(lines) * LINE * part
        if lines and hypot(wide, high) / 2 <= spot.room + PAD:
            top = spot.y - (len(lines) - 1) * LINE / 2 * part
            look = {"font-size": None if size == FONT_SIZE else size}
            return "".join(
                centred(
                    [one.shown],
                    spot.x,
                    top + at * LINE * part,
                    {"fill": one.ink, "font-weight": "bold" if one.bold else None, **look},
                )
                for at, one in enumerate(lines)
            )
    return ""


def _lines(region: Region, width: float) -> list[_Line]:
    ink = region.paint.ink or INK
    label = [_Line(one, ink, True) for one in wrap_evenly(region.label, int(width), PIXELS)] if region.label else []
    return label + [
        _Line(one, colour or INK, False)
        for shown, colour in region.texts
        for one in wrap_evenly(shown, int(width), PIXELS)
    ]
