"""The hits of a search in words, fetched as they are read: those of a page in the order of `queries.search.find`.

A common word is in thousands of texts, and a page shows twenty. So the database ranks and keeps the best of them, and
only what may come to stand on the page is ranked at all:

    objects that the query names come first, so no others are ranked while there are enough of them;
    a text with all words beats one without the rarest of them, once it scores more than the others together ever can.
"""

import math
from collections.abc import Collection, Iterable, Sequence
from heapq import nsmallest
from itertools import chain, islice

import orjson

from compiler.store.snapshot import Snapshot
from queries.name_indexes import names_of
from queries.paging import Rows
from queries.search import LISTED, WEIGHTS, Found, Wanted, any_of, expression, named, quoted

# Of BM25: what a word adds to a rank is less than so many times its rarity.
MOST_OF_RARITY = 2.2
LEAST_RARITY = 1e-6

# Ranked inside, with a limit that is none: else SQLite would rank each text twice, for its score and to compare it.
RANKED = f"""
SELECT row, ? + CASE WHEN rank > 0.0 THEN rank / (1.0 + rank) ELSE 0.0 END AS score
FROM (SELECT rowid AS row, -bm25(search, {WEIGHTS}) * ? AS rank FROM search WHERE %s LIMIT -1)
ORDER BY score DESC, row LIMIT ?
"""
FEW = 200  # rows that are looked for one by one
MUCH_QUICKER = 4  # times is a row left out that was ranked in vain than it is looked for
AMONG = f" AND +rowid IN {LISTED}"


def hits(snapshot: Snapshot, wanted: Wanted, field: str, kinds: Collection[str] | None) -> Sequence[Found]:
    """What `find` finds. How many there are is known at once, the hits themselves when they are asked for."""
    if not (wanted.words or wanted.phrases):
        return _all_but(snapshot, wanted, kinds) if wanted.excluded else []
    ranking = Ranking(snapshot, wanted, field, kinds)
    return Rows(ranking.total, lambda start, count: ranking.best(start + count)[start:])


def _all_but(snapshot: Snapshot, wanted: Wanted, kinds: Collection[str] | None) -> Sequence[Found]:
    """What a query of exclusions alone leaves, in the order of the objects."""
    names = names_of(snapshot)
    excluded = _rows(snapshot, "search MATCH ?", (any_of(wanted.excluded, "all"),))
    stretches = sorted(names.places(first, last) for first, last in names.stretches(kinds))
    total = sum(last - first for first, last in stretches)
    gone = names.of_kinds(excluded, kinds) if kinds else excluded

    def fetch(start: int, count: int) -> list[Found]:
        rows = chain.from_iterable(names.rows[first:last] for first, last in stretches)
        left = (row for row in rows if row not in gone)
        return [Found(row, 0.0) for row in islice(left, start, start + count)]

    return Rows(total - len(gone), fetch)


def _rows(snapshot: Snapshot, condition: str, values: Sequence[object]) -> set[int]:
    """The rows of the full-text index of which a condition is true."""
    # As one text, which takes half the time of as many rows.
    [(listed,)] = snapshot.rows(f"SELECT group_concat(rowid) FROM search WHERE {condition}", values)
    found = set(orjson.loads(f"[{listed or ''}]"))
    snapshot.charge(len(found))
    return found


