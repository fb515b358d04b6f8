"""The columns of the lifelines of a sequence: as near to each other as boxes, texts, notes and frames allow."""

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from queries.drawing.labels import wrap_evenly
from queries.drawing.lifeline_heads import head_width
from queries.drawing.sequence_model import (
    FrameDivider,
    FrameEnd,
    FrameStart,
    MessageEvent,
    NoteEvent,
    SequenceModel,
    Spacing,
    heading,
)

LOOP = 4  # cells from a lifeline to the text of a message to itself


class FrameSpan(NamedTuple):
    """The first and last lifeline in a frame, the depth of frames nested in it, the width of its longest heading."""

    low: int
    high: int
    depth: int
    heading: int


class Columns(NamedTuple):
    """`at` is the column of each lifeline. `frames` maps the number of the event that opens a frame to the columns of
    its borders. `left` and `right` are the outermost columns of the drawing."""

    at: list[int]
    frames: Mapping[int, tuple[int, int]]
    left: int
    right: int


def text_width(text: str, spacing: Spacing) -> int:
    ruler = spacing.ruler
    return max(map(ruler.measure, wrap_evenly(text, spacing.text, ruler))) if text else 0


def note_width(text: str, spacing: Spacing) -> int:
    return text_width(text, spacing) + 4


def columns(model: SequenceModel, spacing: Spacing, heads: Sequence[int] | None = None) -> Columns:
    """Return the columns of a sequence. `heads` are the widths of the heads of its lifelines, if not those of boxes of
    characters."""
    widths = heads or [head_width(lifeline, spacing.label) for lifeline in model.lifelines]
    spans = frame_spans(model, spacing)
    at = _Needs(model, spacing, spans, widths).columns()
    return _bordered(model, spacing, spans, at, widths)


def frame_spans(model: SequenceModel, spacing: Spacing) -> dict[int, FrameSpan]:
    """Return the frames by the numbers of the events that open them."""
    found: dict[int, FrameSpan] = {}
    open_: list[tuple[int, FrameSpan]] = []
    nobody = len(model.lifelines)
    for number, event in enumerate(model.events):
        if isinstance(event, FrameStart):
            open_.append((number, FrameSpan(nobody, -1, 0, text_width(heading(event), spacing))))
        elif isinstance(event, FrameEnd) and open_:
            opener, span = open_.pop()
            if span.high < 0:
                span = span._replace(low=0, high=nobody - 1)
            found[opener] = span
            if open_:
                outer, around = open_[-1]
                low, high = min(around.low, span.low), max(around.high, span.high)
                open_[-1] = outer, around._replace(low=low, high=high, depth=max(around.depth, span.depth + 1))
        elif open_:
            outer, around = open_[-1]
            if isinstance(event, FrameDivider):
                wide = max(around.heading, text_width(heading(event), spacing))
                open_[-1] = outer, around._replace(heading=wide)
            elif lifelines := involved(event):
                low, high = min(around.low, *lifelines), max(around.high, *lifelines)
                open_[-1] = outer, around._replace(low=low, high=high)
    return found


def involved(event: object) -> Sequence[int]:
    if isinstance(event, MessageEvent):
        return (event.source, event.target)
    return event.lifelines if isinstance(event, NoteEvent) else ()


def margin(span: FrameSpan) -> int:
    """Return how many cells the border of a frame is away from its outermost lifelines."""
    return 3 + 2 * span.depth


