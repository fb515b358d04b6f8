"""The second step of a layered layout: the order of the items on each layer, so that few lines cross.

Sweeps go down and up in turn and sort each layer by the mean position of its neighbours on the layer before (the
barycentre heuristic). Then adjacent items are swapped where that helps.
"""

from bisect import bisect_right, insort
from collections import defaultdict
from collections.abc import Sequence

SWEEPS = 12
LARGE = 3_000  # spans, from which only a few sweeps are made

# Upper item, place on it (0 to 1), lower item, place on it.
Span = tuple[int, float, int, float]


def order_layers(layers: Sequence[Sequence[int]], spans: Sequence[Span], lanes: Sequence[int] = ()) -> list[list[int]]:
    """Return the items of each layer in order. Ties keep the given order. `lanes` are numbers by item: items of a lower
    one come first."""
    current = [sorted(layer, key=lanes.__getitem__) if lanes else list(layer) for layer in layers]
    if len(spans) < 2:
        return current
    above, below = _neighbours(spans)
    gaps = _gaps(current, spans)
    place: dict[int, int] = {}
    for layer in current:
        _number(layer, place)
    best, least = [list(layer) for layer in current], _crossings(gaps, place)
    tries = SWEEPS if len(spans) < LARGE else 3
    for sweep in range(tries):
        if not least:
            break
        down = sweep % 2 == 0
        for layer in current if down else reversed(current):
            _sort(layer, above if down else below, place)
            if lanes:
                layer.sort(key=lanes.__getitem__)
                _number(layer, place)
        found = _crossings(gaps, place)
        if found < least:
            best, least = [list(layer) for layer in current], found
    for layer in best:
        _number(layer, place)
        if len(spans) < LARGE and least:
            _swap(layer, above, below, place, lanes)
    return best


Neighbours = dict[int, list[tuple[int, float, float]]]  # neighbour, place on it, own place


def _neighbours(spans: Sequence[Span]) -> tuple[Neighbours, Neighbours]:
    above: Neighbours = defaultdict(list)
    below: Neighbours = defaultdict(list)
    for upper, upper_at, lower, lower_at in spans:
        below[upper].append((lower, lower_at, upper_at))
        above[lower].append((upper, upper_at, lower_at))
    return above, below


def _number(layer: Sequence[int], place: dict[int, int]) -> None:
    place.update((item, at) for at, item in enumerate(layer))


def _gaps(layers: Sequence[Sequence[int]], spans: Sequence[Span]) -> list[list[Span]]:
    layer_of = {item: number for number, layer in enumerate(layers) for item in layer}
    gaps: list[list[Span]] = [[] for _ in layers]
    for span in spans:
        gaps[layer_of[span[0]]].append(span)
    return gaps


def _crossings(gaps: Sequence[Sequence[Span]], place: dict[int, int]) -> int:
    total = 0
    for gap in gaps:
        ends = sorted([(place[a] + a_at, place[b] + b_at) for a, a_at, b, b_at in gap])
        seen: list[float] = []
        for _, end in ends:
            total += len(seen) - bisect_right(seen, end)
            insort(seen, end)
    return total


def _sort(layer: list[int], near: Neighbours, place: dict[int, int]) -> None:
    """Sort a layer by the mean position of the neighbours. An item without neighbours stays where it is."""
    keys: dict[int, float] = {}
    for item in layer:
        found = near.get(item)
        if found and len(found) == 1:  # a bend of a line, as most items of a large graph are
            keys[item] = place[found[0][0]] + found[0][1]
        else:
            keys[item] = sum(place[name] + at for name, at, _ in found) / len(found) if found else -1.0
    moving = iter(sorted((item for item in layer if keys[item] >= 0), key=keys.__getitem__))
    layer[:] = [next(moving) if keys[item] >= 0 else item for item in layer]
    _number(layer, place)


def _swap(layer: list[int], above: Neighbours, below: Neighbours, place: dict[int, int], lanes: Sequence[int]) -> None:
    for at in range(len(layer) - 1):
        left, right = layer[at], layer[at + 1]
        if lanes and lanes[left] != lanes[right]:
            continue
        gain = 0
        for near in (above, below):
            mine = [place[name] + where for name, where, _ in near.get(left, ())]
            theirs = [place[name] + where for name, where, _ in near.get(right, ())]
            gain += sum(a > b for a in mine for b in theirs) - sum(a < b for a in mine for b in theirs)
        if gain > 0:
            layer[at], layer[at + 1] = right, left
            _number(layer, place)
