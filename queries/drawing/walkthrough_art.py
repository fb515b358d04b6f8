"""A walkthrough as lines of text: its steps in a column, transitions to the next step between them, others at the
side."""

from collections.abc import Sequence
from typing import NamedTuple

from queries.drawing.canvas import Canvas, Charset
from queries.drawing.glyphs import LEFT, RIGHT
from queries.drawing.graph_art import Art
from queries.drawing.graph_model import Box
from queries.drawing.labels import cell_width, wrap_evenly, wrap_tightly
from queries.drawing.shapes import SizedBox, paint_box, size_box

WRAPS = (56, 40, 28, 20, 12)
NARROW = 30  # cells, up to which refs are broken too


class Step(NamedTuple):
    """A step: its title, a line with its status and tags, and the refs that it cites."""

    title: str
    state: str
    refs: tuple[str, ...]


class Transition(NamedTuple):
    """A transition from one step to another, by their numbers."""

    source: int
    target: int
    label: str


def walkthrough_art(
    steps: Sequence[Step], transitions: Sequence[Transition], width: int, charset: Charset = "unicode"
) -> Art:
    """Draw a walkthrough in the roomiest layout that fits the width, else in the narrowest."""
    best: _Drawing | None = None
    for wrap in WRAPS:
        tried = _Drawing(steps, transitions, wrap)
        if best is None or tried.width < best.width:
            best = tried
        if tried.width <= width:
            break
    assert best is not None
    return Art(best.drawn().lines(charset), best.width, best.width <= width)


class _Drawing:
    """The layout of a walkthrough whose texts are wrapped to `wrap` cells."""

    def __init__(self, steps: Sequence[Step], transitions: Sequence[Transition], wrap: int) -> None:
        self.wrap = wrap
        self.straight, self.arcs = _parted(transitions)
        ends = [transition.source for transition in self.arcs] + [transition.target for transition in self.arcs]
        boxes = [_box(number, step, wrap) for number, step in enumerate(steps, 1)]
        rows = [2 + ends.count(number) for number in range(len(boxes))]
        drawn = [size_box(box, wrap, 0, height) for box, height in zip(boxes, rows, strict=True)]
        wide = max((box.width for box in drawn), default=0)
        self.boxes: list[SizedBox] = [size_box(box.box, wrap, wide, box.height) for box in drawn]
        self.labels = [wrap_evenly(arc.label, max(wrap // 2, 8))[0] if arc.label else "" for arc in self.arcs]
        self.box_width = wide
        self.tops = self.placed()
        self.rows = self.ends_of_arcs()
        self.lanes = _lanes(self.rows)
        self.first_lane = wide + 2 + max((cell_width(label) + 3 for label in self.labels), default=0)
        beside = [wide // 2 + 2 + cell_width(transition.label) for transition in self.straight.values()]
        arcs = self.first_lane + 1 + 2 * max(self.lanes) if self.lanes else 0
        self.width = max([wide, arcs, *beside])

    def placed(self) -> list[int]:
        """Return the first row of each step."""
        tops, y = [], 0
        for box in self.boxes:
            tops.append(y)
            y += box.height + 2
        return tops

    def ends_of_arcs(self) -> list[tuple[int, int]]:
        """Return the rows of both ends of each arc, all different."""
        free = [top + 1 for top in self.tops]
        rows = []
        for transition in self.arcs:
            ends = []
            for step in (transition.source, transition.target):
                ends.append(free[step])
                free[step] += 1
            rows.append((ends[0], ends[1]))
        return rows

    def drawn(self) -> Canvas:
        canvas = Canvas()
        for top, box in zip(self.tops, self.boxes, strict=True):
            paint_box(canvas, 0, top, box)
        for source, transition in self.straight.items():
            middle, below = self.box_width // 2, self.tops[source + 1]
            canvas.path([(middle, below - 3), (middle, below - 2)], wire=-1)
            canvas.mark(middle, below - 1, "▼")
            canvas.text(middle + 2, below - 2, transition.label)
        arcs = zip(self.arcs, self.rows, self.lanes, self.labels, strict=True)
        for number, (_, (start, end), lane, label) in enumerate(arcs, 1):
            right, x = self.box_width - 1, self.first_lane + 2 * lane
            canvas.arm(right, start, RIGHT)
            canvas.path([(right + 1, start), (x, start), (x, end), (right + 2, end)], wire=number)
            canvas.arm(right + 1, start, LEFT, wire=number)
            canvas.mark(right + 1, end, "◀")
            if label:
                canvas.text(right + 3, start, f" {label} ")
        return canvas


def _box(number: int, step: Step, wrap: int) -> Box:
    head = f"{number}. {step.title}" + (f"\n{step.state}" if step.state else "")
    refs = [line for ref in step.refs for line in ([ref] if wrap > NARROW else wrap_tightly(ref, wrap))]
    return Box("", (head, *(["\n".join(refs)] if refs else [])), "rect")


def _parted(transitions: Sequence[Transition]) -> tuple[dict[int, Transition], list[Transition]]:
    """Return the first transition from each step to the next, by its step, and all other transitions."""
    straight: dict[int, Transition] = {}
    others: list[Transition] = []
    for transition in transitions:
        if transition.target == transition.source + 1 and transition.source not in straight:
            straight[transition.source] = transition
        else:
            others.append(transition)
    return straight, others


def _lanes(rows: Sequence[tuple[int, int]]) -> list[int]:
    """Return a lane for each arc: short arcs are nearest to the steps, overlapping arcs have different lanes."""
    lanes = [0] * len(rows)
    done: list[int] = []
    for number in sorted(range(len(rows)), key=lambda number: (abs(rows[number][0] - rows[number][1]), number)):
        low, high = sorted(rows[number])
        taken = {lanes[other] for other in done if min(rows[other]) <= high and low <= max(rows[other])}
        lanes[number] = next(lane for lane in range(len(rows) + 1) if lane not in taken)
        done.append(number)
    return lanes
