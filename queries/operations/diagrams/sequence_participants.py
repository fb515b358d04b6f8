"""The operations on participants of sequence diagrams, and on the notes that their sidecars hold."""

from collections.abc import Callable, Iterable
from typing import Any

from queries.diagrams.selection import DIAGRAM
from queries.errors.query_error import QueryError
from queries.operations.arguments import text_argument
from queries.operations.diagrams.sequence_mentions import declarations, menus, name_spots, names_of
from queries.operations.diagrams.sequence_messages import remove_statements
from queries.operations.diagrams.sequence_places import at_end, checked, kept
from queries.operations.diagrams.sequence_promise import Promise
from queries.operations.diagrams.sequence_sidecar import Sidecar
from queries.operations.diagrams.sequence_text import check_name, put_behind, take_out
from queries.operations.diagrams.sequence_view import APPLIES_TO, Range, SequenceView, view_of
from queries.operations.diagrams.session_files import bump_revision, check_id
from queries.operations.diagrams.spot_edits import SpotEdits
from queries.operations.draft import Draft
from queries.operations.operation import Steps, operation
from queries.tools.parameters import Parameter, echoed

PARTICIPANT = text_argument(
    "participant_id", "A participant: its id such as p:shop, its ref, or what the diagram calls it.", most=500
)
APPLIES_TO_SIDECARS = "Sequence diagrams of session folders, and others with a sidecar."


@operation(
    applies_to=APPLIES_TO,
    parameters=(
        text_argument("mermaid_name", "What the diagram calls it.", most=200),
        Parameter("participant_id", "string", "Its id; by default p: and the name.", max_length=500),
        Parameter("type", "string", "participant or actor.", default="participant", choices=("participant", "actor")),
        DIAGRAM,
    ),
)
def seq_add_participant(
    draft: Draft, *, mermaid_name: str, participant_id: str | None, type: str, diagram_id: str | None
) -> Steps:
    """Declares a participant behind those that are declared, or at the end of a diagram that declares none."""
    view = view_of(SpotEdits(draft), diagram_id)
    name = check_name(view, "mermaid_name", mermaid_name)
    wanted = _new_id(view, name, participant_id)
    promise = Promise.of(view)
    promise.new_actors = [{"id": name, "description": name, "type": type}]
    if declared := _declared(view):
        put_behind(view, _behind_box(view, max(declared)), f"{type} {name}")
    else:
        at_end(view).write(f"{type} {name}")
    promise.participant_ids = {name: wanted}
    bump_revision(view.edits, view.row.id)
    view.edits.write()
    yield from kept(promise, ())


@operation(
    applies_to=APPLIES_TO,
    parameters=(PARTICIPANT, text_argument("mermaid_name", "What the diagram shall call it.", most=200), DIAGRAM),
)
def seq_update_participant(draft: Draft, *, participant_id: str, mermaid_name: str, diagram_id: str | None) -> Steps:
    """Gives a participant another name, wherever the diagram mentions it. In a session, or where the diagram has a
    sidecar, its id stays; elsewhere its id is of the name, and citations follow."""
    view = view_of(SpotEdits(draft), diagram_id, participant_id=participant_id)
    participant = view.participant("participant_id", participant_id)
    old, new = participant.name, check_name(view, "mermaid_name", mermaid_name)
    found = declarations(view, old)
    spots = [spot for one in view.statements if one.kind != "create" for spot in name_spots(view, one, old)]
    for start, end in {*spots, *(one.name for one in (*found, *menus(view, old)))}:
        view.edits.replace(view.path, start, end, new)
    promise = Promise.of(view)
    _promise_name(promise, old, new, has_alias=any(one.has_alias for one in found))
    sidecar = Sidecar(view)
    if sidecar.can_exist and (sidecar.json or view.row.session):
        sidecar.name_participant(new, participant.participant, old)
        sidecar.write()
        promise.participant_ids = {new: participant.participant}
    bump_revision(view.edits, view.row.id)
    view.edits.write()
    yield from kept(promise, ())


@operation(applies_to=APPLIES_TO, parameters=(PARTICIPANT, DIAGRAM))
def seq_remove_participant(draft: Draft, *, participant_id: str, diagram_id: str | None) -> Steps:
    """Removes a participant with its messages, its activations, and the notes at it alone. Other participants stay: one
    that nothing else mentions gets a declaration."""
    view = view_of(SpotEdits(draft), diagram_id, participant_id=participant_id)
    participant = view.participant("participant_id", participant_id)
    name = participant.name
    promise = Promise.of(view)
    gone = []
    for at, one in enumerate(view.statements):
        names = names_of(one)
        if name in names and one.kind == "note" and set(names) != {name}:
            _leave_note(view, promise, at, name)
        elif name in names and one.kind != "create":
            gone.append(at)
    created = [at for at, one in enumerate(view.statements) if one.kind == "create" and name in names_of(one)]
    places = remove_statements(promise, gone)
    for at in created:
        promise.remove(at - sum(one < at for one in gone))
    for declared in (*declarations(view, name), *menus(view, name)):
        take_out(view, declared.place)
    promise.actors = [one for one in promise.actors if one["id"] != name]
    promise.rest = _with_boxes(promise.rest, lambda names: [one for one in names if one != name])
    Sidecar(view).forget_participant(participant)
    bump_revision(view.edits, view.row.id)
    view.edits.write()
    yield from kept(promise, places)


