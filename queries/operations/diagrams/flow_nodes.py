"""The operations on the nodes of flowcharts, under the names of the seed."""

import re

from compiler.languages.diagrams.facts import Node
from queries.diagrams.selection import DIAGRAM
from queries.operations.arguments import invalid, one_line, optional, text_argument, unavailable, wrong_kind
from queries.operations.diagrams.flow_chains import rewrite
from queries.operations.diagrams.flow_text import (
    APPLIES_TO,
    BRACKETS,
    NODE,
    SHAPES,
    FlowText,
    drop_edge_numbers,
    drop_names,
    flowchart_to_edit,
    label_text,
    named_edges,
    native,
    rename,
    shape_named,
)
from queries.operations.draft import Draft
from queries.operations.operation import Given, Steps, operation

LABEL = optional("label", "The text that is shown.", most=2_000)
SHAPE = optional("shape", f"One of {', '.join(SHAPES)}.", most=100)
_DATA_LABEL = re.compile(
    r'(?P<before>[{,\n][ \t\r]*+label\s*+:\s*+)(?P<value>"[^"]*+"|[^",}\s](?:[^",}\n]*[^",}\s])?)(?=\s*+[,}\n])'
)


@operation(
    APPLIES_TO,
    DIAGRAM,
    text_argument("node_id", "Its id, which nothing has: n:pay is `pay` in the text.", most=500),
    LABEL,
    SHAPE,
    optional("subgraph_id", "The subgraph to add it to; none by default."),
)
def flow_add_node(draft: Draft, given: Given) -> None:
    """Adds a node behind the last edge or node of a flowchart, or of a subgraph."""
    text = flowchart_to_edit(draft, given, "node_id", "subgraph_id")
    name = text.new_name("node_id", given.node_id)
    group = text.group("subgraph_id", given.subgraph_id).name if given.subgraph_id else ""
    written = name
    if given.shape or (given.label is not None and given.label != name):
        opening, closing = BRACKETS[shape_named(given.shape) if given.shape else "squareRect"]
        label = label_text("label", given.label or name, is_quoted=text.has_quotes())
        written += opening + label + closing
    text.append([written], text.block_of(group) if group else None)
    text.write()


@operation(APPLIES_TO, DIAGRAM, NODE, LABEL, SHAPE)
def flow_update_node(draft: Draft, given: Given) -> None:
    """Gives a node another label or another shape. What is left out stays."""
    text = flowchart_to_edit(draft, given, "node_id")
    node = text.node("node_id", given.node_id)
    if given.label is None and not given.shape:
        raise invalid("State the label or the shape that the node shall have", node_id=given.node_id)
    _check_no_group(node)
    _write_node(text, node, given.label, shape_named(given.shape) if given.shape else None)
    text.write()


def _check_no_group(node: Node) -> None:
    """Raise QueryError for a subgraph at which an edge ends: it is a node, too."""
    if node.details.get("is_subgraph"):
        raise wrong_kind("This is a subgraph: a text edit changes it", node_id=node.node)


def _write_node(text: FlowText, node: Node, label: str | None, form: str | None) -> None:
    """Write the label or the shape where the text states it last, or where it names the node first."""
    mentions = text.mentions_of(node.name)
    if data := [one.data for one in mentions if one.data][-1:]:
        found = _DATA_LABEL.search(text.text, *data[0])
        if form is not None or (found is not None and label is None):
            raise unavailable("The shape of this node stands in its @{ … }: a text edit changes it", node_id=node.name)
        if found is not None and label is not None:
            text.replace(*found.span("value"), label_text("label", label, is_quoted=True))
            return
    shaped = [one for one in mentions if one.shape]
    mention = shaped[-1] if shaped else mentions[0]
    opening, closing = BRACKETS[form or (node.shape if node.shape in BRACKETS else "squareRect")]
    if mention.shape is None:
        own = label_text("label", node.label if label is None else label, is_quoted=text.has_quotes())
        text.replace(mention.id.end, mention.id.end, opening + own + closing)
        return
    start, end = mention.shape
    old_opening, old_closing = BRACKETS.get(node.shape, ("", ""))
    written = text.text[start:end]
    if not (written.startswith(old_opening) and written.endswith(old_closing)) or node.shape not in BRACKETS:
        raise unavailable("The shape of this node is written in a way that only a text edit changes")
    inside = written[len(old_opening) : len(written) - len(old_closing)]
    if label is not None:
        inside = label_text("label", label, is_quoted=inside.lstrip().startswith('"'))
    text.replace(start, end, opening + inside + closing)


@operation(
    "Flowcharts of sessions, and those with a sidecar.",
    DIAGRAM,
    NODE,
    optional("note", "The note; none takes it away.", most=2_000),
)
def flow_set_node_note(draft: Draft, given: Given) -> None:
    """Gives a node a note, which stands in the sidecar of its diagram, or takes the note away."""
    text = flowchart_to_edit(draft, given, "node_id")
    node = text.node("node_id", given.node_id)
    text.sidecar.set_note(node.node, one_line("note", given.note) if given.note else None)
    text.write()


@operation(APPLIES_TO, DIAGRAM, NODE)
def flow_remove_node(draft: Draft, given: Given) -> Steps:
    """Removes a node with its edges, styles and links. Citations of the edges behind it are followed."""
    text = flowchart_to_edit(draft, given, "node_id")
    node = text.node("node_id", given.node_id)
    _check_no_group(node)
    gone = {edge.ordinal for edge in text.edges if node.name in (edge.from_name, edge.to_name)}
    rewrite(text, dict.fromkeys(gone), node.name)
    drop_names(text, {node.name, *named_edges(text, gone)})
    drop_edge_numbers(text, gone)
    text.sidecar.forget_name(node.name, node.node)
    text.sidecar.forget({text.edges[number].edge for number in gone})
    text.write()
    text.follow_edges((yield), gone)


@operation(
    APPLIES_TO,
    DIAGRAM,
    NODE,
    text_argument("mermaid_id", "The id that it shall have in the text, which nothing has.", most=500),
)
def flow_set_node_mermaid_id(draft: Draft, given: Given) -> Steps:
    """Gives a node another id in the text of its diagram. Cross-references, walkthroughs and other citations follow."""
    text = flowchart_to_edit(draft, given, "node_id")
    node = text.node("node_id", given.node_id)
    name = text.new_name("mermaid_id", native(given.mermaid_id))
    _check_no_group(node)
    rename(text, node.name, name)
    text.sidecar.rename_node(node, name)
    text.write()
    text.follow_name((yield), node, name)
