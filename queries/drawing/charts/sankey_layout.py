"""Where the nodes and bands of a Sankey diagram stand: columns by the longest way, then heights that settle."""

from collections import defaultdict
from collections.abc import Mapping, Sequence
from typing import NamedTuple

ROUNDS = 12  # of settling: each node moves towards the middle of what it is tied to
LEAST_GAP = 22  # pixels between two nodes of a column, room for a label
HEIGHT = 420  # pixels of a column whose gaps leave that much


Ties = dict[str, list[tuple[str, float]]]


class Bar(NamedTuple):
    """Where a node stands: its column from the left, its upper end and its height in pixels."""

    column: int
    y: float
    height: float


class SankeyLayout(NamedTuple):
    """The places of all nodes by name, the pixels of a weight of 1, and the height of the whole."""

    bars: Mapping[str, Bar]
    unit: float
    height: float


def columns_of(pairs: Sequence[tuple[str, str]]) -> dict[str, int] | None:
    """Return the column of each node: behind all that lead to it, what leads nowhere is in the last one. None where
    the pairs run in a circle."""
    following: dict[str, list[str]] = {name: [] for pair in pairs for name in pair}
    waiting = dict.fromkeys(following, 0)
    for source, target in dict.fromkeys(pairs):
        following[source].append(target)
        waiting[target] += 1
    columns, ready = dict.fromkeys(following, 0), [name for name, count in waiting.items() if not count]
    for name in ready:
        for target in following[name]:
            columns[target] = max(columns[target], columns[name] + 1)
            waiting[target] -= 1
            if not waiting[target]:
                ready.append(target)
    if len(ready) < len(following):
        return None
    last = max(columns.values())
    return {name: column if following[name] else last for name, column in columns.items()}


def sankey_layout(flows: Sequence[tuple[str, str, float]]) -> SankeyLayout:
    """Return where the nodes of flows without circles stand."""
    columns = columns_of([(source, target) for source, target, _ in flows]) or {}
    values, ties = _values(flows), _ties(flows)
    stacks: list[list[str]] = [[] for _ in range(max(columns.values()) + 1)]
    for name, column in columns.items():
        stacks[column].append(name)
    height = max(float(HEIGHT), *((len(stack) - 1) * LEAST_GAP + 160.0 for stack in stacks))
    sums = [sum(values[name] for name in stack) for stack in stacks]
    unit = min(
        (height - (len(stack) - 1) * LEAST_GAP) / whole for stack, whole in zip(stacks, sums, strict=True) if whole > 0
    )
    tops = _stacked(stacks, values, unit, height)
    for at in range(ROUNDS):
        order = range(len(stacks)) if at % 2 == 0 else reversed(range(len(stacks)))
        for column in order:
            _settle(stacks[column], tops, values, unit, ties, height)
    bars = {name: Bar(column, tops[name], values[name] * unit) for name, column in columns.items()}
    return SankeyLayout(bars, unit, height)


def _values(flows: Sequence[tuple[str, str, float]]) -> dict[str, float]:
    """Return the weight of each node: of what leads to it or of what leads from it, whichever is more."""
    into, out = defaultdict[str, float](float), defaultdict[str, float](float)
    for source, target, weight in flows:
        out[source] += weight
        into[target] += weight
    return {name: max(into[name], out[name]) for name in {**out, **into}}


def _ties(flows: Sequence[tuple[str, str, float]]) -> Ties:
    """Return the neighbours of each node with the weights of the flows to them."""
    ties: Ties = defaultdict(list)
    for source, target, weight in flows:
        ties[source].append((target, weight))
        ties[target].append((source, weight))
    return ties


def _stacked(
    stacks: Sequence[Sequence[str]], values: Mapping[str, float], unit: float, height: float
) -> dict[str, float]:
    """Return the upper ends of nodes that stand around the middle of their columns in the order of the source."""
    tops: dict[str, float] = {}
    for stack in stacks:
        free = height - sum(values[name] for name in stack) * unit
        gap = min(free / max(1, len(stack)), 3.0 * LEAST_GAP)
        y = (free - gap * (len(stack) - 1)) / 2
        for name in stack:
            tops[name] = y
            y += values[name] * unit + gap
    return tops


def _settle(
    stack: list[str],
    tops: dict[str, float],
    values: Mapping[str, float],
    unit: float,
    ties: Ties,
    height: float,
) -> None:
    """Move the nodes of a column towards the middle of their neighbours, and apart where they would touch."""
    wanted = {name: _wanted(name, tops, values, unit, ties[name]) for name in stack}
    stack.sort(key=lambda name: wanted[name] + values[name] * unit / 2)
    y = 0.0
    for name in stack:
        tops[name] = max(y, wanted[name])
        y = tops[name] + values[name] * unit + LEAST_GAP
    low = height
    for name in reversed(stack):
        tops[name] = min(tops[name], low - values[name] * unit)
        low = tops[name] - LEAST_GAP


def _wanted(
    name: str, tops: Mapping[str, float], values: Mapping[str, float], unit: float, ties: Sequence[tuple[str, float]]
) -> float:
    """Return the upper end with which the middle of a node is the weighted middle of its neighbours."""
    weight = sum(own for _, own in ties)
    middle = sum(own * (tops[other] + values[other] * unit / 2) for other, own in ties)
    return middle / weight - values[name] * unit / 2 if weight else tops[name]
