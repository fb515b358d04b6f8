"""Filters of the queue by status, priority, tag and any field: every spelling, the order, the totals, the empties."""

from compiler.store.snapshot import Snapshot
from tests.closing import shared
from tests.queries.asking import Json, all_rows, ask, error
from tests.queries.cases import each
from tests.queries.knowledge.boatyard import Yard

FIELDS = {"task_ready": "tasks", "task_blocked": "blocked_tasks"}
NATIVE = (  # status and priority as their sources write them, and the priority in the model
    ("To Do", "High", "high"),
    ("to-do", "P1", "high"),
    ("open", "1", "high"),
    ("In Progress", "medium", "normal"),
    ("in-progress", "2", "normal"),
    ("in_progress", None, "normal"),
)


@shared
def queue() -> Snapshot:
    """Twelve tasks in many spellings, of which each waits for the one before or for none; the first half is ready."""
    made = Yard()
    refs = []
    for number, (status, priority, meant) in enumerate(NATIVE * 2):
        native = {"status": status} | ({"priority": int(priority) if priority in ("1", "2") else priority})
        refs.append(
            made.add(
                "task",
                f"q-{number}",
                f"Task {number}",
                status="in_progress" if "rogress" in status else "todo",
                tags=("payments" if number % 2 else "Back-End",),
                properties={"priority": meant, "assignee": "@ana" if number % 3 else None},
                native=native,
            )
        )
    half = len(NATIVE)
    for number, ref in enumerate(refs):
        rank = (number * 5) % len(refs) + 1
        made.work(
            ref,
            rank,
            refs[number - half : number - half + 1] if number >= half else (),
            priority=NATIVE[number % half][2],
        )
    return made.snapshot()


def ids(tool: str, **arguments: object) -> list[str]:
    return [one["id"] for one in all_rows(queue(), tool, FIELDS[tool], **arguments)]


SAME = [
    {"status": "To Do"},
    {"status": "todo"},
    {"status": "TO_DO"},
    {"where": {"status": "to do"}},
]


@each("arguments", SAME)
def test_task_filters_take_a_status_in_every_spelling(arguments: Json) -> None:
    assert set(ids("task_ready", **arguments)) == {"q-0", "q-1", "q-2"}
    assert set(ids("task_blocked", **arguments)) == {"q-6", "q-7", "q-8"}


@each(
    "arguments, expected",
    [
        ({"status": "open"}, "q-2"),
        ({"status": "Open"}, "q-2"),
        ({"status": "in progress"}, "q-3 q-4 q-5"),
        ({"priority": "high"}, "q-0 q-1 q-2"),
        ({"priority": "p1"}, "q-1 q-2"),
        ({"priority": "Medium"}, "q-3"),
        ({"tag": "back end"}, "q-0 q-2 q-4"),
        ({"tag": "#payments", "priority": "normal"}, "q-3 q-5"),
        ({"where": {"assignee": "ana"}}, "q-1 q-2 q-4 q-5"),
        ({"where": {"format": "beads", "title": "Task 3"}}, "q-3"),
        ({"status": "todo", "where": {"status": "open"}}, "q-2"),
    ],
)
def test_task_ready_filters_keep_what_fits(arguments: Json, expected: str) -> None:
    assert set(ids("task_ready", **arguments)) == set(expected.split())


@each("tool", FIELDS)
@each("arguments", [{"status": "todo"}, {"priority": "high", "tag": "payments"}])
def test_task_filters_leave_order_and_total_right(tool: str, arguments: Json) -> None:
    kept = ids(tool, **arguments)
    assert kept == [one for one in ids(tool) if one in kept]
    assert 0 < len(kept) < len(ids(tool))
    page = ask(queue(), tool, limit=1, **arguments)
    assert (page["total"], len(page[FIELDS[tool]])) == (len(kept), 1)
    assert ids(tool, limit=1, **arguments) == kept


def test_task_filters_leave_blockers_as_they_are() -> None:
    of_all = {one["id"]: one["blockers"] for one in all_rows(queue(), "task_blocked", "blocked_tasks")}
    some = all_rows(queue(), "task_blocked", "blocked_tasks", priority="normal")
    assert some
    assert all(one["blockers"] == of_all[one["id"]] for one in some)


def test_task_ready_of_a_value_that_nothing_has_shows_the_values_that_there_are() -> None:
    said = ask(queue(), "task_ready", priority="hihg")
    assert (said["tasks"], said["total"]) == ([], 0)
    assert said["values"] == {"priority": {"high": 3, "normal": 3, "1": 1, "2": 1, "High": 1, "P1": 1, "medium": 1}}
    assert said["did_you_mean"] == ["High", "high"]
    assert said["searched"] == {"done": 0, "blocked": 6, "others": 6}


def test_task_blocked_of_a_value_that_nothing_has_shows_the_values_that_there_are() -> None:
    said = ask(queue(), "task_blocked", tag="payment")
    assert (said["blocked_tasks"], said["total"], said["did_you_mean"]) == ([], 0, ["payments"])
    assert said["values"] == {"tag": {"Back-End": 3, "payments": 3}}


def test_task_filter_by_unknown_field_is_an_error_with_the_nearest() -> None:
    said = error(queue(), "task_ready", where={"asignee": "ana"})
    assert (said["code"], said["did_you_mean"]) == ("invalid_argument", ["assignee"])
