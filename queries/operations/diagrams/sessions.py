"""The operations on sessions: cross-references come and go, a diagram is made of a text or deleted, and a
session shows another diagram, walkthrough or selection."""

import re

from compiler.languages.diagrams.facts import Diagram, Xref
from compiler.store.snapshot import Snapshot
from queries.diagrams.selection import DRAWABLE_KINDS, SHOWN, DiagramRow, chosen_diagram
from queries.diagrams.walkthroughs import chosen_walkthrough
from queries.errors.near import nearest
from queries.errors.query_error import QueryError
from queries.lookup.diagram_refs import HINT, check_diagram_ref
from queries.operations.arguments import (
    CONFIRM,
    invalid,
    not_found,
    optional,
    text_argument,
    unavailable,
)
from queries.operations.diagrams.session_files import (
    APPLIES_TO_SESSIONS,
    SESSION_ARGUMENT,
    SessionMeta,
    check_id,
    session_named,
    session_of,
    sidecar_path,
)
from queries.operations.draft import Draft
from queries.operations.json_file import Object, drop, listed_in, objects_in, text_in
from queries.operations.operation import Given, Steps, operation
from queries.tools.parameters import Parameter

STATUSES = {
    (True, True): "ok",
    (False, True): "dangling_from",
    (True, False): "dangling_to",
    (False, False): "dangling_both",
}
MIN_PARTS = 3  # of the ref of an object: diagram, category, id
DIAGRAM_OF_SESSION = text_argument("diagram_id", "The id of a diagram that a session lists, or its ref.", most=500)
_TYPE = re.compile(r"^[ \t]*+(?:(?P<sequence>sequenceDiagram)|flowchart|graph)\b", re.MULTILINE)
_FOLDER = "diagrams"
# Ids that some file system does not accept as a name.
_UNSAFE = re.compile(r'[.~].*|.*[ .]|.*[<>:"/\\|?*\x00-\x1f\x7f].*|(?i:con|prn|aux|nul|com[1-9]|lpt[1-9])', re.DOTALL)
MODES = ("replace", "add", "remove")


@operation(
    APPLIES_TO_SESSIONS,
    text_argument("xref_id", "Its id, which no other cross-reference of the session has.", most=500),
    text_argument("from", "The ref of the object that it leads from; the object may be missing.", most=1_000),
    text_argument("to", "The ref of the object that it leads to; the object may be missing.", most=1_000),
    text_argument("kind", "Its kind, such as nav or implements.", most=200),
    optional("label", "Its label.", most=1_000),
    SESSION_ARGUMENT,
)
def xref_add(draft: Draft, given: Given) -> None:
    """Adds a cross-reference to a session, behind the others, with the status that it has."""
    chosen = session_of(draft.snapshot, given.session)
    check_id("xref_id", given.xref_id)
    if draft.snapshot.facts(Xref, session=chosen.session, xref=given.xref_id):
        raise invalid("A cross-reference has this id already", xref_id=given.xref_id)
    for argument, ref in (("from", given.from_), ("to", given.to)):
        check_ref(draft.snapshot, argument, ref)
    status = STATUSES[draft.snapshot.object(given.from_) is not None, draft.snapshot.object(given.to) is not None]
    meta = SessionMeta(draft, chosen)
    ends = {"from": meta.written_ref(given.from_), "to": meta.written_ref(given.to)}
    entry = {"xref_id": given.xref_id, **ends, "kind": given.kind, "label": given.label, "status": status}
    listed_in(meta.root, "xrefs").append(entry)


@operation(APPLIES_TO_SESSIONS, text_argument("xref_id", "The id of a cross-reference.", most=500), SESSION_ARGUMENT)
def xref_remove(draft: Draft, given: Given) -> None:
    """Takes a cross-reference out of a session."""
    chosen = session_of(draft.snapshot, given.session)
    ids = [xref.xref for xref in draft.snapshot.facts(Xref, session=chosen.session)]
    if given.xref_id not in ids:
        near = nearest(given.xref_id, ids, 3)
        xrefs = None if near else sorted(ids)[:SHOWN]
        raise not_found("Cross-reference not found", xref_id=given.xref_id, did_you_mean=near, xrefs=xrefs)
    root = SessionMeta(draft, chosen).root
    entries = [entry for entry in objects_in(root, "xrefs") if text_in(entry, "xref_id") == given.xref_id]
    if len(entries) > 1:
        problem = "Several cross-references have this id: a text edit takes out the right one"
        raise unavailable(problem, xref_id=given.xref_id, file=chosen.span.file)
    drop(root, "xrefs", entries)


def check_ref(snapshot: Snapshot, argument: str, ref: str) -> None:
    """Raise QueryError unless a text is the ref of an object of a diagram, which may be missing."""
    check_diagram_ref(snapshot, ref, argument)
    parts = ref.removeprefix("d:").split("/")
    if not ref.startswith("d:") or len(parts) < MIN_PARTS or not all(parts):
        raise invalid("This is not the ref of an object", **{argument: ref}, hint=HINT)


