"""The diagrams of a source, and the active diagram of a session."""

from typing import Any

from compiler.languages.diagrams.facts import Session
from compiler.store.snapshot import Snapshot
from queries.diagrams.selection import (
    ACTIVE_DIAGRAM,
    KIND_NAMES,
    LIMIT,
    SESSION,
    DiagramRow,
    chosen_session,
    diagrams_of,
    named_session,
)
from queries.lookup.by_name import searched
from queries.tools.not_understood import DIAGRAMS
from queries.tools.paging import CURSOR, Cursor, page
from queries.tools.schemas import IS_EXAMPLE, SEARCHED, Schema, boolean, integer, mapping, objects, string
from queries.tools.tool import tool

DIAGRAM_FIELDS: dict[str, Schema] = {
    "diagram_id": string("Pass it as diagram_id."),
    "name": string("Its name for people."),
    "kind": string(KIND_NAMES),
    "rev": integer("The revision that its session gives it; 0 without one."),
    "diagram_type": string("Mermaid's own name of its type."),
    "session": string("The session that lists it, if one does."),
    "active": boolean("True for the active diagram of its session."),
    "has_errors": boolean("True when a line of it could not be read."),
    "source": string("Where it stands: path:line."),
    "is_example": IS_EXAMPLE,
}


@tool(
    title="Diagrams",
    pack="diagrams",
    parameters=(SESSION, LIMIT, CURSOR),
    result={
        "diagrams": objects("By diagram_id.", **DIAGRAM_FIELDS),
        "searched": SEARCHED,
    },
    looks_like=DIAGRAMS,
)
def session_list_diagrams(snapshot: Snapshot, *, session: str | None, limit: int, cursor: Cursor) -> dict[str, Any]:
    """Diagrams of the source: ids, names, kinds, places. Use it first, to learn the ids.

    They stand in files of their own, in blocks of markdown files, and in sessions. seq_ tools take the kind sequence,
    flow_ tools all other kinds; a diagram of kind other has a type that is known by its text only.
    """
    chosen = None if session is None else named_session(snapshot, session)
    rows = [
        diagram for diagram in diagrams_of(snapshot).values() if chosen is None or diagram.session == chosen.session
    ]
    active = {(fact.session, fact.active_diagram) for fact in snapshot.facts(Session)}
    answer: dict[str, Any] = {"diagrams": rows}
    if not rows:
        answer |= {"searched": searched(snapshot, ["diagram"]), "hint": "No diagram. get_diagnostics may say why."}
    return page(answer, "diagrams", limit=limit, cursor=cursor, rows={"diagrams": lambda row: diagram_row(row, active)})


def diagram_row(listed: DiagramRow, active: set[tuple[str, str]]) -> dict[str, Any]:
    """Return a diagram as a row of a list. `active` has pairs of session and active diagram."""
    row: dict[str, Any] = {"diagram_id": listed.id, "name": listed.name, "kind": listed.kind, "rev": listed.rev}
    if listed.mermaid_type:
        row["diagram_type"] = listed.mermaid_type
    if listed.session:
        row["session"] = listed.session
    if (listed.session, listed.id) in active:
        row["active"] = True
    if listed.has_errors:
        row["has_errors"] = True
    return {**row, "source": listed.source, **({"is_example": True} if listed.is_example else {})}


@tool(
    title="Active diagram",
    pack="diagrams",
    parameters=(SESSION,),
    result={
        "active_diagram_id": ACTIVE_DIAGRAM,
        "session": string("The session; absent when the source has none."),
        "diagram": mapping("The diagram, when it exists.", **DIAGRAM_FIELDS),
        "hint": string("Why there is none, or what is wrong with it."),
    },
)
def session_get_active_diagram(snapshot: Snapshot, *, session: str | None) -> dict[str, Any]:
    """The diagram that is meant when no diagram_id is given; null if none."""
    chosen = chosen_session(snapshot, session)
    if chosen is None:
        hint = "The source has no session: diagrams are named by their ids, or left out when there is only one."
        return {"active_diagram_id": None, "hint": hint}
    answer: dict[str, Any] = {"active_diagram_id": chosen.active_diagram or None, "session": chosen.session}
    found = diagrams_of(snapshot).get(chosen.active_diagram)
    if found is not None:
        answer["diagram"] = diagram_row(found, {(chosen.session, found.id)})
    elif chosen.active_diagram:
        answer["hint"] = "The session names a diagram that does not exist."
    return answer
