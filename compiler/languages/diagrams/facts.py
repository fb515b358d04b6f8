"""The facts of the diagram languages: what the diagrams of a source state.

Every fact belongs to one diagram, named by `diagram`: the id of the session's, of the file's stem, or of the n-th
block of a markdown file. A graph of any kind (flowchart, states, classes, entities and relationships, requirements) is
made of `Node`s and `Edge`s, so that the same questions can be asked of all; `details` holds what only its kind has. A
sequence is made of `Participant`s, `Message`s, `Block`s and their `BlockSection`s. `ordinal` is the order in the
source.

Refs: `d:checkout/flow/node/n:pay`, `d:checkout/flow/edge/e:0001`, `d:login/seq/message/m:0003`. The category begins
with the word of the family: flow, seq, state, class, er, req; a diagram itself is `d:checkout`.
"""

from typing import Any, ClassVar

from compiler.model.facts import Fact, LinkKind, Object, fact

Json = Any

LINK_KINDS = (
    LinkKind("diagram_in", "the diagram stands in the file", dependent="source", structural=True),
    LinkKind(
        "part_of",
        "the object is part of the session, diagram, subgraph, block or walkthrough",
        dependent="none",
        structural=True,
    ),
    LinkKind("edge", "the node has an edge to the other node", dependent="source"),
    LinkKind("edge_from", "the edge begins at the node", dependent="source"),
    LinkKind("edge_to", "the edge ends at the node", dependent="source"),
    LinkKind("sends", "the participant sends the message", dependent="target"),
    LinkKind("received_by", "the message is received by the participant", dependent="target"),
    LinkKind("next", "the message is followed by the other message", dependent="target"),
    LinkKind("xref", "the object is cross-referenced to the other object", dependent="source"),
    LinkKind("evidence", "the step of the walkthrough cites the object", dependent="source"),
    LinkKind("leads_on", "the step of the walkthrough leads on to the other step", dependent="source"),
    LinkKind("same_as", "the requirement of the diagram is the requirement of the same id", dependent="source"),
)

# The word of a family in refs, by the kind of diagram.
FAMILIES = {
    "flowchart": "flow",
    "sequence": "seq",
    "state": "state",
    "class": "class",
    "er": "er",
    "requirement": "req",
    "other": "other",
    "unknown": "other",
}


@fact
class Session(Object):
    """A session folder: `nereid-session.meta.json` and what it lists. `d:<session id>` would be a diagram; this is
    `s:<id>`.

    `active_diagram` and `active_walkthrough` are as stored, "" when none. `selected` are the refs selected when it was
    saved.
    """

    table: ClassVar[str] = "diagram_session"
    kind: ClassVar[str] = "session"

    session: str
    folder: str
    active_diagram: str
    active_walkthrough: str
    selected: tuple[str, ...]

    @property
    def id(self) -> str:
        return self.session


@fact
class Diagram(Object):
    """A diagram: a `.mmd` file, a fenced block of a markdown file, or one listed by a session.

    `type` is the kind of diagram: flowchart, sequence, state, class, er, requirement, other or unknown; `mermaid_type`
    Mermaid's own name of it. `name` is the session's name, else the diagram's title, else its id. `session` is ""
    outside of one. `direction` is TB, LR, RL, BT or "". `ast` is the syntax tree in the published shape, every element
    with its span and its object's id as `ref`. `text` is the source text as it stands in the file, from
    `span.start_line` on, without the indentation of a block.
    """

    table: ClassVar[str] = "diagram"
    kind: ClassVar[str] = "diagram"
    indexed: ClassVar[tuple[str, ...]] = ("diagram",)

    diagram: str
    name: str
    type: str
    mermaid_type: str
    session: str
    revision: int
    direction: str
    fenced: bool
    has_errors: bool
    text: str
    ast: Json
    ordinal: int

    @property
    def id(self) -> str:
        return self.diagram

    @property
    def title(self) -> str:
        return self.name

    @property
    def body(self) -> str:
        return self.text


