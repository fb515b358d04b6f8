"""Ports: the places along the side of a box at which its lines begin and end."""

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Protocol

Port = tuple[int, tuple[int, str]]  # item, side and key
MAX_SHIFT = 2  # cells by which a port of several lines is moved


class HasPorts(Protocol):
    low: int
    high: int
    movable: bool
    ports: dict[tuple[int, str], int]


def evenly_spaced(low: int, high: int, count: int) -> list[int]:
    """Return `count` places from low to high at even distances."""
    size = high - low + 1
    return [low + max(0, (2 * number + 1) * size - count) // (2 * count) for number in range(count)]


def free_offset(wanted: int, taken: set[int], low: int, high: int, gap: int) -> int:
    """Return the place nearest to `wanted` that keeps the widest possible gap, at most `gap`, to all taken places."""
    if low <= wanted <= high and all(abs(wanted - other) >= gap for other in taken):
        return wanted
    for near in range(gap, 0, -1):
        free = [at for at in range(low, high + 1) if all(abs(at - other) >= near for other in taken)]
        if free:
            return min(free, key=lambda at: (abs(at - wanted), at))
    return wanted


def straighten_ports(
    segments: Sequence[tuple[Port, Port]],
    items: Sequence[HasPorts],
    place: Mapping[int, int],
    gap: int,
    near: int = MAX_SHIFT,
) -> None:
    """Move the ports of movable items where that makes a segment straight, the nearly straight segments first. One of
    several lines is moved by at most `near`."""
    moving = [segment for segment in segments if items[segment[0][0]].movable or items[segment[1][0]].movable]
    ends = {port for segment in moving for port in segment}
    uses = Counter(port for segment in segments for port in segment if port in ends)
    settled: set[Port] = set()

    def at(port: Port) -> int:
        return place[port[0]] + items[port[0]].ports[port[1]]

    for upper, lower in sorted(moving, key=lambda segment: abs(at(segment[0]) - at(segment[1]))):
        off = abs(at(upper) - at(lower))
        if off and (off <= near or (uses[upper] == 1 and uses[lower] == 1)):
            low, high = zip(*(_range(port, port in settled, items, place, gap) for port in (upper, lower)), strict=True)
            if max(low) <= min(high):
                middle = (at(upper) + at(lower)) // 2
                for port in (upper, lower):
                    items[port[0]].ports[port[1]] = min(max(middle, max(low)), min(high)) - place[port[0]]
        if at(upper) == at(lower):
            settled |= {upper, lower}


def _range(port: Port, settled: bool, items: Sequence[HasPorts], place: Mapping[int, int], gap: int) -> tuple[int, int]:
    """Return the first and the last place to which a port may be moved."""
    number, key = port
    item = items[number]
    own, start = item.ports[key], place[number]
    if settled or not item.movable:
        return start + own, start + own
    others = [at for other, at in item.ports.items() if other[0] == key[0] and other != key]
    low = max([item.low, *(at + gap for at in others if at < own)])
    high = min([item.high, *(at - gap for at in others if at > own)])
    return start + min(low, own), start + max(high, own)