class Ranking:
    """The hits of one query: how many there are in all, and the best of them."""

    def __init__(self, snapshot: Snapshot, wanted: Wanted, field: str, kinds: Collection[str] | None) -> None:
        self._snapshot, self._wanted, self._field = snapshot, wanted, field
        phrases = " AND ".join(quoted(phrase, field) for phrase in wanted.phrases)
        words = " AND ".join(quoted(word, field) for word in wanted.words)
        # A phrase by itself stands twice in the expression and is looked for once: it counts double.
        is_single = len(wanted.phrases) == 1 and not wanted.words
        self._times = 2.0 if is_single else 1.0
        excluded = any_of(wanted.excluded, "all")
        but = f" NOT ({excluded})" if excluded else ""
        self._expression = f"({phrases if is_single else expression(wanted, field)}){but}"
        # The same rows, told in the shortest way; and what has all words. Of a query with phrases that makes no
        # difference worth the while.
        self._matches = f"({phrases}){but}" if phrases else self._expression
        self._every = self._expression if phrases else f"({words}){but}"
        # All objects are one stretch: no need to say so.
        self._stretches: Sequence[Sequence[int]] = names_of(snapshot).stretches(kinds) if kinds else [()]
        self._known: dict[str, set[int]] = {}
        self._named = named(snapshot, wanted, field, kinds)
        if self._named and excluded:
            gone = _rows(snapshot, "search MATCH ?", (excluded,))
            left = {tier: rows - gone for tier, rows in self._named.items()}
            self._named = {tier: rows for tier, rows in left.items() if rows}
        self._every_named = set().union(*self._named.values())
        self._matching = self._count(self._matches)
        snapshot.charge(self._matching)
        self.total = self._matching + len(self._every_named) - self._named_matching()

    def best(self, most: int) -> list[Found]:
        """The best of all hits; ties in the order of the objects."""
        found: list[Found] = []
        for tier in sorted(self._named, reverse=True):
            if len(found) < most:
                found += self._of_tier(tier, most - len(found))
        if len(found) < min(most, self.total):
            others = self._others(most - len(found) + len(self._every_named))
            found += [one for one in others if one.row not in self._every_named][: most - len(found)]
        return found

    def _named_matching(self) -> int:
        """How many of the named rows match."""
        rows = self._every_named
        if not rows or not self._matching:
            return 0
        if len(rows) <= FEW:
            return self._count(self._matches, rows)
        # Mostly a name has all the words, and what has all of them is read sooner than what has any.
        return len(rows) if rows <= self._rows(self._every) else len(rows & self._rows(self._expression))

    def _rows(self, expression: str) -> set[int]:
        """The rows that match."""
        if expression not in self._known:
            matches = self._matches if expression == self._expression else expression
            found = self._known[expression] = set()
            for stretch in self._stretches:
                found |= _rows(self._snapshot, *self._condition(matches, stretch))
        return self._known[expression]

    def _of_tier(self, tier: int, most: int) -> list[Found]:
        """The best of those that are named so well. Those without the words come last."""
        rows, expression = self._named[tier], self._expression
        if not self._matching:
            return [Found(row, float(tier)) for row in nsmallest(most, rows)]
        if len(rows) > FEW and rows <= self._rows(self._every):
            expression = self._every  # the score is the same
        others = len(self._rows(expression) - rows) if len(rows) > FEW else self._matching
        if MUCH_QUICKER * others > len(rows):
            found = self._ranked(expression, most, tier, rows)
        else:  # it is quicker to rank the others too, and to leave them out
            found = [one for one in self._ranked(expression, most + others, tier) if one.row in rows][:most]
        if len(found) < most:
            without = rows.difference(one.row for one in found)
            found += [Found(row, float(tier)) for row in nsmallest(most - len(found), without)]
        return found

    def _others(self, most: int) -> list[Found]:
        """The best of those that match, whether they are named or not."""
        if self._every != self._expression:
            found = self._ranked(self._every, most)
            if len(found) == most and found[-1].score > self._most_without_one():
                return found
        return self._ranked(self._expression, most)

    def _most_without_one(self) -> float:
        """What no text scores that lacks any of the words."""
        rarities = sorted(self._rarity(quoted(word, self._field)) for word in self._wanted.words)
        most = MOST_OF_RARITY * sum(rarities[1:])
        return most / (1.0 + most)

    def _rarity(self, word: str) -> float:
        """The rarity of a word in all objects, as the ranking takes it."""
        matching = int(self._snapshot.rows("SELECT count(*) FROM search WHERE search MATCH ?", (word,))[0][0])
        everything = len(names_of(self._snapshot).rows)
        return max(math.log((everything - matching + 0.5) / (matching + 0.5)), LEAST_RARITY)

    def _ranked(self, expression: str, most: int, tier: int = 0, among: Iterable[int] | None = None) -> list[Found]:
        """The best rows that match: of all, or among some; each scores so much more as its name fits."""
        found: list[Found] = []
        for stretch in self._stretches:
            condition, values = self._condition(expression, stretch, among)
            rows = self._snapshot.rows(RANKED % condition, (float(tier), self._times, *values, most))
            found += [Found(row, score) for row, score in rows]
        if len(self._stretches) > 1:
            found.sort(key=lambda one: (-one.score, one.row))
        return found[:most]

    def _count(self, expression: str, among: Iterable[int] | None = None) -> int:
        """How many rows match."""
        total = 0
        for stretch in self._stretches:
            condition, values = self._condition(expression, stretch, among)
            total += self._snapshot.rows(f"SELECT count(*) FROM search WHERE {condition}", values)[0][0]
        return total

    def _condition(
        self, expression: str, stretch: Sequence[int], among: Iterable[int] | None = None
    ) -> tuple[str, tuple[object, ...]]:
        """What a row must be to match, in SQL, and the values in it."""
        condition = "search MATCH ?" + (" AND rowid BETWEEN ? AND ?" if stretch else "")
        values: tuple[object, ...] = (expression, *stretch)
        if among is not None:
            condition, values = condition + AMONG, (*values, orjson.dumps(list(among)).decode())
        return condition, values
