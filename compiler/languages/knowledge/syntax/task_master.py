"""Task Master: `tasks.json`, lists of tasks by tag, each with subtasks whose ids count within it."""

from collections.abc import Iterator, Mapping
from typing import Any

import orjson

from compiler.languages.knowledge.codes import BAD_JSON
from compiler.languages.knowledge.records import Document, Entry, Reference, Work
from compiler.languages.knowledge.syntax.entries import json_text, present, rank_of, task_properties, times_of
from compiler.model.diagnostics import Diagnostic
from compiler.model.spans import whole_file

Json = Any
DEFAULT_TAG = "master"
DEEPEST = 10

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
_SECTIONS = (("details", "Details"), ("testStrategy", "Test Strategy"))
_ALREADY_SAID = frozenset({"id", "title", "description", "details", "testStrategy", "subtasks", "status", "priority"})


def parse_tasks(path: str, text: str) -> tuple[list[Document], list[Diagnostic]]:
    """The tasks of a file, a document a tag. Another tool's `tasks.json` has none, which is no mistake unless it stands
    where Task Master has it."""
    is_at_home = ".taskmaster/" in path
    try:
        found = orjson.loads(text)
    except orjson.JSONDecodeError as error:
        reason = f"it is no JSON ({error.msg}, line {error.lineno})"
        return [], [BAD_JSON.at(whole_file(path), path=path, reason=reason)] if is_at_home else []
    tags = list(_tags(found)) if isinstance(found, dict) else []
    if not tags and is_at_home:
        return [], [BAD_JSON.at(whole_file(path), path=path, reason="no tag of it has tasks")]
    places = _Places(text)
    root = path.partition(".taskmaster/")[0].rstrip("/") if is_at_home else path.rpartition("/")[0]
    documents = []
    for tag, tasks in tags:
        entries = tuple(_entries(tasks, "", places, 0))
        documents.append(Document(path, "task-master", tag, root, entries))
    return documents, []


class _Places:
    """The lines of tasks: the next one after the last that reads `"id": N`."""

    def __init__(self, text: str) -> None:
        self._lines = text.split("\n")
        self._at = 0

    def line_of(self, identifier: Json) -> int:
        wanted = orjson.dumps(identifier).decode()
        for at in range(self._at, len(self._lines)):
            key, colon, value = self._lines[at].strip().rstrip(",").partition(":")
            if colon and key.strip() == '"id"' and value.strip() == wanted:
                self._at = at + 1
                return at + 1
        # Written in another way, all on one line perhaps: looking again for each task would take long.
        self._lines = []
        return max(self._at, 1)


def _tags(found: Mapping[str, Json]) -> Iterator[tuple[str, list[Json]]]:
    if isinstance(found.get("tasks"), list):
        if _is_tasks(found["tasks"]):
            yield DEFAULT_TAG, found["tasks"]
        return
    for tag, value in found.items():
        if isinstance(value, dict) and isinstance(value.get("tasks"), list) and _is_tasks(value["tasks"]):
            yield tag, value["tasks"]


def _is_tasks(listed: list[Json]) -> bool:
    """Whether these are tasks of Task Master: editors have a `tasks.json` too, of other things."""
    return all(isinstance(one, dict) and "id" in one and "title" in one for one in listed)


def _entries(tasks: list[Json], above: str, places: _Places, depth: int) -> Iterator[Entry]:
    for at, task in enumerate(tasks, 1):
        if not isinstance(task, dict) or depth > DEEPEST:
            continue
        own = str(task.get("id", at))
        identifier = f"{above}.{own}" if above and not own.startswith(f"{above}.") else own
        yield _entry(task, identifier, above, places.line_of(task.get("id")))
        parts = task.get("subtasks")
        if isinstance(parts, list):
            yield from _entries(parts, identifier, places, depth + 1)


def _entry(task: Mapping[str, Json], identifier: str, above: str, line: int) -> Entry:
    native_status = str(task.get("status") or "pending").strip().lower()
    status = _STATUSES.get(native_status, "todo")
    rank = rank_of(str(task.get("priority") or ""))
    times = times_of(str(task.get("createdAt") or ""), str(task.get("updatedAt") or ""))
    rest = {name: value for name, value in task.items() if name not in _ALREADY_SAID}
    references = [Reference("belongs_to", False, "subtask of", above, line)] if above else []
    references += [Reference("blocks", True, "depends on", one, line) for one in _dependencies(task, above)]
    return Entry(
        type="task",
        native_id=identifier,
        number=int(identifier) if identifier.isdecimal() and len(identifier) < 10 else None,
        name=str(task.get("title") or identifier).strip(),
        line=line,
        last=line,
        status=status,
        properties=task_properties(status, rank, None, str(task.get("assignee") or "")),
        native=json_text({"status": native_status} | present(priority=task.get("priority")) | rest),
        content=_content(task),
        tags=tuple(str(one) for one in task.get("tags") or () if isinstance(one, str)),
        created_at=times.created_at,
        updated_at=times.updated_at,
        precision=times.precision,
        latest=times.latest,
        references=tuple(references),
        work=Work(native_status if status != "done" else "done", rank, None, times.created),
    )


def _dependencies(task: Mapping[str, Json], above: str) -> Iterator[str]:
    """What a task waits for; of a subtask a bare number is one of its siblings."""
    listed = task.get("dependencies")
    for one in listed if isinstance(listed, list) else ():
        target = str(one).strip() if isinstance(one, str | int) and not isinstance(one, bool) else ""
        if target:
            yield f"{above}.{target}" if above and target.isdecimal() else target


def _content(task: Mapping[str, Json]) -> str | None:
    parts = [str(task.get("description") or "").strip()]
    parts += [f"## {title}\n\n{str(task[name]).strip()}" for name, title in _SECTIONS if task.get(name)]
    return "\n\n".join(filter(None, parts)) or None
