"""`session_find_route`: routes through all diagrams, along edges, messages, blocks and cross-references."""

from collections.abc import Iterator
from itertools import pairwise
from typing import Any, NamedTuple

import orjson

from compiler.graphs.paths import distances
from compiler.languages.diagrams.facts import FAMILIES, Xref
from compiler.store.snapshot import Snapshot
from queries.diagrams.parallel_lists import ParallelLists, cut_parallel
from queries.diagrams.paths import simple_paths
from queries.errors.query_error import QueryError
from queries.lookup.by_name import named_object
from queries.lookup.diagram_refs import is_diagram_ref
from queries.tools.parameters import Parameter
from queries.tools.render import unescaped
from queries.tools.schemas import boolean, integer, objects, string, strings
from queries.tools.tool import tool

Arc = tuple[str, str, str]  # from, to, relation


class RouteGraph(NamedTuple):
    """The graph of routes. Refs are numbered in the order of diagram, category and id; `at` gives the number of a ref,
    `how` the relation between two numbers."""

    refs: list[str]
    at: dict[str, int]
    onwards: dict[int, list[int]]
    backwards: dict[int, list[int]]
    how: dict[tuple[int, int], str]


@tool(
    title="Route through diagrams",
    pack="diagrams",
    may_run_long=True,
    parameters=(
        Parameter(
            "from",
            "string",
            "Where the route begins: a ref or an id.",
            required=True,
            brief="A ref or id.",
            aliases=("from_ref", "from_id"),
        ),
        Parameter("to", "string", "Where it ends: a ref or an id.", required=True, aliases=("to_ref", "to_id")),
        Parameter("limit", "integer", "How many routes.", default=1, minimum=1, maximum=50),
        Parameter(
            "max_hops",
            "integer",
            "The longest route to look for; without it, any.",
            minimum=0,
            maximum=100_000,
            aliases=("max_depth", "depth"),
        ),
        Parameter(
            "ordering",
            "string",
            "fewest_hops, or lexicographic: the same routes in the order of the refs on them.",
            default="fewest_hops",
            choices=("fewest_hops", "lexicographic"),
        ),
    ),
    result={
        "from": string("The ref it begins at."),
        "to": string("The ref it ends at."),
        "found": boolean("Whether there is a route."),
        "hops": integer("How many hops the route takes."),
        "route": strings("The refs on the way, both ends included; empty when there is none."),
        "steps": objects(
            "Details of each, in the same order.",
            kind=string("Kind of object."),
            title=string("A line for people."),
            via=string("What leads here from the one before: edge, next, sends, xref, …"),
            missing=boolean("True when no object has the ref: only a cross-reference names it."),
            source=string("Where it stands: path:line."),
        ),
        "routes": {
            "type": "array",
            "items": {"type": "array", "items": {"type": "string"}},
            "description": "With a limit above 1: all routes, the first one included.",
        },
        "truncated": string("Which bound cut the answer: steps of the search, or size."),
        "hint": string("What to ask next when there is no route."),
    },
)
def session_find_route(
    snapshot: Snapshot, *, from_: str, to: str, limit: int, max_hops: int | None, ordering: str
) -> dict[str, Any]:
    """Shortest route between two objects through all diagrams. find_route crosses languages.

    Returns the shortest route from one object to another through all diagrams. Use it to see how a step of one diagram
    is connected with a message of another; find_route does the same over links of every language. A route goes forwards
    from node to node and from message to message, and both ways between an edge and its nodes, a participant and its
    messages, a block, its sections and their messages, and over cross-references, dangling ones too. Of equally short
    routes the first by diagram, category and id is given.
    """
    start, end = _end(snapshot, from_, "from"), _end(snapshot, to, "to")
    graph = snapshot.memoize("queries.diagrams.session_routes", _route_graph)
    answer: dict[str, Any] = {"from": start, "to": end}
    if start not in graph.at or end not in graph.at:
        none = {"found": start == end, "route": [start] if start == end else [], "steps": []}
        unknown = [ref for ref in dict.fromkeys((start, end)) if ref not in graph.at and snapshot.object(ref) is None]
        hint = "Routes join nodes, edges, participants, messages, blocks and their sections."
        return answer | none | {"hint": f"No object has the ref {' nor '.join(unknown)}." if unknown else hint}
    here, there = graph.at[start], graph.at[end]
    found = simple_paths(graph.onwards, graph.backwards, here, there, limit, max_hops, len(graph.refs))
    paths = sorted(found.found) if ordering == "lexicographic" else found.found
    first = paths[0] if paths else []
    answer |= {"found": bool(paths), **({"hops": len(first) - 1} if paths else {})}
    if limit > 1:
        answer["routes"] = [[graph.refs[at] for at in path] for path in paths]
    if found.truncated:
        answer["truncated"] = found.truncated
    if not paths:
        answer["hint"] = _no_route_hint(graph, here, there, max_hops)
    vias = ["", *(graph.how[pair] for pair in pairwise(first))]
    steps = list(zip((graph.refs[at] for at in first), vias, strict=False))
    return cut_parallel(
        answer, ParallelLists("route", "steps", steps, lambda step: step[0], lambda step: _step(snapshot, *step))
    )


