"""The third step of a layered layout: the coordinate of each item across its layer.

Every item should be aligned with its neighbours on the layers above and below. Sweeps go down and up in turn and come
as close to that as the order of the items and the gaps between them allow: an isotonic regression by weighted medians
(pool adjacent violators).
"""

from bisect import bisect_left
from collections.abc import Callable, Mapping, Sequence
from itertools import accumulate
from typing import NamedTuple

ROUNDS = 10
SETTLING = 2  # of them the last, in which items look both ways


Near = dict[int, list[tuple[int, int, int]]]  # by item: other items, how far from them it should be, and the weight


class Alignment(NamedTuple):
    """Two points that should be straight above each other: items, and offsets in them. Heavy ones give way last."""

    upper: int
    upper_at: int
    lower: int
    lower_at: int
    weight: int


def assign_coordinates(
    layers: Sequence[Sequence[int]],
    sizes: Mapping[int, int],
    gap: Callable[[int, int], int],
    alignments: Sequence[Alignment],
    real: int,
    rounds: int = ROUNDS,
    settling: int = SETTLING,
) -> dict[int, int]:
    """Return the first cell of each item, from 0. Items of a layer keep their order, at least `gap` cells apart.

    Between two wishes of equal weight an item with a number below `real` takes the middle; others, which are bends and
    labels of lines, take the first. More `rounds` come closer to the wishes, more `settling` ones to straight lines.
    """
    starts = [_packed(layer, sizes, gap) for layer in layers]
    place = {item: at for layer, row in zip(layers, starts, strict=True) for item, at in zip(layer, row, strict=True)}
    above: Near = {item: [] for item in place}
    below: Near = {item: [] for item in place}
    for upper, upper_at, lower, lower_at, weight in alignments:
        above[lower].append((upper, upper_at - lower_at, weight))
        below[upper].append((lower, lower_at - upper_at, weight))
    rows = list(zip(layers, starts, strict=True))
    all_around = {item: [*near, *below[item]] for item, near in above.items()}
    for number in range(rounds):
        down = number % 2 == 0
        near = all_around if number >= rounds - settling else above if down else below
        for layer, packed in rows if down else reversed(rows):
            place.update(zip(layer, _settled(layer, packed, near, place, real), strict=True))
    least = min(place.values(), default=0)
    return {item: at - least for item, at in place.items()}


def _packed(layer: Sequence[int], sizes: Mapping[int, int], gap: Callable[[int, int], int]) -> list[int]:
    """Return the coordinates of the items of a layer when each is as near as possible to the one before."""
    found: list[int] = []
    for number, item in enumerate(layer):
        found.append(found[-1] + sizes[layer[number - 1]] + gap(layer[number - 1], item) if number else 0)
    return found


def _settled(layer: Sequence[int], packed: Sequence[int], near: Near, place: Mapping[int, int], real: int) -> list[int]:
    """Return the coordinates that meet the wishes of the items of a layer best: to be aligned with what is near. An
    item with nothing near has a weak wish to stay."""
    pools: list[tuple[int, int, list[tuple[int, int]]]] = []  # value, first item, wishes in order
    for number, item in enumerate(layer):
        around = near[item]
        if len(around) == 1:
            other, shift, weight = around[0]
            value = place[other] + shift - packed[number]
        elif len(around) == 2:  # a bend of a line, as most items of a large graph are
            value, weight = _of_two(around, place, item < real)
            value -= packed[number]
        elif around:
            own = sorted([(place[other] + shift, weight) for other, shift, weight in around])
            weight = sum([name for _, name in own])
            value = _median(own, item < real) - packed[number]
        else:
            value, weight = place[item] - packed[number], 0
        first, held = number, [(value, weight)]
        while pools and pools[-1][0] > value:
            _, first, before = pools.pop()
            held = sorted(before + held)  # two sorted runs, which take one pass
            value = _median(held)
        pools.append((value, first, held))
    ends = [first for _, first, _ in pools[1:]] + [len(layer)]
    return [value + packed[at] for (value, first, _), end in zip(pools, ends, strict=True) for at in range(first, end)]


def _of_two(around: Sequence[tuple[int, int, int]], place: Mapping[int, int], middle: bool) -> tuple[int, int]:
    """Return the weighted median of two wishes, as `_median` does, and their weight together."""
    (other, shift, low_weight), (another, another_shift, high_weight) = around
    low, high = place[other] + shift, place[another] + another_shift
    if low > high:
        low, high, low_weight, high_weight = high, low, high_weight, low_weight
    if low_weight == high_weight:
        return (low + high) // 2 if middle else low, 2 * low_weight
    return low if low_weight > high_weight else high, low_weight + high_weight


def _median(wishes: Sequence[tuple[int, int]], middle: bool = True) -> int:
    """Return the weighted median of wishes in order; between two medians the middle, or the first if not `middle`.
    Wishes without weight count only where all are so."""
    sums = [*accumulate([weight for _, weight in wishes])]
    total = sums[-1]
    if not total:
        return _median([(value, 1) for value, _ in wishes], middle)
    at = bisect_left(sums, (total + 1) // 2)
    value = wishes[at][0]
    if middle and 2 * sums[at] == total:
        return (value + next(value for value, weight in wishes[at + 1 :] if weight)) // 2
    return value
