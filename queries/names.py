"""The names of all objects, ready to be searched: by a whole id or title, or a part of one."""

import string
from typing import NamedTuple

from compiler.snapshot import Snapshot

# What a name that equals, begins or is a part of an id or title adds to the score of a hit. Text alone scores below 1.
EXACT, LEADING, TITLE, PART = 5, 4, 3, 2
MOST_PARTS = 8  # words of one query that are looked for inside ids


class Names(NamedTuple):
    """One entry an object, in the order of the rows, in small letters. `bare` is the id without leading punctuation;
    `together` the id and the title; `exact` maps each ref, id and bare id to its rows."""

    kinds: list[str]
    ids: list[str]
    bare: list[str]
    titles: list[str]
    refs: list[str]
    together: list[str]
    exact: dict[str, list[int]]


def names_of(snapshot: Snapshot) -> Names:
    """The names of a snapshot, made once."""
    return snapshot.once("queries.names", _names_of)


def _names_of(snapshot: Snapshot) -> Names:
    names = Names([], [], [], [], [], [], {})
    for kind, *texts in snapshot.rows("SELECT kind, id, title, ref FROM object ORDER BY rowid"):
        own, title, ref = map(str.casefold, texts)
        bare = own.lstrip(string.punctuation)
        names.kinds.append(kind)
        names.ids.append(own)
        names.bare.append(bare)
        names.titles.append(title)
        names.refs.append(ref)
        names.together.append(f"{own}\n{title}")
        for name in {own, bare, ref}:
            names.exact.setdefault(name, []).append(len(names.kinds))
    return names


def by_name(names: Names, whole: str, words: list[str], field: str) -> dict[int, int]:
    """The rows that a query names, with their tier: by the whole of it, or by one of its words.

    A word names an object when it is its id, or, when it has signs in it as ids have, a part of one. `field` is "all",
    or the one that is looked at.
    """
    found: dict[int, int] = {}
    if field in ("all", "id", "title") and whole:
        searched = names.refs if _is_like_a_ref(whole) and field != "title" else names.together
        for row, text in enumerate(searched, 1):
            if whole in text and (tier := _tier(names, row - 1, whole, field)):
                found[row] = tier
    if field in ("all", "id"):
        for part in [word for word in words if not word.isalpha()][:MOST_PARTS]:
            for row, own in enumerate(names.ids, 1):
                if part in own:
                    found[row] = max(found.get(row, 0), PART)
        for word in words:
            found |= dict.fromkeys(names.exact.get(word, ()), EXACT)
    return found


def _is_like_a_ref(name: str) -> bool:
    return "/" in name or ":" in name


def _tier(names: Names, at: int, whole: str, field: str) -> int:
    """How well a name fits an object that it occurs in."""
    own, title = names.ids[at], names.titles[at]
    if field != "title":
        if whole in (own, names.bare[at], names.refs[at]):
            return EXACT
        if names.bare[at].startswith(whole) or own.startswith(whole) or own.rsplit("/", 1)[-1] == whole:
            return LEADING
    if field != "id" and title.startswith(whole):
        return EXACT if title == whole else TITLE
    return PART if field != "title" and (whole in own or _is_like_a_ref(whole)) else 0
