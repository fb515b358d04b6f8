"""The names of all objects, ready to be searched: by a whole id or title, or a part of one."""

import string
from array import array
from bisect import bisect_right
from collections.abc import Collection, Iterable, Iterator, Sequence
from itertools import accumulate, groupby
from typing import NamedTuple

import orjson

from compiler.snapshot import Snapshot

# What a name that equals, begins or is a part of an id or title adds to the score of a hit. Text alone scores below 1.
EXACT, LEADING, TITLE, PART = 5, 4, 3, 2
SHORTEST = 3  # letters with which a word inside a title may begin to be found by them
MOST_PARTS = 8  # words of one query that are looked for inside ids


class Texts(NamedTuple):
    """Texts one after the other, a line each: one look at a long text is quicker than many at short ones. `starts` says
    where each begins, and at last where all end."""

    whole: str
    starts: list[int]

    def text(self, number: int) -> str:
        """One of them."""
        return self.whole[self.starts[number] : self.starts[number + 1] - 1]

    def holding(self, part: str, first: int = 0, last: int = -1) -> Iterator[tuple[int, int]]:
        """The numbers of the texts from `first` to before `last` that have a part in them, and where it first stands in
        all of them together."""
        find, starts = self.whole.find, self.starts
        end = starts[last]
        number, at = first, find(part, starts[first], end)
        while at >= 0:
            number = bisect_right(starts, at, number)
            yield number - 1, at
            at = find(part, starts[number], end)


class Names(NamedTuple):
    """The names of objects, in small letters. `rows` are those of all objects, in order.

    `exact` maps each id, as it is and without leading punctuation, to its rows, and `refs` each ref to its row; where
    several are the same in small letters, the others stand in `exact`. `runs` are the stretches of rows of each kind,
    first and last: objects of a kind stand together. Of each stretch, by its first row, `spoken` says which `texts` its
    ids and titles are, each once: many messages are called m:0001. `by_id` and `by_title` are the rows that have each
    text.
    """

    rows: Sequence[int]
    exact: dict[str, list[int]]
    refs: dict[str, int]
    runs: dict[str, list[tuple[int, int]]]
    texts: Texts
    spoken: dict[int, tuple[int, int]]
    by_id: list[Sequence[int]]
    by_title: list[Sequence[int]]

    def of_kinds(self, rows: Iterable[int], kinds: Collection[str]) -> set[int]:
        """Those of the rows whose objects are of these kinds."""
        stretches = self.stretches(kinds)
        if len(stretches) == 1:
            [(first, last)] = stretches
            return {row for row in rows if first <= row <= last}
        return {row for row in rows if any(first <= row <= last for first, last in stretches)}

    def called(self, name: str) -> list[int]:
        """The rows whose id or ref a name is."""
        return [*self.exact.get(name, ()), *([self.refs[name]] if name in self.refs else ())]

    def stretches(self, kinds: Collection[str] | None) -> list[tuple[int, int]]:
        """The first and last rows of what is of these kinds; of everything, for None."""
        if not kinds:
            return [(self.rows[0], self.rows[-1])] if self.rows else []
        return [run for kind in dict.fromkeys(kinds) for run in self.runs.get(kind, ())]

    def holding(self, part: str, kinds: Collection[str] | None) -> Iterator[tuple[int, int]]:
        """The numbers of the texts of these kinds that have a part in them, and where in each."""
        if not kinds:
            return self.texts.holding(part)
        stretches = [self.spoken[first] for first, _ in self.stretches(kinds)]
        return (found for stretch in stretches for found in self.texts.holding(part, *stretch))


def names_of(snapshot: Snapshot) -> Names:
    """The names of a snapshot, made once."""
    return snapshot.once("queries.names", _names_of)


def _names_of(snapshot: Snapshot) -> Names:
    found = snapshot.rows("SELECT rowid, kind, id, title, ref FROM object ORDER BY rowid")
    rows = array("q", [row for row, _, _, _, _ in found])
    ids, titles, refs = ([one[at].casefold() for one in found] for at in (2, 3, 4))
    by_ref = dict(zip(refs, rows, strict=True))
    exact: dict[str, list[int]] = {}
    if len(by_ref) < len(refs):
        for row, ref in zip(rows, refs, strict=True):
            if by_ref[ref] != row:
                exact.setdefault(ref, []).append(row)
    runs: dict[str, list[tuple[int, int]]] = {}
    spoken: dict[int, tuple[int, int]] = {}
    texts: list[str] = []
    by_id: list[Sequence[int]] = []
    by_title: list[Sequence[int]] = []
    for kind, places in _runs([kind for _, kind, _, _, _ in found]):
        first, last = rows[places[0]], rows[places[-1]]
        runs.setdefault(kind, []).append((first, last))
        rows_by_id = _rows_by_text(ids, rows, places)
        rows_by_title = _rows_by_text(titles, rows, places)
        for own, called in rows_by_id.items():
            for name in {own, own.lstrip(string.punctuation)}:
                exact.setdefault(name, []).extend(called)
        own_texts = list(rows_by_id | rows_by_title)
        spoken[first] = len(texts), len(texts) + len(own_texts)
        texts += own_texts
        by_id += [rows_by_id.get(text, ()) for text in own_texts]
        by_title += [rows_by_title.get(text, ()) for text in own_texts]
    return Names(rows, exact, by_ref, runs, joined(texts), spoken, by_id, by_title)


