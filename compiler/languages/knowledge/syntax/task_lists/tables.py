"""Tasks that are rows of a table: `| ID | Title | Status | Depends on |`, on a page that is a list of work.

A table is one of tasks if it has a column for the state, or one to be ticked, and one for the text that is called after
work; with a column of ids any column for the text does.
"""

import re
from collections.abc import Iterator, Mapping, Sequence

from compiler.languages.knowledge.listed_task import listed_task
from compiler.languages.knowledge.record_values import present
from compiler.languages.knowledge.records import EntityRecord, Reference
from compiler.languages.knowledge.stated_fields import Row, table_rows
from compiler.languages.knowledge.syntax.task_lists.dependencies import DEPENDS, SAYS_NONE
from compiler.languages.knowledge.syntax.task_lists.in_order import DEFERRED, is_set_aside
from compiler.languages.knowledge.syntax.task_lists.stated_states import stated_state
from compiler.text.numbers import whole_number

_STATES = ("status", "state", "progress")
_TICKED = ("completed", "done", "complete", "finished")
_WORK = ("task", "tasks", "work item", "story", "user story", "ticket", "issue", "to-do", "todo", "action", "milestone")
_TEXTS = (*_WORK, "title", "name", "description", "item", "feature", "what", "summary")
_IDS = ("id", "#", "no", "no.", "nr", "key", "task id", "task #", "ticket id", "story id", "issue id")
_WAITS = (*DEPENDS, "deps", "waits for", "requires", "prerequisites", "blocked on", "after")
_ID = re.compile(r"#?(?:[A-Za-z]{1,12}[-_ ]?){0,3}\d{1,6}(?:[.-]\d{1,4}){0,3}[a-z]?")
_OWN_ID = re.compile(r"[A-Z]{1,12}[-_]?\d{1,6}[a-z]?")
_TICK = re.compile(r"(?:[✅☑✔✓]|(?:x|yes|y|done|\d{4}-\d\d-\d\d)(?!\w))", re.IGNORECASE)
_NO_TICK = re.compile(r"(?:[⬜☐❌✗]\uFE0F?|-+|–|—|no|n)?", re.IGNORECASE)
_NOTHING = re.compile(r"(?:[-–—]{1,3}|n/?a)?", re.IGNORECASE)  # in all cells but one: `| - | no active tasks | - |`
_LINK = re.compile(r"\[([^\[\]]{1,200})\]\([^()]{1,300}\)")
_SEPARATOR = re.compile(r"[\s,;&+]+(?:and[ \t])?")


def tasks_in_tables(lines: Sequence[str]) -> Iterator[EntityRecord]:
    """Give the tasks of all tables of tasks among the lines of a page."""
    tasks = [row for rows in table_rows(lines) for row in _tasks(rows)]
    ids = {task["id"] for _, task in tasks}
    yield from (_record(task, line + 1, at, ids) for at, (line, task) in enumerate(tasks, 1))


def _tasks(rows: Sequence[Row]) -> Iterator[tuple[int, dict[str, str]]]:
    """Give the line of each task of a table, from 0, and what it says, by id, text, state, waits and aside."""
    columns = _columns(rows)
    if "text" not in columns or columns.keys().isdisjoint(("state", "ticked")):
        return
    for line, cells in rows[1:]:
        task = {key: _cell(cells, at) for key, at in columns.items()}
        if not all(_NOTHING.fullmatch(cell) for at, cell in enumerate(map(_plain, cells)) if at != columns["text"]):
            written = task.get("id", "")
            is_put_off = any(map(is_set_aside, cells)) or not task["text"]  # without what is struck through
            identifier = written.lstrip("#") if _ID.fullmatch(written) else ""
            if "state" not in columns:
                task["state"] = _of_tick(task["ticked"])
            yield line, {"waits": "", **task, "id": identifier, "aside": "yes" if is_put_off else ""}


def _columns(rows: Sequence[Row]) -> dict[str, int]:
    """The columns of a table, by what they hold: id, text, state, ticked, waits. A column that is called after work may
    hold ids (`TASK-001`), beside one for the text."""
    places = {_plain(cell).casefold(): at for at, cell in reversed(list(enumerate(rows[0][1])))}
    work = next((places[name] for name in _WORK if name in places), None)
    has_ids = not places.keys().isdisjoint(_IDS)
    if not has_ids and work is not None and all(_OWN_ID.fullmatch(_cell(cells, work)) for _, cells in rows[1:]):
        places = {"id": work, **{name: at for name, at in places.items() if at != work}}
        has_ids = True
    keys = {"id": _IDS, "text": _TEXTS if has_ids else _WORK, "state": _STATES, "ticked": _TICKED, "waits": _WAITS}
    return {key: places[name] for key, names in keys.items() for name in reversed(names) if name in places}


def _of_tick(written: str) -> str:
    """What a cell to be ticked says of the state."""
    return "done" if _TICK.match(written) else "todo" if _NO_TICK.fullmatch(written) else written


def _cell(cells: Sequence[str], at: int) -> str:
    return _plain(cells[at]) if at < len(cells) else ""


def _plain(cell: str) -> str:
    return _LINK.sub(r"\1", cell).strip("*_`~ \t")


def _record(task: Mapping[str, str], line: int, order: int, ids: set[str]) -> EntityRecord:
    stated = stated_state(task["state"])
    is_over = stated.state == "done"
    names = [] if SAYS_NONE.match(task["waits"]) else [name.strip("#*`") for name in _SEPARATOR.split(task["waits"])]
    unknown = stated.undecided or ("" if task["state"] else "nothing says what state it is in")
    if not unknown and not ids.issuperset(names):
        unknown = f"it waits for something that is no task here: {task['waits'][:80]}"
    return listed_task(
        task["id"] or f"#{order}",
        task["text"] or task["id"],
        (line, line),
        DEFERRED if task["aside"] and not is_over else stated.state,
        present(status=task["state"]),
        order=order,
        undecided="" if is_over else unknown,
        number=whole_number(task["id"].rpartition("-")[2]),
        references=(Reference("blocks", True, "depends on", name, line) for name in names if name in ids),
    )
