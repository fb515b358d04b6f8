"""Indexes of the names of all objects: their ids, titles and refs.

A question reads what fits and little else: names stand in alphabetical order, so that those that begin alike stand
together, and the words inside titles have an index. Only ids are looked through from end to end.
"""

import string
from array import array
from bisect import bisect_left, bisect_right
from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from itertools import accumulate, chain, groupby
from typing import Any, NamedTuple

import orjson

from compiler.store.snapshot import Snapshot

PUNCTUATION = frozenset(string.punctuation)


class Texts(NamedTuple):
    """Texts one after the other, a line each: one look at a long text is quicker than many at short ones. `starts` says
    where each begins, and at last where all end."""

    whole: str
    starts: Sequence[int]

    def holding(self, part: str, first: int = 0, last: int = -1) -> Iterator[int]:
        """The numbers of the texts from `first` to before `last` that have a part in them."""
        find, starts = self.whole.find, self.starts
        end = starts[last]
        number, at = first, find(part, starts[first], end)
        while at >= 0:
            number = bisect_right(starts, at, number)
            yield number - 1
            at = find(part, starts[number], end)


def joined(texts: Iterable[str]) -> Texts:
    """Texts, made ready."""
    listed = list(texts)
    starts = array("I", accumulate((len(text) + 1 for text in listed), initial=0))
    return Texts("\n".join([*listed, ""]), starts)


class Index(NamedTuple):
    """Texts in alphabetical order, each once, and the numbers that each stands for."""

    texts: list[str]
    numbers: list[list[int]]

    def of(self, first: int, last: int) -> Iterator[int]:
        """The numbers of the texts from `first` to before `last`."""
        return chain.from_iterable(self.numbers[first:last])

    def of_all(self, places: Iterable[int]) -> Iterator[int]:
        """The numbers of the texts at these places."""
        return chain.from_iterable(map(self.numbers.__getitem__, places))

    def place(self, text: str) -> tuple[int, int]:
        """Where a text stands, and what is behind it; the same twice when it is not there."""
        at = bisect_left(self.texts, text)
        return at, at + (self.texts[at : at + 1] == [text])

    def beginning(self, part: str) -> tuple[int, int]:
        """Where the texts that begin with a part stand, and what is behind them."""
        first, length = bisect_left(self.texts, part), len(part)
        return first, bisect_right(self.texts, part, first, key=lambda text: text[:length])


def index_of(texts: Iterable[str], numbers: Iterable[int]) -> Index:
    """The index of texts and the numbers that they stand for."""
    found: defaultdict[str, list[int]] = defaultdict(list)
    for text, number in zip(texts, numbers, strict=True):
        found[text].append(number)
    return _ordered(found)


def _ordered(numbers: Mapping[str, list[int]]) -> Index:
    texts = sorted(numbers)
    return Index(texts, [numbers[text] for text in texts])


class Names(NamedTuple):
    """The names of objects, in small letters. `rows` are those of all objects, in order.

    `ids` and `titles` give the rows that have each, `bare` those of the ids that begin with punctuation, by what
    follows it, and `written` has all ids to be looked through. `words` gives for each word that is not the first of a
    title the places of such titles. `runs` are the stretches of rows of each kind, first and last: objects of a kind
    stand together.
    """

    rows: Sequence[int]
    runs: dict[str, list[tuple[int, int]]]
    ids: Index
    bare: dict[str, list[int]]
    written: Texts
    titles: Index
    words: Index

    def of_kinds(self, rows: Iterable[int], kinds: Collection[str]) -> set[int]:
        """Those of the rows whose objects are of these kinds."""
        stretches = self.stretches(kinds)
        if len(stretches) == 1:
            [(first, last)] = stretches
            return {row for row in rows if first <= row <= last}
        return {row for row in rows if any(first <= row <= last for first, last in stretches)}

    def stretches(self, kinds: Collection[str] | None) -> list[tuple[int, int]]:
        """The first and last rows of what is of these kinds; of everything, for None."""
        if not kinds:
            return [(self.rows[0], self.rows[-1])] if self.rows else []
        return [run for kind in dict.fromkeys(kinds) for run in self.runs.get(kind, ())]

    def places(self, first: int, last: int) -> tuple[int, int]:
        """Where rows from `first` to `last` stand among all, and what is behind them."""
        return bisect_left(self.rows, first), bisect_right(self.rows, last)

    def identified(self, name: str) -> list[int]:
        """The rows whose id a name is, with or without the punctuation before it."""
        return [*self.ids.of(*self.ids.place(name)), *self.bare.get(name, ())]

    def inside_ids(self, part: str) -> Iterator[int]:
        """The places of the ids that have a part in them, but do not begin with it."""
        first, last = self.ids.beginning(part)
        return chain(self.written.holding(part, 0, first), self.written.holding(part, last))

    def inside_titles(self, part: str) -> set[int]:
        """The places of the titles in which a part begins a word that is not the first."""
        words = self.words
        *whole, last = part.split(" ")
        beginning = words.numbers[slice(*words.beginning(last))]
        if not whole:
            return set(chain.from_iterable(beginning))
        # All words but the last stand there as they are. Where the two rarest are, the title itself is looked at.
        known = [words.numbers[slice(*words.place(word))] for word in dict.fromkeys(whole)]
        rarest = sorted([*known, beginning], key=lambda lists: sum(map(len, lists)))
        places = set(chain.from_iterable(rarest[0])).intersection(chain.from_iterable(rarest[1]))
        titles, behind = self.titles.texts, f" {part}"
        return {place for place in places if behind in titles[place]}


