"""Invariant: no answer is over 40,000 characters for any source, and its pages join to the whole."""

import pytest

from compiler.store.snapshot import Snapshot
from tests.queries.asking import Json, all_rows, ask
from tests.queries.cases import each
from tests.queries.snapshots import BROKEN, line, link, person, place, snapshot

LONG = "word ö\u202e" * 4_000


@pytest.fixture(scope="module")
def heavy() -> Snapshot:
    """Long texts, long names, many links, many and long diagnostics, many files."""
    hub = place("hub", text=LONG, tags=tuple(f"tag-{number}" for number in range(5_000)), notes={"k" * 50: LONG})
    people = [person(f"p{number}-" + "n" * 300, text=LONG if number % 50 == 0 else "short") for number in range(400)]
    links = [link(one, hub, "lives_in") for one in people] + [link(hub, one, "near") for one in people]
    told = [BROKEN.at(line(number + 1), what="x" * (30_000 if number == 7 else 900)) for number in range(200)]
    texts = {f"folder/{'f' * 200}-{number}.md": LONG for number in range(300)} | {"town.md": LONG}
    return snapshot(hub, *people, links=links, diagnostics=told, texts=texts)


CALLS: list[tuple[str, Json]] = [
    ("get_snapshot_info", {"files": True, "limit": 500}),
    ("get_diagnostics", {"limit": 500}),
    ("search", {"query": "word", "limit": 100}),
    ("search", {"query": "n{300}", "regex": True, "limit": 100}),
    ("search", {"query": "zzz"}),
    ("object_get", {"object_ref": "hub"}),
    ("object_get", {"object_refs": ["hub"] * 50, "limit": 50}),
    ("object_get", {"object_refs": ["hub", *("x" * 900 for _ in range(49))]}),
    ("list_objects", {"kind": "person", "limit": 500}),
    ("list_objects", {"kind": "place"}),
    ("list_objects", {"kind": "place", "where": {"tags": "none"}}),
    ("get_links", {"ref": "hub", "limit": 500}),
    ("find_route", {"from": "hub", "to": "hub", "direction": "both", "limit": 20}),
    ("get_impact", {"ref": "hub", "limit": 500}),
]


@each("tool, arguments", CALLS)
def test_answers_are_within_the_bound(heavy: Snapshot, tool: str, arguments: Json) -> None:
    ask(heavy, tool, **arguments)  # which checks the bound and the schema


@each(
    "tool, field, arguments, count",
    [
        ("get_snapshot_info", "files", {"files": True}, 301),
        ("get_diagnostics", "diagnostics", {"limit": 500}, 200),
        ("list_objects", "objects", {"kind": "person", "limit": 500}, 400),
        ("get_links", "links", {"ref": "hub", "limit": 500}, 800),
        ("get_impact", "impact", {"ref": "hub", "limit": 500}, 400),
        ("object_get", "objects", {"object_refs": ["hub"] * 12}, 12),
    ],
)
def test_pages_join_to_the_whole_answer(heavy: Snapshot, tool: str, field: str, arguments: Json, count: int) -> None:
    assert len(all_rows(heavy, tool, field, **arguments)) == count
