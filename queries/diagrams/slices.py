"""The neighbourhood of an object in its diagram: `diagram_get_slice`."""

from collections.abc import Iterable, Mapping
from typing import Any, NamedTuple

from compiler.languages.diagrams.facts import Block, BlockSection, Edge, Message, Participant, Subgraph
from compiler.model.facts import Object
from compiler.store.snapshot import Snapshot
from queries.diagrams.graphs import flow_graph
from queries.diagrams.parallel_lists import ParallelLists, page_parallel
from queries.diagrams.selection import (
    DIAGRAM,
    DIAGRAM_ID,
    DRAWABLE_KINDS,
    LIMIT,
    DiagramRow,
    chosen_diagram,
    diagram_of,
    elsewhere,
    place,
)
from queries.errors.near import nearest
from queries.errors.query_error import QueryError
from queries.lookup.diagram_refs import HINT, check_diagram_ref
from queries.tools.paging import CURSOR, Cursor
from queries.tools.parameters import Parameter, echoed
from queries.tools.render import unescaped
from queries.tools.schemas import Schema, integer, objects, string, strings
from queries.tools.tool import tool

FILTERS = ("include_categories", "exclude_categories")
OBJECT_FIELDS: dict[str, Schema] = {
    "kind": string("node, edge, participant, message, block or block_section."),
    "id": string("Its id in the diagram."),
    "title": string("What it shows."),
    "source": string("Where it stands: path:line."),
}


class Slice(NamedTuple):
    """The facts around an object. `hops` gives the distance of a ref from it."""

    objects: list[Object]
    edges: list[Object]
    hops: Mapping[str, int]


@tool(
    title="Slice of a diagram",
    pack="diagrams",
    parameters=(
        Parameter(
            "ref",
            "string",
            "The object in the middle: its ref, or its id in the diagram.",
            required=True,
            brief="A ref, or an id in the diagram.",
            aliases=("center_ref", "object_ref", "id"),
            passed_as="center_ref",
        ),
        Parameter("radius", "integer", "How many hops away from it.", default=1, minimum=0, maximum=100),
        Parameter("depth", "integer", "The same as radius; it wins when both are given.", minimum=0, maximum=100),
        Parameter(
            "filters",
            "object",
            'Which categories to show: {"include_categories": ["flow/node"]} or {"exclude_categories": […]}.',
            brief='{"include_categories": ["flow/node"]} or exclude_categories',
        ),
        DIAGRAM,
        LIMIT,
        CURSOR,
    ),
    result={
        "diagram_id": DIAGRAM_ID,
        "center_ref": string("The ref of the object in the middle."),
        "radius": integer("The hops that were followed."),
        "objects": strings("Refs of the nodes, or of the participants, blocks and sections, sorted."),
        "object_details": objects(
            "Details of each, in the same order.", **OBJECT_FIELDS, distance=integer("How many hops away.")
        ),
        "edges": strings("Refs of the edges between these nodes, or of the messages, sorted."),
        "edge_details": objects(
            "Details of each, in the same order.",
            **OBJECT_FIELDS,
            **{"from": string("The id of the end it leaves."), "to": string("The id of the end it leads to.")},
            from_node_id=string("The same, of an edge."),
            to_node_id=string("The same, of an edge."),
            from_participant_id=string("The same, of a message."),
            to_participant_id=string("The same, of a message."),
        ),
    },
)
def diagram_get_slice(
    snapshot: Snapshot,
    *,
    center_ref: str,
    radius: int,
    depth: int | None,
    filters: dict[str, Any] | None,
    diagram_id: str | None,
    limit: int,
    cursor: Cursor,
) -> dict[str, Any]:
    """The part of a diagram within some hops of one object, whichever way edges point.

    In a graph: the nodes, and every edge between two of them. In a sequence: participants, blocks and sections as
    objects, messages as edges; a hop leads from a participant to its messages, from a block to its sections and from a
    section to its messages. Filters are applied after the walk, and exclude wins.
    """
    shown = _CategoryFilter(filters or {})
    diagram = chosen_diagram(snapshot, diagram_id, DRAWABLE_KINDS, center_ref=center_ref)
    hops = radius if depth is None else depth
    center = _center(snapshot, diagram, center_ref)
    found = (_slice_of_sequence if diagram.kind == "sequence" else _slice_of_graph)(snapshot, diagram, center, hops)
    answer = {"diagram_id": diagram.id, "center_ref": center.ref, "radius": hops}
    return page_parallel(
        answer,
        ParallelLists(
            "objects",
            "object_details",
            shown.of(found.objects),
            _ref,
            lambda node: {**_detail(node), "distance": found.hops[node.ref]},
        ),
        ParallelLists("edges", "edge_details", shown.of(found.edges), _ref, _edge_detail),
        limit=limit,
        cursor=cursor,
        abreast=True,
    )


