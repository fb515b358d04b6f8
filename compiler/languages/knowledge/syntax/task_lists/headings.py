"""Tasks that are headings: `### T001: Title`, with fields and acceptance criteria below; with a field that says so also
`### Task 2.1: Title`.

A heading over several tasks (`### T001-T010: Setup`) is no task, nor is one over the line of the same task. A table
of the page may say more of it, in the row of its id (`| ID | Status | Priority |`).
"""

import re
from collections.abc import Iterator, Mapping, Sequence
from itertools import takewhile
from typing import NamedTuple

from compiler.languages.knowledge.stated_fields import table_rows
from compiler.languages.knowledge.syntax.task_lists.dependencies import DEPENDS, SAYS_NONE, TASK_ID, dependencies_of
from compiler.languages.knowledge.syntax.task_lists.lines import Section
from compiler.languages.knowledge.syntax.task_lists.stated_states import StatedState, stated_state

# The id of a heading: one of spec-kit, or a word for work with a number (`TASK-001`).
_ID = rf"(?:{TASK_ID}|(?:T|TASK|TODO|ISSUE|BUG|STORY|EPIC|TICKET|ITEM)[-_]\d{{1,5}})"
_BEFORE = r"(?:(?P<sign>[^\w\s\[*`]{1,3})[ \t]+)?(?:\[(?:P\d|[A-Z]{1,8})\][ \t]+)?"  # a priority: `[P0]`
# A quick test of a whole text.
HEADING_WITH_ID = re.compile(rf"^#{{2,6}}[ \t]+(?:\[[ xX]\][ \t]+)?{_BEFORE}(?:\*\*)?{_ID}(?![\w-])", re.MULTILINE)
_NUMBER = r"(?:T(?:ask|ASK)|(?P<phase>Phase))[ \t]+(?P<number>\d{1,3}(?:\.\d{1,3}){0,3})(?=[ \t]*[:.–—-])"
NUMBERED_HEADING = re.compile(rf"^#{{2,6}}[ \t]+{_BEFORE}(?:\*\*)?{_NUMBER}", re.MULTILINE)

_TASK = re.compile(
    rf"(?:\[(?P<box>[ xX])\][ \t]+)?{_BEFORE}(?:\*\*)?(?:(?P<id>{_ID})|{_NUMBER})(?:\*\*)?(?![\w]|-\w)"
    r"(?![ \t]*(?:[-–—~…&,+/]|to|and)[ \t]*T?\d)[ \t]*[:.)–—-]?[ \t]*(?P<title>.*)"
)
_TICK = re.compile(r"(?<![ \t])[ \t]*(?:✅|☑|✔|\(done\)|\[[xX]\]).*$", re.IGNORECASE)
_FLAGS = re.compile(r"(?<![ \t])((?:[ \t]*\[(?:P|US\d{1,3})\]){1,20})[ \t]*$")
_FIELD = re.compile(
    r"[ \t]*(?:[-*+][ \t]+)?[*_`]{0,3}([A-Za-z][A-Za-z _-]{0,30}?)[*_`]{0,3}[ \t]*[:：][*_`]{0,3}[ \t]*(.*)$"
)
_BOX = re.compile(r"[ \t]*(?:[-*+]|\d+[.)])[ \t]+\[([^\]\n])\][ \t]")
_IDS = re.compile(rf"\b{_ID}\b(?:[ \t]*[-–—][ \t]*T?\d{{1,6}}(?:\.\d{{1,3}}){{0,3}}\b)?")
_NUMBERS = re.compile(r"(?<![\w.])\d{1,3}(?:\.\d{1,3}){0,3}(?:[ \t]*[-–—][ \t]*\d{1,3}(?:\.\d{1,3}){0,3})?(?![\w.]*\w)")
# A heading with a mere number is a task if one of these stands below it. `Files` says nothing of its state.
_OF_TASKS = frozenset((*DEPENDS, "status", "priority", "estimate", "estimated time", "effort", "files"))
_PLANNED = frozenset((*DEPENDS, "status"))
_WHOLE_ID = re.compile(_ID)
_TABLED = frozenset(("status", "state", "priority", *DEPENDS))


