"""The hits of a search by words, ranked lazily: a page has the same hits as `queries.search.words.find`, in the same
order.

A common word is in thousands of texts, and a page shows twenty. So SQLite ranks and keeps the best, and ranks only rows
that may be on the page:

* Objects that the query names come first. While there are enough of them, no others are ranked.
* Texts with all words are ranked first. They suffice once they score more than any text without one of the words can.
"""

import math
from collections.abc import Collection, Iterable, Sequence
from heapq import nsmallest
from itertools import chain, islice

import orjson

from compiler.store.snapshot import Snapshot
from queries.lookup.name_indexes import name_index
from queries.search.file_hits import file_ranges
from queries.search.words import (
    LAST,
    LISTED,
    Found,
    ParsedQuery,
    any_term,
    last_files,
    match_expression,
    named_rows,
    scoped_term,
    weights,
)
from queries.tools.paging import Rows

# BM25: a word adds less than this factor times its inverse document frequency (IDF) to a rank.
MAX_TERM_FACTOR = 2.2
MIN_IDF = 1e-6

# The inner LIMIT -1 keeps SQLite from ranking each text twice: for its score, and to sort.
RANKED = """
SELECT row, ? + CASE WHEN rank > 0.0 THEN rank / (1.0 + rank) ELSE 0.0 END AS score
FROM (SELECT rowid AS row, -bm25(search_index, {weights}) * ? AS rank FROM search_index WHERE {condition}
  LIMIT -1)
ORDER BY score DESC, row LIMIT ?
"""
FEW = 200  # rows that are looked up one by one
LOOKUP_COST = 4  # of a lookup of one row, relative to ranking a row in vain
AMONG = f" AND +rowid IN {LISTED}"


def ranked_hits(snapshot: Snapshot, query: ParsedQuery, field: str, kinds: Collection[str] | None) -> Sequence[Found]:
    """Return the hits of `find` as a lazy sequence. Its length is computed at once, its elements when read."""
    if not (query.words or query.phrases):
        return _all_except(snapshot, query, kinds) if query.excluded else []
    ranking = _Ranking(snapshot, query, field, kinds)
    return Rows(ranking.total, lambda start, count: ranking.best(start + count)[start:])


def _all_except(snapshot: Snapshot, query: ParsedQuery, kinds: Collection[str] | None) -> Sequence[Found]:
    """Return the hits of a query that only has exclusions, in the order of the objects."""
    names = name_index(snapshot)
    excluded = _rows_where(snapshot, "search_index MATCH ?", (any_term(query.excluded, "all"),))
    ranges = sorted(names.places(first, last) for first, last in names.ranges(kinds))
    total = sum(last - first for first, last in ranges)
    excluded_rows = names.of_kinds(excluded, kinds) if kinds else excluded

    def fetch(start: int, count: int) -> list[Found]:
        rows = chain.from_iterable(names.rows[first:last] for first, last in ranges)
        left = (row for row in rows if row not in excluded_rows)
        return [Found(row, 0.0) for row in islice(left, start, start + count)]

    return Rows(total - len(excluded_rows), fetch)


def _rows_where(snapshot: Snapshot, condition: str, values: Sequence[object]) -> set[int]:
    """Return the rows of the full-text index that meet a condition."""
    # One text takes half the time of as many rows.
    [(listed,)] = snapshot.rows(f"SELECT group_concat(rowid) FROM search_index WHERE {condition}", values)
    found = set(orjson.loads(f"[{listed or ''}]"))
    snapshot.charge(len(found))
    return found


