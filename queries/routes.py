"""Links between objects: `get_links` around one, `find_route` between two, `get_impact` of a change."""

from collections import Counter
from collections.abc import Sequence
from typing import Any

from compiler.store.snapshot import ObjectRow, Snapshot
from queries.argument_names import DEPENDENCIES, DIRECTIONS
from queries.graph import Direction, Expand, Step, Walk, kinds_of, routes, steps_by_kind, steps_of, walk
from queries.naming import check_kinds, named_object, object_row
from queries.paging import CURSOR, LIMIT, Cursor, cut, limit_of, page
from queries.parameters import Parameter
from queries.schemas import OBJECT, Schema, boolean, integer, mapping, objects, string
from queries.tool import tool

REF = Parameter(
    "ref",
    "string",
    "The object: a ref, or a native id such as @warden.",
    required=True,
    brief="A ref, or a native id.",
    aliases=("object_ref", "id", "object_id"),
)
KINDS = Parameter(
    "kinds",
    "strings",
    "Only links of these kinds, such as exit or reads.",
    brief="Kinds of link.",
    aliases=("link_kinds",),
)

LINK = {
    "kind": string("The kind of link."),
    "from": string("The ref it leads from."),
    "to": string("The ref it leads to."),
    "source": string("Where it is stated: path:line."),
}
TRUNCATED: Schema = string("Which bound cut the answer: size, depth, nodes or steps.")


@tool(
    title="Links of an object",
    pack="core",
    parameters=(
        REF,
        Parameter(
            "direction",
            "string",
            "Follow links from it, to it, or both.",
            default="both",
            choices=("both", "in", "out"),
            synonyms=DIRECTIONS,
        ),
        KINDS,
        Parameter(
            "depth",
            "integer",
            "How many hops away from it.",
            default=1,
            minimum=1,
            maximum=6,
            aliases=("max_depth", "max_hops"),
        ),
        LIMIT,
        CURSOR,
    ),
    result={
        "ref": string("The object."),
        "links": objects(
            "Hop by hop, in the order they are stated.",
            **LINK,
            hop=integer("How many hops away, from 1."),
            title=string("The title of the object that the hop leads to."),
            dangling=boolean("True when the target does not exist."),
        ),
        "truncated": TRUNCATED,
    },
)
def get_links(
    snapshot: Snapshot,
    *,
    ref: str,
    direction: Direction,
    kinds: list[str] | None,
    depth: int,
    limit: int,
    cursor: Cursor,
) -> dict[str, Any]:
    """Returns the links around an object: what it is joined to, how, and where that is stated. Use it to explore: what
    refers to this, what does it read and write, what contains it.

    With depth above 1 the links of those objects follow, hop by hop, up to 6; each link comes once. 50 a page, at most
    20,000 objects.
    """
    check_kinds(kinds, snapshot.link_kinds, "link")
    start = named_object(snapshot, ref, "ref")
    found = walk(start.ref, steps_of(snapshot, direction, kinds), depth)
    answer: dict[str, Any] = {"ref": start.ref, "links": found.steps}
    if found.truncated == "nodes":
        answer["truncated"] = "nodes"
    if not found.steps:
        answer["hint"] = _no_links(snapshot, start, direction, kinds)
    return page(answer, "links", limit=limit, cursor=cursor, rows={"links": lambda one: _link(snapshot, *one)})


def _link(snapshot: Snapshot, hop: int, step: Step) -> dict[str, Any]:
    other = snapshot.object(step.far)
    title = {"title": other.title} if other else {}
    return {**_link_fields(step), "hop": hop, **title, **({"dangling": True} if step.dangling else {})}


def _link_fields(step: Step) -> dict[str, Any]:
    return {"kind": step.kind, "from": step.source, "to": step.target, "source": step.place}


def _no_links(snapshot: Snapshot, start: ObjectRow, direction: Direction, kinds: list[str] | None) -> str:
    total = len(snapshot.links(source=start.ref)) + len(snapshot.links(target=start.ref))
    of_kind = "" if not kinds else f" of kind {', '.join(kinds)}"
    ways = {"both": "from or to", "in": "to", "out": "from"}[direction]
    return f"No links{of_kind} lead {ways} this {start.kind}. It has {total} in all."


