"""The operations on tasks alone: done, and due on another day."""

import re

from compiler.languages.knowledge.facts import Task
from queries.knowledge.entity_lookup import ID
from queries.operations.arguments import invalid, text_argument, unavailable
from queries.operations.draft import Draft
from queries.operations.knowledge import front_matter
from queries.operations.knowledge.boxes import box_line
from queries.operations.knowledge.entities import entity_of
from queries.operations.knowledge.owners import Wanted, check_owner
from queries.operations.knowledge.statuses import set_task_status
from queries.operations.operation import Given, operation

APPLIES_TO = (
    "Lists of boxes to tick in markdown (spec-kit, Kiro, OpenSpec, Obsidian and plain ones), tasks of Backlog.md."
)
_DUE = re.compile(r"(?P<sign>[📅📆🗓]\ufe0f?[ \t]*)\d{4}-\d{2}-\d{2}")
_DATE = re.compile(r"\d{4}-(?:0[1-9]|1[0-2])-(?:0[1-9]|[12]\d|3[01])")
_WITH_SIGNS = ("obsidian", "note", "checkbox", "task-list")  # formats in which people write the signs of a plugin


@operation(APPLIES_TO, ID)
def task_complete(draft: Draft, given: Given) -> None:
    """Marks a task as done: ticks its box, or writes the word that its project has for it. The parts of a task stay as
    they are. In a list with a section for what is done the task moves there."""
    task = entity_of(draft, given.id, Task)
    check_owner(task, Wanted("status", "done"))
    if task.status == "done":
        raise invalid("This task is done already", id=task.entity, ref=task.ref)
    set_task_status(draft, task, "done")


@operation(APPLIES_TO, ID, text_argument("due_date", "The day, YYYY-MM-DD.", most=10))
def task_reschedule(draft: Draft, given: Given) -> None:
    """Gives a task another day on which it is due."""
    task = entity_of(draft, given.id, Task)
    check_owner(task, Wanted("due", given.due_date))
    set_due_date(draft, task, given.due_date)


def set_due_date(draft: Draft, task: Task, due: str) -> None:
    """Write the day on which a task is due. Raises QueryError where the format has no place for it."""
    check_day("due_date", due)
    file, start = task.span.file, task.span.start_line
    if task.format == "backlog":
        front_matter.set_key(
            draft, file, "due_date", due, behind=("updated_date", "created_date", "assignee", "status")
        )
        return
    if task.format not in _WITH_SIGNS:
        raise unavailable(f"Tasks of {task.format} have no day on which they are due", ref=task.ref)
    line = box_line(draft, task)
    new, count = _DUE.subn(lambda found: f"{found['sign']}{due}", line.after, count=1)
    draft.set_line(file, start, line._replace(after=new if count else f"{line.after.rstrip()} 📅 {due}").text())


def check_day(name: str, day: str) -> None:
    """Raise QueryError unless a text is a day."""
    if not _DATE.fullmatch(day):
        raise invalid("A day is written YYYY-MM-DD", **{name: day})
