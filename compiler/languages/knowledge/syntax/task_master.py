"""Task Master: `tasks.json`, a list of tasks per tag. The ids of subtasks count within their task."""

import re
from collections.abc import Iterator, Mapping
from typing import Any

import orjson

from compiler.languages.knowledge.codes import BAD_JSON, BAD_SETTINGS
from compiler.languages.knowledge.record_values import json_text, present, rank_of, task_properties, times_of
from compiler.languages.knowledge.records import Document, EntityRecord, Reference, Scheduling, Settings
from compiler.languages.knowledge.syntax.task_lists.unread_waits import unread_list, unread_waits
from compiler.model.diagnostics import Diagnostic
from compiler.model.reasons import words_of
from compiler.model.spans import whole_file
from compiler.text.numbers import whole_number

Json = Any
DEFAULT_TAG = "master"
MAX_DEPTH = 10

_STATUSES = {
    "pending": "todo",
    "todo": "todo",
    "deferred": "todo",
    "in-progress": "in_progress",
    "in_progress": "in_progress",
    "review": "in_progress",
    "blocked": "blocked",
    "done": "done",
    "completed": "done",
    "cancelled": "done",
    "canceled": "done",
}
_KEYS = {"id", "title"}  # of each task; editors have a `tasks.json` too
_KEYS_OF_BARE_LIST = {*_KEYS, "status", "dependencies"}
FLAGS = ("passes", "passed", "done", "completed", "complete")  # of lists of others: true or false
_ID = re.compile(r'(?<![\\\w])"id"[ \t]*+:[ \t]*+(-?\d++|"(?:[^"\\]|\\.)*+")')
_SECTIONS = (("details", "Details"), ("testStrategy", "Test Strategy"))
_MODEL_KEYS = frozenset({"id", "title", "description", "details", "testStrategy", "subtasks", "status", "priority"})


def parse_tasks(path: str, text: str) -> tuple[list[Document], list[Diagnostic]]:
    """The tasks of a file, one document per tag. A `tasks.json` of another tool has none, which is no error outside of
    `.taskmaster`."""
    is_in_taskmaster_folder = ".taskmaster/" in path
    try:
        found = orjson.loads(text)
    except orjson.JSONDecodeError as error:
        reason = f"it is no JSON ({words_of(error.msg)}, line {error.lineno})"
        return [], [BAD_JSON.at(whole_file(path), path=path, reason=reason)] if is_in_taskmaster_folder else []
    tags = list(_tags(found))
    if not tags and is_in_taskmaster_folder:
        return [], [BAD_JSON.at(whole_file(path), path=path, reason="no tag of it has tasks")]
    id_lines = IdLines(text)
    root = path.partition(".taskmaster/")[0].rstrip("/") if is_in_taskmaster_folder else path.rpartition("/")[0]
    documents = []
    for tag, tasks in tags:
        records = tuple(_records(tasks, "", id_lines, ""))
        documents.append(Document(path, "task-master", tag, root, records))
    return documents, []


def parse_settings(path: str, text: str) -> tuple[Settings | None, list[Diagnostic]]:
    """The current tag that `state.json` names, or the default tag of `config.json`; None when there is neither."""
    try:
        found = orjson.loads(text)
    except orjson.JSONDecodeError as error:
        reason = f"it is no JSON ({words_of(error.msg)}, line {error.lineno})"
        return None, [BAD_SETTINGS.at(whole_file(path), path=path, reason=reason)]
    values = found if isinstance(found, dict) else {}
    shared = values.get("global")
    tag = values.get("currentTag") or (shared.get("defaultTag") if isinstance(shared, dict) else None)
    if not isinstance(tag, str):
        return None, []
    return Settings(path, "task-master", f"{path.rpartition('/')[0]}/tasks", current_tag=tag), []


class IdLines:
    """The line of each task: that of the next `"id": N` after the previous task's."""

    def __init__(self, text: str) -> None:
        self._lines = text.split("\n")
        self._ids = [(found[1], number) for number, line in enumerate(self._lines, 1) for found in _ID.finditer(line)]
        self._at = 0
        self._last = 1

    def line_of(self, identifier: Json) -> int:
        text = orjson.dumps(identifier).decode()
        for at in range(self._at, len(self._ids)):
            if self._ids[at][0] == text:
                self._at, self._last = at + 1, self._ids[at][1]
                return self._last
        # The ids are written in another way. Do not search them again for each task.
        self._ids = []
        return self._last

    def last_line_of(self, line: int) -> int:
        """The line that closes the task whose `"id"` stands in `line`: the next one that is indented less. The same
        line where a task stands in one line, or the file is laid out differently."""
        if line > len(self._lines) or not self._lines[line - 1].lstrip().startswith('"id"'):
            return line
        indent = _indent(self._lines[line - 1])
        for at in range(line, len(self._lines)):
            if self._lines[at].strip() and _indent(self._lines[at]) < indent:
                return at + 1 if self._lines[at].lstrip().startswith("}") else line
        return line


