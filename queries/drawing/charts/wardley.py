"""A Wardley map as SVG: components where they are visible and evolved, what they need, and where they go.

Labels stand where they meet the least, unless their author has placed them.
"""

from collections.abc import Iterator
from itertools import pairwise
from math import hypot
from typing import NamedTuple

from queries.drawing.charts.free_labels import Point, Rectangle, beside, freest
from queries.drawing.labels import wrap_evenly
from queries.drawing.outlines import polygon
from queries.drawing.svg_elements import centred, element, path, text
from queries.drawing.svg_heads import head, shortened
from queries.drawing.svg_image import Link, Painted, image, marked
from queries.drawing.svg_shapes import NOTE
from queries.drawing.text_metrics import LINE, PIXELS, bold_width, text_width

TOP, LEFT, FOOT = 26, 14, 44  # around the map
RADIUS, RING = 7, 12  # of a component, and of the ring of one with a strategy
WRAP, NOTE_WRAP = 150, 170
PIPE = 26  # the height of a pipeline
INK, QUIET = {"fill": "#1f2933"}, {"fill": "#52606d"}
STROKE = {"stroke": "#52606d", "stroke-width": 1.2}
EVOLVES = {"stroke": "#e03131", "stroke-width": 1.5}
RINGS = {"build": "#e9ecef", "buy": "#adb5bd", "outsource": "#495057", "market": "#fff"}  # by the strategy


class Stage(NamedTuple):
    """A stage of evolution, and where it ends."""

    name: str
    end: float


class Component(NamedTuple):
    """A component, or an anchor: how evolved and how visible it is, and what its author says of it. `offset` is that of
    its label, None for none."""

    name: str
    evolved: float
    visible: float
    is_anchor: bool = False
    strategy: str = ""
    inertia: bool = False
    offset: tuple[int, int] | None = None


class Line(NamedTuple):
    """How a link looks."""

    label: str
    dashed: bool = False
    start: bool = False  # whether there is an arrow
    end: bool = False


class Pipeline(NamedTuple):
    """A component, and those that it consists of."""

    name: str
    inside: tuple[str, ...]


class MapNote(NamedTuple):
    """A note and its place."""

    text: str
    evolved: float
    visible: float


class Annotation(NamedTuple):
    """A number on the map, and what it says."""

    number: int
    text: str
    evolved: float
    visible: float


class Force(NamedTuple):
    """What makes evolution faster, or slower."""

    name: str
    evolved: float
    visible: float
    is_faster: bool


class WardleyModel(NamedTuple):
    """A map to draw: at least one component. `missing` are statements about components that there are not."""

    size: tuple[float, float]
    stages: tuple[Stage, ...]
    components: tuple[Component, ...]
    links: tuple[tuple[str, str, Line], ...] = ()
    evolved: tuple[tuple[str, float], ...] = ()
    pipelines: tuple[Pipeline, ...] = ()
    notes: tuple[MapNote, ...] = ()
    annotations: tuple[Annotation, ...] = ()
    box: tuple[float, float] | None = None
    forces: tuple[Force, ...] = ()
    missing: tuple[str, ...] = ()


def wardley_svg(model: WardleyModel, *, title: str = "", heading: str = "") -> str:
    """Return a map as SVG. `title` names the image, `heading` is written above it."""
    writer = _MapWriter(model)
    content = "".join(writer.parts())
    width, height = model.size
    width = max([width, *(place.right for place in writer.taken)])
    notes = [f"{one}: {_RING_NAMES[one]}" for one in RINGS if any(c.strategy == one for c in model.components)]
    told = [f"Rings: {', '.join(notes)}."] if notes else []
    told += [f"Of no component: {'; '.join(model.missing)}."] if model.missing else []
    return image(Painted(content, LEFT + width, TOP + height + FOOT), title, heading, told)


_RING_NAMES = {"build": "light", "buy": "grey", "outsource": "dark", "market": "with three dots"}


