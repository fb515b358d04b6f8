"""Graphs of the syntax trees of C4, architecture and block diagrams, Gantt charts, git graphs and mind maps."""

from collections.abc import Iterable

from compiler.languages.diagrams.linking import connectors
from compiler.languages.diagrams.linking.graph_model import (
    Element,
    Graph,
    GraphEdge,
    GraphGroup,
    GraphNode,
    details_of,
    joined,
)
from compiler.languages.diagrams.syntax.shared.text import shown

C4_ARROWS = {"birel": "<-->", "rel_b": "<--"}


def c4(ast: Element) -> Graph:
    """A boundary is a node too where a relation begins or ends at it."""
    ends = {one[end] for one in ast.get("rels", ()) for end in ("from", "to")}
    nodes = [
        GraphNode(
            one,
            one["alias"],
            shown(one["label"]),
            one["kind"],
            one.get("boundary", ""),
            details_of(one, "alias", "label", "kind", "boundary"),
        )
        for one in ast.get("shapes", ())
    ]
    inside = _inside(nodes)
    named = {node.name for node in nodes}
    for one in ast.get("boundaries", ()):
        alias, label, parent = one["alias"], shown(one["label"]), one.get("parent", "")
        inside.setdefault(parent, []).append(alias)
        if alias in ends and alias not in named:
            nodes.append(GraphNode(one, alias, label, "boundary", parent, {"is_group": True}))
    groups = [
        GraphGroup(
            one,
            one["alias"],
            shown(one["label"]),
            one.get("parent", ""),
            "",
            tuple(inside.get(one["alias"], ())),
        )
        for one in ast.get("boundaries", ())
    ]
    edges = [
        GraphEdge(
            one,
            one["from"],
            one["to"],
            shown(one["label"]),
            C4_ARROWS.get(one["kind"], "-->"),
            details_of(one, "from", "to", "label", "styles"),
            style=joined(one.get("styles", "")),
            runs={"birel": "both", "rel_b": "backwards"}.get(one["kind"], "forwards"),
        )
        for one in ast.get("rels", ())
    ]
    return Graph(nodes, edges, groups, [])


def gantt(ast: Element) -> Graph:
    """The tasks with the tasks that follow them, in their sections."""
    nodes = [
        GraphNode(
            one,
            one.get("name", one["id"]),
            shown(one["label"]),
            "milestone" if one.get("milestone") else "task",
            one.get("section", ""),
            details_of(one, "id", "label", "section", "name"),
        )
        for one in ast.get("tasks", ())
    ]
    inside = _inside(nodes)
    groups = [
        GraphGroup(
            one,
            one["label"],
            shown(one["label"]),
            "",
            "",
            tuple(inside.get(one["label"], ())),
        )
        for one in ast.get("sections", ())
    ]
    edges = [
        GraphEdge(one, one["from"], one["to"], one["kind"], "", details_of(one, "from", "to"))
        for one in ast.get("dependencies", ())
    ]
    return Graph(nodes, edges, groups, [])


def gitgraph(ast: Element) -> Graph:
    """The commits, each with edges from its parents, on their branches."""
    commits = ast.get("commits", ())
    nodes = [
        GraphNode(
            one,
            one["id"],
            shown(
                ": ".join(text for text in ("" if one.get("automatic") else one["id"], one.get("message", "")) if text)
            ),
            one["type"].lower(),
            one["branch"],
            details_of(one, "id", "type", "branch"),
        )
        for one in commits
    ]
    inside = _inside(nodes)
    groups = [
        GraphGroup(one, one["name"], one["name"], "", "", tuple(inside.get(one["name"], ())))
        for one in ast.get("branches", ())
    ]
    second = {"MERGE": "merge", "CHERRY_PICK": "cherry-pick"}
    edges = [
        GraphEdge({"span": one["span"]}, parent, one["id"], second.get(one["type"], "") if number else "", "", {})
        for one in commits
        for number, parent in enumerate(one.get("parents", ()))
    ]
    return Graph(nodes, edges, groups, [])


def architecture(ast: Element) -> Graph:
    """Services and junctions in their groups. An edge without arrowheads runs as it is written."""
    nodes = [
        GraphNode(
            one, one["id"], shown(one.get("title", "")), kind, one.get("in", ""), details_of(one, "id", "title", "in")
        )
        for kind, key in (("service", "services"), ("junction", "junctions"))
        for one in ast.get(key, ())
    ]
    nodes.sort(key=lambda node: node.element["span"])
    inside: dict[str, list[str]] = {}
    for one in (*nodes, *ast.get("groups", ())):
        name, parent = (one.name, one.parent) if isinstance(one, GraphNode) else (one["id"], one.get("in", ""))
        inside.setdefault(parent, []).append(name)
    groups = [
        GraphGroup(one, one["id"], shown(one.get("title", "")), one.get("in", ""), "", tuple(inside.get(one["id"], ())))
        for one in ast.get("groups", ())
    ]
    edges = [
        GraphEdge(
            one,
            one["from"],
            one["to"],
            shown(one["label"]),
            f"{'<' if one.get('from_arrow') else ''}--{'>' if one.get('to_arrow') else ''}",
            details_of(one, "from", "to", "label"),
            runs=connectors.architecture_runs(one),
        )
        for one in ast.get("edges", ())
    ]
    return Graph(nodes, edges, groups, [])


def block(ast: Element) -> Graph:
    """The blocks. A composite block is a group, and a node too where an edge ends at it."""
    ends = {one[end] for one in ast.get("edges", ()) for end in ("from", "to")}
    blocks = ast.get("nodes", ())
    inside: dict[str, list[str]] = {}
    for one in blocks:
        inside.setdefault(one.get("parent", ""), []).append(one["id"])
    nodes = [
        GraphNode(
            one,
            one["id"],
            shown(one["label"]),
            one["type"],
            one.get("parent", ""),
            details_of(one, "id", "label", "type", "parent", "classes")
            | ({"is_group": True} if one["type"] == "composite" else {}),
        )
        for one in blocks
        if one["type"] != "composite" or one["id"] in ends
    ]
    groups = [
        GraphGroup(one, one["id"], shown(one["label"]), one.get("parent", ""), "", tuple(inside.get(one["id"], ())))
        for one in blocks
        if one["type"] == "composite"
    ]
    edges = [
        GraphEdge(
            one,
            one["from"],
            one["to"],
            shown(one["label"]),
            connectors.flowchart(one),
            {},
            one["stroke"],
            one["arrow_start"],
            one["arrow_end"],
            runs=connectors.flowchart_runs(one),
        )
        for one in ast.get("edges", ())
    ]
    return Graph(nodes, edges, groups, [])


def mindmap(ast: Element) -> Graph:
    """The nodes, each with an edge from its parent."""
    nodes = [
        GraphNode(
            one,
            one.get("name", one["id"]),
            shown(one["label"]),
            one["shape"],
            "",
            details_of(one, "id", "label", "shape", "parent", "name", "classes"),
        )
        for one in ast.get("nodes", ())
    ]
    edges = [
        GraphEdge({"span": node.element["span"]}, node.element["parent"], node.name, "", "", {})
        for node in nodes
        if "parent" in node.element
    ]
    return Graph(nodes, edges, [], [])


def _inside(nodes: Iterable[GraphNode]) -> dict[str, list[str]]:
    """The names of the nodes in each group."""
    found: dict[str, list[str]] = {}
    for node in nodes:
        found.setdefault(node.parent, []).append(node.name)
    return found
