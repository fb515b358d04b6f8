"""Texts that say nearly the same: the share of their words that two have in common (Jaccard).

Only texts that can be alike are compared: two sets of words that share more than `LEAST` of their union must share one
of the rarest words of each.
"""

import math
from collections import Counter
from collections.abc import Iterator, Sequence

from queries.memory.word_query import words_of

LEAST = 0.85  # more than this is nearly the same
SHORTEST = 3  # words of a text that is compared at all


class Texts:
    """Texts that others are compared with, made ready for it."""

    def __init__(self, texts: Sequence[str]) -> None:
        self.texts = texts
        self._words = [frozenset(words_of(text)) for text in texts]
        self._counts = Counter(word for words in self._words for word in words)
        self._by_word: dict[str, list[int]] = {}
        for place, words in enumerate(self._words):
            for word in self._rarest(words):
                self._by_word.setdefault(word, []).append(place)

    def near(self, text: str) -> Iterator[tuple[int, float]]:
        """Those that say nearly the same as a text: their places, and how alike they are."""
        words = frozenset(words_of(text))
        for other in sorted({other for word in self._rarest(words) for other in self._by_word.get(word, ())}):
            similarity = len(words & self._words[other]) / len(words | self._words[other])
            if similarity > LEAST:
                yield other, similarity

    def _rarest(self, words: frozenset[str]) -> list[str]:
        """So many of the rarest words that a text which shares none of them is not alike."""
        if len(words) < SHORTEST:
            return []
        counts = self._counts
        ordered = sorted(words, key=lambda word: (counts[word], word))
        return ordered[: len(words) - math.ceil(LEAST * len(words)) + 1]


def alike(texts: Sequence[str], others: Sequence[str]) -> Iterator[tuple[int, int, float]]:
    """The pairs of a text and another that are nearly the same: their places, and how alike they are."""
    known = Texts(others)
    return ((place, other, similarity) for place, text in enumerate(texts) for other, similarity in known.near(text))
