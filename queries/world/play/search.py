"""The search: breadth-first over packed states (Q1, Q2). The order of moves makes it deterministic.

Memory grows by the number of states, which is bounded; each is charged to the request, which may end it. A search that
was cut short can be gone on with.
"""

from array import array
from collections.abc import Callable
from dataclasses import dataclass, field
from heapq import heappop, heappush
from itertools import islice

from queries.world.play.compiled import Test, test_of
from queries.world.play.goals import Goals
from queries.world.play.machine import Machine, Move, Picks

Charge = Callable[[int], None]
Rank = Callable[[int], int]
STEPS_A_STATE = 4  # of the request's work, which at the most states is less than all of it
CHARGED_AT_ONCE = 256
Step = tuple[Move, Picks]


@dataclass(slots=True)
class Budget:
    """The states that all searches of a question may explore together."""

    max_states: int
    spent: int = 0

    @property
    def left(self) -> int:
        return max(0, self.max_states - self.spent)


@dataclass(slots=True)
class Explored:
    """Some states in the order in which they were found. `parents` and `labels` say how: by which step from which.

    `found` is the number of the first state that reaches the goal. `is_complete`: there are no other states. Without
    that, states from number `unexpanded` on were not expanded, if the search was breadth-first.
    """

    machine: Machine
    states: list[int] = field(default_factory=list)
    parents: "array[int]" = field(default_factory=lambda: array("L"))
    labels: "array[int]" = field(default_factory=lambda: array("L"))
    steps: dict[Step, int] = field(default_factory=dict)
    found: int | None = None
    is_complete: bool = False
    unexpanded: int = 0

    def add(self, state: int, parent: int, step: Step) -> int:
        """Add a state. Return its number."""
        self.states.append(state)
        self.parents.append(parent)
        self.labels.append(self.steps.setdefault(step, len(self.steps)))
        return len(self.states) - 1

    def way(self, number: int) -> list[Step]:
        """Return the steps that lead to a state, of a breadth-first search a shortest way."""
        steps = list(self.steps)
        made: list[Step] = []
        while number:
            made.append(steps[self.labels[number]])
            number = self.parents[number]
        return made[::-1]


def begun(machine: Machine) -> Explored:
    """Return the start of a machine as all that was explored."""
    return Explored(machine, [machine.start], array("L", [0]), array("L", [0]))


def reaches(machine: Machine, goals: Goals) -> Test:
    """Return the test whether a state reaches all goals (G3)."""
    marks = sum(machine.marks[event] for event in set(goals.events))
    test = test_of(goals.formula, machine.layout)
    return lambda state: state & marks == marks and test(state)


def reaches_any(machine: Machine, goals: Goals) -> Test:
    """Return the test whether a state reaches one of several goals."""
    tests = [reaches(machine, Goals((goal,))) for goal in goals.goals]
    return lambda state: any(test(state) for test in tests)


def explore(
    machine: Machine,
    *,
    max_states: int,
    charge: Charge,
    goal: Test | None = None,
    avoided: Test | None = None,
    after: Explored | None = None,
) -> Explored:
    """Explore the states of a machine until one reaches the goal, there are no others, or there are `max_states`.

    With `after`, a search that was cut short goes on.
    """
    if avoided is not None and avoided(machine.start):
        return Explored(machine, is_complete=True)
    explored = after or begun(machine)
    if goal is not None and goal(machine.start):
        explored.found = 0
        return explored
    states, add, successors = explored.states, explored.add, machine.successors
    seen = set(states)
    for number, state in enumerate(islice(states, explored.unexpanded, None), explored.unexpanded):  # states grows
        if not number % CHARGED_AT_ONCE:
            charge(CHARGED_AT_ONCE * STEPS_A_STATE)
        for move, picks, other in successors(state):
            if other in seen or (avoided is not None and avoided(other)):
                continue
            if len(states) >= max_states:
                explored.unexpanded = number
                return explored
            seen.add(other)
            added = add(other, number, (move, picks))
            if goal is not None and goal(other):
                explored.found = added
                return explored
    explored.is_complete = True
    return explored


def seek(
    machine: Machine, *, max_states: int, charge: Charge, goal: Test, avoided: Test | None, rank: Rank
) -> Explored:
    """Explore the states of least rank first until one reaches the goal. The way to it need not be a shortest one."""
    explored = begun(machine)
    seen = {machine.start}
    queue = [(rank(machine.start), 0)]
    while queue:
        _, number = heappop(queue)
        charge(STEPS_A_STATE)
        for move, picks, other in machine.successors(explored.states[number]):
            if other in seen or (avoided is not None and avoided(other)):
                continue
            if len(explored.states) >= max_states:
                return explored
            seen.add(other)
            added = explored.add(other, number, (move, picks))
            if goal(other):
                explored.found = added
                return explored
            heappush(queue, (rank(other), added))
    explored.is_complete = True
    return explored
