"""A sequence as SVG: lifelines side by side, time downwards. The columns are those of the text drawing, in cells of a
few pixels."""

from math import ceil
from typing import NamedTuple

from queries.drawing import svg_boxes, svg_shapes
from queries.drawing.columns import LOOP, Columns, columns, note_place
from queries.drawing.labels import Ruler, wrap_evenly
from queries.drawing.plan import PlacedLabel
from queries.drawing.sequence_model import (
    ActivationEvent,
    Event,
    FrameDivider,
    FrameEnd,
    FrameStart,
    Lifeline,
    MessageEvent,
    NoteEvent,
    SequenceModel,
    Spacing,
    heading,
    with_closed_frames,
)
from queries.drawing.svg_elements import centred, element, path, text
from queries.drawing.svg_heads import head, shortened
from queries.drawing.svg_image import Link, Links, Marks, Painted, marked
from queries.drawing.svg_lifelines import draw_head, head_height, head_width
from queries.drawing.svg_lines import STROKES, halo, label, looped
from queries.drawing.text_metrics import LINE, text_width

CELL = 8
SPACING = Spacing(text=32, label=18, gap=4, ruler=Ruler(lambda line: ceil(text_width(line) / CELL), 1))
BAR = 10  # the width of an active lifeline
STEP = 5  # by which a nested activation is further right
LONG = 640  # pixels, above which the heads are drawn at the bottom too
INK = {"fill": "#1f2933"}
LIFELINE = {"class": "lifeline", "stroke": "#9aa5b1", "stroke-width": 1, "fill": "none"}
ACTIVE = {"class": "activation", "fill": "#dfe5f5", "stroke": "#7484b0"}
FRAME = {"class": "block", "fill": "none", "stroke": "#9aa5b1", "stroke-width": 1.2}


def sequence_drawing(model: SequenceModel, links: Links, marks: Marks) -> Painted:
    """Return the drawing of a sequence with its size."""
    return _Drawing(with_closed_frames(model), links, marks).painted()


def ground_look(fill: str, otherwise: str) -> dict[str, object]:
    """Return the look of a ground in the colour of its author, on which texts can still be read, or in another."""
    return {"fill": fill, "fill-opacity": "0.6"} if fill else {"fill": otherwise}


class _OpenFrame(NamedTuple):
    number: int
    top: float
    start: FrameStart


