"""The operations on the nodes and edges of flowcharts, under the names of the seed."""

import re
from collections.abc import Collection

from compiler.languages.diagrams.facts import Edge, Node
from queries.diagrams.selection import DIAGRAM
from queries.operations.arguments import (
    invalid,
    one_line,
    optional,
    text_argument,
    unavailable,
    wrong_kind,
)
from queries.operations.diagrams.flow_chains import EdgeText, rewrite
from queries.operations.diagrams.flow_text import (
    APPLIES_TO,
    BRACKETS,
    EDGE,
    NODE,
    SHAPES,
    FlowText,
    check_connector,
    drop_edge_numbers,
    drop_names,
    flowchart_to_edit,
    label_text,
    link_text,
    native,
    rename,
    shape_named,
)
from queries.operations.draft import Draft
from queries.operations.operation import Given, Steps, operation

TEXT = optional("label", "The text that is shown.", most=2_000)
SHAPE = optional("shape", f"One of {', '.join(SHAPES)}.", most=100)
LABEL = optional("label", "Its label; an empty one takes the label away.", most=2_000)
STYLE = optional("style", "Its style, such as stroke:red.")
CONNECTOR = optional("connector", "Its arrow, such as -.->.", most=50)
_DATA_LABEL = re.compile(
    r'(?P<before>[{,\n][ \t\r]*+label\s*+:\s*+)(?P<value>"[^"]*+"|[^",}\s](?:[^",}\n]*[^",}\s])?)(?=\s*+[,}\n])'
)


