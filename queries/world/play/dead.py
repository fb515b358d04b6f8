"""Dead content: what no playthrough reaches, and conditions that are always or never true where they stand.

All states are explored at once. If there are too many, what they left open is decided item by item and condition by
condition (`unexplored`), and what is then still open in the part of the world that it depends on (Q5).
"""

from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

from queries.world.play.cone import cone
from queries.world.play.deciding import MOST_IN_A_PART, Decider
from queries.world.play.formulas import PLACE, Formula, Variable, read_by
from queries.world.play.goals import Goals
from queries.world.play.judging import Judged
from queries.world.play.machine import Event, Machine
from queries.world.play.model import Clause, Model, conjunction
from queries.world.play.parts import machine_of, whole
from queries.world.play.replay import Player, variable_name
from queries.world.play.search import Charge, Surveyed, explore, reaches, survey
from queries.world.play.unexplored import Question, Unexplored, goal_for

EVENTS = ("section", "choice", "exit", "rule")
TOGETHER = "Its conditions never hold together."
NEVER = "These conditions never hold."


@dataclass(slots=True)
class Dead:
    """What an answer shows."""

    is_complete: bool
    states: int
    dead: list[dict[str, Any]] = field(default_factory=list)
    conditions: list[dict[str, Any]] = field(default_factory=list)
    properties: list[dict[str, Any]] = field(default_factory=list)
    not_played: list[dict[str, Any]] = field(default_factory=list)
    undecided: list[str] = field(default_factory=list)


def dead_content(player: Player, max_states: int, charge: Charge) -> Dead:
    """Return the dead content of a world."""
    model = player.model
    judged = Judged(model)
    machine = machine_of(model, whole(model), (), _events(model), watch=judged.look)
    judged.bind(machine)
    found = survey(machine, max_states=max_states, charge=charge)
    explored = found.explored
    reached = _reached(machine, found)
    judged.look_at(explored.states, charge)
    missing = [one for one in _items(model) if one not in reached]
    result = Dead(explored.is_complete, len(explored.states))
    constant = judged.constant()
    if not explored.is_complete:
        decider = Decider(player, player.start, min(max_states, MOST_IN_A_PART), charge)
        unexplored = Unexplored(decider, judged, machine, decider.max_states)
        dead, alive = unexplored.items(missing)
        reached |= alive
        left = [one for one in missing if one not in dead | alive]
        dead |= _proven(model, left, max_states, charge)
        result.undecided = [f"{kind}:{name}" for kind, name in missing if (kind, name) not in dead | alive]
        missing = [one for one in missing if one in dead]
        constant = _constant(judged, unexplored.conditions(), result)
        result.states += decider.states
        result.is_complete = not result.undecided
    result.conditions = constant
    result.dead = [_dead_row(model, one, reached, judged if result.is_complete else None) for one in missing]
    result.properties = list(_useless(model, set(missing)))
    result.not_played = [{"text": one.text, "reason": one.reason, "source": one.source} for one in model.not_played]
    return result


def _constant(judged: Judged, left: list[Question], result: Dead) -> list[dict[str, Any]]:
    """The conditions that are constant; those of which that is not known are undecided."""
    open_ones = {(site, clause.text, clause.source) for site, clause, _ in left}
    result.undecided += [f"{site}: {text}" for site, text, _ in dict.fromkeys(sorted(open_ones))]
    return [one for one in judged.constant() if (one["site"], one["condition"], one["source"]) not in open_ones]


def _items(model: Model) -> Iterator[Event]:
    yield from (("location", name) for name in model.locations)
    yield from _events(model)


def _events(model: Model) -> list[Event]:
    named = {
        "section": list(model.sections),
        "choice": list(model.choices),
        "exit": list(model.exits),
        "rule": [one.name for one in model.rules],
    }
    return [(kind, name) for kind in EVENTS for name in named[kind]]


def _reached(machine: Machine, found: Surveyed) -> set[Event]:
    reached = {event for event, mark in machine.marks.items() if found.events & mark}
    place = machine.layout.fields[PLACE]
    places = {state >> place.shift & place.mask for state in found.explored.states}
    reached.update(("location", str(place.decoded(bits)).removeprefix("#")) for bits in places)
    return reached


