"""Decides goals that a search of all states left open: a proof by an `Abstraction`, or a way in a part of the world.

A proof holds for every playthrough. A way is replayed in the whole world, move by move, before it counts; it need not
be a shortest one.
"""

from collections.abc import Callable, Set
from dataclasses import dataclass, field, replace
from itertools import islice
from typing import NamedTuple

from queries.world.play.abstraction import Abstraction
from queries.world.play.compiled import Test
from queries.world.play.formulas import holds
from queries.world.play.goals import Goal, Goals
from queries.world.play.guided import rings
from queries.world.play.machine import Machine
from queries.world.play.model import Model
from queries.world.play.parts import machine_of
from queries.world.play.replay import Played, Player
from queries.world.play.search import Budget, Charge, Explored, explore, reaches, reaches_any, seek

MAX_NODES = 20_000
MOST_IN_A_PART = 10_000  # states of one search for a way in a part of the world
NONE = Goals(())


class Nodes(NamedTuple):
    """Some nodes of an abstraction."""

    walked: Abstraction
    numbers: Set[int]


@dataclass(slots=True)
class Decider:
    """Decides goals from one state of a world. A goal takes a few searches: `max_states` bounds each, `budget` all.

    With `is_short`, shorter ways are looked for first, which takes more states.
    """

    player: Player
    start: int
    budget: Budget
    charge: Charge
    max_states: int = MOST_IN_A_PART
    max_rings: int = 20
    is_short: bool = True
    ways: list[list[Played]] = field(default_factory=list)
    model: Model = field(init=False)
    walked: Abstraction = field(init=False)
    is_walked: bool = field(init=False)

    def __post_init__(self) -> None:
        model = self.player.model
        self.model = replace(model, initial={name: self.player.value(self.start, name) for name in model.initial})
        self.walked = Abstraction(self.model, frozenset())
        self.is_walked = self.walked.walk(self.charge, MAX_NODES)

    def is_impossible(self, goals: Goals) -> bool:
        """Whether it is proven that no playthrough reaches some goals, all together."""
        if not self.is_walked:
            return False
        if any(event not in self.walked.first for event in goals.events):
            return True
        may = self.walked.both_of(goals.formula).may
        return bool(goals.formulas) and not any(may(node) for node in self.walked.nodes)

    def way(
        self,
        goals: Goals,
        avoided: Goals = NONE,
        walked: Abstraction | None = None,
        among_nodes: Nodes | None = None,
    ) -> list[Played] | None:
        """Return moves that lead to some goals, replayed in the whole world; None if none are found.

        The plan may be read off a refined abstraction, which knows more of what excludes what. With `among_nodes`, a
        state of any of these is looked for; the goals then only guide the search.
        """
        seen = walked or self.walked
        for part in islice(rings(self.model, seen, goals, avoided), self.max_rings):
            for search in (_by_length, _by_progress) if self.is_short else (_by_progress, _by_length):
                max_states = min(self.max_states, self.budget.left)
                if not max_states:
                    return None
                machine = machine_of(self.model, part, [*goals.formulas, *avoided.formulas], _events(goals, avoided))
                goal = reaches(machine, goals) if among_nodes is None else among(machine, among_nodes)
                avoiding = reaches_any(machine, avoided) if avoided.goals else None
                explored = search(machine, goal, avoiding, max_states, self.charge)
                self.budget.spent += len(explored.states)
                played = self._replayed(explored, goals, avoided, among_nodes)
                if played is not None:
                    self.ways.append(played)
                    return played
                if explored.is_complete:
                    break
        return None

    def _replayed(self, explored: Explored, goals: Goals, avoided: Goals, nodes: Nodes | None) -> list[Played] | None:
        if explored.found is None:
            return None
        played: list[Played] = []
        state = self.start
        for move, picks in explored.way(explored.found):
            one = next((each for each in self.player.steps(state, move) if set(picks) <= set(each.picks)), None)
            if one is None:
                return None
            played.append(one)
            state = one.after
        if nodes is None:
            is_reached = all(self._reaches(goal, played, state) for goal in goals.goals)
        else:
            is_reached = among(self.player.machine, nodes)(state)
        return played if is_reached and not self._meets(avoided, played) else None

    def _reaches(self, goal: Goal, played: list[Played], state: int) -> bool:
        if goal.event is not None:
            return any(goal.event in step.events or goal.event == (step.move.kind, step.move.id) for step in played)
        assert goal.formula is not None
        return holds(goal.formula, lambda name: self.player.value(state, name))

    def _meets(self, avoided: Goals, played: list[Played]) -> bool:
        """Whether some moves reach what is to be avoided."""
        steps = [([], self.start), *(([step], step.after) for step in played)]
        return any(self._reaches(goal, moves, state) for goal in avoided.goals for moves, state in steps)


Search = Callable[[Machine, Test, Test | None, int, Charge], Explored]


def among(machine: Machine, nodes: Nodes) -> Test:
    """Return the test whether a state of a machine is one of some nodes."""
    fields = [(walked_field, machine.layout.fields[name]) for name, walked_field in nodes.walked.layout.fields.items()]
    mask = sum(walked_field.mask << walked_field.shift for _, walked_field in fields)
    known: dict[int, bool] = {}

    def test(state: int) -> bool:
        bits = state & mask
        if bits not in known:
            packed = sum(to.encoded(of.decoded(bits >> of.shift & of.mask)) << to.shift for to, of in fields)
            known[bits] = packed in nodes.numbers
        return known[bits]

    return test


def _by_length(machine: Machine, goal: Test, avoided: Test | None, max_states: int, charge: Charge) -> Explored:
    return explore(machine, max_states=max_states, charge=charge, goal=goal, avoided=avoided)


def _by_progress(machine: Machine, goal: Test, avoided: Test | None, max_states: int, charge: Charge) -> Explored:
    """Search states first in which more choices of the part are taken: all of them are there since they may help."""
    taken = [bits for name, bits in machine.layout.fields.items() if name[0] == "taken"]
    mask = sum(1 << bits.shift for bits in taken)
    return seek(
        machine,
        max_states=max_states,
        charge=charge,
        goal=goal,
        avoided=avoided,
        rank=lambda state: -(state & mask).bit_count(),
    )


def _events(goals: Goals, avoided: Goals) -> list[tuple[str, str]]:
    return [*goals.events, *avoided.events]