def names_of(snapshot: Snapshot) -> Names:
    """The names of a snapshot, made once."""
    return snapshot.memoize("queries.names", _names_of)


def names_of_kind(snapshot: Snapshot, kind: str) -> Names:
    """The names of the objects of one kind by themselves, made once it is asked for."""
    return snapshot.memoize(f"queries.names {kind}", lambda one: _names_of(one, kind))


def _names_of(snapshot: Snapshot, kind: str | None = None) -> Names:
    rows, kinds, own, titles = columns_of(snapshot, "rowid", "kind", "id", "title", kind=kind)
    ids = index_of(map(str.casefold, own), rows)
    called = index_of(map(str.casefold, titles), rows)
    bare: dict[str, list[int]] = {}
    for text, numbers in zip(ids.texts, ids.numbers, strict=True):
        if text[:1] in PUNCTUATION:
            bare.setdefault(text.lstrip(string.punctuation), []).extend(numbers)
    return Names(array("q", rows), _runs(kinds, rows), ids, bare, joined(ids.texts), called, _words_of(called.texts))


def columns_of(snapshot: Snapshot, *columns: str, kind: str | None = None) -> list[list[Any]]:
    """Columns of all objects, or of those of a kind, in order, each as a list."""
    # As one text each: far quicker than row by row.
    arrays = ", ".join(f"json_group_array({column})" for column in columns)
    condition, values = (" WHERE kind = ?", (kind,)) if kind is not None else ("", ())
    of_objects = f"SELECT {', '.join(columns)} FROM object{condition} ORDER BY rowid"
    [found] = snapshot.rows(f"SELECT {arrays} FROM ({of_objects})", values)
    lists = [orjson.loads(column) for column in found]
    snapshot.charge(len(lists[0]))
    return lists


def _runs(kinds: list[str], rows: list[int]) -> dict[str, list[tuple[int, int]]]:
    """Each stretch of objects of one kind."""
    found: dict[str, list[tuple[int, int]]] = {}
    start = 0
    for kind, members in groupby(kinds):
        stop = start + len(list(members))
        found.setdefault(kind, []).append((rows[start], rows[stop - 1]))
        start = stop
    return found


def _words_of(titles: list[str]) -> Index:
    """The places of the titles that have a word in them which is not their first."""
    found: defaultdict[str, list[int]] = defaultdict(list)
    for place, title in enumerate(titles):
        for word in title.split(" ")[1:]:
            found[word].append(place)
    return _ordered(found)


class Refs(NamedTuple):
    """The refs of objects, in small letters, as two halves of which many refs have the same: up to their last slash,
    and behind it."""

    bases: Index
    tails: Index
    written_bases: Texts
    written_tails: Texts

    def called(self, name: str) -> set[int]:
        """The rows whose ref a name is."""
        base, slash, tail = name.rpartition("/")
        ending = set(self.tails.of(*self.tails.place(tail)))
        return ending.intersection(self.bases.of(*self.bases.place(base + slash))) if ending else ending

    def holding(self, part: str) -> set[int]:
        """The rows whose ref has a part in it."""
        found = set(self.bases.of_all(self.written_bases.holding(part)))
        base, slash, tail = part.rpartition("/")
        if not slash:
            return found.union(self.tails.of_all(self.written_tails.holding(part)))
        texts, end = self.bases.texts, base + slash
        before = [place for place in self.written_bases.holding(end) if texts[place].endswith(end)]
        return found.union(set(self.bases.of_all(before)).intersection(self.tails.of(*self.tails.beginning(tail))))


def refs_of(snapshot: Snapshot) -> Refs:
    """The refs of all objects of a snapshot, made once."""
    return snapshot.memoize("queries.names.refs", _refs_of)


def _refs_of(snapshot: Snapshot) -> Refs:
    rows, refs = columns_of(snapshot, "rowid", "ref")
    halves = [ref.casefold().rpartition("/") for ref in refs]
    bases = index_of((base + slash for base, slash, _ in halves), rows)
    tails = index_of((tail for _, _, tail in halves), rows)
    return Refs(bases, tails, joined(bases.texts), joined(tails.texts))