@fact
class Node(Object):
    """A node of a graph: `pay[Take payment]`. `node` is its id, `n:pay`; `name` what Mermaid calls it, `pay`.

    `label` is what is shown, `shape` as Mermaid names it. `parent` is the id of the innermost subgraph, composite
    state or namespace around it, "" at the top. `note` comes from a session's sidecar. `details`: members of a class,
    attributes of an entity, text, risk and verification of a requirement, and the like.
    """

    table: ClassVar[str] = "diagram_node"
    kind: ClassVar[str] = "node"
    indexed: ClassVar[tuple[str, ...]] = ("diagram",)

    diagram: str
    family: str
    node: str
    name: str
    label: str
    shape: str
    parent: str
    classes: tuple[str, ...]
    note: str
    details: dict[str, Json]
    ordinal: int

    @property
    def id(self) -> str:
        return self.node

    @property
    def title(self) -> str:
        return self.label or self.name

    @property
    def body(self) -> str:
        return self.note


@fact
class Edge(Object):
    """An edge of a graph: `a -->|yes| b`. `edge` is its id, `e:0001`, counted from 1 in the order of the source.

    `from_node` and `to_node` are node ids. `connector` is how it is drawn, as written (`-->`, `<|--`, `||--o{`) or ""
    when the kind has one way only. `stroke`, `arrow_start`, `arrow_end` and `length` as in the syntax tree of a
    flowchart, "" and 1 elsewhere. `style` is its `linkStyle` or the sidecar's, or "".
    """

    table: ClassVar[str] = "diagram_edge"
    kind: ClassVar[str] = "edge"
    indexed: ClassVar[tuple[str, ...]] = ("diagram",)

    diagram: str
    family: str
    edge: str
    from_node: str
    to_node: str
    label: str
    connector: str
    stroke: str
    arrow_start: str
    arrow_end: str
    length: int
    style: str
    details: dict[str, Json]
    ordinal: int

    @property
    def id(self) -> str:
        return self.edge

    @property
    def title(self) -> str:
        return self.label or self.edge


@fact
class Subgraph(Object):
    """A named group of nodes: a subgraph, a composite state, a namespace. `subgraph` is its id, `sg:payments`."""

    table: ClassVar[str] = "diagram_subgraph"
    kind: ClassVar[str] = "subgraph"
    indexed: ClassVar[tuple[str, ...]] = ("diagram",)

    diagram: str
    family: str
    subgraph: str
    name: str
    label: str
    parent: str
    direction: str
    nodes: tuple[str, ...]
    ordinal: int

    @property
    def id(self) -> str:
        return self.subgraph

    @property
    def title(self) -> str:
        return self.label or self.name


@fact
class Participant(Object):
    """A participant of a sequence: `participant A as Alice`. `participant` is its id, `p:A`; `name` is `A`, `label` is
    `Alice`.

    `type` is participant, actor, boundary, database, …; `box` the number of the box around it, 0 for none.
    """

    table: ClassVar[str] = "diagram_participant"
    kind: ClassVar[str] = "participant"
    indexed: ClassVar[tuple[str, ...]] = ("diagram",)

    diagram: str
    participant: str
    name: str
    label: str
    type: str
    box: int
    note: str
    ordinal: int

    @property
    def id(self) -> str:
        return self.participant

    @property
    def title(self) -> str:
        return self.label or self.name

    @property
    def body(self) -> str:
        return self.note


@fact
class Message(Object):
    """A message: `A->>B: Hello`. `message` is its id, `m:0001`, counted from 1 in the order of the source.

    `message_kind` is sync, async or return, read from the arrow; `arrow` the arrow as written. `order_key` is 1000
    times the number. `sections` are the ids of the block sections around it, outermost first.
    """

    table: ClassVar[str] = "diagram_message"
    kind: ClassVar[str] = "message"
    indexed: ClassVar[tuple[str, ...]] = ("diagram",)

    diagram: str
    message: str
    from_participant: str
    to_participant: str
    message_kind: str
    arrow: str
    text: str
    order_key: int
    sections: tuple[str, ...]
    ordinal: int

    @property
    def id(self) -> str:
        return self.message

    @property
    def title(self) -> str:
        return self.text or self.message


