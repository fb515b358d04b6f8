"""Worlds: a list of them, and one as a map with its exits and what stands in the way."""

from collections.abc import Mapping, Sequence
from typing import Any

from server.explorer.page import Ask, Page
from server.explorer.pages.drawn_graph import Edge, Graph, Node
from server.explorer.pages.joined_pages import joined
from server.explorer.pages.relation_rows import Json, select, select_all

IN_PAGE = 50
MAX_PARTS = 1_000  # locations, and exits, of one page

WORLDS_BY_PLACE = """
SELECT world, ref, title, file, line,
  (SELECT count(*) FROM location WHERE location.world = world.world) AS locations,
  (SELECT count(*) FROM exit WHERE exit.world = world.world) AS exits,
  (SELECT count(*) FROM entity WHERE entity.world = world.world) AS entities,
  (SELECT count(*) FROM section WHERE section.world = world.world) AS sections,
  (SELECT count(*) FROM choice WHERE choice.world = world.world) AS choices
FROM world ORDER BY file, world
"""
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


def view(ask: Ask, parameters: Mapping[str, str]) -> Mapping[str, Any]:
    """Return the values of the list."""
    return {"found": select(ask, WORLDS_BY_PLACE, limit=IN_PAGE, cursor=parameters.get("cursor", ""))}


def world_view(ask: Ask, parameters: Mapping[str, str]) -> Mapping[str, Any]:
    """Return the values of the page of one world: its map, its exits, and what no way leads to."""
    about = ask("get_world_metadata", world=parameters.get("world") or None)
    world = about["world"]
    places = select_all(ask, LOCATIONS, MAX_PARTS, world=world)
    found = select_all(ask, EXITS, MAX_PARTS, world=world)
    exits = _with_conditions(found.rows, joined(ask, "get_exit_graph", "edges", world=world))
    return {
        "about": about,
        "places": places,
        "titles": {one["id"]: one for one in places.rows},
        "found": found,
        "exits": exits,
        "unreachable": _unreachable(ask, world, places.rows),
        "graph": _map(places.rows, exits),
    }


def _with_conditions(exits: Sequence[Json], edges: Sequence[Json]) -> list[Json]:
    """The exits with `conditions` as written, and what is said when they are `blocked`."""
    stated = {(edge["from"], edge["exit_name"], edge["source"]): edge for edge in edges}

    def edge_of(one: Json) -> Json:
        return stated.get((one["location"], one["direction"], f"{one['file']}:{one['line']}"), {})

    return [
        {**one, "conditions": edge_of(one).get("conditions", []), "blocked": edge_of(one).get("blocked_message", "")}
        for one in exits
    ]


def _unreachable(ask: Ask, world: str, places: Sequence[Json]) -> list[str] | None:
    """The locations that no way leads to from the start, whatever stands in it; None if there is no start."""
    start = next((one["id"] for one in places if one["is_start"]), None)
    if start is None:
        return None
    return joined(ask, "get_reachable_locations", "unreachable", from_=start, world=world, paths="previous")


def _map(places: Sequence[Json], exits: Sequence[Json]) -> Graph:
    """The map: an exit that something stands in the way of is dotted; two exits that lead back and forth are one."""
    nodes = [
        Node(one["id"], one["title"] or one["id"], "object", {"id": one["ref"]}, "start" if one["is_start"] else "")
        for one in places
    ]
    edges: dict[tuple[str, str, bool], Edge] = {}
    for one in exits:
        if one["target"] is None:
            continue
        is_hindered = bool(one["conditions"])
        back = edges.get((one["target"], one["location"], is_hindered))
        if back is not None and not back.is_both and one["target"] != one["location"]:
            key = (one["target"], one["location"], is_hindered)
            edges[key] = back._replace(is_both=True, label=f"{back.label} / {one['direction']}")
            continue
        key = (one["location"], one["target"], is_hindered)
        label = f"{edges[key].label}, {one['direction']}" if key in edges else one["direction"]
        edges[key] = Edge(one["location"], one["target"], label, "dotted" if is_hindered else "normal")
    return Graph(nodes, list(edges.values()))


WORLDS = Page("worlds", "/worlds", "Worlds", view, pack="world")
WORLD = Page("world", "/world", "", world_view)
