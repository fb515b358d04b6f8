"""Surveys: searches without a goal. What occurs on the moves between all states, or on as many as the bound allows.

`survey` is breadth-first. `dive` goes where something is new, so that few states of a large world show much of it.
"""

from array import array
from collections import defaultdict, deque
from dataclasses import dataclass, field
from itertools import islice

from queries.world.play.compiled import Test
from queries.world.play.formulas import PLACE, TALK
from queries.world.play.layout import Layout
from queries.world.play.machine import Machine
from queries.world.play.search import CHARGED_AT_ONCE, STEPS_A_STATE, Charge, Explored, begun


@dataclass(slots=True)
class Surveyed:
    """The states that were explored, and what happened on all moves between them.

    `events` are the marks of all events that occurred. `edges` are the pairs of numbers of a state and one after it.
    `final` are the states that reach an ending; nothing is explored behind them.
    """

    explored: Explored
    events: int = 0
    sources: "array[int]" = field(default_factory=lambda: array("L"))
    targets: "array[int]" = field(default_factory=lambda: array("L"))
    final: list[int] = field(default_factory=list)


def survey(
    machine: Machine,
    *,
    max_states: int,
    charge: Charge,
    ending: Test | None = None,
    with_edges: bool = False,
    is_kept: bool = False,
    after: Surveyed | None = None,
) -> Surveyed:
    """Explore all states, up to `max_states`. Marks of events are gathered; only if `is_kept` do states keep them.

    With `after`, a survey that was cut short goes on.
    """
    made = after or Surveyed(begun(machine))
    explored = made.explored
    bits = -1 if is_kept else (1 << machine.layout.width) - 1
    numbers = {state: number for number, state in enumerate(explored.states)}
    first = explored.unexpanded
    for number, state in enumerate(islice(explored.states, first, None), first):  # states grows
        if not number % CHARGED_AT_ONCE:
            charge(CHARGED_AT_ONCE * STEPS_A_STATE)
        if ending is not None and ending(state):
            made.final.append(number)
        elif not _expand(made, number, numbers, bits, max_states, with_edges):
            explored.unexpanded = number
            return made
    explored.is_complete = True
    explored.unexpanded = len(explored.states)
    return made


def _expand(made: Surveyed, number: int, numbers: dict[int, int], bits: int, max_states: int, with_edges: bool) -> bool:
    """Add the states after one. Return whether there was room for all."""
    explored, is_room = made.explored, True
    for move, picks, marked in explored.machine.successors(explored.states[number]):
        made.events |= marked
        state = marked & bits
        other = numbers.get(state)
        if other is None:
            if len(numbers) >= max_states:
                is_room = False
                continue
            other = numbers[state] = explored.add(state, number, (move, picks))
        if with_edges:
            made.sources.append(number)
            made.targets.append(other)
    return is_room


class Novelty:
    """What states have shown: the values of numbers, and for each place and talk the bits that were set or clear."""

    def __init__(self, layout: Layout, width: int) -> None:
        self._all = (1 << width) - 1
        fields = layout.fields
        self._stage = sum(fields[name].mask << fields[name].shift for name in (PLACE, TALK))
        self._numbers = [bits.mask << bits.shift for bits in fields.values() if bits.numbers is None]
        self._any_number = sum(self._numbers)
        self._set: dict[int, int] = defaultdict(int)
        self._clear: dict[int, int] = defaultdict(int)
        self._values: set[tuple[int, int]] = set()

    def has_new_bit(self, state: int) -> bool:
        """Whether a bit of a state never had this value at its place and in its talk. It is then known."""
        stage, clear = state & self._stage, ~state & self._all
        if not (state & ~self._set[stage] or clear & ~self._clear[stage]):
            return False
        self._set[stage] |= state
        self._clear[stage] |= clear
        return True

    def has_new_number(self, before: int, state: int) -> bool:
        """Whether a number that differs from the state before never had its value. It is then known."""
        changed = (before ^ state) & self._any_number
        values = {(mask, state & mask) for mask in self._numbers if changed & mask} if changed else set()
        is_new = not values <= self._values
        self._values |= values
        return is_new


def dive(machine: Machine, *, max_states: int, charge: Charge, numbers_first: bool = False) -> Surveyed:
    """Explore the states first that show something new (`Novelty`), the last found of them first; the others in their
    order. With `numbers_first`, those with a new number come first of all. Ways to states are long: the search is deep.
    """
    made = Surveyed(begun(machine))
    explored = made.explored
    bits = (1 << machine.layout.width) - 1
    novelty = Novelty(machine.layout, machine.layout.width)
    seen = {machine.start}
    rare, fresh, stale = list[int](), [0], deque[int]()
    while rare or fresh or stale:
        number = rare.pop() if rare else fresh.pop() if fresh else stale.popleft()
        state = explored.states[number]
        charge(STEPS_A_STATE)
        for move, picks, marked in machine.successors(state):
            made.events |= marked
            other = marked & bits
            if other in seen:
                continue
            if len(seen) >= max_states:
                return made
            seen.add(other)
            added = explored.add(other, number, (move, picks))
            has_new_bit, has_new_number = novelty.has_new_bit(other), novelty.has_new_number(state, other)
            queue = rare if has_new_number and numbers_first else fresh if has_new_bit or has_new_number else stale
            queue.append(added)
    explored.is_complete = True
    return made
