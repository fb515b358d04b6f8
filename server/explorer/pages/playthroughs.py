"""A playthrough of a world, step by step: a shortest way to a goal, or to the state that comes nearest to it."""

from collections.abc import Mapping
from typing import Any

from server.explorer.page import Ask, Page
from server.explorer.pages.joined_pages import joined_answer
from server.explorer.pages.numbers import number_in
from server.explorer.pages.relation_rows import Json, select
from server.explorer.pages.world_map import exits_of, locations_of, map_of

GOALS = 300  # of a kind, to choose from
MAX_MOVES = 1_000  # that get_playthrough_state takes

SECTIONS = "SELECT id, ref, title FROM section WHERE world = :world ORDER BY file, line, id"


def view(ask: Ask, parameters: Mapping[str, str]) -> Mapping[str, Any]:
    """Ask for goals to choose from; with `goal` for a way there, and for the state after the first `step` moves."""
    about = ask("get_world_metadata", world=parameters.get("world") or None)
    world, goal = about["world"], parameters.get("goal", "").strip()
    places = locations_of(ask, world)
    values: Json = {
        "about": about,
        "goal": goal,
        "places": places,
        "sections": select(ask, SECTIONS, limit=GOALS, world=world),
        "titles": {row["id"]: row for row in places.rows},
        "found": None,
    }
    return values if not goal else {**values, **_replayed(ask, parameters, world, goal, places.rows)}


def _replayed(ask: Ask, parameters: Mapping[str, str], world: str, goal: str, places: list[Json]) -> Json:
    """The answer about the goal, and one step of the way: its move, the state after it, and what can be done then."""
    found = joined_answer(ask, "find_playthrough", ("moves",), world=world, goal=[goal])
    is_reached = found["verdict"] == "reachable"
    way = found["moves"] if is_reached else _played(ask, world, found.get("nearest", {}).get("moves", []))["moves"]
    moves = [step["move"] for step in way[:MAX_MOVES]]
    at = number_in(parameters, "step", 0, 0, len(moves))
    after = _played(ask, world, moves[:at])
    return {
        "found": found,
        "way": way[:MAX_MOVES],
        "unplayed": len(way) - len(moves),
        "at": at,
        "move": way[at - 1] if at else None,
        "next_move": moves[at] if at < len(moves) else "",
        "after": after,
        "graph": map_of(places, exits_of(ask, world).rows, after["state"].get("location", "")),
    }


def _played(ask: Ask, world: str, moves: list[str]) -> Json:
    lists = ("open_moves", "closed_moves", "moves")
    return joined_answer(ask, "get_playthrough_state", lists, world=world, moves=moves)


PLAY = Page("play", "/world/play", "", view, is_exported=False)
