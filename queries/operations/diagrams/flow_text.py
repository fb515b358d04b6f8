"""The text of a flowchart: what stands where in it, and how labels, shapes and links are written."""

import re
from collections.abc import Collection, Iterable, Iterator, Mapping
from typing import NamedTuple

from compiler.languages.diagrams.facts import Diagram, Edge, Node, Subgraph
from compiler.languages.diagrams.facts.written import (
    Place,
    WrittenBlock,
    WrittenChain,
    WrittenLine,
    WrittenLink,
    WrittenNode,
    WrittenStatement,
)
from compiler.text.numbers import whole_number
from queries.diagrams.selection import chosen_diagram
from queries.errors.near import nearest
from queries.operations.arguments import invalid, one_line, text_argument, unavailable, wrong_kind
from queries.operations.diagrams.diagram_text import DiagramText, follow, read_otherwise
from queries.operations.diagrams.session_files import bump_revision
from queries.operations.draft import Draft
from queries.operations.operation import Given

APPLIES_TO = "Flowcharts."
NODE = text_argument("node_id", "The id of a node, such as n:pay.", most=500)
EDGE = text_argument("edge_id", "The id of an edge, such as e:0001.", most=500)
# The brackets of each shape, by the name that the facts give it.
BRACKETS = {
    "squareRect": ("[", "]"),
    "roundedRect": ("(", ")"),
    "stadium": ("([", "])"),
    "subroutine": ("[[", "]]"),
    "cylinder": ("[(", ")]"),
    "circle": ("((", "))"),
    "doublecircle": ("(((", ")))"),
    "diamond": ("{", "}"),
    "hexagon": ("{{", "}}"),
    "odd": (">", "]"),
    "ellipse": ("(-", "-)"),
    "lean_right": ("[/", "/]"),
    "lean_left": ("[\\", "\\]"),
    "trapezoid": ("[/", "\\]"),
    "inv_trapezoid": ("[\\", "/]"),
}
# Other names of these shapes: those of the seed, of Mermaid's brackets, and its names of new shapes that look alike.
SHAPE_NAMES = {
    "rect": "squareRect",
    "square": "squareRect",
    "rectangle": "squareRect",
    "round": "roundedRect",
    "rounded": "roundedRect",
    "database": "cylinder",
    "decision": "diamond",
}
SHAPES = (*BRACKETS, *SHAPE_NAMES)
_PLAIN = re.compile(r"(?!end$)[^\W_](?:[\w ,.?!'’+]|-(?!-)|:(?!:))*")
_ENTITY = re.compile(r"#(?=\w+;)|&(?=#?\w+;)")
CONNECTOR = re.compile(r"[<xo]?(?:--+[->xo]|==+[=>xo]|-\.+-[>xo]?)|~~~+")
NOT_EDITED = "Where the edges of this diagram stand in its text is not known: a text edit changes it"


def shape_named(shape: str) -> str:
    """Return the name that the facts give a shape. Raises QueryError for one that no brackets draw."""
    name = SHAPE_NAMES.get(shape, shape)
    if name not in BRACKETS:
        near = nearest(shape, SHAPES, 3)
        raise invalid("No brackets draw this shape", shape=shape, did_you_mean=near)
    return name


def label_text(name: str, text: str, *, is_quoted: bool) -> str:
    """Return a label as it is written: in quotes if the label before it was, or if it has signs that would be read.
    Raises QueryError if it cannot be written. `name` is the argument that it comes from."""
    label = one_line(name, text)
    if "`" in label[:1]:
        raise invalid(f"'{name}' begins with a backtick, which marks markdown", **{name: label})
    written = _ENTITY.sub(lambda sign: "#35;" if sign[0] == "#" else "#amp;", label).replace('"', "#quot;")
    return written if not is_quoted and _PLAIN.fullmatch(label) else f'"{written}"'


def check_connector(connector: str) -> str:
    """Return an arrow. Raises QueryError if it is none of a flowchart."""
    if not CONNECTOR.fullmatch(connector.strip()):
        hint = "An arrow is -->, ---, -.->, ==>, --o, --x, <-->, ~~~ or a longer one."
        raise invalid("This is no arrow", connector=connector, hint=hint)
    return connector.strip()


