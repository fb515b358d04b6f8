"""Word search among the versions of facts.

The full-text index of the snapshot only holds current texts. This index holds the texts of all versions. It is built at
the first search, with the same stems, and ranks with the same formula.
"""

import math
from collections.abc import Collection, Mapping, Sequence
from typing import Any, NamedTuple

import orjson

from compiler.store.snapshot import Snapshot, memoized
from queries.memory.branch_scope import BranchScope
from queries.memory.word_query import Term, WordQuery, words_of
from queries.search.stems import stem

K1, B = 1.2, 0.75  # of BM25, as in FTS5


class FactVersion(NamedTuple):
    """One version of a fact. `number` is its position among all versions. It was known from `starts` to `ends`, and
    happened `at`, in microseconds. `fields_json` are its other columns, `source` is `path:line`."""

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
    fields_json: str
    source: str

    def is_known(self, at: int) -> bool:
        """Return whether this was the version of its record on its branch at a time."""
        return self.starts is not None and self.starts <= at and (self.ends is None or self.ends > at)

    @property
    def fields(self) -> dict[str, Any]:
        """The other columns of the fact in this version."""
        columns: dict[str, Any] = orjson.loads(self.fields_json)
        return columns


class WordIndex(NamedTuple):
    """`places`: stem -> version number -> positions in its text. `lengths`: the number of words of each version."""

    places: Mapping[str, Mapping[int, Sequence[int]]]
    lengths: Sequence[int]


@memoized
def fact_versions(snapshot: Snapshot) -> Sequence[FactVersion]:
    """Return all versions of facts, without retractions, in the order of the source."""
    sql = (
        "SELECT ref, record_id, branch, text, category, status, is_active, is_current, at_us, starts, ends, fields, "
        "file || ':' || start_line FROM fact_memory_version WHERE record_type = 'fact' AND op = 'put' ORDER BY rowid"
    )
    found = []
    for number, row in enumerate(snapshot.rows(sql)):
        ref, id, branch, text, category, status, active, current, at, starts, ends, fields_json, place = row
        known = (number, ref, id, branch, text, category, status, bool(active), bool(current), at, starts, ends)
        found.append(FactVersion(*known, fields_json, place))
    return found


def known_facts(snapshot: Snapshot, scope: BranchScope, at: int) -> list[FactVersion]:
    """Return the versions of facts that branches saw at a time, in microseconds."""
    then = scope.at(at)
    return [
        version
        for version in fact_versions(snapshot)
        if version.is_known(at) and then.sees("fact", version.record_id, version.branch)
    ]


def search_versions(
    snapshot: Snapshot, query: WordQuery, known: Sequence[FactVersion]
) -> list[tuple[FactVersion, float]]:
    """Return the versions that match a query, best first. An empty query matches all; the newest come first."""
    words = snapshot.memoize("queries.memory.words", _word_index)
    chosen = {version.number: version for version in known}
    scores = dict.fromkeys(chosen, 0.0)
    if not query.is_empty:
        scores = _scores(words, query, chosen)
    for term in query.phrases:
        scores = {number: scores[number] for number in _occurrences(words, term, scores)}
    for term in query.excluded:
        for number in _occurrences(words, term, scores):
            del scores[number]
    hits = [(chosen[number], score) for number, score in scores.items()]
    hits.sort(key=lambda hit: (-hit[1], -hit[0].at if hit[0].at is not None else math.inf, hit[0].record_id))
    return hits


def _word_index(snapshot: Snapshot) -> WordIndex:
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
    return WordIndex(places, lengths)


def _scores(words: WordIndex, query: WordQuery, chosen: Collection[int]) -> dict[int, float]:
    """Return the BM25 scores of the chosen versions, with the rarity of words counted among these only."""
    mean = sum(words.lengths[number] for number in chosen) / len(chosen) if chosen else 0.0
    scores: dict[int, float] = {}
    for term in query.terms:
        found = _occurrences(words, term, chosen)
        rarity = max(math.log((len(chosen) - len(found) + 0.5) / (len(found) + 0.5)), 1e-6)
        for number, count in found.items():
            length = K1 * (1 - B + B * words.lengths[number] / mean)
            scores[number] = scores.get(number, 0.0) + rarity * count * (K1 + 1) / (count + length)
    return {number: score / (1.0 + score) for number, score in scores.items()}


def _occurrences(words: WordIndex, term: Term, chosen: Collection[int]) -> dict[int, int]:
    """Count how often a term, which may be several words in a row, occurs in each of the chosen versions."""
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
