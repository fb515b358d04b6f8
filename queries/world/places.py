"""The tools of locations and exits."""

from collections import deque
from collections.abc import Iterable
from typing import Any

from compiler.graphs.paths import path_to
from compiler.languages.world.facts import Exit
from compiler.store.snapshot import Snapshot
from queries.errors.near import nearest
from queries.errors.query_error import QueryError
from queries.tools.paging import CURSOR, Cursor
from queries.tools.parameters import Parameter
from queries.tools.schemas import integer, mapping, objects, string, strings
from queries.tools.tool import tool
from queries.world.selection import (
    GRAPH_LIMIT,
    WORLD,
    chosen_world,
    condition_texts,
    graph_page,
    in_order,
    location_ids,
    native_id,
    source_of,
)


@tool(
    title="Exit graph",
    pack="world",
    parameters=(WORLD, GRAPH_LIMIT, CURSOR),
    result={
        "location_count": integer("The number of locations."),
        "exit_count": integer("The number of exits that lead to a known location."),
        "nodes": strings("Location ids, sorted."),
        "edges": objects("Exits: from, to, exit_name, is_conditional, …"),
    },
)
def get_exit_graph(snapshot: Snapshot, *, world: str | None = None, limit: int, cursor: Cursor) -> dict[str, Any]:
    """Map of a world: locations (nodes) and exits (edges) with direction, target and conditions.

    The map of a world: every location (nodes) and every exit (edges) with its direction, its destination, its
    conditions, the number of property reads in them, and the message shown when it is blocked. Use it for questions
    about moving from place to place. get_reachable_locations gives shortest routes.
    """
    chosen = chosen_world(snapshot, world)
    exits = [exit for exit in in_order(snapshot, Exit, chosen) if exit.to_location]
    locations = location_ids(snapshot, chosen)
    answer = {"location_count": len(locations), "exit_count": len(exits), "nodes": locations, "edges": exits}
    return graph_page(
        answer,
        "nodes",
        "edges",
        limit=limit,
        cursor=cursor,
        rows={"edges": lambda exit: _edge(snapshot, exit)},
        smaller="format table and the fields from, to, exit_name",
    )


def _edge(snapshot: Snapshot, exit: Exit) -> dict[str, Any]:
    edge: dict[str, Any] = {
        "from": exit.from_location,
        "to": exit.to_location,
        "exit_name": exit.name,
        "is_conditional": exit.is_conditional,
        "guard_count": exit.guard_count,
    }
    if exit.is_conditional:
        edge["conditions"] = condition_texts(snapshot, exit.ref)
    if exit.blocked_message is not None:
        edge["blocked_message"] = exit.blocked_message
    return {**edge, "source": source_of(exit)}


@tool(
    title="Reachable locations",
    pack="world",
    parameters=(
        Parameter(
            "from",
            "string",
            "The id of the location to start from, such as gatehouse.",
            required=True,
            max_length=500,
            brief="Such as gatehouse.",
            aliases=("location", "from_id", "id", "ref"),
        ),
        Parameter(
            "paths",
            "string",
            "whole: every location on each path; previous: only the location before the last, which is shorter.",
            default="whole",
            choices=("whole", "previous"),
        ),
        WORLD,
        GRAPH_LIMIT,
        CURSOR,
    ),
    result={
        "from": string("The location started from."),
        "reachable": strings("The ids of the reachable locations, the start included, sorted."),
        "unreachable": strings("The ids of all other locations, sorted."),
        "path_count": integer("The number of reachable locations, the start included."),
        "paths": mapping("For each reachable location except the start, the ids along a shortest path to it."),
        "previous": mapping("With paths previous, in place of paths: the location before each on its shortest path."),
    },
)
def get_reachable_locations(
    snapshot: Snapshot, *, from_: str, paths: str = "whole", world: str | None = None, limit: int, cursor: Cursor
) -> dict[str, Any]:
    """Which locations the map lets one reach from a start, by which shortest path, and which not. Conditions are
    ignored.

    Paths have the fewest exits; of these, the first by the alphabet. The answer shows what the map allows, not what a
    player in a certain state can do. path_count counts the start too. In a large world ask for paths previous: a path
    is then read backwards, from location to location.
    """
    chosen = chosen_world(snapshot, world)
    locations = location_ids(snapshot, chosen)
    start = native_id(from_, "location")
    if start not in locations:
        raise QueryError("not_found", "Location not found", location=from_, did_you_mean=nearest(start, locations))
    previous = _previous_locations(start, snapshot.facts(Exit, world=chosen.world))
    reachable = sorted([start, *previous], key=str.encode)
    answer = {
        "from": start,
        "reachable": reachable,
        "unreachable": [location for location in locations if location != start and location not in previous],
        "path_count": len(reachable),
    }
    is_whole = paths == "whole"
    shown = "paths" if is_whole else "previous"
    rows = {to: to if is_whole else previous[to] for to in reachable if to != start}
    return graph_page(
        {**answer, shown: rows},
        "reachable",
        "unreachable",
        shown,
        limit=limit,
        cursor=cursor,
        rows={"paths": lambda to: path_to(previous, start, to)},
        smaller="paths: previous" if is_whole else "",
    )


def _previous_locations(start: str, exits: Iterable[Exit]) -> dict[str, str]:
    """Return the location before each reachable location on the shortest path to it from `start`, found breadth first.

    Of equally short paths it is the first in bytewise order. The start itself is left out."""
    neighbours: dict[str, set[str]] = {}
    for exit in exits:
        if exit.to_location:
            neighbours.setdefault(exit.from_location, set()).add(exit.to_location)
    previous: dict[str, str] = {}
    waiting = deque([start])
    while waiting:
        here = waiting.popleft()
        for there in sorted(neighbours.get(here, ()), key=str.encode):
            if there != start and there not in previous:
                previous[there] = here
                waiting.append(there)
    return previous