class _Needs:
    """The distances that lifelines need: between pairs, and at each side of one."""

    def __init__(
        self, model: SequenceModel, spacing: Spacing, spans: Mapping[int, FrameSpan], heads: Sequence[int]
    ) -> None:
        count = len(model.lifelines)
        self.model, self.spacing, self.spans = model, spacing, spans
        self.pairs: list[list[tuple[int, int]]] = [[] for _ in range(count)]
        self.left, self.right = [0] * count, [0] * count
        self.frame_left, self.frame_right = [0] * count, [0] * count
        self.heads = heads
        depth = 0
        for number, event in enumerate(model.events):
            if isinstance(event, MessageEvent):
                self.message(event, depth)
            elif isinstance(event, NoteEvent) and event.lifelines:
                self.note(event, depth)
            elif isinstance(event, FrameStart):
                depth += 1
                if number in spans and count:  # without lifelines a frame is around nothing
                    self.frame(spans[number])
            elif isinstance(event, FrameEnd):
                depth -= 1

    def keep_apart(self, first: int, second: int, distance: int) -> None:
        self.pairs[max(first, second)].append((min(first, second), distance))

    def message(self, event: MessageEvent, depth: int) -> None:
        width = text_width(event.text, self.spacing)
        if event.source == event.target:
            self.right[event.source] = max(self.right[event.source], LOOP + width + 2 * depth + 1)
        else:
            beside = self.heads[event.target] // 2 if event.creates else 0
            self.keep_apart(event.source, event.target, max(width + 3, 5) + beside)

    def note(self, event: NoteEvent, depth: int) -> None:
        width, extra = note_width(event.text, self.spacing), 2 * depth + 1
        low, high = min(event.lifelines), max(event.lifelines)
        if event.placement == "right_of":
            self.right[high] = max(self.right[high], width + 1 + extra)
        elif event.placement == "left_of":
            self.left[low] = max(self.left[low], width + 1 + extra)
        elif low == high:
            self.left[low] = max(self.left[low], width // 2 + extra)
            self.right[low] = max(self.right[low], width // 2 + extra)
        else:
            self.keep_apart(low, high, width - 5)
            self.left[low], self.right[high] = max(self.left[low], 2 + extra), max(self.right[high], 2 + extra)

    def frame(self, span: FrameSpan) -> None:
        side = margin(span)
        self.frame_left[span.low] = max(self.frame_left[span.low], side)
        self.frame_right[span.high] = max(self.frame_right[span.high], side)
        if span.low == span.high:
            self.right[span.high] = max(self.right[span.high], span.heading + 4)
        else:
            self.keep_apart(span.low, span.high, span.heading + 6 - 2 * side)

    def columns(self) -> list[int]:
        """Return the columns, each as far left as the distances allow."""
        at: list[int] = []
        for number, lifeline in enumerate(self.model.lifelines):
            if not number:
                at.append(max(self.heads[0] // 2, self.left[0], self.frame_left[0]))
                continue
            before = number - 1
            boxed = 2 * (lifeline.box != self.model.lifelines[before].box)
            beside = self.heads[before] - self.heads[before] // 2 + self.heads[number] // 2 + self.spacing.gap + boxed
            sides = max(self.right[before], self.left[number], self.frame_right[before] + self.frame_left[number]) + 1
            near = [at[other] + distance for other, distance in self.pairs[number]]
            at.append(max([at[before] + max(beside, sides), *near]))
        return at


def _bordered(
    model: SequenceModel,
    spacing: Spacing,
    spans: Mapping[int, FrameSpan],
    at: Sequence[int],
    heads: Sequence[int],
) -> Columns:
    """Return the columns with the borders of the frames, which enclose all that is in them."""
    frames: dict[int, tuple[int, int]] = {}
    half = [width // 2 for width in heads]
    reaches = [size + 2 * bool(lifeline.box) for lifeline, size in zip(model.lifelines, half, strict=True)]
    left = min((column - size for column, size in zip(at, reaches, strict=True)), default=0)
    right = max((column + size for column, size in zip(at, reaches, strict=True)), default=0)
    open_: list[tuple[int, int, int]] = []
    for number, event in enumerate(model.events):
        reach = _reach(event, spacing, at)
        if isinstance(event, FrameStart):
            span = spans.get(number)
            side = (at[span.low] - 1, at[span.high] + 1) if span and at else (0, 0)
            open_.append((number, *side))
            continue
        if isinstance(event, FrameEnd) and open_:
            opener, low, high = open_.pop()
            low, high = low - 2, max(high + 2, low + 2 + (spans[opener].heading if opener in spans else 0))
            frames[opener] = reach = (low, high)
        if reach:
            left, right = min(left, reach[0]), max(right, reach[1])
            if open_:
                opener, low, high = open_[-1]
                open_[-1] = opener, min(low, reach[0]), max(high, reach[1])
    return Columns(list(at), frames, left, right)


def _reach(event: object, spacing: Spacing, at: Sequence[int]) -> tuple[int, int] | None:
    """Return the first and last column of what is drawn for an event; None for a message between two lifelines."""
    if isinstance(event, MessageEvent) and event.source == event.target:
        return at[event.source], at[event.source] + LOOP + text_width(event.text, spacing)
    if isinstance(event, NoteEvent) and event.lifelines:
        return note_place(event, spacing, at)
    return None


def note_place(event: NoteEvent, spacing: Spacing, at: Sequence[int]) -> tuple[int, int]:
    """Return the first and last column of a note."""
    width = note_width(event.text, spacing)
    low, high = at[min(event.lifelines)], at[max(event.lifelines)]
    if event.placement == "right_of":
        return high + 2, high + 1 + width
    if event.placement == "left_of":
        return low - 1 - width, low - 2
    if low == high:
        return low - width // 2, low - width // 2 + width - 1
    more = max(0, width - (high - low + 5))
    return low - 2 - more // 2, high + 2 + more - more // 2
