"""Texts that say nearly the same: the share of their words that two have in common (Jaccard).

Only texts that can be alike are compared: two sets of words that share more than `LEAST` of their union must share one
of the rarest words of each.
"""

import math
from collections import Counter
from collections.abc import Iterator, Sequence

from queries.memory.wording import words_of

LEAST = 0.85  # more than this is nearly the same
SHORTEST = 3  # words of a text that is compared at all


def alike(texts: Sequence[str], others: Sequence[str]) -> Iterator[tuple[int, int, float]]:
    """The pairs of a text and another that are nearly the same: their places, and how alike they are."""
    here, there = ([frozenset(words_of(text)) for text in side] for side in (texts, others))
    counts = Counter(word for words in (*here, *there) for word in words)
    by_word: dict[str, list[int]] = {}
    for place, words in enumerate(there):
        for word in _rarest(words, counts):
            by_word.setdefault(word, []).append(place)
    for place, words in enumerate(here):
        near = sorted({other for word in _rarest(words, counts) for other in by_word.get(word, ())})
        for other in near:
            similarity = len(words & there[other]) / len(words | there[other])
            if similarity > LEAST:
                yield place, other, similarity


def _rarest(words: frozenset[str], counts: Counter[str]) -> list[str]:
    """So many of the rarest words that a text which shares none of them is not alike."""
    if len(words) < SHORTEST:
        return []
    ordered = sorted(words, key=lambda word: (counts[word], word))
    return ordered[: len(words) - math.ceil(LEAST * len(words)) + 1]
