"""A sequence as lines of text: lives side by side, time downwards.

The text of a message stands above its arrow. An active life is thick. Frames go around the lives that take part.
"""

from typing import NamedTuple

from queries.drawing.canvas import Canvas, Charset
from queries.drawing.columns import LOOP, Columns, columns, note_place
from queries.drawing.glyphs import DOTTED, HEAVY, LIGHT
from queries.drawing.graph_art import Art
from queries.drawing.graph_model import Box
from queries.drawing.labels import cells, wrapped
from queries.drawing.lifeline_heads import draw_head, head_height, head_width
from queries.drawing.sequence_model import Active, Closed, Divided, Noted, Opened, Said, Score, Spacing, heading
from queries.drawing.shapes import figure, paint

SPACINGS = (
    Spacing(36, 20, 3),
    Spacing(26, 16, 2),
    Spacing(20, 14, 2),
    Spacing(14, 12, 1),
    Spacing(10, 10, 1),
    Spacing(6, 6, 1),
)
HEADS = {"arrow": "▶◀", "open": ")(", "cross": "✕✕"}
LONG = 45  # rows from which the heads are drawn at the bottom, too
FRAME, LIFE, ARROW = 0, 1, 2  # wires


def sequence_art(score: Score, width: int, charset: Charset = "unicode") -> Art:
    """The drawing of a score: the roomiest that fits, else the narrowest."""
    score = balanced(score)
    tried = [(spacing, columns(score, spacing)) for spacing in SPACINGS]
    fitting = [one for one in tried if _width(one[1]) <= width]
    spacing, chosen = fitting[0] if fitting else min(tried, key=lambda one: _width(one[1]))
    canvas = _Drawing(score, spacing, chosen).drawn()
    return Art(canvas.lines(charset), _width(chosen), bool(fitting))


def _width(one: Columns) -> int:
    return one.right - one.left + 1


def balanced(score: Score) -> Score:
    """The score with an end for each frame that a broken source leaves open."""
    left = sum(isinstance(event, Opened) for event in score.events)
    left -= sum(isinstance(event, Closed) for event in score.events)
    return score._replace(events=(*score.events, *[Closed()] * max(0, left)))


class _OpenFrame(NamedTuple):
    number: int
    top: int
    kind: str


