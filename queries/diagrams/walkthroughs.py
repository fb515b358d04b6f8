"""Walkthroughs: ordered explanations of diagrams, whose steps cite objects as evidence."""

from typing import Any

from compiler.languages.diagrams.facts import Walkthrough, WalkthroughEdge, WalkthroughNode
from compiler.store.snapshot import LinkRow, Snapshot
from queries.diagrams.selection import ACTIVE_WALKTHROUGH, LIMIT, SESSION, SHOWN, chosen_session, place
from queries.errors.near import nearest
from queries.errors.query_error import QueryError
from queries.lookup.by_name import searched
from queries.tools.paging import CURSOR, Cursor, page
from queries.tools.parameters import Parameter, echoed
from queries.tools.render import unescaped
from queries.tools.schemas import SEARCHED, Schema, boolean, integer, mapping, objects, string, strings
from queries.tools.tool import tool

WALKTHROUGH = Parameter(
    "walkthrough_id",
    "string",
    "The id of a walkthrough, or its ref; walkthrough_list has them.",
    required=True,
    aliases=("walkthrough", "id", "ref"),
)
REV = integer("Its revision; 0 when it has none.")
STEP_FIELDS: dict[str, Schema] = {
    "node_id": string("Its id in the walkthrough."),
    "title": string("Its heading."),
    "body_md": string("Its text, in markdown."),
    "refs": strings("The refs of the objects that it cites, existing or not."),
    "tags": strings("Its tags."),
    "status": string("Its status, in the author's words."),
    "ref": string("Its own ref."),
    "source": string("Where it stands: path:line."),
}
EDGE_FIELDS: dict[str, Schema] = {
    "from_node_id": string("The step it leaves."),
    "to_node_id": string("The step it leads to."),
    "kind": string("What its author calls it."),
    "label": string("Its label, when it has one."),
}


@tool(
    title="Active walkthrough",
    pack="walkthroughs",
    parameters=(SESSION,),
    result={
        "active_walkthrough_id": ACTIVE_WALKTHROUGH,
        "session": string("The session; absent when the source has none."),
        "exists": boolean("False when the session names a walkthrough that does not exist."),
        "hint": string("Why there is none."),
    },
)
def session_get_active_walkthrough(snapshot: Snapshot, *, session: str | None) -> dict[str, Any]:
    """The walkthrough that is active in the session; null if none."""
    chosen = chosen_session(snapshot, session)
    if chosen is None:
        return {"active_walkthrough_id": None, "hint": "The source has no session."}
    answer: dict[str, Any] = {"active_walkthrough_id": chosen.active_walkthrough or None, "session": chosen.session}
    if chosen.active_walkthrough:
        known = snapshot.rows(
            "SELECT 1 FROM object_row WHERE kind = 'walkthrough' AND id = ?", (chosen.active_walkthrough,)
        )
        answer["exists"] = bool(known)
    return answer


@tool(
    title="Walkthroughs",
    pack="walkthroughs",
    parameters=(LIMIT, CURSOR),
    result={
        "walkthroughs": objects(
            "By walkthrough_id.",
            walkthrough_id=string("Pass it as walkthrough_id."),
            title=string("Its title."),
            rev=REV,
            nodes=integer("How many steps it has."),
            edges=integer("How many transitions it has."),
            session=string("The session that has it, if one does."),
            source=string("Where it stands: path:line."),
        ),
        "searched": SEARCHED,
    },
)
def walkthrough_list(snapshot: Snapshot, *, limit: int, cursor: Cursor) -> dict[str, Any]:
    """Walkthroughs: explanations of diagrams in steps. Use it first, to learn the ids.

    Each with its title and size. A walkthrough explains diagrams step by step and cites their objects.
    """
    rows = sorted(snapshot.facts(Walkthrough), key=lambda walkthrough: walkthrough.walkthrough)
    answer: dict[str, Any] = {"walkthroughs": rows}
    if not rows:
        answer |= {"searched": searched(snapshot, ["walkthrough"]), "hint": "The source has no walkthroughs."}
    return page(
        answer,
        "walkthroughs",
        limit=limit,
        cursor=cursor,
        rows={"walkthroughs": lambda walkthrough: _row(snapshot, walkthrough)},
    )


