"""What depends on an object: as a tree that unfolds, and as a graph that shows one step more at each link."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from server.explorer.page import Ask, Page
from server.explorer.pages.drawn_graph import MAX_NODES, Edge, Graph, Node
from server.explorer.pages.numbers import number_in
from server.explorer.pages.relation_rows import Json, select_all

MAX_DEPTH = 12
FIRST_DEPTH = 2
MAX_EDGES = 1_000

# Every dependency between two of the objects, and the kinds of link that join them. The links among the objects are
# looked up once, by their sources: a question for each pair would go through all links of the source each time.
STEPS = """
WITH object AS MATERIALIZED (SELECT key, value AS ref FROM json_each(:refs)),
linked AS MATERIALIZED (
  SELECT link.source, link.target, link.kind FROM object JOIN link ON link.source = object.ref
  WHERE link.target IN (SELECT ref FROM object)
),
joined AS MATERIALIZED (
  SELECT source AS near, target AS far, kind FROM linked UNION SELECT target, source, kind FROM linked
)
SELECT near.ref AS near, far.value AS far,
  (SELECT group_concat(kind) FROM joined WHERE joined.near = near.ref AND joined.far = far.value) AS kinds
FROM object AS near, json_each(dependents(near.ref, 1)) AS far
WHERE far.value IN (SELECT ref FROM object) ORDER BY near.key, far.key
"""


def tree(rows: Iterable[Json]) -> list[Json]:
    """Return the rows of an answer of `get_impact`, each with `children`: those that are reached through it."""
    nodes = {row["ref"]: {**row, "children": []} for row in rows}
    roots: list[Json] = []
    for node in nodes.values():
        ends = (node["via"]["from"], node["via"]["to"])
        through = next((end for end in ends if end != node["ref"]), "")
        parent = nodes.get(through)
        nearer = parent is not None and parent["distance"] < node["distance"] <= MAX_DEPTH
        (parent["children"] if nearer and parent is not None else roots).append(node)
    return roots


def view(ask: Ask, parameters: Mapping[str, str]) -> Mapping[str, Any]:
    """Ask for what depends on the object `id`, up to `depth` links away, and how much is one link further."""
    (found,) = ask("object_get", ref=parameters.get("id", ""))["objects"]
    depth = number_in(parameters, "depth", FIRST_DEPTH, 1, MAX_DEPTH)
    answer = ask("get_impact", ref=found["ref"], max_depth=depth + 1, limit=MAX_NODES)
    counts = {int(distance): count for distance, count in answer["by_distance"].items()}
    rows = [reached for reached in answer["impact"] if reached["distance"] <= depth]
    total = sum(count for distance, count in counts.items() if distance <= depth)
    return {
        "object": found,
        "depth": depth,
        "most": MAX_DEPTH,
        "shown": len(rows),
        "total": total,
        "further": counts.get(depth + 1, 0),
        "deepest": max((distance for distance in counts if distance <= depth), default=0),
        "bound": answer.get("truncated", ""),
        "tree": tree(rows),
        "graph": _graph(found, rows, _steps(ask, [found["ref"], *(row["ref"] for row in rows)])),
    }


def _steps(ask: Ask, refs: Sequence[str]) -> list[Json]:
    return select_all(ask, STEPS, MAX_EDGES, refs=list(refs)).rows


def _graph(start: Json, rows: Sequence[Json], steps: Iterable[Json]) -> Graph:
    """The objects and every dependency among them; an arrow leads from an object to one that depends on it."""
    nodes = [Node(start["ref"], start.get("title") or start["id"], "object", {"id": start["ref"]}, mark="current")]
    nodes += [
        Node(row["ref"], row.get("title") or row["id"], "impact", {"id": row["ref"]}, row["kind"].replace("_", " "))
        for row in rows
    ]
    edges = [
        Edge(step["near"], step["far"], (step["kinds"] or "").replace("_", " ").replace(",", ", ")) for step in steps
    ]
    return Graph(nodes, edges)


# A graph takes as long to draw as hundreds of other pages: a static site has the tree on the page of the object.
IMPACT = Page("impact", "/impact", "", view, is_exported=False)
