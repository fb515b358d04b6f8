"""The operations on messages of sequence diagrams: `seq_add_message`, `seq_update_message`, `seq_remove_message`."""

from collections.abc import Collection, Sequence
from typing import NamedTuple

from compiler.languages.diagrams.facts import Message, Participant
from queries.diagrams.selection import DIAGRAM
from queries.operations.arguments import optional, text_argument
from queries.operations.diagrams.sequence_mentions import names_of
from queries.operations.diagrams.sequence_order import Order
from queries.operations.diagrams.sequence_places import PLACE, PLACES, at_end, kept, partners, place_asked, settled
from queries.operations.diagrams.sequence_text import (
    KIND,
    arrow_of,
    kind_of,
    message_parts,
    read_text,
    take_out,
    written_text,
)
from queries.operations.diagrams.sequence_view import APPLIES_TO, SequenceView, view_of
from queries.operations.diagrams.session_files import check_id
from queries.operations.diagrams.sidecar import Fields
from queries.operations.draft import Draft
from queries.operations.operation import Given, Steps, operation
from queries.operations.refusals import invalid

_WHO = "a participant: its id such as p:shop, its ref, or what the diagram calls it."
ARROW = optional("arrow", "The arrow, such as -x, with + or - behind it to begin or end an activation.", most=10)
MESSAGE = text_argument("message_id", "The id of a message, or its ref.", most=500)
TEXT = "What it says, as it is shown; signs such as ; are written as codes."


class Entry(NamedTuple):
    """What the entry of a message states of it but its id, and the text as it is shown."""

    fields: Fields
    shown: str

    @classmethod
    def of(cls, sender: Participant, receiver: Participant, kind: str, written: str, shown: str) -> "Entry":
        """Return the entry of a message, by its ends, kind and text."""
        ends = {"from_participant_id": sender.participant, "to_participant_id": receiver.participant}
        return cls({**ends, "kind": kind, "text": written}, shown)

    def is_of(self, message: Message) -> bool:
        """Whether a message is matched with an entry of these fields."""
        stated = (message.from_participant, message.to_participant, message.message_kind, message.text)
        return stated == (*[one for name, one in self.fields.items() if name != "text"], self.shown)


@operation(
    APPLIES_TO,
    text_argument("from_participant_id", f"Who sends it: {_WHO}", most=500),
    text_argument("to_participant_id", f"Who receives it: {_WHO}", most=500),
    text_argument("text", TEXT),
    KIND,
    ARROW,
    optional("message_id", "Its id; by default the one that its place gives it."),
    *PLACE,
    DIAGRAM,
)
def seq_add_message(draft: Draft, given: Given) -> Steps:
    """Adds a message: behind or before another one, at the end of a section, or at the end of the diagram. Its
    participants must be there. Where ids come from the order, citations of the messages behind it follow their ids."""
    view = view_of(draft, given, "from_participant_id", "to_participant_id")
    sender = view.participant("from_participant_id", given.from_participant_id)
    receiver = view.participant("to_participant_id", given.to_participant_id)
    token, mark = arrow_of(given.kind, given.arrow)
    written = written_text("text", given.text)
    place = place_asked(view, given) or at_end(view)
    order = Order(view)
    order.insert(place.at, "message")
    place.write(f"{sender.name}{_spaced(view, token + mark)}{receiver.name}: {written}")
    entry = Entry.of(sender, receiver, kind_of(token), written, read_text(given.text))
    _state_new_id(view, order.number_of_message(place.at), given.message_id, entry)
    view.write()
    yield from kept(order, [(place.at, (sender.name, receiver.name))])


@operation(
    APPLIES_TO,
    MESSAGE,
    optional("from_participant_id", f"Who sends it: {_WHO}"),
    optional("to_participant_id", f"Who receives it: {_WHO}"),
    KIND,
    ARROW,
    optional("text", TEXT, most=10_000),
    *PLACE,
    DIAGRAM,
)
def seq_update_message(draft: Draft, given: Given) -> Steps:
    """Changes a message: its ends, its arrow, its text, its place. What is not given stays as it is written."""
    view = view_of(draft, given, "message_id")
    number = view.message("message_id", given.message_id)
    at = view.at_message(number)
    fact = view.messages[number]
    if not given.stated("from_participant_id", "to_participant_id", "kind", "arrow", "text", *PLACES):
        raise invalid("Nothing is given that the message shall have", message_id=fact.message)
    sender = view.participant("from_participant_id", given.from_participant_id or fact.from_participant)
    receiver = view.participant("to_participant_id", given.to_participant_id or fact.to_participant)
    order = Order(view)
    _change(view, number, (sender, receiver), given)
    view.write()
    places = [(at, [fact.from_name, fact.to_name, sender.name, receiver.name])]
    if given.stated(*PLACES):
        after = yield from settled(order, places)
        yield from _move(after, number, given)
    else:
        yield from kept(order, places)


def _change(view: SequenceView, number: int, ends: tuple[Participant, Participant], given: Given) -> None:
    """Draft other ends of a message, another kind or arrow, and another text."""
    at = view.at_message(number)
    sender, receiver = ends
    before, parts = view.statements[at].fields, message_parts(view, view.statements[at])
    old_arrow, old_text = (view.file.text[slice(*one)] for one in (parts.arrow, parts.text))
    token, mark = arrow_of(given.kind, given.arrow, before=str(before["token"]))
    mark = mark or old_arrow[len(before["token"]) :].strip()
    new_arrow = old_arrow if (token, given.arrow) == (before["token"], None) else token + mark
    new_text = old_text if given.text is None else written_text("text", given.text)
    for (start, end), new in zip(parts, (sender.name, new_arrow, receiver.name, new_text), strict=True):
        if view.file.text[start:end] != new:
            view.draft.replace_range(view.path, start, end, new)
    shown = before["text"] if given.text is None else read_text(given.text)
    entry = Entry.of(sender, receiver, kind_of(token), new_text, str(shown))
    _change_entry(view, number, entry, entry.fields.keys() - ({"text"} if given.text is None else set()))


