"""What stands in the way of a goal that was not reached: the explored state that comes nearest, and what it lacks."""

from collections import defaultdict, deque
from collections.abc import Iterator
from decimal import Decimal
from typing import Any, NamedTuple

from queries.world.play.compiled import Test, test_of
from queries.world.play.formulas import PLACE, TALK, Compare, Formula, Variable, at, comparisons, read_by
from queries.world.play.goals import Goal, Goals
from queries.world.play.machine import END, Compiled, Machine, Move
from queries.world.play.model import Clause, Jump, Model, conjunction
from queries.world.play.parts import variables_changed
from queries.world.play.replay import Player, variable_name
from queries.world.play.search import Charge, Explored, reaches
from queries.world.play.values import shown

FAR = 1_000_000
MAX_BLOCKED = 12


class Distances(NamedTuple):
    """How many moves away from a goal each place and menu is, if no condition is looked at."""

    steps: dict[str, int]

    def of(self, *nodes: str) -> int:
        return min((self.steps.get(node, FAR) for node in nodes), default=FAR)


def explained(player: Player, explored: Explored, goals: Goals, charge: Charge, start: int) -> dict[str, Any]:
    """Return what stands in the way, as an answer shows it."""
    machine = explored.machine
    distances = Distances(_distances(player.model, goals))
    nearest = _nearest(machine, explored, goals, distances, charge)
    state = start
    played = player.replay(explored.way(nearest), start)
    state = played[-1].after if played else start
    missing = [goal for goal in goals.goals if not reaches(machine, Goals((goal,)))(explored.states[nearest])]
    return {
        "goals": [_goal_row(machine, explored, goal) for goal in goals.goals],
        "never_possible": _never_possible(player, machine, explored, distances, charge),
        "nearest": {
            "moves": [f"{step.move}" for step in played][:200],
            "state": player.state_row(state),
            "missing": [row for goal in missing for row in _missing(player, state, goal, distances)][:MAX_BLOCKED],
        },
    }


def _goal_row(machine: Machine, explored: Explored, goal: Goal) -> dict[str, Any]:
    """Whether some explored state reaches a goal by itself, and the values that were seen if none does."""
    test = reaches(machine, Goals((goal,)))
    row: dict[str, Any] = {"goal": goal.text, "reached_alone": any(test(state) for state in explored.states)}
    if not row["reached_alone"] and goal.formula is not None and goal.kind == "condition":
        seen = {
            variable_name(comparison.variable): _seen(machine, explored, comparison.variable)
            for comparison in comparisons(goal.formula)
            if isinstance(comparison, Compare) and comparison.variable[0] == "value"
        }
        row |= {"seen": seen} if seen else {}
    return row


def _seen(machine: Machine, explored: Explored, variable: Variable) -> str:
    field = machine.layout.fields[variable]
    values = {field.decoded(bits) for bits in {state >> field.shift & field.mask for state in explored.states}}
    numbers = [value for value in values if isinstance(value, Decimal)]
    if numbers:
        return f"from {shown(min(numbers))} to {shown(max(numbers))}"
    return ", ".join(sorted(map(shown, values)))


# --- the nearest state -----------------------------------------------------------------------------------------------


def _nearest(machine: Machine, explored: Explored, goals: Goals, distances: Distances, charge: Charge) -> int:
    """Return the number of the state that lacks the fewest goals; of these, of the nearest numbers, then the nearest
    place, then the first."""
    tests = [reaches(machine, Goals((goal,))) for goal in goals.goals]
    wanted = [
        comparison
        for formula in goals.formulas
        for comparison in comparisons(formula)
        if isinstance(comparison, Compare)
    ]
    place, talk = machine.layout.fields[PLACE], machine.layout.fields[TALK]
    steps = {}
    best: tuple[tuple[int, Decimal, int], int] | None = None
    for number, state in enumerate(explored.states):
        if not number % 1_024:
            charge(1_024)
        spot = (state >> place.shift & place.mask, state >> talk.shift & talk.mask)
        if spot not in steps:
            steps[spot] = distances.of(str(place.decoded(spot[0])), str(talk.decoded(spot[1])))
        lacking = sum(not test(state) for test in tests)
        key = (lacking, _gap(machine, state, wanted), steps[spot])
        if best is None or key < best[0]:
            best = key, number
    assert best is not None
    return best[1]


