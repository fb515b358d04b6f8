"""The names of all objects, ready to be searched: by a whole id or title, or a part of one."""

import string
from bisect import bisect_right
from collections.abc import Collection
from itertools import groupby
from typing import NamedTuple

from compiler.snapshot import Snapshot

# What a name that equals, begins or is a part of an id or title adds to the score of a hit. Text alone scores below 1.
EXACT, LEADING, TITLE, PART = 5, 4, 3, 2
SHORTEST = 3  # letters with which a word inside a title may begin to be found by them
MOST_PARTS = 8  # words of one query that are looked for inside ids


class Names(NamedTuple):
    """One entry an object, in the order of the rows, in small letters. `bare` is the id without leading punctuation.

    `exact` maps each ref, id and bare id to its rows. `whole` holds the ids and titles of all objects, one after the
    other, and `starts` where each object's begin in it: one look at a long text is quicker than many at short ones.
    `runs` are the stretches of rows of each kind, first and last: objects of a kind stand together.
    """

    kinds: list[str]
    ids: list[str]
    bare: list[str]
    titles: list[str]
    refs: list[str]
    exact: dict[str, list[int]]
    whole: str
    starts: list[int]
    runs: dict[str, list[tuple[int, int]]]

    def stretches(self, kinds: Collection[str] | None) -> list[tuple[int, int]]:
        """The first and last rows of what is of these kinds; of everything, for None."""
        if not kinds:
            return [(1, len(self.kinds))] if self.kinds else []
        return [run for kind in dict.fromkeys(kinds) for run in self.runs.get(kind, ())]

    def holding(self, part: str, kinds: Collection[str] | None) -> list[int]:
        """The rows of these kinds whose id or title has a part in it."""
        rows: list[int] = []
        find, starts = self.whole.find, self.starts
        for first, last in self.stretches(kinds):
            end = starts[last] if last < len(starts) else len(self.whole)
            at = find(part, starts[first - 1], end)
            while at >= 0:
                row = bisect_right(starts, at)
                rows.append(row)
                at = find(part, starts[row], end) if row < last else -1
        return rows


def names_of(snapshot: Snapshot) -> Names:
    """The names of a snapshot, made once."""
    return snapshot.once("queries.names", _names_of)


def _names_of(snapshot: Snapshot) -> Names:
    kinds, ids, bares, titles, refs = [], [], [], [], []
    exact: dict[str, list[int]] = {}
    starts, end = [], 0
    for kind, *texts in snapshot.rows("SELECT kind, id, title, ref FROM object ORDER BY rowid"):
        own, title, ref = map(str.casefold, texts)
        bare = own.lstrip(string.punctuation)
        kinds.append(kind)
        ids.append(own)
        bares.append(bare)
        titles.append(title)
        refs.append(ref)
        starts.append(end)
        end += len(own) + len(title) + 2
        for name in {own, bare, ref}:
            exact.setdefault(name, []).append(len(kinds))
    whole = "".join(f"{own}\n{title}\n" for own, title in zip(ids, titles, strict=True))
    return Names(kinds, ids, bares, titles, refs, exact, whole, starts, _runs(kinds))


def _runs(kinds: list[str]) -> dict[str, list[tuple[int, int]]]:
    runs: dict[str, list[tuple[int, int]]] = {}
    first = 1
    for kind, members in groupby(kinds):
        last = first + sum(1 for _ in members) - 1
        runs.setdefault(kind, []).append((first, last))
        first = last + 1
    return runs


def by_name(names: Names, whole: str, words: list[str], field: str, kinds: Collection[str] | None) -> dict[int, int]:
    """The rows of these kinds that a query names, with their tier: by the whole of it, or by one of its words.

    A word names an object when it is its id, or, when it has signs in it as ids have, a part of one. `field` is "all",
    or the one that is looked at.
    """
    found: dict[int, int] = {}
    in_refs = _is_like_a_ref(whole)
    if field in ("all", "id", "title") and whole:
        for row in _refs_with(names, whole) if in_refs and field != "title" else names.holding(whole, kinds):
            if tier := _tier(names, row - 1, whole, field, in_refs):
                found[row] = tier
    if field in ("all", "id"):
        for part in [word for word in words if not word.isalpha()][:MOST_PARTS]:
            if part == whole and not in_refs:
                continue  # All that have it in their ids were found by the whole.
            for row in names.holding(part, kinds):
                if part in names.ids[row - 1]:
                    found[row] = max(found.get(row, 0), PART)
        for word in words:
            found |= dict.fromkeys(names.exact.get(word, ()), EXACT)
    return found


def _refs_with(names: Names, part: str) -> list[int]:
    return [row for row, ref in enumerate(names.refs, 1) if part in ref]


def _is_like_a_ref(name: str) -> bool:
    return "/" in name or ":" in name


def _tier(names: Names, at: int, whole: str, field: str, in_refs: bool) -> int:
    """How well a name fits an object that it occurs in."""
    own = names.ids[at]
    is_in_id = field != "title" and (in_refs or whole in own)
    if is_in_id:
        bare = names.bare[at]
        if own == whole or bare == whole or (in_refs and names.refs[at] == whole):
            return EXACT
        if bare.startswith(whole) or own.startswith(whole):
            return LEADING
        if own.endswith(whole) and own.rsplit("/", 1)[-1] == whole:
            return LEADING
    if field != "id":
        title = names.titles[at]
        if title.startswith(whole):
            return EXACT if title == whole else TITLE
        if len(whole) >= SHORTEST and f" {whole}" in title:
            return PART
    return PART if is_in_id else 0
