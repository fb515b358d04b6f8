"""Graphs of the syntax trees of all kinds of diagram that are graphs; here those of flowchart, state, class, ER and
requirement diagrams."""

from collections.abc import Callable

from compiler.languages.diagrams.linking import chart_readers, connectors
from compiler.languages.diagrams.linking.graph_model import (
    Element,
    Graph,
    GraphEdge,
    GraphGroup,
    GraphNode,
    GraphNote,
    details_of,
    joined,
    members,
)
from compiler.languages.diagrams.syntax.shared.text import shown


def flowchart(ast: Element) -> Graph:
    """A subgraph is a node too where an edge begins or ends at it, not where a style, class or click names it."""
    ends = {edge[end] for edge in ast.get("edges", ()) for end in ("from", "to")}
    nodes = [
        GraphNode.of(vertex, shape=vertex.get("shape", ""), read=("shape", "classes"))
        for vertex in ast.get("vertices", ())
        if not vertex.get("is_subgraph") or vertex["id"] in ends
    ]
    read = ("stroke", "arrow_start", "arrow_end", "length", "style")
    edges = [
        GraphEdge.of(edge, connector=connectors.flowchart(edge), read=read)._replace(
            stroke=edge.get("stroke", ""),
            arrow_start=edge.get("arrow_start", ""),
            arrow_end=edge.get("arrow_end", ""),
            length=edge.get("length", 1),
            style=joined(edge.get("style", "")),
            runs=connectors.flowchart_runs(edge),
        )
        for edge in ast.get("edges", ())
    ]
    return Graph(nodes, edges, subgraphs(ast), [])


def subgraphs(ast: Element) -> list[GraphGroup]:
    """The groups of the subgraphs of a flowchart or an ER diagram."""
    return [GraphGroup.of(subgraph, members(subgraph, "nodes"), label="title") for subgraph in ast.get("subgraphs", ())]


def state(ast: Element) -> Graph:
    """A composite state is both a node, which transitions lead to, and a group. Its regions are groups only."""
    states = ast.get("states", ())
    inside: dict[str, list[str]] = {}
    for written in states:
        inside.setdefault(written.get("parent", ""), []).append(written["id"])
    nodes = [
        GraphNode.of(written, shape=written.get("shape", ""), read=("shape", "classes"))
        for written in states
        if written.get("shape") != "divider"
    ]
    groups = [GraphGroup.of(written, inside.get(written["id"], ())) for written in states if written.get("is_group")]
    edges = [GraphEdge.of(transition) for transition in ast.get("transitions", ())]
    notes = [
        GraphNote(note, note.get("position", ""), members(note, "state"), shown(note.get("text", "")))
        for note in ast.get("notes", ())
    ]
    return Graph(nodes, edges, groups, notes)


def classes(ast: Element) -> Graph:
    nodes = [
        GraphNode.of(class_, parent="namespace", shape="classBox", read=("css_classes",))
        for class_ in ast.get("classes", ())
    ]
    nodes += [GraphNode.of(interface, parent="", shape="lollipop") for interface in ast.get("interfaces", ())]
    edges = [
        GraphEdge.of(relation, "id1", "id2", "title", connectors.classes(relation))._replace(
            runs=connectors.classes_runs(relation)
        )
        for relation in ast.get("relations", ())
    ]
    groups = [GraphGroup.of(namespace, members(namespace, "classes")) for namespace in ast.get("namespaces", ())]
    notes = [GraphNote(note, "", members(note, "class"), shown(note.get("text", ""))) for note in ast.get("notes", ())]
    return Graph(nodes, edges, groups, notes)


def er(ast: Element) -> Graph:
    """A subgraph is a node too where a relationship begins or ends at it."""
    boxes = {subgraph["id"] for subgraph in ast.get("subgraphs", ())}
    ends = {relationship[end] for relationship in ast.get("relationships", ()) for end in ("a", "b")}
    nodes = [
        GraphNode(
            entity,
            entity["name"],
            shown(entity.get("alias") or entity["name"]),
            "erBox",
            entity.get("parent", ""),
            details_of(entity, "name", "parent", "classes"),
        )
        for entity in ast.get("entities", ())
        if entity["name"] not in boxes or entity["name"] in ends
    ]
    edges = [
        GraphEdge.of(relationship, "a", "b", "role", connectors.er(relationship))
        for relationship in ast.get("relationships", ())
    ]
    return Graph(nodes, edges, subgraphs(ast), [])


def requirement(ast: Element) -> Graph:
    nodes = [
        GraphNode(
            element,
            element["name"],
            element["name"],
            "requirementBox",
            "",
            {"is": what, **details_of(element, "name", "classes")},
        )
        for what, key in (("requirement", "requirements"), ("element", "elements"))
        for element in ast.get(key, ())
    ]
    nodes.sort(key=lambda node: node.element.get("span", ()))
    edges = [
        GraphEdge(
            relation, relation["from"], relation["to"], relation.get("type", ""), "", details_of(relation, "from", "to")
        )
        for relation in ast.get("relations", ())
    ]
    return Graph(nodes, edges, [], [])


GRAPH_READERS: dict[str, Callable[[Element], Graph]] = {
    "flowchart": flowchart,
    "state": state,
    "class": classes,
    "er": er,
    "requirement": requirement,
    "c4": chart_readers.c4,
    "gantt": chart_readers.gantt,
    "gitgraph": chart_readers.gitgraph,
    "architecture": chart_readers.architecture,
    "block": chart_readers.block,
    "mindmap": chart_readers.mindmap,
}
