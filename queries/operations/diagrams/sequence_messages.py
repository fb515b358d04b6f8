"""The operations on messages of sequence diagrams: `seq_add_message`, `seq_update_message`, `seq_remove_message`."""

import re
from collections.abc import Collection, Sequence
from typing import NamedTuple

from compiler.languages.diagrams.facts import Message, Participant, message_kind
from queries.diagrams.selection import DIAGRAM
from queries.operations.arguments import invalid, optional, text_argument
from queries.operations.diagrams.sequence_places import PLACE, PLACES, kept, partners, place_asked, settled
from queries.operations.diagrams.sequence_text import APPLIES_TO, SequenceText, sequence_of
from queries.operations.diagrams.session_files import Fields, check_id
from queries.operations.draft import Draft
from queries.operations.operation import Given, Steps, operation
from queries.tools.parameters import Parameter

KINDS = {"sync": "->>", "async": "-)", "return": "-->>"}
_ARROW = re.compile(r"(?P<token>[-<>x)/\\|]{2,5})(?P<mark>[+-]?)")
_SIGNS = re.compile(r"[#;]|&(?=(?:#[0-9]+|#[xX][0-9A-Fa-f]+|[A-Za-z][A-Za-z0-9]*);)")
_BREAK = re.compile(r"<br\s*/?>", re.IGNORECASE)
_WHO = "a participant: its id such as p:shop, its ref, or what the diagram calls it."
KIND = Parameter("kind", "string", "sync, async or return.", choices=tuple(KINDS))
ARROW = optional("arrow", "The arrow, such as -x, with + or - behind it to begin or end an activation.", most=10)
MESSAGE = text_argument("message_id", "The id of a message, or its ref.", most=500)
TEXT = "What it says, as it is shown; signs such as ; are written as codes."


class Entry(NamedTuple):
    """What the entry of a message in a sidecar states of it but its id, and the text as it is shown."""

    fields: Fields
    shown: str

    def is_of(self, message: Message) -> bool:
        """Whether a message is matched with an entry of these fields."""
        stated = (message.from_participant, message.to_participant, message.message_kind, message.text)
        return stated == (*[value for name, value in self.fields.items() if name != "text"], self.shown)


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
    text = sequence_of(draft, given, "from_participant_id", "to_participant_id")
    sender = text.participant("from_participant_id", given.from_participant_id)
    receiver = text.participant("to_participant_id", given.to_participant_id)
    token, mark = _arrow(given.kind, given.arrow)
    said = written_text("text", given.text)
    place = place_asked(text, given)
    number = sum(at < place.at for at in text.places("message"))
    text.order.insert(place.at, ("message", None))
    text.put(place, f"{sender.name}{_spaced(text, token + mark)}{receiver.name}: {said}")
    entry = _entry(sender, receiver, token, said, given.text)
    is_stated = _is_stated(text, number, given.message_id)
    _keep_id(text, number, given.message_id or _fresh_id(text), entry, is_stated=is_stated)
    yield from kept(text, [(place.at, (sender.name, receiver.name))])


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
    text = sequence_of(draft, given, "message_id")
    number = text.message("message_id", given.message_id)
    fact = text.messages[number]
    if not given.stated("from_participant_id", "to_participant_id", "kind", "arrow", "text", *PLACES):
        raise invalid("Nothing is given that the message shall have", message_id=fact.message)
    sender = text.participant("from_participant_id", given.from_participant_id or fact.from_participant)
    receiver = text.participant("to_participant_id", given.to_participant_id or fact.to_participant)
    _change(text, number, (sender, receiver), given)
    mentions = [(text.places("message")[number], [fact.from_name, fact.to_name, sender.name, receiver.name])]
    if given.stated(*PLACES):
        after = yield from settled(text, mentions)
        yield from _move(after, number, given)
    else:
        yield from kept(text, mentions)


def _change(text: SequenceText, number: int, ends: tuple[Participant, Participant], given: Given) -> None:
    """Draft other ends of a message, another kind or arrow, and another text."""
    statement = text.statements[text.places("message")[number]]
    (sender, receiver), before, parts = ends, statement.fields, text.message_parts(statement)
    old_arrow, old_text = (text.text[slice(*part)] for part in (parts.arrow, parts.text))
    token, mark = _arrow(given.kind, given.arrow, before=str(before["token"]))
    mark = mark or old_arrow[len(before["token"]) :].strip()
    new_arrow = old_arrow if (token, given.arrow) == (before["token"], None) else token + mark
    new_text = old_text if given.text is None else written_text("text", given.text)
    for part, new in zip(parts, (sender.name, new_arrow, receiver.name, new_text), strict=True):
        text.replace(*part, new)
    entry = _entry(sender, receiver, token, new_text, str(before["text"]) if given.text is None else given.text)
    changed = entry.fields.keys() - ({"text"} if given.text is None else set())
    _keep_id(text, number, text.messages[number].message, entry, changed=changed)


def _move(text: SequenceText, number: int, given: Given) -> Steps:
    """Move a message to another place."""
    at = text.places("message")[number]
    place, statement = place_asked(text, given), text.statements[at]
    if place.at in (at, at + 1):
        return
    moved = place.at - (place.at > at)
    text.order.insert(moved, text.order.pop(at))
    check_sections_of_session(text, [number])
    text.remove(*text.place(statement.span))
    text.put(place, text.written(statement))
    yield from kept(text, [(moved, statement.names), (at + (place.at <= at), statement.names)])


