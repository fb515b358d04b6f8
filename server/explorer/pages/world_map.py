"""The map of a world: its locations, its exits with what stands in the way of each, and both as a drawing."""

from collections.abc import Sequence

from server.explorer.page import Ask
from server.explorer.pages.drawn_graph import Edge, Graph, Node
from server.explorer.pages.joined_pages import joined
from server.explorer.pages.relation_rows import Json, Selected, select_all

MAX_PARTS = 1_000  # locations, and exits, of one page

LOCATIONS = """
SELECT id, ref, title, is_start, file, line,
  (SELECT group_concat(id, ', ') FROM (SELECT id FROM entity
    WHERE entity.world = location.world AND container = location.id ORDER BY line, id LIMIT 12)) AS things
FROM location WHERE world = :world ORDER BY is_start DESC, file, line, id
"""
EXITS = """
SELECT id, ref, location, direction, target, is_one_way, file, line FROM exit
WHERE world = :world ORDER BY file, line, id
"""


def locations_of(ask: Ask, world: str) -> Selected:
    """Return the locations, the start first, each with what is in it."""
    return select_all(ask, LOCATIONS, MAX_PARTS, world=world)


def exits_of(ask: Ask, world: str) -> Selected:
    """Return the exits with `conditions` as written, and what is said when they are `blocked`."""
    found = select_all(ask, EXITS, MAX_PARTS, world=world)
    return Selected(_with_conditions(found.rows, joined(ask, "get_exit_graph", "edges", world=world)), found.total)


def _with_conditions(exits: Sequence[Json], edges: Sequence[Json]) -> list[Json]:
    stated = {(edge["from"], edge["exit_name"], edge["source"]): edge for edge in edges}

    def edge_of(exit: Json) -> Json:
        return stated.get((exit["location"], exit["direction"], f"{exit['file']}:{exit['line']}"), {})

    return [
        {**exit, "conditions": edge_of(exit).get("conditions", []), "blocked": edge_of(exit).get("blocked_message", "")}
        for exit in exits
    ]


def map_of(places: Sequence[Json], exits: Sequence[Json], current: str = "") -> Graph:
    """Return the drawing, with the location `current` marked. An exit that something stands in the way of is dotted;
    two exits that lead back and forth are one."""
    nodes = [
        Node(
            place["id"],
            place["title"] or place["id"],
            "object",
            {"id": place["ref"]},
            "start" if place["is_start"] else "",
            mark="current" if place["id"] == current else "",
        )
        for place in places
    ]
    edges: dict[tuple[str, str, bool], Edge] = {}
    for exit in exits:
        if exit["target"] is None:
            continue
        is_hindered = bool(exit["conditions"])
        back = edges.get((exit["target"], exit["location"], is_hindered))
        if back is not None and not back.is_both and exit["target"] != exit["location"]:
            key = (exit["target"], exit["location"], is_hindered)
            edges[key] = back._replace(is_both=True, label=f"{back.label} / {exit['direction']}")
            continue
        key = (exit["location"], exit["target"], is_hindered)
        label = f"{edges[key].label}, {exit['direction']}" if key in edges else exit["direction"]
        edges[key] = Edge(exit["location"], exit["target"], label, "dotted" if is_hindered else "normal")
    return Graph(nodes, list(edges.values()))
