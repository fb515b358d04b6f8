"""The parts of an update: each writes one thing where the format of the entity has it."""

import re

from compiler.languages.knowledge.facts import Decision, Entity, Task
from queries.operations.draft import Draft
from queries.operations.knowledge import front_matter
from queries.operations.knowledge.boxes import box_line
from queries.operations.knowledge.entities import PAGES, is_heading, line_of
from queries.operations.knowledge.statuses import set_decision_status, set_task_status
from queries.operations.knowledge.tasks import set_due_date
from queries.operations.refusals import unavailable

_SIGNS = {"urgent": "🔺", "high": "⏫", "normal": "", "low": "🔽"}
_SIGN = re.compile(r"(?<![ \t])[ \t]*+[🔺⏫🔼🔽⏬]\ufe0f?")
_TAGS = re.compile(
    r"(?P<before>[ \t]*[-*+][ \t]+(?:\*\*)?tags(?:\*\*)?[ \t]*:(?:\*\*)?[ \t]*)(?P<value>.*)", re.IGNORECASE
)
_DESCRIPTION = re.compile(r"[ \t]*<!-- SECTION:DESCRIPTION:(?:BEGIN|END) -->[ \t]*")
_OWNER = re.compile(r"(?P<before>\([ \t]*+owner[ \t]*+:[ \t]*+)[^()]*+(?=\))", re.IGNORECASE)


def set_property(draft: Draft, entity: Entity, name: str, value: str) -> None:
    """Write another value of a property. Raises QueryError where its format has no place for it."""
    if isinstance(entity, Task):
        _set_of_task(draft, entity, name, value)
    elif isinstance(entity, Decision):
        if name != "status":
            raise unavailable("This stands in the text of a decision: give its content", field=name)
        set_decision_status(draft, entity, value)
    else:
        keys = ("type", "note_type", "kind", "category")
        key = next((key for key in keys if front_matter.has_key(draft, entity.span.file, key)), "type")
        front_matter.set_key(draft, entity.span.file, key, value)


def _set_of_task(draft: Draft, task: Task, name: str, value: str) -> None:
    if name == "status":
        set_task_status(draft, task, value)
    elif name == "due_date":
        set_due_date(draft, task, value)
    elif task.format == "backlog":
        _set_of_backlog(draft, task, name, value)
    else:
        _set_in_line(draft, task, name, value)


def _set_of_backlog(draft: Draft, task: Task, name: str, value: str) -> None:
    file = task.span.file
    if name == "assignee":
        listed = [str(one) for one in task.native.get("assignees", ())]
        front_matter.set_list(draft, file, "assignee", [one.strip() for one in value.split(",")], listed)
        return
    if value == "urgent":
        raise unavailable("Backlog.md has the priorities high, medium and low", field=name)
    front_matter.set_key(draft, file, "priority", "medium" if value == "normal" else value, behind=("dependencies",))


def _set_in_line(draft: Draft, task: Task, name: str, value: str) -> None:
    line = box_line(draft, task)
    if name == "priority" and task.format in ("checkbox", *PAGES):
        sign = _SIGNS[value]
        rest = _SIGN.sub("", line.after)
        after = f"{rest} {sign}" if sign else rest
    elif name == "assignee" and task.format == "task-list":
        after, count = _OWNER.subn(lambda found: found["before"] + value, line.after, count=1)
        after = after if count else f"{line.after.rstrip()} (owner: {value})"
    else:
        raise unavailable(f"A line of a list ({task.format}) has no place for this", field=name)
    draft.set_line(task.span.file, task.span.start_line, line._replace(after=after).text())


def set_tags(draft: Draft, entity: Entity, wanted: list[str]) -> None:
    """Write other tags in place of those that an entity has. Raises QueryError where its format has no place for
    them."""
    come = [tag for tag in wanted if tag not in entity.tags]
    go = [tag for tag in entity.tags if tag not in wanted]
    file = entity.span.file
    if entity.format == "backlog" and entity.kind != "decision":
        front_matter.set_list(draft, file, "labels", come, go)
    elif entity.kind == "note" or (entity.kind == "decision" and front_matter.has_front_matter(draft, file)):
        front_matter.set_list(draft, file, "tags", come, go)
    elif not _set_bullet(draft, file, wanted):
        raise unavailable("Its format has no place for tags", ref=entity.ref)


def _set_bullet(draft: Draft, file: str, tags: list[str]) -> bool:
    """Write the tags of a decision in their bullet. Return False if it has none."""
    for number in range(1, len(draft.lines(file)) + 1):
        if found := _TAGS.fullmatch(line_of(draft, file, number)):
            sign = ", " if "," in found["value"] else " "
            draft.set_line(file, number, f"{found['before']}{sign.join(tags)}")
            return True
    return False


def set_content(draft: Draft, entity: Entity, content: str) -> None:
    """Write another text of an entity. Raises QueryError for a task that is a heading."""
    file, lines = entity.span.file, content.strip("\n").split("\n")
    if entity.kind == "task" and entity.format == "backlog":
        _set_description(draft, file, lines)
    elif entity.kind == "task":
        if is_heading(draft, entity):
            raise unavailable("This task is a heading: edit the text below it itself", ref=entity.ref)
        _set_below(draft, entity, lines)
    elif entity.content_line:
        draft.replace(file, entity.content_line, entity.span.end_line, lines)
    else:
        draft.insert(file, len(draft.lines(file)) + 1, lines)


def _set_below(draft: Draft, task: Entity, lines: list[str]) -> None:
    """Write the lines below the line of a task, indented."""
    file, start = task.span.file, task.span.start_line
    own = line_of(draft, file, start)
    indent = " " * (len(own) - len(own.lstrip()) + 2)
    is_indented = all(one[:1] in ("", " ", "\t") for one in lines)
    new = [one if is_indented else f"{indent}{one}".rstrip() for one in lines] if any(lines) else []
    if task.span.end_line > start:
        draft.replace(file, start + 1, task.span.end_line, new)
    else:
        draft.insert(file, start + 1, new)


def _set_description(draft: Draft, file: str, lines: list[str]) -> None:
    """Write the description of a task of Backlog.md, between the marks of its section."""
    marks = [number for number, line in enumerate(draft.lines(file), 1) if _DESCRIPTION.fullmatch(line.rstrip("\r"))]
    if len(marks) == 2:
        if marks[0] + 1 < marks[1]:
            draft.replace(file, marks[0] + 1, marks[1] - 1, lines)
        else:
            draft.insert(file, marks[1], lines)
        return
    if marks or any(line.startswith("## ") for line in draft.lines(file)):
        raise unavailable("Its description has no marks of Backlog.md: edit the text itself", file=file)
    begin, end = (f"<!-- SECTION:DESCRIPTION:{one} -->" for one in ("BEGIN", "END"))
    draft.insert(file, len(draft.lines(file)) + 1, ["", "## Description", "", begin, *lines, end])
