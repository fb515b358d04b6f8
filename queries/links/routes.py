"""Links between objects: `get_links` around one, `find_route` between two."""

from collections.abc import Sequence
from typing import Any

from compiler.store.link_walk import Expand, Step, walk
from compiler.store.snapshot import ObjectRow, Snapshot
from queries.links.graph import Direction, routes, steps_of
from queries.links.together import named_with_parts
from queries.lookup.by_name import check_kinds, named_object, objects_by_ref
from queries.objects.kind_filters import LANGUAGE, OBJECT_KINDS, ObjectFilter, object_filter
from queries.tools.argument_names import DIRECTIONS
from queries.tools.not_understood import LINKS
from queries.tools.paging import CURSOR, LIMIT, Cursor, Rows, cut, page
from queries.tools.parameters import Parameter
from queries.tools.schemas import Schema, boolean, integer, objects, string
from queries.tools.tool import tool

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
TOGETHER: Schema = integer(
    "How many objects more are asked with it, if any: of a file by its path, or its parts: assertions and sections."
)
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
        OBJECT_KINDS,
        LANGUAGE,
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
        "together": TOGETHER,
        "links": objects(
            "Hop by hop, in the order they are stated.",
            **LINK,
            hop=integer("How many hops away, from 1."),
            title=string("The title of the object that the hop leads to."),
            dangling=boolean("True when the target does not exist."),
        ),
        "truncated": TRUNCATED,
    },
    looks_like=LINKS,
)
def get_links(
    snapshot: Snapshot,
    *,
    ref: str,
    direction: Direction,
    kinds: list[str] | None,
    object_kinds: list[str] | None,
    language: str | None,
    depth: int,
    limit: int,
    cursor: Cursor,
) -> dict[str, Any]:
    """Links around an object, of all languages, hop by hop, with the lines that state them.

    Use it to explore: what refers to this, what does it read and write, what contains it. With depth above 1 the links
    of those objects follow, hop by hop, up to 6; each link comes once. kinds chooses the links that are followed,
    object_kinds and language those that are listed, by the object that they lead to. 50 a page, at most 20,000 objects.
    """
    check_kinds(kinds, snapshot.link_kinds, "link")
    chosen = object_filter(snapshot, object_kinds, language)
    start, together = named_with_parts(snapshot, ref, "ref", has_sections=True)
    found = walk(start.ref, steps_of(snapshot, direction, kinds), depth, together=together)
    steps = found.steps
    if not chosen.is_empty:
        fitting = chosen.kept(snapshot, {step.far for _, step in steps})
        steps = [(hop, step) for hop, step in steps if step.far in fitting]
    links = Rows(len(steps), lambda first, count: _links(snapshot, steps[first : first + count]))
    answer: dict[str, Any] = {"ref": start.ref, **({"together": len(together)} if together else {}), "links": links}
    if found.truncated == "nodes":
        answer["truncated"] = "nodes"
    if not steps:
        answer["hint"] = _no_links(snapshot, start, direction, kinds, chosen)
    return page(answer, "links", limit=limit, cursor=cursor)


def _links(snapshot: Snapshot, steps: Sequence[tuple[int, Step]]) -> list[dict[str, Any]]:
    by_ref = objects_by_ref(snapshot, [step.far for _, step in steps])
    return [_link(hop, step, by_ref.get(step.far)) for hop, step in steps]


def _link(hop: int, step: Step, other: ObjectRow | None) -> dict[str, Any]:
    title = {"title": other.title} if other else {}
    return {**link_fields(step), "hop": hop, **title, **({"dangling": True} if step.dangling else {})}


def link_fields(step: Step) -> dict[str, Any]:
    """Return a link as a row of an answer: `{kind, from, to, source}`."""
    return {"kind": step.kind, "from": step.source, "to": step.target, "source": step.place}


def _no_links(
    snapshot: Snapshot, start: ObjectRow, direction: Direction, kinds: list[str] | None, chosen: ObjectFilter
) -> str:
    total = len(snapshot.links(source=start.ref)) + len(snapshot.links(target=start.ref))
    of_kind = "" if not kinds else f" of kind {', '.join(kinds)}"
    ways = {"both": "from or to", "in": "to", "out": "from"}[direction]
    to_others = "" if chosen.is_empty else f" and objects{chosen}"
    return f"No links{of_kind} lead {ways} this {start.kind}{to_others}. It has {total} in all."


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
    links = [{**link_fields(step), "direction": "out" if step.forward else "in"} for step in steps]
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
