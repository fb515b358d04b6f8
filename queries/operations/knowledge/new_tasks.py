"""A new task: a line behind the last one of a list, or a file of Backlog.md."""

import re
from typing import Any

from compiler.languages.knowledge.facts import Task
from queries.operations.arguments import invalid, unavailable
from queries.operations.draft import Draft
from queries.operations.knowledge import front_matter
from queries.operations.knowledge.boxes import box_line, sign_of, top_of_section, with_parts
from queries.operations.knowledge.entities import Place, is_heading, name_of_file
from queries.operations.knowledge.statuses import TASK_STATUSES, backlog_settings, backlog_word

PRIORITIES = ("urgent", "high", "normal", "low")
_SIGNS = {"urgent": "🔺", "high": "⏫", "low": "🔽"}
_ID = re.compile(r"T(?P<number>\d{1,6})")
_COUNTED = re.compile(r"(?P<before>(?<![ \t])[ \t]*+)(?P<number>\d{1,6})(?=[.)])")
_STEP = re.compile(r"(?P<above>(?:\d+\.)*)(?P<number>\d+)")


class NewTask:
    """What a new task says."""

    def __init__(self, title: str, content: str, tags: list[str], properties: dict[str, Any]) -> None:
        self.title, self.content, self.tags = title, content.strip("\n"), tags
        self.status = str(properties.get("status") or "todo").replace("-", "_")
        self.priority = str(properties.get("priority") or "normal")
        self.due = str(properties.get("due_date") or "")
        self.assignee = str(properties.get("assignee") or "")
        if self.status not in TASK_STATUSES:
            raise invalid("A task has none of this status", status=self.status, allowed=[*TASK_STATUSES])


def write_task(draft: Draft, place: Place, new: NewTask) -> None:
    """Write a task. Raises QueryError if its format has no place for what it says."""
    if place.form == "backlog":
        _write_of_backlog(draft, place, new)
        return
    last = _last(draft, place)
    native_id = _next_id(place)
    line = box_line(draft, last)
    label = _label(draft, last, native_id)
    before = _COUNTED.sub(lambda found: f"{found['before']}{int(found['number']) + 1}", line.before, count=1)
    text = f"{before}{sign_of(draft, last, new.status)}] {label}{new.title}{_marks(place.form, new)}"
    lines = [text, *(f"  {said}".rstrip() for said in new.content.split("\n") if new.content)]
    if not top_of_section(draft, last, new.status, lines):
        draft.insert(place.path, with_parts(draft, last) + 1, lines)


def _last(draft: Draft, place: Place) -> Task:
    """Return the last task of a list that is a line, and no part of another one."""
    lines = [entity for entity in place.beside if isinstance(entity, Task) and not is_heading(draft, entity)]
    whole = [line for line in lines if draft.line(place.path, line.span.start_line)[:1] not in (" ", "\t")]
    if not whole:
        raise unavailable("This list has no line with a box: edit the text itself", file=place.path)
    return max(whole, key=lambda task: task.span.start_line)


def _next_id(place: Place) -> str:
    if place.form in ("kiro", "openspec", "agent-os"):
        found = [match for entity in place.beside if (match := _STEP.fullmatch(entity.native_id))]
        last = max(found, key=lambda step: [int(part[:6]) for part in step[0].split(".")], default=None)
        above = last["above"] if last and place.form == "openspec" else ""
        numbers = [int(step["number"][:6]) for step in found if step["above"] == above]
        return f"{above}{max(numbers, default=0) + 1}" if found else ""
    written = [match["number"] for entity in place.beside if (match := _ID.fullmatch(entity.native_id))]
    if not written:
        return ""
    return f"T{max(map(int, written)) + 1:0{max(map(len, written))}}"


