"""What a survey that was cut short left open: each item and each condition is decided for itself, if it can be.

An item is dead by a proof, or alive by a way that was replayed. A condition is always true by a proof that it is never
false where it stands, and the other way round; it is neither if states showed both.
"""

from collections.abc import Iterator
from dataclasses import dataclass, field

from queries.world.play.abstraction import Abstraction
from queries.world.play.deciding import MOST_IN_A_PART, Decider
from queries.world.play.formulas import PLACE, TALK, All, Formula, Not, Variable, at, is_equal, read_by
from queries.world.play.goals import Goal, Goals
from queries.world.play.judging import Judged
from queries.world.play.machine import Event, Machine
from queries.world.play.model import Clause, Model, choice_menu, section_menu, taken

MAX_REFINED = 6  # times that more variables are followed
MOST_AT_FIRST = 1_000  # states of one search for a state in which a condition is true, or false
MORE_AT_ONCE = (4, 2)  # variables that a closer look adds
MAX_REFINED_NODES = 2_000
MAX_LOOKED_AT = 60_000  # nodes of all closer looks
NODES_A_STATE = 2  # fewer closer looks where fewer states may be explored
Question = tuple[str, Clause, bool]  # whether the condition of a site may have a truth where it stands


@dataclass(slots=True)
class Unexplored:
    """Decides what `judged` and the items that were reached leave open. The survey was made by `machine`."""

    decider: Decider
    judged: Judged
    machine: Machine
    nodes_left: int = field(init=False)

    def __post_init__(self) -> None:
        self.nodes_left = min(MAX_LOOKED_AT, NODES_A_STATE * self.decider.budget.max_states)

    def items(self, missing: list[Event]) -> tuple[set[Event], set[Event]]:
        """Return those of some items that are dead, and those that are alive."""
        dead: set[Event] = set()
        alive: set[Event] = set()
        for item in missing:
            goals = Goals((goal_for(item),))
            if self.decider.is_impossible(goals):
                dead.add(item)
            elif self.decider.way(goals) is not None:
                alive.add(item)
        self.show_ways()
        return dead, alive

    def conditions(self) -> list[Question]:
        """Return the questions about conditions that stay open."""
        self.decider.max_rings = 3
        left = []
        for question in self.judged.unsettled():
            if question in self.judged.unsettled() and not self._is_proven(*question):
                self.decider.max_states = MOST_AT_FIRST
                self._seek(*question, self.decider.walked)
                left.append(question)
        return [goal for goal in left if goal in self.judged.unsettled() and not self._is_settled(*goal)]

    def _seek(self, site: str, clause: Clause, truth: bool, walked: Abstraction) -> None:
        """Look for a state in which a condition has a truth where it stands."""
        goals = Goals((Goal("", "condition", self._formula(site, clause, truth)),))
        self.decider.way(goals, walked=walked)
        self.show_ways()

    def show_ways(self) -> None:
        """Let the conditions be judged in the states of the ways that were found, and in all moves from these."""
        for played in self.decider.ways:
            state = self.machine.start
            states = [state]
            for step in played:
                found = self.machine.successors(state)
                state = next(
                    after for move, picks, after in found if (move, set(picks)) == (step.move, set(step.picks))
                )
                state &= (1 << self.machine.layout.width) - 1
                states.append(state)
            for state in states:
                for _ in self.machine.successors(state):
                    pass
            self.judged.look_at(states, self.decider.charge)
        self.decider.ways.clear()

    # --- proofs ------------------------------------------------------------------------------------------------------

    def _is_proven(self, site: str, clause: Clause, truth: bool) -> bool:
        """Whether a condition is proven never to have a truth where it stands."""
        return self.decider.is_walked and _against(self.decider.walked, site, clause, truth) is None

    def _is_settled(self, site: str, clause: Clause, truth: bool) -> bool:
        """Whether a closer look decides, first one that grows fast, then one that grows slowly. If neither proves
        anything, the ways that they know are tried."""
        if not self.decider.is_walked:
            return False
        looks = list[Abstraction]()
        for more_at_once in MORE_AT_ONCE:
            if self.nodes_left <= 0:
                return False
            is_proven, walked = self._looks_closer(site, clause, truth, more_at_once)
            if is_proven:
                return True
            looks.append(walked)
        self.decider.max_states = MOST_IN_A_PART
        for walked in looks:
            self._seek(site, clause, truth, walked)
            if (site, clause, truth) not in self.judged.unsettled():
                return True
        return False

    def _looks_closer(self, site: str, clause: Clause, truth: bool, more_at_once: int) -> tuple[bool, Abstraction]:
        """Return whether a closer look proves something, and how close it was. As long as a node speaks against a
        proof, it follows what is read on the way to that node, too."""
        walked = self.decider.walked
        known = self.decider.model.initial.keys()
        variables = dict.fromkeys(sorted(read_by(clause.formula) & known))
        if site.startswith("choice:"):
            variables[taken(site.removeprefix("choice:"))] = None
        for _ in range(MAX_REFINED):
            closer = self.decider.walked.refined(frozenset(variables))
            is_walked = closer.walk(self.decider.charge, MAX_REFINED_NODES)
            self.nodes_left -= len(closer.nodes)
            if not is_walked or self.nodes_left <= 0:
                break
            walked = closer
            found = _against(walked, site, clause, truth)
            if found is None:
                return True, walked
            more = [
                variable
                for variable in dict.fromkeys(_read_on(walked, found))
                if variable in known and variable not in variables
            ]
            variables |= dict.fromkeys(more[:more_at_once])
        return False, walked

    def _formula(self, site: str, clause: Clause, truth: bool) -> Formula:
        kind, _, name = site.partition(":")
        return All((_stands(self.decider.model, kind, name), clause.formula if truth else Not(clause.formula)))


