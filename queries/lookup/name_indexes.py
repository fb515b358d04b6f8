"""Indexes of the names of all objects: their ids, titles and refs.

Names are sorted, so that names with the same prefix are adjacent, and the words inside titles have an index of their
own. Only a search inside ids scans all of them.
"""

import string
from array import array
from bisect import bisect_left, bisect_right
from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from itertools import accumulate, chain, groupby
from typing import Any, NamedTuple

import orjson

from compiler.store.snapshot import Snapshot, memoized

PUNCTUATION = frozenset(string.punctuation)


class Texts(NamedTuple):
    """Texts joined by newlines: one scan of a long text is quicker than many scans of short ones. `starts` has the
    offset of each text, and the end."""

    whole: str
    starts: Sequence[int]

    def holding(self, part: str, first: int = 0, last: int = -1) -> Iterator[int]:
        """Yield the numbers of the texts that contain `part`, from number `first` to before `last`."""
        find, starts = self.whole.find, self.starts
        end = starts[last]
        number, at = first, find(part, starts[first], end)
        while at >= 0:
            number = bisect_right(starts, at, number)
            yield number - 1
            at = find(part, starts[number], end)


def joined(texts: Iterable[str]) -> Texts:
    """Return the texts joined."""
    listed = list(texts)
    starts = array("I", accumulate((len(text) + 1 for text in listed), initial=0))
    return Texts("\n".join([*listed, ""]), starts)


class SortedIndex(NamedTuple):
    """Distinct texts, sorted, and for each the numbers that it stands for. A place is an index into `texts`."""

    texts: list[str]
    numbers: list[list[int]]

    def of(self, first: int, last: int) -> Iterator[int]:
        """Return the numbers of the texts from place `first` to before `last`."""
        return chain.from_iterable(self.numbers[first:last])

    def numbers_at(self, places: Iterable[int]) -> Iterator[int]:
        """Return the numbers of the texts at these places."""
        return chain.from_iterable(map(self.numbers.__getitem__, places))

    def place(self, text: str) -> tuple[int, int]:
        """Return the place of a text and the place after it; the same place twice if there is no such text."""
        at = bisect_left(self.texts, text)
        return at, at + (self.texts[at : at + 1] == [text])

    def prefix_range(self, part: str) -> tuple[int, int]:
        """Return the first place of the texts with a prefix, and the place after them."""
        first, length = bisect_left(self.texts, part), len(part)
        return first, bisect_right(self.texts, part, first, key=lambda text: text[:length])


def sorted_index(texts: Iterable[str], numbers: Iterable[int]) -> SortedIndex:
    """Return the index of texts and their numbers."""
    found: defaultdict[str, list[int]] = defaultdict(list)
    for text, number in zip(texts, numbers, strict=True):
        found[text].append(number)
    return _ordered(found)


def _ordered(numbers: Mapping[str, list[int]]) -> SortedIndex:
    texts = sorted(numbers)
    return SortedIndex(texts, [numbers[text] for text in texts])


class NameIndex(NamedTuple):
    """The names of objects, in small letters. `rows` are the rows of all objects, in order.

    `ids` and `titles` map to rows. `bare_ids` maps ids that begin with punctuation, without it, to rows. `id_texts` has
    all ids, to search inside them. `words` maps each word of a title but its first to the places of such titles.
    `ranges_by_kind` has the first and last rows of each range of objects of one kind: kinds are contiguous.
    """

    rows: Sequence[int]
    ranges_by_kind: dict[str, list[tuple[int, int]]]
    ids: SortedIndex
    bare_ids: dict[str, list[int]]
    id_texts: Texts
    titles: SortedIndex
    words: SortedIndex

    def of_kinds(self, rows: Iterable[int], kinds: Collection[str]) -> set[int]:
        """Return the rows whose objects are of these kinds."""
        ranges = self.ranges(kinds)
        if len(ranges) == 1:
            [(first, last)] = ranges
            return {row for row in rows if first <= row <= last}
        return {row for row in rows if any(first <= row <= last for first, last in ranges)}

    def ranges(self, kinds: Collection[str] | None) -> list[tuple[int, int]]:
        """Return the first and last row of each range of objects of these kinds; of all objects for None."""
        if not kinds:
            return [(self.rows[0], self.rows[-1])] if self.rows else []
        return [run for kind in dict.fromkeys(kinds) for run in self.ranges_by_kind.get(kind, ())]

    def places(self, first: int, last: int) -> tuple[int, int]:
        """Return the slice of `rows` that holds the rows from `first` to `last`."""
        return bisect_left(self.rows, first), bisect_right(self.rows, last)

    def with_id(self, name: str) -> list[int]:
        """Return the rows whose id is `name`, with or without leading punctuation."""
        return [*self.ids.of(*self.ids.place(name)), *self.bare_ids.get(name, ())]

    def ids_containing(self, part: str) -> Iterator[int]:
        """Return the places of the ids that contain a part but do not begin with it."""
        first, last = self.ids.prefix_range(part)
        return chain(self.id_texts.holding(part, 0, first), self.id_texts.holding(part, last))

    def titles_containing(self, part: str) -> set[int]:
        """Return the places of the titles in which a part is at the start of a word other than the first."""
        words = self.words
        *whole, last = part.split(" ")
        prefix_range = words.numbers[slice(*words.prefix_range(last))]
        if not whole:
            return set(chain.from_iterable(prefix_range))
        # All words but the last are whole words. Titles that have the two rarest are checked themselves.
        known = [words.numbers[slice(*words.place(word))] for word in dict.fromkeys(whole)]
        rarest = sorted([*known, prefix_range], key=lambda lists: sum(map(len, lists)))
        places = set(chain.from_iterable(rarest[0])).intersection(chain.from_iterable(rarest[1]))
        titles, behind = self.titles.texts, f" {part}"
        return {place for place in places if behind in titles[place]}