def _label(draft: Draft, last: Task, native_id: str) -> str:
    """Return the id as the line of the last task writes one, with what stands between it and the title."""
    if not native_id:
        return ""
    behind = box_line(draft, last).after
    found = re.match(
        rf"\]\*?[ \t]+(?P<bold>\*\*)?{re.escape(last.native_id)}(?P<sign>[.:]?)(?P<end>\*\*)?(?P<more>:?)", behind
    )
    if found is None:
        return f"{native_id} "
    if found["bold"] and found["end"]:
        return f"**{native_id}{found['sign']}**{found['more']} "
    is_whole = native_id.isdecimal()  # `1.` needs its point, `1.1` has none
    return f"{native_id}{'.' if is_whole else found['sign'] if found['sign'] == ':' else ''} "


def _marks(form: str, new: NewTask) -> str:
    """Return what a line says behind the title."""
    found = [f"#{tag}" for tag in new.tags]
    if form == "task-list":
        found += [f"(owner: {new.assignee})"] if new.assignee else []
    elif new.assignee:
        _refuse(form, "assignee")
    if form in ("checkbox", "obsidian", "note"):
        found += [_SIGNS[new.priority]] if new.priority in _SIGNS else []
        found += [f"📅 {new.due}"] if new.due else []
    elif new.priority != "normal" or new.due or new.tags:
        _refuse(form, "priority" if new.priority != "normal" else "due_date" if new.due else "tags")
    return "".join(f" {mark}" for mark in found)


def _refuse(form: str, name: str) -> None:
    raise unavailable(f"A line of a list ({form}) has no place for this", field=name)


def _write_of_backlog(draft: Draft, place: Place, new: NewTask) -> None:
    prefix, width = _prefix(draft, place)
    same = [
        entity.native_id for entity in place.beside if entity.native_id.lower().rpartition("-")[0] == prefix.lower()
    ]
    numbers = (re.search(r"-0*(\d{1,9})(?:\.\d+)*$", native_id) for native_id in same)
    native_id = f"{prefix}-{max((int(number[1]) for number in numbers if number), default=0) + 1:0{width}}"
    path = place.new_file or f"{place.path}/tasks/{native_id.lower()} - {name_of_file(new.title)}.md".lstrip("/")
    word = backlog_word(draft, place.path, new.status)
    assignees = [part.strip() for part in new.assignee.split(",") if part.strip()]
    lines = [
        "---",
        f"id: {native_id}",
        f"title: {front_matter.scalar(new.title)}",
        f"status: {front_matter.scalar(word)}",
    ]
    lines += _yaml_list("assignee", assignees)
    lines += [f"due_date: '{new.due}'"] if new.due else []
    lines += [*_yaml_list("labels", new.tags), "dependencies: []"]
    if new.priority == "urgent":
        raise unavailable("Backlog.md has the priorities high, medium and low", field="priority")
    lines += [f"priority: {new.priority}"] if new.priority != "normal" else []
    lines += ["---", ""]
    lines += description(new.content.split("\n")) if new.content else []
    draft.create(path, "\n".join(lines).rstrip("\n") + "\n")


def description(lines: list[str]) -> list[str]:
    """Return the section of the description of a task of Backlog.md."""
    begin, end = (f"<!-- SECTION:DESCRIPTION:{side} -->" for side in ("BEGIN", "END"))
    return ["## Description", "", begin, *lines, end]


def _prefix(draft: Draft, place: Place) -> tuple[str, int]:
    """Return the prefix of new ids, spelled as the others are, and how many digits they have at least."""
    text = backlog_settings(draft, place.path)
    named = re.search(r"^(?:task_prefix|taskPrefix):[ \t]*[\"']?([\w-]+)", text, re.MULTILINE)
    ids = [entity.native_id for entity in place.beside if not entity.native_id.lower().startswith("draft")]
    own = ids[-1].rpartition("-")[0] if ids else ""
    prefix = own if not named or own.lower() == named[1].lower() else named[1]
    padded = re.search(r"^zero_?padded_?[iI]ds:[ \t]*(\d)", text, re.MULTILINE)
    return prefix or "task", int(padded[1]) if padded else 0


def _yaml_list(key: str, values: list[str]) -> list[str]:
    return [f"{key}:", *(f"  - {front_matter.scalar(value)}" for value in values)] if values else [f"{key}: []"]
