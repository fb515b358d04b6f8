"""Near duplicates among texts, by the Jaccard similarity of their sets of words.

Only texts that can be similar enough are compared: two sets of words with a similarity above
`MIN_SIMILARITY` must have one of the rarest words of each in common (prefix filtering).
"""

import math
from collections import Counter
from collections.abc import Iterator, Sequence

from queries.memory.word_query import words_of

MIN_SIMILARITY = 0.85  # a similarity above this is a near duplicate
MIN_WORDS = 3  # words; shorter texts are not compared


class NearDuplicateIndex:
    """An index of texts that finds the near duplicates of another text."""

    def __init__(self, texts: Sequence[str]) -> None:
        self.texts = texts
        self._words = [frozenset(words_of(text)) for text in texts]
        self._counts = Counter(word for words in self._words for word in words)
        self._by_word: dict[str, list[int]] = {}
        for place, words in enumerate(self._words):
            for word in self._rarest(words):
                self._by_word.setdefault(word, []).append(place)

    def near(self, text: str) -> Iterator[tuple[int, float]]:
        """Yield the near duplicates of a text: positions in `texts`, and similarities."""
        words = frozenset(words_of(text))
        for other in sorted({other for word in self._rarest(words) for other in self._by_word.get(word, ())}):
            similarity = len(words & self._words[other]) / len(words | self._words[other])
            if similarity > MIN_SIMILARITY:
                yield other, similarity

    def _rarest(self, words: frozenset[str]) -> list[str]:
        """Return the rarest words of a set: a text that has none of them cannot be a near duplicate."""
        if len(words) < MIN_WORDS:
            return []
        counts = self._counts
        ordered = sorted(words, key=lambda word: (counts[word], word))
        return ordered[: len(words) - math.ceil(MIN_SIMILARITY * len(words)) + 1]