@operation(
    APPLIES_TO_SESSIONS,
    text_argument("mermaid", "The text of the diagram.", most=100_000),
    optional("diagram_id", "Its id; by default flow or seq, with a number.", most=200),
    optional("name", "Its name; by default its id."),
    Parameter("make_active", "boolean", "Whether it becomes the active diagram.", default=True),
    SESSION_ARGUMENT,
)
def diagram_create_from_mermaid(draft: Draft, given: Given) -> Steps:
    """Adds a diagram to a session: a file in its folder `diagrams`, and an entry in its list. A text with an error is
    refused."""
    chosen = session_of(draft.snapshot, given.session)
    text = given.mermaid.replace("\r\n", "\n").strip("\n") + "\n"
    diagrams = (row for (row,) in draft.snapshot.rows("SELECT diagram FROM fact_diagram"))
    taken = {*SessionMeta(draft, chosen).own.values(), *diagrams}
    id_ = given.diagram_id if given.diagram_id is not None else _free_id(text, taken)
    check_id("diagram_id", id_)
    if id_ in taken:
        raise invalid("A diagram has this id already", diagram_id=id_)
    path = f"{_FOLDER}/{_stem(id_)}.mmd"
    final = f"{chosen.folder}/{path}".removeprefix("/")
    draft.create(final, text)
    draft = yield
    fact = _readable(draft.snapshot, final)
    meta = SessionMeta(draft, session_named(draft.snapshot, chosen.session))
    entry = {"diagram_id": id_, "name": given.name or id_, "kind": fact.type, "mmd_path": path, "rev": 0}
    listed_in(meta.root, "diagrams").append(entry)
    if given.make_active:
        meta.root["active_diagram_id"] = id_


@operation(APPLIES_TO_SESSIONS, DIAGRAM_OF_SESSION, CONFIRM)
def diagram_delete(draft: Draft, given: Given) -> None:
    """Deletes a diagram of a session: its file, its sidecar and its entry. If it was the active one, the first that is
    left becomes it. What cites its objects stays, and `now_dangling` tells of it."""
    row, meta, entry = _of_session(draft, given.diagram_id)
    drop(meta.root, "diagrams", [entry])
    others = [diagram for diagram in meta.own if diagram != row.id]
    if meta.session.active_diagram == row.id:
        meta.root["active_diagram_id"] = meta.own[min(others)] if others else None
    for path in (row.file, sidecar_path(row.file)):
        if draft.snapshot.text(path) is not None:
            draft.delete(path)


def _of_session(draft: Draft, diagram_id: str) -> tuple[DiagramRow, SessionMeta, Object]:
    """Return a diagram with the file of its session and its entry there. Raises QueryError if it is of no session."""
    row = chosen_diagram(draft.snapshot, diagram_id)
    if not row.session:
        problem = "This diagram is of no session: edit its file, or delete it, as text"
        raise unavailable(problem, diagram_id=row.id, file=row.file)
    meta = SessionMeta(draft, session_named(draft.snapshot, row.session))
    entries = meta.entries(row.id)
    if len(entries) != 1:
        raise unavailable("The session lists several diagrams of this id", diagram_id=row.id)
    return row, meta, entries[0]


def _readable(snapshot: Snapshot, path: str) -> Diagram:
    """Return the diagram in a file. Raises QueryError if it is of no known kind, or has an error."""
    found = [diagram for diagram in snapshot.facts(Diagram) if diagram.span.file == path]
    errors = [finding.message for finding in snapshot.diagnostics(file=path, severity="error")]
    if not found or errors or found[0].type not in (*DRAWABLE_KINDS, "other"):
        raise QueryError(
            "invalid_argument", "The text is no diagram without errors", finding=errors[0] if errors else None
        )
    return found[0]


def _free_id(text: str, taken: set[str]) -> str:
    """Return an id for a new diagram: the word for its kind, with a number if that is taken."""
    found = _TYPE.search(text)
    word = "diagram" if found is None else "seq" if found["sequence"] else "flow"
    return next(id_ for id_ in (word, *(f"{word}-{number}" for number in range(2, len(taken) + 3))) if id_ not in taken)


def _stem(id_: str) -> str:
    """Return the name of a diagram's file. An id that some file system does not accept is encoded."""
    return f"~{id_.encode().hex()}" if _UNSAFE.fullmatch(id_) else id_


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
    meta.root["active_diagram_id"] = meta.own[row.id]


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
    own = text_in(draft.json(walkthrough.span.file), "walkthrough_id") or walkthrough.walkthrough
    meta = SessionMeta(draft, session_named(draft.snapshot, walkthrough.session))
    meta.root["active_walkthrough_id"] = own


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
    meta.root["selected_object_refs"] = [meta.written_ref(ref) for ref in wanted]