def _against(walked: Abstraction, site: str, clause: Clause, truth: bool) -> int | None:
    """Return a node where a condition may have a truth where it stands."""
    kind, _, name = site.partition(":")
    is_once = kind == "choice" and not walked.model.choices[name].is_sticky
    both = walked.both_of(clause.formula, walked.ranges.without(kind, name) if is_once else None)
    test = both.may if truth else both.may_not
    nodes = list[int]()
    if kind in ("section", "rule"):
        nodes += walked.looked["gate" if kind == "section" else "rule", name, 0]
    if kind in ("exit", "choice") or (kind == "section" and walked.model.sections[name].opens):
        stands = walked.both_of(_stands(walked.model, kind, name)).may
        nodes += (node for node in walked.nodes if stands(node))
    return next((node for node in nodes if test(node)), None)


def _read_on(walked: Abstraction, node: int) -> Iterator[Variable]:
    """Yield what the conditions read on the way to a node, backwards."""
    if node not in walked.nodes:
        return
    for _, move in walked.way(node):
        if move.kind == "choice":
            yield from sorted(
                read_by(walked.model.available(move.id)), key=lambda literal: (literal[0] != "taken", literal)
            )
        else:
            site = ("exit" if move.kind == "exit" else "gate", move.id, 0)
            yield from sorted(read_by(walked.formula(site)))


def goal_for(item: Event) -> Goal:
    """Return an item as a goal."""
    kind, name = item
    return Goal(name, kind, event=item) if kind != "location" else Goal(name, kind, is_equal(PLACE, at(name)))


def _stands(model: Model, kind: str, name: str) -> Formula:
    """Return where a condition of a site stands (G5): for sections, where they can begin; rules stand everywhere."""
    if kind == "exit":
        return is_equal(PLACE, at(model.exits[name].place))
    if kind == "section":
        home = model.sections[name].location
        return is_equal(PLACE, at(home)) if home else All(())
    if kind == "rule":
        return All(())
    choice = model.choices[name]
    menu = choice_menu(choice.parent) if choice.parent else section_menu(choice.section)
    free = () if choice.is_sticky else (is_equal(taken(name), False),)
    return All((is_equal(TALK, menu), *free))
