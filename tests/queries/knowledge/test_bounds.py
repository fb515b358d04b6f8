"""No answer exceeds the size bound, whatever the source, and its pages together are complete."""

import pytest

from compiler.store.snapshot import Snapshot
from tests.queries.asking import Json, all_rows, ask
from tests.queries.cases import each
from tests.queries.knowledge.boatyard import Yard

LONG = "word ö\u202e\n" * 4_000
COUNT = 300


@pytest.fixture(scope="module")
def heavy() -> Snapshot:
    """A task that all others wait for and one that waits for all, long texts, long lists, long names."""
    made = Yard()
    many = tuple(f"{number} consequence" for number in range(4_000))
    made.add("decision", "d-1", "D" * 3_000, content=LONG, properties={"context": LONG, "consequences": list(many)})
    hub = made.add("task", "hub", "hub", content=LONG, tags=many, native={"status": LONG, "notes": LONG})
    made.work(hub, 0)
    refs = [made.add("task", f"z-{number}-" + "n" * 300, "T" * 400, content=LONG[:900]) for number in range(COUNT)]
    for number, ref in enumerate(refs):
        made.work(ref, number + 1, [hub])
    made.work(made.add("task", "last", "last"), COUNT + 1, refs)
    for number in range(2_000):
        made.unresolved(hub, f"[[{number} {'x' * 90}]]")
    return made.snapshot()


CALLS: list[tuple[str, Json]] = [
    ("entity_get", {"id": "d-1"}),
    ("entity_get", {"id": "hub"}),
    ("entity_get", {"id": "last"}),
    ("entity_get", {"id": "z-"}),
    ("entity_get", {"id": "z-1"}),
    ("entity_list", {"limit": 100}),
    ("entity_list", {"tag": "none", "status": "none"}),
    ("search_fulltext", {"query": "word", "limit": 500}),
    ("search_fulltext", {"query": "x" * 900}),
    ("graph_relations", {"id": "hub", "limit": 500}),
    ("graph_relations", {"id": "last", "limit": 500}),
    ("graph_path", {"from_id": "hub", "to_id": "last"}),
    ("graph_orphans", {"limit": 500}),
    ("task_ready", {"explain": True}),
    ("task_blocked", {"limit": 500, "explain": True}),
    ("task_blocked", {"id": "last", "limit": 500, "explain": True}),
    ("task_next", {}),
]


@each("tool, arguments", CALLS)
def test_answer_stays_within_bound(heavy: Snapshot, tool: str, arguments: Json) -> None:
    assert ask(heavy, tool, **arguments).get("code") in (None, "ambiguous", "not_found")  # ask checks the bound


@each(
    "tool, field, arguments, count",
    [
        ("task_blocked", "blocked_tasks", {"limit": 500}, COUNT + 1),
        ("task_blocked", "blocked_tasks", {"limit": 500, "explain": True}, COUNT + 1),
        ("task_blocked", "blockers", {"id": "last"}, COUNT),
        ("graph_relations", "outgoing", {"id": "hub"}, COUNT),
        ("graph_relations", "incoming", {"id": "last", "limit": 500}, COUNT),
        ("search_fulltext", "results", {"query": "word", "limit": 500}, COUNT + 2),
    ],
)
def test_pages_together_are_complete(heavy: Snapshot, tool: str, field: str, arguments: Json, count: int) -> None:
    assert len(all_rows(heavy, tool, field, **arguments)) == count


def test_long_blocker_chain_is_followed_to_its_end() -> None:
    made = Yard()
    refs = [made.add("task", f"z-{number}") for number in range(3_000)]
    made.work(refs[0], 0)
    for number in (*range(1, 20), 2_999):
        made.work(refs[number], number, [refs[min(number - 1, 19)]])
    found = ask(made.snapshot(), "task_blocked", id="z-2999", explain=True)
    assert [one["id"] for one in found["start_with"]] == ["z-0"]
