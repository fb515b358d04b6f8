"""Dead content: what no playthrough reaches, and conditions that are always or never true where they stand.

All states are explored at once. If there are too many, what they left open is decided item by item and condition by
condition (`unexplored`), and what is then still open in the part of the world that it depends on (Q5).
"""

from collections import defaultdict
from collections.abc import Iterator
from typing import Any, NamedTuple

from queries.world.play.cone import cone
from queries.world.play.deciding import Decider
from queries.world.play.formulas import PLACE, Formula, Variable, read_by
from queries.world.play.goals import Goals
from queries.world.play.judging import Judged
from queries.world.play.machine import Event
from queries.world.play.model import Clause, Model, conjunction
from queries.world.play.parts import machine_of, whole
from queries.world.play.replay import Player, variable_name
from queries.world.play.search import Budget, Charge, explore, reaches
from queries.world.play.survey import Surveyed, dive, survey
from queries.world.play.unexplored import Question, Unexplored, goal_for

MOST_AT_FIRST = 5_000  # states of the survey before anything is decided without one
MOST_IN_A_DIVE = 8_000
EVENTS = ("section", "choice", "exit", "rule")
TOGETHER = "Its conditions never hold together."
NEVER = "These conditions never hold."
NO_PLACE = "Its location is never reached."
NO_SECTION = "Its section is never entered."
NO_CHOICE = "Its choice is never chosen."
FOLLOWING = (NO_PLACE, NO_SECTION, NO_CHOICE)  # reasons of what is dead because something else is
FOUND = "All states were explored: what is listed holds for every playthrough of any length."
DECIDED = (
    "What is listed holds for every playthrough of any length: proven over all values that each property and container "
    "can have. All else was met in play. Not all states were explored."
)
CUT = (
    "Not all states were explored. What is listed as dead is so in every playthrough; of what is undecided, nothing "
    "is known. Raise max_states for more."
)


class Dead(NamedTuple):
    """What an answer shows. `states` counts all that were explored."""

    guarantee: str  # FOUND, DECIDED or CUT
    states: int
    dead: list[dict[str, Any]]
    conditions: list[dict[str, Any]]
    properties: list[dict[str, Any]]
    not_played: list[dict[str, Any]]
    undecided: list[str]

    @property
    def is_complete(self) -> bool:
        return self.guarantee != CUT


def dead_content(player: Player, max_states: int, charge: Charge) -> Dead:
    """Return the dead content of a world, found with at most `max_states` states of all searches."""
    return _Search(player, Budget(max_states), charge).dead()


class _Search:
    """Surveys a world. If it has many states, it looks at some of them that show much, and decides what they left open;
    the survey goes on only if that fails."""

    def __init__(self, player: Player, budget: Budget, charge: Charge) -> None:
        self._player, self._budget, self._charge = player, budget, charge
        self._model = player.model
        self._judged = Judged(self._model)
        self._machine = machine_of(self._model, whole(self._model), (), _events(self._model), watch=self._judged.look)
        self._judged.bind(self._machine)
        self._reached: set[Event] = set()
        self._dead: set[Event] = set()
        self._open: list[Question] = []

    def dead(self) -> Dead:
        found = self._survey(MOST_AT_FIRST, None)
        if found.explored.is_complete:
            return self._answer(FOUND, self._missing(), self._judged.constant(), [])
        self._dive()
        self._decide()
        if self._budget.left and self._undecided():
            found = self._survey(len(found.explored.states) + self._budget.left, found)
            if found.explored.is_complete:
                return self._answer(FOUND, self._missing(), self._judged.constant(), [])
        undecided = self._undecided()
        left = {(site, clause.source, clause.text) for site, clause, _ in self._open}
        constant = [
            row for row in self._judged.constant() if (row["site"], row["source"], row["condition"]) not in left
        ]
        dead = [goal for goal in self._missing() if goal in self._dead]
        return self._answer(CUT if undecided else DECIDED, dead, constant, undecided)

    def _undecided(self) -> list[str]:
        """Return the items and conditions of which nothing is known."""
        items = [f"{kind}:{name}" for kind, name in self._missing() if (kind, name) not in self._dead]
        unsettled = self._judged.unsettled()
        self._open = [goal for goal in self._open if goal in unsettled]
        left = sorted((site, clause.source, clause.text) for site, clause, _ in self._open)
        return [*items, *dict.fromkeys(f"{site}: {text}" for site, _, text in left)]

    def _missing(self) -> list[Event]:
        return [item for item in _items(self._model) if item not in self._reached]

    def _answer(self, guarantee: str, dead: list[Event], constant: list[dict[str, Any]], undecided: list[str]) -> Dead:
        model = self._model
        judged = None if undecided else self._judged
        return Dead(
            guarantee,
            self._budget.spent,
            [_dead_row(model, event, self._reached, judged) for event in dead],
            constant,
            list(_useless(model, set(dead))),
            [
                {"text": unplayed.text, "reason": unplayed.reason, "source": unplayed.source}
                for unplayed in model.not_played
            ],
            undecided,
        )

    # --- looking -----------------------------------------------------------------------------------------------------

    def _survey(self, max_states: int, after: Surveyed | None) -> Surveyed:
        known = len(after.explored.states) if after else 0
        most = min(max_states, known + self._budget.left)
        found = survey(self._machine, max_states=most, charge=self._charge, after=after)
        self._look_at(found, known)
        return found

    def _dive(self) -> None:
        for numbers_first in (False, True):
            most = min(MOST_IN_A_DIVE, self._budget.left)
            if most:
                self._look_at(dive(self._machine, max_states=most, charge=self._charge, numbers_first=numbers_first), 0)

    def _look_at(self, found: Surveyed, known: int) -> None:
        """Take note of the states from number `known` on, and of all events."""
        states = found.explored.states[known:]
        self._budget.spent += len(states)
        self._judged.look_at(states, self._charge)
        self._reached |= {event for event, mark in self._machine.marks.items() if found.events & mark}
        place = self._machine.layout.fields[PLACE]
        places = {state >> place.shift & place.mask for state in states}
        self._reached |= {("location", str(place.decoded(bits)).removeprefix("#")) for bits in places}

    # --- deciding ----------------------------------------------------------------------------------------------------

    def _decide(self) -> None:
        """Decide what the states that were explored left open, item by item and condition by condition."""
        missing = self._missing()
        decider = Decider(self._player, self._player.start, self._budget, self._charge, is_short=False)
        unexplored = Unexplored(decider, self._judged, self._machine)
        self._dead, alive = unexplored.items(missing)
        self._reached |= alive
        left = [goal for goal in missing if goal not in self._dead | alive]
        self._dead |= _proven(self._model, left, self._budget, self._charge)
        self._open = unexplored.conditions()