def _indent(line: str) -> int:
    return len(line) - len(line.lstrip())


def _tags(found: Json) -> Iterator[tuple[str, list[Json]]]:
    """Yield each tag with its tasks: an object `{"tasks": […]}` or a list, beside other tags or below `tags`. A file
    without tags is such an object or list itself. Each task of a list that no key `tasks` names has a status and
    dependencies, since other lists have ids and titles too."""
    tags = found if isinstance(found, dict) else {DEFAULT_TAG: found}
    if isinstance(tags.get("tags"), dict):
        tags = tags["tags"]
    elif isinstance(tags.get("tasks"), list):
        tags = {DEFAULT_TAG: tags}
    for tag, value in tags.items():
        listed, keys = (value.get("tasks"), _KEYS) if isinstance(value, dict) else (value or None, _KEYS_OF_BARE_LIST)
        if isinstance(listed, list) and all(isinstance(task, dict) and _is_task(task, keys) for task in listed):
            yield tag, listed


def _is_task(task: Mapping[str, Json], keys: set[str]) -> bool:
    """Whether an object has the `keys` of a task, and does not say in another way whether it is done."""
    return keys <= task.keys() and ("status" in task or not task.keys() & set(FLAGS))


def _records(tasks: list[Json], above: str, id_lines: IdLines, priority: str) -> Iterator[EntityRecord]:
    """The records of tasks and their subtasks. `above` and `priority` are the id and priority of the task around
    them."""
    siblings = frozenset(str(task["id"]) for task in tasks if isinstance(task, dict) and "id" in task)
    for at, task in enumerate(tasks, 1):
        if not isinstance(task, dict) or above.count(".") > MAX_DEPTH:
            continue
        own = str(task.get("id", at))
        identifier = f"{above}.{own}" if above and not own.startswith(f"{above}.") else own
        line = id_lines.line_of(task.get("id"))
        own_priority = str(task.get("priority") or priority)
        waits = tuple(_dependencies(task, above, siblings))
        yield _record(task, identifier, above, waits, (line, id_lines.last_line_of(line)), own_priority)
        parts = task.get("subtasks")
        if isinstance(parts, list):
            yield from _records(parts, identifier, id_lines, own_priority)


def _record(
    task: Mapping[str, Json],
    identifier: str,
    above: str,
    dependencies: tuple[str, ...],
    lines: tuple[int, int],
    priority: str,
) -> EntityRecord:
    line, last_line = lines
    native_status = str(task.get("status") or "pending").strip().lower()
    status = _STATUSES.get(native_status, "todo")
    rank = rank_of(priority)
    times = times_of(str(task.get("createdAt") or ""), str(task.get("updatedAt") or ""))
    rest = {name: value for name, value in task.items() if name not in _MODEL_KEYS}
    references = [Reference("belongs_to", False, "subtask of", above, line)] if above else []
    references += [Reference("blocks", True, "depends on", dependency, line) for dependency in dependencies]
    return EntityRecord(
        type="task",
        native_id=identifier,
        number=whole_number(identifier),
        name=str(task.get("title") or identifier).strip(),
        line=line,
        last_line=last_line,
        status=status,
        properties=task_properties(status, rank, None, _assignee(task)),
        native=json_text({"status": native_status} | present(priority=task.get("priority")) | rest),
        content=_content(task),
        tags=tuple(str(tag) for tag in task.get("tags") or () if isinstance(tag, str)),
        times=times,
        references=tuple(references),
        scheduling=Scheduling(
            native_status,
            rank,
            None,
            times.created,
            order=len(dependencies),
            undecided=unread_list(task, "dependencies", (str, int)) or unread_waits(task, "dependencies"),
        ),
    )


def _assignee(task: Mapping[str, Json]) -> str:
    named = task.get("assignee")
    return ", ".join(str(name) for name in (named if isinstance(named, list) else [named]) if name)


def _dependencies(task: Mapping[str, Json], above: str, siblings: frozenset[str]) -> Iterator[str]:
    """The ids that a task waits for. In a subtask a bare number is the id of a sibling, and so is any id that one of
    the `siblings` has."""
    listed = task.get("dependencies")
    for dependency in listed if isinstance(listed, list) else ():
        target = (
            str(dependency).strip() if isinstance(dependency, str | int) and not isinstance(dependency, bool) else ""
        )
        if target:
            yield f"{above}.{target}" if above and (target.isdecimal() or target in siblings) else target


def _content(task: Mapping[str, Json]) -> str | None:
    parts = [str(task.get("description") or "").strip()]
    parts += [f"## {title}\n\n{str(task[name]).strip()}" for name, title in _SECTIONS if task.get(name)]
    return "\n\n".join(filter(None, parts)) or None
