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
    ends = {one[end] for one in ast.get("edges", ()) for end in ("from", "to")}
    nodes = [
        GraphNode(
            one,
            one["id"],
            shown(one.get("label", "")),
            one.get("shape", ""),
            one.get("parent", ""),
            details_of(one, "id", "label", "shape", "parent", "classes"),
        )
        for one in ast.get("vertices", ())
        if not one.get("is_subgraph") or one["id"] in ends
    ]
    edges = [
        GraphEdge(
            one,
            one["from"],
            one["to"],
            shown(one.get("label", "")),
            connectors.flowchart(one),
            details_of(one, "from", "to", "label", "stroke", "arrow_start", "arrow_end", "length", "style"),
            one.get("stroke", ""),
            one.get("arrow_start", ""),
            one.get("arrow_end", ""),
            one.get("length", 1),
            joined(one.get("style", "")),
            connectors.flowchart_runs(one),
        )
        for one in ast.get("edges", ())
    ]
    groups = [
        GraphGroup(
            one,
            one["id"],
            shown(one.get("title", "")),
            one.get("parent", ""),
            one.get("dir", ""),
            members(one, "nodes"),
        )
        for one in ast.get("subgraphs", ())
    ]
    return Graph(nodes, edges, groups, [])


def state(ast: Element) -> Graph:
    """A composite state is both a node, which transitions lead to, and a group. Its regions are groups only."""
    states = ast.get("states", ())
    inside: dict[str, list[str]] = {}
    for one in states:
        inside.setdefault(one.get("parent", ""), []).append(one["id"])
    nodes = [
        GraphNode(
            one,
            one["id"],
            shown(one.get("label", "")),
            one.get("shape", ""),
            one.get("parent", ""),
            details_of(one, "id", "label", "shape", "parent", "classes"),
        )
        for one in states
        if one.get("shape") != "divider"
    ]
    groups = [
        GraphGroup(
            one,
            one["id"],
            shown(one.get("label", "")),
            one.get("parent", ""),
            one.get("dir", ""),
            tuple(inside.get(one["id"], ())),
        )
        for one in states
        if one.get("is_group")
    ]
    edges = [
        GraphEdge(one, one["from"], one["to"], shown(one.get("label", "")), "", details_of(one, "from", "to", "label"))
        for one in ast.get("transitions", ())
    ]
    notes = [
        GraphNote(one, one.get("position", ""), members(one, "state"), shown(one.get("text", "")))
        for one in ast.get("notes", ())
    ]
    return Graph(nodes, edges, groups, notes)


def classes(ast: Element) -> Graph:
    nodes = [
        GraphNode(
            one,
            one["id"],
            shown(one.get("label", "")),
            "classBox",
            one.get("namespace", ""),
            details_of(one, "id", "label", "namespace", "css_classes"),
        )
        for one in ast.get("classes", ())
    ]
    nodes += [
        GraphNode(one, one["id"], shown(one.get("label", "")), "lollipop", "", details_of(one, "id", "label"))
        for one in ast.get("interfaces", ())
    ]
    edges = [
        GraphEdge(
            one,
            one["id1"],
            one["id2"],
            shown(one.get("title", "")),
            connectors.classes(one),
            details_of(one, "id1", "id2", "title"),
            runs=connectors.classes_runs(one),
        )
        for one in ast.get("relations", ())
    ]
    groups = [
        GraphGroup(one, one["id"], shown(one.get("label", "")), one.get("parent", ""), "", members(one, "classes"))
        for one in ast.get("namespaces", ())
    ]
    notes = [GraphNote(one, "", members(one, "class"), shown(one.get("text", ""))) for one in ast.get("notes", ())]
    return Graph(nodes, edges, groups, notes)


def er(ast: Element) -> Graph:
    nodes = [
        GraphNode(
            one, one["name"], shown(one.get("alias") or one["name"]), "erBox", "", details_of(one, "name", "classes")
        )
        for one in ast.get("entities", ())
    ]
    edges = [
        GraphEdge(
            one, one["a"], one["b"], shown(one.get("role", "")), connectors.er(one), details_of(one, "a", "b", "role")
        )
        for one in ast.get("relationships", ())
    ]
    return Graph(nodes, edges, [], [])


def requirement(ast: Element) -> Graph:
    nodes = [
        GraphNode(
            one, one["name"], one["name"], "requirementBox", "", {"is": what, **details_of(one, "name", "classes")}
        )
        for what, key in (("requirement", "requirements"), ("element", "elements"))
        for one in ast.get(key, ())
    ]
    nodes.sort(key=lambda node: node.element.get("span", ()))
    edges = [
        GraphEdge(one, one["from"], one["to"], one.get("type", ""), "", details_of(one, "from", "to"))
        for one in ast.get("relations", ())
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