@operation(APPLIES_TO, MESSAGE, DIAGRAM)
def seq_remove_message(draft: Draft, given: Given) -> Steps:
    """Removes a message, and the activation that it begins or ends. Its participants stay: one that nothing else
    mentions gets a declaration."""
    text = sequence_of(draft, given, "message_id")
    number = text.message("message_id", given.message_id)
    yield from kept(text, remove_statements(text, [text.places("message")[number]]))


def remove_statements(text: SequenceText, removed: Sequence[int]) -> list[tuple[int, Sequence[str]]]:
    """Take statements out, with the other halves of activations that messages among them begin or end. Return where
    they stood among those that are left, with the names in them."""
    statements = text.statements
    numbers = [number for number, at in enumerate(text.places("message")) if at in removed]
    check_sections_of_session(text, numbers)
    other = partners(statements)
    unmarked = {other[at] for at in removed if at in other} - {*removed}
    gone = {*removed, *(at for at in unmarked if statements[at].kind != "message")}
    for at in sorted(unmarked - gone):
        start, end = text.message_parts(statements[at]).arrow
        text.replace(start, end, text.text[start : end - 1].rstrip())
    text.sidecar.forget({text.messages[number].message for number in numbers})
    for at in sorted(gone, reverse=True):
        text.remove(*text.place(statements[at].span))
        del text.order[at]
    return [(at - sum(other < at for other in gone), statements[at].names) for at in sorted(gone)]


def check_sections_of_session(text: SequenceText, removed: Sequence[int]) -> None:
    """Raise QueryError if a section would be left without messages, which the program of sessions refuses. `removed`
    are the numbers of the messages that go."""
    ids = {text.messages[number].message for number in removed}
    for section in text.sections if text.row.session else ():
        if section.messages and not set(section.messages) - ids:
            problem = "The block would have a section without messages, which the sessions' own program does not read"
            raise invalid(problem, section_id=section.section, source=str(section.span))


def written_text(argument: str, text: str) -> str:
    """Return a text as a diagram writes it: a line break as `<br/>`, and signs that would end it as codes."""
    if not (shown := _shown_text(text)):
        raise invalid(f"'{argument}' is empty", **{argument: text})
    return _SIGNS.sub(lambda sign: f"#{ord(sign[0])};", shown).replace("\n", "<br/>")


def _shown_text(text: str) -> str:
    return "\n".join(line.strip() for line in _BREAK.sub("\n", text).strip().splitlines())


def _arrow(kind: str | None, arrow: str | None, before: str = "") -> tuple[str, str]:
    """Return an arrow without and with its mark, of a kind or as it is given. Raises QueryError if the two differ.
    `before` is the arrow that it had."""
    if arrow is None:
        token = before if kind is None or (before and message_kind(before) == kind) else KINDS[kind]
        return token or KINDS["sync"], ""
    found = _ARROW.fullmatch(arrow.strip())
    if found is None or (kind is not None and message_kind(found["token"]) != kind):
        problem = "This is no arrow of a message" if found is None else f"This arrow is not of the kind {kind}"
        raise invalid(problem, arrow=arrow, hint=f"Arrows of the kinds: {KINDS}.")
    return found["token"], found["mark"]


def _spaced(text: SequenceText, arrow: str) -> str:
    """Return an arrow with blanks around it, if the diagram's first message has them."""
    first = next((statement for statement in text.statements if statement.kind == "message"), None)
    is_spaced = first and f" {first.fields['token']}" in text.written(first).partition(":")[0]
    return f" {arrow} " if is_spaced else arrow


def _entry(sender: Participant, receiver: Participant, token: str, written: str, given: str) -> Entry:
    ends = {"from_participant_id": sender.participant, "to_participant_id": receiver.participant}
    return Entry({**ends, "kind": message_kind(token), "text": written}, _shown_text(given))


def _is_stated(text: SequenceText, number: int, asked: str | None) -> bool:
    """Whether the id of a new message has to be stated, since its place does not give it. Raises QueryError for an id
    that is taken."""
    if asked is None:
        return False
    check_id("message_id", asked)
    is_stated = asked != f"m:{number + 1:04d}" or text.sidecar.has_entries
    if is_stated and asked in {message.message for message in text.messages}:
        raise invalid("A message has this id already", message_id=asked)
    return is_stated


def _keep_id(
    text: SequenceText,
    number: int,
    id_: str,
    entry: Entry,
    *,
    changed: Collection[str] | None = None,
    is_stated: bool = False,
) -> None:
    """Let the entries of messages follow a new or a changed one: a sidecar gives them to equal messages in the order of
    the text, so that the earlier ones get entries as well, before the first that a later one has. `changed` are the
    fields of a message that was there."""
    sidecar = text.sidecar
    later = text.messages[number if changed is None else number + 1 :]
    before = next((other.message for other in later if entry.is_of(other) and sidecar.states(other.message)), None)
    has_entry = changed is not None and sidecar.states(id_)
    if has_entry:
        sidecar.change(id_, {name: entry.fields[name] for name in changed or ()})
    elif before is None and not is_stated:
        return
    before = id_ if has_entry else before
    for message in text.messages[:number]:
        if entry.is_of(message) and not sidecar.states(message.message):
            sidecar.add(message.message, entry.fields, before)
    if not has_entry:
        sidecar.add(id_, entry.fields, before)


def _fresh_id(text: SequenceText) -> str:
    numbers = [
        int(message.message[2:])
        for message in text.messages
        if message.message[2:].isdecimal() and len(message.message) < 20
    ]
    return f"m:{max([len(text.messages), *numbers]) + 1:04d}"
