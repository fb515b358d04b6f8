"""`task_ready`, `task_blocked`, `task_next`: the facts, in their order, with reasons."""

import networkx
from hypothesis import given
from hypothesis import strategies as st

from compiler.languages.knowledge.facts import Blocker, Task, WorkState
from compiler.store.snapshot import Snapshot
from tests.queries.asking import all_rows, ask
from tests.queries.cases import each
from tests.queries.knowledge.boatyard import AS_OF, Yard, yard


def ready(snapshot: Snapshot, **arguments: object) -> list[str]:
    return [one["id"] for one in all_rows(snapshot, "task_ready", "tasks", **arguments)]


def test_task_ready_order_is_that_of_the_facts() -> None:
    assert ready(yard()) == ["y-8", "y-1", "y-80"]


def test_task_ready_includes_deferred_task_from_its_time() -> None:
    assert ("y-8" in ready(yard()), "y-7" in ready(yard())) == (True, False)


@each(
    "as_of, expected",
    [
        ("2026-02-28T23:59:59Z", []),
        ("2026-03-01T00:00:00Z", ["z-1"]),
        ("2026-03-01", ["z-1"]),
        ("2026-02-28", []),
        (None, []),  # the default is the newest time in the source
    ],
)
def test_task_ready_uses_as_of_of_the_snapshot(as_of: str | None, expected: list[str]) -> None:
    made = Yard()
    made.work(made.add("task", "z-1"), 1, hidden_until="2026-03-01T00:00:00Z")
    assert ready(made.snapshot(as_of)) == expected


@each("priority, expected", [("high", ["y-8"]), ("low", ["y-80"]), ("urgent", [])])
def test_task_ready_filters_by_priority(priority: str, expected: list[str]) -> None:
    assert ready(yard(), priority=priority) == expected


def test_task_ready_total_ignores_limit() -> None:
    page = ask(yard(), "task_ready", limit=1)
    assert ([one["id"] for one in page["tasks"]], page["total"]) == (["y-8"], 3)
    assert ready(yard(), limit=1) == ready(yard())


def test_task_next_is_first_of_task_ready() -> None:
    found = ask(yard(), "task_next")
    assert (found["id"], found["why"]) == ("y-8", "It is open and nothing that it waits for is.")


def test_task_next_without_ready_task_is_no_error() -> None:
    made = Yard()
    one, other = made.add("task", "z-1"), made.add("task", "z-2")
    made.work(one, 1, [other])
    made.work(other, 2, [one])
    found = ask(made.snapshot(), "task_next")
    assert (found["task"], found["searched"]) == (None, {"done": 0, "blocked": 2, "others": 0})
    assert "task_blocked" in found["hint"]
    assert ask(made.snapshot(), "task_ready")["hint"] == found["hint"]


def test_task_ready_explain_says_in_sentences_what_it_waited_for_and_what_waits() -> None:
    keel = ask(yard(), "task_ready", explain=True)["tasks"][1]
    assert keel["why"].endswith(
        "It waited for y-4, which is done. y-2 waits for it alone. y-3 waits for it and others."
    )
    assert set(keel) <= {"id", "title", "properties", "ref", "source", "why", "is_begun"}


def test_task_ready_explain_names_a_few_of_many_tasks() -> None:
    made = Yard()
    first = made.add("task", "z-0")
    made.work(first, 1)
    for number in range(1, 6):
        made.work(made.add("task", f"z-{number}"), number + 1, [first])
    why = ask(made.snapshot(), "task_ready", explain=True)["tasks"][0]["why"]
    assert why.endswith("z-1, z-2, z-3 and 2 more wait for it alone.")


def test_task_blocked_names_blockers_with_lines() -> None:
    rows = ask(yard(), "task_blocked")["blocked_tasks"]
    assert [(row["id"], [(one["id"], one["source"]) for one in row["blockers"]]) for row in rows] == [
        ("y-2", [("y-1", "yard.md:26")]),
        ("y-3", [("y-2", "yard.md:27"), ("y-1", "yard.md:28")]),
        ("y-5", [("y-6", "yard.md:29")]),
        ("y-6", [("y-5", "yard.md:30")]),
    ]
    assert "reason" not in rows[0]["blockers"][0]


