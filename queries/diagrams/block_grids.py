"""The model of a block diagram for an image: its blocks in the columns of their author."""

from collections.abc import Mapping, Sequence
from typing import Any

from compiler.languages.diagrams.facts import Node
from queries.diagrams.graph_models import GraphFacts
from queries.drawing.emphasis import emphasised
from queries.drawing.graph_model import Box, Cell, GraphModel, Grid

ARROWS: Mapping[frozenset[str], str] = {
    frozenset({"right"}): "arrow_right",
    frozenset({"left"}): "arrow_left",
    frozenset({"up"}): "arrow_up",
    frozenset({"down"}): "arrow_down",
    frozenset({"left", "right"}): "arrow_x",
    frozenset({"up", "down"}): "arrow_y",
}
AXES = {"x": ("left", "right"), "y": ("up", "down")}


def in_grids(graph: GraphFacts, model: GraphModel) -> GraphModel:
    """Return the model of a block diagram with its columns, with the titles that its author wrote, and with arrows."""
    nodes = {node.node: node for node in graph.nodes}
    ids = {node.name: node.node for node in graph.nodes} | {group.name: group.subgraph for group in graph.groups}
    known = {*(box.id for box in model.boxes), *(group.id for group in model.groups)}
    tree: Sequence[Mapping[str, Any]] = (graph.diagram.ast or {}).get("grid") or ()
    grids = []
    for level in tree:
        cells = [Cell(ids.get(name, ""), width) for name, width in level["cells"] if not name or ids.get(name) in known]
        grids.append(Grid(ids.get(level["in"], "") if level["in"] else "", level["columns"], tuple(cells)))
    titles = {group.subgraph: emphasised(group.label) for group in graph.groups}
    boxes = tuple(_with_arrow(box, nodes[box.id]) if box.id in nodes else box for box in model.boxes)
    groups = tuple(group._replace(title=titles.get(group.id, group.title)) for group in model.groups)
    return model._replace(boxes=boxes, groups=groups, grids=tuple(grids))


def _with_arrow(box: Box, node: Node) -> Box:
    """Return the box of a block arrow as an arrow, where there is one for its sides."""
    sides = {side for written in node.details.get("sides") or () for side in AXES.get(written, (written,))}
    shape = ARROWS.get(frozenset(sides))
    return box._replace(shape=shape, parts=(emphasised(node.label).strip(),)) if shape else box
