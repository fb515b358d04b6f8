"""The versions of facts, and search among those that were known at a moment.

The full-text index holds what records say now. What they once said is indexed here, at the first question: by the same
stems, ranked by the same formula.
"""

import math
from collections.abc import Collection, Mapping, Sequence
from typing import Any, NamedTuple

import orjson

from compiler.store.snapshot import Snapshot
from queries.memory.stems import stem
from queries.memory.word_query import Term, WordQuery, words_of

K1, B = 1.2, 0.75  # of BM25, as the full-text index has them


class FactVersion(NamedTuple):
    """One version of a fact. `number` is its place among all versions, `starts` and `ends` when it was known."""

    number: int
    ref: str
    record_id: str
    branch: str
    text: str
    category: str | None
    status: str
    is_active: bool
    is_current: bool
    at: int | None
    starts: int | None
    ends: int | None
    stated: str
    source: str

    def is_known(self, at: int) -> bool:
        """Whether it was what the record said at a moment."""
        return self.starts is not None and self.starts <= at and (self.ends is None or self.ends > at)

    @property
    def fields(self) -> dict[str, Any]:
        """The other fields of the record in this version."""
        found: dict[str, Any] = orjson.loads(self.stated)
        return found


class Words(NamedTuple):
    """Where each stem occurs: version number -> places in its text; and how many words each version has."""

    places: Mapping[str, Mapping[int, Sequence[int]]]
    lengths: Sequence[int]


def fact_versions(snapshot: Snapshot) -> Sequence[FactVersion]:
    """All versions of facts that say something, in the order of the source."""
    return snapshot.memoize("queries.memory.versions", _versions_of)


def _versions_of(snapshot: Snapshot) -> list[FactVersion]:
    sql = (
        "SELECT ref, record_id, branch, text, category, status, is_active, is_current, at_us, starts, ends, fields, "
        "file || ':' || start_line FROM memory_version WHERE record_type = 'fact' AND op = 'put' ORDER BY rowid"
    )
    found = []
    for number, row in enumerate(snapshot.rows(sql)):
        ref, id, branch, text, category, status, active, current, at, starts, ends, stated, place = row
        told = (number, ref, id, branch, text, category, status, bool(active), bool(current), at, starts, ends)
        found.append(FactVersion(*told, stated, place))
    return found


def search_versions(
    snapshot: Snapshot, wanted: WordQuery, known: Sequence[FactVersion]
) -> list[tuple[FactVersion, float]]:
    """Those of the versions that a query finds, best first; all, the newest first, when it looks for nothing."""
    words = snapshot.memoize("queries.memory.words", _words_of)
    chosen = {one.number: one for one in known}
    scores = dict.fromkeys(chosen, 0.0)
    if not wanted.is_empty:
        scores = _scores(words, wanted, chosen)
    for term in wanted.phrases:
        scores = {number: scores[number] for number in _occurrences(words, term, scores)}
    for term in wanted.excluded:
        for number in _occurrences(words, term, scores):
            del scores[number]
    hits = [(chosen[number], score) for number, score in scores.items()]
    hits.sort(key=lambda hit: (-hit[1], -hit[0].at if hit[0].at is not None else math.inf, hit[0].record_id))
    return hits


def _words_of(snapshot: Snapshot) -> Words:
    places: dict[str, dict[int, list[int]]] = {}
    lengths: list[int] = []
    stems: dict[str, str] = {}
    for version in fact_versions(snapshot):
        found = words_of(version.text)
        lengths.append(len(found))
        for place, word in enumerate(found):
            if (key := stems.get(word)) is None:
                key = stems[word] = stem(word)
            places.setdefault(key, {}).setdefault(version.number, []).append(place)
    return Words(places, lengths)


def _scores(words: Words, wanted: WordQuery, chosen: Collection[int]) -> dict[int, float]:
    """BM25 over the chosen versions: how rare a word is, is counted among them."""
    mean = sum(words.lengths[number] for number in chosen) / len(chosen) if chosen else 0.0
    scores: dict[int, float] = {}
    for term in wanted.terms:
        found = _occurrences(words, term, chosen)
        rarity = max(math.log((len(chosen) - len(found) + 0.5) / (len(found) + 0.5)), 1e-6)
        for number, count in found.items():
            length = K1 * (1 - B + B * words.lengths[number] / mean)
            scores[number] = scores.get(number, 0.0) + rarity * count * (K1 + 1) / (count + length)
    return {number: score / (1.0 + score) for number, score in scores.items()}


def _occurrences(words: Words, term: Term, chosen: Collection[int]) -> dict[int, int]:
    """How often a term, which may be several words in a row, occurs in each of the chosen versions."""
    first, *others = [words.places.get(stem(word), {}) for word in term.words]
    found: dict[int, int] = {}
    for number, places in first.items():
        if number not in chosen:
            continue
        rows = [set(other.get(number, ())) for other in others]
        count = sum(all(place + at in row for at, row in enumerate(rows, 1)) for place in places)
        if count:
            found[number] = count
    return found
