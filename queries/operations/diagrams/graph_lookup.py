"""The diagram, node, edge or group that an operation names. The names may be ids or refs."""

from collections.abc import Collection

from compiler.languages.diagrams.facts import Diagram, Edge, Node, Subgraph
from queries.diagrams.selection import chosen_diagram
from queries.errors.near import nearest
from queries.errors.query_error import QueryError
from queries.operations.arguments import text_argument
from queries.operations.draft import Draft
from queries.operations.operation import Given
from queries.tools.parameters import Parameter, echoed

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
        raise QueryError("wrong_kind", problem, diagram_id=diagram.diagram)
    if diagram.has_errors:
        problem = "The text of this diagram has mistakes: mend them first, get_diagnostics lists them"
        raise QueryError("unavailable", problem, diagram_id=diagram.diagram)
    return diagram


def native(id_: str) -> str:
    """Return the id of an object, of which the ref may be given."""
    return id_.rpartition("/")[2] if id_.startswith("d:") else id_


def find_node(draft: Draft, diagram: Diagram, node_id: str) -> Node:
    """Return the node of an id, a ref or a name. Raises QueryError with near ids."""
    nodes = draft.snapshot.facts(Node, diagram=diagram.diagram)
    wanted = native(node_id)
    for found in ([one for one in nodes if one.node == wanted], [one for one in nodes if one.name == wanted]):
        if found:
            return found[0]
    raise _not_found("Node", node_id, [one.node for one in nodes], diagram)


def find_edge(draft: Draft, diagram: Diagram, edge_id: str) -> Edge:
    """Return the edge of an id or a ref. Raises QueryError with near ids."""
    edges = draft.snapshot.facts(Edge, diagram=diagram.diagram)
    found = [one for one in edges if one.edge == native(edge_id)]
    if found:
        return found[0]
    raise _not_found("Edge", edge_id, [one.edge for one in edges], diagram)


def find_group(draft: Draft, diagram: Diagram, subgraph_id: str) -> Subgraph:
    """Return the subgraph of an id, a ref or a name. Raises QueryError with near ids."""
    groups = draft.snapshot.facts(Subgraph, diagram=diagram.diagram)
    wanted = native(subgraph_id)
    for found in ([one for one in groups if one.subgraph == wanted], [one for one in groups if one.name == wanted]):
        if found:
            return found[0]
    raise _not_found("Subgraph", subgraph_id, [one.subgraph for one in groups], diagram)


def end_name(draft: Draft, diagram: Diagram, id_: str) -> str:
    """Return the name of the node or subgraph at which an edge begins or ends. Raises QueryError with near ids."""
    if any(native(id_) in (one.subgraph, one.name) for one in draft.snapshot.facts(Subgraph, diagram=diagram.diagram)):
        return find_group(draft, diagram, id_).name
    return find_node(draft, diagram, id_).name


def new_name(draft: Draft, diagram: Diagram, id_: str, prefix: str = "n:") -> str:
    """Return the name that a new node or group gets in the text. Raises QueryError if something has it."""
    name = native(id_).removeprefix(prefix)
    if not name or any(one.isspace() or one in "\"'`[](){}<>|;&,@%" for one in name):
        raise QueryError("invalid_argument", "An id is one word, without brackets and quotes", id=echoed(id_))
    taken = {one.name for one in draft.snapshot.facts(Node, diagram=diagram.diagram)}
    taken |= {one.name for one in draft.snapshot.facts(Subgraph, diagram=diagram.diagram)}
    if name in taken:
        problem = "A node or a subgraph of this diagram has this id already"
        raise QueryError("invalid_argument", problem, id=echoed(id_), diagram_id=diagram.diagram)
    return name


def _not_found(what: str, id_: str, known: list[str], diagram: Diagram) -> QueryError:
    near = nearest(native(id_), known, 3)
    return QueryError("not_found", f"{what} not found", id=echoed(id_), diagram_id=diagram.diagram, did_you_mean=near)
