"""The facts of the diagrams language: what the diagrams of a source state.

Every fact belongs to one diagram, named by `diagram`: the id that its session gives it, the stem of its file, or the
stem and the number of the block in a markdown file. A graph of any kind (all but sequences and those that are only
listed) consists of `Node`s and `Edge`s, so that all kinds answer the same questions; `details` holds what only one kind
has. A sequence consists of `Participant`s, `Message`s, `Block`s and their `BlockSection`s. `ordinal` is the order in
the source.

Refs: `d:checkout/flow/node/n:pay`, `d:checkout/flow/edge/e:0001`, `d:login/seq/message/m:0003`. The category begins
with the word of the family: flow, seq, state, class, er, req, c4, and so on. The ref of a diagram is `d:checkout`.
"""

from compiler.languages.diagrams.facts.graphs import Diagram, DiagramNote, Edge, Node, Subgraph
from compiler.languages.diagrams.facts.sequences import Block, BlockSection, Message, Participant, message_kind
from compiler.languages.diagrams.facts.sessions import Session, Walkthrough, WalkthroughEdge, WalkthroughNode, Xref
from compiler.model.facts import Fact, LinkKind

__all__ = [
    "FACT_CLASSES",
    "FAMILIES",
    "KINDS_IN_ORDER",
    "KINDS_WITH_BOXES",
    "LINK_KINDS",
    "Block",
    "BlockSection",
    "Diagram",
    "DiagramNote",
    "Edge",
    "Message",
    "Node",
    "Participant",
    "Session",
    "Subgraph",
    "Walkthrough",
    "WalkthroughEdge",
    "WalkthroughNode",
    "Xref",
    "message_kind",
]

LINK_KINDS = (
    LinkKind("diagram_in", "the diagram stands in the file", dependent="source", structural=True),
    LinkKind(
        "part_of",
        "the object is part of the session, diagram, subgraph, block or walkthrough",
        dependent="none",
        structural=True,
    ),
    LinkKind("edge", "the node has an edge to the other node", dependent="source"),
    LinkKind("precedes", "the task, commit or topic comes before the other, which follows from it", dependent="target"),
    LinkKind("enters", "an edge to the box leads on to the node in it", dependent="source"),
    LinkKind("leaves", "from the node in the box, the edges of the box lead on", dependent="none"),
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

# The kinds of diagram in which an edge may end at a group, which then is a node too.
KINDS_WITH_BOXES = ("flowchart", "state", "c4", "block")

# The kinds of diagram in which the node that an edge leads to depends on the node that it comes from.
KINDS_IN_ORDER = ("gantt", "gitgraph", "mindmap")

# The word of a family in refs, by the kind of diagram.
FAMILIES = {
    "flowchart": "flow",
    "sequence": "seq",
    "state": "state",
    "class": "class",
    "er": "er",
    "requirement": "req",
    "c4": "c4",
    "gantt": "gantt",
    "gitgraph": "git",
    "architecture": "arch",
    "block": "block",
    "mindmap": "mindmap",
    "other": "other",
    "unknown": "other",
}

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
