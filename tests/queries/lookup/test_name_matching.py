"""Matching names by indexes gives the same as a scan of all objects."""

from collections.abc import Collection
from random import Random

from hypothesis import given
from hypothesis import strategies as st

from compiler.store.snapshot import Snapshot
from queries.lookup.name_indexes import name_index
from queries.lookup.name_matching import EXACT, LEADING, PART, SHORTEST, TITLE, match_names
from tests.closing import shared
from tests.queries.snapshots import person, place, snapshot

PIECES = [
    "inn",
    "in",
    "the",
    "old",
    "Quay",
    "quays",
    "ß",
    "_",
    "-",
    "/",
    ":",
    " ",
    " ",
    "  ",
    "\n",
    "@",
    "1",
    "t:town/",
]
ASKED = [one for one in PIECES if one != "\n"]  # a query is one line
NAMES = st.lists(st.sampled_from(ASKED), min_size=1, max_size=5).map("".join).map(str.casefold)
PUNCTUATION = "!\"#$%&'()*+,-./:;<=>?@[\\]^_`{|}~"


@shared
def harbour() -> Snapshot:
    """Places and people whose ids and titles are made of the same few pieces."""
    random = Random(7)

    def name(most: int) -> str:
        return "".join(random.choices(PIECES, k=random.randrange(1, most)))

    made = {f"{name(4)}{number % 5}": name(7) for number in range(150)}
    people = {name(4) for _ in range(60)}
    return snapshot(*(place(*one) for one in made.items()), *map(person, sorted(people)))


def tier(own: str, title: str, ref: str, whole: str, words: Collection[str], field: str) -> int:
    """The tier of a name for one object, 0 if it does not match: `match_names` without an index."""
    bare_ids = own.lstrip(PUNCTUATION)
    is_ref, parts = "/" in whole or ":" in whole, [word for word in words if not word.isalpha()]
    if field in ("all", "id") and {own, bare_ids, ref} & {*words}:
        return EXACT
    by_id = by_title = 0
    if field in ("all", "id"):
        if whole in (own, bare_ids) or (is_ref and whole == ref):
            return EXACT
        if own.startswith(whole) or bare_ids.startswith(whole) or own.rsplit("/", 1)[-1] == whole:
            by_id = LEADING
        elif whole in own or (is_ref and whole in ref) or any(part in own for part in parts):
            by_id = PART
    if field in ("all", "title"):
        if title.startswith(whole):
            by_title = EXACT if title == whole else TITLE
        elif f" {whole}" in title and len(whole) >= SHORTEST and not (is_ref and field == "all"):
            by_title = PART
    return LEADING if by_id == LEADING else max(by_id, by_title)


@given(
    whole=NAMES,
    others=st.lists(NAMES, max_size=2),
    field=st.sampled_from(["all", "id", "title", "body"]),
    kinds=st.sampled_from([None, ["place"], ["person"], ["person", "place"]]),
)
def test_match_names_finds_what_a_scan_of_all_objects_finds(
    whole: str, others: list[str], field: str, kinds: Collection[str] | None
) -> None:
    words = [whole, *others] if len(others) != 1 else []
    rows = harbour().rows("SELECT rowid, kind, id, title, ref FROM object_row")
    expected = {
        row: fitting
        for row, kind, id_, title, ref in rows
        if not kinds or kind in kinds
        if (fitting := tier(id_.casefold(), title.casefold(), ref.casefold(), whole, words, field))
    }
    found = match_names(harbour(), whole, words, field, kinds)
    assert {row: one for one, rows in found.items() for row in rows} == expected
    assert sum(map(len, found.values())) == len(expected)


def test_titles_containing_matches_the_beginning_of_words() -> None:
    made = snapshot(place("x", "The Old Inn"), place("y", "Old Innings"), place("z", "Inn Old"))
    names = name_index(made)
    titles = [names.titles.texts[at] for at in sorted(names.titles_containing("inn"))]
    assert titles == ["old innings", "the old inn"]
    assert [names.titles.texts[at] for at in names.titles_containing("old inn")] == ["the old inn"]
    assert not names.titles_containing("nn")
    assert not names.titles_containing("new inn")
