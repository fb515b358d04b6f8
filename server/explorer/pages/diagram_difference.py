"""One diagram of two revisions side by side, with what came, went and changed."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, NamedTuple

from compiler.languages.diagrams.facts.shapes import FLOW_SHAPES
from queries.diagrams.node_looks import STATE_SHAPES
from queries.drawing.graph_model import Direction
from queries.errors.query_error import QueryError
from queries.tools.parameters import echoed
from server.explorer.page import Ask, Page
from server.explorer.pages.difference import revisions_to_choose
from server.explorer.pages.drawn_graph import Edge, Graph, Node
from server.explorer.pages.relation_rows import Json, select_all

MAX_PARTS = 1_000  # nodes, edges and messages of a diagram
DIRECTIONS: Mapping[str, Direction] = {"LR": "LR", "RL": "RL", "BT": "BT"}
STROKES = ("thick", "dotted")

DIAGRAM = "SELECT id, ref, type, title, file, line FROM {side}diagram WHERE id = :diagram OR ref = :diagram LIMIT 1"
NODES = "SELECT id, ref, label, shape, file, line FROM {side}node WHERE diagram = :diagram ORDER BY line, ref"
EDGES = """
SELECT source, target, coalesce(label, '') AS label, stroke, runs, file, line FROM {side}edge
WHERE diagram = :diagram ORDER BY line, ref
"""
MESSAGES = """
SELECT number, source, target, text, kind, file, line FROM {side}message WHERE diagram = :diagram ORDER BY number
"""


class Side(NamedTuple):
    """A diagram at one revision; `about` is None if it is not there."""

    about: Json | None
    nodes: list[Json]
    edges: list[Json]
    messages: list[Json]


class Change(NamedTuple):
    """What became of a node, an edge or a message: `word` is came, went or changed."""

    word: str
    what: str
    name: str
    before: Json | None
    after: Json | None


def view(ask: Ask, parameters: Mapping[str, str]) -> Mapping[str, Any]:
    """Return the values of the page of the diagram `id`, at the revision `base` and as it is served."""
    base, name = parameters.get("base", ""), parameters.get("id", "")
    if not base:
        raise QueryError("invalid_argument", "No revision to compare with: name one as base")
    revisions = revisions_to_choose(ask)
    if not revisions["revisions"]:
        raise QueryError("not_found", revisions.get("hint", "The source has no revisions"), revision=echoed(base))
    before, after = _side(ask, name, base), _side(ask, name, None)
    about = after.about or before.about
    if about is None:
        raise QueryError("not_found", "Diagram not found at either revision", diagram_id=echoed(name))
    changes = [
        *_changes("node", _by_id(before.nodes), _by_id(after.nodes), ("label", "shape")),
        *_changes("edge", _numbered(before.edges), _numbered(after.edges), ("label", "stroke", "runs")),
        *_changes("message", _numbered(before.messages), _numbered(after.messages), ("text", "kind")),
    ]
    direction = _direction(ask, after)
    return {
        "base": base,
        "about": about,
        "before": before,
        "after": after,
        "changes": changes,
        "graphs": (
            _graph(before, changes, direction, is_served=False),
            _graph(after, changes, direction, is_served=True),
        ),
    }


def _side(ask: Ask, name: str, base: str | None) -> Side:
    side = "base." if base else ""

    def rows(sql: str, diagram: str) -> list[Json]:
        return select_all(ask, sql.format(side=side), MAX_PARTS, base=base, diagram=diagram).rows

    found = rows(DIAGRAM, name)
    if not found:
        return Side(None, [], [], [])
    diagram = found[0]["id"]
    return Side(found[0], rows(NODES, diagram), rows(EDGES, diagram), rows(MESSAGES, diagram))


def _direction(ask: Ask, served: Side) -> Direction:
    """The direction of the diagram as it is served, TB if it is not there or has none."""
    if served.about is None or not served.nodes:
        return "TB"
    stated = ask("diagram_get_ast", diagram_id=served.about["ref"], limit=1).get("direction", "")
    return DIRECTIONS.get(stated, "TB")


def _by_id(nodes: Iterable[Json]) -> dict[str, Json]:
    return {node["id"]: node for node in nodes}


def _numbered(lines: Iterable[Json]) -> dict[str, Json]:
    """Edges or messages by their ends, equal ones told apart by their number."""
    found: dict[str, Json] = {}
    seen: dict[str, int] = {}
    for line in lines:
        ends = f"{line['source']} → {line['target']}"
        seen[ends] = seen.get(ends, 0) + 1
        found[ends if seen[ends] == 1 else f"{ends} ({seen[ends]})"] = line
    return found


def _changes(what: str, before: dict[str, Json], after: dict[str, Json], fields: Sequence[str]) -> list[Change]:
    """What went, came and changed, in the order of what is there now, what went last."""

    def differs(name: str) -> bool:
        return any(before[name][field] != after[name][field] for field in fields)

    return [
        *(
            Change("changed" if name in before else "came", what, name, before.get(name), after[name])
            for name in after
            if name not in before or differs(name)
        ),
        *(Change("went", what, name, before[name], None) for name in before if name not in after),
    ]


def _graph(side: Side, changes: Iterable[Change], direction: Direction, *, is_served: bool) -> Graph:
    """The graph of one side, with the changes that it shows. Only what is served has pages to lead to."""
    marks = {(change.what, change.name): change.word for change in changes}
    shapes = STATE_SHAPES if side.about and side.about["type"] == "state" else FLOW_SHAPES
    nodes = [
        Node(
            node["id"],
            node["label"] or node["id"],
            "object" if is_served else "",
            {"id": node["ref"]},
            marks.get(("node", node["id"]), ""),
            shapes.get(node["shape"] or "", "rect"),
            marks.get(("node", node["id"]), ""),
        )
        for node in side.nodes
    ]
    edges = [_edge(edge, marks.get(("edge", name), "")) for name, edge in _numbered(side.edges).items()]
    return Graph(nodes, edges, direction)


def _edge(edge: Json, mark: str) -> Edge:
    label = f"{edge['label']} ({mark})" if mark and edge["label"] else edge["label"] or mark
    stroke = edge["stroke"] if edge["stroke"] in STROKES else "normal"
    ends = (edge["target"], edge["source"]) if edge["runs"] == "backwards" else (edge["source"], edge["target"])
    return Edge(*ends, label, stroke, edge["runs"] == "both", mark)


DIAGRAM_DIFFERENCE = Page("diagram_difference", "/difference/diagram", "", view, is_exported=False, compares=True)