def _gap(machine: Machine, state: int, wanted: list[Compare]) -> Decimal:
    """How far the numbers of a state are from those that the goals compare them with."""
    total = Decimal(0)
    for compare in wanted:
        if isinstance(compare.operand, Decimal):
            value = machine.layout.value(state, compare.variable)
            if not test_of(compare, machine.layout)(state):
                total += abs((value if isinstance(value, Decimal) else Decimal(0)) - compare.operand)
    return total


def _missing(player: Player, state: int, goal: Goal, distances: Distances) -> Iterator[dict[str, Any]]:
    """What a state lacks for a goal: the moves towards it that are closed, and their conditions."""
    here = distances.of(str(player.value(state, PLACE)), str(player.value(state, TALK)))
    closed = [
        compiled
        for compiled in player.closed(state)
        if _ahead(player.model, compiled.move, distances) < here or here == 0
    ]
    rows = [row for compiled in closed if (row := player.closed_row(state, compiled))]
    if goal.kind == "condition":
        yield {"goal": goal.text, "now": _now(player, state, goal.formula)}
    for row in rows:
        yield {"goal": goal.text, **row}
    if not rows and goal.kind != "condition":
        yield {
            "goal": goal.text,
            "reason": "No exit, section or jump leads on from here." if here >= FAR else "Other moves come first.",
        }


def _now(player: Player, state: int, formula: Formula | None) -> dict[str, str]:
    read = sorted(read_by(formula)) if formula is not None else []
    row: dict[str, str] = {}
    for variable in read:
        if variable[0] in ("value", "in", "place"):
            row[variable_name(variable)] = shown(player.value(state, variable)).removeprefix("#")
    return row


# --- moves that were never possible ----------------------------------------------------------------------------------


def _never_possible(
    player: Player, machine: Machine, explored: Explored, distances: Distances, charge: Charge
) -> list[dict[str, Any]]:
    """The moves that were offered in explored states and possible in none, those nearest to the goal first."""
    held: dict[Compiled, int] = {}  # of a move that was never possible, the conditions that some state satisfies
    tests: dict[Compiled, list[Test]] = {}
    possible: set[Compiled] = set()
    for number, state in enumerate(explored.states):
        if not number % 1_024:
            charge(1_024)
        for candidate in machine.candidates(state):
            if candidate in possible:
                continue
            if candidate.test(state):
                possible.add(candidate)
                held.pop(candidate, None)
                continue
            if candidate not in tests:
                tests[candidate] = [
                    test_of(clause.formula, machine.layout) for clause in clauses_of(machine.model, candidate.move)
                ]
            held[candidate] = held.get(candidate, 0) | sum(
                1 << at_ for at_, test in enumerate(tests[candidate]) if test(state)
            )
    near = sorted(held, key=lambda compiled: _ahead(player.model, compiled.move, distances))
    towards = [compiled for compiled in near if _ahead(player.model, compiled.move, distances) < FAR]
    return [_never_row(player, compiled.move, held[compiled]) for compiled in towards[:MAX_BLOCKED]]


def _never_row(player: Player, move: Move, held: int) -> dict[str, Any]:
    clauses = clauses_of(player.model, move)
    never = [clause for number, clause in enumerate(clauses) if not held >> number & 1]
    row: dict[str, Any] = {"move": str(move), **player.described(move)}
    row["conditions"] = [{"condition": clause.text, "source": clause.source} for clause in never or clauses]
    return row if never else row | {"reason": "Its conditions never held together."}


