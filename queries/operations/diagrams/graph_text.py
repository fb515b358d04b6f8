"""The text of a graph: its nodes, edges and groups, by the ids, refs and names that operations give."""

from collections.abc import Collection

from compiler.languages.diagrams.facts import Diagram, Edge, Node, Subgraph
from queries.diagrams.selection import chosen_diagram, diagrams_of, known_id
from queries.operations.arguments import invalid, text_argument, unavailable, wrong_kind
from queries.operations.diagrams.diagram_text import DiagramText
from queries.operations.diagrams.following import follow, read_otherwise
from queries.operations.draft import Draft
from queries.operations.operation import Given

FLOWCHARTS = ("flowchart",)
GRAPHS = ("flowchart", "state", "class", "er", "requirement")
APPLIES_TO = "Flowcharts."
APPLIES_TO_GRAPHS = "Flowcharts, state, class, ER and requirement diagrams."
NODE = text_argument("node_id", "The id of a node, such as n:pay.", most=500)
EDGE = text_argument("edge_id", "The id of an edge, such as e:0001.", most=500)


class GraphText(DiagramText):
    """The text of a graph: its nodes and groups by their names, and its edges in the order of the text. An edge may end
    at a group, which is a node then, too."""

    def __init__(self, draft: Draft, diagram: Diagram) -> None:
        super().__init__(draft, diagram)
        self.nodes = {node.name: node for node in draft.snapshot.facts(Node, diagram=diagram.diagram)}
        self.groups = {group.name: group for group in draft.snapshot.facts(Subgraph, diagram=diagram.diagram)}
        self.edges = edges_of(draft, diagram)

    def node(self, argument: str, name: str) -> Node:
        """Return the node that an argument names, by id, ref or name. Raises QueryError."""
        ids = {node.node: node for node in self.nodes.values()}
        return ids[self._id("node", argument, name, ids, {node.name: node.node for node in ids.values()})]

    def edge(self, argument: str, name: str) -> Edge:
        """Return the edge that an argument names, by id or ref. Raises QueryError."""
        ids = {edge.edge: edge for edge in self.edges}
        return ids[self._id("edge", argument, name, ids, {})]

    def group(self, argument: str, name: str) -> Subgraph:
        """Return the subgraph that an argument names, by id, ref or name. Raises QueryError."""
        ids = {group.subgraph: group for group in self.groups.values()}
        return ids[self._id("subgraph", argument, name, ids, {group.name: group.subgraph for group in ids.values()})]

    def end(self, argument: str, name: str) -> str:
        """Return the name of the node or subgraph at which an edge begins or ends. Raises QueryError."""
        if any(native(name) in (group.subgraph, group.name) for group in self.groups.values()):
            return self.group(argument, name).name
        return self.node(argument, name).name

    def new_name(self, argument: str, id_: str, prefix: str = "n:") -> str:
        """Return the name that a new node or group gets in the text. Raises QueryError if something has it."""
        name = native(id_).removeprefix(prefix)
        if not name or any(sign.isspace() or sign in "\"'`[](){}<>|;&,@%" for sign in name):
            raise invalid("An id is one word, without brackets and quotes", **{argument: id_})
        if name in self.nodes or name in self.groups:
            problem = "A node or a subgraph of this diagram has this id already"
            raise invalid(problem, **{argument: id_}, diagram_id=self.diagram.diagram)
        return name

    def is_group(self, node: Node) -> bool:
        """Whether a node is a group at which an edge ends."""
        return bool(node.details.get("is_subgraph"))

    def group_of(self, node: Node) -> str:
        """Return the name of the group around a node, "" if it stands at the top."""
        return next((group.name for group in self.groups.values() if group.subgraph == node.parent), "")

    def follow_edges(self, after: Draft, gone: Collection[int] = (), came: tuple[str, str, str] | None = None) -> None:
        """Draft the citations of edges that have another number since others went, or since one `came` among them: its
        ends and its label. Raises QueryError if other edges are read than are left, so that none can be told from
        another."""
        now = edges_of(after, self.diagram)
        taken = {edge.ref for edge in now}
        left = [edge for edge in self.edges if edge.ordinal not in gone]
        stated = [(edge.from_name, edge.to_name, edge.label) for edge in now]
        if came in stated:
            # The first that is not the edge before.
            old = [(edge.from_name, edge.to_name, edge.label) for edge in left]
            at = next((at for at, edge in enumerate(stated) if at >= len(old) or edge != old[at]), len(stated) - 1)
            del now[at], stated[at]
        if [edge[:2] for edge in stated] != [(edge.from_name, edge.to_name) for edge in left]:
            raise read_otherwise(self)
        lost = [edge.ref for edge in self.edges if edge.ordinal in gone and edge.ref in taken]
        follow(after, self, {old.ref: new.ref for old, new in zip(left, now, strict=True)}, lost)

    def follow_name(self, after: Draft, part: Node | Subgraph, name: str) -> None:
        """Draft the citations of a node that has another name; or of a subgraph, and of the node that edges make of
        it."""
        found = [
            fact.ref for fact in after.snapshot.facts(type(part), diagram=self.diagram.diagram) if fact.name == name
        ]
        if not found:
            raise read_otherwise(self)
        refs = {part.ref: found[0]}
        if isinstance(part, Subgraph):
            old, new = (ref.rpartition("/subgraph/")[0] for ref in (part.ref, found[0]))
            refs[f"{old}/node/n:{part.name}"] = f"{new}/node/n:{name}"
        follow(after, self, refs)

    def _id(self, kind: str, argument: str, name: str, ids: Collection[str], names: dict[str, str]) -> str:
        row = diagrams_of(self.draft.snapshot)[self.diagram.diagram]
        return known_id(self.draft.snapshot, row, kind, (argument, name), ids, names)


def edges_of(draft: Draft, diagram: Diagram) -> list[Edge]:
    """Return the edges of a graph, in the order of the text."""
    return sorted(draft.snapshot.facts(Edge, diagram=diagram.diagram), key=lambda edge: edge.ordinal)


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
