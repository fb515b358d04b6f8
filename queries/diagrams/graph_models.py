"""From the facts of a graph to the model to draw: the appearance of its nodes, edges and groups by kind of diagram."""

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from compiler.languages.diagrams.facts import Diagram, DiagramNote, Edge, Node, Subgraph
from compiler.store.snapshot import Snapshot
from queries.diagrams.c4_looks import boundary_kinds, relation_numbers
from queries.diagrams.node_looks import LOOKS, attributes
from queries.diagrams.node_media import media_of
from queries.diagrams.styles.kind_paints import branch_paints, c4_paint
from queries.diagrams.styles.paints import ClassStyles, class_styles, line_look, paint
from queries.drawing.calendar_days import day_number
from queries.drawing.graph_model import Box, Connector, Direction, GraphModel, Group, Paint
from queries.drawing.labels import plain_text

DIRECTIONS: Mapping[str, Direction] = {"TB": "TB", "TD": "TB", "BT": "BT", "LR": "LR", "RL": "RL"}
HEADS = {"arrow_point": "arrow", "arrow_cross": "cross", "arrow_circle": "circle"}
RELATIONS = {
    "extension": "triangle",
    "composition": "diamond",
    "aggregation": "hollow_diamond",
    "dependency": "arrow",
    "lollipop": "",
}
CARDINALITIES = {
    "ONLY_ONE": "one",
    "ZERO_OR_ONE": "zero_one",
    "ZERO_OR_MORE": "zero_many",
    "ONE_OR_MORE": "one_many",
    "MD_PARENT": "hollow_diamond",
}


GROUP_LISTS = ("subgraphs", "vertices", "boundaries")  # of the tree, whose elements may have the styles of a group


class GraphFacts(NamedTuple):
    """The facts of one diagram that is a graph."""

    diagram: Diagram
    nodes: Sequence[Node]
    edges: Sequence[Edge]
    groups: Sequence[Subgraph]
    notes: Sequence[DiagramNote]


def graph_facts(snapshot: Snapshot, diagram: Diagram) -> GraphFacts:
    """Return the facts of a diagram in the order of the source."""
    own = {"diagram": diagram.diagram}
    nodes = sorted(snapshot.facts(Node, **own), key=lambda node: node.ordinal)
    edges = sorted(snapshot.facts(Edge, **own), key=lambda edge: edge.ordinal)
    groups = sorted(snapshot.facts(Subgraph, **own), key=lambda group: group.ordinal)
    return GraphFacts(diagram, nodes, edges, groups, snapshot.facts(DiagramNote, **own))


def graph_model(graph: GraphFacts) -> GraphModel:
    """Return the model of a graph of any kind."""
    kind = graph.diagram.type
    same = same_groups(graph)
    known = class_styles(graph.diagram.ast or {})
    boxes = [_box(kind, node, known) for node in graph.nodes if node.node not in same]
    numbers = relation_numbers(graph.diagram, graph.edges)
    connectors = [_numbered(_connector(kind, edge, same), numbers) for edge in graph.edges]
    for number, note in enumerate(graph.notes):
        id_ = f"note {number}"
        about = [same.get(name, name) for name in note.about]
        around = next((node.parent for node in graph.nodes if node.node in note.about and node.node not in same), "")
        boxes.append(Box(id_, (plain_text(note.text),), "note", around))
        connectors += [Connector(name, id_, stroke="dotted", end="") for name in about]
    titled = set(same.values()) if kind == "state" else {group.subgraph for group in graph.groups}
    paints = _group_paints(graph, known)
    paints |= {same[node.node]: _paint(node, known) for node in graph.nodes if node.node in same}
    kinds = boundary_kinds(graph.diagram.ast or {}) if kind == "c4" else {}
    groups = [
        _group(group, group.subgraph in titled, kinds)._replace(paint=paints.get(group.subgraph, Paint()))
        for group in graph.groups
    ]
    if kind == "mindmap":
        boxes, connectors = _with_branches(graph, boxes, connectors)
    direction = DIRECTIONS.get(graph.diagram.direction, _direction(graph))
    return GraphModel(
        *(tuple(boxes), tuple(connectors), tuple(groups), direction),
        lanes=kind == "gitgraph",
    )


def _numbered(connector: Connector, numbers: Mapping[str, str]) -> Connector:
    return (
        connector._replace(label=f"{numbers[connector.id]}: {connector.label}")
        if connector.id in numbers
        else connector
    )


def _group_paints(graph: GraphFacts, known: ClassStyles) -> dict[str, Paint]:
    """Return the colours that `style` and `class` give to groups, by their ids. A flowchart has the styles of a
    subgraph with the node of its name."""
    found: dict[str, Paint] = {}
    tree = graph.diagram.ast or {}
    looks: dict[str, tuple[list[str], list[str]]] = {}
    for grouping in (element for key in GROUP_LISTS for element in tree.get(key) or ()):
        classes, styles = looks.setdefault(str(grouping.get("id") or grouping.get("alias")), ([], []))
        classes += map(str, grouping.get("classes") or ())
        styles += map(str, grouping.get("styles") or ())
    for group in graph.groups:
        if group.name in looks and any(looks[group.name]):
            found[group.subgraph] = paint(*looks[group.name], known)
    return found


