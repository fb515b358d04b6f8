"""Near names: what a misspelt name may have meant.

A bad source can hold thousands of names that resolve to nothing, each compared with thousands that exist. Names are
therefore kept by length and by the letters they hold, so that few pairs are compared in full, and a `NearNames` stops
suggesting when it has spent its `BUDGET`.
"""

from collections import defaultdict
from collections.abc import Iterable

FARTHEST = 2  # edits
LONGEST = 64  # characters of a name that is looked up
BUDGET = 100_000  # looks at a name
FULL = 20  # looks that a comparison in full counts for


class NearNames:
    """The names of one kind, in the order they were declared in."""

    def __init__(self, names: Iterable[str]) -> None:
        self._by_length: defaultdict[int, list[tuple[int, str, frozenset[str]]]] = defaultdict(list)
        self._answers: dict[str, str | None] = {}
        self._left = BUDGET
        for order, name in enumerate(names):
            self._by_length[len(name)].append((order, name, frozenset(name)))

    def nearest(self, name: str) -> str | None:
        """The name with the fewest edits to `name`, one or two; the first declared where several tie."""
        if name not in self._answers:
            self._answers[name] = self._search(name) if len(name) <= LONGEST else None
        return self._answers[name]

    def _search(self, name: str) -> str | None:
        letters = frozenset(name)
        best = (FARTHEST + 1, 0, "")
        for length in range(len(name) - FARTHEST, len(name) + FARTHEST + 1):
            candidates = self._by_length.get(length, ())
            self._left -= len(candidates)
            for order, candidate, held in candidates:
                if self._left < 0:
                    return None
                # An edit changes the set of letters by two at most.
                if len(letters ^ held) <= 2 * FARTHEST:
                    self._left -= FULL
                    found = (_distance(name, candidate), order, candidate)
                    best = min(best, found) if found[0] else best
        return best[2] if best[0] <= FARTHEST else None


def did_you_mean(name: str | None) -> str | None:
    """The suggestion that offers a name."""
    return None if name is None else f"Did you mean '{name}'?"


def _distance(one: str, other: str) -> int:
    """The Levenshtein distance, or more than FARTHEST as soon as it is sure to be."""
    one, other = _without_common_ends(one, other)
    if not one or not other:
        return len(one) + len(other)
    width = len(other)
    above = list(range(width + 1))
    for row, letter in enumerate(one, 1):
        # What is farther from the diagonal than FARTHEST has taken more edits than that.
        first, last = max(1, row - FARTHEST), min(width, row + FARTHEST)
        current = [FARTHEST + 1] * (width + 1)
        if first == 1:
            current[0] = row
        for column in range(first, last + 1):
            changed = above[column - 1] + (letter != other[column - 1])
            current[column] = min(above[column] + 1, current[column - 1] + 1, changed)
        if min(current) > FARTHEST:
            return FARTHEST + 1
        above = current
    return above[-1]


def _without_common_ends(one: str, other: str) -> tuple[str, str]:
    """Two names without what they begin and end with alike: their distance stays."""
    start = 0
    for letter, against in zip(one, other, strict=False):
        if letter != against:
            break
        start += 1
    one, other = one[start:], other[start:]
    end = 0
    for letter, against in zip(reversed(one), reversed(other), strict=False):
        if letter != against:
            break
        end += 1
    return (one[:-end], other[:-end]) if end else (one, other)