class _Drawing:
    """A drawing in the making: `y` is the next free row."""

    def __init__(self, score: Score, spacing: Spacing, chosen: Columns) -> None:
        self.score, self.spacing = score, spacing
        self.at = [column - chosen.left for column in chosen.at]
        self.frames = {key: (low - chosen.left, high - chosen.left) for key, (low, high) in chosen.frames.items()}
        self.shift = chosen.left
        self.canvas = Canvas()
        self.y = 0
        self.begins: dict[int, int] = {}
        self.ends: dict[int, int] = {}
        self.active: dict[int, list[int]] = {}
        self.bars: list[tuple[int, int, int, int]] = []  # life, first row, last row, how deep
        self.said_at = 0

    def drawn(self) -> Canvas:
        created = {event.target for event in self.score.events if isinstance(event, Said) and event.creates}
        self.heads([number for number in range(len(self.at)) if number not in created])
        open_: list[_OpenFrame] = []
        late: list[tuple[_OpenFrame, int]] = []
        for number, event in enumerate(self.score.events):
            match event:
                case Said():
                    self.said(event)
                case Noted():
                    self.noted(event)
                case Active():
                    self.activity(event)
                case Opened():
                    open_.append(_OpenFrame(number, self.y, event.kind))
                    self.headline(number, heading(event), "")
                case Divided() if open_:
                    self.headline(open_[-1].number, heading(event), "divided")
                case Closed() if open_:
                    late.append((open_.pop(), self.y))
                    self.y += 1
        self.frame_borders(late)
        self.lifelines()
        return self.canvas

    def heads(self, lives: list[int]) -> None:
        boxed = any(life.box for life in self.score.lives)
        height = max((head_height(self.score.lives[number], self.spacing.label) for number in lives), default=0)
        bottom = height - 1 + boxed
        if boxed:
            self.boxes(bottom + 1)
        for number in lives:
            self.head(number, bottom)
        self.y = bottom + 1 + boxed

    def head(self, number: int, bottom: int) -> None:
        draw_head(self.canvas, self.score.lives[number], self.spacing.label, self.at[number], bottom)
        self.begins.setdefault(number, bottom + 1)

    def boxes(self, bottom: int) -> None:
        """The frames around the heads of lives that are in one box."""
        for number, name in enumerate(self.score.boxes, 1):
            inside = [at for at, life in enumerate(self.score.lives) if life.box == number]
            if not inside:
                continue
            widths = [head_width(self.score.lives[at], self.spacing.label) // 2 for at in inside]
            left = min(self.at[at] - half for at, half in zip(inside, widths, strict=True)) - 2
            right = max(self.at[at] + half for at, half in zip(inside, widths, strict=True)) + 2
            self.border(left, right, 0, bottom, LIGHT)
            if name:
                self.canvas.text(left + 2, 0, f" {name} ")

    def border(self, left: int, right: int, top: int, bottom: int, weight: int) -> None:
        corners = [(left, top), (right, top), (right, bottom), (left, bottom), (left, top)]
        self.canvas.path(corners, weight, FRAME)

    def said(self, event: Said) -> None:
        lines = wrapped(event.text, self.spacing.text) if event.text else ()
        if event.source == event.target:
            self.to_itself(event, lines)
        else:
            self.across(event, lines)
        for number in event.destroys:
            self.ends[number] = self.y
        self.y += bool(event.destroys)

    def across(self, event: Said, lines: tuple[str, ...]) -> None:
        """The text, and an arrow from life to life; to the side of its box for one that comes into being."""
        source, target = self.at[event.source], self.at[event.target]
        step = 1 if target > source else -1
        above = 0
        if event.creates:
            life = self.score.lives[event.target]
            height = head_height(life, self.spacing.label)
            above = max(0, (height - 1) // 2 - len(lines))
            target -= step * (head_width(life, self.spacing.label) // 2)
        middle = (source + target) // 2
        self.y += above + (not lines and not above)
        for line in lines:
            self.canvas.text(middle - (cells(line) - 1) // 2, self.y, line)
            self.y += 1
        if event.creates:
            self.head(event.target, self.y + height - 1 - (height - 1) // 2)
        ends = (source + step * bool(event.start), target - step * bool(event.end))
        self.canvas.path([(ends[0], self.y), (ends[1], self.y)], DOTTED if event.dotted else LIGHT, ARROW)
        if event.start:
            self.canvas.mark(source + step, self.y, HEADS[event.start][step > 0])
        if event.end:
            self.canvas.mark(target - step, self.y, HEADS[event.end][step < 0])
        self.said_at = self.y
        self.y += 1 + (height - 1 - (height - 1) // 2 if event.creates else 0)

    def to_itself(self, event: Said, lines: tuple[str, ...]) -> None:
        """A loop at the right side, its text beside it."""
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
        self.said_at = last
        self.y = last + 1

    def noted(self, event: Noted) -> None:
        if not event.lives:
            return
        first, last = note_place(event, self.spacing, [at + self.shift for at in self.at])
        drawn = figure(Box("", (event.text,), "note"), self.spacing.text, last - first + 1)
        x = first - self.shift
        paint(self.canvas, x, self.y, drawn)
        self.canvas.freeze(x, self.y, drawn.width, drawn.height)
        self.y += drawn.height

    def activity(self, event: Active) -> None:
        """A life is active from the last message on, until the last one."""
        since = self.active.setdefault(event.life, [])
        if event.begins:
            since.append(self.said_at or self.y)
        elif since:
            self.bars.append((event.life, since.pop(), max(self.said_at, self.begins.get(event.life, 0)), len(since)))

    def headline(self, number: int, text: str, divided: str) -> None:
        """The border above a section, with its heading. A heading of several lines goes on below."""
        left, right = self.frames.get(number, (0, 0))
        if divided:
            self.canvas.path([(left, self.y), (right, self.y)], DOTTED, FRAME)
        room = max(right - left - 4, 2)
        lines = wrapped(text, min(room, max(self.spacing.text, 6))) if text else ()
        for row, line in enumerate(lines):
            self.canvas.text(left + 2, self.y + row, f" {line} ")
        self.y += max(1, len(lines))

    def frame_borders(self, late: list[tuple[_OpenFrame, int]]) -> None:
        for one, bottom in late:
            left, right = self.frames.get(one.number, (0, 0))
            self.border(left, right, one.top, bottom, DOTTED if one.kind == "rect" else LIGHT)

    def lifelines(self) -> None:
        """The lines down from the heads, which run behind whatever is there; thick where a life is active."""
        bottom = self.y
        for life, since in self.active.items():
            self.bars += [(life, first, self.ends.get(life, bottom), depth) for depth, first in enumerate(since)]
        for number, x in enumerate(self.at):
            if number in self.begins:
                end = self.ends.get(number, bottom)
                self.canvas.path([(x, self.begins[number] - 1), (x, max(end, self.begins[number]))], LIGHT, LIFE)
        for life, first, last, depth in sorted(self.bars, key=lambda bar: bar[3]):
            self.canvas.path([(self.at[life], first), (self.at[life], last)], HEAVY, LIFE)
            if depth:
                self.canvas.solid(self.at[life], first, last)
        for number, end in self.ends.items():
            self.canvas.mark(self.at[number], end, "╳")
        if bottom > LONG:
            lives = [number for number in range(len(self.at)) if number not in self.ends]
            heights = [head_height(self.score.lives[number], self.spacing.label) for number in lives]
            for number, height in zip(lives, heights, strict=True):
                draw_head(self.canvas, self.score.lives[number], self.spacing.label, self.at[number], bottom + height)