def link_text(link: WrittenLink, text: str, edge: Edge, connector: str | None, label: str | None) -> str:
    """Return the text of a link with another arrow or another label, "" for none. What is None stays as it is."""
    own = text[slice(*link.place)]
    if connector is None and label is not None and link.label and label:
        start, end = (offset - link.place.start for offset in link.label)
        old = own[start:end]
        if link.line is not None or _PLAIN.fullmatch(label):
            return own[:start] + label_text("label", label, is_quoted=old.startswith('"')) + own[end:]
    id_ = f"{link.name}@" if link.name else ""
    line = connector or (text[slice(*link.line)] if link.line else edge.connector)
    if label is None:
        written = text[slice(*link.label)] if link.label else ""
        if written and link.line is None and not written.startswith('"') and not _PLAIN.fullmatch(written):
            written = f'"{written}"'
    else:
        written = label_text("label", label, is_quoted=False) if label else ""
    return f"{id_}{line}|{written}|" if written else f"{id_}{line}"


class EdgePlace(NamedTuple):
    """The place of an edge: the number of its link in a chain, and of its nodes in the groups around the link."""

    chain: WrittenChain
    link: int
    start: int
    end: int


class Mention(NamedTuple):
    """A node in a chain, in a block or at the top."""

    node: WrittenNode
    chain: WrittenChain
    block: WrittenBlock | None


