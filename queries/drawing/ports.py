"""Where along the side of a box its lines begin and end."""

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Protocol

Port = tuple[int, tuple[int, str]]  # item, side and key
NEAR = 2  # cells that a port of several lines is moved at most


class HasPorts(Protocol):
    low: int
    high: int
    movable: bool
    ports: dict[tuple[int, str], int]


def spread(low: int, high: int, count: int) -> list[int]:
    """So many places from low to high, evenly."""
    size = high - low + 1
    return [low + max(0, (2 * number + 1) * size - count) // (2 * count) for number in range(count)]


def free_offset(wanted: int, taken: set[int], low: int, high: int, gap: int) -> int:
    """The place nearest to the wanted one that is not too near to one that is taken."""
    for near in range(gap, 0, -1):
        free = [at for at in range(low, high + 1) if all(abs(at - other) >= near for other in taken)]
        if free:
            return min(free, key=lambda at: (abs(at - wanted), at))
    return wanted


def straightened(
    segments: Sequence[tuple[Port, Port]], items: Sequence[HasPorts], place: Mapping[int, int], gap: int
) -> None:
    """Moves the ports of movable items where that makes a segment straight; those nearest to it first."""
    uses = Counter(port for segment in segments for port in segment)
    settled: set[Port] = set()

    def at(port: Port) -> int:
        return place[port[0]] + items[port[0]].ports[port[1]]

    for upper, lower in sorted(segments, key=lambda segment: abs(at(segment[0]) - at(segment[1]))):
        off = abs(at(upper) - at(lower))
        if off and (off <= NEAR or (uses[upper] == 1 and uses[lower] == 1)):
            low, high = zip(*(_range(port, port in settled, items, place, gap) for port in (upper, lower)), strict=True)
            if max(low) <= min(high):
                wanted = (at(upper) + at(lower)) // 2
                for port in (upper, lower):
                    items[port[0]].ports[port[1]] = min(max(wanted, max(low)), min(high)) - place[port[0]]
        if at(upper) == at(lower):
            settled |= {upper, lower}


def _range(port: Port, settled: bool, items: Sequence[HasPorts], place: Mapping[int, int], gap: int) -> tuple[int, int]:
    """Between which places a port may be moved."""
    number, key = port
    item = items[number]
    own, start = item.ports[key], place[number]
    if settled or not item.movable:
        return start + own, start + own
    others = [at for other, at in item.ports.items() if other[0] == key[0] and other != key]
    low = max([item.low, *(at + gap for at in others if at < own)])
    high = min([item.high, *(at - gap for at in others if at > own)])
    return start + min(low, own), start + max(high, own)
