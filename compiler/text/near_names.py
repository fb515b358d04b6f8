"""Near names: what a misspelt name may have meant.

A bad source can hold thousands of names that resolve to nothing, each compared with thousands that exist. Names are
therefore kept by length and by the letters they hold, so that few pairs are compared in full, and a `NearNames` stops
suggesting when it has spent its `BUDGET`. rapidfuzz compares a pair; its import takes 9 ms, so it is imported for the
first misspelt name.
"""

import re
from collections import defaultdict
from collections.abc import Iterable
from functools import cached_property

_NUMBER = re.compile(r"\d+")
_OFFERED = re.compile(r"Did you mean '(.+)'\?")
MAX_EDITS = 2
MAX_LENGTH = 64  # characters of a name that is looked up
BUDGET = 100_000  # names that are looked at
FULL_COMPARISON = 20  # looks that a comparison in full counts for


class NearNames:
    """The names of one kind, in the order of their declaration."""

    def __init__(self, names: Iterable[str]) -> None:
        self._names = tuple(names)
        self._answers: dict[str, str | None] = {}
        self._left = BUDGET

    def nearest(self, name: str) -> str | None:
        """Return the name with the fewest edits to `name`, one or two; of equally near ones the first declared.

        An edit puts a letter in, leaves one out or replaces one; at most half of the letters of the longer name may
        differ. Names whose numbers differ are near only by a slip: two neighbouring digits changed places, or one is
        there twice. `REQ-d00012` is not a misspelt `REQ-d00013`. None if no name is near, or the budget is spent.
        """
        if name not in self._answers:
            self._answers[name] = self._search(name) if len(name) <= MAX_LENGTH else None
        return self._answers[name]

    @cached_property
    def _by_length(self) -> dict[int, list[tuple[int, str, frozenset[str]]]]:
        """The names with their order and letters, by their length. Built for the first misspelt name."""
        found: defaultdict[int, list[tuple[int, str, frozenset[str]]]] = defaultdict(list)
        for order, name in enumerate(self._names):
            found[len(name)].append((order, name, frozenset(name)))
        return found

    def _search(self, name: str) -> str | None:
        from rapidfuzz.distance import Levenshtein

        letters = frozenset(name)
        best = (MAX_EDITS + 1, 0, "")
        for length in range(len(name) - MAX_EDITS, len(name) + MAX_EDITS + 1):
            candidates = self._by_length.get(length, ())
            self._left -= len(candidates)
            for order, candidate, held in candidates:
                if self._left < 0:
                    return None
                # An edit changes the set of letters by two at most.
                if len(letters ^ held) <= 2 * MAX_EDITS:
                    self._left -= FULL_COMPARISON
                    edits = Levenshtein.distance(name, candidate, score_cutoff=MAX_EDITS)
                    is_near = 0 < edits <= _most_edits(name, candidate) and _numbers_agree(name, candidate)
                    if is_near and (edits, order) < best[:2]:
                        best = edits, order, candidate
        return best[2] if best[0] <= MAX_EDITS else None


def _most_edits(name: str, other: str) -> int:
    return min(MAX_EDITS, max(len(name), len(other)) // 2)


def _numbers_agree(name: str, other: str) -> bool:
    """Whether the numbers in two names are the same, but for zeros in front, or for a slip in one of them."""
    ours, theirs = _NUMBER.findall(name), _NUMBER.findall(other)
    if not ours or not theirs:
        return True
    different = [(one, two) for one, two in zip(ours, theirs, strict=False) if one.lstrip("0") != two.lstrip("0")]
    return len(ours) == len(theirs) and (not different or (len(different) == 1 and _is_slip(*different[0])))


def _is_slip(one: str, two: str) -> bool:
    """Whether two numbers differ by neighbours that changed places, or by a digit that is there twice."""
    if len(one) == len(two):
        at = [at for at, (left, right) in enumerate(zip(one, two, strict=True)) if left != right]
        return len(at) == 2 and at[1] == at[0] + 1 and sorted(one) == sorted(two)
    short, long = sorted((one, two), key=len)
    return any(short[:at] + short[at - 1] + short[at:] == long for at in range(1, len(short) + 1))


def did_you_mean(name: str | None) -> str | None:
    """Return the suggestion that offers a name."""
    return None if name is None else f"Did you mean '{name}'?"


def offered_name(suggestion: str | None) -> str | None:
    """Return the name that a suggestion of `did_you_mean` offers; None of any other."""
    found = _OFFERED.fullmatch(suggestion or "")
    return found[1] if found else None
