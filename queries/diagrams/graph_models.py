"""From the facts of a graph to the model to draw: the appearance of its nodes, edges and groups by kind of diagram."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from compiler.languages.diagrams.facts import Diagram, DiagramNote, Edge, Node, Subgraph
from compiler.store.snapshot import Snapshot
from queries.diagrams.kind_paints import branch_paints, c4_paint
from queries.diagrams.paints import ClassStyles, class_styles, line_colour, paint
from queries.diagrams.shape_names import FLOW_SHAPES, STATE_SHAPES
from queries.drawing.calendar_days import day_number
from queries.drawing.graph_model import Box, Connector, Direction, GraphModel, Group, Paint
from queries.drawing.labels import cell_width, plain_text

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
    nodes = sorted(snapshot.facts(Node, **own), key=lambda one: one.ordinal)
    edges = sorted(snapshot.facts(Edge, **own), key=lambda one: one.ordinal)
    groups = sorted(snapshot.facts(Subgraph, **own), key=lambda one: one.ordinal)
    return GraphFacts(diagram, nodes, edges, groups, snapshot.facts(DiagramNote, **own))


def graph_model(graph: GraphFacts) -> GraphModel:
    """Return the model of a graph of any kind."""
    kind = graph.diagram.type
    same = same_groups(graph)
    known = class_styles(graph.diagram.ast or {})
    boxes = [_box(kind, one, known) for one in graph.nodes if one.node not in same]
    connectors = [_connector(kind, one, same) for one in graph.edges]
    for number, note in enumerate(graph.notes):
        id_ = f"note {number}"
        about = [same.get(one, one) for one in note.about]
        around = next((one.parent for one in graph.nodes if one.node in note.about and one.node not in same), "")
        boxes.append(Box(id_, (plain_text(note.text),), "note", around))
        connectors += [Connector(one, id_, stroke="dotted", end="") for one in about]
    titled = set(same.values()) if kind == "state" else {one.subgraph for one in graph.groups}
    paints = {same[one.node]: _paint(one, known) for one in graph.nodes if one.node in same}
    groups = [
        _group(one, one.subgraph in titled)._replace(paint=paints.get(one.subgraph, Paint())) for one in graph.groups
    ]
    if kind == "mindmap":
        boxes, connectors = _with_branches(graph, boxes, connectors)
    direction = DIRECTIONS.get(graph.diagram.direction, _direction(graph))
    return GraphModel(tuple(boxes), tuple(connectors), tuple(groups), direction, lanes=kind == "gitgraph")


def _with_branches(
    graph: GraphFacts, boxes: Sequence[Box], connectors: Sequence[Connector]
) -> tuple[list[Box], list[Connector]]:
    """Return the boxes and the lines of a mind map in the colours of their branches, where they have no others."""
    paints = branch_paints(graph.nodes, graph.edges)
    painted = [one if one.paint != Paint() else one._replace(paint=paints.get(one.id, Paint())) for one in boxes]
    lines = [one._replace(colour=one.colour or paints.get(one.target, Paint()).stroke) for one in connectors]
    return painted, lines


def same_groups(graph: GraphFacts) -> dict[str, str]:
    """Return the groups that are nodes too, by the ids of the nodes: composite states, and subgraphs with edges.

    Each is drawn once, as the group."""
    named = {one.name: one.subgraph for one in graph.groups}
    return {one.node: named[one.name] for one in graph.nodes if one.name in named and is_group(one)}


def _direction(graph: GraphFacts) -> Direction:
    """Return the direction of a diagram without one: right in a mind map, that of most edges of an architecture."""
    if graph.diagram.type == "mindmap":
        return "LR"
    sides = [str(edge.details.get(key)) for edge in graph.edges for key in ("from_dir", "to_dir")]
    return "LR" if sum(side in ("L", "R") for side in sides) > sum(side in ("T", "B") for side in sides) else "TB"


def is_group(node: Node) -> bool:
    """Whether a node stands for a group."""
    return bool(node.details.get("is_group") or node.details.get("is_subgraph"))


def _group(one: Subgraph, titled: bool) -> Group:
    title = plain_text(one.title) if titled else ""
    # The direction of a composite state is a default of Mermaid, which the author did not write.
    direction = None if one.family == "state" else DIRECTIONS.get(one.direction)
    return Group(one.subgraph, title, one.parent, direction or "", dashed=not titled or one.family == "c4")


def label_of(node: Node) -> str:
    return plain_text(node.label or node.name, markdown=node.details.get("label_type") == "markdown")


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
    parts, shape = _LOOKS[kind](node)
    rows = _attributes(node) if kind == "er" else ()
    colours = _state(node) if kind == "gantt" else _paint(node, known)
    return Box(node.node, parts, shape, node.parent, rows=rows, times=_times(kind, node), paint=colours)


Look = tuple[tuple[str, ...], str]


def _flow_look(node: Node) -> Look:
    shape = FLOW_SHAPES.get(node.shape, "rect")
    label = label_of(node)
    if shape in ("start", "end", "junction", "crossed", "bar") or node.shape == "choice":
        return ("" if label == node.name else label,), shape
    return (label,), shape


def _state_look(node: Node) -> Look:
    shape = STATE_SHAPES.get(node.shape, "rounded")
    if shape != "rounded":
        return ("",), shape
    more = node.details.get("descriptions") or ()
    return (label_of(node), *(["\n".join(map(plain_text, more))] if more else [])), shape


def _class_look(node: Node) -> Look:
    if node.shape == "lollipop":
        return (label_of(node),), "lollipop"
    details = node.details
    generic = f"<{details['generic']}>" if details.get("generic") else ""
    head = [f"<<{one}>>" for one in details.get("annotations") or ()]
    title = "\n".join([*head, label_of(node) + generic])
    lists = ["\n".join(map(_member, details.get(key) or ())) for key in ("members", "methods")]
    return (title, *(one for one in lists if one)), "rect"


def _member(member: Mapping[str, Any]) -> str:
    """Return a member as its author wrote it, marked when it is static or abstract."""
    word = {"$": " {static}", "*": " {abstract}"}.get(str(member.get("classifier", "")), "")
    return plain_text(str(member.get("text", ""))) + word


def _er_look(node: Node) -> Look:
    rows = [(*row[:3], f'"{row[3]}"' if row[3] else "") for row in _attributes(node)]
    return (label_of(node), *(["\n".join(_table(rows))] if rows else [])), "rect"


def _attributes(node: Node) -> tuple[tuple[str, ...], ...]:
    """Return the attributes of an entity: type, name, keys and comment of each."""
    return tuple(
        (
            plain_text(str(one.get("type", ""))),
            plain_text(str(one.get("name", ""))),
            ",".join(one.get("keys") or ()),
            plain_text(str(one.get("comment") or "")),
        )
        for one in node.details.get("attributes") or ()
    )


def _table(rows: Sequence[Sequence[str]]) -> Iterator[str]:
    widths = [max(map(cell_width, column)) for column in zip(*rows, strict=True)]
    for row in rows:
        yield "  ".join(
            text + " " * (width - cell_width(text)) for text, width in zip(row, widths, strict=True) if width
        ).rstrip()


REQUIREMENT_ROWS = {
    "id": "Id",
    "text": "Text",
    "risk": "Risk",
    "verify_method": "Verification",
    "doc_ref": "Doc ref",
}


def _requirement_look(node: Node) -> Look:
    details = node.details
    element = details.get("is") == "element"
    kind = "Element" if element else details.get("type") or "Requirement"
    rows = [f"{name}: {plain_text(str(details[key]))}" for key, name in REQUIREMENT_ROWS.items() if details.get(key)]
    if element and details.get("type"):
        rows.insert(0, f"Type: {plain_text(str(details['type']))}")
    return (f"<<{kind}>>\n{label_of(node)}", *(["\n".join(rows)] if rows else [])), "rect"


def _c4_look(node: Node) -> Look:
    details = node.details
    kind = node.shape.replace("_", " ")
    techn = f": {plain_text(str(details['techn']))}" if details.get("techn") else ""
    text = plain_text(str(details.get("descr") or ""))
    shape = next((shape for ending, shape in C4_SHAPES.items() if node.shape.endswith(ending)), "rect")
    return (f"<<{kind}{techn}>>\n{label_of(node)}", *([text] if text else [])), shape


C4_SHAPES = {"person": "person", "_db": "cylinder", "_queue": "stadium"}


def _gantt_look(node: Node) -> Look:
    details = node.details
    tags = ", ".join(tag for tag in ("active", "done", "crit") if details.get(tag))
    start, end = details.get("start"), details.get("end")
    dates = [] if not start else [f"{start}" if start == end else f"{start} – {end}"]
    return (label_of(node), *(["\n".join([*dates, *([tags] if tags else [])])] if dates or tags else [])), (
        "hexagon" if node.shape == "milestone" else "rect"
    )


def _git_look(node: Node) -> Look:
    details = node.details
    tags = ", ".join(map(plain_text, details.get("tags") or ()))
    return (label_of(node), *([tags] if tags else [])), GIT_SHAPES.get(node.shape, "rounded")


GIT_SHAPES = {"merge": "double_circle", "highlight": "rect", "cherry_pick": "circle"}


def _architecture_look(node: Node) -> Look:
    if node.shape == "junction":
        return ("",), "junction"
    icon = str(node.details.get("icon_text") or node.details.get("icon") or "")
    return (label_of(node), *([plain_text(f"({icon})")] if icon else [])), (
        "cylinder" if icon == "database" else "rect"
    )


def _mindmap_look(node: Node) -> Look:
    return (label_of(node),), MINDMAP_SHAPES.get(node.shape, "rect")


BLOCK_SHAPES = {"square": "rect", "round": "roundedRect", "na": "rect"}


def _block_look(node: Node) -> Look:
    sides = ", ".join(node.details.get("sides") or ())
    text = f"{label_of(node)} ({sides})" if sides else label_of(node)
    return (text,), FLOW_SHAPES.get(BLOCK_SHAPES.get(node.shape, node.shape), "rect")


MINDMAP_SHAPES = {
    "default": "topic",
    "rounded": "rounded",
    "circle": "circle",
    "cloud": "cloud",
    "bang": "cloud",
    "hexagon": "hexagon",
}


_LOOKS: Mapping[str, Callable[[Node], Look]] = {
    "flowchart": _flow_look,
    "state": _state_look,
    "class": _class_look,
    "er": _er_look,
    "requirement": _requirement_look,
    "c4": _c4_look,
    "gantt": _gantt_look,
    "gitgraph": _git_look,
    "architecture": _architecture_look,
    "block": _block_look,
    "mindmap": _mindmap_look,
}


def _connector(kind: str, edge: Edge, same: Mapping[str, str]) -> Connector:
    details = edge.details
    source, target = same.get(edge.from_node, edge.from_node), same.get(edge.to_node, edge.to_node)
    label = plain_text(edge.label, markdown=details.get("label_type") == "markdown")
    one = Connector(source, target, label, id=edge.edge, colour=line_colour(edge.style))
    if kind in ("flowchart", "block"):
        start, end = HEADS.get(edge.arrow_start, ""), HEADS.get(edge.arrow_end, "")
        return one._replace(stroke=edge.stroke or "normal", start=start, end=end, length=min(edge.length, 10))
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
