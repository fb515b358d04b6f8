"""Answers show examples with a mark, and leave them out of what is to be done or counted."""

from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from compiler.store.snapshot import Snapshot
from queries.knowledge import overview
from tests.closing import compile_source, shared
from tests.queries.asking import ask
from tests.queries.cases import each

TASKS = "# Tasks\n\n- [ ] T001 Grease the hinge\n- [ ] T002 Oil the lock (depends on T001)\n"
REQUIREMENT = (
    "## REQ-d0000{0}: R\n\n**Level**: Dev | **Status**: Active\n\n## Assertions\n\nA. It SHALL open.\n\n*End* *R*\n"
)
DECISION = "# {0}. Use oil\n\nDate: 2024-01-02\n\n## Status\n\nAccepted\n\n## Decision\n\nWe do.\n"
FACT = '{{"type": "fact", "id": "{}", "text": "It squeaks", "at": "2024-01-02T00:00:00Z"}}\n'
FILES = {
    "specs/001-door/tasks.md": TASKS,
    "templates/002-gate/tasks.md": TASKS,
    "docs/adr/0001-a.md": DECISION.format(1),
    "tests/fixtures/adr/0002-b.md": DECISION.format(2),
    "spec/r.md": REQUIREMENT.format(1),
    "tests/fixtures/s.md": REQUIREMENT.format(2),
    "src/a.py": "# Implements: REQ-d00009\ndef a(): ...\n",
    "tests/fixtures/b.py": "# Implements: REQ-d00009\ndef b(): ...\n",
    "docs/flow.mmd": "flowchart LR\n  a --> b\n",
    "examples/gate.mmd": "flowchart LR\n  a --> b\n",
    "memory.jsonl": FACT.format("f-1"),
    "tests/fixtures/memory.jsonl": FACT.format("f-2"),
}


@shared
def door() -> Snapshot:
    """A project with tasks, a decision, a requirement, a diagram and a memory, and an example of each."""
    with TemporaryDirectory() as folder:
        for path, text in FILES.items():
            (Path(folder) / path).parent.mkdir(parents=True, exist_ok=True)
            (Path(folder) / path).write_text(text)
        return compile_source(folder)


def marked(rows: list[dict[str, Any]]) -> set[str]:
    """Return the files of the rows that are marked as examples."""
    return {row["source"].rpartition(":")[0] for row in rows if row.get("is_example")}


@each(
    "tool, rows, arguments, expected",
    [
        ("list_objects", "objects", {"kind": "diagram"}, "examples/gate.mmd"),
        ("session_list_diagrams", "diagrams", {}, "examples/gate.mmd"),
        ("object_get", "objects", {"refs": ["ADR-0001", "ADR-0002"]}, "tests/fixtures/adr/0002-b.md"),
        ("search", "results", {"query": "hinge"}, "templates/002-gate/tasks.md"),
        ("search_fulltext", "results", {"query": "hinge"}, "templates/002-gate/tasks.md"),
        ("entity_list", "entities", {"type": "decision"}, "tests/fixtures/adr/0002-b.md"),
        ("memory_search", "results", {"query": "squeaks"}, "tests/fixtures/memory.jsonl"),
    ],
)
def test_example_is_shown_with_a_mark(tool: str, rows: str, arguments: dict[str, Any], expected: str) -> None:
    found = ask(door(), tool, **arguments)[rows]
    found = [one for one in found if not one.get("kind", "").startswith("document")]
    assert (len(found), marked(found)) == (2, {expected})


def test_requirement_of_fixture_is_shown_with_a_mark() -> None:
    marks = [ask(door(), "get_requirement", id=f"REQ-d0000{number}").get("is_example") for number in (1, 2)]
    assert marks == [None, True]


@each(
    "tool, rows, ids",
    [
        ("task_ready", "tasks", ["001-door/T001"]),
        ("task_blocked", "blocked_tasks", ["001-door/T002"]),
        ("graph_orphans", "orphans", ["ADR-0001"]),
        ("get_uncovered_assertions", "assertions", ["REQ-d00001-A"]),
    ],
)
def test_examples_are_left_out(tool: str, rows: str, ids: list[str]) -> None:
    answer = ask(door(), tool)
    assert ([one["id"] for one in answer[rows]], answer["total"]) == (ids, len(ids))


def test_entity_get_says_why_task_of_template_is_no_work() -> None:
    work = ask(door(), "entity_get", id="002-gate/T001")["work"]
    assert work["is_ready"] is False
    assert work["why"] == "It is no work of the project: it is below 'templates'."


def test_task_blocked_says_that_nothing_blocks_task_of_template() -> None:
    assert ask(door(), "task_blocked", id="002-gate/T002")["is_blocked"] is False


def test_get_snapshot_info_counts_examples() -> None:
    assert ask(door(), "get_snapshot_info")["examples"]["files"] == 5


def test_counts_of_requirements_leave_examples_out() -> None:
    summary = ask(door(), "get_project_summary")
    assert (summary["requirements_by_level"]["all"], summary["assertions"]["total"]) == ({"dev": 1}, 1)


def test_overview_counts_examples_apart() -> None:
    counts = overview.stats(door())
    assert (counts["entity_counts"]["task"], counts["entity_counts"]["decision"], counts["example_count"]) == (2, 1, 3)


def test_active_decisions_and_tasks_are_the_projects() -> None:
    assert list(overview.active_decisions(door())) == ["k:decision/ADR-0001"]
    assert list(overview.active_tasks(door())) == ["k:task/001-door/T001", "k:task/001-door/T002"]


def test_reference_of_fixture_is_not_broken() -> None:
    answer = ask(door(), "get_broken_references")
    assert [one["source"] for one in answer["broken_references"]] == ["src/a.py:1"]
    assert ask(door(), "get_snapshot_info")["dangling_links"] == 1