def _end(snapshot: Snapshot, name: str, argument: str) -> str:
    """Return the ref of an object, or a well-formed ref of none, which only a cross-reference can lead to."""
    try:
        return named_object(snapshot, name, argument).ref
    except QueryError as error:
        if error.code == "not_found" and is_diagram_ref(unescaped(name)):
            return unescaped(name)
        raise


def _step(snapshot: Snapshot, ref: str, via: str) -> dict[str, Any]:
    row = snapshot.object(ref)
    known = {"kind": row.kind, "title": row.title, "source": row.source} if row else {"missing": True}
    return {**({"via": via} if via else {}), **known}


def _no_route_hint(graph: RouteGraph, here: int, there: int, max_hops: int | None) -> str:
    """Return the hint for no route: whether there is a longer one, or one in reverse."""
    reached = distances(graph.onwards, [here])
    if there in reached:
        return f"The shortest route takes {reached[there]} hops, more than {max_hops}."
    hint = f"No route. From {graph.refs[here]} {len(reached) - 1} objects can be reached."
    return f"{hint} There is a route the other way round." if here in distances(graph.onwards, [there]) else hint


def _route_graph(snapshot: Snapshot) -> RouteGraph:
    ends = {end for xref in snapshot.facts(Xref) for end in (xref.from_ref, xref.to_ref)}
    kinds = "('node', 'edge', 'participant', 'message', 'block', 'block_section')"
    known = {ref for (ref,) in snapshot.rows(f"SELECT ref FROM object_row WHERE kind IN {kinds}")}
    refs = sorted(known | ends, key=_order)
    at = {ref: number for number, ref in enumerate(refs)}
    how: dict[tuple[int, int], str] = {}
    for near, far, kind in _arcs(snapshot):
        if near in at and far in at:
            how.setdefault((at[near], at[far]), kind)
    onwards: dict[int, list[int]] = {number: [] for number in range(len(refs))}
    backwards: dict[int, list[int]] = {number: [] for number in range(len(refs))}
    for here, there in sorted(how):
        onwards[here].append(there)
        backwards[there].append(here)
    return RouteGraph(refs, at, onwards, backwards, how)


def _order(ref: str) -> tuple[str, list[str], str]:
    """Sort by diagram, category and id. The plain order of the refs is another one."""
    diagram, _, rest = ref.partition("/")
    category, _, id_ = rest.rpartition("/")
    return diagram, category.split("/"), id_


def _both(one: str, other: str, kind: str) -> Iterator[Arc]:
    yield one, other, kind
    yield other, one, kind


def _arcs(snapshot: Snapshot) -> Iterator[Arc]:
    """Yield everything that a route may follow. The first arc between two refs names their relation."""
    yield from _arcs_of_graphs(snapshot)
    yield from _arcs_of_sequences(snapshot)
    for xref in snapshot.facts(Xref):
        yield from _both(xref.from_ref, xref.to_ref, "xref")


def _arcs_of_graphs(snapshot: Snapshot) -> Iterator[Arc]:
    sql = "SELECT ref, diagram, family, from_node, to_node, runs FROM fact_diagram_edge ORDER BY rowid"
    for edge, diagram, family, start, end, runs in snapshot.rows(sql):
        node, other = (f"d:{diagram}/{family}/node/{id_}" for id_ in (start, end))
        if runs in ("forwards", "both"):
            yield node, other, "edge"
        if runs in ("backwards", "both"):
            yield other, node, "edge"
        yield from _both(edge, node, "edge_from")
        yield from _both(edge, other, "edge_to")
    for kind in ("enters", "leaves"):
        for link in snapshot.links(kind=kind):
            yield link.source, link.target, kind


def _arcs_of_sequences(snapshot: Snapshot) -> Iterator[Arc]:
    family = FAMILIES["sequence"]
    columns = "ref, diagram, from_participant, to_participant"
    sql = f"SELECT {columns} FROM fact_diagram_message ORDER BY diagram, order_key, message"
    before, of = "", ""
    for message, diagram, sender, receiver in snapshot.rows(sql):
        if diagram == of:
            yield before, message, "next"
        before, of = message, diagram
        yield from _both(f"d:{diagram}/{family}/participant/{sender}", message, "sends")
        yield from _both(message, f"d:{diagram}/{family}/participant/{receiver}", "received_by")
    for block, diagram, parent in snapshot.rows(
        "SELECT ref, diagram, parent FROM fact_diagram_block WHERE parent != ''"
    ):
        yield from _both(block, f"d:{diagram}/{family}/block/{parent}", "part_of")
    for section, diagram, block, messages in snapshot.rows(
        "SELECT ref, diagram, block, messages FROM fact_diagram_section"
    ):
        yield from _both(section, f"d:{diagram}/{family}/block/{block}", "part_of")
        for message_id in orjson.loads(messages):
            yield from _both(f"d:{diagram}/{family}/message/{message_id}", section, "part_of")
