"""The operations on the nodes of flowcharts, under the names of the seed."""

import re

from compiler.languages.diagrams.facts import Node
from compiler.languages.diagrams.facts.written import WrittenNode
from queries.operations.arguments import one_line, optional, text_argument
from queries.operations.diagrams import graph_edits
from queries.operations.diagrams.flow_chains import rewrite
from queries.operations.diagrams.flow_labels import BRACKETS, SHAPES, are_quoted, label_text, shape_named
from queries.operations.diagrams.flow_text import FlowText, drop_edge_numbers, drop_names, named_edges, rename
from queries.operations.diagrams.graph_following import follow_edges, follow_node
from queries.operations.diagrams.graph_lookup import (
    APPLIES_TO_GRAPHS,
    DIAGRAM,
    FLOWCHARTS,
    GRAPHS,
    NODE,
    diagram_to_edit,
    find_group,
    find_node,
    native,
    new_name,
)
from queries.operations.draft import Draft
from queries.operations.operation import Given, Steps, operation
from queries.operations.refusals import invalid, unavailable, wrong_kind

LABEL = optional("label", "The text that is shown.", most=2_000)
SHAPE = optional("shape", f"One of {', '.join(SHAPES)}.", most=100)
_DATA_LABEL = re.compile(
    r'(?P<before>[{,\s]label\s*+:\s*+)(?P<value>"[^"]*+"|[^",}\s](?:[^",}\n]*[^",}\s])?)(?=\s*+[,}\n])'
)


@operation(
    APPLIES_TO_GRAPHS,
    DIAGRAM,
    text_argument("node_id", "Its id, which nothing has: n:pay is `pay` in the text.", most=500),
    LABEL,
    SHAPE,
    optional("subgraph_id", "The subgraph to add it to; none by default."),
)
def flow_add_node(draft: Draft, given: Given) -> None:
    """Adds a node to a graph: to a flowchart behind its last edge or node, or that of a subgraph."""
    diagram = diagram_to_edit(draft, given, "node_id", "subgraph_id", kinds=GRAPHS)
    name = new_name(draft, diagram, given.node_id)
    if diagram.type not in FLOWCHARTS:
        group = find_group(draft, diagram, given.subgraph_id).name if given.subgraph_id else ""
        graph_edits.check_no_flowchart(given, "shape")
        graph_edits.add_node(draft, diagram, name, given.label, group)
        return
    text = FlowText(draft, diagram)
    form = shape_named(given.shape) if given.shape else "squareRect"
    written = name
    if given.shape or (given.label is not None and given.label != name):
        is_quoted = are_quoted(draft.snapshot.facts(Node, diagram=diagram.diagram))
        opening, closing = BRACKETS[form]
        written += opening + label_text("label", given.label or name, is_quoted=is_quoted) + closing
    block = text.block_of(find_group(draft, diagram, given.subgraph_id).name) if given.subgraph_id else None
    line, indentation = text.behind_statements(block)
    text.insert_lines(line, [indentation + written])
    text.write()


@operation(APPLIES_TO_GRAPHS, DIAGRAM, NODE, LABEL, SHAPE)
def flow_update_node(draft: Draft, given: Given) -> None:
    """Gives a node another label, or one of a flowchart another shape. What is left out stays."""
    diagram = diagram_to_edit(draft, given, "node_id", kinds=GRAPHS)
    node = find_node(draft, diagram, given.node_id)
    if given.label is None and not given.shape:
        raise invalid("State the label or the shape that the node shall have", node_id=given.node_id)
    if diagram.type not in FLOWCHARTS:
        graph_edits.check_no_flowchart(given, "shape")
        graph_edits.update_node(draft, diagram, node, given.label)
        return
    text = FlowText(draft, diagram)
    if text.is_group(node):
        raise wrong_kind("This is a subgraph: flow_update_subgraph changes it", node_id=given.node_id)
    _write_node(text, node, given.label, shape_named(given.shape) if given.shape else None)
    text.write()


