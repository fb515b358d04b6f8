"""Worlds: a list of them, and one as a map with its exits and what stands in the way."""

from collections.abc import Mapping, Sequence
from typing import Any

from server.explorer.page import Ask, Page
from server.explorer.pages.joined_pages import joined
from server.explorer.pages.relation_rows import Json, select
from server.explorer.pages.world_map import exits_of, locations_of, map_of

IN_PAGE = 50

WORLDS_BY_PLACE = """
SELECT world, ref, title, file, line,
  (SELECT count(*) FROM location WHERE location.world = world.world) AS locations,
  (SELECT count(*) FROM exit WHERE exit.world = world.world) AS exits,
  (SELECT count(*) FROM entity WHERE entity.world = world.world) AS entities,
  (SELECT count(*) FROM section WHERE section.world = world.world) AS sections,
  (SELECT count(*) FROM choice WHERE choice.world = world.world) AS choices
FROM world ORDER BY file, world
"""


def view(ask: Ask, parameters: Mapping[str, str]) -> Mapping[str, Any]:
    """Return the values of the list."""
    return {"found": select(ask, WORLDS_BY_PLACE, limit=IN_PAGE, cursor=parameters.get("cursor", ""))}


def world_view(ask: Ask, parameters: Mapping[str, str]) -> Mapping[str, Any]:
    """Return the values of the page of one world: its map, its exits, and what no way leads to."""
    about = ask("get_world_metadata", world=parameters.get("world") or None)
    world = about["world"]
    places = locations_of(ask, world)
    exits = exits_of(ask, world)
    return {
        "about": about,
        "places": places,
        "titles": {row["id"]: row for row in places.rows},
        "exits": exits,
        "unreachable": _unreachable(ask, world, places.rows),
        "graph": map_of(places.rows, exits.rows),
    }


def _unreachable(ask: Ask, world: str, places: Sequence[Json]) -> list[str] | None:
    """The locations that no way leads to from the start, whatever stands in it; None if there is no start."""
    start = next((place["id"] for place in places if place["is_start"]), None)
    if start is None:
        return None
    return joined(ask, "get_reachable_locations", "unreachable", from_=start, world=world, paths="previous")


WORLDS = Page("worlds", "/worlds", "Worlds", view, pack="world")
WORLD = Page("world", "/world", "", world_view)
