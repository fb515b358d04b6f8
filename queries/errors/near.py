"""Did you mean: the names nearest to one that does not exist.

Deterministic and bounded: every candidate is compared roughly, and the most promising few by their edit distance.
20,000 ids take some 0.1 s. rapidfuzz measures the edit distance; its import takes 9 ms, so it is imported by the first
question that needs suggestions.
"""

import math
import string
from collections import defaultdict
from collections.abc import Iterable
from typing import NamedTuple

MAX_SHOWN = 3
MAX_MEASURED = 100  # candidates whose edit distance is measured
MAX_LENGTH = 100  # characters of a name that are compared


class Candidate(NamedTuple):
    """A name prepared for comparison: in small letters without punctuation, and the set of its letters as bits."""

    name: str
    letters: str
    signs: int


def candidates(names: Iterable[str]) -> list[Candidate]:
    """Return the distinct names, prepared for several calls of `nearest_of`."""
    return [Candidate(name, letters, _signs(letters)) for name in set(names) for letters in (_letters(name),)]


def nearest(word: str, names: Iterable[str], shown: int = MAX_SHOWN) -> list[str]:
    """Return the names that a writer of `word` may have meant, best first; none when nothing is near.

    A name is near when it is the same but for case and punctuation, a few letters off, or when one is inside the other.
    Where names are paths (`garden/greet`) their last part counts too. Ties are broken by the name.
    """
    return nearest_of(word, _promising(word, names), shown) if _letters(word) else []


def _promising(word: str, names: Iterable[str]) -> list[Candidate]:
    """Return at least the candidates that `nearest_of` would measure, without looking at the letters of names that are
    much longer or shorter than the word."""
    letters = _letters(word)
    found: list[tuple[int, str, str]] = []
    by_length: defaultdict[int, list[tuple[str, str]]] = defaultdict(list)
    for name, own in _all_letters(names):
        if letters in own or (own and own in letters):
            found.append((0, name, own))
        else:
            by_length[abs(len(letters) - len(own)) // 2].append((name, own))
    signs, difference_of, is_ascii = _signs(letters), set(letters).symmetric_difference, letters.isascii()
    for difference in sorted(by_length):
        if _cutoff(found) < difference:
            break
        for name, own in by_length[difference]:
            # Every ASCII letter has a bit of its own, so that sets tell the same as bits.
            is_exact = is_ascii and own.isascii()
            other = len(difference_of(own)) if is_exact else (signs ^ _signs(own)).bit_count()
            found.append((difference + other, name, own))
    most = _cutoff(found)
    return [Candidate(name, own, _signs(own)) for differs, name, own in found if differs <= most]


def _cutoff(found: list[tuple[int, str, str]]) -> float:
    """Return the largest rough difference that a candidate may have to be measured."""
    return sorted([differs for differs, _, _ in found])[MAX_MEASURED - 1] if len(found) >= MAX_MEASURED else math.inf


def _all_letters(names: Iterable[str]) -> list[tuple[str, str]]:
    """Return the distinct names with their letters. ASCII names are translated in one go."""
    distinct = set(names)
    plain = [name for name in distinct if name.isascii() and "\n" not in name]
    text = "".join([f"{name[:MAX_LENGTH]}\n" for name in plain]).lower().encode().translate(None, _SIGNS_IN_LINES)
    return [
        *zip(plain, text.decode().split("\n")[:-1], strict=True),
        *((name, _letters(name)) for name in distinct.difference(plain)),
    ]


def nearest_of(word: str, known: Iterable[Candidate], shown: int = MAX_SHOWN) -> list[str]:
    """Return what `nearest` does, from names that `candidates` has prepared."""
    (sought,) = candidates((word,))
    if not sought.letters:
        return []
    letters, signs, length = sought.letters, sought.signs, len(sought.letters)
    listed = list(known)
    # The rough difference: letters that only one of the two has, and the length; none when one is inside the other.
    differences = [
        0 if letters in own or (own and own in letters) else (signs ^ its).bit_count() + abs(length - len(own)) // 2
        for _, own, its in listed
    ]
    most = max(sorted(differences)[:MAX_MEASURED], default=0)
    promising = sorted(
        [(differs, candidate) for differs, candidate in zip(differences, listed, strict=True) if differs <= most]
    )
    tail = _letters(_tail(word))
    measured = [candidate for _, candidate in promising[:MAX_MEASURED]]
    ranked = sorted(
        (rank, candidate.name) for candidate in measured if (rank := _rank(sought, tail, candidate)) is not None
    )
    # When the best name is one letter off, a name that is four letters off was not meant.
    return [candidate for rank, candidate in ranked[:shown] if rank[0] == 0 or rank[1] <= 2 * max(ranked[0][0][1], 1)]


_ASCII = 128
_SIGNS = str.maketrans("", "", string.punctuation + string.whitespace)
_SIGNS_IN_LINES = (string.punctuation + string.whitespace.replace("\n", "")).encode()


def _letters(name: str) -> str:
    return name[:MAX_LENGTH].casefold().translate(_SIGNS)


def _signs(letters: str) -> int:
    """Return the set of letters as bits, which are quicker to compare. Letters beyond ASCII may share a bit."""
    found = 0
    for letter in set(letters):
        code = ord(letter)
        found |= 1 << (code if code < _ASCII else _ASCII + code % _ASCII)
    return found


def _rank(word: Candidate, word_tail: str, candidate: Candidate) -> tuple[int, int, int] | None:
    """Return (class, edit distance, minus the letters shared at both ends): smaller is nearer; None if not near at all.

    An edit puts a letter in, leaves one out, replaces one or swaps two neighbours.
    """
    from rapidfuzz.distance import OSA

    letters, other = word.letters, candidate.letters
    if not other:
        return None
    if letters == other:
        return 0, 0, 0
    most = max(1, len(letters) // 3)
    if (distance := OSA.distance(letters, other, score_cutoff=most)) <= most:
        return 1, distance, -_shared_ends(letters, other)
    tail = _letters(_tail(candidate.name))
    if tail and word_tail and (tail, word_tail) != (other, letters):
        tail_most = max(1, len(word_tail) // 3)
        if (distance := OSA.distance(word_tail, tail, score_cutoff=tail_most)) <= tail_most:
            return 2, distance, -_shared_ends(word_tail, tail)
    if min(len(letters), len(other)) >= 3 and (letters in other or other in letters):
        return 3, abs(len(letters) - len(other)), 0
    return None


def _shared_ends(one: str, other: str) -> int:
    """Return how many letters both begin with plus how many both end with: most slips are in the middle."""
    return _prefix(one, other) + _prefix(one[::-1], other[::-1])


def _prefix(one: str, other: str) -> int:
    return next(
        (at for at, (here, there) in enumerate(zip(one, other, strict=False)) if here != there),
        min(len(one), len(other)),
    )


def _tail(name: str) -> str:
    return name.rstrip("/").rsplit("/", 1)[-1]
