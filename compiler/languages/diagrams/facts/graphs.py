"""The facts of diagrams of any kind, and those of diagrams that are graphs."""

from typing import Any, ClassVar

from compiler.model.facts import Fact, Object, fact


@fact
class Diagram(Object):
    """A diagram: a `.mmd` file, a fenced block of a markdown file, or a diagram that a session lists.

    `type` is the kind of diagram, as `FAMILIES` lists them; `mermaid_type` is Mermaid's own name for it. `name` is the
    name that the session gives, else the title of the diagram, else its id. `session` is "" outside of a session.
    `direction` is TB, LR, RL, BT or "". `ast` is the syntax tree in the published
    shape; each element has its span and, as `ref`, the id of its object. `text` is the text as it stands in the file,
    from `span.start_line` on, without the indentation of a fenced block. `ordinal` is its place among the diagrams of
    its file, from 0.
    """

    table: ClassVar[str] = "diagram"
    indexed: ClassVar[tuple[str, ...]] = ("diagram",)
    packed: ClassVar[tuple[str, ...]] = ("text", "ast")
    id_field: ClassVar[str] = "diagram"
    title_fields: ClassVar[tuple[str, ...]] = ("name",)
    body_fields: ClassVar[tuple[str, ...]] = ("text",)

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
    ast: Any
    ordinal: int


@fact
class DiagramNote(Fact):
    """A note drawn in a sequence, state or class diagram: `Note over A,B: text`.

    `placement` is the word of the syntax tree, such as `left_of`. `about` are the ids of the nodes or participants.
    `after_message` is the number of messages before the note, 0 in a graph.
    """

    table: ClassVar[str] = "diagram_note"
    indexed: ClassVar[tuple[str, ...]] = ("diagram",)
    shared: ClassVar[tuple[str, ...]] = ("diagram",)

    diagram: str
    placement: str
    about: tuple[str, ...]
    text: str
    after_message: int
    ordinal: int


@fact
class Node(Object):
    """A node of a graph: `pay[Take payment]`. `node` is its id, `n:pay`; `name` is its id in the text, `pay`.

    `label` is the text that Mermaid shows, `shape` Mermaid's name of the shape. `parent` is the id of the innermost
    subgraph, composite state or namespace around it, "" at the top. `note` comes from a sidecar. `details` holds the
    members of a class, the attributes of an entity, the text, risk and verification of a requirement, the dates of a
    task, the tags of a commit, and the like.
    """

    table: ClassVar[str] = "diagram_node"
    kind: ClassVar[str] = "node"
    indexed: ClassVar[tuple[str, ...]] = ("diagram", "name diagram")
    shared: ClassVar[tuple[str, ...]] = ("details", "diagram", "shape", "family", "parent", "node", "name")
    id_field: ClassVar[str] = "node"
    title_fields: ClassVar[tuple[str, ...]] = ("label", "name")
    body_fields: ClassVar[tuple[str, ...]] = ("note",)

    diagram: str
    family: str
    node: str
    name: str
    label: str
    shape: str
    parent: str
    classes: tuple[str, ...]
    note: str
    details: dict[str, Any]
    ordinal: int


@fact
class Edge(Object):
    """An edge of a graph: `a -->|yes| b`. `edge` is its id, `e:0001`, counted from 1 in the order of the source.

    `from_node` and `to_node` are node ids, `from_name` and `to_name` the names of these nodes. `connector` is the arrow
    as written (`-->`, `<|--`, `||--o{`), or "" when the kind has one arrow only. `stroke`, `arrow_start`, `arrow_end`
    and `length` are those of the syntax tree of a flowchart, "" and 1 elsewhere. `style` is the style of its
    `linkStyle` or of the sidecar, or "". `runs` is forwards, backwards (from the node of `to_name` to that of
    `from_name`, as in `Animal <|-- Dog`), both (`<-->`) or none (`~~~`).
    """

    table: ClassVar[str] = "diagram_edge"
    kind: ClassVar[str] = "edge"
    indexed: ClassVar[tuple[str, ...]] = ("diagram", "from_name diagram", "to_name diagram")
    shared: ClassVar[tuple[str, ...]] = (
        "details",
        "diagram",
        "runs",
        "arrow_end",
        "family",
        "stroke",
        "edge",
        "from_node",
        "to_node",
        "from_name",
        "to_name",
    )
    id_field: ClassVar[str] = "edge"
    title_fields: ClassVar[tuple[str, ...]] = ("label", "edge")

    diagram: str
    family: str
    edge: str
    from_node: str
    to_node: str
    from_name: str
    to_name: str
    label: str
    connector: str
    stroke: str
    arrow_start: str
    arrow_end: str
    length: int
    style: str
    details: dict[str, Any]
    runs: str
    ordinal: int


@fact
class Subgraph(Object):
    """A named group of nodes: a subgraph, a composite state, a namespace, a boundary, a section, a branch, a block of
    blocks. `subgraph` is its id, `sg:payments`."""

    table: ClassVar[str] = "diagram_subgraph"
    kind: ClassVar[str] = "subgraph"
    indexed: ClassVar[tuple[str, ...]] = ("diagram",)
    id_field: ClassVar[str] = "subgraph"
    title_fields: ClassVar[tuple[str, ...]] = ("label", "name")
    shared: ClassVar[tuple[str, ...]] = ("diagram",)

    diagram: str
    family: str
    subgraph: str
    name: str
    label: str
    parent: str
    direction: str
    nodes: tuple[str, ...]
    ordinal: int