class _MapWriter:
    """Writes a map from the back to the front. `taken` is what labels should not meet."""

    def __init__(self, model: WardleyModel) -> None:
        self.model = model
        self.width, self.height = model.size
        self.known = {one.name: one for one in model.components}
        self.pipes = {one.name: one for one in model.pipelines}
        self.within = {name: one.name for one in model.pipelines for name in one.inside}
        self.lines: list[tuple[Point, Point]] = []
        self.taken: list[Rectangle] = []
        self.room = Rectangle(LEFT, TOP, LEFT + self.width, TOP + self.height)

    def point(self, evolved: float, visible: float) -> Point:
        return LEFT + evolved * self.width, TOP + (1 - visible) * self.height

    def place(self, name: str) -> Point:
        """Return the place of a component. One with a pipeline is above its middle."""
        one = self.known[name]
        x, y = self.point(one.evolved, one.visible)
        if name in self.within:
            return x, y + PIPE / 2 + 2
        if name in self.pipes:
            ends = [self.known[inner].evolved for inner in self.pipes[name].inside]
            return self.point((min(ends) + max(ends)) / 2, one.visible)
        return x, y

    def parts(self) -> Iterator[str]:
        self.taken += self.fixed()
        for one in self.model.pipelines:
            left, top, right, bottom = self.frame(one)
            corners = [(left, top), (right, top), (right, bottom), (left, bottom), (left, top)]
            self.lines += pairwise(corners)
        yield from self.axes()
        yield from map(self.pipeline, self.model.pipelines)
        yield from [self.link(*one) for one in self.model.links]
        yield from [self.evolution(*one) for one in self.model.evolved]
        yield from map(self.component, self.model.components)
        yield from map(self.force, self.model.forces)
        yield from map(self.note, self.model.notes)
        yield from map(self.annotation, self.model.annotations)
        yield self.box()

    def fixed(self) -> Iterator[Rectangle]:
        """Yield what has its place on the map: components, anchors, forces and numbers."""
        for name, one in self.known.items():
            x, y = self.place(name)
            wide = bold_width(name) / 2 if one.is_anchor else self.radius(name)
            yield Rectangle(x - wide, y - self.radius(name), x + wide, y + self.radius(name))
        for force in self.model.forces:
            x, y = self.point(force.evolved, force.visible)
            yield Rectangle(x, y - 15, x + 56, y + 38)
        for number in self.model.annotations:
            x, y = self.point(number.evolved, number.visible)
            yield Rectangle(x - 11, y - 11, x + 11, y + 11)

    def frame(self, one: Pipeline) -> Rectangle:
        """Return the place of a pipeline."""
        ends = [self.place(inner) for inner in one.inside]
        top = ends[0][1] - PIPE / 2
        return Rectangle(min(x for x, _ in ends) - 16, top, max(x for x, _ in ends) + 16, top + PIPE)

    def axes(self) -> Iterator[str]:
        bottom, right = TOP + self.height, LEFT + self.width
        axis = {"class": "shape rule", "stroke": "#7b8794", "stroke-width": 1.4, "fill": "none"}
        yield element("path", {**axis, "d": path([(LEFT, TOP), (LEFT, bottom), (right, bottom)])})
        yield text(["Visibility ↑"], LEFT, TOP - 14, {**QUIET, "font-weight": "bold"})
        yield text(["Evolution →"], right, bottom + 34, {**QUIET, "font-weight": "bold", "text-anchor": "end"})
        begin = 0.0
        for stage in self.model.stages:
            x = LEFT + stage.end * self.width
            if stage.end < 1:
                yield element("path", {**axis, "stroke-dasharray": "4 5", "d": path([(x, TOP), (x, bottom)])})
            lines = wrap_evenly(stage.name, int((stage.end - begin) * self.width) - 8, PIXELS)
            yield centred(lines[:1], LEFT + (begin + stage.end) / 2 * self.width, bottom + 14, QUIET)
            begin = stage.end

    def pipeline(self, one: Pipeline) -> str:
        left, top, right, _ = self.frame(one)
        place = {"x": left, "y": top, "width": right - left, "height": PIPE, "rx": 4}
        frame = element("rect", {"class": "shape", **place, "fill": "#f1f3f5", "stroke": "#7b8794"})
        return marked(frame, "frame", "", Link("", f"{one.name}: {', '.join(one.inside)}"))

    def link(self, source: str, target: str, line: Line) -> str:
        ends = self.ends(self.place(source), self.place(target), source, target)
        self.lines.append(ends)
        start, end = ends
        cut = [shortened("arrow" if line.start else "", start, end), shortened("arrow" if line.end else "", end, start)]
        dashes = {"stroke-dasharray": "5 4"} if line.dashed else {}
        drawn = element("path", {"class": "line", "fill": "none", **STROKE, **dashes, "d": path(cut)})
        drawn += head("arrow", start, end, STROKE) if line.start else ""
        drawn += head("arrow", end, start, STROKE) if line.end else ""
        if line.label:
            drawn += self.on_line(line.label, ((start[0] + end[0]) / 2, (start[1] + end[1]) / 2))
        said = f"{source} → {target}"
        return marked(drawn, "edge", "", Link("", f"{said}: {line.label}" if line.label else said))

    def on_line(self, label: str, middle: Point) -> str:
        """Return a label on a line, with a ground."""
        lines = wrap_evenly(label, WRAP, PIXELS)
        wide, high = max(map(text_width, lines)) + 6, len(lines) * LINE - 2
        place = Rectangle(middle[0] - wide / 2, middle[1] - high / 2, middle[0] + wide / 2, middle[1] + high / 2)
        self.taken.append(place)
        look = {"class": "label-background", "x": place.left, "y": place.top, "width": wide, "height": high, "rx": 3}
        ground = element("rect", {**look, "fill": "#fff", "fill-opacity": "0.85"})
        return ground + centred(lines, *middle, {"class": "label", **QUIET})

    def ends(self, start: Point, end: Point, source: str, target: str) -> tuple[Point, Point]:
        """Return where a line between two components begins and ends: at their rims."""
        dx, dy = end[0] - start[0], end[1] - start[1]
        size = hypot(dx, dy) or 1
        near, far = (min(self.radius(name), size / 2) / size for name in (source, target))
        return (start[0] + dx * near, start[1] + dy * near), (end[0] - dx * far, end[1] - dy * far)

    def radius(self, name: str) -> float:
        one = self.known[name]
        return 10 if one.is_anchor else RING if one.strategy else RADIUS

    def evolution(self, name: str, evolved: float) -> str:
        start = self.place(name)
        end = (LEFT + evolved * self.width, start[1])
        first = self.ends(start, end, name, name)[0]
        self.lines.append((first, end))
        cut = [first, shortened("arrow", end, first)]
        line = {"class": "line painted", "fill": "none", **EVOLVES, "stroke-dasharray": "5 4"}
        drawn = element("path", {**line, "d": path(cut)}) + head("arrow", end, first, EVOLVES)
        return marked(drawn, "edge", "", Link("", f"{name} evolves to {evolved * 100:.0f} %"))

    def component(self, one: Component) -> str:
        x, y = self.place(one.name)
        said = [one.strategy, "inertia" if one.inertia else "", "anchor" if one.is_anchor else ""]
        said += [f"evolved {one.evolved * 100:.0f} %", f"visible {one.visible * 100:.0f} %"]
        about = ", ".join(filter(None, said))
        if one.is_anchor:
            drawn = self.anchor(one, x, y)
        else:
            drawn = _dot(one, x, y, square=one.name in self.pipes) + self.name(one, x, y)
        if one.inertia:
            bar = {"class": "shape ink", "x": x + 20, "y": y - 12, "width": 6, "height": 24, "fill": "#1f2933"}
            drawn += element("rect", bar)
        return marked(drawn, "node", "", Link("", f"{one.name} ({about})"))

    def anchor(self, one: Component, x: float, y: float) -> str:
        half = bold_width(one.name) / 2
        ground = {"class": "label-background", "x": x - half - 3, "y": y - 9, "width": 2 * half + 6, "height": LINE}
        name = centred([one.name], x, y, {**INK, "font-weight": "bold"})
        return element("rect", {**ground, "fill": "#fff", "fill-opacity": "0.85"}) + name

    def name(self, one: Component, x: float, y: float) -> str:
        """Return the name of a component, where its author says or where it meets the least."""
        lines = wrap_evenly(one.name, WRAP, PIXELS)
        size = (max(map(text_width, lines)), len(lines) * LINE)
        if one.offset is not None:
            left, top = x + one.offset[0], y + one.offset[1] - LINE / 2
            place = Rectangle(left, top, left + size[0], top + size[1])
        else:
            away = (RING if one.strategy else RADIUS) + 4 + (18 if one.inertia else 0)
            place = freest(beside((x, y), size, away), self.taken, self.lines, self.room)
        self.taken.append(place)
        return centred(lines, (place.left + place.right) / 2, (place.top + place.bottom) / 2, INK)

    def force(self, one: Force) -> str:
        x, y = self.point(one.evolved, one.visible)
        shape = "arrow_right" if one.is_faster else "arrow_left"
        corners = [(x + px, y - 15 + py) for px, py in polygon(shape, 56, 30)]
        drawn = element("path", {"class": "shape", "d": path(corners, closed=True), "fill": "#fff", **STROKE})
        lines = wrap_evenly(one.name, WRAP, PIXELS)
        drawn += centred(lines, x + 28, y + 20 + len(lines) * LINE / 2, {**INK, "font-weight": "bold"})
        kind = "accelerator" if one.is_faster else "deaccelerator"
        return marked(drawn, "node", "", Link("", f"{kind}: {one.name}"))

    def note(self, one: MapNote) -> str:
        x, y = self.point(one.evolved, one.visible)
        lines = wrap_evenly(one.text, NOTE_WRAP, PIXELS)
        size = (max(map(text_width, lines)) + 12, len(lines) * LINE + 8)
        own = Rectangle(x, y - size[1] / 2, x + size[0], y + size[1] / 2)
        place = freest([own, *beside((x, y), size, 8)], self.taken, [], self.room)
        self.taken.append(place)
        paper = {**NOTE, "x": place.left, "y": place.top, "width": size[0], "height": size[1]}
        drawn = element("rect", {**paper, "rx": 3})
        middle = ((place.left + place.right) / 2, (place.top + place.bottom) / 2)
        return marked(drawn + centred(lines, *middle, INK), "node", "", Link("", f"note: {one.text}"))

    def annotation(self, one: Annotation) -> str:
        x, y = self.point(one.evolved, one.visible)
        disc = {"class": "shape", "cx": x, "cy": y, "r": 11, "fill": "#fff", **STROKE}
        drawn = element("circle", disc) + centred([str(one.number)], x, y, {**INK, "font-weight": "bold"})
        return marked(drawn, "node", "", Link("", f"{one.number}. {one.text}"))

    def box(self) -> str:
        """Return what the numbers say, in a box at its place or in the lower left corner."""
        shown = [f"{one.number}. {one.text}" for one in self.model.annotations]
        if not shown:
            return ""
        lines = [line for one in shown for line in wrap_evenly(one, 2 * NOTE_WRAP, PIXELS)]
        wide, high = max(map(text_width, lines)) + 20, len(lines) * LINE + 14
        x, y = self.point(*(self.model.box or (0.01, 0.0)))
        x = max(LEFT + 6, min(x, LEFT + self.width - wide - 6))
        y = max(float(TOP), min(y, TOP + self.height - high - 6))
        frame = {"class": "shape", "x": x, "y": y, "width": wide, "height": high, "rx": 4, "fill": "#fff", **STROKE}
        return element("rect", frame) + text(lines, x + 10, y + 7 + LINE / 2, INK)


def _dot(one: Component, x: float, y: float, *, square: bool) -> str:
    """Return a component, with a ring for its strategy."""
    look = {"class": "shape", "fill": "#fff", "stroke": "#1f2933", "stroke-width": 1.3}
    if square:
        return element("rect", {**look, "x": x - 6, "y": y - 6, "width": 12, "height": 12})
    middle = {"cx": x, "cy": y}
    ring = element("circle", {**look, **middle, "r": RING, "fill": RINGS[one.strategy]}) if one.strategy else ""
    if one.strategy == "market":
        dots = [(x, y - 5), (x - 5, y + 4), (x + 5, y + 4)]
        return ring + "".join(element("circle", {**look, "cx": a, "cy": b, "r": 3.5}) for a, b in dots)
    return ring + element("circle", {**look, **middle, "r": RADIUS})