def test_task_blocked_explain_gives_reason_unblock_and_start() -> None:
    planks = ask(yard(), "task_blocked", id="y-3", explain=True)
    assert planks["blockers"][0]["reason"] == "y-3 depends on y-2, which is todo."
    assert planks["blockers"][0]["unblock"] == "Close y-2."
    assert [(one["id"], one["is_ready"]) for one in planks["start_with"]] == [("y-1", True)]
    assert "in_circle" not in planks


def test_task_blocked_deferred_task_has_hidden_until() -> None:
    found = ask(yard(), "task_blocked", id="y-7")
    assert (found["is_blocked"], found["is_ready"], found["hidden_until"]) == (False, False, "2026-03-01T12:00:01Z")
    assert "put off until 2026-03-01T12:00:01Z" in found["why"]
    assert ask(yard(), "entity_get", id="y-7")["work"]["why"] == found["why"]


def test_task_ready_explain_names_missing_dependencies() -> None:
    made = Yard()
    made.work(made.add("task", "z-1"), 1)
    made.unresolved("k:task/z-1", "z-9", "blocks")
    why = ask(made.snapshot(), "task_ready", explain=True)["tasks"][0]["why"]
    assert why.endswith("It names z-9, and nothing has that name.")


def test_task_blocked_cycle_has_no_start() -> None:
    hen = ask(yard(), "task_blocked", id="y-5", explain=True)
    assert hen["in_circle"]
    assert "start_with" not in hen


@each("name, is_blocked", [("y-1", False), ("y-4", False), ("y-2", True)])
def test_task_blocked_by_id_says_whether_blocked(name: str, is_blocked: bool) -> None:
    found = ask(yard(), "task_blocked", id=name)
    assert (found["task_id"], found["is_blocked"], found["total"]) == (name, is_blocked, int(is_blocked))


def test_task_blocked_of_non_task_is_empty() -> None:
    found = ask(yard(), "task_blocked", id="ADR-0001")
    assert (found["blockers"], "is_blocked" in found) == ([], False)


def test_task_blocked_skips_unlisted_items() -> None:
    made = Yard()
    one, other = made.add("task", "z-1"), made.add("task", "z-2")
    made.work(one, 1)
    made.work(other, 2, [one], is_listed=False)
    assert ask(made.snapshot(), "task_blocked")["total"] == 0
    assert ask(made.snapshot(), "task_blocked", id="z-2")["is_blocked"]


@given(st.sets(st.tuples(st.integers(0, 9), st.integers(0, 9)), max_size=25))
def test_root_blockers_are_reachable_and_unblocked(pairs: set[tuple[int, int]]) -> None:
    made = Yard()
    refs = [made.add("task", f"z-{number}") for number in range(10)]
    for number, ref in enumerate(refs):
        made.work(ref, number, [refs[other] for one, other in sorted(pairs) if one == number])
    snapshot = made.snapshot(AS_OF)
    graph: networkx.DiGraph[int] = networkx.DiGraph(pairs)
    graph.add_nodes_from(range(10))
    for number in range(10):
        found = ask(snapshot, "task_blocked", id=f"z-{number}", explain=True)
        below = networkx.descendants(graph, number)
        sources = {f"z-{one}" for one in below if not graph.out_degree(one)}
        assert {one["id"] for one in found.get("start_with", [])} == sources
        circle = any(number in one for one in networkx.strongly_connected_components(graph) if len(one) > 1)
        assert found.get("in_circle", False) == (circle or (number, number) in pairs)


def test_ready_and_blocked_equal_the_facts() -> None:
    snapshot = yard()
    states = {one.entity: one for one in snapshot.facts(WorkState)}
    blocked = {one["id"] for one in ask(snapshot, "task_blocked")["blocked_tasks"]}
    assert blocked == {name for name, one in states.items() if one.is_listed}
    assert blocked == {one.entity for one in snapshot.facts(Blocker)}
    assert not blocked & set(ready(snapshot))
    assert set(states) <= {one.entity for one in snapshot.facts(Task)}