def _with_branches(
    graph: GraphFacts, boxes: Sequence[Box], connectors: Sequence[Connector]
) -> tuple[list[Box], list[Connector]]:
    """Return the boxes and the lines of a mind map in the colours of their branches, where they have no others."""
    paints = branch_paints(graph.nodes, graph.edges)
    painted = [box if box.paint != Paint() else box._replace(paint=paints.get(box.id, Paint())) for box in boxes]
    lines = [
        connector._replace(colour=connector.colour or paints.get(connector.target, Paint()).stroke)
        for connector in connectors
    ]
    return painted, lines


def same_groups(graph: GraphFacts) -> dict[str, str]:
    """Return the groups that are nodes too, by the ids of the nodes: composite states, and subgraphs with edges.

    Each is drawn once, as the group."""
    named = {group.name: group.subgraph for group in graph.groups}
    return {node.node: named[node.name] for node in graph.nodes if node.name in named and is_group(node)}


def _direction(graph: GraphFacts) -> Direction:
    """Return the direction of a diagram without one: right in a mind map, that of most edges of an architecture."""
    if graph.diagram.type == "mindmap":
        return "LR"
    sides = [str(edge.details.get(key)) for edge in graph.edges for key in ("from_dir", "to_dir")]
    return "LR" if sum(side in ("L", "R") for side in sides) > sum(side in ("T", "B") for side in sides) else "TB"


def is_group(node: Node) -> bool:
    """Whether a node stands for a group."""
    return bool(node.details.get("is_group") or node.details.get("is_subgraph"))


def _group(subgraph: Subgraph, titled: bool, kinds: Mapping[str, str]) -> Group:
    title = plain_text(subgraph.title) if titled else ""
    title = "\n".join([title, *([kinds[subgraph.name]] if subgraph.name in kinds else [])])
    # The direction of a composite state is a default of Mermaid, which the author did not write.
    direction = None if subgraph.family == "state" else DIRECTIONS.get(subgraph.direction)
    return Group(
        subgraph.subgraph, title, subgraph.parent, direction or "", dashed=not titled or subgraph.family == "c4"
    )


def _times(kind: str, node: Node) -> tuple[float, ...]:
    """Return the days on which a task begins and ends, in a diagram of tasks."""
    days = [day_number(str(node.details.get(key) or "")) for key in ("start", "end")] if kind == "gantt" else []
    known = tuple(day for day in days if day is not None)
    return known if len(known) == 2 else ()


def _state(node: Node) -> Paint:
    """Return the colours of a task: done is grey, active is strong, critical has a red border."""
    fill = "#d9dee4" if node.details.get("done") else "#b9c8f0" if node.details.get("active") else ""
    return Paint(fill, "#e03131" if node.details.get("crit") else "")


def _paint(node: Node, known: ClassStyles) -> Paint:
    own = paint(node.classes, node.details.get("styles") or (), known)
    return c4_paint(node) if node.family == "c4" and own == Paint() else own


def _box(kind: str, node: Node, known: ClassStyles) -> Box:
    parts, shape = LOOKS[kind](node)
    rows = attributes(node) if kind == "er" else ()
    colours = _state(node) if kind == "gantt" else _paint(node, known)
    media = media_of(node) if kind == "flowchart" else None
    return Box(node.node, parts, shape, node.parent, rows=rows, times=_times(kind, node), paint=colours, media=media)


def _connector(kind: str, edge: Edge, same: Mapping[str, str]) -> Connector:
    details = edge.details
    source, target = same.get(edge.from_node, edge.from_node), same.get(edge.to_node, edge.to_node)
    label = plain_text(edge.label, markdown=details.get("label_type") == "markdown")
    one = Connector(source, target, label, id=edge.edge)._replace(**line_look(edge.style)._asdict())
    if kind in ("flowchart", "block"):
        start, end = HEADS.get(edge.arrow_start, ""), HEADS.get(edge.arrow_end, "")
        stroke = edge.stroke or "normal"
        if stroke == "normal" and (details.get("animate") or details.get("animation")):
            stroke = "dotted"  # a moving line is one of dashes
        return one._replace(stroke=stroke, start=start, end=end, length=min(edge.length, 10))
    if kind == "class":
        start, end = (RELATIONS.get(str(details.get(key)), "") for key in ("type1", "type2"))
        texts = [plain_text(str(details.get(key) or "")) for key in ("card1", "card2")]
        stroke = "dotted" if details.get("line") == "dotted" else "normal"
        return one._replace(stroke=stroke, start=start, end=end, start_text=texts[0], end_text=texts[1])
    if kind == "er":
        start, end = (CARDINALITIES.get(str(details.get(key)), "") for key in ("card_at_a", "card_at_b"))
        return one._replace(stroke="dotted" if details.get("identifying") == "no" else "normal", start=start, end=end)
    if kind == "c4":
        techn = f"{one.label}\n[{plain_text(str(details['techn']))}]" if details.get("techn") else one.label
        ends = {"both": ("arrow", "arrow"), "backwards": ("arrow", "")}.get(edge.runs, ("", "arrow"))
        return one._replace(label=techn, start=ends[0], end=ends[1])
    if kind == "architecture":
        start, end = ("arrow" if details.get(key) else "" for key in ("from_arrow", "to_arrow"))
        # Right of or below the other: what stands left or above is drawn first.
        if details.get("from_dir") in ("L", "T") and details.get("to_dir") in ("R", "B"):
            return one._replace(source=target, target=source, start=end, end=start)
        return one._replace(start=start, end=end)
    if kind == "mindmap":
        return one._replace(end="")
    if kind == "requirement":
        return one._replace(label=f"<<{one.label}>>", stroke="normal" if one.label == "contains" else "dotted")
    return one
