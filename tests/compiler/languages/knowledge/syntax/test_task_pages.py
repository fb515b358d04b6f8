"""Tasks that are a page each, of no tool that is known."""

import pytest

from compiler.languages.knowledge.facts import Task
from tests.compiler.languages.knowledge.sources import blocked, entities, facts, linked, ready

FRONT = "---\nid: {id}\ntitle: {title}\nstatus: {status}\n{more}---\n\nText.\n"
LABELS = "# Task {number}: {title}\n\n**Status:** {status}\n**Depends on:** {waits}\n\nText.\n"


def test_page_with_front_matter_in_a_folder_of_work_is_a_task() -> None:
    result = linked(
        {
            "tasks/TASK-001-cut.md": FRONT.format(id="TASK-001", title="Cut boards", status="done", more=""),
            "tasks/TASK-002-gate.md": FRONT.format(
                id="TASK-002", title="Hang gate", status="todo", more="depends_on: [TASK-001]\npriority: high\n"
            ),
            "tasks/TASK-003-pond.md": FRONT.format(
                id="TASK-003", title="Fill pond", status="todo", more="blocked_by:\n  - TASK-002-gate.md\n"
            ),
            "tasks/README.md": FRONT.format(id="TASK-9", title="Rules", status="todo", more=""),
        }
    )
    assert ready(result) == ["TASK-002"]
    assert blocked(result) == {"TASK-003": ["TASK-002"]}
    assert [(found.name, found.status, found.format) for found in facts(result, Task)] == [
        ("Cut boards", "done", "task-page"),
        ("Hang gate", "todo", "task-page"),
        ("Fill pond", "todo", "task-page"),
    ]


def test_page_may_state_its_status_below_its_title() -> None:
    result = linked(
        {
            "docs/tickets/0001-cut.md": LABELS.format(number="0001", title="Cut boards", status="✅ Done", waits="-"),
            "docs/tickets/0002-gate.md": LABELS.format(
                number="0002", title="Hang gate", status="In progress", waits="[0001](0001-cut.md)"
            ),
            "docs/tickets/0003-pond.md": LABELS.format(number="0003", title="Fill pond", status="Open", waits="#2"),
        }
    )
    found = {task.entity: (task.name, task.status) for task in facts(result, Task)}
    assert found == {
        "0001": ("Cut boards", "done"),
        "0002": ("Hang gate", "in_progress"),
        "0003": ("Fill pond", "todo"),
    }
    assert blocked(result) == {"0003": ["0002"]}


def test_log_of_statuses_of_a_page_ends_with_the_newest() -> None:
    log = "| Date | Status |\n|--|--|\n| 2026-01-01 | Open |\n| 2026-01-02 | Done |\n"
    (task,) = facts(linked({"tasks/TASK-001-cut.md": f"# TASK-001: Cut boards\n\n## Status\n\n{log}"}), Task)
    assert (task.name, task.status) == ("Cut boards", "done")


def test_unknown_status_of_a_page_leaves_it_undecided() -> None:
    result = linked({"tasks/1-cut.md": FRONT.format(id="1", title="Cut", status="simmering", more="")})
    assert ready(result) == []
    assert entities(result)["1"].native["status"] == "simmering"


@pytest.mark.parametrize(
    ("path", "text"),
    [
        ("docs/tasks/configure.md", "---\ntitle: Configure a pod\nweight: 10\n---\n\n# Configure\n\nWords.\n"),
        ("docs/pages/1-cut.md", FRONT.format(id="1", title="Cut", status="done", more="")),
        ("tasks/template.md", FRONT.format(id="1", title="Cut", status="done", more="")),
        (".github/issues/1-cut.md", FRONT.format(id="1", title="Cut", status="done", more="")),
    ],
)
def test_other_pages_are_no_tasks(path: str, text: str) -> None:
    assert facts(linked({path: text}), Task) == []
