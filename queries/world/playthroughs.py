"""The tools of playthroughs: a shortest way to a goal or a proof that there is none, and the state after some moves."""

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from compiler.languages.world.facts import World
from compiler.store.snapshot import Snapshot
from queries.errors.query_error import QueryError
from queries.tools.paging import CURSOR, Cursor, page
from queries.tools.parameters import Parameter
from queries.tools.schemas import boolean, integer, mapping, objects, string
from queries.tools.tool import tool
from queries.world.overview import has_errors
from queries.world.play.cone import Reduced, cone
from queries.world.play.deciding import Decider
from queries.world.play.explaining import explained
from queries.world.play.goals import Goals, goals_of
from queries.world.play.parts import machine_of
from queries.world.play.replay import Played, Player, player_of, replayed, state_after
from queries.world.play.search import Budget, Charge, Explored, explore, reaches, reaches_any
from queries.world.selection import LIMIT, WORLD, chosen_world

MAX_STATES = Parameter(
    "max_states",
    "integer",
    "The most states of all searches together.",
    default=200_000,
    minimum=1,
    maximum=1_000_000,
    aliases=("limit_states", "budget"),
)
MOST_OF_A_WAY = 3_000  # states of one search for a way in a part of the world
GUARANTEES = {
    "reachable": "The moves lead to the goal, and no fewer do; they were replayed without any reduction.",
    "reachable, perhaps by fewer": "The moves lead to the goal; they were replayed without any reduction. Not all "
    "shorter ways were explored: at_least says how many moves it takes.",
    "unreachable": "No playthrough of any length reaches the goal: all states were explored.",
    "unreachable, proven": "No playthrough of any length reaches the goal: proven over all values that each property "
    "and container can have. Not all states were explored.",
    "bounded": "Nothing is known beyond the explored states: raise max_states, or ask for less at once.",
}


@tool(
    title="Find a playthrough",
    pack="world",
    parameters=(
        Parameter(
            "goal",
            "strings",
            "What is to be reached, all of it together: ids of locations, sections, choices, exits or rules (with "
            "their kind in front where needed, such as section:mill/greet), conditions as the world writes them "
            "(@warden.trust >= 3, @key in player), or end.",
            required=True,
            max_items=20,
            brief='Ids or conditions, such as ["@warden.trust >= 3"].',
            aliases=("goals", "to", "target"),
        ),
        Parameter(
            "from_state",
            "strings",
            "The moves that lead to the state to begin in, as get_playthrough_state takes them; without it, the start.",
            max_items=1_000,
            aliases=("from", "moves"),
        ),
        Parameter(
            "avoid",
            "strings",
            "What may never be reached on the way, written as goals are.",
            max_items=20,
        ),
        MAX_STATES,
        WORLD,
        LIMIT,
        CURSOR,
    ),
    result={
        "world": string("The world's id."),
        "verdict": string("reachable, unreachable or bounded."),
        "guarantee": string("What the verdict says for certain."),
        "states_explored": integer("The number of states that were explored."),
        "move_count": integer("The number of moves of the way; only if the goal is reachable."),
        "at_least": integer("If not all shorter ways were explored: no way is shorter than this."),
        "moves": objects("A shortest way: step, move, label, source, allowed_by, changes, enters, rules."),
        "state": mapping("The state at its end: location, menu, changed, taken."),
        "goals": objects("If it is not reachable: goal, reached_alone, seen."),
        "never_possible": objects("Moves towards the goal that no explored state allows, with their conditions."),
        "nearest": mapping("The explored state that comes nearest: moves, state, missing."),
        "left_out": mapping("What the goal cannot depend on: numbers of choices, sections and variables."),
        "has_errors": boolean("Whether lines of the world have errors; those are not played."),
    },
    may_run_long=True,
)
def find_playthrough(
    snapshot: Snapshot,
    *,
    goal: Sequence[str],
    from_state: Sequence[str] | None = None,
    avoid: Sequence[str] | None = None,
    max_states: int,
    world: str | None = None,
    limit: int,
    cursor: Cursor,
) -> dict[str, Any]:
    """Whether a player can really reach a location, section, choice, exit or condition, and the shortest way.

    The search plays the world: keys, trust, consumed choices, rules. The answer is a shortest list of moves, each with
    its line, what it changed and why it was allowed; or a proof that there is none, with what stands in the way: moves
    that no state allows, the nearest state, and what it lacks. docs/world-semantics.md has the rules of play.
    """
    chosen = chosen_world(snapshot, world)
    if not goal:
        raise QueryError("invalid_argument", "goal is empty", hint="Name what is to be reached.")
    player = player_of(snapshot, chosen)
    model = player.model
    asked, kept_off = goals_of(model, goal, "goal"), goals_of(model, avoid or (), "avoid")
    start = state_after(player, from_state or (), "from_state")
    begun = {name: player.value(start, name) for name in model.initial}
    reduced = cone(replace(model, initial=begun), asked, kept_off)
    search = _Search(player, start, (asked, kept_off), reduced, Budget(max_states), snapshot.charge)
    answer = {"world": chosen.id, **search.answer()}
    return _paged(snapshot, chosen, answer, limit, cursor)