def clauses_of(model: Model, move: Move) -> tuple[Clause, ...]:
    """Return the conditions of a move."""
    if move.kind == "exit":
        return model.exits[move.id].clauses
    if move.kind == "section":
        return model.sections[move.id].gate
    outcomes = model.choices[move.id].outcomes
    return next((outcome.clauses for outcome in outcomes if outcome.target == move.target), ())


# --- distances -------------------------------------------------------------------------------------------------------


def _ahead(model: Model, move: Move, distances: Distances) -> int:
    """How far from the goal a move leads, if no condition is looked at. A goal that is this move is nearest."""
    if move.kind == "exit":
        return distances.of(f"exit:{move.id}", at(model.exits[move.id].destination))
    if move.kind == "section":
        return distances.of(f"=={move.id}")
    return distances.of(f"choice:{move.id}", *_after_choice(model, move.id))


def _after_choice(model: Model, name: str) -> list[str]:
    choice = model.choices[name]
    nodes = [f"*{name}"] if choice.nested else []
    return nodes + _jumped(model, choice.jump)


def _jumped(model: Model, jump: Jump | None) -> list[str]:
    if jump is None:
        return []
    if jump.kind == "section":
        return [f"=={jump.target}"]
    if jump.kind == "exit" and jump.target in model.exits:
        return [f"exit:{jump.target}", at(model.exits[jump.target].destination)]
    return ["end"] if jump.kind == "end" else []


def _edges(model: Model) -> Iterator[tuple[str, str]]:
    for exit in model.exits.values():
        yield at(exit.place), f"exit:{exit.id}"
        yield f"exit:{exit.id}", at(exit.destination)
    for section in model.sections.values():
        if section.opens:
            for place in [section.location] if section.location else model.locations:
                yield at(place), f"=={section.id}"
        for node in (*_jumped(model, section.jump), *_jumped(model, section.jump_after)):
            yield f"=={section.id}", node
    for choice in model.choices.values():
        menu = f"*{choice.parent}" if choice.parent else f"=={choice.section}"
        yield menu, f"choice:{choice.id}"
        for node in _after_choice(model, choice.id):
            yield f"choice:{choice.id}", node


def _distances(model: Model, goals: Goals) -> dict[str, int]:
    before: dict[str, list[str]] = defaultdict(list)
    for source, target in _edges(model):
        before[target].append(source)
    found = dict.fromkeys((node for goal in goals.goals for node in _goal_nodes(model, goal)), 0)
    queue = deque(found)
    while queue:
        node = queue.popleft()
        for other in before[node]:
            if other not in found:
                found[other] = found[node] + 1
                queue.append(other)
    return found


def _goal_nodes(model: Model, goal: Goal) -> Iterator[str]:
    """Where a goal is reached: itself, or whatever changes what it reads."""
    if goal.event == END:
        yield "end"
    elif goal.event is not None and goal.kind != "rule":
        yield f"=={goal.event[1]}" if goal.kind == "section" else f"{goal.kind}:{goal.event[1]}"
    elif goal.kind == "location":
        yield from (
            str(comparison.operand)
            for comparison in comparisons(goal.formula or conjunction(()))
            if isinstance(comparison, Compare)
        )
    else:
        yield from _writers(model, goal)


def _writers(model: Model, goal: Goal) -> Iterator[str]:
    read: set[Variable] = set(read_by(goal.formula)) if goal.formula is not None else set()
    if goal.event is not None:
        rules = [rule for rule in model.rules if rule.name == goal.event[1]]
        read |= {name for rule in rules for outcome in rule.outcomes for name in read_by(conjunction(outcome.clauses))}
    for choice in model.choices.values():
        changed = {
            name for outcome in choice.outcomes for name in variables_changed(each.effect for each in outcome.effects)
        }
        if changed & read or ("taken", choice.id) in read:
            yield f"choice:{choice.id}"
    for section in model.sections.values():
        if variables_changed(effect.effect for effect in (*section.effects, *section.effects_after)) & read:
            yield f"=={section.id}"
