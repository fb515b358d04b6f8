"""The objects that a query names: by a whole id, title or ref, or by a part of one."""

import string
from collections.abc import Collection

from compiler.store.snapshot import Snapshot
from queries.lookup.name_indexes import PUNCTUATION, NameIndex, RefIndex, name_index, name_index_of_kind, ref_index

# Tiers: what a name that is, begins or is inside an id or title adds to the score of a hit. Text alone scores below 1.
EXACT, LEADING, TITLE, PART = 5, 4, 3, 2
SHORTEST = 3  # letters that find words inside titles by their beginning
MAX_PARTS = 8  # words of one query that are searched inside ids

Tiers = dict[int, set[int]]  # rows by tier; each row is in one tier, and no tier is empty


def match_names(snapshot: Snapshot, whole: str, words: list[str], field: str, kinds: Collection[str] | None) -> Tiers:
    """Return the rows of these kinds that a query names, by tier: with the whole query, or with one of its words.

    A word names an object if it is its id or ref. A word with characters other than letters, as ids have them, also
    names an object if it is a part of its id. `field` is "all", "id" or "title"; other fields have no names.
    """
    if not kinds:
        return _tiers(snapshot, name_index(snapshot), whole, words, field)
    if _is_like_a_ref(whole):  # refs are not indexed by kind
        every = _tiers(snapshot, name_index(snapshot), whole, words, field)
        among = {tier: name_index(snapshot).of_kinds(rows, kinds) for tier, rows in every.items()}
        return {tier: rows for tier, rows in among.items() if rows}
    found: Tiers = {}
    for kind in dict.fromkeys(kinds):
        for tier, rows in _tiers(snapshot, name_index_of_kind(snapshot, kind), whole, words, field).items():
            found.setdefault(tier, set()).update(rows)
    return found


def _tiers(snapshot: Snapshot, names: NameIndex, whole: str, words: list[str], field: str) -> Tiers:
    """Return the rows of an index that a query names."""
    found: Tiers = {}
    if field in ("all", "id"):
        by_id, in_refs = _by_id(names, whole), _is_like_a_ref(whole)
        titles = _by_title(names, whole, not in_refs) if field == "all" else {}
        found = _in_refs(ref_index(snapshot), whole, by_id, titles) if in_refs else _best(by_id, titles)
        for part in [word for word in words if not word.isalpha()][:MAX_PARTS]:
            if part != whole or in_refs:  # else `by_id` has all ids that contain it
                inside = by_id if part == whole else _by_id(names, part)
                among = set().union(*inside.values())
                found[PART] |= among.difference(found[EXACT], found[LEADING], found[TITLE])
        exact = {row for word in words for row in names.with_id(word)}
        exact.update(row for word in words if _is_like_a_ref(word) for row in ref_index(snapshot).with_ref(word))
        if exact:
            found = {tier: rows - exact for tier, rows in found.items()}
            found[EXACT] |= exact
    elif field == "title":
        found = _by_title(names, whole, True)
    return {tier: rows for tier, rows in found.items() if rows}


def _is_like_a_ref(name: str) -> bool:
    """Whether a name has characters of refs, such as `w:garden/entity/@warden`."""
    return "/" in name or ":" in name


def _in_refs(refs: RefIndex, whole: str, ids: Tiers, titles: Tiers) -> Tiers:
    """Return the rows that have a name in their ids, titles or refs. Titles may look like refs too: `Schema: draft`."""
    same = refs.with_ref(whole)
    found = _best({**ids, EXACT: ids[EXACT] | same, LEADING: ids[LEADING] - same}, titles)
    found[PART] |= refs.holding(whole).difference(found[EXACT], found[LEADING], found[TITLE])
    return found


def _best(ids: Tiers, titles: Tiers) -> Tiers:
    """Merge tiers by id and by title, so that each row is in one: the title counts unless the id begins with the
    name."""
    if not titles:
        return {TITLE: set(), **ids}
    exact = ids[EXACT] | (titles[EXACT] - ids[LEADING])
    title = titles[TITLE] - ids[EXACT] - ids[LEADING]
    part = (ids[PART] | titles[PART]).difference(exact, ids[LEADING], title)
    return {EXACT: exact, LEADING: ids[LEADING], TITLE: title, PART: part}


def _by_title(names: NameIndex, whole: str, inside: bool) -> Tiers:
    """Return the rows whose title begins with a name; with `inside` also those with a word that begins with it."""
    first, last = names.titles.prefix_range(whole)
    _, longer = names.titles.place(whole)
    found = {EXACT: set(names.titles.of(first, longer)), TITLE: set(names.titles.of(longer, last)), PART: set[int]()}
    if inside and len(whole) >= SHORTEST:
        found[PART] = set(names.titles.numbers_at(names.titles_containing(whole))).difference(
            found[EXACT], found[TITLE]
        )
    return found


def _by_id(names: NameIndex, whole: str) -> Tiers:
    """Return the rows that have a name in their id."""
    first, last = names.ids.prefix_range(whole)
    _, longer = names.ids.place(whole)
    places: dict[int, list[int]] = {EXACT: [], LEADING: [], PART: []}
    for place in names.ids_containing(whole):
        places[_tier_inside(names.ids.texts[place], whole)].append(place)
    found = {tier: set(names.ids.numbers_at(inside)) for tier, inside in places.items()}
    found[EXACT].update(names.ids.of(first, longer))
    found[LEADING].update(names.ids.of(longer, last))
    return found


def _tier_inside(own: str, whole: str) -> int:
    """Return the tier of an id that contains a name but does not begin with it."""
    if own[0] in PUNCTUATION and (bare_ids := own.lstrip(string.punctuation)).startswith(whole):
        return EXACT if bare_ids == whole else LEADING
    return LEADING if own.endswith(whole) and own.rsplit("/", 1)[-1] == whole else PART
