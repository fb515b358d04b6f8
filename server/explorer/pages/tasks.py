"""The board of tasks: a column a state, each task ready, blocked by what, or neither."""

from collections.abc import Iterable, Mapping
from typing import Any

from server.explorer.page import Ask, Page
from server.explorer.pages.relation_rows import Json, Selected, grouped, select, select_all

STATES = (
    ("todo", "To do"),
    ("in_progress", "In progress"),
    ("blocked", "Blocked by status"),
    ("done", "Done"),
    ("archived", "Archived"),
)
CARDS = 25  # in a column, until one column is asked for
CARDS_OF_ONE = 100

CARDS_OF_STATE = """
SELECT id, ref, title, status, native_status, priority, is_ready, is_blocked, due_at, parent, file, line
FROM task
WHERE NOT is_example AND status = :status AND (:priority = '' OR priority = :priority)
ORDER BY is_ready DESC, ready_order, is_blocked DESC,
  CASE priority WHEN 'urgent' THEN 0 WHEN 'high' THEN 1 WHEN 'normal' THEN 2 ELSE 3 END, file, line, id
"""
WAITS_FOR = """
SELECT dependency.task, dependency.depends_on AS id, dependency.is_missing, dependency.kind,
  dependency.file, dependency.line, task.ref, task.title, coalesce(task.status, '') AS status
FROM task_dependency dependency LEFT JOIN task ON task.id = dependency.depends_on
WHERE dependency.is_open AND dependency.task IN (SELECT value FROM json_each(:ids))
ORDER BY dependency.task, dependency.depends_on
"""


def view(ask: Ask, parameters: Mapping[str, str]) -> Mapping[str, Any]:
    """Return the values of the page. `status` shows one column in full, with `cursor`; `priority` filters all."""
    status, priority = parameters.get("status", ""), parameters.get("priority", "")
    states = [state for state in STATES if status in ("", state[0])]
    limit, cursor = (CARDS_OF_ONE, parameters.get("cursor", "")) if status else (CARDS, "")
    columns = [(state, title, _cards(ask, state, priority, limit, cursor)) for state, title in states]
    return {
        "status": status,
        "priority": priority,
        "columns": [
            {"state": state, "title": title, "cards": cards} for state, title, cards in columns if cards.total or status
        ],
        "next": ask("task_next"),
        "ready": ask("task_ready", limit=0)["total"],
        "blocked": ask("task_blocked", limit=0)["total"],
    }


def _cards(ask: Ask, state: str, priority: str, limit: int, cursor: str) -> Selected:
    """The tasks of a state, each with what it waits for in `waits_for`."""
    found = select(ask, CARDS_OF_STATE, limit=limit, cursor=cursor, status=state, priority=priority)
    waits = waits_for(ask, (row["id"] for row in found.rows if row["is_blocked"]))
    return Selected([{**row, "waits_for": waits.get(row["id"], [])} for row in found.rows], found.total, found.cursor)


def waits_for(ask: Ask, ids: Iterable[str]) -> dict[str, list[Json]]:
    """Return what holds each of the tasks up, by its id."""
    named = list(ids)
    return grouped(select_all(ask, WAITS_FOR, 5_000, ids=named).rows, "task") if named else {}


TASKS = Page("tasks", "/tasks", "Tasks", view, pack="knowledge")
