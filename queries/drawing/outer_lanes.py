"""Lanes beside a layered layout, for long lines of a drawing that has too many bends.

A line bends on every layer that it passes, so that hundreds of long lines over hundreds of layers have tens of
thousands of bends, which take long and make each layer wide. The longest of them are led past the drawing instead:
out of the layer of one end into a lane, along it, and back into the layer of the other end.
"""

from bisect import bisect_left, insort
from collections.abc import Sequence
from typing import NamedTuple

from queries.drawing.layered_layout import Edge, Item

MOST_BENDS = 8_000
SHORTEST = 6  # layers that a line in a lane leads to at least


class LaneSpan(NamedTuple):
    """The layers along which a line needs a lane, and the width of its label."""

    first: int
    last: int
    width: int = 0


def split_long(items: Sequence[Item], edges: Sequence[Edge], layers: Sequence[int]) -> tuple[list[Edge], list[Edge]]:
    """Return the edges to be laid out, and the longest ones, of which the others need not more than `MOST_BENDS`."""
    lengths = [abs(layers[edge.lower.item] - layers[edge.upper.item]) for edge in edges]
    left = sum(max(0, length - 1) for length in lengths) - MOST_BENDS
    outer: set[int] = set()
    for number in sorted(range(len(edges)), key=lambda at: (-lengths[at], at)):
        one = edges[number]
        if left <= 0 or lengths[number] < SHORTEST:
            break
        ends_at_boxes = items[one.upper.item].kind == items[one.lower.item].kind == "box"
        if ends_at_boxes and one.connector and one.stroke != "invisible":
            outer.add(number)
            left -= lengths[number] - 1
    kept = [edge for number, edge in enumerate(edges) if number not in outer]
    return kept, [edges[number] for number in sorted(outer)]


def assign_lanes(spans: Sequence[LaneSpan]) -> list[int]:
    """Return the lane of each span, from 0. Spans on one lane have no layer in common; short ones are further in."""
    lanes: list[list[tuple[int, int]]] = []
    found = [0] * len(spans)
    for number in sorted(range(len(spans)), key=lambda at: (spans[at].last - spans[at].first, spans[at], at)):
        own = (spans[number].first, spans[number].last)
        lane = next((at for at, taken in enumerate(lanes) if _is_free(taken, own)), len(lanes))
        if lane == len(lanes):
            lanes.append([])
        insort(lanes[lane], own)
        found[number] = lane
    return found


def lane_places(spans: Sequence[LaneSpan], lanes: Sequence[int], start: float, gap: float) -> list[float]:
    """Return the coordinate across of the middle of each lane, of which the first begins at `start`."""
    widths = [gap] * (max(lanes, default=-1) + 1)
    for span, lane in zip(spans, lanes, strict=True):
        widths[lane] = max(widths[lane], span.width + gap)
    places, at = [], start
    for width in widths:
        places.append(at + width / 2)
        at += width
    return [*places, at]


def _is_free(taken: Sequence[tuple[int, int]], own: tuple[int, int]) -> bool:
    at = bisect_left(taken, own)
    before = at == 0 or taken[at - 1][1] < own[0]
    return before and (at == len(taken) or own[1] < taken[at][0])
