"""The numbers of parts (`compiler.store.row_ranges`). They leave room: a part that comes gets one between those of its
neighbours, and the others keep theirs, so that an incremental build need not write their rows again.

A part of a language gets its number when its rows are known, and so as many places as they need; that of the mentions
of a file when its size is known.
"""

from collections.abc import Iterable, Mapping, Sequence
from itertools import accumulate, pairwise, takewhile
from typing import TypeVar

from compiler.languages.registry import LANGUAGES
from compiler.model.source import Source
from compiler.store.row_ranges import LANGUAGE_PARTS, MENTION_PARTS, PartSpace, TooManyRowsError

K = TypeVar("K")

TOO_LARGE = "The source makes more rows than there are numbers for. Split it into several sources."
MOST_SPREAD = 16  # times the places that parts need: the rest is between them
SHOWN_BYTES = 64  # of the text that a snapshot holds of a binary file, for each byte of it
_BYTES_PER_ROW = 20  # of a source, for each row number in the ranges of its parts, about
_SHORT = (1 << 21, 1 << 23, 1 << 31)  # row numbers below each of these take a byte less than those behind it
_LEAST, _MOST = 3, 8  # times the places that a part takes
_FIRST_GAP = 256  # places before the first part


class NoRoomError(Exception):
    """A part that comes has no place between its neighbours."""


def kept_numbers(names: Iterable[K], before: Mapping[K, int]) -> list[int] | None:
    """Return the numbers that parts of these names had before, negative ones for the others. None if the names stood
    in another order before."""
    found = [before.get(name, -at) for at, name in enumerate(names, 1)]
    kept = [number for number in found if number > 0]
    return found if all(low < high for low, high in pairwise(kept)) else None


class PartNumbers:
    """Numbers the parts of languages, in their order, as they are linked. A part has the number of its task until
    then."""

    def __init__(self, numbers: Sequence[int], size: int) -> None:
        """`numbers` are those that parts had before, negative ones of the others; `size` is that of the source in
        bytes."""
        self._tasks = numbers
        self._at = {number: at for at, number in enumerate(numbers)}
        self._final = {number: number for number in numbers if number > 0}
        self._share = _share(size)
        self._is_new = not self._final

    def end_before(self, task: int) -> int:
        """Return the row behind those of the parts before one."""
        return self._end_before(task) << LANGUAGE_PARTS.place_bits

    def number(self, task: int, rows: int) -> int:
        """Return the number of a part that has so many rows in a table: the one it has, or a new one. Raises
        NoRoomError, in a new snapshot TooManyRowsError."""
        order = LANGUAGE_PARTS.order_for(rows)
        if task > 0 and LANGUAGE_PARTS.place_and_order(task)[1] >= order:
            return task
        room = LANGUAGE_PARTS.order_for(rows + rows // 4 + 1)
        low, high = self._end_before(task), self._next_place(task)
        if self._is_new:
            low += self._gap_before(low, room)
        fitting = [bits for bits in (room, order) if low + (1 << bits) <= high]
        if not fitting:
            raise TooManyRowsError(TOO_LARGE) if self._is_new else NoRoomError
        if not self._is_new:
            free = high - low - (1 << fitting[0])
            low += min(free // (1 + self._parts_to_place(task)), self._gap_before(low, room))
        found = self._final[task] = LANGUAGE_PARTS.number(low, fitting[0])
        return found

    def _gap_before(self, low: int, order: int) -> int:
        """Return how many places from `low` on stay free before a part of this order, for parts that come later."""
        return int((self._share - 1) * (1 << order)) if low > LANGUAGE_PARTS.places.start else _FIRST_GAP

    def _parts_to_place(self, task: int) -> int:
        """Return how many parts have no number yet from `task` to the next part that keeps its own."""
        following = self._tasks[self._at[task] + 1 :]
        return 1 + sum(1 for _ in takewhile(lambda number: number < 0, following))

    def _end_before(self, task: int) -> int:
        for at in range(self._at[task] - 1, -1, -1):
            if self._tasks[at] in self._final:
                return LANGUAGE_PARTS.end(self._final[self._tasks[at]])
        return LANGUAGE_PARTS.places.start

    def _next_place(self, task: int) -> int:
        if self._is_new:
            return LANGUAGE_PARTS.places.stop
        for at in range(self._at[task] + 1, len(self._tasks)):
            if self._tasks[at] > 0:
                return LANGUAGE_PARTS.place_and_order(self._tasks[at])[0]
        return LANGUAGE_PARTS.places.stop


def _share(size: int) -> float:
    """How many times the places that a part takes are set aside for it in a new snapshot: as many as leave the numbers
    of a source of so many bytes short."""
    shares = [short * _BYTES_PER_ROW / max(size, 1) for short in _SHORT]
    return min(next((share for share in shares if share >= _LEAST), _LEAST), _MOST)


def mention_orders(source: Source, paths: Iterable[str]) -> dict[str, int]:
    """Return the orders of the parts of what files mention, which is less than their characters."""
    readers = [language.binary for language in LANGUAGES if language.binary]
    return {
        path: MENTION_PARTS.order_for(
            source.files[path].size * (SHOWN_BYTES if any(reader.claims(path) for reader in readers) else 1)
        )
        for path in paths
    }


def numbered(orders: Mapping[K, int], before: Mapping[K, int], space: PartSpace) -> list[int] | None:
    """Return a number of `space` for each of some names, ascending, with room for a part of this order: the one that it
    had before, or a new one. None if the names stood in another order before, or if there is no room between two of
    them."""
    found: list[int] = []
    waiting: list[int] = []
    low = space.places.start
    for name, order in orders.items():
        number = before.get(name)
        if number is None or space.place_and_order(number)[1] < order:  # new, or too large for its range
            waiting.append(order)
            continue
        between = _between(waiting, low, space.place_and_order(number)[0], space)
        if between is None:
            return None
        found += [*between, number]
        waiting, low = [], space.end(number)
    between = _between(waiting, low, space.places.stop, space)
    return None if between is None else found + between


def spread(orders: Sequence[int], space: PartSpace) -> list[int]:
    """Return ascending numbers of `space` for parts of these orders, with room between them. Raises TooManyRowsError
    where there is none for all."""
    found = _between(orders, space.places.start, space.places.stop, space)
    if found is None:
        raise TooManyRowsError(TOO_LARGE)
    return found


def _between(orders: Sequence[int], low: int, high: int, space: PartSpace) -> list[int] | None:
    """Return numbers for parts of these orders in the places from `low` to before `high`; None if they are too few.
    What is left is between them, by their sizes."""
    sizes = [1 << order for order in orders]
    need = sum(sizes)
    have = min(high - low, MOST_SPREAD * need)
    if need > have:
        return None
    starts = accumulate(sizes, initial=0)
    return [
        space.number(low + start * have // need + (have - need) * size // need // 2, order)
        for start, size, order in zip(starts, sizes, orders, strict=False)
    ]
