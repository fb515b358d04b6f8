"""The third step of a layered layout: the coordinate of each item across its layer.

Every item should be aligned with its neighbours on the layers above and below. Sweeps go down and up in turn and come
as close to that as the order of the items and the gaps between them allow: an isotonic regression by weighted medians
(pool adjacent violators).
"""

from collections.abc import Callable, Mapping, Sequence
from typing import NamedTuple

ROUNDS = 10
SETTLING = 2  # of them the last, in which items look both ways
NOTHING: Sequence[tuple[int, int, int]] = ()


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
    above: dict[int, list[tuple[int, int, int]]] = {}
    below: dict[int, list[tuple[int, int, int]]] = {}
    for upper, upper_at, lower, lower_at, weight in alignments:
        above.setdefault(lower, []).append((upper, upper_at - lower_at, weight))
        below.setdefault(upper, []).append((lower, lower_at - upper_at, weight))
    rows = list(zip(layers, starts, strict=True))
    for number in range(rounds):
        down = number % 2 == 0
        both = number >= rounds - settling
        for layer, packed in rows if down else reversed(rows):
            wishes = []
            for item in layer:
                near = above.get(item, NOTHING) if down or both else NOTHING
                wish = [(place[other] + shift, weight) for other, shift, weight in near]
                for other, shift, weight in below.get(item, NOTHING) if both or not down else NOTHING:
                    wish.append((place[other] + shift, weight))
                wishes.append(wish)
            place.update(zip(layer, _settled([*layer], packed, wishes, place, real), strict=True))
    least = min(place.values(), default=0)
    return {item: at - least for item, at in place.items()}


def _packed(layer: Sequence[int], sizes: Mapping[int, int], gap: Callable[[int, int], int]) -> list[int]:
    """Return the coordinates of the items of a layer when each is as near as possible to the one before."""
    found: list[int] = []
    for number, item in enumerate(layer):
        found.append(found[-1] + sizes[layer[number - 1]] + gap(layer[number - 1], item) if number else 0)
    return found


class _Pool(NamedTuple):
    wishes: list[tuple[int, int]]
    first: int
    value: int


def _settled(
    layer: list[int], packed: list[int], wishes: list[list[tuple[int, int]]], place: Mapping[int, int], real: int
) -> list[int]:
    """Return the coordinates that meet the wishes best. An item without wishes has a weak wish to stay."""
    pools: list[_Pool] = []
    for number, item in enumerate(layer):
        shift = packed[number]
        own = wishes[number]
        if len(own) == 1:
            value, weight = own[0]
            held = [(value - shift, weight)]
        elif own:
            weight = sum(one for _, one in own)
            held = [(_median(own, item < real) - shift, weight)]
        else:
            held = [(place[item] - shift, 0)]
        pool = _Pool(held, number, held[0][0])
        while pools and pools[-1].value > pool.value:
            before = pools.pop()
            joined = before.wishes + pool.wishes
            pool = _Pool(joined, before.first, _median(joined))
        pools.append(pool)
    ends = [pool.first for pool in pools[1:]] + [len(layer)]
    return [pool.value + packed[at] for pool, end in zip(pools, ends, strict=True) for at in range(pool.first, end)]


def _median(wishes: Sequence[tuple[int, int]], middle: bool = True) -> int:
    """Return the weighted median; between two medians the middle, or the first if not `middle`."""
    if len(wishes) == 1:
        return wishes[0][0]
    heavy = [wish for wish in wishes if wish[1]] or [(value, 1) for value, _ in wishes]
    in_order = sorted(heavy)
    total, seen = sum(weight for _, weight in in_order), 0
    for number, (value, weight) in enumerate(in_order):
        seen += weight
        if 2 * seen == total:
            return (value + in_order[number + 1][0]) // 2 if middle else value
        if 2 * seen > total:
            return value
    return 0
