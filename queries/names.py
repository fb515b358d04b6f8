"""The names of all objects, ready to be searched: by a whole id or title, or a part of one.

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

from compiler.snapshot import Snapshot

# What a name that equals, begins or is a part of an id or title adds to the score of a hit. Text alone scores below 1.
EXACT, LEADING, TITLE, PART = 5, 4, 3, 2
SHORTEST = 3  # letters with which a word inside a title may begin to be found by them
MOST_PARTS = 8  # words of one query that are looked for inside ids

Tiers = dict[int, set[int]]  # rows by what a name adds to their score; each in one, and none of them empty


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
    return snapshot.once("queries.names", _names_of)


def _of_kind(snapshot: Snapshot, kind: str) -> Names:
    """The names of the objects of one kind by themselves, made once it is asked for."""
    return snapshot.once(f"queries.names {kind}", lambda one: _names_of(one, kind))


def _names_of(snapshot: Snapshot, kind: str | None = None) -> Names:
    rows, kinds, own, titles = columns_of(snapshot, "rowid", "kind", "id", "title", kind=kind)
    ids = index_of(map(str.casefold, own), rows)
    called = index_of(map(str.casefold, titles), rows)
    bare: dict[str, list[int]] = {}
    for text, numbers in zip(ids.texts, ids.numbers, strict=True):
        if text[:1] in _PUNCTUATION:
            bare.setdefault(text.lstrip(string.punctuation), []).extend(numbers)
    return Names(array("q", rows), _runs(kinds, rows), ids, bare, joined(ids.texts), called, _words_of(called.texts))


_PUNCTUATION = frozenset(string.punctuation)


def columns_of(snapshot: Snapshot, *columns: str, kind: str | None = None) -> list[list[Any]]:
    """Columns of all objects, or of those of a kind, in order, each as a list."""
    # As one text each: far quicker than row by row.
    arrays = ", ".join(f"json_group_array({column})" for column in columns)
    condition, values = (" WHERE kind = ?", (kind,)) if kind is not None else ("", ())
    of_objects = f"SELECT {', '.join(columns)} FROM object{condition} ORDER BY rowid"
    [found] = snapshot.rows(f"SELECT {arrays} FROM ({of_objects})", values)
    lists = [orjson.loads(column) for column in found]
    snapshot.spend(len(lists[0]))
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


def _refs_of(snapshot: Snapshot) -> Refs:
    rows, refs = columns_of(snapshot, "rowid", "ref")
    halves = [ref.casefold().rpartition("/") for ref in refs]
    bases = index_of((base + slash for base, slash, _ in halves), rows)
    tails = index_of((tail for _, _, tail in halves), rows)
    return Refs(bases, tails, joined(bases.texts), joined(tails.texts))


def by_name(snapshot: Snapshot, whole: str, words: list[str], field: str, kinds: Collection[str] | None) -> Tiers:
    """The rows of these kinds that a query names, by their tier: by the whole of it, or by one of its words.

    A word names an object when it is its id or ref, or, when it has signs in it as ids have, a part of its id. `field`
    is "all", or the one that is looked at.
    """
    if not kinds:
        return _tiers(snapshot, names_of(snapshot), whole, words, field)
    if _is_like_a_ref(whole):  # refs are not kept by kind
        every = _tiers(snapshot, names_of(snapshot), whole, words, field)
        among = {tier: names_of(snapshot).of_kinds(rows, kinds) for tier, rows in every.items()}
        return {tier: rows for tier, rows in among.items() if rows}
    found: Tiers = {}
    for kind in dict.fromkeys(kinds):
        for tier, rows in _tiers(snapshot, _of_kind(snapshot, kind), whole, words, field).items():
            found.setdefault(tier, set()).update(rows)
    return found


def _tiers(snapshot: Snapshot, names: Names, whole: str, words: list[str], field: str) -> Tiers:
    """The rows among some names that a query names."""
    found: Tiers = {}
    if field in ("all", "id"):
        by_id, in_refs = _by_id(names, whole), _is_like_a_ref(whole)
        titles = _by_title(names, whole, not in_refs) if field == "all" else {}
        found = _in_refs(_refs(snapshot), whole, by_id, titles) if in_refs else _best(by_id, titles)
        for part in [word for word in words if not word.isalpha()][:MOST_PARTS]:
            if part != whole or in_refs:  # else all that have it in their ids were found by the whole
                inside = by_id if part == whole else _by_id(names, part)
                among = set().union(*inside.values())
                found[PART] |= among.difference(found[EXACT], found[LEADING], found[TITLE])
        exact = {row for word in words for row in names.identified(word)}
        exact.update(row for word in words if _is_like_a_ref(word) for row in _refs(snapshot).called(word))
        if exact:
            found = {tier: rows - exact for tier, rows in found.items()}
            found[EXACT] |= exact
    elif field == "title":
        found = _by_title(names, whole, True)
    return {tier: rows for tier, rows in found.items() if rows}


def _is_like_a_ref(name: str) -> bool:
    """Refs have both: `w:garden/entity/@warden`."""
    return "/" in name or ":" in name


def _refs(snapshot: Snapshot) -> Refs:
    return snapshot.once("queries.names.refs", _refs_of)


def _in_refs(refs: Refs, whole: str, ids: Tiers, titles: Tiers) -> Tiers:
    """The rows that have a name in their ref, where ids and titles have it too: what has it in its id has it in its
    ref."""
    among, same = refs.holding(whole), refs.called(whole)
    best = _best({**ids, EXACT: ids[EXACT] | same, LEADING: ids[LEADING] - same}, titles)
    found = {tier: rows & among for tier, rows in best.items()}
    found[PART] = among.difference(found[EXACT], found[LEADING], found[TITLE])
    return found


def _best(ids: Tiers, titles: Tiers) -> Tiers:
    """Each row in one tier: the title counts unless the id is begun with the name."""
    if not titles:
        return {TITLE: set(), **ids}
    exact = ids[EXACT] | (titles[EXACT] - ids[LEADING])
    title = titles[TITLE] - ids[EXACT] - ids[LEADING]
    part = (ids[PART] | titles[PART]).difference(exact, ids[LEADING], title)
    return {EXACT: exact, LEADING: ids[LEADING], TITLE: title, PART: part}


def _by_title(names: Names, whole: str, inside: bool) -> Tiers:
    """The rows whose title begins with a name; with `inside` also those that have a word which begins with it."""
    first, last = names.titles.beginning(whole)
    _, longer = names.titles.place(whole)
    found = {EXACT: set(names.titles.of(first, longer)), TITLE: set(names.titles.of(longer, last)), PART: set[int]()}
    if inside and len(whole) >= SHORTEST:
        found[PART] = set(names.titles.of_all(names.inside_titles(whole))).difference(found[EXACT], found[TITLE])
    return found


def _by_id(names: Names, whole: str) -> Tiers:
    """The rows that have a name in their id."""
    first, last = names.ids.beginning(whole)
    _, longer = names.ids.place(whole)
    places: dict[int, list[int]] = {EXACT: [], LEADING: [], PART: []}
    for place in names.inside_ids(whole):
        places[_tier_inside(names.ids.texts[place], whole)].append(place)
    found = {tier: set(names.ids.of_all(inside)) for tier, inside in places.items()}
    found[EXACT].update(names.ids.of(first, longer))
    found[LEADING].update(names.ids.of(longer, last))
    return found


def _tier_inside(own: str, whole: str) -> int:
    """How well a name fits an id that does not begin with it."""
    if own[0] in _PUNCTUATION and (bare := own.lstrip(string.punctuation)).startswith(whole):
        return EXACT if bare == whole else LEADING
    return LEADING if own.endswith(whole) and own.rsplit("/", 1)[-1] == whole else PART