@operation(
    APPLIES_TO,
    DIAGRAM,
    text_argument("node_id", "Its id, which nothing has: n:pay is `pay` in the text.", most=500),
    TEXT,
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


@operation(APPLIES_TO, DIAGRAM, NODE, TEXT, SHAPE)
def flow_update_node(draft: Draft, given: Given) -> None:
    """Gives a node another label or another shape. What is left out stays."""
    text = flowchart_to_edit(draft, given, "node_id")
    node = text.node("node_id", given.node_id)
    if given.label is None and not given.shape:
        raise invalid("State the label or the shape that the node shall have", node_id=given.node_id)
    _check_no_group(node)
    _write_node(text, node, given.label, shape_named(given.shape) if given.shape else None)


def _check_no_group(node: Node) -> None:
    """Raise QueryError for a subgraph at which an edge ends: it is a node, too."""
    if node.details.get("is_subgraph"):
        raise wrong_kind("This is a subgraph: a text edit changes it", node_id=node.node)


def _write_node(text: FlowText, node: Node, label: str | None, form: str | None) -> None:
    """Write the label or the shape where the text states it last, or where it names the node first."""
    mentions = [mention.node for mention in text.mentions if mention.node.name == node.name]
    if data := [mention.data for mention in mentions if mention.data][-1:]:
        found = _DATA_LABEL.search(text.text, *data[0])
        if form is not None or (found is not None and label is None):
            raise unavailable("The shape of this node stands in its @{ … }: a text edit changes it", node_id=node.name)
        if found is not None and label is not None:
            text.replace(*found.span("value"), label_text("label", label, is_quoted=True))
            return
    shaped = [mention for mention in mentions if mention.shape]
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


@operation(APPLIES_TO, DIAGRAM, NODE)
def flow_remove_node(draft: Draft, given: Given) -> Steps:
    """Removes a node with its edges, styles and links. Citations of the edges behind it are followed."""
    text = flowchart_to_edit(draft, given, "node_id")
    node = text.node("node_id", given.node_id)
    _check_no_group(node)
    text.sidecar.forget_name(node.name, node.node)
    gone = {edge.ordinal for edge in text.edges if node.name in (edge.from_name, edge.to_name)}
    return _remove_edges(text, gone, node.name)


def _remove_edges(text: FlowText, gone: Collection[int], node: str = "") -> Steps:
    """Remove edges by their numbers, and a node that has no others, with what styles and links them."""
    rewrite(text, dict.fromkeys(gone), node)
    drop_names(text, gone, node)
    drop_edge_numbers(text, gone)
    text.sidecar.forget({text.edges[number].edge for number in gone})
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
    text.follow_name((yield), node, name)


@operation(
    APPLIES_TO,
    DIAGRAM,
    text_argument("from_node_id", "Where it begins: a node or a subgraph.", most=500),
    text_argument("to_node_id", "Where it ends: a node or a subgraph.", most=500),
    LABEL,
    CONNECTOR,
    STYLE,
    optional("edge_id", "Its id, which a sidecar states; its number by default."),
)
def flow_add_edge(draft: Draft, given: Given) -> None:
    """Adds an edge behind the last one, so that the others keep their numbers."""
    text = flowchart_to_edit(draft, given, "from_node_id", "to_node_id")
    start, end = text.end("from_node_id", given.from_node_id), text.end("to_node_id", given.to_node_id)
    arrow = check_connector(given.connector) if given.connector else "-->"
    label = f"|{label_text('label', given.label, is_quoted=False)}|" if given.label else ""
    number, id_ = len(text.edges), native(given.edge_id or "")
    has_entry = bool(id_) and (text.sidecar.is_there or id_ != f"e:{number + 1:04d}")
    if has_entry:
        text.sidecar.add(id_, _entry(text, start, end, given.label) | {"style": given.style})
    statement = f"{start} {arrow}{label} {end}"
    if given.style and not has_entry:
        _add_style(text, number, given.style, statement)
    else:
        text.append([statement])


def _entry(text: FlowText, start: str, end: str, label: str | None) -> dict[str, str | None]:
    """Return what a sidecar states of an edge."""
    from_, to = (text.nodes[name].node if name in text.nodes else f"n:{name}" for name in (start, end))
    return {"from_node_id": from_, "to_node_id": to, "label": label.strip() if label else None}


def _add_style(text: FlowText, number: int, style: str, edge: str | None = None) -> None:
    """Write the style of an edge behind all statements, and before it a new edge."""
    end = max([text.written.header.end, *(statement.place.end for statement in text.written.statements)])
    at, indentation = text.behind_statements(None)
    if edge is not None:
        text.insert_lines(at, [indentation + edge])
    text.insert_lines(text.line_at(end - 1) + 1, [f"{indentation}linkStyle {number} {one_line('style', style)}"])


def _set_style(text: FlowText, edge: Edge, style: str) -> None:
    """Write the style of an edge: in its sidecar, in the statement that styles it alone, or in a new one."""
    if text.sidecar.states(edge.edge):
        text.sidecar.change(edge.edge, {"style": style})
        return
    for line in text.lines("LINK_STYLE"):
        if [text.text[slice(*name)] for name in line.names] == [str(edge.ordinal)]:
            text.replace(line.names[0].end, line.place.end, f" {one_line('style', style)}")
            return
    _add_style(text, edge.ordinal, style)


@operation(
    APPLIES_TO,
    DIAGRAM,
    EDGE,
    optional("from_node_id", "Where it shall begin."),
    optional("to_node_id", "Where it shall end."),
    LABEL,
    CONNECTOR,
    STYLE,
)
def flow_update_edge(draft: Draft, given: Given) -> None:
    """Gives an edge another label, arrow, style, beginning or end. What is left out stays."""
    text = flowchart_to_edit(draft, given, "edge_id")
    edge = text.edge("edge_id", given.edge_id)
    if not given.stated("from_node_id", "to_node_id", "label", "connector", "style"):
        raise invalid("State what shall change: label, connector or an end", edge_id=given.edge_id)
    shown = edge.label if given.label is None else given.label
    start = text.end("from_node_id", given.from_node_id) if given.from_node_id else edge.from_name
    end = text.end("to_node_id", given.to_node_id) if given.to_node_id else edge.to_name
    arrow = check_connector(given.connector) if given.connector else None
    place = text.places[edge.ordinal]
    link = link_text(place.chain.links[place.link], text.text, edge, arrow, given.label)
    rewrite(text, {edge.ordinal: EdgeText(start, link, end)})
    text.sidecar.change(edge.edge, _entry(text, start, end, shown))
    if given.style:
        _set_style(text, edge, given.style)


@operation(APPLIES_TO, DIAGRAM, EDGE)
def flow_remove_edge(draft: Draft, given: Given) -> Steps:
    """Removes an edge. Its nodes stay, and citations of the edges behind it are followed."""
    text = flowchart_to_edit(draft, given, "edge_id")
    edge = text.edge("edge_id", given.edge_id)
    return _remove_edges(text, {edge.ordinal})