class _Drawing:
    """The state of a drawing while its events are drawn one by one. `y` is the first free row of pixels.

    `back` is drawn first: boxes and frames; then lifelines, then `front`: heads, messages and notes.
    """

    def __init__(self, model: SequenceModel, links: Links, marks: Marks) -> None:
        self.model, self.links, self.marks = model, links, marks
        widths = [ceil(head_width(lifeline, SPACING.label * CELL) / CELL) | 1 for lifeline in model.lifelines]
        self.columns: Columns = columns(model, SPACING, widths)
        self.x = [self.place(column) for column in self.columns.at]
        self.width = (self.columns.right - self.columns.left + 1) * CELL
        self.back: list[str] = []
        self.front: list[str] = []
        self.borders: list[str] = []
        self.y = 0.0
        self.begins: dict[int, float] = {}
        self.ends: dict[int, float] = {}
        self.active: dict[int, list[float]] = {}
        self.bars: list[tuple[int, float, float, int]] = []  # lifeline, first, last, depth
        self.last_message = 0.0

    def place(self, column: int) -> float:
        """Return the middle of a column in pixels."""
        return (column - self.columns.left) * CELL + CELL / 2

    def painted(self) -> Painted:
        created = {event.target for event in self.model.events if isinstance(event, MessageEvent) and event.creates}
        self.heads([number for number in range(len(self.x)) if number not in created])
        open_: list[_OpenFrame] = []
        for number, event in enumerate(self.model.events):
            self.draw(number, event, open_)
        self.y += 16
        lines = self.lifelines()
        self.boxes()
        content = "".join([*self.back, *lines, *self.borders, *self.front])
        return Painted(content, self.width, self.y)

    def draw(self, number: int, event: Event, open_: list[_OpenFrame]) -> None:
        match event:
            case MessageEvent():
                self.message(event)
            case NoteEvent():
                self.note(event)
            case ActivationEvent():
                self.activity(event)
            case FrameStart():
                self.y += 10
                open_.append(_OpenFrame(number, self.y, event))
                self.headline(number, event)
            case FrameDivider() if open_:
                self.divider(open_[-1].number, event)
            case FrameEnd() if open_:
                self.y += 10
                self.frame(open_.pop())
            case _:
                pass

    # Heads and lifelines

    def heads(self, lifelines: list[int]) -> None:
        self.y = 26.0 if any(lifeline.box for lifeline in self.model.lifelines) else 0.0
        tall = max((self.head_height(number) for number in lifelines), default=0)
        for number in lifelines:
            self.head(number, self.y + tall)
        self.y += tall + 10

    def head_height(self, number: int) -> float:
        return head_height(self.model.lifelines[number], SPACING.label * CELL)

    def head(self, number: int, bottom: float) -> None:
        one = self.model.lifelines[number]
        self.front.append(self.participant(one, self.x[number], bottom))
        self.begins.setdefault(number, bottom)

    def participant(self, lifeline: Lifeline, x: float, bottom: float) -> str:
        wrap = SPACING.label * CELL
        width, height = head_width(lifeline, wrap), head_height(lifeline, wrap)
        ground = svg_boxes.halo(x - width / 2, bottom - height, width, height, self.marks.get(lifeline.id, ""))
        return self.item("node participant", lifeline.id, ground + draw_head(lifeline, x, bottom, wrap), lifeline.label)

    def item(self, kind: str, id_: str, content: str, title: str) -> str:
        link = self.links.get(id_, Link()) if id_ else Link()
        shown = link.title or " ".join(title.split())
        return marked(content, kind, id_, Link(link.href, shown), self.marks.get(id_, "") if id_ else "")

    def boxes(self) -> None:
        """Draw the boxes around lifelines, behind everything."""
        for number, name in enumerate(self.model.boxes, 1):
            inside = [at for at, lifeline in enumerate(self.model.lifelines) if lifeline.box == number]
            if not inside:
                continue
            half = [head_width(self.model.lifelines[at], SPACING.label * CELL) / 2 for at in inside]
            left = min(self.x[at] - size for at, size in zip(inside, half, strict=True)) - 12
            right = max(self.x[at] + size for at, size in zip(inside, half, strict=True)) + 12
            fill = self.model.fills[number - 1] if self.model.fills else ""
            look = {"class": "border", "stroke": "#b3bcc7", "rx": 6, **ground_look(fill, "#f0f3f8")}
            ground = element("rect", {**look, "x": left, "y": 0, "width": right - left, "height": self.y})
            title = {**INK, "class": "title", "font-weight": "bold"}
            content = ground + centred([name], (left + right) / 2, 13, title)
            self.back.insert(0, self.item("frame", "", content, name))

    def lifelines(self) -> list[str]:
        """Return the lines down from the heads, and the bars where a lifeline is active."""
        bottom = self.y
        for lifeline, since in self.active.items():
            last = self.ends.get(lifeline, bottom - 6)
            self.bars += [(lifeline, first, last, depth) for depth, first in enumerate(since)]
        found = []
        for number, x in enumerate(self.x):
            if number in self.begins:
                end = max(self.ends.get(number, bottom), self.begins[number])
                found.append(element("path", {**LIFELINE, "d": path([(x, self.begins[number]), (x, end)])}))
        for lifeline, first, last, depth in sorted(self.bars, key=lambda bar: (bar[3], bar[1])):
            x = self.x[lifeline] - BAR / 2 + STEP * depth
            bar = {"x": x, "y": first, "width": BAR, "height": max(last - first, 8)}
            found.append(element("rect", {**ACTIVE, **bar}))
        for number, end in self.ends.items():
            x = self.x[number]
            cross = [((x - 8, end - 8), (x + 8, end + 8)), ((x - 8, end + 8), (x + 8, end - 8))]
            self.front += [element("path", {**LIFELINE, "stroke-width": 2, "d": path(arm)}) for arm in cross]
        if bottom > LONG:
            self.heads_below(bottom)
        return found

    def heads_below(self, bottom: float) -> None:
        left = [number for number in range(len(self.x)) if number not in self.ends and number in self.begins]
        for number in left:
            one = self.model.lifelines[number]
            self.front.append(self.participant(one._replace(id=""), self.x[number], bottom + self.head_height(number)))
        self.y += max((self.head_height(number) for number in left), default=0)

    # Messages

    def reach(self, lifeline: int, side: int) -> float:
        """Return where a message meets a lifeline from a side: at the border of its bar if it is active."""
        depth = len(self.active.get(lifeline, ()))
        if not depth:
            return self.x[lifeline]
        return self.x[lifeline] + (BAR / 2 + STEP * (depth - 1) if side > 0 else -BAR / 2)

    def message(self, event: MessageEvent) -> None:
        lines = wrap_evenly(event.text, SPACING.text, SPACING.ruler) if event.text else ()
        mark = self.marks.get(event.id, "")
        drawn = (
            self.self_message(event, lines, mark) if event.source == event.target else self.across(event, lines, mark)
        )
        ends = f"{self.model.lifelines[event.source].label} → {self.model.lifelines[event.target].label}"
        self.front.append(self.item("edge message", event.id, drawn, f"{ends}: {event.text}" if event.text else ends))
        for number in event.destroys:
            self.ends[number] = self.y + 4
        self.y += 16 if event.destroys else 0

    def across(self, event: MessageEvent, lines: tuple[str, ...], mark: str) -> str:
        """Return a text and an arrow between two lifelines; to the head of the target if the message creates it."""
        side = 1 if self.x[event.target] > self.x[event.source] else -1
        start, end = self.reach(event.source, side), self.reach(event.target, -side)
        tall = self.head_height(event.target) if event.creates else 0
        if event.creates:
            end = self.x[event.target] - side * head_width(self.model.lifelines[event.target], SPACING.label * CELL) / 2
        self.y += max(len(lines) * LINE + 10, tall / 2 + 8)
        y = self.y
        if event.creates:
            self.head(event.target, y + tall / 2)
        middle = ((start + end) / 2, y - 6 - len(lines) * LINE / 2)
        drawn = self.arrow(event, (start, y), (end, y), mark)
        self.last_message = y
        self.y += max(10, tall / 2 + 8)
        return drawn + label(PlacedLabel(lines, middle) if any(lines) else None)

    def arrow(self, event: MessageEvent, start: tuple[float, float], end: tuple[float, float], mark: str) -> str:
        first, last = shortened(event.start, start, end), shortened(event.end, end, start)
        stroke = STROKES["normal"]
        data = path([first, last])
        dashes = {"stroke-dasharray": "5 4"} if event.dotted else {}
        kind = "line dotted" if event.dotted else "line"
        drawn = element("path", {"class": kind, "d": data, "fill": "none", **stroke, **dashes})
        return halo(data, mark) + drawn + head(event.start, start, end, stroke) + head(event.end, end, start, stroke)

    def self_message(self, event: MessageEvent, lines: tuple[str, ...], mark: str) -> str:
        """Return a loop at the right side of a lifeline, with its text beside it."""
        x = self.reach(event.source, 1)
        self.y += 10
        height = max(20, len(lines) * LINE)
        top = self.y + (height - 20) / 2
        stroke = "dotted" if event.dotted else "normal"
        drawn = looped((x, top), (x, top + 20), (26, 0), (event.start, event.end), stroke, mark)
        left = self.x[event.source] + LOOP * CELL
        self.last_message = top + 20
        middle = left + max([text_width(line) for line in lines], default=0) / 2
        drawn += label(PlacedLabel(lines, (middle, self.y + height / 2)) if any(lines) else None)
        self.y += height + 6
        return drawn

    # Notes, activations, frames

    def note(self, event: NoteEvent) -> None:
        if not event.lifelines:
            return
        first, last = note_place(event, SPACING, self.columns.at)
        left, right = (first - self.columns.left) * CELL, (last - self.columns.left + 1) * CELL
        lines = wrap_evenly(event.text, SPACING.text, SPACING.ruler)
        self.y += 6
        height = len(lines) * LINE + 14
        drawn = svg_shapes.shape("note", left, self.y, right - left, height)
        drawn += centred(lines, (left + right) / 2, self.y + height / 2, INK)
        self.front.append(self.item("node note", "", drawn, event.text))
        self.y += height + 6

    def activity(self, event: ActivationEvent) -> None:
        """Record an activation: it lasts from the message before its begin to the message before its end."""
        since = self.active.setdefault(event.lifeline, [])
        begin = self.begins.get(event.lifeline, 0.0)
        if event.begins:
            since.append(max(self.last_message or self.y, begin))
        elif since:
            last = max(self.last_message, begin)
            self.bars.append((event.lifeline, since.pop(), last, len(since)))

    def headline(self, number: int, event: FrameStart) -> None:
        """Draw the heading of a frame: its kind on a tab, its condition beside it."""
        if not heading(event):
            self.y += 4
            return
        left, right = self.sides(number)
        kind = event.kind.replace("_", " ")
        tab = text_width(kind) + 20
        corners = [
            (left, self.y),
            (left + tab, self.y),
            (left + tab, self.y + 12),
            (left + tab - 8, self.y + 20),
            (left, self.y + 20),
        ]
        look = {**FRAME, "class": "block tab", "fill": "#e4e7eb"}
        bold = {**INK, "font-weight": "bold"}
        self.front.append(
            element("path", {**look, "d": path(corners, closed=True)}) + text([kind], left + 6, self.y + 10, bold)
        )
        lines = self.condition(event.label, right - left - tab - 16)
        self.front.append(text(lines, left + tab + 8, self.y + 10, {**INK, "class": "label"}))
        self.y += max(20, len(lines) * LINE) + 4

    def condition(self, shown: str, room: float) -> tuple[str, ...]:
        return wrap_evenly(f"[{shown}]", max(4, int(room / CELL)), SPACING.ruler) if shown else ()

    def divider(self, number: int, event: FrameDivider) -> None:
        left, right = self.sides(number)
        self.y += 8
        self.borders.append(
            element("path", {**FRAME, "stroke-dasharray": "4 3", "d": path([(left, self.y), (right, self.y)])})
        )
        lines = self.condition(event.label, right - left - text_width(event.keyword) - 32)
        bold = {**INK, "font-weight": "bold"}
        self.front.append(text([event.keyword], left + 6, self.y + 12, bold))
        self.front.append(text(lines, left + text_width(event.keyword) + 20, self.y + 12, {**INK, "class": "label"}))
        self.y += max(1, len(lines)) * LINE + 6

    def sides(self, number: int) -> tuple[float, float]:
        low, high = self.columns.frames.get(number, (self.columns.left, self.columns.right))
        return self.place(low), self.place(high)

    def frame(self, frame: _OpenFrame) -> None:
        left, right = self.sides(frame.number)
        place = {"x": left, "y": frame.top, "width": right - left, "height": self.y - frame.top, "rx": 2}
        if frame.start.kind == "rect":
            ground = {"class": "block ground", "stroke": "none", **ground_look(frame.start.fill, "#eef1f5")}
            self.back.insert(0, element("rect", {**ground, **place}))
        else:
            self.borders.append(element("rect", {**FRAME, **place}))
        self.y += 8
