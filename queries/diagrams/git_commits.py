"""The model of a git graph for an image: commits as dots on their branches, each branch in a colour."""

from collections.abc import Mapping

from compiler.languages.diagrams.facts import Node
from queries.diagrams.graph_models import GraphFacts
from queries.diagrams.styles.kind_paints import BRANCHES
from queries.drawing.graph_model import Box, Connector, GraphModel, Paint
from queries.drawing.labels import plain_text

SHAPES = {
    "merge": "commit_merge",
    "highlight": "commit_highlight",
    "reverse": "commit_reverse",
    "cherry_pick": "commit_picked",
}
LINE_WIDTH = "3"


def as_commits(graph: GraphFacts, model: GraphModel) -> GraphModel:
    """Return the model of a git graph with dots for its commits. A line has the colour of the branch that begins at it,
    or that is merged."""
    colours = {group.id: BRANCHES[number % len(BRANCHES)].stroke for number, group in enumerate(model.groups)}
    nodes = {node.node: node for node in graph.nodes}
    branch = {box.id: box.group for box in model.boxes}
    return model._replace(
        boxes=tuple(_commit(box, nodes[box.id], colours) for box in model.boxes),
        connectors=tuple(
            _line(connector, colours.get(_branch_of(connector, branch), "")) for connector in model.connectors
        ),
    )


def _branch_of(connector: Connector, branch: Mapping[str, str]) -> str:
    return branch.get(connector.source, "") if connector.label else branch.get(connector.target, "")


def _line(connector: Connector, colour: str) -> Connector:
    return connector._replace(label="", start="", end="", colour=colour, width=LINE_WIDTH)


def _commit(box: Box, node: Node, colours: Mapping[str, str]) -> Box:
    details = node.details
    joins = node.shape in ("merge", "cherry_pick")
    own = "" if details.get("automatic") else node.name
    label = plain_text(own if joins else node.label)
    tags = "\n".join(map(plain_text, details.get("tags") or ()))
    look = str(details.get("look") or "").lower()
    colour = colours.get(box.group, "")
    return box._replace(
        parts=(label, tags), shape=SHAPES.get(look) or SHAPES.get(node.shape, "commit"), paint=Paint(colour, colour)
    )