def _items(model: Model) -> Iterator[Event]:
    yield from (("location", name) for name in model.locations)
    yield from _events(model)


def _events(model: Model) -> list[Event]:
    named = {
        "section": list(model.sections),
        "choice": list(model.choices),
        "exit": list(model.exits),
        "rule": [rule.name for rule in model.rules],
    }
    return [(kind, name) for kind in EVENTS for name in named[kind]]


def _proven(model: Model, missing: list[Event], budget: Budget, charge: Charge) -> set[Event]:
    """Return those of some items that no playthrough reaches, as far as the part of the world that each depends on
    shows it (Q5). Each has its share of the states that are left."""
    proven: set[Event] = set()
    for number, item in enumerate(missing):
        share = budget.left // (len(missing) - number)
        if not share:
            break
        reduced = cone(model, Goals((goal_for(item),)), Goals(()))
        goals = reduced.goals
        machine = machine_of(reduced.model, reduced.part, goals.formulas, goals.events)
        explored = explore(machine, max_states=share, charge=charge, goal=reaches(machine, goals))
        budget.spent += len(explored.states)
        if explored.is_complete and explored.found is None:
            proven.add(item)
    return proven


# --- reasons ---------------------------------------------------------------------------------------------------------


def _dead_row(model: Model, item: Event, reached: set[Event], judged: Judged | None) -> dict[str, Any]:
    kind, name = item
    reason, clauses = _reason(model, kind, name, reached)
    row: dict[str, Any] = {"kind": kind, "id": name}
    if clauses:
        never = [clause for clause in clauses if judged is not None and judged.is_never(clause)]
        row["reason"] = NEVER if never else TOGETHER
        row["conditions"] = [
            {"condition": clause.text, "source": clause.source} for clause in never or clauses if clause.source
        ]
    else:
        row["reason"] = reason
    return {**row, "source": _source(model, kind, name)}


def _reason(model: Model, kind: str, name: str, reached: set[Event]) -> tuple[str, tuple[Clause, ...]]:
    """Why an item is not reached: a reason, or conditions if it is offered and they do not hold."""
    if kind == "location":
        return "No exit, jump or effect that is possible leads there.", ()
    if kind == "exit":
        one = model.exits[name]
        return ("", one.clauses) if ("location", one.place) in reached else (NO_PLACE, ())
    if kind == "section":
        return _section_reason(model, name, reached)
    if kind == "rule":
        outcomes = next(rule.outcomes for rule in model.rules if rule.name == name)
        return ("", outcomes[0].clauses) if outcomes else ("It selects among no entities.", ())
    choice = model.choices[name]
    above = ("choice", choice.parent) if choice.parent else ("section", choice.section)
    if above not in reached:
        return NO_CHOICE if choice.parent else NO_SECTION, ()
    clauses = choice.outcomes[0].clauses if choice.outcomes else ()
    return ("", clauses) if clauses else ("Its menu is never offered, or it has no target.", ())


def _section_reason(model: Model, name: str, reached: set[Event]) -> tuple[str, tuple[Clause, ...]]:
    section = model.sections[name]
    if not section.opens:
        return "A player cannot begin it, and no jump that is followed leads to it.", ()
    if section.location and ("location", section.location) not in reached:
        return NO_PLACE, ()
    return "", section.gate


def _source(model: Model, kind: str, name: str) -> str:
    if kind == "location":
        return model.locations[name]
    if kind == "rule":
        return next(rule.source for rule in model.rules if rule.name == name)
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
        for effect in effects:
            if effect.effect is not None and event not in dead:
                writes[effect.effect.variable].append(effect.source)
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
