"""The operations on the subgraphs of flowcharts, and on the direction of a flowchart or a subgraph."""

from compiler.languages.diagrams.facts.written import WrittenBlock, WrittenLine
from queries.diagrams.selection import DIAGRAM
from queries.operations.arguments import invalid, optional, text_argument
from queries.operations.diagrams.flow_text import FlowText, drop_names, flowchart_to_edit, label_text, rename
from queries.operations.diagrams.graph_text import APPLIES_TO
from queries.operations.draft import Draft
from queries.operations.operation import Given, Steps, operation
from queries.tools.parameters import Parameter

SUBGRAPH = text_argument("subgraph_id", "The id of a subgraph, such as sg:box.", most=500)
TITLE = optional("title", "The title that is shown.")
DIRECTIONS = ("TB", "TD", "BT", "LR", "RL")
DIRECTION = Parameter("direction", "string", "Where its edges run.", choices=DIRECTIONS)
PREFIX = "sg:"


@operation(
    APPLIES_TO,
    DIAGRAM,
    text_argument("subgraph_id", "Its id, which nothing has: sg:box is `box` in the text.", most=500),
    TITLE,
    Parameter("node_ids", "strings", "Nodes that it shall hold, which no subgraph holds yet.", max_items=100),
)
def flow_add_subgraph(draft: Draft, given: Given) -> None:
    """Adds a subgraph behind the last statement of a flowchart, and names the nodes in it that it shall hold."""
    text = flowchart_to_edit(draft, given, "subgraph_id")
    name = text.new_name("subgraph_id", given.subgraph_id, PREFIX)
    members = [text.node("node_ids", id_).name for id_ in given.node_ids or ()]
    for member in members:
        if text.nodes[member].parent:
            raise invalid("A subgraph holds this node already", node_id=member)
    step = text.indentation_step() or "    "
    title = f" [{label_text('title', given.title, is_quoted=False)}]" if given.title else ""
    text.append([f"subgraph {name}{title}", *(step + member for member in members), "end"])
    text.write()


@operation(
    APPLIES_TO,
    DIAGRAM,
    SUBGRAPH,
    TITLE,
    DIRECTION,
    optional("mermaid_id", "Another id in the text, which nothing has."),
)
def flow_update_subgraph(draft: Draft, given: Given) -> Steps:
    """Gives a subgraph another title, direction or id. What is left out stays, and citations follow another id."""
    text = flowchart_to_edit(draft, given, "subgraph_id")
    group = text.group("subgraph_id", given.subgraph_id)
    if given.title is None and given.direction is None and given.mermaid_id is None:
        raise invalid("State a title, a direction or a mermaid_id", subgraph_id=given.subgraph_id)
    block = text.block_of(group.name)
    new = text.new_name("mermaid_id", given.mermaid_id, PREFIX) if given.mermaid_id else group.name
    _write(text, block, given.title, given.direction)
    if given.mermaid_id:
        rename(text, group.name, new)
    text.write()
    if given.mermaid_id:
        text.follow_name((yield), group, new)


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
    own = [
        statement
        for statement in block.statements
        if isinstance(statement, WrittenLine) and statement.type == "DIRECTION"
    ]
    if own:
        text.replace(*own[-1].names[0], direction)
        return
    line = text.line_at(block.head.start)
    indentation = text.indentation(line) + (text.indentation_step() or "    ")
    if block.statements:
        indentation = text.indentation(text.line_at(block.statements[0].place.start))
    text.insert_lines(text.line_at(block.head.end - 1) + 1, [f"{indentation}direction {direction}"])


@operation(APPLIES_TO, DIAGRAM, SUBGRAPH)
def flow_remove_subgraph(draft: Draft, given: Given) -> None:
    """Removes a subgraph and keeps what is in it. One at which an edge ends is refused: its edges go first."""
    text = flowchart_to_edit(draft, given, "subgraph_id")
    group = text.group("subgraph_id", given.subgraph_id)
    edges = [edge.edge for edge in text.edges if group.name in (edge.from_name, edge.to_name)]
    if edges:
        problem = "Edges end at this subgraph: remove them first, or lead them to a node"
        raise invalid(problem, subgraph_id=group.subgraph, edges=edges[:20])
    block = text.block_of(group.name)
    text.remove(*block.head)
    for statement in block.statements:
        if isinstance(statement, WrittenLine) and statement.type == "DIRECTION":
            text.remove(*statement.place)
    text.remove(*block.end)
    drop_names(text, {group.name})
    text.write()


@operation(
    APPLIES_TO, DIAGRAM, Parameter("direction", "string", "Where its edges run.", required=True, choices=DIRECTIONS)
)
def flow_set_direction(draft: Draft, given: Given) -> None:
    """Gives a flowchart another direction, in its first line."""
    text = flowchart_to_edit(draft, given)
    if place := text.written.direction:
        text.replace(*place, given.direction)
    else:
        text.replace(text.written.header.end, text.written.header.end, f" {given.direction}")
    text.write()
