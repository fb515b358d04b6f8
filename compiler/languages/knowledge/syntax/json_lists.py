"""Lists of work in JSON of no tracker: `prd.json`, whose stories say whether they pass, and other `tasks.json`; and
those in the front matter of a plan (`todos`).

A list is one if each of its objects has a text and says what state it is in.
"""

import re
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import replace

import orjson

from compiler.languages.knowledge.codes import BAD_JSON
from compiler.languages.knowledge.front_matter import read_frontmatter
from compiler.languages.knowledge.listed_task import listed_task
from compiler.languages.knowledge.record_values import Json, rank_of
from compiler.languages.knowledge.records import Document, EntityRecord, Reference
from compiler.languages.knowledge.syntax.task_lists.unread_waits import unread_list, unread_waits
from compiler.languages.knowledge.syntax.task_master import FLAGS, IdLines
from compiler.languages.knowledge.trackers.status_words import Meaning, meaning_of
from compiler.model.diagnostics import Diagnostic
from compiler.model.reasons import words_of
from compiler.model.spans import whole_file
from compiler.text.numbers import whole_number

FORMAT = "json-list"
_WORK = re.compile(r"(?:(?:user_?)?stor(?:y|ies)|tasks?|features?|to_?dos?|work_?items|backlog|epics)", re.IGNORECASE)
_TEXTS = ("title", "name", "description", "content", "story", "task")
_ITEM = re.compile(r"([ \t]*)-[ \t]")
_WAITS = ("dependencies", "dependsOn", "depends_on", "blockedBy", "blocked_by")


def parse_json_list(path: str, text: str) -> tuple[Document | None, list[Diagnostic]]:
    """The tasks of a file; None if no list of it is one of work. What is no JSON is a finding, and a remark in
    `tasks.json`: other tools have such a file too. That of `.vscode` may hold comments."""
    try:
        found = orjson.loads(text)
    except orjson.JSONDecodeError as error:
        reason = f"it is no JSON ({words_of(error.msg)}, line {error.lineno})"
        if path.endswith(".vscode/tasks.json"):
            return None, []
        told = BAD_JSON.at(whole_file(path), path=path, reason=reason)
        return None, [replace(told, severity="info") if path.endswith("tasks.json") else told]
    id_lines = IdLines(text)
    tasks = [task for listed in _lists(found) for task in listed]
    folder, _, name = path.rpartition("/")
    scope = folder.rpartition("/")[2] or name.rpartition(".")[0]
    ids = {str(task.get("id")) for task in tasks}
    firsts = [id_lines.line_of(task["id"]) if "id" in task else 1 for task in tasks]
    places = [(first, id_lines.last_line_of(first)) for first in firsts]
    records = tuple(_record(task, at, places[at - 1], ids) for at, task in enumerate(tasks, 1))
    return (Document(path, FORMAT, scope, folder, records) if records else None), []


def parse_todos(path: str, text: str) -> Document | None:
    """The tasks in the front matter of a plan, below `todos`; None without any."""
    tasks = read_frontmatter(text).values.get("todos")
    if not isinstance(tasks, list) or not tasks or not all(map(_is_task, tasks)):
        return None
    folder, _, name = path.rpartition("/")
    lines = text.split("\n")
    starts = list(_items_below(lines, "todos:"))
    if len(starts) != len(tasks):
        return None
    ids = {str(task.get("id")) for task in tasks}
    ends = [*(start - 1 for start in starts[1:]), starts[-1]]
    places = list(zip(starts, ends, strict=True))
    records = tuple(_record(task, at, places[at - 1], ids) for at, task in enumerate(tasks, 1))
    return Document(path, FORMAT, name.rpartition(".")[0].removesuffix(".plan"), folder, records)


def _items_below(lines: Sequence[str], key: str) -> Iterator[int]:
    """Give the lines, from 1, at which the items of a list in YAML begin."""
    at = next((number for number, line in enumerate(lines, 1) if line.rstrip() == key), len(lines))
    indent = None
    for number, line in enumerate(lines[at:], at + 1):
        item = _ITEM.match(line)
        if item and indent in (None, item[1]):
            indent = item[1]
            yield number
        elif line.strip() and not line[:1].isspace():
            return


def _lists(found: Json) -> Iterator[list[Mapping[str, Json]]]:
    """Give the lists of work in a file: those below a key for work, or the file itself."""
    values = {"tasks": found} if isinstance(found, list) else found if isinstance(found, dict) else {}
    for key, value in values.items():
        if _WORK.fullmatch(key) and isinstance(value, list) and all(map(_is_task, value)):
            yield value


def _is_task(item: Json) -> bool:
    if not isinstance(item, dict):
        return False
    has_state = isinstance(item.get("status"), str) or any(isinstance(item.get(name), bool) for name in FLAGS)
    return has_state and bool(_text(item))


def _text(item: Mapping[str, Json]) -> str:
    return next((value.strip() for name in _TEXTS if isinstance(value := item.get(name), str) and value.strip()), "")


def _state(task: Mapping[str, Json]) -> tuple[str, str, str]:
    """The state of a task, its word for it, and what is not understood of it: the two ways to say it may differ."""
    word = str(task.get("status") or "").strip()
    flag = next((name for name in FLAGS if isinstance(task.get(name), bool)), "")
    meaning = meaning_of(word) if word else Meaning("done" if task[flag] else "todo")
    unknown = "" if meaning.is_known else f"nothing says what its status '{word[:80]}' means"
    if word and flag and (meaning.state == "done") != task[flag]:
        unknown = f"its status is '{word[:80]}', and '{flag}' is {str(task[flag]).lower()}"
    return meaning.state, word or f"{flag}: {str(task[flag]).lower()}", unknown


def _record(task: Mapping[str, Json], order: int, place: tuple[int, int], ids: Collection[str]) -> EntityRecord:
    identifier = str(task["id"]) if isinstance(task.get("id"), str | int) else f"#{order}"
    state, word, undecided = _state(task)
    listed = [value if isinstance(value := task.get(key), list) else [value] for key in _WAITS]
    waits = [str(target) for targets in listed for target in targets if target and isinstance(target, str | int)]
    unread = [
        *(unread_list(task, key, (str, int)) for key in _WAITS if not isinstance(task.get(key), str)),
        unread_waits(task, *_WAITS),
    ]
    absent = next((f"it waits for {target}, and there is none" for target in waits if target not in ids), "")
    return listed_task(
        identifier,
        _text(task),
        place,
        state,
        {"status": word} | {key: value for key, value in task.items() if key not in ("id", *_TEXTS[:2], "status")},
        order=order,
        undecided=next(filter(None, (undecided, *unread, absent)), ""),
        number=whole_number(identifier),
        rank=rank_of(str(task.get("priority") or "")),
        references=(Reference("blocks", True, "depends on", target, place[0]) for target in waits if target in ids),
    )