def _proven(model: Model, missing: list[Event], max_states: int, charge: Charge) -> set[Event]:
    """Those of some items that no playthrough reaches, as far as that is proven in as many states again."""
    proven: set[Event] = set()
    left = max_states
    none = Goals(())
    for number, (kind, name) in enumerate(missing):
        goals = Goals((goal_for((kind, name)),))
        reduced = cone(model, goals, none)
        goals = reduced.goals
        machine = machine_of(reduced.model, reduced.part, goals.formulas, goals.events)
        share = max(1, left // (len(missing) - number))
        explored = explore(machine, max_states=share, charge=charge, goal=reaches(machine, goals))
        left -= len(explored.states)
        if explored.is_complete and explored.found is None:
            proven.add((kind, name))
        if left <= 0:
            break
    return proven


# --- reasons ---------------------------------------------------------------------------------------------------------


def _dead_row(model: Model, item: Event, reached: set[Event], judged: Judged | None) -> dict[str, Any]:
    kind, name = item
    reason, clauses = _reason(model, kind, name, reached)
    row: dict[str, Any] = {"kind": kind, "id": name}
    if clauses:
        never = [one for one in clauses if judged is not None and judged.is_never(one)]
        row["reason"] = NEVER if never else TOGETHER
        row["conditions"] = [{"condition": one.text, "source": one.source} for one in never or clauses if one.source]
    else:
        row["reason"] = reason
    return {**row, "source": _source(model, kind, name)}


def _reason(model: Model, kind: str, name: str, reached: set[Event]) -> tuple[str, tuple[Clause, ...]]:
    """Why an item is not reached: a reason, or conditions if it is offered and they do not hold."""
    if kind == "location":
        return "No exit, jump or effect that is possible leads there.", ()
    if kind == "exit":
        one = model.exits[name]
        return ("", one.clauses) if ("location", one.place) in reached else ("Its location is never reached.", ())
    if kind == "section":
        return _section_reason(model, name, reached)
    if kind == "rule":
        outcomes = next(one.outcomes for one in model.rules if one.name == name)
        return ("", outcomes[0].clauses) if outcomes else ("It selects among no entities.", ())
    choice = model.choices[name]
    above = ("choice", choice.parent) if choice.parent else ("section", choice.section)
    if above not in reached:
        return "Its choice is never chosen." if choice.parent else "Its section is never entered.", ()
    clauses = choice.outcomes[0].clauses if choice.outcomes else ()
    return ("", clauses) if clauses else ("Its menu is never offered, or it has no target.", ())


def _section_reason(model: Model, name: str, reached: set[Event]) -> tuple[str, tuple[Clause, ...]]:
    section = model.sections[name]
    if not section.opens:
        return "A player cannot begin it, and no jump that is followed leads to it.", ()
    if section.location and ("location", section.location) not in reached:
        return "Its location is never reached.", ()
    return "", section.gate


def _source(model: Model, kind: str, name: str) -> str:
    if kind == "location":
        return model.locations[name]
    if kind == "rule":
        return next(one.source for one in model.rules if one.name == name)
    parts: dict[str, Any] = {"section": model.sections, "choice": model.choices, "exit": model.exits}
    return str(parts[kind][name].source)


# --- properties ------------------------------------------------------------------------------------------------------


def _useless(model: Model, dead: set[Event]) -> Iterator[dict[str, Any]]:
    """Properties of entities that something writes, and that no condition reads which play can meet."""
    read_live: set[Variable] = set()
    read_dead: set[Variable] = set()
    for event, formula in _readers(model):
        (read_dead if event in dead else read_live).update(read_by(formula))
    writes: dict[Variable, list[str]] = defaultdict(list)
    for event, effects in _writers(model):
        for one in effects:
            if one.effect is not None and event not in dead:
                writes[one.effect.variable].append(one.source)
    for variable in model.initial:
        if variable[0] == "value" and variable in writes and variable not in read_live:
            reason = "Only dead content reads it." if variable in read_dead else "No condition reads it."
            sources = list(dict.fromkeys(writes[variable]))
            yield {"property": variable_name(variable), "reason": reason, "writes": sources, "source": sources[0]}


def _readers(model: Model) -> Iterator[tuple[Event, Formula]]:
    for exit in model.exits.values():
        # An exit that is never passed is still looked at, unless its place is dead: its conditions matter.
        yield ("location", exit.place), conjunction(exit.clauses)
    for section in model.sections.values():
        yield ("location", section.location), conjunction(section.gate)
    for choice in model.choices.values():
        yield ("section", choice.section), model.available(choice.id)
    for rule in model.rules:
        for outcome in rule.outcomes:
            yield ("none", ""), conjunction(outcome.clauses)


def _writers(model: Model) -> Iterator[tuple[Event, tuple[Any, ...]]]:
    for choice in model.choices.values():
        for outcome in choice.outcomes:
            yield ("choice", choice.id), outcome.effects
    for section in model.sections.values():
        yield ("section", section.id), (*section.effects, *section.effects_after)
    for rule in model.rules:
        for outcome in rule.outcomes:
            yield ("rule", rule.name), outcome.effects
