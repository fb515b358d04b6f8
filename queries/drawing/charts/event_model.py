"""An event model as SVG: frames one after the other, in the lanes of their kinds, and what leads from one to another.

It is a graph in swimlanes. Lines that are not drawn lead from each frame to the next, so that time goes to the right.
"""

from collections.abc import Mapping
from itertools import pairwise
from typing import NamedTuple

from queries.drawing.graph_model import Box, Connector, GraphModel, Group, Paint
from queries.drawing.svg import graph_svg
from queries.drawing.svg_image import Link


class Kind(NamedTuple):
    """A kind of frame: its name, the number of its lane, and its colours."""

    name: str
    lane: int
    paint: Paint


KINDS: Mapping[str, Kind] = {
    "ui": Kind("UI", 0, Paint("#ffffff", "#adb5bd")),
    "processor": Kind("processor", 0, Paint("#ecd9fa", "#9c63c9")),
    "command": Kind("command", 1, Paint("#d7e5fb", "#5b8def")),
    "readmodel": Kind("read model", 1, Paint("#d9f2c7", "#66a13a")),
    "event": Kind("event", 2, Paint("#ffe0bf", "#d98e1f")),
}
LANES = ("UI and automation", "Commands and read models", "Events")


class Frame(NamedTuple):
    """A frame of the time line: its number, its kind and its name with its namespace, the numbers of those that lead to
    it, its data, and whether nothing leads to it that is not told."""

    id: str
    kind: str
    name: str
    sources: tuple[str, ...] = ()
    data: str = ""
    is_reset: bool = False


class FrameNote(NamedTuple):
    """A note on a frame."""

    frame: str
    text: str


class EventModel(NamedTuple):
    """The frames in their order: at least one. `notes` are about frames that there are."""

    frames: tuple[Frame, ...]
    notes: tuple[FrameNote, ...] = ()


def event_model_svg(model: EventModel, *, title: str = "", heading: str = "") -> str:
    """Return an event model as SVG. `title` names the image, `heading` is written above it."""
    lane_of = lanes(model)
    names = dict.fromkeys(sorted(lane_of.values(), key=lambda lane: lane[0]))
    groups = tuple(Group(str(number), label) for number, (_, label) in enumerate(names))
    group_of = {lane: str(number) for number, lane in enumerate(names)}
    boxes = [_box(one, group_of[lane_of[one.id]]) for one in model.frames]
    order = [Connector(one.id, other.id, stroke="invisible") for one, other in pairwise(model.frames)]
    lines = [Connector(source, target, id=f"{source} {target}") for source, target in relations(model, lane_of)]
    for number, note in enumerate(model.notes):
        boxes.append(Box(f"note {number}", (note.text,), "note", group_of[lane_of[note.frame]]))
        lines.append(Connector(note.frame, f"note {number}", stroke="dotted", end=""))
    named = {one.id: f"{one.id} {KINDS[one.kind].name} {one.name}" for one in model.frames}
    links = {id_: Link("", shown) for id_, shown in named.items()}
    links |= {one.id: Link("", f"{named[one.source]} → {named[one.target]}") for one in lines if one.id}
    graph = GraphModel(tuple(boxes), (*lines, *order), groups, "LR", swimlanes=True)
    return graph_svg(graph, links, title=title, heading=heading)


def _box(one: Frame, group: str) -> Box:
    kind = KINDS[one.kind]
    name = one.name.rpartition(".")[2] if one.name.count(".") == 1 else one.name
    parts = (f"<<{kind.name}>>\n{name}", *([one.data] if one.data else []))
    return Box(one.id, parts, "rect", group, paint=kind.paint)


def lanes(model: EventModel) -> dict[str, tuple[tuple[int, int], str]]:
    """Return the lane of each frame: its place among all lanes, and its title. A namespace has a lane of its own, which
    is of the kind of its first frame."""
    known: dict[str, tuple[tuple[int, int], str]] = {}
    found = {}
    for one in model.frames:
        lane = KINDS[one.kind].lane
        namespace = one.name.partition(".")[0] if one.name.count(".") == 1 else ""
        if namespace and namespace not in known:
            known[namespace] = ((lane, len(known) + 1), f"{LANES[lane]}: {namespace}")
        found[one.id] = known[namespace] if namespace else ((lane, 0), LANES[lane])
    return found


def relations(model: EventModel, lane_of: Mapping[str, tuple[tuple[int, int], str]]) -> list[tuple[str, str]]:
    """Return what leads to each frame: what it tells, else the last frame before it that is in another lane."""
    found = []
    for at, one in enumerate(model.frames):
        if one.sources:
            found += [(source, one.id) for source in one.sources if source != one.id]
        elif not one.is_reset:
            before = (other.id for other in reversed(model.frames[:at]) if lane_of[other.id] != lane_of[one.id])
            found += [(other, one.id) for other in [next(before, "")] if other]
    return found