@fact
class Block(Object):
    """A block of a sequence: alt, opt, loop, par, critical, break, rect. `block` is its id, `b:0001`, in order of
    opening.

    `parent` is the id of the block around it and `parent_section` that of the section, both "" at the top.
    """

    table: ClassVar[str] = "diagram_block"
    kind: ClassVar[str] = "block"
    indexed: ClassVar[tuple[str, ...]] = ("diagram",)

    diagram: str
    block: str
    block_kind: str
    header: str
    parent: str
    parent_section: str
    ordinal: int

    @property
    def id(self) -> str:
        return self.block

    @property
    def title(self) -> str:
        return f"{self.block_kind} {self.header}".strip()


@fact
class BlockSection(Object):
    """A section of a block: the main one, or an else, and, option. `section` is its id, `sec:0001:00`, sections from
    00.

    `header` of the main section is "": the block's own header is its guard. `messages` are those of nested blocks too.
    """

    table: ClassVar[str] = "diagram_section"
    kind: ClassVar[str] = "block_section"
    indexed: ClassVar[tuple[str, ...]] = ("diagram",)

    diagram: str
    section: str
    block: str
    section_kind: str
    header: str
    messages: tuple[str, ...]
    ordinal: int

    @property
    def id(self) -> str:
        return self.section

    @property
    def title(self) -> str:
        return f"{self.section_kind} {self.header}".strip()


@fact
class DiagramNote(Fact):
    """A note drawn in a diagram: `Note over A,B: text`, a state's note, a class's note.

    `placement` as in the syntax tree; `about` are the ids of the nodes or participants; `after_message` the number of
    messages before it.
    """

    table: ClassVar[str] = "diagram_note"
    indexed: ClassVar[tuple[str, ...]] = ("diagram",)

    diagram: str
    placement: str
    about: tuple[str, ...]
    text: str
    after_message: int
    ordinal: int


@fact
class Xref(Object):
    """A cross-reference of a session between two objects, in any diagrams. Directed.

    `from_ref` and `to_ref` are refs. `status` is ok, dangling_from, dangling_to or dangling_both: worked out anew,
    never read.
    """

    table: ClassVar[str] = "diagram_xref"
    kind: ClassVar[str] = "xref"

    xref: str
    session: str
    from_ref: str
    to_ref: str
    xref_kind: str
    label: str | None
    status: str

    @property
    def id(self) -> str:
        return self.xref

    @property
    def title(self) -> str:
        return self.label or self.xref


@fact
class Walkthrough(Object):
    """A walkthrough: an ordered explanation whose steps cite objects as evidence."""

    table: ClassVar[str] = "diagram_walkthrough"
    kind: ClassVar[str] = "walkthrough"

    walkthrough: str
    session: str
    name: str
    revision: int
    source: str | None
    ordinal: int

    @property
    def id(self) -> str:
        return self.walkthrough

    @property
    def title(self) -> str:
        return self.name


@fact
class WalkthroughNode(Object):
    """A step of a walkthrough. `refs` is its evidence as written, existing or not."""

    table: ClassVar[str] = "diagram_walkthrough_node"
    kind: ClassVar[str] = "walkthrough_node"
    indexed: ClassVar[tuple[str, ...]] = ("walkthrough",)

    walkthrough: str
    node: str
    name: str
    text: str | None
    refs: tuple[str, ...]
    tags: tuple[str, ...]
    status: str | None
    ordinal: int

    @property
    def id(self) -> str:
        return self.node

    @property
    def title(self) -> str:
        return self.name

    @property
    def body(self) -> str:
        return self.text or ""


@fact
class WalkthroughEdge(Fact):
    """From one step of a walkthrough to another. Either may not exist."""

    table: ClassVar[str] = "diagram_walkthrough_edge"
    indexed: ClassVar[tuple[str, ...]] = ("walkthrough",)

    walkthrough: str
    from_node: str
    to_node: str
    edge_kind: str
    label: str | None
    ordinal: int


FACT_CLASSES: tuple[type[Fact], ...] = (
    Session,
    Diagram,
    Node,
    Edge,
    Subgraph,
    Participant,
    Message,
    Block,
    BlockSection,
    DiagramNote,
    Xref,
    Walkthrough,
    WalkthroughNode,
    WalkthroughEdge,
)
