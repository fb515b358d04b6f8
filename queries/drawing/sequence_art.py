"""A sequence as lines of text: lifelines side by side, time downwards.

The text of a message is above its arrow. An active lifeline is thick. Frames enclose the lifelines that take part.
"""

from typing import NamedTuple

from queries.drawing.canvas import Canvas, Charset
from queries.drawing.columns import LOOP, Columns, columns, note_place
from queries.drawing.glyphs import DOTTED, HEAVY, LIGHT
from queries.drawing.graph_art import Art
from queries.drawing.graph_model import Box
from queries.drawing.labels import cell_width, wrap_evenly
from queries.drawing.lifeline_heads import draw_head, head_height, head_width
from queries.drawing.sequence_model import (
    ActivationEvent,
    FrameDivider,
    FrameEnd,
    FrameStart,
    MessageEvent,
    NoteEvent,
    SequenceModel,
    Spacing,
    heading,
    with_closed_frames,
)
from queries.drawing.shapes import paint_box, size_box

SPACINGS = (
    Spacing(36, 20, 3),
    Spacing(26, 16, 2),
    Spacing(20, 14, 2),
    Spacing(14, 12, 1),
    Spacing(10, 10, 1),
    Spacing(6, 6, 1),
)
HEADS = {"arrow": "▶◀", "open": ")(", "cross": "✕✕"}
LONG = 45  # rows, above which the heads are drawn at the bottom too
FRAME, LIFELINE, ARROW = 1, 2, 3  # wires, none of which joins another where they cross


def sequence_art(model: SequenceModel, width: int, charset: Charset = "unicode") -> Art:
    """Draw a sequence with the roomiest spacing that fits the width, else with the narrowest."""
    model = with_closed_frames(model)
    tried = [(spacing, columns(model, spacing)) for spacing in SPACINGS]
    fitting = [choice for choice in tried if _width(choice[1]) <= width]
    spacing, chosen = fitting[0] if fitting else min(tried, key=lambda choice: _width(choice[1]))
    canvas = _Drawing(model, spacing, chosen).drawn()
    return Art(canvas.lines(charset), _width(chosen), bool(fitting))


def _width(shown: Columns) -> int:
    return shown.right - shown.left + 1


class _OpenFrame(NamedTuple):
    number: int
    top: int
    kind: str


