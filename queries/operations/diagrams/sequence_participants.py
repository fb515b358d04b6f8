"""The operations on participants of sequence diagrams, and on the notes that their sidecars hold."""

from queries.diagrams.selection import DIAGRAM
from queries.operations.arguments import optional, text_argument
from queries.operations.diagrams.sequence_mentions import declarations, menus, name_spots, names_of
from queries.operations.diagrams.sequence_messages import remove_statements
from queries.operations.diagrams.sequence_order import Order
from queries.operations.diagrams.sequence_places import at_end, kept
from queries.operations.diagrams.sequence_text import check_name, put_behind, take_out
from queries.operations.diagrams.sequence_view import APPLIES_TO, Range, SequenceView, view_of
from queries.operations.diagrams.session_files import check_id
from queries.operations.draft import Draft
from queries.operations.operation import Given, Steps, operation
from queries.operations.refusals import invalid
from queries.tools.parameters import Parameter

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
    view = view_of(draft, given)
    name = check_name(view, "mermaid_name", given.mermaid_name)
    _state_new_id(view, name, given.participant_id)
    if declared := _declared(view):
        put_behind(view, _behind_box(view, max(declared)), f"{given.type} {name}")
    else:
        at_end(view).write(f"{given.type} {name}")
    view.write()
    yield from kept(Order(view), ())


@operation(APPLIES_TO, PARTICIPANT, text_argument("mermaid_name", "What the diagram shall call it.", most=200), DIAGRAM)
def seq_update_participant(draft: Draft, given: Given) -> Steps:
    """Gives a participant another name, wherever the diagram mentions it. In a session, or where the diagram has a
    sidecar, its id stays; elsewhere its id is of the name, and citations follow."""
    view = view_of(draft, given, "participant_id")
    participant = view.participant("participant_id", given.participant_id)
    old, new = participant.name, check_name(view, "mermaid_name", given.mermaid_name)
    spots = [spot for one in view.statements if one.kind != "create" for spot in name_spots(view, one, old)]
    for start, end in {*spots, *(one.name for one in (*declarations(view, old), *menus(view, old)))}:
        view.draft.replace_range(view.path, start, end, new)
    order = Order(view)
    order.names[old] = new
    if not view.fact.fenced and (view.sidecar.json or view.row.session):
        view.sidecar.name(new, participant.participant, old)
    view.write()
    yield from kept(order, ())


@operation(APPLIES_TO, PARTICIPANT, DIAGRAM)
def seq_remove_participant(draft: Draft, given: Given) -> Steps:
    """Removes a participant with its messages, its activations, and the notes at it alone. Other participants stay: one
    that nothing else mentions gets a declaration."""
    view = view_of(draft, given, "participant_id")
    participant = view.participant("participant_id", given.participant_id)
    name = participant.name
    order = Order(view)
    order.gone.add(name)
    gone = []
    for at, one in enumerate(view.statements):
        names = names_of(one)
        if name in names and one.kind == "note" and set(names) != {name}:
            _leave_note(view, at, name)
        elif name in names and one.kind != "create":
            gone.append(at)
    created = [at for at, one in enumerate(view.statements) if one.kind == "create" and name in names_of(one)]
    places = remove_statements(order, gone)
    for at in created:
        order.remove(at - sum(one < at for one in gone))
    for declared in (*declarations(view, name), *menus(view, name)):
        take_out(view, declared.place)
    view.sidecar.forget_name(name, participant.participant)
    view.write()
    yield from kept(order, places)


@operation(
    APPLIES_TO_SIDECARS,
    PARTICIPANT,
    optional("note", "The note, in one line; none takes it away.", most=5_000),
    DIAGRAM,
)
def seq_set_participant_note(draft: Draft, given: Given) -> None:
    """Gives a participant a note, or takes it away. The note stands in the sidecar of the diagram."""
    view = view_of(draft, given, "participant_id")
    participant = view.participant("participant_id", given.participant_id)
    if given.note is not None and len(given.note.splitlines()) != 1:
        raise invalid("A note is one line, and not empty", note=given.note)
    if given.note is None and not participant.note:
        raise invalid("The participant has no note", participant_id=given.participant_id)
    view.sidecar.set_note(participant.participant, given.note)
    view.write()


def _state_new_id(view: SequenceView, name: str, asked: str | None) -> None:
    """State the id of a new participant in the sidecar where its name does not give it. Raises QueryError for one that
    is taken."""
    by_name = f"p:{name.replace('/', '%2F')}"
    id_ = asked or by_name
    check_id("participant_id", id_)
    if any(one.participant == id_ for one in view.participants):
        raise invalid("A participant has this id already", participant_id=id_)
    if id_ != by_name:
        view.sidecar.name(name, id_)


def _declared(view: SequenceView) -> list[Range]:
    """Return where participants are declared."""
    places = [Range(*one["span"]) for one in view.fact.ast.get("actors", ())]
    texts = [view.file.text[slice(*view.offsets(one))].lower() for one in places]
    return [one for one, text in zip(places, texts, strict=True) if text.startswith(("participant", "actor"))]


def _behind_box(view: SequenceView, place: Range) -> Range:
    """Return the box around a declaration, or the declaration if it stands in none."""
    boxes = [Range(*one["span"]) for one in view.fact.ast.get("boxes", ())]
    return next((one for one in boxes if one[:2] <= place[:2] and place[2:] <= one[2:]), place)


def _leave_note(view: SequenceView, at: int, name: str) -> None:
    """Let a note be over the other participant alone."""
    names = names_of(view.statements[at])
    (other,) = set(names) - {name}
    spots = [spot for one in (name, other) for spot in name_spots(view, view.statements[at], one)]
    view.draft.replace_range(view.path, min(spots)[0], max(spots)[1], other)
