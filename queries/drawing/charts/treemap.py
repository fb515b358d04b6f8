"""A treemap as SVG: areas in areas, each as large as its value, with its name and its value."""

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from queries.drawing.charts.axes import ValueFormat
from queries.drawing.charts.boxes import FILLS
from queries.drawing.charts.squarified import Rectangle, squarified
from queries.drawing.graph_model import Paint
from queries.drawing.labels import wrap_evenly
from queries.drawing.svg_elements import centred, element, text
from queries.drawing.svg_image import Link, Painted, image, marked
from queries.drawing.text_metrics import FONT_SIZE, LINE, PIXELS, text_width

WIDTH, HEIGHT = 960, 520
HEAD, RIM = 26, 6  # of an area with parts: the height of its name, and the room around its parts
SIZES = (14, 12, 10)  # of the font of a name, the largest first that fits


class Area(NamedTuple):
    """An area: a value of its own, or parts."""

    label: str
    value: float = 0.0
    parts: tuple["Area", ...] = ()
    paint: Paint = Paint()

    @property
    def whole(self) -> float:
        """The value of the area: that of all its parts, if it has any."""
        return sum(one.whole for one in self.parts) if self.parts else self.value


class TreemapModel(NamedTuple):
    """A map to draw: the values are above 0 together."""

    areas: tuple[Area, ...]
    shows_values: bool = True
    values: ValueFormat = ValueFormat()


class _Place(NamedTuple):
    """Where an area is drawn: its outermost area by number, how deep it is in it, and the names of those around it."""

    area: Area
    room: Rectangle
    colour: int
    around: tuple[str, ...]


def treemap_svg(model: TreemapModel, *, title: str = "", heading: str = "") -> str:
    """Return a map as SVG. `title` names the image, `heading` is written above it. What is too small for its name is
    told below the map."""
    places = [
        place
        for at, (area, room) in enumerate(_divided(model.areas, Rectangle(0, 0, WIDTH, HEIGHT)))
        for place in _places(_Place(area, room, at, ()))
    ]
    drawn, nameless = [], []
    for place in places:
        shown, is_named = _drawn(place, model)
        drawn.append(shown)
        if not is_named:
            nameless.append(f"{place.area.label}: {model.values.shown(place.area.whole)}")
    notes = [f"Too small for their names: {'; '.join(nameless)}"] if nameless else []
    return image(Painted("".join(drawn), WIDTH, HEIGHT), title, heading, notes)


def _divided(areas: Sequence[Area], room: Rectangle) -> Iterator[tuple[Area, Rectangle]]:
    """Yield the areas with a value and their places, the largest first."""
    ordered = sorted((one for one in areas if one.whole > 0), key=lambda one: -one.whole)
    yield from zip(ordered, squarified([one.whole for one in ordered], room), strict=True)


def _places(place: _Place) -> Iterator[_Place]:
    yield place
    if not place.area.parts:
        return
    x, y, width, height = place.room
    head = HEAD if height > 2 * HEAD else RIM
    room = Rectangle(x + RIM, y + head, max(1.0, width - 2 * RIM), max(1.0, height - head - RIM))
    for area, own in _divided(place.area.parts, room):
        yield from _places(_Place(area, own, place.colour, (*place.around, place.area.label)))


def _drawn(place: _Place, model: TreemapModel) -> tuple[str, bool]:
    """Return an area with its name, and whether there is room for the name."""
    area, (x, y, width, height) = place.area, place.room
    fill, stroke = FILLS[place.colour % len(FILLS)]
    look = {"class": "shape", "fill": area.paint.fill or fill, "stroke": area.paint.stroke or stroke}
    opacity = None if area.paint.fill or area.parts else "0.55"
    # A white ground keeps what shines through an area from showing the area around it.
    ground = element("rect", {"class": "shape", "x": x, "y": y, "width": width, "height": height, "fill": "#fff"})
    over = {"x": x, "y": y, "width": width, "height": height, "fill-opacity": opacity, "stroke-width": 1.5}
    value = model.values.shown(area.whole)
    written = (_head if area.parts else _leaf)(place, value, model.shows_values)
    said = " / ".join((*place.around, area.label))
    drawn = (ground if opacity else "") + element("rect", {**look, **over}) + written
    return marked(drawn, "frame" if area.parts else "node", "", Link("", f"{said}: {value}")), bool(written)


def _head(place: _Place, value: str, shows_values: bool) -> str:
    """Return the name of an area at its top, with its value at the right where there is room."""
    area, (x, y, width, height) = place.area, place.room
    ink = {"fill": area.paint.ink or "#1f2933"}
    room = width - 2 * RIM
    if height <= 2 * HEAD or text_width(area.label) * 1.08 > room:
        return ""
    drawn = text([area.label], x + RIM, y + HEAD / 2, {**ink, "font-weight": "bold"})
    if shows_values and text_width(area.label) * 1.08 + text_width(value) + 12 <= room:
        drawn += text([value], x + width - RIM, y + HEAD / 2, {**ink, "text-anchor": "end", "font-style": "italic"})
    return drawn


def _leaf(place: _Place, value: str, shows_values: bool) -> str:
    """Return name and value in the middle of an area, in the largest font that fits, "" where none does."""
    area, (x, y, width, height) = place.area, place.room
    for size in SIZES:
        part = size / FONT_SIZE
        lines = [*wrap_evenly(area.label, int((width - 8) / part), PIXELS), *([value] if shows_values else [])]
        if max(map(text_width, lines)) * part <= width - 6 and len(lines) * LINE <= height - 4:
            ink = {"fill": area.paint.ink or "#1f2933", "font-size": None if size == FONT_SIZE else size}
            return centred(lines, x + width / 2, y + height / 2, ink)
    return ""
