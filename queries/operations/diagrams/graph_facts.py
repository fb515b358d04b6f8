"""What the facts state of a graph, by the names of its nodes: what an operation promises, and how that is held."""

from collections.abc import Mapping
from typing import Any, NamedTuple

from compiler.languages.diagrams.facts import Diagram, DiagramNote, Edge, Node, Subgraph
from compiler.store.snapshot import Snapshot
from queries.errors.query_error import QueryError
from queries.operations.diagrams.graph_text import DiagramText
from queries.operations.draft import Draft
from queries.tools.parameters import echoed

# What the spelling of a label or a shape decides, or the number of an edge: other fields tell the meaning.
_SPELLING = ("label_type", "type")


class NodeFacts(NamedTuple):
    """A node. `parent` is the name of the group around it. A subgraph at which an edge ends is a group only."""

    label: str
    shape: str
    parent: str
    classes: tuple[str, ...]
    note: str
    details: Mapping[str, Any]


class EdgeFacts(NamedTuple):
    """An edge, in the order of the text."""

    start: str
    end: str
    label: str
    connector: str
    style: str
    runs: str
    details: Mapping[str, Any]


class GroupFacts(NamedTuple):
    """A group."""

    label: str
    parent: str
    direction: str


class GraphFacts(NamedTuple):
    """A graph. `others` is how many diagrams the source has, which no edit of a graph changes."""

    nodes: Mapping[str, NodeFacts]
    edges: tuple[EdgeFacts, ...]
    groups: Mapping[str, GroupFacts]
    notes: tuple[tuple[str, tuple[str, ...], str], ...]
    direction: str
    others: int

    def with_node(self, name: str, node: NodeFacts | None) -> "GraphFacts":
        """Return these facts with a node, or without it."""
        rest = {other: one for other, one in self.nodes.items() if other != name}
        return self._replace(nodes=rest if node is None else rest | {name: node})

    def with_group(self, name: str, group: GroupFacts | None) -> "GraphFacts":
        """Return these facts with a group, or without it."""
        rest = {other: one for other, one in self.groups.items() if other != name}
        return self._replace(groups=rest if group is None else rest | {name: group})

    def with_edge(self, at: int, edge: EdgeFacts | None) -> "GraphFacts":
        """Return these facts with another edge at a place, or without the edge there."""
        return self._replace(edges=(*self.edges[:at], *([edge] if edge else []), *self.edges[at + 1 :]))

    def renamed(self, old: str, new: str, *, shows_name: bool) -> "GraphFacts":
        """Return these facts with another name of a node or a group. `shows_name` says whether it shows its name, since
        it has no text of its own."""

        def name(one: str) -> str:
            return new if one == old else one

        return self._replace(
            nodes={
                name(key): one._replace(parent=name(one.parent), label=new if key == old and shows_name else one.label)
                for key, one in self.nodes.items()
            },
            edges=tuple(one._replace(start=name(one.start), end=name(one.end)) for one in self.edges),
            groups={
                name(key): one._replace(parent=name(one.parent), label=new if key == old and shows_name else one.label)
                for key, one in self.groups.items()
            },
            notes=tuple((placement, tuple(map(name, about)), text) for placement, about, text in self.notes),
        )


def graph_facts(snapshot: Snapshot, diagram: Diagram) -> GraphFacts:
    """Return what the facts state of a graph."""
    id_ = diagram.diagram
    groups = snapshot.facts(Subgraph, diagram=id_)
    nodes = snapshot.facts(Node, diagram=id_)
    edges = sorted(snapshot.facts(Edge, diagram=id_), key=lambda one: one.ordinal)
    names = {one.subgraph: one.name for one in groups}
    node_names = {one.node: one.name for one in nodes}
    notes = sorted(snapshot.facts(DiagramNote, diagram=id_), key=lambda one: one.ordinal)
    return GraphFacts(
        {one.name: _node(one, names) for one in nodes if not one.details.get("is_subgraph")},
        tuple(map(_edge, edges)),
        {one.name: GroupFacts(one.label, names.get(one.parent, ""), one.direction) for one in groups},
        tuple((one.placement, tuple(node_names.get(each, each) for each in one.about), one.text) for one in notes),
        diagram.direction,
        snapshot.count(Diagram),
    )


