"""A page has the same hits as the whole search, although few other rows are ranked."""

from collections.abc import Collection
from random import Random

from compiler.store.snapshot import Snapshot
from queries.search.ranking import FEW, ranked_hits
from queries.search.words import find, parse
from tests.closing import shared
from tests.queries.cases import each
from tests.queries.snapshots import person, place, snapshot

WORDS = [
    "harbour",
    "quay",
    "lantern",
    "rope",
    "tar",
    "net",
    "inn",
    "tower",
    "stair",
    "gull",
    "ferry",
    "pump",
    "valve",
    "tide",
]
PLACES = 2 * FEW
QUERIES = (
    "harbour",
    "lantern rope",
    "tar net gull ferry",
    "town 1",
    "town-1",
    "quay-3 lantern",
    "t:town/place/town",
    '"rope tar" net',
    '"rope tar"',
    '"rope tar" "net"',
    '"lantern" -"tar net"',
    "rope tar -net -id:town",
    "tar -title:town",
    "harbour -quay",
    "town -lantern",
    "title:town harbour",
    "zebra tide",
    "zebra",
    "-harbour",
    "-harbour -tide",
    "",
)


@shared
def crowd() -> Snapshot:
    """Hundreds of places that are all called towns, and people, in texts of a few common words."""
    random = Random(5)

    def text() -> str:
        return " ".join(random.choices(WORDS, range(1, len(WORDS) + 1), k=random.randrange(2, 12)))

    places = [place(f"town-{number}", f"Town {number} {text()[:9]}", text=text()) for number in range(PLACES)]
    return snapshot(*places, *(person(f"quay-{number}", text=text()) for number in range(PLACES)))


@each("query", QUERIES)
@each("kinds", [None, ("person",), ("person", "place")])
@each("field", ["all", "title", "body"])
def test_ranked_hits_are_those_of_the_whole_search(query: str, kinds: Collection[str] | None, field: str) -> None:
    parsed = parse(query)
    whole = find(crowd(), parsed, field, kinds)
    found = ranked_hits(crowd(), parsed, field, kinds)
    assert len(found) == len(whole)
    for start, stop in ((0, 1), (0, 20), (7, 30), (len(whole) - 5, len(whole)), (0, len(whole))):
        assert list(found[max(start, 0) : stop]) == whole[max(start, 0) : stop]


def test_ranking_fixture_has_enough_hits_in_each_tier() -> None:
    tiers = [int(one.score) for one in find(crowd(), parse("town"), "all", None)]
    assert tiers.count(4) > FEW
    assert len(find(crowd(), parse("tide"), "all", None)) > FEW
