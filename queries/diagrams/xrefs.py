"""The cross-references of sessions: links between objects of diagrams, stated by an author."""

from collections.abc import Sequence
from typing import Any

from compiler.languages.diagrams.facts import Xref
from compiler.store.snapshot import ObjectRow, Snapshot
from queries.diagrams.parallel_lists import ParallelLists, page_parallel
from queries.diagrams.selection import LIMIT, SESSION, named_session, place
from queries.errors.query_error import QueryError
from queries.lookup.by_name import named_object, searched
from queries.lookup.diagram_refs import is_diagram_ref
from queries.tools.argument_names import DIRECTIONS
from queries.tools.paging import CURSOR, Cursor, page
from queries.tools.parameters import Parameter, echoed
from queries.tools.render import unescaped
from queries.tools.schemas import DID_YOU_MEAN, SEARCHED, boolean, objects, string, strings
from queries.tools.tool import tool

STATUSES = ("ok", "dangling_from", "dangling_to", "dangling_both")


@tool(
    title="Cross-references",
    pack="diagrams",
    parameters=(
        Parameter("dangling_only", "boolean", "Only those with an end that does not exist.", default=False),
        Parameter(
            "status",
            "string",
            "Only those of this status; dangling_* stands for all but ok.",
            choices=(*STATUSES, "dangling_*"),
        ),
        Parameter("kind", "string", "Only those of exactly this kind, such as nav."),
        Parameter(
            "from",
            "string",
            "Only those from this object: a ref or an id.",
            aliases=("from_ref", "from_id"),
            passed_as="from_ref",
        ),
        Parameter(
            "to",
            "string",
            "Only those to this object: a ref or an id.",
            aliases=("to_ref", "to_id"),
            passed_as="to_ref",
        ),
        Parameter(
            "ref",
            "string",
            "Only those from or to this object: a ref or an id.",
            brief="At either end.",
            aliases=("involves_ref", "object_ref", "id"),
            passed_as="involves_ref",
        ),
        Parameter("label_contains", "string", "Only those with this in their label; case-sensitive."),
        SESSION,
        LIMIT,
        CURSOR,
    ),
    result={
        "xrefs": objects(
            "By xref_id.",
            xref_id=string("Its id."),
            **{"from": string("The ref it leads from."), "to": string("The ref it leads to.")},
            kind=string("What its author calls the relation."),
            label=string("Its label, when it has one."),
            status=string("ok, dangling_from, dangling_to or dangling_both: which end does not exist."),
            session=string("The session that has it."),
            source=string("Where it is stated: path:line."),
        ),
        "searched": SEARCHED,
        "did_you_mean": DID_YOU_MEAN,
    },
)
def xref_list(
    snapshot: Snapshot,
    *,
    dangling_only: bool,
    status: str | None,
    kind: str | None,
    from_ref: str | None,
    to_ref: str | None,
    involves_ref: str | None,
    label_contains: str | None,
    session: str | None,
    limit: int,
    cursor: Cursor,
) -> dict[str, Any]:
    """Cross-references between objects of diagrams, and whether both ends exist.

    All filters must hold. Whether an end exists is determined from the diagrams, not from what the session stored.
    """
    chosen = None if session is None else named_session(snapshot, session).session
    starts, ends, either = (
        _named(snapshot, name, argument)
        for argument, name in (("from_ref", from_ref), ("to_ref", to_ref), ("involves_ref", involves_ref))
    )
    everything = snapshot.memoize("queries.diagrams.xrefs", _all_xrefs)
    rows = [
        xref
        for xref in everything
        if (not dangling_only or xref.status != "ok")
        and (status is None or xref.status == status or (status == "dangling_*" and xref.status != "ok"))
        and (not kind or xref.xref_kind == kind)
        and starts in (None, xref.from_ref)
        and ends in (None, xref.to_ref)
        and either in (None, xref.from_ref, xref.to_ref)
        and (not label_contains or label_contains in (xref.label or ""))
        and chosen in (None, xref.session)
    ]
    answer: dict[str, Any] = {"xrefs": rows}
    if not rows:
        unknown = [ref for ref in (starts, ends, either) if ref and snapshot.object(ref) is None]
        hint = f"None of {len(everything)} fits.{_unknown_hint(unknown)}"
        answer |= {"searched": searched(snapshot, ["xref"]), "hint": hint}
    return page(answer, "xrefs", limit=limit, cursor=cursor, rows={"xrefs": _xref})