def _runs(kinds: list[str]) -> Iterator[tuple[str, range]]:
    """Each stretch of objects of one kind, by their places."""
    start = 0
    for kind, members in groupby(kinds):
        stop = start + sum(1 for _ in members)
        yield kind, range(start, stop)
        start = stop


def _rows_by_text(texts: list[str], rows: Sequence[int], places: range) -> dict[str, list[int]]:
    found: dict[str, list[int]] = {}
    for place in places:
        found.setdefault(texts[place], []).append(rows[place])
    return found


def joined(texts: Sequence[str]) -> Texts:
    """Texts, made ready."""
    starts = [0, *accumulate(len(text) + 1 for text in texts)]
    return Texts("\n".join([*texts, ""]), starts)


def by_name(
    snapshot: Snapshot, whole: str, words: list[str], field: str, kinds: Collection[str] | None
) -> dict[int, int]:
    """The rows of these kinds that a query names, with their tier: by the whole of it, or by one of its words.

    A word names an object when it is its id, or, when it has signs in it as ids have, a part of one. `field` is "all",
    or the one that is looked at.
    """
    names = names_of(snapshot)
    found: dict[int, int] = {}
    in_refs = _is_like_a_ref(whole)
    if field in ("all", "id", "title") and whole:
        found = _in_refs(snapshot, whole, field) if in_refs and field != "title" else _named(names, whole, field, kinds)
    if field in ("all", "id"):
        for part in [word for word in words if not word.isalpha()][:MOST_PARTS]:
            if part == whole and not in_refs:
                continue  # All that have it in their ids were found by the whole.
            for text, _ in names.holding(part, kinds):
                for row in names.by_id[text]:
                    found[row] = max(found.get(row, 0), PART)
        for word in words:
            found |= dict.fromkeys(names.called(word), EXACT)
    if not kinds:
        return found
    among = names.of_kinds(found, kinds)
    return {row: tier for row, tier in found.items() if row in among}


def _is_like_a_ref(name: str) -> bool:
    return "/" in name or ":" in name


def _named(names: Names, whole: str, field: str, kinds: Collection[str] | None) -> dict[int, int]:
    """The rows that have a name in their id or title, with their tier."""
    by_title: dict[int, list[int]] = {EXACT: [], TITLE: [], PART: []}
    by_id: dict[int, list[int]] = {EXACT: [], LEADING: [], PART: []}
    # There may be thousands of texts: none is cut out and looked at where its length and one character will do.
    (written, starts), text_of, length = names.texts, names.texts.text, len(whole)
    nothing: Sequence[Sequence[int]] = ((),) * len(names.by_id)
    rows_by_title = names.by_title if field != "id" else nothing
    rows_by_id = names.by_id if field != "title" else nothing
    for number, at in names.holding(whole, kinds):
        titled, called = rows_by_title[number], rows_by_id[number]
        if at == starts[number]:
            is_all = starts[number + 1] - at - 1 == length
            by_title[EXACT if is_all else TITLE] += titled
            by_id[EXACT if is_all else LEADING] += called
            continue
        if titled and length >= SHORTEST and (written[at - 1] == " " or f" {whole}" in text_of(number)):
            by_title[PART] += titled
        if called:
            by_id[_tier_inside(text_of(number), whole)] += called
    # The title counts unless the id is begun with the name.
    found = dict.fromkeys(by_id.pop(PART), PART)
    for tiers in (by_title, by_id):
        for tier, rows in tiers.items():
            found |= dict.fromkeys(rows, tier)
    return found


def _tier_inside(own: str, whole: str) -> int:
    """How well a name fits an id that does not begin with it."""
    bare = own.lstrip(string.punctuation)
    if bare.startswith(whole):
        return EXACT if bare == whole else LEADING
    return LEADING if own.endswith(whole) and own.rsplit("/", 1)[-1] == whole else PART


def _in_refs(snapshot: Snapshot, whole: str, field: str) -> dict[int, int]:
    """The rows whose ref has a name in it, with their tier: what has it in its id has it in its ref."""
    known = names_of(snapshot).rows
    rows = [known[number] for number, _ in snapshot.once("queries.names.refs", _refs_of).holding(whole)]
    sql = "SELECT rowid, id, title, ref FROM object WHERE rowid IN (SELECT value FROM json_each(?))"
    found: dict[int, int] = {}
    for row, *texts in snapshot.rows(sql, (orjson.dumps(rows).decode(),)):
        own, title, ref = map(str.casefold, texts)
        found[row] = _tier_of_ref(own, title, ref, whole, field)
    return found


def _refs_of(snapshot: Snapshot) -> Texts:
    return joined([ref.casefold() for (ref,) in snapshot.rows("SELECT ref FROM object ORDER BY rowid")])


def _tier_of_ref(own: str, title: str, ref: str, whole: str, field: str) -> int:
    """How well a name fits an object that has it in its ref."""
    if whole in (ref, own):
        return EXACT
    tier = LEADING if own.startswith(whole) else _tier_inside(own, whole)
    if tier == PART and field != "id" and title.startswith(whole):
        return EXACT if title == whole else TITLE
    return tier
