"""`frieze tasks`: the queue as a table for people, as JSON, and what it leaves out."""

from pathlib import Path
from typing import Any

import orjson
import pytest

import queries
from compiler.workspace.interface import as_workspace
from server.people.formats import as_plain
from server.people.tasks import TaskOptions, asked, left_out, misuse, queue_view, tasks_view
from tests.closing import compile_source
from tests.paths import ROOT
from tests.queries.asking import all_rows
from tests.queries.knowledge.cider_mill import mill
from tests.server.processes import frieze

MILL = ROOT / "worlds" / "cider-mill"


def shown(which: str, **options: Any) -> list[str]:
    return as_plain(queue_view(as_workspace(mill()), which, TaskOptions(**options))).splitlines()


def test_ready_tasks_are_a_table_in_the_order_of_the_tool() -> None:
    lines = shown("ready")
    assert lines[0].split() == ["id", "priority", "due", "status", "title", "source"]
    assert [line.split()[0] for line in lines[2:]] == [one["id"] for one in all_rows(mill(), "task_ready", "tasks")]


def test_blocked_tasks_are_a_table_with_what_they_wait_for() -> None:
    (line,) = [line for line in shown("blocked") if line.startswith("MILL-5 ")]
    assert line.endswith("MILL-3, MILL-4, MILL-44")


def test_next_task_has_its_reason() -> None:
    lines = shown("next")
    assert lines[2].startswith("notes/press-day#2")
    assert lines[-1] == "It is not done, and nothing that it waits for is open."


def test_blockers_of_one_task_are_a_table_with_the_reason() -> None:
    lines = shown("blocked", id="MILL-5")
    assert [line.split()[:2] for line in lines[2:5]] == [["MILL-3", "todo"], ["MILL-4", "todo"], ["MILL-44", "missing"]]
    assert lines[-1] == "It waits for MILL-3, MILL-4, MILL-44 (which does not exist)."


def test_task_that_waits_for_nothing_has_only_the_reason() -> None:
    assert shown("blocked", id="MILL-2") == ["It is not done, and nothing that it waits for is open."]


def test_filter_that_fits_nothing_names_the_values() -> None:
    hint, values = shown("ready", priority="urgent")
    assert hint.startswith("No ready task has priority urgent")
    assert values.startswith("priority: normal, high")


def test_pages_are_joined_up_to_the_limit(tmp_path: Path) -> None:
    (tmp_path / "specs" / "1-a").mkdir(parents=True)
    lines = "".join(f"- [ ] T{at:03} Task {at}\n" for at in range(1, 121))
    (tmp_path / "specs" / "1-a" / "tasks.md").write_text(f"# Tasks\n\n{lines}")
    workspace = as_workspace(compile_source(tmp_path))
    assert "next_cursor" in queries.answer(workspace, "task_ready", {})
    whole, part = asked(workspace, "ready", TaskOptions()), asked(workspace, "ready", TaskOptions(limit=70))
    assert (len(whole["tasks"]), whole["total"], left_out(whole, None)) == (120, 120, "")
    assert (len(part["tasks"]), part["total"], left_out(part, 70)) == (70, 120, "70 of 120 rows.")
    assert "next_cursor" not in part


@pytest.mark.parametrize(
    ("which", "options", "problem"),
    [
        ("ready", TaskOptions(id="MILL-5"), "takes no ID"),
        ("next", TaskOptions(limit=1), "'next' is one task"),
        ("blocked", TaskOptions(id="MILL-5", priority="high"), "nothing to choose"),
        ("blocked", TaskOptions(id="MILL-5", limit=1), ""),
        ("ready", TaskOptions(priority="high", limit=1), ""),
    ],
)
def test_options_that_would_be_ignored_are_refused(which: str, options: TaskOptions, problem: str) -> None:
    assert problem in misuse(which, options)
    assert bool(misuse(which, options)) == bool(problem)


def test_command_prints_json_and_table_with_exit_status() -> None:
    printed = frieze("tasks", "ready", MILL, "--format", "json", "--limit", "1")
    assert [one["id"] for one in orjson.loads(printed.stdout)["tasks"]] == ["notes/press-day#2"]
    assert (printed.stderr, printed.returncode) == (b"1 of 11 rows.\n", 0)
    unknown = frieze("tasks", "blocked", MILL, "MILL-55")
    assert (unknown.stdout, unknown.returncode) == (b"", 1)
    assert b"Did you mean MILL-5" in unknown.stderr


def test_tasks_without_a_queue_are_those_that_are_ready_and_those_that_are_blocked() -> None:
    view = tasks_view(as_workspace(mill()), None, TaskOptions(limit=2))
    assert [block.title for block in view.blocks] == ["Ready", "Blocked"]
    assert list(view.answer) == ["task_ready", "task_blocked"]
    assert view.left_out == "Ready: 2 of 11 rows.\nBlocked: 2 of 6 rows."


def test_blocked_task_needs_no_source() -> None:
    with_source = frieze("tasks", "blocked", MILL, "MILL-5").stdout
    assert with_source.startswith(b"waits for")
    assert frieze("tasks", "blocked", "MILL-5", cwd=MILL).stdout == with_source
    assert frieze("tasks", "blocked", "MILL-5", "-s", MILL).stdout == with_source


def test_word_that_is_no_queue_is_refused_with_the_queues() -> None:
    failed = frieze("tasks", "redy", cwd=MILL)
    assert (failed.returncode, failed.stdout) == (2, b"")
    assert b"'redy' is neither one of ready, next, blocked nor a file or folder." in failed.stderr