def _row(snapshot: Snapshot, walkthrough: Walkthrough) -> dict[str, Any]:
    head = {"walkthrough_id": walkthrough.walkthrough, "title": walkthrough.name, "rev": walkthrough.revision}
    session = {"session": walkthrough.session} if walkthrough.session else {}
    return {**head, **_counts(snapshot, walkthrough), **session, "source": place(walkthrough)}


def _counts(snapshot: Snapshot, walkthrough: Walkthrough) -> dict[str, int]:
    of = walkthrough.walkthrough
    return {
        "nodes": snapshot.count(WalkthroughNode, walkthrough=of),
        "edges": snapshot.count(WalkthroughEdge, walkthrough=of),
    }


def chosen_walkthrough(snapshot: Snapshot, walkthrough_id: str) -> Walkthrough:
    """Return the walkthrough with an id or a ref. Raises QueryError `not_found`, or `invalid_argument` for no id."""
    everything = sorted(snapshot.facts(Walkthrough), key=lambda walkthrough: walkthrough.walkthrough)
    for spelling in dict.fromkeys((walkthrough_id, unescaped(walkthrough_id))):
        for walkthrough in everything:
            if spelling in (walkthrough.walkthrough, walkthrough.ref):
                return walkthrough
    _check_id(walkthrough_id, "walkthrough", "walkthrough_id", "walkthrough_list lists them all.")
    ids = [walkthrough.walkthrough for walkthrough in everything]
    raise QueryError(
        "not_found",
        "Walkthrough not found",
        walkthrough_id=echoed(walkthrough_id),
        did_you_mean=nearest(walkthrough_id, ids),
        walkthroughs=ids[:SHOWN],
        hint=None if ids else "The source has no walkthroughs.",
    )


@tool(
    title="Walkthrough",
    pack="walkthroughs",
    parameters=(WALKTHROUGH, LIMIT, CURSOR),
    result={
        "walkthrough": mapping(
            "The walkthrough, in the order of its file.",
            walkthrough_id=string("Its id."),
            title=string("Its title."),
            rev=REV,
            source_text=string("What its author says it was made from."),
            nodes=objects("Its steps.", **STEP_FIELDS),
            edges=objects("The transitions between steps.", **EDGE_FIELDS),
            ref=string("Its own ref."),
            source=string("Where it stands: path:line."),
        )
    },
)
def walkthrough_get(snapshot: Snapshot, *, walkthrough_id: str, limit: int, cursor: Cursor) -> dict[str, Any]:
    """A walkthrough: its steps, their texts and cited refs, and the transitions.

    Use it to follow an explanation of the diagrams from start to end; walkthrough_get_node has one step. A long
    walkthrough has several pages, first of steps, then of transitions: append walkthrough.nodes and walkthrough.edges.
    """
    one = chosen_walkthrough(snapshot, walkthrough_id)
    head: dict[str, Any] = {"walkthrough_id": one.walkthrough, "title": one.name, "rev": one.revision}
    if one.source is not None:
        head["source_text"] = one.source
    whole = {**head, "nodes": steps_of(snapshot, one), "edges": _edges(snapshot, one)}
    shown = page(
        whole,
        "nodes",
        "edges",
        limit=limit,
        cursor=cursor,
        rows={"nodes": lambda step: _step_row(snapshot, step), "edges": _edge_row},
    )
    inner = {name: shown.pop(name) for name in whole}
    return {"walkthrough": {**inner, "ref": one.ref, "source": place(one)}, **shown}


def steps_of(snapshot: Snapshot, walkthrough: Walkthrough) -> list[WalkthroughNode]:
    """Return the steps of a walkthrough in their order."""
    return sorted(snapshot.facts(WalkthroughNode, walkthrough=walkthrough.walkthrough), key=lambda step: step.ordinal)


def _edges(snapshot: Snapshot, walkthrough: Walkthrough) -> list[WalkthroughEdge]:
    return sorted(snapshot.facts(WalkthroughEdge, walkthrough=walkthrough.walkthrough), key=lambda edge: edge.ordinal)


def _step_row(snapshot: Snapshot, step: WalkthroughNode) -> dict[str, Any]:
    head: dict[str, Any] = {"node_id": step.node, "title": step.name}
    if step.text is not None:
        head["body_md"] = step.text
    head |= {"refs": _refs(snapshot, step), "tags": list(step.tags)}
    if step.status is not None:
        head["status"] = step.status
    return {**head, "ref": step.ref, "source": place(step)}


