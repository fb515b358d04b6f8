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
    ends = {rel[end] for rel in ast.get("rels", ()) for end in ("from", "to")}
    nodes = [
        GraphNode.of(shape, "alias", parent="boundary", shape=shape["kind"], read=("kind",))
        for shape in ast.get("shapes", ())
    ]
    inside = _inside(nodes)
    named = {node.name for node in nodes}
    for boundary in ast.get("boundaries", ()):
        alias, label, parent = boundary["alias"], shown(boundary["label"]), boundary.get("parent", "")
        inside.setdefault(parent, []).append(alias)
        if alias in ends and alias not in named:
            nodes.append(GraphNode(boundary, alias, label, "boundary", parent, {"is_group": True}))
    groups = [
        GraphGroup.of(boundary, inside.get(boundary["alias"], ()), "alias") for boundary in ast.get("boundaries", ())
    ]
    edges = [
        GraphEdge.of(rel, connector=C4_ARROWS.get(rel["kind"], "-->"), read=("styles",))._replace(
            style=joined(rel.get("styles", "")),
            runs={"birel": "both", "rel_b": "backwards"}.get(rel["kind"], "forwards"),
        )
        for rel in ast.get("rels", ())
    ]
    return Graph(nodes, edges, groups, [])


def gantt(ast: Element) -> Graph:
    """The tasks with the tasks that follow them, in their sections."""
    nodes = [
        GraphNode.of(
            task, parent="section", shape="milestone" if task.get("milestone") else "task", read=("name",)
        )._replace(name=task.get("name", task["id"]))
        for task in ast.get("tasks", ())
    ]
    inside = _inside(nodes)
    groups = [
        GraphGroup.of(section, inside.get(section["label"], ()), "label", parent="")
        for section in ast.get("sections", ())
    ]
    edges = [
        GraphEdge(
            dependency,
            dependency["from"],
            dependency["to"],
            dependency["kind"],
            "",
            details_of(dependency, "from", "to"),
        )
        for dependency in ast.get("dependencies", ())
    ]
    return Graph(nodes, edges, groups, [])


def gitgraph(ast: Element) -> Graph:
    """The commits, each with edges from its parents, on their branches."""
    commits = ast.get("commits", ())
    nodes = [
        GraphNode.of(commit, label="", parent="branch", shape=commit["type"].lower(), read=("type",))._replace(
            label=shown(
                ": ".join(filter(None, ("" if commit.get("automatic") else commit["id"], commit.get("message"))))
            )
        )
        for commit in commits
    ]
    inside = _inside(nodes)
    groups = [
        GraphGroup(branch, branch["name"], branch["name"], "", "", tuple(inside.get(branch["name"], ())))
        for branch in ast.get("branches", ())
    ]
    second = {"MERGE": "merge", "CHERRY_PICK": "cherry-pick"}
    edges = [
        GraphEdge(
            {"span": commit["span"]}, parent, commit["id"], second.get(commit["type"], "") if number else "", "", {}
        )
        for commit in commits
        for number, parent in enumerate(commit.get("parents", ()))
    ]
    return Graph(nodes, edges, groups, [])


def architecture(ast: Element) -> Graph:
    """Services and junctions in their groups. An edge without arrowheads runs as it is written."""
    nodes = [
        GraphNode.of(element, label="title", parent="in", shape=kind)
        for kind, key in (("service", "services"), ("junction", "junctions"))
        for element in ast.get(key, ())
    ]
    nodes.sort(key=lambda node: node.element["span"])
    inside: dict[str, list[str]] = {}
    for part in (*nodes, *ast.get("groups", ())):
        name, parent = (part.name, part.parent) if isinstance(part, GraphNode) else (part["id"], part.get("in", ""))
        inside.setdefault(parent, []).append(name)
    groups = [
        GraphGroup.of(group, inside.get(group["id"], ()), label="title", parent="in") for group in ast.get("groups", ())
    ]
    edges = [
        GraphEdge.of(
            edge, connector=f"{'<' if edge.get('from_arrow') else ''}--{'>' if edge.get('to_arrow') else ''}"
        )._replace(runs=connectors.architecture_runs(edge))
        for edge in ast.get("edges", ())
    ]
    return Graph(nodes, edges, groups, [])


def block(ast: Element) -> Graph:
    """The blocks. A composite block is a group, and a node too where an edge ends at it."""
    ends = {edge[end] for edge in ast.get("edges", ()) for end in ("from", "to")}
    blocks = ast.get("nodes", ())
    inside: dict[str, list[str]] = {}
    for written in blocks:
        inside.setdefault(written.get("parent", ""), []).append(written["id"])
    shapes = [GraphNode.of(written, shape=written["type"], read=("type", "classes")) for written in blocks]
    nodes = [
        node._replace(details=node.details | {"is_group": True}) if node.shape == "composite" else node
        for node in shapes
        if node.shape != "composite" or node.name in ends
    ]
    groups = [
        GraphGroup.of(written, inside.get(written["id"], ())) for written in blocks if written["type"] == "composite"
    ]
    edges = [
        GraphEdge(
            edge,
            edge["from"],
            edge["to"],
            shown(edge["label"]),
            connectors.flowchart(edge),
            {},
            edge["stroke"],
            edge["arrow_start"],
            edge["arrow_end"],
            runs=connectors.flowchart_runs(edge),
        )
        for edge in ast.get("edges", ())
    ]
    return Graph(nodes, edges, groups, [])


def mindmap(ast: Element) -> Graph:
    """The nodes, each with an edge from its parent."""
    nodes = [
        GraphNode.of(node, parent="", shape=node["shape"], read=("shape", "parent", "name", "classes"))._replace(
            name=node.get("name", node["id"])
        )
        for node in ast.get("nodes", ())
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
