"""Graphs: what the syntax trees of flowchart, state, class, ER and requirement diagrams have in common."""

from collections.abc import Callable
from typing import Any, NamedTuple

from compiler.languages.diagrams.linking import connectors
from compiler.languages.diagrams.syntax.shared.text import shown

Element = dict[str, Any]  # of a syntax tree


class GraphNode(NamedTuple):
    """A node. `element` is its element of the syntax tree; nodes and groups refer to each other by name."""

    element: Element
    name: str
    label: str
    shape: str
    parent: str  # the name of the group around it, or ""
    details: dict[str, Any]


class GraphEdge(NamedTuple):
    element: Element
    from_name: str
    to_name: str
    label: str
    connector: str
    details: dict[str, Any]
    stroke: str = ""
    arrow_start: str = ""
    arrow_end: str = ""
    length: int = 1
    style: str = ""
    runs: str = "forwards"  # forwards, backwards, both or none


class GraphGroup(NamedTuple):
    element: Element
    name: str
    label: str
    parent: str
    direction: str
    members: tuple[str, ...]  # names of nodes and groups


class GraphNote(NamedTuple):
    element: Element
    placement: str
    about: tuple[str, ...]  # names of nodes
    text: str


class Graph(NamedTuple):
    """A graph of any kind. Its objects have names, and no ids yet."""

    nodes: list[GraphNode]
    edges: list[GraphEdge]
    groups: list[GraphGroup]
    notes: list[GraphNote]


def details_of(element: Element, *columns: str) -> dict[str, Any]:
    """The fields of an element that are not columns of its fact."""
    return {key: value for key, value in element.items() if key not in columns and key != "span"}


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
    inside: dict[str, list[str]] = {}
    for one in nodes:
        inside.setdefault(one.parent, []).append(one.name)
    named = {node.name for node in nodes}
    groups = []
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
            details_of(one, "from", "to", "label"),
            runs={"birel": "both", "rel_b": "backwards"}.get(one["kind"], "forwards"),
        )
        for one in ast.get("rels", ())
    ]
    return Graph(nodes, edges, groups, [])


C4_ARROWS = {"birel": "<-->", "rel_b": "<--"}


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
    groups = [
        GraphGroup(
            one,
            one["label"],
            shown(one["label"]),
            "",
            "",
            tuple(node.name for node in nodes if node.parent == one["label"]),
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
    groups = [
        GraphGroup(
            one, one["name"], one["name"], "", "", tuple(node.name for node in nodes if node.parent == one["name"])
        )
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


GRAPH_READERS: dict[str, Callable[[Element], Graph]] = {
    "flowchart": flowchart,
    "state": state,
    "class": classes,
    "er": er,
    "requirement": requirement,
    "c4": c4,
    "gantt": gantt,
    "gitgraph": gitgraph,
    "architecture": architecture,
    "block": block,
    "mindmap": mindmap,
}


def members(element: Element, key: str) -> tuple[str, ...]:
    """The names in a field that holds a list, one name or nothing."""
    value = element.get(key) or ()
    return (value,) if isinstance(value, str) else tuple(value)


def joined(style: str | list[str]) -> str:
    return style if isinstance(style, str) else ",".join(style)
