"""The first step of a layered layout: the layer of each item.

Cycles are broken by reversing back arcs, found depth first in the order of the source. Then each item gets the layer
after all its predecessors. An item without predecessors is moved next to its successors.

Depth-first walks through many cycles find long paths, so there are many layers and every arc spans many of them. Where
the arcs of a graph are `LONG` in all, cycles are also broken in a greedy order, and the shorter layering is taken.
"""

import heapq
from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple


class Layering(NamedTuple):
    """`layers` is the layer of each item, from 0; `turned` has the numbers of the arcs that lead backwards."""

    layers: list[int]
    turned: set[int]


Arc = tuple[int, int, int]  # from, to, minimum number of layers between them

LONG = 4_000  # layers that the arcs of a graph span in all


def assign_layers(count: int, arcs: Sequence[Arc], first: Iterable[int] = (), last: Iterable[int] = ()) -> Layering:
    """Return the layers of `count` items. The items of `first` come before all others, those of `last` after."""
    pinned_first, pinned_last = set(first), set(last)
    inner = [number for number, (a, b, _) in enumerate(arcs) if not {a, b} & (pinned_first | pinned_last)]
    free_arcs = [arcs[number] for number in inner]
    back, layers, length = _layered(count, free_arcs, _back_arcs(count, free_arcs))
    if back and length > LONG:
        greedy = _layered(count, free_arcs, _greedy_back_arcs(count, free_arcs))
        back, layers, length = min((back, layers, length), greedy, key=lambda tried: tried[2])
    turned = {inner[edge] for edge in back}
    shift = 1 if pinned_first else 0
    free = [layer for item, layer in enumerate(layers) if item not in pinned_first | pinned_last]
    end = max(free, default=-1) + 1 + shift
    for item, layer in enumerate(layers):
        layers[item] = 0 if item in pinned_first else end if item in pinned_last else layer + shift
    return Layering(layers, turned)


def _layered(count: int, arcs: Sequence[Arc], back: set[int]) -> tuple[set[int], list[int], int]:
    """Return the back arcs, the layers when these are turned, and the length of all arcs in layers."""
    forward = [_turned(arc) if number in back else arc for number, arc in enumerate(arcs)]
    layers = _longest_paths(count, forward)
    return back, layers, sum(layers[b] - layers[a] for a, b, _ in forward)


def _turned(arc: Arc) -> Arc:
    return arc[1], arc[0], arc[2]


def _back_arcs(count: int, arcs: Sequence[Arc]) -> set[int]:
    """Return the arcs that close a cycle in depth-first walks: from the first item, then from those without
    predecessors, then from the others."""
    out: list[list[tuple[int, int]]] = [[] for _ in range(count)]
    entered = [False] * count
    for number, (a, b, _) in enumerate(arcs):
        out[a].append((b, number))
        entered[b] = entered[b] or a != b
    back: set[int] = set()
    state = [0] * count  # 1: on the path, 2: done
    for start in sorted(range(count), key=lambda item: item and 1 + entered[item]):
        if not state[start]:
            _walk(start, out, state, back)
    return back


def _walk(start: int, out: list[list[tuple[int, int]]], state: list[int], back: set[int]) -> None:
    state[start] = 1
    path: list[tuple[int, Iterator[tuple[int, int]]]] = [(start, iter(out[start]))]
    while path:
        item, ahead = path[-1]
        for target, number in ahead:
            if state[target] == 1:
                back.add(number)
            elif not state[target]:
                state[target] = 1
                path.append((target, iter(out[target])))
                break
        else:
            state[item] = 2
            path.pop()


def _greedy_back_arcs(count: int, arcs: Sequence[Arc]) -> set[int]:
    """Return the arcs that lead backwards in a greedy order of the items, in which few do (Eades, Lin and Smyth): items
    without successors come last, items without predecessors first, and of the others that with the most more
    successors than predecessors."""
    out: list[list[int]] = [[] for _ in range(count)]
    into: list[list[int]] = [[] for _ in range(count)]
    for a, b, _ in arcs:
        if a != b:
            out[a].append(b)
            into[b].append(a)
    leaving, entering = [*map(len, out)], [*map(len, into)]
    waiting: list[tuple[int, int]] = []

    def put(item: int) -> None:
        """Queue an item by its degrees as they are now; older entries of it are then passed over."""
        heapq.heappush(waiting, (_urgency(leaving[item], entering[item]), item))

    for item in range(count):
        put(item)
    taken = [False] * count
    first: list[int] = []
    last: list[int] = []
    while waiting:
        urgency, item = heapq.heappop(waiting)
        if taken[item] or urgency != _urgency(leaving[item], entering[item]):
            continue
        taken[item] = True
        (first if leaving[item] else last).append(item)
        for other in out[item]:
            entering[other] -= 1
            if not taken[other]:
                put(other)
        for other in into[item]:
            leaving[other] -= 1
            if not taken[other]:
                put(other)
    place = {item: at for at, item in enumerate([*first, *reversed(last)])}
    return {number for number, (a, b, _) in enumerate(arcs) if a != b and place[a] > place[b]}


def _urgency(leaving: int, entering: int) -> int:
    """Return the key by which the greedy order takes items, the least first."""
    if not leaving:
        return -(1 << 31)
    return -(1 << 30) if not entering else entering - leaving


def _longest_paths(count: int, arcs: Sequence[Arc]) -> list[int]:
    out: list[list[tuple[int, int]]] = [[] for _ in range(count)]
    waiting = [0] * count
    for a, b, length in arcs:
        if a != b:
            out[a].append((b, length))
            waiting[b] += 1
    layers = [0] * count
    entered = [bool(number) for number in waiting]
    ready = [item for item in range(count) if not waiting[item]]
    for item in ready:  # the loop appends to it
        for target, length in out[item]:
            layers[target] = max(layers[target], layers[item] + length)
            waiting[target] -= 1
            if not waiting[target]:
                ready.append(target)
    for item in reversed(ready):
        if out[item] and not entered[item]:
            layers[item] = min(layers[target] - length for target, length in out[item])
    return layers
