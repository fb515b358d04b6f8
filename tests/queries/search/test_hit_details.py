"""Hits of `search`: what tells them apart, and files after what they hold."""

from typing import Any

from compiler.store.snapshot import Snapshot
from queries.search.hit_details import DETAILS, FIELDS
from queries.search.words import find, parse
from tests.compiler.samples import sample
from tests.queries.asking import Json, all_rows, ask
from tests.queries.cases import each
from tests.queries.snapshots import file, place, snapshot


def hits(source: Snapshot, query: str, **arguments: Any) -> dict[str, Json]:
    """The hits of a search by ref, in order."""
    return {one["ref"]: one for one in all_rows(source, "search", "results", query=query, **arguments)}


def details(source: Snapshot, query: str, ref: str) -> Json:
    return {name: value for name, value in hits(source, query)[ref].items() if name in DETAILS}


@each(
    "world, query, ref, expected",
    [
        ("traced-kettle", "latch", "r:REQ-d00005", {"level": "dev", "status": "Active"}),
        ("cider-mill", "cloths", "k:task/MILL-2", {"status": "in_progress", "is_ready": True}),
        ("cider-mill", "floor scale", "k:task/MILL-3", {"status": "todo", "is_ready": False}),
        (
            "cider-mill",
            "ledger",
            "k:decision/ADR-0002",
            {"status": "superseded", "holds": False, "superseded_by": ["ADR-0003"]},
        ),
        ("cider-mill", "booking service", "k:decision/ADR-0005", {"status": "accepted", "holds": True}),
        ("checkout-session", "pay-card", "d:pay-card", {"type": "sequence"}),
        ("checkout-session", "card", "d:fulfilment/flow/node/n:card", {"diagram": "fulfilment"}),
        ("locked-garden", "warden", "w:locked-garden/entity/@warden", {"world": "locked-garden"}),
        ("cider-mill", "issues.jsonl", "f:.beads/issues.jsonl", {"language": "knowledge"}),
    ],
)
def test_search_hits_carry_what_tells_them_apart(world: str, query: str, ref: str, expected: Json) -> None:
    source = sample(world)
    assert details(source, query, ref) == expected


def test_search_hits_of_memory_say_whether_a_fact_is_active() -> None:
    source = sample("ferry-memory")
    every = ask(source, "list_objects", kind="memory_fact", limit=200)["objects"]
    active = {one["ref"]: one["fields"]["is_active"] for one in every}
    found = hits(source, "ferry buffer tide ebb anchor", kinds=["memory_fact"])
    assert len(found) > 3
    assert {ref: one["is_active"] for ref, one in found.items()} == {ref: active[ref] for ref in found}
    assert all(one["branch"] for one in found.values())


def test_search_task_is_ready_exactly_when_task_ready_lists_it() -> None:
    source = sample("cider-mill")
    ready = {one["ref"] for one in all_rows(source, "task_ready", "tasks")}
    tasks = hits(source, "-nothing", kinds=["task"])
    assert len(tasks) > len(ready) > 0
    assert {ref for ref, one in tasks.items() if one["is_ready"]} == ready


def test_search_details_are_fields_of_the_answer() -> None:
    shown = {name for names in FIELDS.values() for name in names}
    assert shown - {"outcome", "keyword"} <= set(DETAILS)


def harbour() -> Snapshot:
    """Files whose paths name what is searched, some of which hold a hit."""
    texts = {"town.md": "", "harbour/inn.md": "", "harbour/old.md": ""}
    crane = place("crane", "Crane", text="It stands in the harbour.")
    return snapshot(place("harbour", "The Harbour"), crane, texts=texts | {"harbour.md": ""})


def test_search_puts_objects_before_the_file_that_holds_them() -> None:
    found = list(hits(harbour(), "town crane"))
    assert found == ["t:town/place/crane", "f:town.md"]
    assert hits(harbour(), "town crane")["f:town.md"]["score"] == 0


def test_search_keeps_files_that_hold_no_other_hit_where_they_are() -> None:
    found = list(hits(harbour(), "harbour"))
    assert found[0] == "t:town/place/harbour"
    assert found.index("f:harbour/inn.md") < found.index("t:town/place/crane")


@each("query", ["town.md", "TOWN.md crane", "f:town.md"])
def test_search_by_the_name_of_a_file_finds_the_file_first(query: str) -> None:
    assert next(iter(hits(harbour(), query))) == "f:town.md"


def test_search_for_files_alone_keeps_their_order() -> None:
    alone = hits(harbour(), "town crane", kinds=["file"])
    assert list(alone) == ["f:town.md"]
    assert alone["f:town.md"]["score"] > 0


def test_search_by_pattern_puts_objects_before_the_file_that_holds_them() -> None:
    assert list(hits(harbour(), "crane|town", regex=True)) == ["t:town/place/crane", "f:town.md"]


def test_search_pages_agree_with_the_whole_order() -> None:
    folders = {f"street/house-{number % 7}/{number}.md": "" for number in range(40)}
    houses = [place(f"house-{number}", text="A house in a street.") for number in range(30)]
    source = snapshot(*houses, texts=folders | {"town.md": "", "street/town.md": ""})
    for query in ("house", "house street", "town house", "street -town"):
        expected = [one.row for one in find(source, parse(query), "all", None)]
        refs = dict(source.rows("SELECT rowid, ref FROM object_row"))
        for limit in (1, 7, 100):
            assert list(hits(source, query, limit=limit)) == [refs[row] for row in expected]
    assert file("street/town.md").ref in hits(source, "town house")