class _Search:
    """Looks for a way to `goals`: what is to be reached, and what is to be avoided. All searches share a budget."""

    def __init__(
        self, player: Player, start: int, goals: tuple[Goals, Goals], reduced: Reduced, budget: Budget, charge: Charge
    ) -> None:
        self._player, self._start, self._goals, self._reduced = player, start, goals, reduced
        self._budget, self._charge = budget, charge
        wanted, avoided = reduced.goals, reduced.avoided
        events = [*wanted.events, *avoided.events]
        self._machine = machine_of(reduced.model, reduced.part, [*wanted.formulas, *avoided.formulas], events)

    def answer(self) -> dict[str, Any]:
        explored = self._explored(max(1, self._budget.max_states * 3 // 5))
        found: dict[str, Any] = self._verdict(explored)
        if found["verdict"] == "bounded":
            found = self._decided(explored) or found
        if found["verdict"] == "bounded" and self._budget.left:
            explored = self._explored(self._budget.left, explored)
            found = self._verdict(explored)
        answer = {**found, "states_explored": self._budget.spent}
        if not explored.states:
            answer["hint"] = "The start itself is to be avoided."
        elif answer["verdict"] != "reachable":
            answer |= explained(self._player, explored, self._reduced.goals, self._charge, self._start)
        return {**answer, "left_out": self._left_out()}

    def _explored(self, more: int, after: Explored | None = None) -> Explored:
        """Search breadth-first for so many more states."""
        known = len(after.states) if after else 0
        machine, wanted, avoided = self._machine, self._reduced.goals, self._reduced.avoided
        explored = explore(
            machine,
            max_states=known + more,
            charge=self._charge,
            goal=reaches(machine, wanted),
            avoided=reaches_any(machine, avoided) if avoided.goals else None,
            after=after,
        )
        self._budget.spent += len(explored.states) - known
        return explored

    def _verdict(self, explored: Explored) -> dict[str, Any]:
        """What a breadth-first search tells."""
        if explored.found is not None:
            played = self._player.replay(explored.way(explored.found), self._start)
            return {"verdict": "reachable", "guarantee": GUARANTEES["reachable"], **self._way(played)}
        verdict = "unreachable" if explored.is_complete else "bounded"
        return {"verdict": verdict, "guarantee": GUARANTEES[verdict]}

    def _decided(self, explored: Explored) -> dict[str, Any] | None:
        """What a search that was cut short did not tell: a proof, or a way that need not be a shortest one."""
        budget = Budget(self._budget.left * 3 // 4)
        decider = Decider(self._player, self._start, budget, self._charge, max_states=MOST_OF_A_WAY)
        if decider.is_impossible(self._goals[0]):
            return {"verdict": "unreachable", "guarantee": GUARANTEES["unreachable, proven"]}
        played = decider.way(*self._goals)
        self._budget.spent += budget.spent
        if played is None:
            return None
        at_least = len(explored.way(len(explored.states) - 1))
        if len(played) <= at_least:
            return {"verdict": "reachable", "guarantee": GUARANTEES["reachable"], **self._way(played)}
        guarantee = GUARANTEES["reachable, perhaps by fewer"]
        return {"verdict": "reachable", "guarantee": guarantee, "at_least": at_least, **self._way(played)}

    def _way(self, played: Sequence[Played]) -> dict[str, Any]:
        state = played[-1].after if played else self._start
        moves = [self._player.move_row(step, number) for number, step in enumerate(played, 1)]
        return {"move_count": len(moves), "moves": moves, "state": self._player.state_row(state)}

    def _left_out(self) -> dict[str, int]:
        model, part = self._player.model, self._reduced.part
        return {
            "choices": len(model.choices) - len(part.choices),
            "sections": len(model.sections) - len(part.sections),
            "variables": len(model.initial) - len(self._machine.layout.fields),
        }


def _paged(snapshot: Snapshot, world: World, answer: dict[str, Any], limit: int, cursor: Cursor) -> dict[str, Any]:
    if has_errors(snapshot, world):
        answer["has_errors"] = True
    answer.setdefault("moves", [])
    return page(answer, "moves", limit=limit, cursor=cursor)


@tool(
    title="Play some moves",
    pack="world",
    parameters=(
        Parameter(
            "moves",
            "strings",
            "The moves from the start, in order: exit:gatehouse/garden, section:mill/greet to begin a section, "
            "choice:mill/greet/nod; also plain ids and refs. A choice may be aimed: choice:… -> @bell.",
            default=[],
            max_items=1_000,
            brief="Such as section:mill/greet.",
        ),
        WORLD,
        LIMIT,
        CURSOR,
    ),
    result={
        "world": string("The world's id."),
        "move_count": integer("The number of moves that were made."),
        "state": mapping("The state after them: location, menu, changed (what differs from the start), taken."),
        "open_moves": objects("The moves that are possible now: move, label, source."),
        "closed_moves": objects(
            "Moves of the place and the menu that are not: move, label, source, reason, conditions."
        ),
        "refused": mapping("The first move that is not possible: step, move, reason, conditions, did_you_mean."),
        "moves": objects("The moves that were made: step, move, label, source, allowed_by, changes, enters, rules."),
        "has_errors": boolean("Whether lines of the world have errors; those are not played."),
    },
)
def get_playthrough_state(
    snapshot: Snapshot, *, moves: Sequence[str], world: str | None = None, limit: int, cursor: Cursor
) -> dict[str, Any]:
    """The state of a world after some moves of the player, what each did, and which moves are open now.

    A move that is not possible ends the list: refused says why, with the conditions that do not hold and their values.
    Without moves, it is the start.
    """
    chosen = chosen_world(snapshot, world)
    player = player_of(snapshot, chosen)
    made, refused = replayed(player, moves)
    state = made[-1].after if made else player.start
    answer: dict[str, Any] = {
        "world": chosen.id,
        "move_count": len(made),
        "state": player.state_row(state),
        "open_moves": [{"move": str(move), **player.described(move)} for move in player.open_moves(state)],
        "closed_moves": [player.closed_row(state, compiled) for compiled in player.closed(state)],
    }
    if refused is not None:
        row: dict[str, Any] = {"step": len(made) + 1, "move": refused.text, "reason": refused.reason}
        if refused.conditions:
            row["conditions"] = [player.clause_row(condition, state) for condition in refused.conditions]
        answer["refused"] = row | ({"did_you_mean": list(refused.near)[:5]} if refused.near else {})
    answer["moves"] = [player.move_row(step, number) for number, step in enumerate(made, 1)]
    if has_errors(snapshot, chosen):
        answer["has_errors"] = True
    return page(answer, "open_moves", "closed_moves", "moves", limit=limit, cursor=cursor)
