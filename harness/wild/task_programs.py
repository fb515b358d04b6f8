"""The programs that keep tasks: bd (Beads), backlog (Backlog.md) and task-master."""

from collections.abc import Iterator
from typing import Any

from compiler.store.snapshot import Snapshot
from harness.wild.comparison import Comparison, compare_sets, compare_values
from harness.wild.programs import Copy, ProgramError, rows_by_id

TASKS = "SELECT {columns} FROM task WHERE format = '{format}' AND {condition}"


def tasks(snapshot: Snapshot, format_: str, columns: str = "id", condition: str = "true") -> list[tuple[Any, ...]]:
    """Return columns of the tasks of a format."""
    return snapshot.rows(TASKS.format(columns=columns, format=format_, condition=condition))


def beads(copy: Copy, snapshot: Snapshot) -> Iterator[Comparison]:
    """Compare states and ready issues with bd, which reads the JSONL without its database."""
    listed = copy.json("bd", "--no-db", "list", "--all", "--limit", "0", "--json")
    ready = copy.json("bd", "--no-db", "ready", "--limit", "0", "--json")
    types = {"decision", "note"}  # issues of these types are no tasks
    theirs = {one["id"]: one["status"] for one in listed or [] if one.get("issue_type") not in types}
    yield compare_values("states of tasks", theirs, rows_by_id(tasks(snapshot, "beads", "id, native_status")))
    yield compare_sets(
        "ready tasks",
        (one["id"] for one in ready or []),
        (row[0] for row in tasks(snapshot, "beads", "id", "is_ready")),
    )


def backlog(copy: Copy, snapshot: Snapshot) -> Iterator[Comparison]:
    """Compare states and ready tasks with backlog. It lists tasks of `tasks/` only: drafts and what is put away are not
    compared."""
    listed = copy.json("backlog", "task", "list", "--json")["tasks"]
    ready = copy.json("backlog", "task", "list", "--ready", "--json")["tasks"]
    here = "file LIKE '%/tasks/%' AND file NOT LIKE '%/archive/%'"
    ours = rows_by_id(tasks(snapshot, "backlog", "upper(id), native_status", here))
    yield compare_values("states of tasks", {one["id"].upper(): one["status"] for one in listed}, ours)
    yield compare_sets(
        "ready tasks",
        (one["id"].upper() for one in ready),
        (row[0] for row in tasks(snapshot, "backlog", "upper(id)", "is_ready")),
    )


def task_master(copy: Copy, snapshot: Snapshot) -> Iterator[Comparison]:
    """Compare states of tasks and subtasks, and ready tasks, of the current tag with task-master. Its ready list holds
    whole tasks."""
    listed = copy.json("task-master", "list", "--with-subtasks", "--json")
    ready = copy.json("task-master", "list", "--ready", "--json")
    tag = listed["metadata"].get("tag") or "master"
    theirs = {f"{tag}/{one}": status for one, status in _with_subtasks(listed["tasks"])}
    of_tag = f"id LIKE '{_quoted(tag)}/%'"
    yield compare_values(
        f"states of tasks of the tag {tag}",
        theirs,
        rows_by_id(tasks(snapshot, "task-master", "id, native_status", of_tag)),
    )
    yield compare_sets(
        f"ready tasks of the tag {tag}, without subtasks",
        (f"{tag}/{task['id']}" for task in ready["tasks"]),
        (row[0] for row in tasks(snapshot, "task-master", "id", f"is_ready AND parent IS NULL AND {of_tag}")),
    )


def _with_subtasks(listed: list[dict[str, Any]]) -> Iterator[tuple[str, str]]:
    try:
        for task in listed:
            yield str(task["id"]), task["status"]
            for subtask in task.get("subtasks") or ():
                yield f"{task['id']}.{subtask['id']}", subtask["status"]
    except (KeyError, TypeError) as error:
        raise ProgramError(f"a task of task-master has no {error}") from None


def _quoted(text: str) -> str:
    return text.replace("'", "''")
