"""The fourth step of a layered layout: on which lane between two layers each line runs.

A wire comes from one or more places above, runs along one lane, and goes on to one or more places below. Wires whose
runs overlap get different lanes. Where one comes down to the place from which another goes up, the order of their
lanes is given; else the one with fewer crossings is taken.
"""

from collections.abc import Sequence
from typing import NamedTuple

MANY = 60  # wires in a gap, from which crossings are no longer counted pair by pair


class Wire(NamedTuple):
    """The places above and below that a wire joins, in cells across."""

    tops: tuple[int, ...]
    bottoms: tuple[int, ...]

    @property
    def low(self) -> int:
        return min(*self.tops, *self.bottoms)

    @property
    def high(self) -> int:
        return max(*self.tops, *self.bottoms)

    @property
    def straight(self) -> bool:
        return self.low == self.high


class Lanes(NamedTuple):
    """`lanes` are the lanes of each wire from above, from 0: none for a straight wire, two for one with a detour over
    the place `detours` says."""

    lanes: list[tuple[int, ...]]
    detours: dict[int, int]
    depth: int  # how many lanes there are


def lanes(wires: Sequence[Wire]) -> Lanes:
    """The lanes of the wires of one gap."""
    bent = [number for number, wire in enumerate(wires) if not wire.straight]
    detours, parts = _with_detours(wires, bent)
    order = _order(parts)
    given: list[int] = [0] * len(parts)
    count = 0
    for at, number in enumerate(order):
        lane = 0
        for other in order[:at]:
            if _near(parts[number][1], parts[other][1]):
                lane = max(lane, given[other] + 1)
        given[number] = lane
        count = max(count, lane + 1)
    found: list[tuple[int, ...]] = [()] * len(wires)
    for (owner, _), lane in zip(parts, given, strict=True):
        found[owner] = (*found[owner], lane)
    return Lanes(found, detours, count)


def _with_detours(wires: Sequence[Wire], bent: Sequence[int]) -> tuple[dict[int, int], list[tuple[int, Wire]]]:
    """The wires as parts of one lane each. Of two that want to be above each other, one goes round."""
    used = {at for number in range(len(wires)) for at in (*wires[number].tops, *wires[number].bottoms)}
    detours: dict[int, int] = {}
    by_top = {top: number for number in bent for top in wires[number].tops}
    for number in bent:
        wire = wires[number]
        others = {by_top[at] for at in wire.bottoms if at in by_top} - {number}
        mutual = any({*wires[other].bottoms} & {*wire.tops} for other in others if other not in detours)
        if mutual and len(wire.tops) == 1 and len(wire.bottoms) == 1:
            middle = (wire.low + wire.high) // 2
            free = min(
                (at for at in range(wire.low - 3, wire.high + 4) if at not in used),
                default=None,
                key=lambda at: (abs(at - middle), at),
            )
            if free is not None:
                detours[number] = free
                used.add(free)
    parts: list[tuple[int, Wire]] = []
    for number in bent:
        wire = wires[number]
        if number in detours:
            parts += [(number, Wire(wire.tops, (detours[number],))), (number, Wire((detours[number],), wire.bottoms))]
        else:
            parts.append((number, wire))
    return detours, parts


def _near(one: Wire, other: Wire) -> bool:
    """Whether two runs on one lane would touch."""
    return one.low <= other.high + 1 and other.low <= one.high + 1


def _order(parts: Sequence[tuple[int, Wire]]) -> list[int]:
    """The parts from the uppermost lane downwards."""
    if len(parts) > MANY:
        return _by_places(parts)
    numbers = range(len(parts))
    costs = [[_cost(parts, one, other) for other in numbers] for one in numbers]
    left = list(numbers)
    found: list[int] = []
    while left:
        best = min(left, key=lambda one: (*_worst(costs, one, left), one))
        left.remove(best)
        found.append(best)
    return found


FORBIDDEN = 10_000


def _worst(costs: Sequence[Sequence[int]], one: int, left: Sequence[int]) -> tuple[int, int]:
    """What having a part above all others costs: overlaps first, then crossings."""
    overlaps = sum(costs[one][other] // FORBIDDEN for other in left)
    return overlaps, sum(costs[one][other] - costs[other][one] % FORBIDDEN for other in left)


def _cost(parts: Sequence[tuple[int, Wire]], first: int, second: int) -> int:
    """What it costs to have the one above the other: crossings, or lines that lie on each other."""
    (owner, upper), (other, lower) = parts[first], parts[second]
    if first == second:
        return 0
    if owner == other:  # the parts of a detour, in their order
        return 0 if first < second else FORBIDDEN
    # Lines of the upper one go down across the lower run, lines to the lower one come down across the upper run.
    cost = sum(lower.low <= at <= lower.high for at in upper.bottoms)
    cost += sum(upper.low <= at <= upper.high for at in lower.tops)
    return cost + FORBIDDEN * len({*upper.bottoms} & {*lower.tops})


def _by_places(parts: Sequence[tuple[int, Wire]]) -> list[int]:
    """The same for many: a topological order of what must be above what, near its place."""
    tops: dict[int, list[int]] = {}
    for number, (_, wire) in enumerate(parts):
        for at in wire.tops:
            tops.setdefault(at, []).append(number)
    below: list[set[int]] = [set() for _ in parts]
    for number, (_, wire) in enumerate(parts):
        for at in wire.bottoms:
            for above in tops.get(at, ()):
                if above != number:
                    below[above].add(number)
    waiting = [0] * len(parts)
    for under in below:
        for number in under:
            waiting[number] += 1
    left = sorted(range(len(parts)), key=lambda number: (parts[number][1].low, number))
    found: list[int] = []
    while left:
        free = [number for number in left if not waiting[number]] or left[:1]
        for number in free:
            for later in below[number]:
                waiting[later] -= 1
        taken = set(free)
        left = [number for number in left if number not in taken]
        found += free
    return found
