"""The operations on the edges of flowcharts, under the names of the seed."""

from compiler.languages.diagrams.facts import Edge
from queries.diagrams.selection import DIAGRAM
from queries.operations.arguments import invalid, one_line, optional, text_argument
from queries.operations.diagrams.flow_chains import EdgeText, rewrite
from queries.operations.diagrams.flow_text import (
    APPLIES_TO,
    EDGE,
    FlowText,
    check_connector,
    drop_edge_numbers,
    drop_names,
    flowchart_to_edit,
    label_text,
    link_text,
    named_edges,
    native,
)
from queries.operations.draft import Draft
from queries.operations.operation import Given, Steps, operation

LABEL = optional("label", "Its label; an empty one takes the label away.", most=2_000)
STYLE = optional("style", "Its style, such as stroke:red.")
CONNECTOR = optional("connector", "Its arrow, such as -.->.", most=50)


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
    text.write()


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
    text.write()


@operation(APPLIES_TO, DIAGRAM, EDGE)
def flow_remove_edge(draft: Draft, given: Given) -> Steps:
    """Removes an edge. Its nodes stay, and citations of the edges behind it are followed."""
    text = flowchart_to_edit(draft, given, "edge_id")
    edge = text.edge("edge_id", given.edge_id)
    rewrite(text, {edge.ordinal: None})
    drop_names(text, named_edges(text, {edge.ordinal}))
    drop_edge_numbers(text, {edge.ordinal})
    text.sidecar.forget({edge.edge})
    text.write()
    text.follow_edges((yield), {edge.ordinal})