class _Drawing:
    """The state of a drawing while its events are drawn one by one. `y` is the next free row."""

    def __init__(self, model: SequenceModel, spacing: Spacing, chosen: Columns) -> None:
        self.model, self.spacing = model, spacing
        self.at = [column - chosen.left for column in chosen.at]
        self.frames = {key: (low - chosen.left, high - chosen.left) for key, (low, high) in chosen.frames.items()}
        self.shift = chosen.left
        self.canvas = Canvas()
        self.y = 0
        self.begins: dict[int, int] = {}
        self.ends: dict[int, int] = {}
        self.active: dict[int, list[int]] = {}
        self.bars: list[tuple[int, int, int, int]] = []  # lifeline, first row, last row, depth of the activation
        self.last_message_row = 0  # row of the last message

    def drawn(self) -> Canvas:
        created = {event.target for event in self.model.events if isinstance(event, MessageEvent) and event.creates}
        self.heads([number for number in range(len(self.at)) if number not in created])
        open_: list[_OpenFrame] = []
        late: list[tuple[_OpenFrame, int]] = []
        for number, event in enumerate(self.model.events):
            match event:
                case MessageEvent():
                    self.message(event)
                case NoteEvent():
                    self.note(event)
                case ActivationEvent():
                    self.activity(event)
                case FrameStart():
                    open_.append(_OpenFrame(number, self.y, event.kind))
                    self.headline(number, heading(event), "")
                case FrameDivider() if open_:
                    self.headline(open_[-1].number, heading(event), "divided")
                case FrameEnd() if open_:
                    late.append((open_.pop(), self.y))
                    self.y += 1
        self.frame_borders(late)
        self.lifelines()
        return self.canvas

    def heads(self, lifelines: list[int]) -> None:
        boxed = any(lifeline.box for lifeline in self.model.lifelines)
        height = max((head_height(self.model.lifelines[number], self.spacing.label) for number in lifelines), default=0)
        bottom = height - 1 + boxed
        if boxed:
            self.boxes(bottom + 1)
        for number in lifelines:
            self.head(number, bottom)
        self.y = bottom + 1 + boxed

    def head(self, number: int, bottom: int) -> None:
        draw_head(self.canvas, self.model.lifelines[number], self.spacing.label, self.at[number], bottom)
        self.begins.setdefault(number, bottom + 1)

    def boxes(self, bottom: int) -> None:
        """Draw the frames around the heads of lifelines in one box."""
        for number, name in enumerate(self.model.boxes, 1):
            inside = [at for at, lifeline in enumerate(self.model.lifelines) if lifeline.box == number]
            if not inside:
                continue
            widths = [head_width(self.model.lifelines[at], self.spacing.label) // 2 for at in inside]
            left = min(self.at[at] - half for at, half in zip(inside, widths, strict=True)) - 2
            right = max(self.at[at] + half for at, half in zip(inside, widths, strict=True)) + 2
            self.border(left, right, 0, bottom, LIGHT)
            if name:
                self.canvas.text(left + 2, 0, f" {name} ")

    def border(self, left: int, right: int, top: int, bottom: int, weight: int) -> None:
        corners = [(left, top), (right, top), (right, bottom), (left, bottom), (left, top)]
        self.canvas.path(corners, weight, FRAME)

    def message(self, event: MessageEvent) -> None:
        lines = wrap_evenly(event.text, self.spacing.text) if event.text else ()
        if event.source == event.target:
            self.self_message(event, lines)
        else:
            self.across(event, lines)
        for number in event.destroys:
            self.ends[number] = self.y
        self.y += bool(event.destroys)

    def across(self, event: MessageEvent, lines: tuple[str, ...]) -> None:
        """Draw a text and an arrow between two lifelines; to the head of the target if the message creates it."""
        source, target = self.at[event.source], self.at[event.target]
        step = 1 if target > source else -1
        above = 0
        if event.creates:
            lifeline = self.model.lifelines[event.target]
            height = head_height(lifeline, self.spacing.label)
            above = max(0, (height - 1) // 2 - len(lines))
            target -= step * (head_width(lifeline, self.spacing.label) // 2)
        middle = (source + target) // 2
        self.y += above + (not lines and not above)
        for line in lines:
            self.canvas.text(middle - (cell_width(line) - 1) // 2, self.y, line)
            self.y += 1
        if event.creates:
            self.head(event.target, self.y + height - 1 - (height - 1) // 2)
        ends = (source + step * bool(event.start), target - step * bool(event.end))
        self.canvas.path([(ends[0], self.y), (ends[1], self.y)], DOTTED if event.dotted else LIGHT, ARROW)
        if event.start:
            self.canvas.mark(source + step, self.y, HEADS[event.start][step > 0])
        if event.end:
            self.canvas.mark(target - step, self.y, HEADS[event.end][step < 0])
        self.last_message_row = self.y
        self.y += 1 + (height - 1 - (height - 1) // 2 if event.creates else 0)

    def self_message(self, event: MessageEvent, lines: tuple[str, ...]) -> None:
        """Draw a loop at the right side of a lifeline, with its text beside it."""
        at = self.at[event.source]
        self.y += 1
        weight = DOTTED if event.dotted else LIGHT
        last = self.y + max(1, len(lines) - 1)
        self.canvas.path([(at, self.y), (at + 2, self.y), (at + 2, last), (at + bool(event.end), last)], weight, ARROW)
        if event.start:
            self.canvas.mark(at + 1, self.y, HEADS[event.start][1])
        if event.end:
            self.canvas.mark(at + 1, last, HEADS[event.end][1])
        for row, line in enumerate(lines):
            self.canvas.text(at + LOOP, self.y + row, line)
        self.last_message_row = last
        self.y = last + 1

    def note(self, event: NoteEvent) -> None:
        if not event.lifelines:
            return
        first, last = note_place(event, self.spacing, [at + self.shift for at in self.at])
        drawn = size_box(Box("", (event.text,), "note"), self.spacing.text, last - first + 1)
        x = first - self.shift
        paint_box(self.canvas, x, self.y, drawn)
        self.canvas.freeze(x, self.y, drawn.width, drawn.height)
        self.y += drawn.height

    def activity(self, event: ActivationEvent) -> None:
        """Record an activation: it lasts from the message before its begin to the message before its end."""
        since = self.active.setdefault(event.lifeline, [])
        if event.begins:
            since.append(self.last_message_row or self.y)
        elif since:
            last = max(self.last_message_row, self.begins.get(event.lifeline, 0))
            self.bars.append((event.lifeline, since.pop(), last, len(since)))

    def headline(self, number: int, text: str, divided: str) -> None:
        """Draw the border above a section with its heading. A heading of several lines continues below."""
        left, right = self.frames.get(number, (0, 0))
        if divided:
            self.canvas.path([(left, self.y), (right, self.y)], DOTTED, FRAME)
        room = max(right - left - 4, 2)
        lines = wrap_evenly(text, min(room, max(self.spacing.text, 6))) if text else ()
        for row, line in enumerate(lines):
            self.canvas.text(left + 2, self.y + row, f" {line} ")
        self.y += max(1, len(lines))

    def frame_borders(self, late: list[tuple[_OpenFrame, int]]) -> None:
        for frame, bottom in late:
            left, right = self.frames.get(frame.number, (0, 0))
            self.border(left, right, frame.top, bottom, DOTTED if frame.kind == "rect" else LIGHT)

    def lifelines(self) -> None:
        """Draw the lines down from the heads, behind whatever is there; thick where a lifeline is active."""
        bottom = self.y
        for lifeline, since in self.active.items():
            last = self.ends.get(lifeline, bottom)
            self.bars += [(lifeline, first, last, depth) for depth, first in enumerate(since)]
        for number, x in enumerate(self.at):
            if number in self.begins:
                end = self.ends.get(number, bottom)
                self.canvas.path([(x, self.begins[number] - 1), (x, max(end, self.begins[number]))], LIGHT, LIFELINE)
        for lifeline, first, last, depth in sorted(self.bars, key=lambda bar: bar[3]):
            self.canvas.path([(self.at[lifeline], first), (self.at[lifeline], last)], HEAVY, LIFELINE)
            if depth:
                self.canvas.solid(self.at[lifeline], first, last)
        for number, end in self.ends.items():
            self.canvas.mark(self.at[number], end, "╳")
        if bottom > LONG:
            for number, person in enumerate(self.model.lifelines):
                if number not in self.ends:
                    height = head_height(person, self.spacing.label)
                    draw_head(self.canvas, person, self.spacing.label, self.at[number], bottom + height)
