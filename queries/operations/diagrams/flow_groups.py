"""The operations on the subgraphs of flowcharts, and on the direction of a flowchart or a subgraph."""

from compiler.languages.diagrams.facts.written import WrittenBlock, WrittenLine
from queries.errors.query_error import QueryError
from queries.operations.arguments import text_argument
from queries.operations.diagrams.flow_labels import label_text
from queries.operations.diagrams.flow_names import drop_names, rename
from queries.operations.diagrams.flow_text import FlowText
from queries.operations.diagrams.graph_following import follow_group
from queries.operations.diagrams.graph_lookup import (
    APPLIES_TO,
    DIAGRAM,
    FLOWCHARTS,
    diagram_to_edit,
    find_group,
    find_node,
    new_name,
)
from queries.operations.draft import Draft
from queries.operations.operation import Steps, operation
from queries.tools.parameters import Parameter, echoed

SUBGRAPH = Parameter("subgraph_id", "string", "The id of a subgraph, such as sg:box.", required=True, max_length=500)
TITLE = Parameter("title", "string", "The title that is shown.", max_length=500)
DIRECTIONS = ("TB", "TD", "BT", "LR", "RL")
DIRECTION = Parameter("direction", "string", "Where its edges run.", choices=DIRECTIONS)
PREFIX = "sg:"


@operation(
    applies_to=APPLIES_TO,
    parameters=(
        DIAGRAM,
        text_argument("subgraph_id", "Its id, which nothing has: sg:box is `box` in the text.", most=500),
        TITLE,
        Parameter("node_ids", "strings", "Nodes that it shall hold, which no subgraph holds yet.", max_items=100),
    ),
)
def flow_add_subgraph(
    draft: Draft, *, diagram_id: str | None, subgraph_id: str, title: str | None, node_ids: list[str] | None
) -> None:
    """Adds a subgraph behind the last statement of a flowchart, and names the nodes in it that it shall hold."""
    diagram = diagram_to_edit(draft, diagram_id, subgraph_id=subgraph_id, kinds=FLOWCHARTS)
    name = new_name(draft, diagram, subgraph_id, PREFIX)
    text = FlowText(draft, diagram)
    members = [find_node(draft, diagram, one).name for one in node_ids or ()]
    for one in members:
        if text.nodes[one].parent:
            raise QueryError("invalid_argument", "A subgraph holds this node already", node_id=echoed(one))
    line, indentation = text.behind_statements(None)
    inner = indentation + (text.indentation_step() or "    ")
    head = f"subgraph {name} [{label_text('title', title, is_quoted=False)}]" if title else f"subgraph {name}"
    text.insert_lines(line, [indentation + head, *(inner + one for one in members), f"{indentation}end"])
    text.write()


@operation(
    applies_to=APPLIES_TO,
    parameters=(
        DIAGRAM,
        SUBGRAPH,
        TITLE,
        DIRECTION,
        Parameter("mermaid_id", "string", "Another id in the text, which nothing has.", max_length=500),
    ),
)
def flow_update_subgraph(
    draft: Draft,
    *,
    diagram_id: str | None,
    subgraph_id: str,
    title: str | None,
    direction: str | None,
    mermaid_id: str | None,
) -> Steps:
    """Gives a subgraph another title, direction or id. What is left out stays, and citations follow another id."""
    diagram = diagram_to_edit(draft, diagram_id, subgraph_id=subgraph_id, kinds=FLOWCHARTS)
    group = find_group(draft, diagram, subgraph_id)
    if title is None and direction is None and mermaid_id is None:
        raise QueryError("invalid_argument", "State a title, a direction or a mermaid_id", subgraph_id=subgraph_id)
    text = FlowText(draft, diagram)
    block = text.block_of(group.name)
    new = new_name(draft, diagram, mermaid_id, PREFIX) if mermaid_id else group.name
    _write(text, block, title, direction)
    if mermaid_id:
        rename(text, group.name, new)
    text.write()
    if mermaid_id:
        follow_group((yield), text, group, new)


def _write(text: FlowText, block: WrittenBlock, title: str | None, direction: str | None) -> None:
    """Write the title and the direction of a subgraph."""
    if title is not None:
        place = block.title
        is_quoted = place is not None and text.text[place.start : place.end].startswith('"')
        written = label_text("title", title, is_quoted=is_quoted)
        if place:
            text.replace(*place, written)
        else:
            text.replace(block.head.end, block.head.end, f" [{written}]")
    if direction is not None:
        _write_direction(text, block, direction)


def _write_direction(text: FlowText, block: WrittenBlock, direction: str) -> None:
    own = [one for one in block.statements if isinstance(one, WrittenLine) and one.type == "DIRECTION"]
    if own:
        text.replace(*own[-1].names[0], direction)
        return
    line = text.line_at(block.head.start)
    indentation = text.indentation(line) + (text.indentation_step() or "    ")
    if block.statements:
        indentation = text.indentation(text.line_at(block.statements[0].place.start))
    text.insert_lines(text.line_at(block.head.end - 1) + 1, [f"{indentation}direction {direction}"])


@operation(applies_to=APPLIES_TO, parameters=(DIAGRAM, SUBGRAPH))
def flow_remove_subgraph(draft: Draft, *, diagram_id: str | None, subgraph_id: str) -> None:
    """Removes a subgraph and keeps what is in it. One at which an edge ends is refused: its edges go first."""
    diagram = diagram_to_edit(draft, diagram_id, subgraph_id=subgraph_id, kinds=FLOWCHARTS)
    group = find_group(draft, diagram, subgraph_id)
    text = FlowText(draft, diagram)
    edges = [one.edge for one in text.edges if group.name in (one.from_name, one.to_name)]
    if edges:
        problem = "Edges end at this subgraph: remove them first, or lead them to a node"
        raise QueryError("invalid_argument", problem, subgraph_id=group.subgraph, edges=edges[:20])
    block = text.block_of(group.name)
    text.remove(*block.head)
    for one in block.statements:
        if isinstance(one, WrittenLine) and one.type == "DIRECTION":
            text.remove(*one.place)
    text.remove(*block.end)
    drop_names(text, {group.name})
    text.write()


@operation(
    applies_to=APPLIES_TO,
    parameters=(
        DIAGRAM,
        Parameter("direction", "string", "Where its edges run.", required=True, choices=DIRECTIONS),
    ),
)
def flow_set_direction(draft: Draft, *, diagram_id: str | None, direction: str) -> None:
    """Gives a flowchart another direction, in its first line."""
    diagram = diagram_to_edit(draft, diagram_id, kinds=FLOWCHARTS)
    text = FlowText(draft, diagram)
    if place := text.written.direction:
        text.replace(*place, direction)
    else:
        text.replace(text.written.header.end, text.written.header.end, f" {direction}")
    text.write()
