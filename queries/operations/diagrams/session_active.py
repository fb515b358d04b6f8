"""The operations that set what a session shows: its active diagram, its active walkthrough, its selection."""

from queries.diagrams.selection import chosen_diagram
from queries.diagrams.walkthroughs import chosen_walkthrough
from queries.operations.arguments import text_argument
from queries.operations.diagrams.cross_references import check_ref
from queries.operations.diagrams.session_files import (
    APPLIES_TO_SESSIONS,
    SESSION_ARGUMENT,
    SessionMeta,
    session_named,
    session_of,
)
from queries.operations.diagrams.session_json import JsonEdits
from queries.operations.draft import Draft
from queries.operations.operation import Given, operation
from queries.operations.refusals import not_found, unavailable
from queries.tools.parameters import Parameter

MODES = ("replace", "add", "remove")


@operation(
    APPLIES_TO_SESSIONS,
    text_argument("diagram_id", "The id of a diagram that the session lists, or its ref.", most=500),
)
def session_set_active_diagram(draft: Draft, given: Given) -> None:
    """Makes a diagram the active one of its session: tools take it where none is named."""
    row = chosen_diagram(draft.snapshot, given.diagram_id)
    if not row.session:
        raise unavailable("Only a session has an active diagram, and this diagram is of none", diagram_id=row.id)
    meta = SessionMeta(draft, session_named(draft.snapshot, row.session))
    meta.json.set(meta.json.root, "active_diagram_id", meta.own[row.id])


@operation(
    APPLIES_TO_SESSIONS,
    text_argument("walkthrough_id", "The id of a walkthrough of the session, or its ref.", most=500),
)
def session_set_active_walkthrough(draft: Draft, given: Given) -> None:
    """Makes a walkthrough the active one of its session."""
    walkthrough = chosen_walkthrough(draft.snapshot, given.walkthrough_id)
    if not walkthrough.session:
        problem = "Only a session has an active walkthrough, and this walkthrough is of none"
        raise unavailable(problem, walkthrough_id=walkthrough.walkthrough)
    session = session_named(draft.snapshot, walkthrough.session)
    own = JsonEdits(draft, walkthrough.span.file).root.text("walkthrough_id") or walkthrough.walkthrough
    meta = SessionMeta(draft, session)
    meta.json.set(meta.json.root, "active_walkthrough_id", own)


@operation(
    APPLIES_TO_SESSIONS,
    Parameter("object_refs", "strings", "Refs of objects of diagrams, which are there.", required=True),
    Parameter("mode", "string", "replace, add or remove.", default="replace", choices=MODES),
    SESSION_ARGUMENT,
)
def selection_update(draft: Draft, given: Given) -> None:
    """Changes which objects are selected in a session. Selected objects that are missing are left out."""
    chosen = session_of(draft.snapshot, given.session)
    for ref in given.object_refs:
        check_ref(draft.snapshot, "object_refs", ref)
        if draft.snapshot.object(ref) is None:
            raise not_found("Object not found", object_refs=ref)
    before = [] if given.mode == "replace" else chosen.selected
    wanted = [*dict.fromkeys([*before, *given.object_refs])]
    if given.mode == "remove":
        wanted = [ref for ref in before if ref not in given.object_refs]
    meta = SessionMeta(draft, chosen)
    meta.json.set(meta.json.root, "selected_object_refs", [meta.written_ref(one) for one in wanted])
