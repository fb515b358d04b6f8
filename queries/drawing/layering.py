"""The first step of a layered layout: the layer of each item.

Cycles are broken by reversing back arcs, found depth first in the order of the source. Then each item gets the layer
after all its predecessors. An item without predecessors is moved next to its successors.
"""

from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple


class Layering(NamedTuple):
    """`layers` is the layer of each item, from 0; `turned` has the numbers of the arcs that lead backwards."""

    layers: list[int]
    turned: set[int]


Arc = tuple[int, int, int]  # from, to, minimum number of layers between them


def assign_layers(count: int, arcs: Sequence[Arc], first: Iterable[int] = (), last: Iterable[int] = ()) -> Layering:
    """Return the layers of `count` items. The items of `first` come before all others, those of `last` after."""
    pinned_first, pinned_last = set(first), set(last)
    inner = [number for number, (a, b, _) in enumerate(arcs) if not {a, b} & (pinned_first | pinned_last)]
    turned = {inner[one] for one in _back_arcs(count, [arcs[number] for number in inner])}
    forward = [_turned(arcs[number]) if number in turned else arcs[number] for number in inner]
    layers = _longest_paths(count, forward)
    shift = 1 if pinned_first else 0
    free = [layer for item, layer in enumerate(layers) if item not in pinned_first | pinned_last]
    end = max(free, default=-1) + 1 + shift
    for item, layer in enumerate(layers):
        layers[item] = 0 if item in pinned_first else end if item in pinned_last else layer + shift
    return Layering(layers, turned)


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