@operation(
    applies_to=APPLIES_TO_SIDECARS,
    parameters=(
        PARTICIPANT,
        Parameter("note", "string", "The note, in one line; none takes it away.", max_length=5_000),
        DIAGRAM,
    ),
)
def seq_set_participant_note(draft: Draft, *, participant_id: str, note: str | None, diagram_id: str | None) -> Steps:
    """Gives a participant a note, or takes it away. The note stands in the sidecar of the diagram."""
    view = view_of(SpotEdits(draft), diagram_id, participant_id=participant_id)
    participant = view.participant("participant_id", participant_id)
    if note is not None and len(note.splitlines()) != 1:
        raise QueryError("invalid_argument", "A note is one line, and not empty", note=echoed(note))
    if note is None and not participant.note:
        raise QueryError("invalid_argument", "The participant has no note", participant_id=echoed(participant_id))
    sidecar = Sidecar(view)
    sidecar.set_note(participant.participant, note)
    sidecar.write()
    bump_revision(view.edits, view.row.id)
    view.edits.write()
    after = yield from checked(Promise.of(view), ())
    found = {one.participant: one.note for one in after.participants}
    if found != {one.participant: one.note for one in view.participants} | {participant.participant: note or ""}:
        raise QueryError(
            "invalid_argument", "The notes would be read otherwise than asked for", note=echoed(note or "")
        )


def _new_id(view: SequenceView, name: str, asked: str | None) -> str:
    """Return the id of a new participant, and state it in the sidecar where its name does not give it."""
    by_name = f"p:{name.replace('/', '%2F')}"
    id_ = asked or by_name
    check_id("participant_id", id_)
    if any(one.participant == id_ for one in view.participants):
        raise QueryError("invalid_argument", "A participant has this id already", participant_id=echoed(id_))
    if id_ != by_name:
        sidecar = Sidecar(view)
        sidecar.name_participant(name, id_)
        sidecar.write()
    return id_


def _declared(view: SequenceView) -> list[Range]:
    """Return where participants are declared."""
    places = [Range(*one["span"]) for one in view.fact.ast.get("actors", ())]
    texts = [view.file.text[slice(*view.offsets(one))].lower() for one in places]
    return [one for one, text in zip(places, texts, strict=True) if text.startswith(("participant", "actor"))]


def _behind_box(view: SequenceView, place: Range) -> Range:
    """Return the box around a declaration, or the declaration if it stands in none."""
    boxes = [Range(*one["span"]) for one in view.fact.ast.get("boxes", ())]
    return next((one for one in boxes if one[:2] <= place[:2] and place[2:] <= one[2:]), place)


def _promise_name(promise: Promise, old: str, new: str, *, has_alias: bool) -> None:
    for at, one in enumerate(promise.statements):
        ends = {name: new for name in ("from", "to", "actor") if one.fields.get(name) == old}
        listed = {"actors": _renamed(one.fields["actors"], old, new)} if "actors" in one.fields else {}
        promise.change(at, **ends, **listed)
    for actor in promise.actors:
        if actor["id"] == old:
            is_shown = actor["description"] == old and not has_alias
            actor |= {"id": new} | ({"description": new} if is_shown else {})
    promise.rest = _with_boxes(promise.rest, lambda names: _renamed(names, old, new))
    promise.names = {old: new}


def _renamed(names: Iterable[str], old: str, new: str) -> list[str]:
    return [new if one == old else one for one in names]


def _with_boxes(rest: dict[str, Any], change: Callable[[list[str]], list[str]]) -> dict[str, Any]:
    """Return the rest of a diagram with other names in its boxes."""
    return rest | {"boxes": [one | {"actors": change(one.get("actors", []))} for one in rest["boxes"]]}


def _leave_note(view: SequenceView, promise: Promise, at: int, name: str) -> None:
    """Let a note be over the other participant alone."""
    names = names_of(view.statements[at])
    (other,) = set(names) - {name}
    spots = [spot for one in (name, other) for spot in name_spots(view, view.statements[at], one)]
    view.edits.replace(view.path, min(spots)[0], max(spots)[1], other)
    promise.change(at, actors=[other])
