"""The search: breadth-first over packed states (Q1, Q2). The order of moves makes it deterministic.

Memory grows by the number of states, which is bounded; each is charged to the request, which may end it.
"""

from array import array
from collections.abc import Callable
from dataclasses import dataclass, field
from heapq import heappop, heappush

from queries.world.play.compiled import Test, test_of
from queries.world.play.goals import Goals
from queries.world.play.machine import Machine, Move, Picks

Charge = Callable[[int], None]
Rank = Callable[[int], int]
STEPS_A_STATE = 4  # of the request's work, which at the most states is less than all of it
CHARGED_AT_ONCE = 256
Step = tuple[Move, Picks]


@dataclass(slots=True)
class Explored:
    """Some states in the order in which they were found. `parents` and `labels` say how: by which step from which.

    `found` is the number of the first state that reaches the goal. `is_complete`: there are no other states.
    """

    machine: Machine
    states: list[int] = field(default_factory=list)
    parents: "array[int]" = field(default_factory=lambda: array("L"))
    labels: "array[int]" = field(default_factory=lambda: array("L"))
    steps: list[Step] = field(default_factory=list)
    found: int | None = None
    is_complete: bool = False

    def way(self, number: int) -> list[Step]:
        """Return the steps that lead to a state, a shortest way."""
        steps: list[Step] = []
        while number:
            steps.append(self.steps[self.labels[number]])
            number = self.parents[number]
        return steps[::-1]


def reaches(machine: Machine, goals: Goals) -> Test:
    """Return the test whether a state reaches all goals (G3)."""
    marks = sum(machine.marks[event] for event in set(goals.events))
    test = test_of(goals.formula, machine.layout)
    return lambda state: state & marks == marks and test(state)


def reaches_any(machine: Machine, goals: Goals) -> Test:
    """Return the test whether a state reaches one of several goals."""
    tests = [reaches(machine, Goals((one,))) for one in goals.goals]
    return lambda state: any(test(state) for test in tests)


def explore(
    machine: Machine,
    *,
    max_states: int,
    charge: Charge,
    goal: Test | None = None,
    avoided: Test | None = None,
) -> Explored:
    """Explore the states of a machine until one reaches the goal, there are no others, or `max_states` were found."""
    first = machine.start
    explored = Explored(machine)
    if avoided is not None and avoided(first):
        explored.is_complete = True
        return explored
    states, parents, labels = explored.states, explored.parents, explored.labels
    numbers: dict[Step, int] = {}
    seen = {first}
    states.append(first)
    parents.append(0)
    labels.append(0)
    if goal is not None and goal(first):
        explored.found = 0
        return explored
    successors = machine.successors
    for number, state in enumerate(states):  # grows on the way
        if not number % CHARGED_AT_ONCE:
            charge(CHARGED_AT_ONCE * STEPS_A_STATE)
        for move, picks, after in successors(state):
            if after in seen:
                continue
            if avoided is not None and avoided(after):
                continue
            is_found = goal is not None and goal(after)
            if len(states) >= max_states and not is_found:
                return _labelled(explored, numbers)
            seen.add(after)
            states.append(after)
            parents.append(number)
            labels.append(numbers.setdefault((move, picks), len(numbers)))
            if is_found:
                explored.found = len(states) - 1
                return _labelled(explored, numbers)
    explored.is_complete = True
    return _labelled(explored, numbers)


def seek(
    machine: Machine, *, max_states: int, charge: Charge, goal: Test, avoided: Test | None, rank: Rank
) -> Explored:
    """Explore the states of least rank first until one reaches the goal. The way to it need not be a shortest one."""
    first = machine.start
    explored = Explored(machine, [first], array("L", [0]), array("L", [0]))
    numbers: dict[Step, int] = {}
    seen = {first}
    queue = [(rank(first), 0)]
    while queue:
        _, number = heappop(queue)
        charge(STEPS_A_STATE)
        for move, picks, after in machine.successors(explored.states[number]):
            if after in seen or (avoided is not None and avoided(after)):
                continue
            seen.add(after)
            explored.states.append(after)
            explored.parents.append(number)
            explored.labels.append(numbers.setdefault((move, picks), len(numbers)))
            if goal(after):
                explored.found = len(explored.states) - 1
                return _labelled(explored, numbers)
            if len(explored.states) >= max_states:
                return _labelled(explored, numbers)
            heappush(queue, (rank(after), len(explored.states) - 1))
    explored.is_complete = True
    return _labelled(explored, numbers)


def _labelled(explored: Explored, numbers: dict[Step, int]) -> Explored:
    explored.steps = list(numbers)
    return explored


@dataclass(slots=True)
class Surveyed:
    """All states that were explored, and what happened on all moves between them.

    `events` are the marks of all events that occurred. `edges` are the pairs of numbers of a state and one after it.
    `final` are the states that reach an ending; nothing is explored behind them.
    """

    explored: Explored
    events: int = 0
    sources: "array[int]" = field(default_factory=lambda: array("L"))
    targets: "array[int]" = field(default_factory=lambda: array("L"))
    final: list[int] = field(default_factory=list)
    unexpanded: int = 0


def survey(
    machine: Machine,
    *,
    max_states: int,
    charge: Charge,
    ending: Test | None = None,
    with_edges: bool = False,
    is_kept: bool = False,
) -> Surveyed:
    """Explore all states, up to `max_states`. Marks of events are gathered; only if `is_kept` do states keep them.

    States from number `unexpanded` on were not expanded; there are none if the survey is complete.
    """
    explored = Explored(machine)
    made = Surveyed(explored)
    bits = -1 if is_kept else (1 << machine.layout.width) - 1
    numbers: dict[Step, int] = {}
    places = {machine.start: 0}
    explored.states.append(machine.start)
    explored.parents.append(0)
    explored.labels.append(0)
    is_cut = False
    for number, state in enumerate(explored.states):  # grows on the way
        if not number % CHARGED_AT_ONCE:
            charge(CHARGED_AT_ONCE * STEPS_A_STATE)
        if ending is not None and ending(state):
            made.final.append(number)
            continue
        if is_cut:
            made.unexpanded = number
            break
        for move, picks, marked in machine.successors(state):
            made.events |= marked
            after = marked & bits
            other = places.get(after)
            if other is None:
                if len(explored.states) >= max_states:
                    is_cut = True
                    continue
                other = places[after] = len(explored.states)
                explored.states.append(after)
                explored.parents.append(number)
                explored.labels.append(numbers.setdefault((move, picks), len(numbers)))
            if with_edges:
                made.sources.append(number)
                made.targets.append(other)
        if is_cut:
            made.unexpanded = number
            break
    explored.is_complete = not is_cut
    if not is_cut:
        made.unexpanded = len(explored.states)
    explored.steps = list(numbers)
    return made
