"""The fourth step of a layered layout: the lane of each line between two layers.

A wire comes from one or more places above, runs along one lane, and leads to one or more places below. Wires that would
touch on one lane get different lanes. Where one wire comes down at the place where another goes up, the order of their
lanes is fixed; otherwise the order with fewer crossings is taken.
"""

from collections.abc import Collection, Mapping, Sequence
from typing import NamedTuple

MANY = 60  # wires in a gap, above which crossings are not counted pair by pair


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


class LaneAssignment(NamedTuple):
    """`lanes` has the lanes of each wire, from 0 at the top: none for a straight wire, two for a wire with a detour.
    `detours` maps the number of such a wire to the place of the detour."""

    lanes: list[tuple[int, ...]]
    detours: dict[int, int]
    depth: int  # the number of lanes


def lanes(wires: Sequence[Wire]) -> LaneAssignment:
    """Return the lanes of the wires of one gap."""
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
    return LaneAssignment(found, detours, count)


def _with_detours(wires: Sequence[Wire], bent: Sequence[int]) -> tuple[dict[int, int], list[tuple[int, Wire]]]:
    """Return the detours, and the wires split into parts of one lane each. Of wires that would each have to be above
    the next, round in a cycle, one takes a detour."""
    used = {at for number in range(len(wires)) for at in (*wires[number].tops, *wires[number].bottoms)}
    detours: dict[int, int] = {}
    by_top = {top: number for number in bent for top in wires[number].tops}
    for number in bent:
        wire = wires[number]
        if _is_in_cycle(wires, number, by_top, detours):
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


def _is_in_cycle(wires: Sequence[Wire], number: int, by_top: Mapping[int, int], detours: Collection[int]) -> bool:
    """Whether a wire comes down where another goes up, which comes down where another goes up, and so on to itself."""
    seen = {*detours}
    waiting = [number]
    while waiting:
        for at in wires[waiting.pop()].bottoms:
            other = by_top.get(at)
            if other == number:
                return True
            if other is not None and other not in seen:
                seen.add(other)
                waiting.append(other)
    return False


def _near(one: Wire, other: Wire) -> bool:
    """Whether two wires on one lane would touch."""
    return one.low <= other.high + 1 and other.low <= one.high + 1


def _order(parts: Sequence[tuple[int, Wire]]) -> list[int]:
    """Return the parts in the order of their lanes, from the top."""
    if len(parts) > MANY:
        return _by_places(parts)
    numbers = range(len(parts))
    costs = [[_cost(parts, number, other) for other in numbers] for number in numbers]
    left = list(numbers)
    found: list[int] = []
    while left:
        best = min(left, key=lambda number: (*_worst(costs, number, left), number))
        left.remove(best)
        found.append(best)
    return found


FORBIDDEN = 10_000


def _worst(costs: Sequence[Sequence[int]], number: int, left: Sequence[int]) -> tuple[int, int]:
    """Return the cost of a part above all others that are left: overlaps, then crossings."""
    overlaps = sum(costs[number][other] // FORBIDDEN for other in left)
    return overlaps, sum(costs[number][other] - costs[other][number] % FORBIDDEN for other in left)


def _cost(parts: Sequence[tuple[int, Wire]], first: int, second: int) -> int:
    """Return the cost of one part above another: crossings, and FORBIDDEN for each overlap of their lines."""
    (owner, upper), (other, lower) = parts[first], parts[second]
    if first == second:
        return 0
    if owner == other:  # the parts of a detour, in their order
        return 0 if first < second else FORBIDDEN
    # Lines from the upper part go down across the lower lane, lines to the lower part come down across the upper lane.
    cost = sum(lower.low <= at <= lower.high for at in upper.bottoms)
    cost += sum(upper.low <= at <= upper.high for at in lower.tops)
    return cost + FORBIDDEN * len({*upper.bottoms} & {*lower.tops})


def _by_places(parts: Sequence[tuple[int, Wire]]) -> list[int]:
    """Return the order for many parts: a topological order of the fixed pairs, otherwise by place."""
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
