"""The operations on the cross-references of a session: `xref_add` and `xref_remove`."""

from compiler.languages.diagrams.facts import Xref
from compiler.store.snapshot import Snapshot
from queries.diagrams.selection import SHOWN
from queries.errors.near import nearest
from queries.lookup.diagram_refs import HINT, check_diagram_ref
from queries.operations.arguments import invalid, not_found, optional, text_argument, unavailable
from queries.operations.diagrams.session_files import (
    APPLIES_TO_SESSIONS,
    SESSION_ARGUMENT,
    SessionMeta,
    check_id,
    session_of,
)
from queries.operations.draft import Draft
from queries.operations.json_file import drop, listed_in, objects_in, text_in
from queries.operations.operation import Given, operation

STATUSES = {
    (True, True): "ok",
    (False, True): "dangling_from",
    (True, False): "dangling_to",
    (False, False): "dangling_both",
}
MIN_PARTS = 3  # of the ref of an object: diagram, category, id


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