def _move(view: SequenceView, number: int, given: Given) -> Steps:
    """Move a message to another place."""
    at = view.at_message(number)
    place = place_asked(view, given)
    assert place is not None
    if place.at in (at, at + 1):
        return
    order = Order(view)
    order.move(at, place.at)
    check_sections_of_session(view, [number])
    written = view.text(view.statements[at])
    take_out(view, view.statements[at].range)
    place.write(written)
    names = names_of(view.statements[at])
    moved = place.at - 1 if place.at > at else place.at
    old = at + 1 if place.at <= at else at
    yield from kept(order, [(moved, names), (old, names)])


@operation(APPLIES_TO, MESSAGE, DIAGRAM)
def seq_remove_message(draft: Draft, given: Given) -> Steps:
    """Removes a message, and the activation that it begins or ends. Its participants stay: one that nothing else
    mentions gets a declaration."""
    view = view_of(draft, given, "message_id")
    number = view.message("message_id", given.message_id)
    order = Order(view)
    places = remove_statements(order, [view.at_message(number)])
    view.write()
    yield from kept(order, places)


def remove_statements(order: Order, removed: Sequence[int]) -> list[tuple[int, Sequence[str]]]:
    """Take statements out, with the other halves of activations that messages among them begin or end. Return where
    they stood among those that are left, with the names in them."""
    view = order.before
    numbers = [number for number in range(len(view.messages)) if view.at_message(number) in removed]
    check_sections_of_session(view, numbers, [view.statements[one].range[:2] for one in removed])
    other = partners(view.statements)
    unmarked = {other[one] for one in removed if one in other and other[one] not in removed}
    gone = {*removed, *(one for one in unmarked if view.statements[one].kind != "message")}
    for one in sorted(unmarked - gone):
        start, end = message_parts(view, view.statements[one]).arrow
        arrow = view.file.text[start:end]
        view.draft.replace_range(view.path, start, end, arrow[:-1].rstrip())
    view.sidecar.forget({view.messages[number].message for number in numbers})
    places: list[tuple[int, Sequence[str]]] = []
    for one in sorted(gone, reverse=True):
        take_out(view, view.statements[one].range)
        order.remove(one)
        places.append((one - sum(each < one for each in gone), names_of(view.statements[one])))
    return places


def check_sections_of_session(
    view: SequenceView, removed: Sequence[int], places: Collection[tuple[int, int]] = ()
) -> None:
    """Raise QueryError if a section would be left without messages, which the program of sessions refuses. `removed`
    are the numbers of the messages that go, `places` is where all statements begin that go."""
    if not view.row.session:
        return
    ids = {view.messages[number].message for number in removed}
    for one in view.sections:
        is_left = (one.span.start_line, one.span.start_col) not in places
        if is_left and one.messages and not set(one.messages) - ids:
            problem = "The block would have a section without messages, which the sessions' own program does not read"
            raise invalid(problem, section_id=one.section, source=str(one.span))


def _spaced(view: SequenceView, arrow: str) -> str:
    """Return an arrow with blanks around it, if the diagram's first message has them."""
    first = next((one for one in view.statements if one.kind == "message"), None)
    written = view.text(first) if first else ""
    token = str(first.fields["token"]) if first else ""
    return f" {arrow} " if token and f" {token}" in written.partition(":")[0] else arrow


def _state_new_id(view: SequenceView, number: int, asked: str | None, entry: Entry) -> None:
    """State the id of a new message where its place does not give it."""
    by_order = f"m:{number + 1:04d}"
    is_stated = asked is not None and (asked != by_order or view.sidecar.has_entries)
    if asked is not None:
        check_id("message_id", asked)
        if is_stated and asked in {one.message for one in view.messages}:
            raise invalid("A message has this id already", message_id=asked)
    later = _stated_equal(view, view.messages[number:], entry)
    if is_stated or later:
        _state_equals(view, view.messages[:number], entry, later)
        view.sidecar.add(asked or _fresh_id(view), entry.fields, later)


def _change_entry(view: SequenceView, number: int, entry: Entry, changed: Collection[str]) -> None:
    """Change the entry of a message along with it, or state its id if it would get that of an equal one."""
    id_ = view.messages[number].message
    later = _stated_equal(view, view.messages[number + 1 :], entry)
    if view.sidecar.states(id_):
        view.sidecar.change(id_, {name: entry.fields[name] for name in changed})
        _state_equals(view, view.messages[:number], entry, id_)
    elif later:
        _state_equals(view, view.messages[:number], entry, later)
        view.sidecar.add(id_, entry.fields, later)


def _stated_equal(view: SequenceView, messages: Sequence[Message], entry: Entry) -> str | None:
    """Return the first of some messages that is equal and whose id the sidecar states."""
    return next((one.message for one in messages if entry.is_of(one) and view.sidecar.states(one.message)), None)


def _state_equals(view: SequenceView, earlier: Sequence[Message], entry: Entry, before: str | None) -> None:
    """State the ids of earlier messages that are equal, so that none of them takes the entry of a later one."""
    for one in earlier:
        if entry.is_of(one) and not view.sidecar.states(one.message):
            view.sidecar.add(one.message, entry.fields, before)


def _fresh_id(view: SequenceView) -> str:
    numbers = [int(one.message[2:]) for one in view.messages if one.message[2:].isdecimal() and len(one.message) < 20]
    return f"m:{max([len(view.messages), *numbers]) + 1:04d}"