def _refs(snapshot: Snapshot, step: WalkthroughNode) -> list[str]:
    """Return what a step cites as refs of the snapshot: a session may use other ids for its diagrams."""
    cited = [link.target for link in snapshot.links(source=step.ref, kind="evidence")]
    known = dict(zip(dict.fromkeys(step.refs), cited, strict=False))
    return [known.get(ref, ref) for ref in step.refs]


def _edge_row(edge: WalkthroughEdge) -> dict[str, Any]:
    ends = {"from_node_id": edge.from_node, "to_node_id": edge.to_node, "kind": edge.edge_kind}
    return ends if edge.label is None else {**ends, "label": edge.label}


@tool(
    title="Step of a walkthrough",
    pack="walkthroughs",
    of_object=True,
    parameters=(
        WALKTHROUGH,
        Parameter("node_id", "string", "The id of a step, or its ref.", required=True, aliases=("node",)),
    ),
    result={
        "walkthrough_id": string("The walkthrough it belongs to."),
        "node": mapping("The step.", **STEP_FIELDS),
        "evidence": objects(
            "The objects that it cites, in its order.",
            ref=string("Canonical reference: pass it to any tool."),
            kind=string("Kind of object."),
            title=string("A line for people."),
            source=string("Where it stands: path:line."),
            missing=boolean("True when no object has the ref."),
        ),
        "edges": objects("The transitions to it and from it.", **EDGE_FIELDS),
        "truncated": string("Why texts are shorter than they are: size."),
        "hint": string("What to do next, when there is something to say."),
    },
)
def walkthrough_get_node(snapshot: Snapshot, *, walkthrough_id: str, node_id: str) -> dict[str, Any]:
    """One step of a walkthrough: text, cited objects, transitions."""
    one = chosen_walkthrough(snapshot, walkthrough_id)
    step = named_step(snapshot, one, node_id)
    cited = snapshot.links(source=step.ref, kind="evidence")
    edges = [_edge_row(edge) for edge in _edges(snapshot, one) if step.node in (edge.from_node, edge.to_node)]
    answer = {"walkthrough_id": one.walkthrough, "node": _step_row(snapshot, step)}
    return {**answer, "evidence": [_cited(snapshot, link) for link in cited], "edges": edges}


def _cited(snapshot: Snapshot, link: LinkRow) -> dict[str, Any]:
    row = snapshot.object(link.target)
    known = {"kind": row.kind, "title": row.title, "source": row.source} if row else {"missing": True}
    return {"ref": link.target, **known}


def _check_id(name: str, what: str, argument: str, hint: str) -> None:
    """Raise QueryError `invalid_argument` for what is neither an id nor a ref of a session."""
    if not name.strip() or ("/" in name and not name.startswith("s:")):
        error = f"The id of a {what} is malformed: it has no slash and is not empty"
        raise QueryError("invalid_argument", error, **{argument: echoed(name)}, hint=hint)


def named_step(snapshot: Snapshot, walkthrough: Walkthrough, node_id: str) -> WalkthroughNode:
    """Return the step of a walkthrough with an id or a ref. Raises QueryError."""
    steps = steps_of(snapshot, walkthrough)
    for spelling in dict.fromkeys((node_id, unescaped(node_id))):
        for step in steps:
            if spelling in (step.node, step.ref):
                return step
    _check_id(node_id, "step", "node_id", "walkthrough_get lists the steps.")
    raise QueryError(
        "not_found",
        "Step not found",
        walkthrough_id=walkthrough.walkthrough,
        node_id=echoed(node_id),
        did_you_mean=nearest(node_id, [step.node for step in steps]),
        hint=f"The walkthrough has {len(steps)} steps; walkthrough_get lists them.",
    )


@tool(
    title="Digest of a walkthrough",
    pack="walkthroughs",
    parameters=(WALKTHROUGH,),
    result={
        "digest": mapping(
            "The walkthrough at a glance.",
            rev=REV,
            counts=mapping("How many.", nodes=integer("Steps."), edges=integer("Transitions.")),
            walkthrough_id=string("Its id."),
            title=string("Its title."),
        )
    },
)
def walkthrough_get_digest(snapshot: Snapshot, *, walkthrough_id: str) -> dict[str, Any]:
    """A walkthrough at a glance: revision, numbers of steps and transitions."""
    one = chosen_walkthrough(snapshot, walkthrough_id)
    digest = {"rev": one.revision, "counts": _counts(snapshot, one)}
    return {"digest": {**digest, "walkthrough_id": one.walkthrough, "title": one.name}}
