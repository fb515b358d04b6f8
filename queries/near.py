"""Did you mean: the names nearest to one that does not exist.

Deterministic, and bounded: one cheap look at each candidate, an edit distance for the most promising few. 20,000 ids
cost some 0.1 s.
"""

import math
import string
from collections import defaultdict
from collections.abc import Iterable
from typing import NamedTuple

SHOWN = 3
MEASURED = 100  # candidates whose edit distance is worked out
LONGEST = 100  # characters of a name that are compared


class Candidate(NamedTuple):
    """A name prepared to be compared: its letters, and which ones those are."""

    name: str
    letters: str
    signs: int


def candidates(names: Iterable[str]) -> list[Candidate]:
    """Names that are looked through more than once, prepared; each once."""
    return [Candidate(name, letters, _signs(letters)) for name in set(names) for letters in (_letters(name),)]


def nearest(word: str, names: Iterable[str], shown: int = SHOWN) -> list[str]:
    """The names that a writer of `word` may have meant, best first; none when nothing is near.

    Near is: the same but for case and punctuation, a few letters off, or one inside the other. Where names are paths
    (`garden/greet`) their last part counts too. Ties are broken by the name.
    """
    return nearest_of(word, _promising(word, names), shown) if _letters(word) else []


def _promising(word: str, names: Iterable[str]) -> list[Candidate]:
    """Those of the names that differ least from a word, as `nearest_of` sees it, and perhaps others. Which letters the
    much longer and the much shorter ones have is not looked at."""
    wanted = _letters(word)
    found: list[tuple[int, str, str]] = []
    by_length: defaultdict[int, list[tuple[str, str]]] = defaultdict(list)
    for name, own in _all_letters(names):
        if wanted in own or (own and own in wanted):
            found.append((0, name, own))
        else:
            by_length[abs(len(wanted) - len(own)) // 2].append((name, own))
    signs, apart, is_plain = _signs(wanted), set(wanted).symmetric_difference, wanted.isascii()
    for difference in sorted(by_length):
        if _most(found) < difference:
            break
        for name, own in by_length[difference]:
            # The signs of two ASCII letters differ: as many do as there are in one set alone.
            other = len(apart(own)) if is_plain and own.isascii() else (signs ^ _signs(own)).bit_count()
            found.append((difference + other, name, own))
    most = _most(found)
    return [Candidate(name, own, _signs(own)) for differs, name, own in found if differs <= most]


def _most(found: list[tuple[int, str, str]]) -> float:
    """How much a name differs at most that is one of those to be measured."""
    return sorted([differs for differs, _, _ in found])[MEASURED - 1] if len(found) >= MEASURED else math.inf


def _all_letters(names: Iterable[str]) -> list[tuple[str, str]]:
    """The names, each once, with their letters: those of ASCII all at once."""
    each = set(names)
    plain = [name for name in each if name.isascii() and "\n" not in name]
    text = "".join([f"{name[:LONGEST]}\n" for name in plain]).lower().encode().translate(None, _SIGNS_IN_LINES)
    return [
        *zip(plain, text.decode().split("\n")[:-1], strict=True),
        *((name, _letters(name)) for name in each.difference(plain)),
    ]


def nearest_of(word: str, known: Iterable[Candidate], shown: int = SHOWN) -> list[str]:
    """The same among names that are prepared, no two of them the same."""
    (wanted,) = candidates((word,))
    if not wanted.letters:
        return []
    letters, signs, length = wanted.letters, wanted.signs, len(wanted.letters)
    listed = list(known)
    # Roughly and cheaply, how much differs: letters that only one has, and the length; nothing when one is inside.
    differences = [
        0 if letters in own or (own and own in letters) else (signs ^ its).bit_count() + abs(length - len(own)) // 2
        for _, own, its in listed
    ]
    most = max(sorted(differences)[:MEASURED], default=0)
    promising = sorted([(differs, one) for differs, one in zip(differences, listed, strict=True) if differs <= most])
    tail = _letters(_tail(word))
    measured = [one for _, one in promising[:MEASURED]]
    ranked = sorted((rank, one.name) for one in measured if (rank := _rank(wanted, tail, one)) is not None)
    # Where the best is a letter off, what is four letters off was not meant.
    return [one for rank, one in ranked[:shown] if rank[0] == 0 or rank[1] <= 2 * max(ranked[0][0][1], 1)]


_ASCII = 128
_SIGNS = str.maketrans("", "", string.punctuation + string.whitespace)
_SIGNS_IN_LINES = (string.punctuation + string.whitespace.replace("\n", "")).encode()


def _letters(name: str) -> str:
    return name[:LONGEST].casefold().translate(_SIGNS)


def _signs(letters: str) -> int:
    """The set of letters as bits: far quicker to compare than a set. Beyond ASCII some letters share one."""
    found = 0
    for letter in set(letters):
        code = ord(letter)
        found |= 1 << (code if code < _ASCII else _ASCII + code % _ASCII)
    return found


def _rank(word: Candidate, word_tail: str, one: Candidate) -> tuple[int, int, int] | None:
    """(class, distance, less the letters shared at both ends), smaller is nearer; None when it is not near."""
    wanted, other = word.letters, one.letters
    if not other:
        return None
    if wanted == other:
        return 0, 0, 0
    most = max(1, len(wanted) // 3)
    # An edit changes the set of letters by two at most.
    distance = edit_distance(wanted, other, most) if (word.signs ^ one.signs).bit_count() <= 2 * most else most + 1
    if distance <= most:
        return 1, distance, -_shared_ends(wanted, other)
    tail = _letters(_tail(one.name))
    if tail and word_tail and (tail, word_tail) != (other, wanted):
        tail_most = max(1, len(word_tail) // 3)
        if (distance := edit_distance(word_tail, tail, tail_most)) <= tail_most:
            return 2, distance, -_shared_ends(word_tail, tail)
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
    """How many letters must be put in, left out, replaced or swapped; `most + 1` as soon as it is more than `most`.

    A column of the table of distances at a time, each a bit a row: Hyyrö, "A bit-vector algorithm for computing
    Levenshtein and Damerau edit distances" (2003).
    """
    if abs(len(one) - len(other)) > most:
        return most + 1
    if not one:
        return len(other)
    places: dict[str, int] = {}
    for at, letter in enumerate(one):
        places[letter] = places.get(letter, 0) | 1 << at
    whole, last = (1 << len(one)) - 1, 1 << (len(one) - 1)
    more, less, same, before = whole, 0, 0, 0  # rows one above, one below and equal to the row before; the last `here`
    distance = len(one)
    for left, letter in enumerate(other, 1 - len(other)):
        here = places.get(letter, 0)
        swapped = ((~same & here) << 1) & before
        same = ((((here & more) + more) ^ more) | here | less | swapped) & whole
        rising, falling = less | (~(same | more) & whole), same & more
        distance += bool(rising & last) - bool(falling & last)
        if distance + left > most:  # each letter that is left can take one off
            return most + 1
        rising, falling = (rising << 1 | 1) & whole, (falling << 1) & whole
        more, less, before = falling | (~(same | rising) & whole), rising & same, here
    return min(distance, most + 1)