class FlowText(DiagramText):
    """The text of a flowchart: its nodes and subgraphs by their names, and its edges in the order of the text. `places`
    is where each edge stands; `mentions` are those of nodes, in the order of the text. An edge may end at a subgraph,
    which is a node then, too."""

    def __init__(self, draft: Draft, diagram: Diagram) -> None:
        super().__init__(draft, diagram)
        self.nodes = {node.name: node for node in draft.snapshot.facts(Node, diagram=diagram.diagram)}
        self.groups = {group.name: group for group in draft.snapshot.facts(Subgraph, diagram=diagram.diagram)}
        self.edges = edges_of(draft, diagram)
        written = draft.written_flowchart(self.text)
        if written is None:
            raise unavailable(NOT_EDITED, diagram_id=diagram.diagram)
        self.written = written
        self.places = list(self._edge_places())
        self.mentions = [
            Mention(node, chain, block) for chain, block in self.chains() for group in chain.groups for node in group
        ]
        names = [(self._end(place, 0).name, self._end(place, 1).name) for place in self.places]
        if names != [(edge.from_name, edge.to_name) for edge in self.edges]:
            raise unavailable(NOT_EDITED, diagram_id=diagram.diagram)

    def node(self, argument: str, name: str) -> Node:
        """Return the node that an argument names, by id, ref or name. Raises QueryError."""
        ids = {node.node: node for node in self.nodes.values()}
        return self.named("node", argument, name, ids, {node.name: node.node for node in ids.values()})

    def edge(self, argument: str, name: str) -> Edge:
        """Return the edge that an argument names, by id or ref. Raises QueryError."""
        return self.named("edge", argument, name, {edge.edge: edge for edge in self.edges})

    def group(self, argument: str, name: str) -> Subgraph:
        """Return the subgraph that an argument names, by id, ref or name. Raises QueryError."""
        ids = {group.subgraph: group for group in self.groups.values()}
        return self.named("subgraph", argument, name, ids, {group.name: group.subgraph for group in ids.values()})

    def end(self, argument: str, name: str) -> str:
        """Return the name of the node or subgraph at which an edge begins or ends. Raises QueryError."""
        if any(native(name) in (group.subgraph, group.name) for group in self.groups.values()):
            return self.group(argument, name).name
        return self.node(argument, name).name

    def new_name(self, argument: str, id_: str) -> str:
        """Return the name that a new node gets in the text. Raises QueryError if something has it."""
        name = native(id_).removeprefix("n:")
        if not name or any(sign.isspace() or sign in "\"'`[](){}<>|;&,@%" for sign in name):
            raise invalid("An id is one word, without brackets and quotes", **{argument: id_})
        if name in self.nodes or name in self.groups:
            problem = "A node or a subgraph of this diagram has this id already"
            raise invalid(problem, **{argument: id_}, diagram_id=self.diagram.diagram)
        return name

    def follow_edges(self, after: Draft, gone: Collection[int] = ()) -> None:
        """Draft the citations of edges that have another number since others went. Raises QueryError if other edges are
        read than are left, so that none can be told from another."""
        now = edges_of(after, self.diagram)
        taken = {edge.ref for edge in now}
        left = [edge for edge in self.edges if edge.ordinal not in gone]
        if [(edge.from_name, edge.to_name) for edge in now] != [(edge.from_name, edge.to_name) for edge in left]:
            raise read_otherwise(self)
        lost = [edge.ref for edge in self.edges if edge.ordinal in gone and edge.ref in taken]
        follow(after, self, {old.ref: new.ref for old, new in zip(left, now, strict=True)}, lost)

    def follow_name(self, after: Draft, node: Node, name: str) -> None:
        """Draft the citations of a node that has another name."""
        found = [other.ref for other in after.snapshot.facts(Node, diagram=self.diagram.diagram) if other.name == name]
        if not found:
            raise read_otherwise(self)
        follow(after, self, {node.ref: found[0]})

    def chains(self) -> Iterator[tuple[WrittenChain, WrittenBlock | None]]:
        """Yield the chains in the order of the text, each with the block around it."""
        for statement, block in self.written.all_statements():
            if isinstance(statement, WrittenChain):
                yield statement, block

    def lines(self, *types: str) -> Iterator[WrittenLine]:
        """Yield the statements of some types that name nodes or edges."""
        for statement, _ in self.written.all_statements():
            if isinstance(statement, WrittenLine) and statement.type in types:
                yield statement

    def block_of(self, name: str) -> WrittenBlock:
        """Return the subgraph of a name. Raises QueryError if it has none that is written."""
        for block, _ in self.written.all_statements():
            if isinstance(block, WrittenBlock) and block.name and self.text[slice(*block.name)].strip('"`') == name:
                return block
        raise unavailable("This subgraph has no id in the text: a text edit changes it", subgraph_id=name)

    def behind_statements(self, block: WrittenBlock | None) -> tuple[int, str]:
        """Return the line before which a new statement goes, behind the last chain or subgraph of a block or at the
        top, and its indentation."""
        statements = block.statements if block else self.written.statements
        parts = [statement for statement in statements if not isinstance(statement, WrittenLine)]
        if parts:
            first = self.line_at(parts[-1].place.start)
            return self.line_at(parts[-1].place.end - 1) + 1, self.indentation(first)
        opening: WrittenStatement | None = block
        place = block.head if block else self.written.header
        last = self.line_at(max([place.end, *(statement.place.end for statement in statements)]) - 1)
        indentation = self.indentation(self.line_at(place.start)) + self.indentation_step()
        if statements:
            indentation = self.indentation(self.line_at(statements[0].place.start))
        return last + 1, indentation if opening or self.indentation_step() else ""

    def append(self, lines: Iterable[str], block: WrittenBlock | None = None) -> None:
        """Put lines in behind the last chain or subgraph of a block, or of all."""
        at, indentation = self.behind_statements(block)
        self.insert_lines(at, [indentation + line for line in lines])

    def has_quotes(self) -> bool:
        """Return whether most labels of nodes are in quotes."""
        nodes = self.nodes.values()
        kinds = [node.details.get("label_type") for node in nodes if node.details.get("type") and node.label]
        return kinds.count("string") * 2 > len(kinds)

    def indentation_step(self) -> str:
        """Return by how much the diagram indents: as its first statement does, by four blanks if there is none."""
        header = self.indentation(self.line_at(self.written.header.start))
        for statement, _ in self.written.all_statements():
            own = self.indentation(self.line_at(statement.place.start))
            return own.removeprefix(header)
        return "    "

    def _edge_places(self) -> Iterator[EdgePlace]:
        for chain, _ in self.chains():
            for link in range(len(chain.links)):
                for start in range(len(chain.groups[link])):
                    for end in range(len(chain.groups[link + 1])):
                        yield EdgePlace(chain, link, start, end)

    def _end(self, place: EdgePlace, side: int) -> WrittenNode:
        return place.chain.groups[place.link + side][place.end if side else place.start]