def _write_node(text: FlowText, node: Node, label: str | None, form: str | None) -> None:
    """Write the label or the shape where the text states it last, or where it names the node first."""
    mentions = text.mentions_of(node.name)
    with_data = [one for one in mentions if one.data]
    if with_data and (form is not None or _in_data(text, with_data[-1])):
        _write_data(text, with_data[-1], label, form)
        return
    shaped = [one for one in mentions if one.shape]
    mention = shaped[-1] if shaped else mentions[0]
    opening, closing = BRACKETS[form or (node.shape if node.shape in BRACKETS else "squareRect")]
    if mention.shape is None:
        own = label_text("label", node.label if label is None else label, is_quoted=_are_quoted(text))
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


def _are_quoted(text: FlowText) -> bool:
    return are_quoted(text.draft.snapshot.facts(Node, diagram=text.diagram.diagram))


def _in_data(text: FlowText, mention: WrittenNode) -> bool:
    assert mention.data is not None
    return bool(_DATA_LABEL.search(text.text, *mention.data))


def _write_data(text: FlowText, mention: WrittenNode, label: str | None, form: str | None) -> None:
    """Write a label into `@{ label: "…" }`."""
    assert mention.data is not None
    found = _DATA_LABEL.search(text.text, *mention.data)
    if form is not None or label is None or found is None:
        raise unavailable("The shape of this node stands in its @{ … }: a text edit changes it", node_id=mention.name)
    text.replace(*found.span("value"), label_text("label", label, is_quoted=True))


@operation(
    "Flowcharts of sessions, and those with a sidecar.",
    DIAGRAM,
    NODE,
    optional("note", "The note; none takes it away.", most=2_000),
)
def flow_set_node_note(draft: Draft, given: Given) -> None:
    """Gives a node a note, which stands in the sidecar of its diagram, or takes the note away."""
    diagram = diagram_to_edit(draft, given, "node_id", kinds=FLOWCHARTS)
    node = find_node(draft, diagram, given.node_id)
    text = FlowText(draft, diagram)
    text.sidecar.set_note(node.node, one_line("note", given.note) if given.note else None)
    text.write()


@operation(APPLIES_TO_GRAPHS, DIAGRAM, NODE)
def flow_remove_node(draft: Draft, given: Given) -> Steps:
    """Removes a node with its edges, styles and links. Citations of the edges behind it are followed."""
    diagram = diagram_to_edit(draft, given, "node_id", kinds=GRAPHS)
    node = find_node(draft, diagram, given.node_id)
    if diagram.type not in FLOWCHARTS:
        yield from graph_edits.remove_node(draft, diagram, node)
        return
    text = FlowText(draft, diagram)
    if text.is_group(node):
        raise wrong_kind("This is a subgraph: flow_remove_subgraph removes it", node_id=given.node_id)
    gone = {one.ordinal for one in text.edges if node.name in (one.from_name, one.to_name)}
    rewrite(text, dict.fromkeys(gone), node.name)
    drop_names(text, {node.name, *named_edges(text, gone)})
    drop_edge_numbers(text, gone)
    text.sidecar.forget_name(node.name, node.node)
    text.sidecar.forget({text.edges[one].edge for one in gone})
    text.write()
    follow_edges((yield), text, gone)


@operation(
    APPLIES_TO_GRAPHS,
    DIAGRAM,
    NODE,
    text_argument("mermaid_id", "The id that it shall have in the text, which nothing has.", most=500),
)
def flow_set_node_mermaid_id(draft: Draft, given: Given) -> Steps:
    """Gives a node another id in the text of its diagram. Cross-references, walkthroughs and other citations follow."""
    diagram = diagram_to_edit(draft, given, "node_id", kinds=GRAPHS)
    node = find_node(draft, diagram, given.node_id)
    name = new_name(draft, diagram, native(given.mermaid_id))
    if diagram.type not in FLOWCHARTS:
        yield from graph_edits.rename_node(draft, diagram, node, name)
        return
    text = FlowText(draft, diagram)
    if text.is_group(node):
        raise wrong_kind("This is a subgraph: flow_update_subgraph renames it", node_id=given.node_id)
    rename(text, node.name, name)
    text.sidecar.rename_node(node, name)
    text.write()
    follow_node((yield), text, node, name)
