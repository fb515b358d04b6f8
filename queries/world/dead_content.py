"""The tools of what no playthrough can do: dead content, and states from which no ending can be reached."""

from collections.abc import Sequence
from typing import Any

from compiler.store.snapshot import Snapshot
from queries.tools.paging import CURSOR, Cursor, page
from queries.tools.parameters import Parameter
from queries.tools.schemas import boolean, integer, objects, string, strings
from queries.tools.tool import tool
from queries.world.overview import has_errors
from queries.world.play.dead import dead_content
from queries.world.play.goals import goals_of
from queries.world.play.locks import soft_locks
from queries.world.play.replay import player_of
from queries.world.playthroughs import MAX_STATES
from queries.world.selection import LIMIT, WORLD, chosen_world


@tool(
    title="Dead content",
    pack="world",
    parameters=(MAX_STATES, WORLD, LIMIT, CURSOR),
    result={
        "world": string("The world's id."),
        "verdict": string("complete or bounded."),
        "guarantee": string("What the verdict says for certain."),
        "states_explored": integer("The number of states that were explored."),
        "dead": objects(
            "Locations, sections, choices, exits and rules that no playthrough reaches: kind, id, reason, conditions, "
            "source."
        ),
        "conditions": objects(
            "Conditions that are always or never true where they stand: site, condition, is, source."
        ),
        "properties": objects("Properties that are written and never matter: property, reason, writes, source."),
        "not_played": objects("Statements that are no part of play: text, reason, source."),
        "undecided": strings("What was not reached, and might be with more states, as kind:id."),
        "has_errors": boolean("Whether lines of the world have errors; those are not played."),
    },
    may_run_long=True,
)
def get_dead_content(
    snapshot: Snapshot, *, max_states: int, world: str | None = None, limit: int, cursor: Cursor
) -> dict[str, Any]:
    """Content of a world that no player can ever reach, and conditions that are always or never true.

    Locations, sections, choices, exits and rules that no playthrough reaches; conditions that are always or never true
    where they stand; properties that are written and never matter. Each has the reason and its line. Static
    reachability ignores conditions; this plays the world.
    """
    chosen = chosen_world(snapshot, world)
    found = dead_content(player_of(snapshot, chosen), max_states, snapshot.charge)
    answer: dict[str, Any] = {
        "world": chosen.id,
        "verdict": "complete" if found.is_complete else "bounded",
        "guarantee": found.guarantee,
        "states_explored": found.states,
    }
    if has_errors(snapshot, chosen):
        answer["has_errors"] = True
    lists = {
        "dead": found.dead,
        "conditions": found.conditions,
        "properties": found.properties,
        "not_played": found.not_played,
        "undecided": found.undecided,
    }
    return page({**answer, **lists}, *lists, limit=limit, cursor=cursor)


@tool(
    title="Soft locks",
    pack="world",
    parameters=(
        Parameter(
            "endings",
            "strings",
            "The endings, any of which will do, written as goals: ids or conditions. Without them, every jump to end.",
            max_items=20,
            brief="Goals; without them, each -> end.",
            aliases=("goal", "goals", "ending"),
        ),
        MAX_STATES,
        WORLD,
        LIMIT,
        CURSOR,
    ),
    result={
        "world": string("The world's id."),
        "verdict": string("none, found, no_ending (no ending can be reached at all) or bounded."),
        "guarantee": string("What the verdict says for certain."),
        "endings": strings("What counts as an ending."),
        "states_explored": integer("The number of states that were explored."),
        "locked_states": integer("The number of explored states from which no ending can be reached."),
        "soft_locks": objects(
            "A row for each move that closes the last way: closed_by (the move), label, source, move_count, moves (a "
            "shortest way in, the closing move last), changes, state, open_moves."
        ),
        "has_errors": boolean("Whether lines of the world have errors; those are not played."),
    },
    may_run_long=True,
)
def get_soft_locks(
    snapshot: Snapshot,
    *,
    endings: Sequence[str] | None = None,
    max_states: int,
    world: str | None = None,
    limit: int,
    cursor: Cursor,
) -> dict[str, Any]:
    """States of a world from which no ending can be reached any more, and the choice that closed the door.

    For each move that closes the last way to an ending: a shortest way to it, and the state after it. Play ends where
    an ending is reached.
    """
    chosen = chosen_world(snapshot, world)
    player = player_of(snapshot, chosen)
    goals = goals_of(player.model, endings or ("end",), "endings")
    found = soft_locks(player, goals, max_states, snapshot.charge)
    answer: dict[str, Any] = {
        "world": chosen.id,
        "verdict": found.verdict,
        "guarantee": found.guarantee,
        "endings": [goal.text for goal in goals.goals],
        "states_explored": found.states,
        "locked_states": found.locked,
    }
    if has_errors(snapshot, chosen):
        answer["has_errors"] = True
    return page({**answer, "soft_locks": found.rows}, "soft_locks", limit=limit, cursor=cursor)