class _CategoryFilter:
    """The categories that a slice shows. Raises QueryError `invalid_argument` for malformed filters."""

    def __init__(self, filters: Mapping[str, Any]) -> None:
        for name, value in filters.items():
            if name not in FILTERS or type(value) is not list or not all(type(item) is str for item in value):
                raise QueryError(
                    "invalid_argument",
                    "filters holds include_categories and exclude_categories, each an array of strings",
                    filters=echoed(filters),
                    did_you_mean=nearest(name, FILTERS, 1),
                    hint='{"include_categories": ["flow/node"]}',
                )
        self.included, self.excluded = ({value.strip() for value in filters.get(name, ())} - {""} for name in FILTERS)

    def of(self, facts: Iterable[Object]) -> list[Object]:
        """Return the facts of the categories that are shown, sorted by ref."""
        return sorted((fact for fact in facts if self._shows(fact.ref)), key=_ref)

    def _shows(self, ref: str) -> bool:
        category = ref.partition("/")[2].rpartition("/")[0]
        return category not in self.excluded and (not self.included or category in self.included)


def _ref(fact: Object) -> str:
    return fact.ref


def _detail(fact: Object) -> dict[str, Any]:
    return {"kind": fact.kind, "id": fact.id, "title": fact.title, "source": place(fact)}


def _edge_detail(fact: Object) -> dict[str, Any]:
    if isinstance(fact, Message):
        ends = {"from": fact.from_participant, "to": fact.to_participant}
        return {**_detail(fact), **ends, "from_participant_id": ends["from"], "to_participant_id": ends["to"]}
    assert isinstance(fact, Edge)
    ends = {"from": fact.from_node, "to": fact.to_node}
    return {**_detail(fact), **ends, "from_node_id": ends["from"], "to_node_id": ends["to"]}


def _center(snapshot: Snapshot, diagram: DiagramRow, name: str) -> Object:
    """Return the object at the center. Raises QueryError `not_found`, `ambiguous`, or `wrong_kind` for a ref of a
    category that the diagram has not, `invalid_argument` for a malformed one."""
    check_diagram_ref(snapshot, name, "center_ref", diagram_id=diagram.id)
    # "0" is the character after "/": between these two are all refs that begin with the diagram and a slash.
    within = (f"d:{diagram.id}/", f"d:{diagram.id}0")
    known = snapshot.rows("SELECT ref, id FROM object_row WHERE ref > ? AND ref < ? ORDER BY ref", within)
    for spelling in dict.fromkeys((name, unescaped(name))):
        chosen = [ref for ref, id_ in known if spelling in (ref, id_)]
        if len(chosen) == 1:
            fact = snapshot.fact_of(chosen[0])
            assert fact is not None  # the ref was read from the snapshot
            return fact
        if chosen:
            raise QueryError("ambiguous", "Several objects have this id", center_ref=echoed(name), refs=sorted(chosen))
    return _by_name(snapshot, diagram, name, [ref if diagram_of(name) else id_ for ref, id_ in known])