def name_index(snapshot: Snapshot) -> NameIndex:
    """Return the names of a snapshot. They are built once."""
    return snapshot.memoize("queries.names", _name_index)


def name_index_of_kind(snapshot: Snapshot, kind: str) -> NameIndex:
    """Return the names of the objects of one kind. They are built at the first call."""
    return snapshot.memoize(f"queries.names {kind}", lambda snapshot: _name_index(snapshot, kind))


def _name_index(snapshot: Snapshot, kind: str | None = None) -> NameIndex:
    rows, kinds, own_ids, titles = columns_of(snapshot, "rowid", "kind", "id", "title", kind=kind)
    ids = sorted_index(map(str.casefold, own_ids), rows)
    by_title = sorted_index(map(str.casefold, titles), rows)
    bare_ids: dict[str, list[int]] = {}
    for text, numbers in zip(ids.texts, ids.numbers, strict=True):
        if text[:1] in PUNCTUATION:
            bare_ids.setdefault(text.lstrip(string.punctuation), []).extend(numbers)
    ranges, words = _ranges_by_kind(kinds, rows), _index_of_words(by_title.texts)
    return NameIndex(array("q", rows), ranges, ids, bare_ids, joined(ids.texts), by_title, words)


def columns_of(snapshot: Snapshot, *columns: str, kind: str | None = None) -> list[list[Any]]:
    """Return columns of all objects, or of those of a kind, each as a list in the order of the rows."""
    # One text for each column is far quicker than row by row.
    arrays = ", ".join(f"json_group_array({column})" for column in columns)
    condition, values = (" WHERE kind = ?", (kind,)) if kind is not None else ("", ())
    of_objects = f"SELECT {', '.join(columns)} FROM object_row{condition} ORDER BY rowid"
    [found] = snapshot.rows(f"SELECT {arrays} FROM ({of_objects})", values)
    lists = [orjson.loads(column) for column in found]
    snapshot.charge(len(lists[0]))
    return lists


def _ranges_by_kind(kinds: list[str], rows: list[int]) -> dict[str, list[tuple[int, int]]]:
    """Return the first and last row of each range of objects of one kind, by kind."""
    found: dict[str, list[tuple[int, int]]] = {}
    start = 0
    for kind, members in groupby(kinds):
        stop = start + len(list(members))
        found.setdefault(kind, []).append((rows[start], rows[stop - 1]))
        start = stop
    return found


def _index_of_words(titles: list[str]) -> SortedIndex:
    """Return an index from each word of a title but its first to the places of such titles."""
    found: defaultdict[str, list[int]] = defaultdict(list)
    for place, title in enumerate(titles):
        for word in title.split(" ")[1:]:
            found[word].append(place)
    return _ordered(found)


class RefIndex(NamedTuple):
    """The refs of objects, in small letters, as two halves: up to the last slash, and after it. Many refs share
    them."""

    bases: SortedIndex
    tails: SortedIndex
    base_texts: Texts
    tail_texts: Texts

    def with_ref(self, name: str) -> set[int]:
        """Return the rows whose ref is `name`."""
        base, slash, tail = name.rpartition("/")
        ending = set(self.tails.of(*self.tails.place(tail)))
        return ending.intersection(self.bases.of(*self.bases.place(base + slash))) if ending else ending

    def holding(self, part: str) -> set[int]:
        """Return the rows whose ref contains a part."""
        found = set(self.bases.numbers_at(self.base_texts.holding(part)))
        base, slash, tail = part.rpartition("/")
        if not slash:
            return found.union(self.tails.numbers_at(self.tail_texts.holding(part)))
        texts, end = self.bases.texts, base + slash
        before = [place for place in self.base_texts.holding(end) if texts[place].endswith(end)]
        return found.union(
            set(self.bases.numbers_at(before)).intersection(self.tails.of(*self.tails.prefix_range(tail)))
        )


@memoized
def ref_index(snapshot: Snapshot) -> RefIndex:
    """Return the refs of all objects of a snapshot. They are built once."""
    rows, refs = columns_of(snapshot, "rowid", "ref")
    halves = [ref.casefold().rpartition("/") for ref in refs]
    bases = sorted_index((base + slash for base, slash, _ in halves), rows)
    tails = sorted_index((tail for _, _, tail in halves), rows)
    return RefIndex(bases, tails, joined(bases.texts), joined(tails.texts))
