"""Tasks that are rows of a table: `| ID | Title | Status | Depends on |`, on a page that is a list of work.

A table is one of tasks if it has a column for the state, or one to be ticked, and one for the text that is called after
work; with a column of ids any column for the text does.
"""

import re
from collections.abc import Callable, Iterator, Mapping, Sequence

from compiler.languages.knowledge.field_words import field_word
from compiler.languages.knowledge.listed_task import listed_task
from compiler.languages.knowledge.record_values import present
from compiler.languages.knowledge.records import EntityRecord, Reference
from compiler.languages.knowledge.stated_fields import Row, table_rows
from compiler.languages.knowledge.syntax.task_lists.boards import states_of_lines
from compiler.languages.knowledge.syntax.task_lists.dependencies import SAYS_NONE
from compiler.languages.knowledge.syntax.task_lists.in_order import DEFERRED, is_set_aside
from compiler.languages.knowledge.syntax.task_lists.stated_states import stated_state
from compiler.languages.knowledge.syntax.task_lists.unread_waits import is_waiting_word
from compiler.text.numbers import whole_number

_STATES = ("progress", "進捗", "fortschritt")  # beside the words for a status in any language
_TICKED = ("completed", "done", "complete", "finished")
_WORK = (
    r"(?:tasks?|work item|(?:user )?story|ticket|issue|to-?do|action|milestone|タスク|任[务務]|작업|aufgaben?|tâches?"
    r"|tareas?|tarefas?|attività|ta(?:ak|ken)|zadani[ea]|задач[аи]|opgaver?|uppgift(?:er)?)"
)
_TEXT = re.compile(rf"{_WORK}(?:名|名称)?")
# For the text beside a column of ids.
_TITLE = re.compile(
    r"title|name|description|item|feature|what|summary|titel|beschreibung|titre|título|名称|名稱|内容|标题"
)
_IDS = re.compile(rf"(?:{_WORK}[ -]?)?(?:id|#|no\.?|nr\.?|key|№|编号|編號|番号|번호)")
_WAITS = ("deps", "after", "needs", "upstream")  # beside the words of waiting of any format
_ID = re.compile(r"#?(?:[A-Za-z]{1,12}[-_ ]?){0,3}\d{1,6}(?:[.-]\d{1,4}){0,3}[a-z]?")
_OWN_ID = re.compile(r"[A-Z]{1,12}[-_]?\d{1,6}[a-z]?")
_TICK = re.compile(r"\[?(?:[✅☑✔✓]|(?:x|yes|y|done|\d{4}-\d\d-\d\d)(?!\w))", re.IGNORECASE)
_NO_TICK = re.compile(r"(?:\[[ _]?\]|[⬜☐❌✗]\uFE0F?|-+|–|—|no|n)?", re.IGNORECASE)
_NOTHING = re.compile(r"(?:[-–—]{1,3}|n/?a)?", re.IGNORECASE)  # in all cells but one: `| - | no active tasks | - |`
_LINK = re.compile(r"\[([^\[\]]{1,200})\]\([^()]{1,300}\)")
_SEPARATOR = re.compile(r"[\s,;&+]+(?:and[ \t])?")


def tasks_in_tables(text: str) -> Iterator[EntityRecord]:
    """Give the tasks of all tables of tasks on a page."""
    tasks: list[tuple[int, dict[str, str]]] = []
    waits: dict[object, str] = {}  # of the tasks so far
    states = states_of_lines(text)
    tables = ((rows, states[rows[0][0]] if states else "") for rows in table_rows(text.split("\n")) if rows)
    for line, task in (row for rows, state in tables for row in _tasks(rows, state)):
        key = (task["id"], task["text"], stated_state(task["state"])) if task["id"] else line
        # A further table of the page may list the same tasks again, in another order.
        if key not in waits or task["waits"] not in ("", waits[key]):
            tasks.append((line, task))
        waits.setdefault(key, task["waits"])
    ids = {task["id"] for _, task in tasks}
    yield from (_record(task, line + 1, at, ids) for at, (line, task) in enumerate(tasks, 1))


def _tasks(rows: Sequence[Row], heading: str) -> Iterator[tuple[int, dict[str, str]]]:
    """Give the line of each task of a table, from 0, and what it says, by id, text, state, waits and aside. The
    `heading` above names its state, if anything."""
    columns = _columns(rows)
    if "text" not in columns or (columns.keys().isdisjoint(("state", "ticked")) and not heading):
        return
    for line, cells in rows[1:]:
        task = {key: _cell(cells, at) for key, at in columns.items()}
        if not all(_NOTHING.fullmatch(cell) for at, cell in enumerate(map(_plain, cells)) if at != columns["text"]):
            written = task.get("id", "")
            is_put_off = any(map(is_set_aside, cells)) or not task["text"]  # without what is struck through
            identifier = written.lstrip("#") if _ID.fullmatch(written) else ""
            if "state" not in columns:
                task["state"] = _of_tick(task["ticked"]) if "ticked" in columns else heading
            yield line, {"waits": "", **task, "id": identifier, "aside": "yes" if is_put_off else ""}


def _columns(rows: Sequence[Row]) -> dict[str, int]:
    """The columns of a table, by what they hold: id, text, state, ticked, waits. A column that is called after work may
    hold ids (`TASK-001`), beside one for the text."""
    names = [_plain(cell).casefold() for cell in rows[0][1]]
    work, identifier = _first(names, _TEXT.fullmatch), _first(names, _IDS.fullmatch)
    if identifier is None and work is not None and all(_OWN_ID.fullmatch(_cell(cells, work)) for _, cells in rows[1:]):
        identifier, names[work] = work, ""
        work = _first(names, _TEXT.fullmatch)
    found = {
        "id": identifier,
        "text": _first(names, _TITLE.fullmatch) if work is None and identifier is not None else work,
        "state": _first(names, lambda name: field_word(name) == "status" or name in _STATES),
        "ticked": _first(names, _TICKED.__contains__),
        "waits": _first(names, lambda name: is_waiting_word(name) or name in _WAITS),
    }
    return {key: at for key, at in found.items() if at is not None}


def _first(names: Sequence[str], is_of: Callable[[str], object]) -> int | None:
    return next((at for at, name in enumerate(names) if is_of(name)), None)


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
