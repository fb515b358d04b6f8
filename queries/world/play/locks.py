"""Soft locks: the explored states from which no ending can be reached, and the moves that lead into them."""

from array import array
from typing import Any, NamedTuple

from queries.world.play.goals import Goals
from queries.world.play.lock_search import LockSearch
from queries.world.play.parts import machine_of, whole
from queries.world.play.replay import Played, Player, text_of
from queries.world.play.search import Budget, Charge, reaches_any
from queries.world.play.survey import Surveyed, survey

IN_A_PART = (
    "From each of these states no playthrough of any length reaches an ending, and before the closing move one does. "
    "Not all states were explored: the way in need not be a shortest one, and there may be more."
)
NONE = "Every state that can be reached leads to an ending: all were explored."
FOUND = "From each of these states no playthrough of any length reaches an ending. All states were explored."
PARTLY = (
    "From each of these states no playthrough of any length reaches an ending. Not all states were explored: there may "
    "be more. Raise max_states."
)
PROVEN = (
    "Every state that can be reached leads to an ending: proven over nodes of a few variables, not all states explored."
)
NO_ENDING = "No playthrough of any length reaches an ending: all states were explored."
MAX_MOVES = 200  # shown of a way in, and of the moves that are left


class Locks(NamedTuple):
    """What an answer shows. `locked` counts states."""

    verdict: str
    guarantee: str
    states: int
    locked: int
    rows: list[dict[str, Any]]


def soft_locks(player: Player, goals: Goals, max_states: int, charge: Charge) -> Locks:
    """Return the soft locks of a world, for endings of which any will do."""
    model = player.model
    machine = machine_of(model, whole(model, goals.formulas), goals.formulas, goals.events)
    ending = reaches_any(machine, goals)
    budget = Budget(max_states)

    def surveyed(most: int, after: Surveyed | None) -> Surveyed:
        return survey(
            machine, max_states=most, charge=charge, ending=ending, with_edges=True, is_kept=True, after=after
        )

    found = surveyed(max(1, max_states // 2), None)
    budget.spent = len(found.explored.states)
    if found.explored.is_complete:
        return _of_survey(player, found, budget.spent)
    is_proven, ways = LockSearch(player, goals, budget, charge).decide()
    if is_proven:
        return Locks("none", PROVEN, budget.spent, 0, [])
    known = len(found.explored.states)
    found = surveyed(known + budget.left, found)
    budget.spent += len(found.explored.states) - known
    return _with_ways(player, _of_survey(player, found, budget.spent), ways)


def _of_survey(player: Player, found: Surveyed, states: int) -> Locks:
    is_live = _live(found)
    locked = len(is_live) - sum(is_live)
    if not is_live[0]:
        return Locks("no_ending", NO_ENDING, states, locked, [])
    rows = _rows(player, found, is_live)
    if found.explored.is_complete:
        return Locks("found" if rows else "none", FOUND if rows else NONE, states, locked, rows)
    return Locks("found" if rows else "bounded", PARTLY, states, locked, rows)


def _with_ways(player: Player, found: Locks, ways: list[list[Played]]) -> Locks:
    """Add ways in that a survey did not find: those that another move closes."""
    known = {row["closed_by"] for row in found.rows}
    more = [row for row in (_row(player, played) for played in ways) if row["closed_by"] not in known]
    if not more:
        return found
    guarantee = IN_A_PART if found.verdict == "bounded" else PARTLY
    return Locks("found", guarantee, found.states, found.locked + len(more), [*found.rows, *more])


def _live(found: Surveyed) -> bytearray:
    """Whether each state may lead to an ending. One whose successors were not all explored may."""
    size = len(found.explored.states)
    live = bytearray(size)
    before = _by_target(found, size)
    left = [*found.final, *range(found.explored.unexpanded, size)]
    for number in left:
        live[number] = 1
    first, sources = before
    while left:
        number = left.pop()
        for at in range(first[number], first[number + 1]):
            source = sources[at]
            if not live[source]:
                live[source] = 1
                left.append(source)
    return live


def _by_target(found: Surveyed, size: int) -> tuple["array[int]", "array[int]"]:
    """The edges sorted by target: where those of each target begin, and their sources."""
    first = array("L", bytes(array("L").itemsize * (size + 2)))
    for target in found.targets:
        first[target + 2] += 1
    for number in range(2, size + 2):
        first[number] += first[number - 1]
    sources = array("L", bytes(array("L").itemsize * len(found.targets)))
    for source, target in zip(found.sources, found.targets, strict=True):
        sources[first[target + 1]] = source
        first[target + 1] += 1
    return first, sources


def _rows(player: Player, found: Surveyed, is_live: bytearray) -> list[dict[str, Any]]:
    explored = found.explored
    closing: dict[int, int] = {}
    for number, parent in enumerate(explored.parents):
        if number and not is_live[number] and is_live[parent]:
            closing.setdefault(explored.labels[number], number)
    return [_row(player, player.replay(explored.way(number))) for number in sorted(closing.values())]


def _row(player: Player, played: list[Played]) -> dict[str, Any]:
    """A soft lock as answers show it: the moves into it, the closing move last."""
    last = played[-1]
    row: dict[str, Any] = {"closed_by": text_of(last.move, last.picks), **player.described(last.move)}
    row["move_count"] = len(played)
    row["moves"] = [text_of(step.move, step.picks) for step in played][-MAX_MOVES:]
    row["changes"] = player.changes(last.before, last.after)
    row["state"] = player.state_row(last.after)
    row["open_moves"] = [str(move) for move in player.open_moves(last.after)][:MAX_MOVES]
    return row
