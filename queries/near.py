"""Did you mean: the names nearest to one that does not exist.

Deterministic, and bounded: one cheap look at each candidate, an edit distance for the most promising few. 20,000 ids
cost some 0.1 s.
"""

import string
from collections.abc import Iterable
from heapq import nsmallest

SHOWN = 3
MEASURED = 100  # candidates whose edit distance is worked out
LONGEST = 100  # characters of a name that are compared


def nearest(word: str, candidates: Iterable[str], shown: int = SHOWN) -> list[str]:
    """The candidates that a writer of `word` may have meant, best first; none when nothing is near.

    Near is: the same but for case and punctuation, a few letters off, or one inside the other. Where names are paths
    (`garden/greet`) their last part counts too. Ties are broken by the candidate.
    """
    wanted = _letters(word)
    if not wanted:
        return []
    letters = set(wanted)
    promising = nsmallest(MEASURED, ((_difference(wanted, letters, _letters(one)), one) for one in set(candidates)))
    ranked = sorted((rank, one) for _, one in promising if (rank := _rank(word, wanted, one)) is not None)
    # Where the best is a letter off, what is four letters off was not meant.
    return [one for rank, one in ranked[:shown] if rank[0] == 0 or rank[1] <= 2 * max(ranked[0][0][1], 1)]


_SIGNS = str.maketrans("", "", string.punctuation + string.whitespace)


def _letters(name: str) -> str:
    return name[:LONGEST].casefold().translate(_SIGNS)


def _difference(wanted: str, letters: set[str], other: str) -> int:
    """Roughly and cheaply, how much differs: letters that only one has, and the length. Nothing when one is inside."""
    if wanted in other or (other and other in wanted):
        return 0
    return len(letters.symmetric_difference(other)) + abs(len(wanted) - len(other)) // 2


def _rank(word: str, wanted: str, candidate: str) -> tuple[int, int, int] | None:
    """(class, distance, less the letters shared at both ends), smaller is nearer; None when it is not near."""
    other, tail, wanted_tail = _letters(candidate), _letters(_tail(candidate)), _letters(_tail(word))
    if not other:
        return None
    if wanted == other:
        return 0, 0, 0
    most = max(1, len(wanted) // 3)
    distance = edit_distance(wanted, other, most)
    if distance <= most:
        return 1, distance, -_shared_ends(wanted, other)
    tail_most = max(1, len(wanted_tail) // 3)
    if tail and wanted_tail and (distance := edit_distance(wanted_tail, tail, tail_most)) <= tail_most:
        return 2, distance, -_shared_ends(wanted_tail, tail)
    if min(len(wanted), len(other)) >= 3 and (wanted in other or other in wanted):
        return 3, abs(len(wanted) - len(other)), 0
    return None


def _shared_ends(one: str, other: str) -> int:
    """How many letters both begin with, and both end with: a slip in the middle is the commonest."""
    return _prefix(one, other) + _prefix(one[::-1], other[::-1])


def _prefix(one: str, other: str) -> int:
    return next(
        (at for at, (here, there) in enumerate(zip(one, other, strict=False)) if here != there),
        min(len(one), len(other)),
    )


def _tail(name: str) -> str:
    return name.rstrip("/").rsplit("/", 1)[-1]


def edit_distance(one: str, other: str, most: int) -> int:
    """How many letters must be put in, left out, replaced or swapped; `most + 1` as soon as it is more than `most`."""
    if abs(len(one) - len(other)) > most:
        return most + 1
    before: list[int] = []
    row = list(range(len(other) + 1))
    for at, letter in enumerate(one, 1):
        above, row = row, [at]
        for column, second in enumerate(other, 1):
            cost = min(above[column] + 1, row[-1] + 1, above[column - 1] + (letter != second))
            if before and column > 1 and letter == other[column - 2] and second == one[at - 2]:
                cost = min(cost, before[column - 2] + 1)
            row.append(cost)
        if min(row) > most:
            return most + 1
        before = above
    return min(row[-1], most + 1)
