"""From the facts of a sequence diagram to the model to draw. The order of events, and events without facts
(activations, frames), come from the syntax tree of the diagram."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from compiler.languages.diagrams.facts import Diagram, DiagramNote, Message, Participant
from compiler.store.snapshot import Snapshot
from queries.diagrams.styles.paints import colour
from queries.drawing.labels import plain_text
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
)

Tree = Mapping[str, Any]

# How an arrow begins and ends, as it is written; half arrows are arrows.
STARTS = {"<<": "arrow", "/|": "arrow", "\\|": "arrow", "//": "open", "\\\\": "open"}
ENDS = {">>": "arrow", "|\\": "arrow", "|/": "arrow", "\\\\": "open", "//": "open"}


def sequence_model(snapshot: Snapshot, diagram: Diagram) -> SequenceModel:
    """Return the model of a sequence diagram."""
    own = {"diagram": diagram.diagram}
    people = sorted(snapshot.facts(Participant, **own), key=lambda participant: participant.ordinal)
    messages = sorted(snapshot.facts(Message, **own), key=lambda message: message.ordinal)
    notes = sorted(snapshot.facts(DiagramNote, **own), key=lambda note: note.ordinal)
    lifelines = tuple(
        Lifeline(plain_text(person.label or person.name), person.type, person.box, person.participant)
        for person in people
    )
    tree: Tree = diagram.ast or {}
    listed = tree.get("boxes", ())
    boxes = tuple(plain_text(str(box.get("name", ""))) for box in listed)
    fills = tuple(colour(str(box.get("fill", ""))) for box in listed)
    return SequenceModel(lifelines, tuple(_events(tree, people, messages, notes)), boxes, fills)


def _events(
    tree: Tree, people: Sequence[Participant], messages: Sequence[Message], notes: Sequence[DiagramNote]
) -> Iterator[Event]:
    ids = {person.participant: number for number, person in enumerate(people)}
    names = {person.name: number for number, person in enumerate(people)}
    message_events = dict(enumerate(_messages(tree, ids, names, messages)))
    note_events = {
        number: NoteEvent(
            note.placement, tuple(ids[about] for about in note.about if about in ids), plain_text(note.text)
        )
        for number, note in enumerate(notes)
    }
    blocks = {block["id"]: block for block in tree.get("blocks", ())}
    sections = dict.fromkeys(blocks, 0)
    for kind, what in tree.get("events", ()):
        if kind == "message" and (message := message_events.get(what)):
            yield message
        elif kind == "note" and what in note_events:
            yield note_events[what]
        elif kind in ("activate", "deactivate"):
            actor = tree["activations"][what]["actor"]
            if actor in names:
                yield ActivationEvent(names[actor], kind == "activate")
        elif kind == "block":
            yield _frame_start(blocks[what])
        elif kind == "section":
            sections[what] += 1
            section = _section(blocks[what], sections[what])
            yield FrameDivider(section.get("keyword", ""), plain_text(section.get("label", "")))
        elif kind == "end":
            yield FrameEnd()


def _frame_start(block: Tree) -> FrameStart:
    label = str(_section(block, 0).get("label", ""))
    return FrameStart(block["kind"], plain_text(label), colour(label) if block["kind"] == "rect" else "")


def _section(block: Tree, number: int) -> Tree:
    sections = block.get("sections", ())
    return sections[number] if number < len(sections) else {}


def _messages(
    tree: Tree, ids: Mapping[str, int], names: Mapping[str, int], messages: Sequence[Message]
) -> Iterator[MessageEvent | None]:
    """Yield the messages to draw, with their numbers where the diagram has some; None for one without both ends."""
    created = {created["before_message"]: created["actor"] for created in tree.get("created", ())}
    destroyed: dict[int, list[int]] = {}
    for ended in tree.get("destroyed", ()):
        if ended["actor"] in names:
            destroyed.setdefault(ended["before_message"], []).append(names[ended["actor"]])
    numbers = _numbers(tree, len(messages))
    for number, message in enumerate(messages):
        if message.from_participant not in ids or message.to_participant not in ids:
            yield None
            continue
        text = " ".join(part for part in (next(numbers), plain_text(message.text)) if part)
        source, target = ids[message.from_participant], ids[message.to_participant]
        creates = number in created and names.get(created[number]) == target and source != target
        arrow = message.arrow
        start, end = STARTS.get(arrow[:2], ""), ENDS.get(arrow[-2:], "")
        end = end or {"x": "cross", ")": "open", ">": ""}.get(arrow[-1:], "")
        dotted = "--" in arrow
        ends_with_it = tuple(destroyed.get(number, ()))
        yield MessageEvent(source, target, text, dotted, start, end, creates, ends_with_it, message.message)


def _numbers(tree: Tree, count: int) -> Iterator[str]:
    """Yield the number before each message: `1.` where the diagram has autonumber, else ""."""
    settings = {numbering["before_message"]: numbering for numbering in tree.get("autonumber", ())}
    value: float = 1
    step: float = 1
    visible = False
    for number in range(count):
        if number in settings:
            visible = bool(settings[number].get("visible"))
            value, step = settings[number].get("start", value), settings[number].get("step", step)
        yield f"{value:g}." if visible else ""
        value += step