@tool(
    title="Route between objects",
    pack="core",
    may_run_long=True,
    parameters=(
        Parameter(
            "from",
            "string",
            "Where the route begins: a ref or native id.",
            required=True,
            brief="A ref, or a native id.",
            aliases=("from_ref", "from_id", "source"),
        ),
        Parameter(
            "to", "string", "Where it ends: a ref or native id.", required=True, aliases=("to_ref", "to_id", "target")
        ),
        KINDS,
        Parameter(
            "direction",
            "string",
            "out follows links from source to target only; both goes against them too.",
            default="out",
            choices=("out", "both"),
            synonyms=DIRECTIONS,
        ),
        Parameter(
            "max_hops",
            "integer",
            "The longest route to look for.",
            default=12,
            minimum=1,
            maximum=50,
            aliases=("max_depth", "depth"),
        ),
        Parameter("limit", "integer", "How many routes.", default=1, minimum=1, maximum=20),
    ),
    result={
        "from": string("The ref it begins at."),
        "to": string("The ref it ends at."),
        "total": integer("How many routes are listed."),
        "routes": objects(
            "Shortest first; of equal ones, by the refs on the way.",
            hops=integer("How many links it takes."),
            path={
                "type": "array",
                "items": {"type": "string"},
                "description": "The refs on the way, both ends included.",
            },
            links=objects("The hops.", **LINK, direction=string("out along the link, in against it.")),
        ),
        "truncated": TRUNCATED,
        "hint": string("What to ask next when there is no route."),
    },
)
def find_route(
    snapshot: Snapshot,
    *,
    from_: str,
    to: str,
    kinds: list[str] | None,
    direction: Direction,
    max_hops: int,
    limit: int,
) -> dict[str, Any]:
    """Shortest route between two objects, across all languages, each hop with its source line.

    Returns the shortest route from one object to another over links of any kind and language, each hop with its kind of
    link and source line. Use it to see how two things are connected. Links are followed from source to target; with
    direction both, against it too. With a limit above 1 the next shortest routes follow. At most 50 hops and 20 routes.
    """
    check_kinds(kinds, snapshot.link_kinds, "link")
    start, end = named_object(snapshot, from_, "from"), named_object(snapshot, to, "to")
    found = routes(
        start.ref, end.ref, _steps_to(snapshot, direction, kinds or _meaningful_kinds(snapshot)), max_hops, limit
    )
    answer: dict[str, Any] = {
        "from": start.ref,
        "to": end.ref,
        "total": len(found.found),
        "routes": [_route(start.ref, steps) for steps in found.found],
    }
    if found.truncated:
        answer["truncated"] = found.truncated
    if not found.found:
        answer["hint"] = _no_route(snapshot, start.ref, end.ref, direction, kinds, max_hops)
    return cut(answer, "routes")


def _meaningful_kinds(snapshot: Snapshot) -> list[str]:
    """Return the kinds of link that routes follow by default: not those that join everything of a file or diagram."""
    return [kind.name for kind in snapshot.link_kinds.values() if not kind.structural]


def _steps_to(snapshot: Snapshot, direction: Direction, kinds: list[str] | None) -> Expand:
    """Return the steps that lead to objects, seen from there, as the search for routes takes them."""
    return steps_of(snapshot, "in" if direction == "out" else direction, kinds)


def _route(start: str, steps: Sequence[Step]) -> dict[str, Any]:
    links = [{**_link_fields(step), "direction": "out" if step.forward else "in"} for step in steps]
    return {"hops": len(steps), "path": [start, *(step.far for step in steps)], "links": links}


