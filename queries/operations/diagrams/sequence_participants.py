"""The operations on participants of sequence diagrams, and on the notes that their sidecars hold."""

import re

from queries.diagrams.selection import DIAGRAM
from queries.operations.arguments import invalid, one_line, optional, text_argument
from queries.operations.diagrams.sequence_messages import remove_statements
from queries.operations.diagrams.sequence_places import at_end, kept
from queries.operations.diagrams.sequence_text import APPLIES_TO, NewPlace, SequenceText, sequence_of
from queries.operations.diagrams.session_files import check_id
from queries.operations.draft import Draft
from queries.operations.operation import Given, Steps, operation
from queries.tools.parameters import Parameter

_NAME_IN_SESSION = re.compile(r"[A-Za-z0-9_]+")
_DECLARED = re.compile(r"participant|actor", re.IGNORECASE)
PARTICIPANT = text_argument(
    "participant_id", "A participant: its id such as p:shop, its ref, or what the diagram calls it.", most=500
)
APPLIES_TO_SIDECARS = "Sequence diagrams of session folders, and others with a sidecar."


@operation(
    APPLIES_TO,
    text_argument("mermaid_name", "What the diagram calls it.", most=200),
    optional("participant_id", "Its id; by default p: and the name."),
    Parameter("type", "string", "participant or actor.", default="participant", choices=("participant", "actor")),
    DIAGRAM,
)
def seq_add_participant(draft: Draft, given: Given) -> Steps:
    """Declares a participant behind those that are declared, or at the end of a diagram that declares none."""
    text = sequence_of(draft, given)
    name = _check_name(text, given.mermaid_name)
    _state_new_id(text, name, given.participant_id)
    text.put(_behind_declared(text), f"{given.type} {name}")
    yield from kept(text)


@operation(APPLIES_TO, PARTICIPANT, text_argument("mermaid_name", "What the diagram shall call it.", most=200), DIAGRAM)
def seq_update_participant(draft: Draft, given: Given) -> Steps:
    """Gives a participant another name, wherever the diagram mentions it. In a session, or where the diagram has a
    sidecar, its id stays; elsewhere its id is of the name, and citations follow."""
    text = sequence_of(draft, given, "participant_id")
    participant = text.participant("participant_id", given.participant_id)
    old, new = participant.name, _check_name(text, given.mermaid_name)
    spots = [
        spot for statement in text.statements if statement.kind != "create" for spot in text.name_spots(statement, old)
    ]
    for spot in {*spots, *(name for _, name in text.declarations(old))}:
        text.replace(*spot, new)
    text.renamed[old] = new
    if not text.diagram.fenced and (text.sidecar.is_there or text.row.session):
        text.sidecar.name(new, participant.participant, old)
    yield from kept(text)


@operation(APPLIES_TO, PARTICIPANT, DIAGRAM)
def seq_remove_participant(draft: Draft, given: Given) -> Steps:
    """Removes a participant with its messages, its activations, and the notes at it alone. Other participants stay: one
    that nothing else mentions gets a declaration."""
    text = sequence_of(draft, given, "participant_id")
    participant = text.participant("participant_id", given.participant_id)
    name = participant.name
    text.gone.add(name)
    mentioning = [at for at, statement in enumerate(text.statements) if name in statement.names]
    created = [at for at in mentioning if text.statements[at].kind == "create"]
    shared = [at for at in mentioning if text.statements[at].kind == "note" and {*text.statements[at].names} != {name}]
    for at in shared:
        _leave_note(text, at, name)
    gone = [at for at in mentioning if at not in (*created, *shared)]
    places = remove_statements(text, gone)
    for at in created:
        del text.order[at - sum(other < at for other in gone)]
    for place, _ in text.declarations(name):
        text.remove(*place)
    text.sidecar.forget_name(name, participant.participant)
    yield from kept(text, places)


@operation(
    APPLIES_TO_SIDECARS,
    PARTICIPANT,
    optional("note", "The note, in one line; none takes it away.", most=5_000),
    DIAGRAM,
)
def seq_set_participant_note(draft: Draft, given: Given) -> None:
    """Gives a participant a note, or takes it away. The note stands in the sidecar of the diagram."""
    text = sequence_of(draft, given, "participant_id")
    participant = text.participant("participant_id", given.participant_id)
    if given.note is not None and len(given.note.splitlines()) != 1:
        raise invalid("A note is one line, and not empty", note=given.note)
    if given.note is None and not participant.note:
        raise invalid("The participant has no note", participant_id=given.participant_id)
    text.sidecar.set_note(participant.participant, given.note)


def _check_name(text: SequenceText, name: str) -> str:
    """Return the name of a participant without blanks around it. Raises QueryError for one that cannot be written."""
    bare = one_line("mermaid_name", name)
    if text.row.session and not _NAME_IN_SESSION.fullmatch(bare):
        problem = (
            "In a session the name of a participant has letters, digits and _ only: its own program reads no other"
        )
        raise invalid(problem, mermaid_name=name)
    if any(participant.name == bare for participant in text.participants):
        raise invalid("A participant has this name already", mermaid_name=name)
    return bare


def _state_new_id(text: SequenceText, name: str, asked: str | None) -> None:
    """State the id of a new participant in the sidecar where its name does not give it. Raises QueryError for one that
    is taken."""
    by_name = f"p:{name.replace('/', '%2F')}"
    id_ = asked or by_name
    check_id("participant_id", id_)
    if any(participant.participant == id_ for participant in text.participants):
        raise invalid("A participant has this id already", participant_id=id_)
    if id_ != by_name:
        text.sidecar.name(name, id_)


def _behind_declared(text: SequenceText) -> NewPlace:
    """Return the place behind the last declaration, and behind the box around it; the end if there is none."""
    declared = [span for span in text.spans("actors") if _DECLARED.match(text.text, text.place(span)[0])]
    if not declared:
        return at_end(text)
    last = max(declared)
    boxes = [span for span in text.spans("boxes") if span[:3] <= last[:3] and last[3:] <= span[3:]]
    return NewPlace(len(text.statements), boxes[0] if boxes else last)


def _leave_note(text: SequenceText, at: int, name: str) -> None:
    """Let a note be over the other participant alone."""
    statement = text.statements[at]
    (other,) = {*statement.names} - {name}
    spots = [spot for each in (name, other) for spot in text.name_spots(statement, each)]
    text.replace(min(spots)[0], max(spots)[1], other)