def _node(node: Node, groups: Mapping[str, str]) -> NodeFacts:
    details = {key: _without_places(value) for key, value in node.details.items() if key not in _SPELLING}
    return NodeFacts(node.label, node.shape, groups.get(node.parent, ""), node.classes, node.note, details)


def _without_places(value: Any) -> Any:
    """The members of a class without the places at which they stand."""
    if isinstance(value, list):
        return [_without_places(one) for one in value]
    return {key: one for key, one in value.items() if key != "span"} if isinstance(value, dict) else value


def _edge(edge: Edge) -> EdgeFacts:
    is_named = edge.details.get("user_id")
    details = {key: value for key, value in edge.details.items() if key not in _SPELLING and (is_named or key != "id")}
    return EdgeFacts(edge.from_name, edge.to_name, edge.label, edge.connector, edge.style, edge.runs, details)


def check_promise(
    draft: Draft,
    text: DiagramText,
    promised: GraphFacts,
    *,
    new_node: str = "",
    new_edge: int | None = None,
    new_style: int | None = None,
) -> None:
    """Raise QueryError if the facts of a graph are not exactly those that an operation promised. `draft` is of the
    source after the edit, `text` the text before it. What only one kind of diagram has is taken as it is read, of a
    new node or edge, and the style of the edge with the number `new_style`."""
    snapshot, diagram_id = draft.snapshot, text.diagram.diagram
    found = snapshot.facts(Diagram, diagram=diagram_id)
    if not found or found[0].has_errors:
        raise _refusal("the text would have a mistake", diagram_id)
    facts = graph_facts(snapshot, found[0])
    if new_node in facts.nodes and new_node in promised.nodes:
        shape, details = facts.nodes[new_node].shape, facts.nodes[new_node].details
        promised = promised.with_node(new_node, promised.nodes[new_node]._replace(shape=shape, details=details))
    if new_edge is not None and new_edge < len(facts.edges):
        _, _, _, _, style, runs, details = facts.edges[new_edge]
        edge = promised.edges[new_edge]._replace(style=style, runs=runs, details=details)
        promised = promised.with_edge(new_edge, edge)
    if new_style is not None and new_style < len(facts.edges):
        edge = promised.edges[new_style]._replace(style=facts.edges[new_style].style)
        promised = promised.with_edge(new_style, edge)
    if facts != promised:
        raise _refusal(_difference(facts, promised), diagram_id)


def _difference(facts: GraphFacts, promised: GraphFacts) -> str:
    for what, mine, theirs in (("node", facts.nodes, promised.nodes), ("group", facts.groups, promised.groups)):
        for name in sorted({*mine, *theirs}):
            if mine.get(name) != theirs.get(name):
                return f"the {what} '{echoed(name)}' would be read as {_told(mine.get(name))}"
    if len(facts.edges) != len(promised.edges):
        return f"{len(facts.edges)} edges would be read in place of {len(promised.edges)}"
    for one, other in zip(facts.edges, promised.edges, strict=True):
        if one != other:
            return f"the edge from '{echoed(other.start)}' to '{echoed(other.end)}' would be read as {_told(one)}"
    return "something else would change with it"


def _told(one: tuple[Any, ...] | None) -> str:
    return "nothing" if one is None else echoed(", ".join(str(value) for value in one if value))


def _refusal(reason: str, diagram_id: str) -> QueryError:
    problem = f"Written so, Mermaid would read something else: {reason}"
    hint = "Choose another id or text, or edit the text of the diagram by hand."
    return QueryError("invalid_argument", problem, diagram_id=diagram_id, hint=hint)