def _by_name(snapshot: Snapshot, diagram: DiagramRow, name: str, names: list[str]) -> Object:
    """Return the node or participant with a name in the diagram's text. Raises QueryError `not_found`; `names` are the
    candidates for suggestions."""
    if diagram.kind == "sequence":
        named: list[Object] = [*snapshot.facts(Participant, diagram=diagram.id, name=name)]
    else:
        graph = flow_graph(snapshot, diagram)
        named = [graph.nodes[graph.at[graph.names[name]]]] if name in graph.names else []
    if named:
        return named[0]
    if not name.strip() or ("/" in name and not diagram_of(name)):
        error = "This is not the id of an object: an id has no slash and is not empty"
        raise QueryError("invalid_argument", error, diagram_id=diagram.id, center_ref=echoed(name), hint=HINT)
    raise QueryError(
        "not_found",
        "Object not found",
        diagram_id=diagram.id,
        center_ref=echoed(name),
        did_you_mean=nearest(name, names),
        refs=elsewhere(snapshot, name),
        hint="diagram_get_ast lists the objects of the diagram.",
    )


def _slice_of_graph(snapshot: Snapshot, diagram: DiagramRow, center: Object, radius: int) -> Slice:
    graph = flow_graph(snapshot, diagram)
    if isinstance(center, Edge):
        starts = [center.from_node, center.to_node]
    elif isinstance(center, Subgraph):
        starts = _members(snapshot, diagram, center)
    else:
        starts = [center.id]
    neighbours = {
        node.node: [graph.node(other).node for other in {*graph.onwards[at], *graph.backwards[at]}]
        for at, node in enumerate(graph.nodes)
    }
    visited = _within_radius([start for start in starts if start in graph.at], neighbours, radius)
    edges: list[Object] = [edge for edge in graph.edges if edge.from_node in visited and edge.to_node in visited]
    nodes: list[Object] = [graph.nodes[graph.at[node]] for node in visited]
    return Slice(nodes, edges, {graph.nodes[graph.at[node]].ref: far for node, far in visited.items()})


def _members(snapshot: Snapshot, diagram: DiagramRow, center: Subgraph) -> list[str]:
    """Return the nodes in a subgraph and in the subgraphs nested in it."""
    groups = {subgraph.subgraph: subgraph for subgraph in snapshot.facts(Subgraph, diagram=diagram.id)}
    found: dict[str, None] = {}
    waiting = [center.subgraph]
    while waiting:
        for member in groups[waiting.pop()].nodes:
            if member not in found:
                found[member] = None
                waiting += [member] if member in groups else []
    return list(found)


def _slice_of_sequence(snapshot: Snapshot, diagram: DiagramRow, center: Object, radius: int) -> Slice:
    facts: dict[str, Object] = {}
    neighbours: dict[str, list[str]] = {}

    def join(element: Object, category: str, other: str) -> None:
        far = diagram.ref(category, other)
        neighbours.setdefault(element.ref, []).append(far)
        neighbours.setdefault(far, []).append(element.ref)

    for fact_class in (Participant, Message, Block, BlockSection):
        facts |= {fact.ref: fact for fact in snapshot.facts(fact_class, diagram=diagram.id)}
    for fact in facts.values():
        if isinstance(fact, Message):
            join(fact, "participant", fact.from_participant)
            join(fact, "participant", fact.to_participant)
        elif isinstance(fact, Block) and fact.parent:
            join(fact, "block", fact.parent)
        elif isinstance(fact, BlockSection):
            join(fact, "block", fact.block)
            for message in fact.messages:
                join(fact, "message", message)
    starts = [center.ref]
    if isinstance(center, Message):  # its two ends are at distance 0 too
        starts += [diagram.ref("participant", name) for name in (center.from_participant, center.to_participant)]
    visited = _within_radius([start for start in starts if start in facts], neighbours, radius)
    found = [facts[ref] for ref in visited if ref in facts]
    messages: list[Object] = [element for element in found if isinstance(element, Message)]
    return Slice([element for element in found if not isinstance(element, Message)], messages, visited)


def _within_radius(starts: Iterable[str], neighbours: Mapping[str, Iterable[str]], radius: int) -> dict[str, int]:
    """Return the ids within `radius` hops of the starts, with their distances."""
    found = dict.fromkeys(starts, 0)
    level = list(found)
    for hop in range(1, radius + 1):
        level = list(dict.fromkeys(far for near in level for far in neighbours.get(near, ()) if far not in found))
        found |= dict.fromkeys(level, hop)
    return found
