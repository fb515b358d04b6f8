"""The numbers of parts. They leave room: a part that comes gets one between those of its neighbours, and the others
keep theirs, so that an incremental build need not write their rows again.

The parts of languages come first, then that of the links between languages, then one of each file for its mentions. The
number of a file is also the row of its fact.
"""

from collections.abc import Mapping, Sequence
from typing import TypeVar

K = TypeVar("K")

OF_CROSS_LINKS = 1 << 23  # the part of the links between languages
LANGUAGE_PARTS = range(1, OF_CROSS_LINKS)
FILE_PARTS = range(OF_CROSS_LINKS + 1, 1 << 24)


def numbered(names: Sequence[K], before: Mapping[K, int], room: range) -> list[int] | None:
    """Return a number of `room` for each of some names, ascending: the one that it had before, or a new one. None if
    the names stood in another order before, or if there is no room between two of them."""
    found: list[int] = []
    waiting = 0
    low = room.start - 1
    for high in (*map(before.get, names), room.stop):
        if high is None:
            waiting += 1
            continue
        step = (high - low) // (waiting + 1)
        if step < 1:
            return None
        found += [low + step * at for at in range(1, waiting + 1)]
        found.append(high)
        waiting, low = 0, high
    return found[:-1]


def spread(count: int, room: range) -> list[int]:
    """Return ascending numbers of `room`, with as much of it between any two of them."""
    step = len(room) // (count + 1)
    return [room.start + step * at for at in range(1, count + 1)]
