"""How wide each column of a table is on a terminal, and which columns stand below their row because there is no room.

A table that fits is shown whole. Else long columns give way, but not below `LEAST` characters. If that is not enough,
the place goes to a line of its own below its row, then the last of the long columns. If even that is not enough, each
row is a list of its values.
"""

from collections.abc import Sequence
from typing import NamedTuple

GAP = 2  # blanks between columns
LEAST = 18  # characters of a column that gives way
KEPT = 40  # characters of an id that are shown even then
WHOLE = ("id", "field")  # columns that do not give way
KEPT_BESIDE = ("id", "title", "value")  # columns that name their row, and so never stand below it
PLACE = "source"  # the column of places
MAX_BELOW = 3  # columns that stand below their row


class Layout(NamedTuple):
    """The columns side by side with their widths, and those that stand below. Without `beside`, a row is a list."""

    beside: Sequence[int]
    widths: Sequence[int]
    below: Sequence[int]


def layout(columns: Sequence[str], needed: Sequence[int], width: int) -> Layout:
    """Return the layout of columns that need so many characters each, for a terminal of `width` characters."""
    floors = [_floor(name, need) for name, need in zip(columns, needed, strict=True)]
    beside, below = list(range(len(columns))), list[int]()
    for at in (None, *_yielding(columns, needed)[:MAX_BELOW]):
        if at is not None:
            beside.remove(at)
            below.append(at)
        room = width - GAP * (len(beside) - 1) - sum(floors[column] for column in beside)
        if room >= 0:
            return Layout(beside, _shared(beside, floors, needed, room), sorted(below))
    return Layout((), (), ())


def _floor(name: str, needed: int) -> int:
    """The characters that a column has at least. A place is whole, or stands below: its end is the line."""
    if name == PLACE:
        return needed
    return min(needed, KEPT if name in WHOLE else max(LEAST, len(name)))


def _yielding(columns: Sequence[str], needed: Sequence[int]) -> list[int]:
    """The columns that may stand below their row, in this order: the place, then long ones from the right."""
    later = [at for at in reversed(range(1, len(columns))) if columns[at] not in KEPT_BESIDE]
    long = [at for at in later if columns[at] != PLACE and needed[at] > LEAST // 2]
    return [at for at in later if columns[at] == PLACE] + long


def _shared(beside: Sequence[int], floors: Sequence[int], needed: Sequence[int], room: int) -> list[int]:
    """The widths of columns that share the room beyond what each has at least, those that need little first."""
    given = dict.fromkeys(beside, 0)
    wanting = sorted(beside, key=lambda at: needed[at] - floors[at])
    for count, at in enumerate(wanting):
        given[at] = min(needed[at] - floors[at], room // (len(wanting) - count))
        room -= given[at]
    return [floors[at] + given[at] for at in beside]