class HeadingTask(NamedTuple):
    """A task that is a heading. `text` is its id and title, `fields` the values below it by their names in small
    letters.

    `state` is as its heading or its status says, else done when all of its `criteria` (boxes below, each ticked or
    not) are.
    """

    identifier: str
    text: str
    state: StatedState
    fields: dict[str, str]
    criteria: tuple[bool, ...]
    line: int
    last_line: int
    details: tuple[str, ...]

    @property
    def depends(self) -> tuple[str, ...]:
        """The ids of the tasks that it waits for."""
        if self.identifier[0].isalpha():
            return dependencies_of(",".join(_IDS.findall(self._listed))).ids
        numbers = dependencies_of(",".join(f"T{number}" for number in _NUMBERS.findall(self._listed))).ids
        return tuple(number.removeprefix("T") for number in numbers)

    @property
    def depends_line(self) -> int:
        """The line of the field that says what it waits for; that of the heading where a table does."""
        named = ((number, _FIELD.match(line)) for number, line in enumerate(self.details, self.line + 1))
        return next((number for number, pair in named if pair and _name(pair[1]) in DEPENDS), self.line)

    @property
    def undecided(self) -> str:
        """What is not understood of its status, or of what it waits for, where that names no task."""
        if self.state.unknown:
            return self.state.undecided
        has_signs = self.criteria or (_OF_TASKS - {"files"}).intersection(self.fields)
        if self.state.state == "todo" and not has_signs and not self.identifier[0].isalpha():
            return "nothing says whether it is done"
        is_known = self.depends or SAYS_NONE.match(self._listed)
        return "" if is_known else f"it waits for something that is no task here: {self._listed[:80]}"

    @property
    def _listed(self) -> str:
        return next((self.fields[name] for name in DEPENDS if name in self.fields), "")


def heading_tasks(
    lines: Sequence[str], sections: Sequence[Section], ids_of_lines: frozenset[str], *, is_work: bool = False
) -> Iterator[HeadingTask]:
    """The tasks among the headings of a list, in order. `ids_of_lines` are the ids of tasks that have a line.
    `is_work`: they stand below a heading for work, and need no field of tasks."""
    tabled = _fields_in_tables(lines)
    tasks: list[HeadingTask] = []
    phases: list[HeadingTask] = []  # of a plan, which have no tasks
    for at, section in enumerate(sections):
        found = _TASK.match(section.text) if section.level > 1 else None
        if found is None or (found["id"] or found["number"]) in ids_of_lines:
            continue
        following = (
            other.line for other in sections[at + 1 :] if other.level <= section.level or _TASK.match(other.text)
        )
        end = next(following, len(lines) + 1)
        task = _heading_task(found, section, lines[section.line : end - 1], tabled.get(found["id"], {}))
        (phases if found["phase"] else tasks).append(task)
    planned = [task for task in phases if not _PLANNED.isdisjoint(task.fields)]
    if not tasks and len(planned) * 2 > len(phases) and not any(task.criteria for task in phases):
        tasks = planned
    # A heading with a mere number is a task where it or another one has a field of tasks.
    are_tasks = is_work or any(_has_field_of_tasks(task.details) for task in tasks if not task.identifier[0].isalpha())
    yield from (task for task in tasks if are_tasks or task.identifier[0].isalpha())


def _name(field: str) -> str:
    return field.strip().replace("_", " ").lower()


def _has_field_of_tasks(details: Sequence[str]) -> bool:
    """Whether a field that tasks have stands below a heading, before any box."""
    head = takewhile(lambda line: not _BOX.match(line), details)
    return any(_name(pair[1]) in _OF_TASKS for line in head if (pair := _FIELD.match(line)))


def _fields_in_tables(lines: Sequence[str]) -> dict[str, dict[str, str]]:
    """The fields of tasks in the tables of a page whose first column has their ids, by id."""
    found: dict[str, dict[str, str]] = {}
    for rows in table_rows(lines):
        names = [cell.casefold() for cell in rows[0][1]]
        for _, cells in rows[1:]:
            if cells and _WHOLE_ID.fullmatch(cells[0]):
                fields = found.setdefault(cells[0], {})
                for name, value in zip(names, cells, strict=False):
                    if name in _TABLED and not SAYS_NONE.match(value):
                        fields.setdefault("status" if name == "state" else name, value)
    return found


def _heading_task(
    found: re.Match[str], section: Section, below: Sequence[str], tabled: Mapping[str, str]
) -> HeadingTask:
    details = tuple("\n".join(below).rstrip().split("\n")) if any(line.strip() for line in below) else ()
    fields: dict[str, str] = {}
    for line in details:
        if pair := _FIELD.match(line):
            value = pair[2].partition("|")[0].strip(" \t*_`")
            fields.setdefault(_name(pair[1]), value)
    fields = {**tabled, **fields}
    criteria = tuple(box[1] != " " for line in details if (box := _BOX.match(line)))
    title = _TICK.sub("", found["title"]).strip()
    is_ticked = (found["box"] or " ") != " " or title != found["title"].strip()
    status = fields.get("status") or found["sign"] or ""
    is_done = is_ticked or (not status and criteria and all(criteria))
    state = StatedState("done") if is_done else stated_state(status)
    last = section.line + len(details)
    flags = _FLAGS.search(title)
    identifier = found["id"] or found["number"]
    text = f"{identifier}{flags[1]} {title[: flags.start()]}" if flags else f"{identifier} {title}"
    return HeadingTask(identifier, text, state, fields, criteria, section.line, last, details)
