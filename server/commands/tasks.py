"""`frieze tasks`: the tasks that are ready, next or blocked, as a table for people or as JSON."""

from typing import Any, NamedTuple

from compiler.workspace.interface import Workspace
from server.commands.table import table_text
from server.people.answers import answer_of, joined

Json = dict[str, Any]

COLUMNS = ("id", "priority", "due", "status", "title", "source")
LISTS = {"ready": ("task_ready", "tasks"), "blocked": ("task_blocked", "blocked_tasks")}


class TaskOptions(NamedTuple):
    """What of the queue is asked for. `id` is the task whose blockers are asked for; `limit` is None for all tasks."""

    id: str | None = None
    priority: str | None = None
    all_tags: bool = False
    limit: int | None = None


def misuse(which: str, options: TaskOptions) -> str:
    """Return what is wrong with a combination of arguments; "" if nothing is."""
    if options.id is not None and which != "blocked":
        return f"'{which}' takes no ID; `frieze tasks blocked SOURCE ID` does."
    if which == "next" and options != TaskOptions():
        return "'next' is one task: it takes no --priority, --all-tags or --limit; `frieze tasks ready` does."
    if options.id is not None and (options.priority or options.all_tags):
        return "With an ID there is nothing to choose: --priority and --all-tags are for all blocked tasks."
    return ""


def asked(workspace: Workspace, which: str, options: TaskOptions) -> Json:
    """Return the answer of the tool, with the rows of all its pages up to the limit. Raises QueryError."""
    if which == "next":
        return answer_of(workspace, "task_next", {})
    tool, rows = LISTS[which]
    if options.id is not None:
        return joined(workspace, tool, "blockers", {"id": options.id}, options.limit)
    filters = {"priority": options.priority} if options.priority else {}
    return joined(workspace, tool, rows, {**filters, "all_tags": options.all_tags}, options.limit)


def text(answer: Json) -> str:
    """Return an answer for people: a table, or why there is none."""
    if "task_id" in answer:
        return _blockers_text(answer)
    if "blocked_tasks" in answer:
        rows = [(*_row(one), ", ".join(by["id"] for by in one["blockers"])) for one in answer["blocked_tasks"]]
        return table_text((*COLUMNS, "waits for"), rows) if rows else _why_none(answer)
    if "tasks" in answer:
        return table_text(COLUMNS, list(map(_row, answer["tasks"]))) if answer["tasks"] else _why_none(answer)
    if "id" in answer:
        return "\n".join([table_text(COLUMNS, [_row(answer)]), *_sentences(answer)])
    return _why_none(answer)


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
    waiting = ", ".join(one["id"] for one in task.get("waiting_for_it", ()))
    return ["", task["why"], *([f"These wait for it: {waiting}."] if waiting else [])]


def _blockers_text(answer: Json) -> str:
    """What holds one task up."""
    why = [answer[name] for name in ("why", "hint") if name in answer]
    if not answer["blockers"]:
        return "\n".join(why)
    rows = [
        tuple(one.get(name) for name in ("id", "status", "title", "native_type", "source"))
        for one in answer["blockers"]
    ]
    return "\n".join([table_text(("waits for", "status", "title", "kind", "source"), rows), "", *why])


def left_out(answer: Json, limit: int | None) -> str:
    """Return what the rows leave out, as a sentence; "" if they are all."""
    rows: list[Json] = next((answer[name] for name in ("tasks", "blocked_tasks", "blockers") if name in answer), [])
    total = answer.get("total", len(rows))
    cut = [f"{len(rows):,} of {total:,} rows."] if limit is not None and len(rows) < total else []
    tags = sum(answer.get("other_tags", {}).values())
    return " ".join([*cut, *([f"{tags:,} more in Task Master tags that are not current: --all-tags."] if tags else [])])