def _all_xrefs(snapshot: Snapshot) -> list[Xref]:
    return sorted(snapshot.facts(Xref), key=lambda xref: (xref.xref, xref.session))


def _named(snapshot: Snapshot, name: str | None, argument: str) -> str | None:
    """Return the ref of an object, or a well-formed ref of none, which a cross-reference may name; None for None.
    Raises QueryError `not_found` for any other name."""
    if name is None:
        return None
    try:
        return named_object(snapshot, name, argument).ref
    except QueryError as error:
        spelt = unescaped(name)
        is_end = spelt in snapshot.memoize("queries.diagrams.xref_ends", _ends)
        if is_end or (error.code == "not_found" and is_diagram_ref(spelt)):
            return spelt
        raise


def _unknown_hint(refs: Sequence[str]) -> str:
    """Return the end of a hint that says which refs no object has; "" for none."""
    return f" No object has the ref {' nor '.join(echoed(ref) for ref in refs)}." if refs else ""


def _ends(snapshot: Snapshot) -> frozenset[str]:
    return frozenset(end for xref in snapshot.facts(Xref) for end in (xref.from_ref, xref.to_ref))


def _xref(xref: Xref) -> dict[str, Any]:
    return {
        "xref_id": xref.xref,
        "from": xref.from_ref,
        "to": xref.to_ref,
        "kind": xref.xref_kind,
        **({"label": xref.label} if xref.label is not None else {}),
        "status": xref.status,
        "session": xref.session,
        "source": place(xref),
    }


@tool(
    title="Cross-referenced objects",
    pack="diagrams",
    parameters=(
        Parameter(
            "ref",
            "string",
            "The object: a ref or an id.",
            required=True,
            aliases=("object_ref", "id", "object_id"),
            passed_as="object_ref",
        ),
        Parameter(
            "direction",
            "string",
            "out: what it points to; in: what points to it; both.",
            default="both",
            choices=("both", "out", "in"),
            synonyms=DIRECTIONS,
        ),
        LIMIT,
        CURSOR,
    ),
    result={
        "object_ref": string("The ref of the object."),
        "neighbors": strings("Refs of the other ends, sorted."),
        "neighbor_details": objects(
            "Details of each, in the same order.",
            kind=string("Kind of object."),
            title=string("A line for people."),
            source=string("Where it stands: path:line."),
            missing=boolean("True when no object has the ref."),
        ),
    },
)
def xref_neighbors(
    snapshot: Snapshot, *, object_ref: str, direction: str, limit: int, cursor: Cursor
) -> dict[str, Any]:
    """Objects joined to one by cross-references. Use it to step into another diagram.

    get_links has the links of all other kinds. Ends that do not exist are listed too, as missing, and object_ref may
    name such an end. A well-formed ref that nothing has or names has no neighbors.
    """
    start = str(_named(snapshot, object_ref, "object_ref"))
    outwards = snapshot.facts(Xref, from_ref=start) if direction != "in" else []
    inwards = snapshot.facts(Xref, to_ref=start) if direction != "out" else []
    ends = sorted({xref.to_ref for xref in outwards} | {xref.from_ref for xref in inwards})
    answer: dict[str, Any] = {"object_ref": start}
    if not ends:
        unknown = _unknown_hint([start] if snapshot.object(start) is None else [])
        others = "" if unknown else "; get_links shows its other links"
        answer["hint"] = f"No cross-reference joins it to anything in this direction{others}.{unknown}"
    neighbors = ParallelLists("neighbors", "neighbor_details", ends, str, lambda ref: _end(snapshot.object(ref)))
    return page_parallel(answer, neighbors, limit=limit, cursor=cursor)


def _end(row: ObjectRow | None) -> dict[str, Any]:
    return {"kind": row.kind, "title": row.title, "source": row.source} if row else {"missing": True}
