"""Which objects a query names: by the whole of an id, title or ref, or a part of one."""

import string
from collections.abc import Collection

from compiler.store.snapshot import Snapshot
from queries.name_indexes import PUNCTUATION, Names, Refs, names_of, names_of_kind, refs_of

# What a name that equals, begins or is a part of an id or title adds to the score of a hit. Text alone scores below 1.
EXACT, LEADING, TITLE, PART = 5, 4, 3, 2
SHORTEST = 3  # letters with which a word inside a title may begin to be found by them
MOST_PARTS = 8  # words of one query that are looked for inside ids

Tiers = dict[int, set[int]]  # rows by what a name adds to their score; each in one, and none of them empty


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
        for tier, rows in _tiers(snapshot, names_of_kind(snapshot, kind), whole, words, field).items():
            found.setdefault(tier, set()).update(rows)
    return found


def _tiers(snapshot: Snapshot, names: Names, whole: str, words: list[str], field: str) -> Tiers:
    """The rows among some names that a query names."""
    found: Tiers = {}
    if field in ("all", "id"):
        by_id, in_refs = _by_id(names, whole), _is_like_a_ref(whole)
        titles = _by_title(names, whole, not in_refs) if field == "all" else {}
        found = _in_refs(refs_of(snapshot), whole, by_id, titles) if in_refs else _best(by_id, titles)
        for part in [word for word in words if not word.isalpha()][:MOST_PARTS]:
            if part != whole or in_refs:  # else all that have it in their ids were found by the whole
                inside = by_id if part == whole else _by_id(names, part)
                among = set().union(*inside.values())
                found[PART] |= among.difference(found[EXACT], found[LEADING], found[TITLE])
        exact = {row for word in words for row in names.identified(word)}
        exact.update(row for word in words if _is_like_a_ref(word) for row in refs_of(snapshot).called(word))
        if exact:
            found = {tier: rows - exact for tier, rows in found.items()}
            found[EXACT] |= exact
    elif field == "title":
        found = _by_title(names, whole, True)
    return {tier: rows for tier, rows in found.items() if rows}


def _is_like_a_ref(name: str) -> bool:
    """Refs have both: `w:garden/entity/@warden`."""
    return "/" in name or ":" in name


def _in_refs(refs: Refs, whole: str, ids: Tiers, titles: Tiers) -> Tiers:
    """The rows that have a name in their ids, titles or refs: titles have the signs of refs in them too, as in `Schema:
    draft`."""
    same = refs.called(whole)
    found = _best({**ids, EXACT: ids[EXACT] | same, LEADING: ids[LEADING] - same}, titles)
    found[PART] |= refs.holding(whole).difference(found[EXACT], found[LEADING], found[TITLE])
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
    if own[0] in PUNCTUATION and (bare := own.lstrip(string.punctuation)).startswith(whole):
        return EXACT if bare == whole else LEADING
    return LEADING if own.endswith(whole) and own.rsplit("/", 1)[-1] == whole else PART
