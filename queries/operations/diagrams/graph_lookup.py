"""The diagram, node, edge or group that an operation names. The names may be ids or refs."""

from collections.abc import Collection, Sequence
from typing import TypeVar

from compiler.languages.diagrams.facts import Diagram, Edge, Node, Subgraph
from queries.diagrams.selection import chosen_diagram
from queries.errors.near import nearest
from queries.operations.arguments import text_argument
from queries.operations.draft import Draft
from queries.operations.operation import Given
from queries.operations.refusals import invalid, not_found, unavailable, wrong_kind
from queries.tools.parameters import Parameter

Part = TypeVar("Part", Node, Edge, Subgraph)
FLOWCHARTS = ("flowchart",)
GRAPHS = ("flowchart", "state", "class", "er", "requirement")
APPLIES_TO = "Flowcharts."
APPLIES_TO_GRAPHS = "Flowcharts, state, class, ER and requirement diagrams."
DIAGRAM = Parameter(
    "diagram_id",
    "string",
    "The id of a diagram, or its ref. Needed only when there are several and none is active.",
    max_length=500,
    aliases=("diagram",),
)
NODE = text_argument("node_id", "The id of a node, such as n:pay.", most=500)
EDGE = text_argument("edge_id", "The id of an edge, such as e:0001.", most=500)


def diagram_to_edit(draft: Draft, given: Given, *objects: str, kinds: Collection[str]) -> Diagram:
    """Return the diagram that an operation edits: that of an id, of a ref in the arguments `objects`, the only one, or
    the active one. Raises QueryError if there is none, it is of another kind, or it has mistakes."""
    row = chosen_diagram(draft.snapshot, given.diagram_id, (), **given.stated(*objects))
    diagram = draft.snapshot.facts(Diagram, diagram=row.id)[0]
    if diagram.type not in kinds:
        problem = f"This operation edits {', '.join(kinds)} diagrams, and this is a {diagram.type} diagram"
        raise wrong_kind(problem, diagram_id=diagram.diagram)
    if diagram.has_errors:
        problem = "The text of this diagram has mistakes: mend them first, get_diagnostics lists them"
        raise unavailable(problem, diagram_id=diagram.diagram)
    return diagram


def native(id_: str) -> str:
    """Return the id of an object, of which the ref may be given."""
    return id_.rpartition("/")[2] if id_.startswith("d:") else id_


def find_node(draft: Draft, diagram: Diagram, node_id: str) -> Node:
    """Return the node of an id, a ref or a name. Raises QueryError with near ids."""
    return _found(Node, draft, diagram, node_id, ("node", "name"))


def find_edge(draft: Draft, diagram: Diagram, edge_id: str) -> Edge:
    """Return the edge of an id or a ref. Raises QueryError with near ids."""
    return _found(Edge, draft, diagram, edge_id, ("edge",))


def find_group(draft: Draft, diagram: Diagram, subgraph_id: str) -> Subgraph:
    """Return the subgraph of an id, a ref or a name. Raises QueryError with near ids."""
    return _found(Subgraph, draft, diagram, subgraph_id, ("subgraph", "name"))


def end_name(draft: Draft, diagram: Diagram, id_: str) -> str:
    """Return the name of the node or subgraph at which an edge begins or ends. Raises QueryError with near ids."""
    if any(native(id_) in (one.subgraph, one.name) for one in draft.snapshot.facts(Subgraph, diagram=diagram.diagram)):
        return find_group(draft, diagram, id_).name
    return find_node(draft, diagram, id_).name


def new_name(draft: Draft, diagram: Diagram, id_: str, prefix: str = "n:") -> str:
    """Return the name that a new node or group gets in the text. Raises QueryError if something has it."""
    name = native(id_).removeprefix(prefix)
    if not name or any(one.isspace() or one in "\"'`[](){}<>|;&,@%" for one in name):
        raise invalid("An id is one word, without brackets and quotes", id=id_)
    taken = {one.name for one in draft.snapshot.facts(Node, diagram=diagram.diagram)}
    taken |= {one.name for one in draft.snapshot.facts(Subgraph, diagram=diagram.diagram)}
    if name in taken:
        raise invalid("A node or a subgraph of this diagram has this id already", id=id_, diagram_id=diagram.diagram)
    return name


def _found(part: type[Part], draft: Draft, diagram: Diagram, id_: str, fields: Sequence[str]) -> Part:
    """Return the node, edge or subgraph with a value in the first of some fields that has it."""
    parts = draft.snapshot.facts(part, diagram=diagram.diagram)
    for field in fields:
        for found in parts:
            if getattr(found, field) == native(id_):
                return found
    near = nearest(native(id_), [getattr(known, fields[0]) for known in parts], 3)
    raise not_found(f"{part.__name__} not found", id=id_, diagram_id=diagram.diagram, did_you_mean=near)