def edges_of(draft: Draft, diagram: Diagram) -> list[Edge]:
    """Return the edges of a graph, in the order of the text."""
    return sorted(draft.snapshot.facts(Edge, diagram=diagram.diagram), key=lambda edge: edge.ordinal)


def flowchart_to_edit(draft: Draft, given: Given, *objects: str) -> FlowText:
    """Return the flowchart that an operation edits, and count up its revision: that of an id, of a ref in the arguments
    `objects`, the only one, or the active one. Raises QueryError if there is none, it is of another kind, or it has
    mistakes."""
    row = chosen_diagram(draft.snapshot, given.diagram_id, (), **given.stated(*objects))
    diagram = draft.snapshot.facts(Diagram, diagram=row.id)[0]
    if diagram.type != "flowchart":
        problem = f"This operation edits flowcharts, and this is a {diagram.type} diagram: a text edit changes it"
        raise wrong_kind(problem, diagram_id=diagram.diagram)
    if diagram.has_errors:
        problem = "The text of this diagram has mistakes: mend them first, get_diagnostics lists them"
        raise unavailable(problem, diagram_id=diagram.diagram)
    bump_revision(draft, diagram)
    return FlowText(draft, diagram)


def native(id_: str) -> str:
    """Return the id of an object, of which the ref may be given."""
    return id_.rpartition("/")[2] if id_.startswith("d:") else id_


def rename(text: FlowText, old: str, new: str) -> None:
    """Write another id of a node wherever a statement names it."""
    places = [mention.node.id for mention in text.mentions if mention.node.name == old]
    places += [place for line in text.lines("STYLE", "CLASS", "CLICK") for place in line.names]
    for place in places:
        if text.text[slice(*place)] == old:
            text.replace(*place, new)


def drop_names(text: FlowText, gone: Collection[int], node: str) -> None:
    """Take a node, and edges that have names such as `e1` of `a e1@--> b`, out of what styles and links them."""
    named = (edge for edge in text.edges if edge.ordinal in gone and edge.details.get("user_id"))
    names = {node, *(edge.details["id"] for edge in named)}
    for line in text.lines("STYLE", "CLASS", "CLICK"):
        _set_names(text, line, {name: None for name in line.names if text.text[slice(*name)] in names})
    for chain, _ in text.chains():
        first = chain.groups[0][0]
        if not chain.links and first.data and first.name in names and first.name not in text.nodes:
            text.remove(*chain.place)  # `e1@{ animate: true }`


def drop_edge_numbers(text: FlowText, gone: Collection[int]) -> None:
    """Take edges out of the `linkStyle` statements, and give those behind them their new numbers."""
    for line in text.lines("LINK_STYLE"):
        new: dict[Place, str | None] = {}
        for name in line.names:
            if (number := whole_number(text.text[slice(*name)])) is not None:
                new[name] = None if number in gone else str(number - sum(other < number for other in gone))
        _set_names(text, line, new)


def _set_names(text: FlowText, line: WrittenLine, new: Mapping[Place, str | None]) -> None:
    """Write other names in the list of a statement. None takes a name out, and the statement if it has no other."""
    left = [name for name in line.names if new.get(name, "") is not None]
    if line.names and not left:
        text.remove(*line.place)
        return
    for at, name in enumerate(line.names):
        written = new.get(name, text.text[slice(*name)])
        if written is not None:
            text.replace(*name, written)
        elif any(later in left for later in line.names[at + 1 :]):  # with the comma behind it
            text.replace(name.start, line.names[at + 1].start, "")
        else:
            text.replace(line.names[at - 1].end, name.end, "")