class _Ranking:
    """The hits of one query: `total`, and the best of them."""

    def __init__(self, snapshot: Snapshot, query: ParsedQuery, field: str, kinds: Collection[str] | None) -> None:
        self._snapshot, self._query, self._field = snapshot, query, field
        phrases = " AND ".join(scoped_term(phrase, field) for phrase in query.phrases)
        words = " AND ".join(scoped_term(word, field) for word in query.words)
        # `match_expression` has a single phrase twice, so its rank counts double. Here it is searched once.
        is_single = len(query.phrases) == 1 and not query.words
        self._rank_factor = 2.0 if is_single else 1.0
        excluded = any_term(query.excluded, "all")
        but = f" NOT ({excluded})" if excluded else ""
        self._expression = f"({phrases if is_single else match_expression(query, field)}){but}"
        # `_matches` matches the same rows as `_expression` and is cheaper; `_all_words` matches rows with all words.
        # With phrases the difference is not worth another expression.
        self._matches = f"({phrases}){but}" if phrases else self._expression
        self._all_words = self._expression if phrases else f"({words}){but}"
        # All objects are one range, for which no condition is needed.
        self._ranges: Sequence[Sequence[int]] = name_index(snapshot).ranges(kinds) if kinds else [()]
        self._row_cache: dict[str, set[int]] = {}
        self._named = named_rows(snapshot, query, field, kinds)
        if self._named and excluded:
            excluded_rows = _rows_where(snapshot, "search_index MATCH ?", (excluded,))
            left = {tier: rows - excluded_rows for tier, rows in self._named.items()}
            self._named = {tier: rows for tier, rows in left.items() if rows}
        self._all_named = set().union(*self._named.values())
        self._matching = self._count(self._matches)
        snapshot.charge(self._matching)
        self.total = self._matching + len(self._all_named) - self._count_named_matching()
        self._last = self._last_files(kinds)
        if self._last:
            ahead = {tier: rows.difference(self._last) for tier, rows in self._named.items()}
            self._named = {tier: rows for tier, rows in ahead.items() if rows}

    def best(self, limit: int) -> list[Found]:
        """Return the best hits; ties in the order of the objects."""
        found: list[Found] = []
        for tier in sorted(self._named, reverse=True):
            if len(found) < limit:
                found += self._best_of_tier(tier, limit - len(found))
        if len(found) < min(limit, self.total):
            passed = self._all_named.union(self._last)
            others = self._best_matching(limit - len(found) + len(passed))
            found += [other for other in others if other.row not in passed][: limit - len(found)]
        return found + [Found(row, LAST) for row in self._last[: limit - len(found)]]

    def _last_files(self, kinds: Collection[str] | None) -> list[int]:
        """Return the rows of the files that come last. Nothing else is read unless a file is among the hits."""
        ranges = file_ranges(self._snapshot, kinds)
        named = any(first <= row <= last for row in self._all_named for first, last in ranges)
        if not named and not any(self._count_in(range_) for range_ in ranges):
            return []
        hits = self._matching_rows(self._expression) | self._all_named
        return last_files(self._snapshot, self._query, hits, kinds)

    def _count_in(self, range_: Sequence[int]) -> int:
        """Return how many rows of a range match."""
        condition, values = self._condition(self._matches, range_)
        return int(self._snapshot.rows(f"SELECT count(*) FROM search_index WHERE {condition}", values)[0][0])

    def _count_named_matching(self) -> int:
        """Return how many of the named rows match."""
        rows = self._all_named
        if not rows or not self._matching:
            return 0
        if len(rows) <= FEW:
            return self._count(self._matches, rows)
        # Usually named rows have all the words, and fewer rows have all than any.
        if rows <= self._matching_rows(self._all_words):
            return len(rows)
        return len(rows & self._matching_rows(self._expression))

    def _matching_rows(self, expression: str) -> set[int]:
        """Return the rows that match an expression."""
        if expression not in self._row_cache:
            matches = self._matches if expression == self._expression else expression
            found = self._row_cache[expression] = set()
            for range_ in self._ranges:
                found |= _rows_where(self._snapshot, *self._condition(matches, range_))
        return self._row_cache[expression]

    def _best_of_tier(self, tier: int, limit: int) -> list[Found]:
        """Return the best rows of a tier. Those that do not match come last."""
        rows, expression = self._named[tier], self._expression
        if not self._matching:
            return [Found(row, float(tier)) for row in nsmallest(limit, rows)]
        if len(rows) > FEW and rows <= self._matching_rows(self._all_words):
            expression = self._all_words  # gives the same scores
        others = len(self._matching_rows(expression) - rows) if len(rows) > FEW else self._matching
        if LOOKUP_COST * others > len(rows):
            found = self._ranked(expression, limit, tier, rows)
        else:  # it is quicker to rank the others too and to drop them
            found = [
                found_row for found_row in self._ranked(expression, limit + others, tier) if found_row.row in rows
            ][:limit]
        if len(found) < limit:
            without = rows.difference(found_row.row for found_row in found)
            found += [Found(row, float(tier)) for row in nsmallest(limit - len(found), without)]
        return found

    def _best_matching(self, limit: int) -> list[Found]:
        """Return the best rows that match, named or not."""
        if self._all_words != self._expression:
            found = self._ranked(self._all_words, limit)
            if len(found) == limit and found[-1].score > self._max_score_without_a_word():
                return found
        return self._ranked(self._expression, limit)

    def _max_score_without_a_word(self) -> float:
        """Return an upper bound for the score of a text that lacks one of the words."""
        rarities = sorted(self._idf(scoped_term(word, self._field)) for word in self._query.words)
        limit = MAX_TERM_FACTOR * sum(rarities[1:])
        return limit / (1.0 + limit)

    def _idf(self, word: str) -> float:
        """Return the IDF of a word, as SQLite's bm25 computes it."""
        matching = int(
            self._snapshot.rows("SELECT count(*) FROM search_index WHERE search_index MATCH ?", (word,))[0][0]
        )
        everything = len(name_index(self._snapshot).rows)
        return max(math.log((everything - matching + 0.5) / (matching + 0.5)), MIN_IDF)

    def _ranked(self, expression: str, limit: int, tier: int = 0, among: Iterable[int] | None = None) -> list[Found]:
        """Return the best rows that match, of all rows or `among` some. `tier` is added to each score."""
        found: list[Found] = []
        for range_ in self._ranges:
            condition, values = self._condition(expression, range_, among)
            sql = RANKED.format(weights=weights(self._snapshot), condition=condition)
            rows = self._snapshot.rows(sql, (float(tier), self._rank_factor, *values, limit))
            found += [Found(row, score) for row, score in rows]
        if len(self._ranges) > 1:
            found.sort(key=lambda hit: (-hit.score, hit.row))
        return found[:limit]

    def _count(self, expression: str, among: Iterable[int] | None = None) -> int:
        """Return how many rows match, of all rows or `among` some."""
        total = 0
        for range_ in self._ranges:
            condition, values = self._condition(expression, range_, among)
            total += self._snapshot.rows(f"SELECT count(*) FROM search_index WHERE {condition}", values)[0][0]
        return total

    def _condition(
        self, expression: str, range_: Sequence[int], among: Iterable[int] | None = None
    ) -> tuple[str, tuple[object, ...]]:
        """Return the SQL condition for rows that match, and its values."""
        condition = "search_index MATCH ?" + (" AND rowid BETWEEN ? AND ?" if range_ else "")
        values: tuple[object, ...] = (expression, *range_)
        if among is not None:
            condition, values = condition + AMONG, (*values, orjson.dumps(list(among)).decode())
        return condition, values
