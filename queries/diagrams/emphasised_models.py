"""The model of a graph for an image, in which labels keep the bold and italic words of their author."""

from collections.abc import Mapping
from functools import partial

from queries.diagrams.block_grids import in_grids
from queries.diagrams.compass_grids import on_compass
from queries.diagrams.gantt_axes import on_axis
from queries.diagrams.git_commits import as_commits
from queries.diagrams.graph_models import GraphFacts, graph_model
from queries.drawing.emphasis import emphasised, without_marks
from queries.drawing.graph_model import Box, GraphModel


def emphasised_model(graph: GraphFacts) -> GraphModel:
    """Return the model of a graph with marks in the labels of its boxes, connectors and groups."""
    model = graph_model(graph)
    labels: dict[str, str] = {}
    for node in graph.nodes:
        if node.label:
            labels[node.node] = emphasised(node.label, markdown=node.details.get("label_type") == "markdown")
    for edge in graph.edges:
        labels[edge.edge] = emphasised(edge.label, markdown=edge.details.get("label_type") == "markdown")
    for group in graph.groups:
        labels[group.subgraph] = emphasised(group.title, markdown=True)
    marked = model._replace(
        boxes=tuple(
            box._replace(parts=(_marked(box.parts[0], labels.get(box.id, "")), *box.parts[1:])) if box.parts else box
            for box in map(partial(_named, labels), model.boxes)
        ),
        connectors=tuple(
            connector._replace(label=_marked(connector.label, labels.get(connector.id, "")))
            for connector in model.connectors
        ),
        groups=tuple(group._replace(title=_marked(group.title, labels.get(group.id, ""))) for group in model.groups),
    )
    if graph.diagram.type == "requirement":  # names and texts are markdown
        boxes = (
            box._replace(parts=tuple(emphasised(part, markdown=True) for part in box.parts)) for box in model.boxes
        )
        return marked._replace(boxes=tuple(boxes))
    own = {"block": in_grids, "gitgraph": as_commits, "architecture": on_compass, "gantt": on_axis}.get(
        graph.diagram.type
    )
    return own(graph, marked) if own else marked


def _named(labels: Mapping[str, str], box: Box) -> Box:
    """Return a box without the name of its node where it has a picture or an icon, and no label."""
    return box._replace(parts=("",)) if box.media and not labels.get(box.id, "").strip() else box


def _marked(shown: str, label: str) -> str:
    """Return what is shown for a label with the marks of that label, where it is shown as it is."""
    return label if label and label != shown and without_marks(label) == shown else shown
