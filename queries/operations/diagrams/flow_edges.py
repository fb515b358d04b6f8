"""The operations on the edges of flowcharts, under the names of the seed."""

from compiler.languages.diagrams.facts import Edge, Node
from queries.operations.arguments import one_line, optional, text_argument
from queries.operations.diagrams import graph_edits
from queries.operations.diagrams.flow_chains import EdgeText, rewrite
from queries.operations.diagrams.flow_labels import check_connector, label_text, link_text
from queries.operations.diagrams.flow_text import FlowText, drop_edge_numbers, drop_names, named_edges
from queries.operations.diagrams.graph_following import follow_edges
from queries.operations.diagrams.graph_lookup import (
    APPLIES_TO_GRAPHS,
    DIAGRAM,
    EDGE,
    FLOWCHARTS,
    GRAPHS,
    diagram_to_edit,
    end_name,
    find_edge,
    find_node,
    native,
)
from queries.operations.draft import Draft
from queries.operations.operation import Given, Steps, operation
from queries.operations.refusals import invalid

LABEL = optional("label", "Its label; an empty one takes the label away.", most=2_000)
STYLE = optional("style", "Its style, such as stroke:red.")
CONNECTOR = optional("connector", "Its arrow, such as -.->.", most=50)


@operation(
    APPLIES_TO_GRAPHS,
    DIAGRAM,
    text_argument("from_node_id", "Where it begins: a node or a subgraph.", most=500),
    text_argument("to_node_id", "Where it ends: a node or a subgraph.", most=500),
    LABEL,
    CONNECTOR,
    STYLE,
    optional("edge_id", "Its id, which a sidecar states; its number by default."),
)
def flow_add_edge(draft: Draft, given: Given) -> Steps:
    """Adds an edge behind the last one, so that the others keep their numbers."""
    diagram = diagram_to_edit(draft, given, "from_node_id", "to_node_id", kinds=GRAPHS)
    if diagram.type not in FLOWCHARTS:
        graph_edits.check_no_flowchart(given, "style", "edge_id")
        names = find_node(draft, diagram, given.from_node_id).name, find_node(draft, diagram, given.to_node_id).name
        yield from graph_edits.add_edge(draft, diagram, names, given.label, given.connector)
        return
    start, end = (end_name(draft, diagram, one) for one in (given.from_node_id, given.to_node_id))
    text = FlowText(draft, diagram)
    arrow = check_connector(given.connector) if given.connector else "-->"
    written = f"|{label_text('label', given.label, is_quoted=False)}|" if given.label else ""
    line, indentation = text.behind_statements(None)
    statement = f"{indentation}{start} {arrow}{written} {end}"
    has_entry = bool(given.edge_id) and (
        text.sidecar.json or native(given.edge_id or "") != f"e:{len(text.edges) + 1:04d}"
    )
    if has_entry:
        text.sidecar.add(native(given.edge_id or ""), _entry(text, start, end, given.label) | {"style": given.style})
    if given.style and not has_entry:
        _add_style(text, len(text.edges), given.style, (line, statement))
    else:
        text.insert_lines(line, [statement])
    text.write()


def _entry(text: FlowText, start: str, end: str, label: str | None) -> dict[str, str | None]:
    """What a sidecar states of an edge."""
    ids = {one.name: one.node for one in text.draft.snapshot.facts(Node, diagram=text.diagram.diagram)}
    from_, to = (ids.get(one, f"n:{one}") for one in (start, end))
    return {"from_node_id": from_, "to_node_id": to, "label": label.strip() if label else None}


def _add_style(text: FlowText, number: int, style: str, edge: tuple[int, str] | None = None) -> None:
    """Write the style of an edge behind all statements, and before it a new edge on a line of its own."""
    end = max([text.written.header.end, *(one.place.end for one in text.written.statements)])
    line, indentation = text.line_at(end - 1) + 1, text.behind_statements(None)[1]
    new = [f"{indentation}linkStyle {number} {one_line('style', style)}"]
    if edge and edge[0] == line:
        new.insert(0, edge[1])
    elif edge:
        text.insert_lines(edge[0], [edge[1]])
    text.insert_lines(line, new)


def _set_style(text: FlowText, edge: Edge, style: str) -> None:
    """Write the style of an edge: in its sidecar, in the statement that styles it alone, or in a new one."""
    if text.sidecar.states(edge.edge):
        text.sidecar.change(edge.edge, {"style": style})
        return
    for line in text.lines("LINK_STYLE"):
        if [text.text[slice(*one)] for one in line.names] == [str(edge.ordinal)]:
            text.replace(line.names[0].end, line.place.end, f" {one_line('style', style)}")
            return
    _add_style(text, edge.ordinal, style)


@operation(
    APPLIES_TO_GRAPHS,
    DIAGRAM,
    EDGE,
    optional("from_node_id", "Where it shall begin."),
    optional("to_node_id", "Where it shall end."),
    LABEL,
    CONNECTOR,
    STYLE,
)
def flow_update_edge(draft: Draft, given: Given) -> None:
    """Gives an edge another label or arrow, and one of a flowchart another beginning or end. What is left out stays."""
    diagram = diagram_to_edit(draft, given, "edge_id", kinds=GRAPHS)
    edge = find_edge(draft, diagram, given.edge_id)
    if all(one is None for one in (given.from_node_id, given.to_node_id, given.label, given.connector, given.style)):
        raise invalid("State what shall change: label, connector or an end", edge_id=given.edge_id)
    if diagram.type not in FLOWCHARTS:
        graph_edits.check_no_flowchart(given, "style", "from_node_id", "to_node_id")
        graph_edits.update_edge(draft, diagram, edge, given.label, given.connector)
        return
    text = FlowText(draft, diagram)
    start = end_name(draft, diagram, given.from_node_id) if given.from_node_id else edge.from_name
    end = end_name(draft, diagram, given.to_node_id) if given.to_node_id else edge.to_name
    arrow = check_connector(given.connector) if given.connector else None
    place = text.place_of(edge)
    link = link_text(place.chain.links[place.link], text.text, edge, arrow, given.label)
    rewrite(text, {edge.ordinal: EdgeText(start, link, end)})
    shown = edge.label if given.label is None else given.label
    text.sidecar.change(edge.edge, _entry(text, start, end, shown))
    if given.style:
        _set_style(text, edge, given.style)
    text.write()


@operation(APPLIES_TO_GRAPHS, DIAGRAM, EDGE)
def flow_remove_edge(draft: Draft, given: Given) -> Steps:
    """Removes an edge. Its nodes stay, and citations of the edges behind it are followed."""
    diagram = diagram_to_edit(draft, given, "edge_id", kinds=GRAPHS)
    edge = find_edge(draft, diagram, given.edge_id)
    if diagram.type not in FLOWCHARTS:
        yield from graph_edits.remove_edge(draft, diagram, edge)
        return
    text = FlowText(draft, diagram)
    rewrite(text, {edge.ordinal: None})
    drop_names(text, named_edges(text, {edge.ordinal}))
    drop_edge_numbers(text, {edge.ordinal})
    text.sidecar.forget({edge.edge})
    text.write()
    follow_edges((yield), text, {edge.ordinal})
