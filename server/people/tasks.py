"""The queue of tasks for people: those that are ready, the next one, and those that are blocked and by what."""

from typing import Any, NamedTuple

from compiler.workspace.interface import Workspace
from server.people.answers import Json, answer_of, joined
from server.people.problems import hinting
from server.people.view import Table, Text, View

QUEUES = ("ready", "next", "blocked")
COLUMNS = ("id", "priority", "due", "status", "title", "source")
LISTS = {"ready": ("task_ready", "tasks"), "blocked": ("task_blocked", "blocked_tasks")}
FIND_TASKS = "`frieze tasks` lists the tasks that are ready or blocked."


class TaskOptions(NamedTuple):
    """What of the queue is asked for. `id` is the task whose blockers are asked for; `limit` is None for all tasks."""

    id: str | None = None
    priority: str | None = None
    all_tags: bool = False
    limit: int | None = None


def misuse(which: str | None, options: TaskOptions) -> str:
    """Return what is wrong with a combination of arguments; "" if nothing is."""
    if options.id is not None and which != "blocked":
        return f"'{which or options.id}' takes no ID; `frieze tasks blocked SOURCE ID` does."
    if which == "next" and options != TaskOptions():
        return "'next' is one task: it takes no --priority, --all-tags or --limit; `frieze tasks ready` does."
    if options.id is not None and (options.priority or options.all_tags):
        return "With an ID there is nothing to choose: --priority and --all-tags are for all blocked tasks."
    return ""


def tasks_view(workspace: Workspace, which: str | None, options: TaskOptions) -> View:
    """Show one queue; without `which` the tasks that are ready and those that are blocked. Raises QueryError."""
    if which is not None:
        return queue_view(workspace, which, options)
    ready, blocked = (queue_view(workspace, listed, options) for listed in LISTS)
    blocks = [
        block._replace(title=title)
        for view, title in ((ready, "Ready"), (blocked, "Blocked"))
        for block in view.blocks[:1]
    ]
    answer = {"task_ready": ready.answer, "task_blocked": blocked.answer}
    told = [f"{name}: {view.left_out}" for name, view in (("Ready", ready), ("Blocked", blocked)) if view.left_out]
    return View(blocks, answer, "\n".join(told))


def queue_view(workspace: Workspace, which: str, options: TaskOptions) -> View:
    """Show the tasks of one queue, or what holds up one task. Raises QueryError."""
    answer = asked(workspace, which, options)
    return View(_blocks(answer), answer, left_out(answer, options.limit))


def asked(workspace: Workspace, which: str, options: TaskOptions) -> Json:
    """Return the answer of the tool, with the rows of all its pages up to the limit. Raises QueryError."""
    if which == "next":
        return answer_of(workspace, "task_next", {})
    tool, rows = LISTS[which]
    if options.id is not None:
        with hinting(FIND_TASKS):
            return joined(workspace, tool, "blockers", {"id": options.id}, options.limit)
    filters = {"priority": options.priority} if options.priority else {}
    return joined(workspace, tool, rows, {**filters, "all_tags": options.all_tags}, options.limit)


def left_out(answer: Json, limit: int | None) -> str:
    """Return what the rows leave out, as a sentence; "" if they are all."""
    rows: list[Json] = next((answer[name] for name in ("tasks", "blocked_tasks", "blockers") if name in answer), [])
    total = answer.get("total", len(rows))
    cut = [f"{len(rows):,} of {total:,} rows."] if limit is not None and len(rows) < total else []
    tags = sum(answer.get("other_tags", {}).values())
    return " ".join([*cut, *([f"{tags:,} more in Task Master tags that are not current: --all-tags."] if tags else [])])


def _blocks(answer: Json) -> list[Table | Text]:
    """A table of tasks, or why there are none."""
    if "task_id" in answer:
        return _blockers(answer)
    if answer.get("blocked_tasks"):
        rows = [(*_row(task), ", ".join(by["id"] for by in task["blockers"])) for task in answer["blocked_tasks"]]
        return [Table((*COLUMNS, "waits for"), rows)]
    if answer.get("tasks"):
        return [Table(COLUMNS, list(map(_row, answer["tasks"])))]
    if "id" in answer:
        return [Table(COLUMNS, [_row(answer)]), Text("\n".join(_sentences(answer)))]
    columns = (*COLUMNS, "waits for") if "blocked_tasks" in answer else COLUMNS
    return [Text(_why_none(answer), columns=columns)]


def _why_none(answer: Json) -> str:
    """Why there are no tasks to show, and the values of a filter that fits none."""
    values = [f"{field}: {', '.join(counts)}" for field, counts in answer.get("values", {}).items()]
    return "\n".join([answer.get("hint", "No tasks."), *values])


def _row(task: Json) -> tuple[Any, ...]:
    properties = task.get("properties", {})
    own = (properties.get(name) for name in ("priority", "due_date", "status"))
    return (task["id"], *own, task["title"], task["source"])


def _sentences(task: Json) -> list[str]:
    """Why the next task is ready, and which tasks wait for it."""
    waiting = ", ".join(waiting["id"] for waiting in task.get("waiting_for_it", ()))
    return [task["why"], *([f"These wait for it: {waiting}."] if waiting else [])]


def _blockers(answer: Json) -> list[Table | Text]:
    """What holds one task up, and the reason as a sentence."""
    why = Text("\n".join(answer[name] for name in ("why", "hint") if name in answer))
    columns = ("waits for", "status", "title", "kind", "source")
    fields = ("id", "status", "title", "native_type", "source")
    rows = [tuple(blocker.get(name) for name in fields) for blocker in answer["blockers"]]
    return [Table(columns, rows), why] if rows else [why]
