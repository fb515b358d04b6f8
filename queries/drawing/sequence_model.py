"""The model of a sequence to draw, without coordinates: lifelines, and the events between them in order."""

from typing import NamedTuple

from queries.drawing.labels import CELLS, Ruler


class Lifeline(NamedTuple):
    """A participant. `kind` is participant, actor, database, …; `box` is the number of its box, 0 for none."""

    label: str
    kind: str = "participant"
    box: int = 0
    id: str = ""


class MessageEvent(NamedTuple):
    """A message between two lifelines, by their numbers. `start` and `end` are heads: arrow, open, cross or ""."""

    source: int
    target: int
    text: str
    dotted: bool = False
    start: str = ""
    end: str = "arrow"
    creates: bool = False  # whether the message creates its target
    destroys: tuple[int, ...] = ()  # lifelines that end with it
    id: str = ""


class NoteEvent(NamedTuple):
    """A note. `placement` is left_of, right_of or over; a note over several lifelines spans the first to the last."""

    placement: str
    lifelines: tuple[int, ...]
    text: str


class FrameStart(NamedTuple):
    """A frame begins. `label` is its condition. One of kind rect has no heading; `fill` is the colour of its ground."""

    kind: str
    label: str
    fill: str = ""


class FrameDivider(NamedTuple):
    """The next section of the innermost open frame begins."""

    keyword: str
    label: str


class FrameEnd(NamedTuple):
    """The innermost open frame ends."""


class ActivationEvent(NamedTuple):
    """A lifeline becomes active, or inactive when `begins` is false."""

    lifeline: int
    begins: bool


Event = MessageEvent | NoteEvent | FrameStart | FrameDivider | FrameEnd | ActivationEvent


class SequenceModel(NamedTuple):
    """A sequence to draw. `boxes` are the names of the boxes around lifelines; box 1 is the first. `fills` are the
    colours of their grounds, "" for that of the drawing."""

    lifelines: tuple[Lifeline, ...]
    events: tuple[Event, ...]
    boxes: tuple[str, ...] = ()
    fills: tuple[str, ...] = ()


class Spacing(NamedTuple):
    """How closely to draw, in cells: the widths to which texts and labels are wrapped, and the minimum gap between
    lifelines. `ruler` says how many cells a text takes."""

    text: int
    label: int
    gap: int
    ruler: Ruler = CELLS


def heading(frame: FrameStart | FrameDivider) -> str:
    """Return the heading on the border of a frame or section: `alt [in stock]`."""
    word = frame.kind if isinstance(frame, FrameStart) else frame.keyword
    if word == "rect":
        return ""
    return f"{word.replace('_', ' ')} [{frame.label}]" if frame.label else word


def with_closed_frames(model: SequenceModel) -> SequenceModel:
    """Return the model with an end for each frame that a broken source leaves open."""
    left = sum(isinstance(event, FrameStart) for event in model.events)
    left -= sum(isinstance(event, FrameEnd) for event in model.events)
    return model._replace(events=(*model.events, *[FrameEnd()] * max(0, left)))