def _no_route(
    snapshot: Snapshot, start: str, end: str, direction: Direction, kinds: list[str] | None, max_hops: int
) -> str:
    """Return the hint for no route: whether there is one the other way round, against links, or over other kinds."""
    none = f"No route of at most {max_hops} hops."
    if direction == "out" and routes(end, start, _steps_to(snapshot, "out", kinds), max_hops, 1).found:
        return f"{none} There is one from {end} to {start}."
    if direction == "out" and routes(start, end, _steps_to(snapshot, "both", kinds), max_hops, 1).found:
        return f"{none} There is one when links are also followed against their direction: ask with direction both."
    if routes(start, end, _steps_to(snapshot, direction, None), max_hops, 1).found:
        return f"{none} There is one over links of other kinds."
    return f"{none} The two are not connected, or only by a longer way."


@tool(
    title="Impact of a change",
    pack="core",
    parameters=(
        REF,
        Parameter(
            "direction",
            "string",
            "dependents: what must be looked at when it changes; dependencies: what it depends on itself.",
            default="dependents",
            choices=("dependents", "dependencies"),
            synonyms=DEPENDENCIES,
        ),
        Parameter(
            "max_depth",
            "integer",
            "How far to follow.",
            default=10,
            minimum=1,
            maximum=50,
            aliases=("depth", "max_hops"),
        ),
        limit_of(100),
        CURSOR,
    ),
    result={
        "ref": string("The object."),
        "direction": string("dependents or dependencies."),
        "by_distance": mapping("How many objects at each distance."),
        "by_kind": mapping("How many objects of each kind."),
        "impact": objects(
            "Nearest first; at the same distance by ref.",
            **OBJECT,
            distance=integer("How many links away."),
            via=mapping("The link that carries it here.", **LINK),
        ),
        "truncated": TRUNCATED,
    },
)
def get_impact(
    snapshot: Snapshot, *, ref: str, direction: str, max_depth: int, limit: int, cursor: Cursor
) -> dict[str, Any]:
    """Returns everything that depends on an object, directly or through others, by distance, with the link that
    carries the dependency. Use it before a change: it says what must be looked at. With direction dependencies: what
    the object depends on.

    Which end of a link depends on the other is a matter of its kind: a choice that reads a property depends on it, a
    property that a choice writes depends on the choice; containment carries nothing. 100 a page, at most 20,000
    objects.
    """
    start = named_object(snapshot, ref, "ref")
    found = walk(start.ref, _dependency_steps(snapshot, direction == "dependents"), max_depth)
    kinds = kinds_of(snapshot, list(found.distance))
    rows = [ref for ref, distance in found.distance.items() if distance and ref in kinds]
    answer: dict[str, Any] = {
        "ref": start.ref,
        "direction": direction,
        "by_distance": dict(Counter(str(found.distance[ref]) for ref in rows)),
        "by_kind": dict(sorted(Counter(kinds[ref] for ref in rows).items())),
        "impact": rows,
    }
    if found.truncated:
        answer["truncated"] = found.truncated
    if not rows:
        answer["hint"] = _no_impact(snapshot, start, direction)
    return page(
        answer, "impact", limit=limit, cursor=cursor, rows={"impact": lambda ref: _impact_row(snapshot, found, ref)}
    )


def _dependency_steps(snapshot: Snapshot, to_dependents: bool) -> Expand:
    """Return the steps from objects to those that depend on them, or else to those that they depend on."""
    by_end: dict[str, list[str]] = {"source": [], "target": [], "none": []}
    for kind in snapshot.link_kinds.values():
        by_end[kind.dependent].append(kind.name)
    along, against = by_end["target"], by_end["source"]
    return steps_by_kind(snapshot, along, against) if to_dependents else steps_by_kind(snapshot, against, along)


def _impact_row(snapshot: Snapshot, found: Walk, ref: str) -> dict[str, Any]:
    row = snapshot.object(ref)
    assert row is not None  # rows are made of existing objects only
    return {**object_row(row), "distance": found.distance[ref], "via": _link_fields(found.via[ref])}


def _no_impact(snapshot: Snapshot, start: ObjectRow, direction: str) -> str:
    total = len(snapshot.links(source=start.ref)) + len(snapshot.links(target=start.ref))
    word = "depends on it" if direction == "dependents" else "is what it depends on"
    return f"Nothing {word}. It has {total} links in all; get_links shows them."
