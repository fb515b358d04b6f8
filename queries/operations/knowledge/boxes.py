"""The lines of tasks in lists: the box, the text behind it, and the sections that state how far a task is."""

import re
from typing import NamedTuple

from compiler.languages.knowledge.facts import Task
from queries.operations.arguments import unavailable
from queries.operations.draft import Draft
from queries.operations.knowledge.entities import is_heading
from queries.operations.knowledge.sections import Section, last_text_line, sections_of, set_field

_BOX = re.compile(r"(?P<before>[ \t]*(?:[-*+–—]|\d+[.)])[ \t]+\[)(?P<box>[^\]\n])(?P<after>\].*)")
_TICK = re.compile(r"(?<![ \t])[ \t]*+[✅❌]\ufe0f?[ \t]*+\d{4}-\d{2}-\d{2}")
_NOTHING = re.compile(r"[ \t]*[-*+][ \t]+\(none\)[ \t]*", re.IGNORECASE)
_TITLES = {
    "in_progress": ("in progress", "doing"),
    "blocked": ("blocked",),
    "todo": ("todo", "to do", "backlog"),
    "done": ("done", "completed"),
}
_STARTED = {"kiro": "-", "obsidian": "/", "note": "/", "checkbox": "/"}
_WORDS = {"todo": "Todo", "in_progress": "In Progress", "done": "Done", "blocked": "Blocked"}


class Line(NamedTuple):
    """The line of a task: what stands before its box, the sign in it, and what stands behind it."""

    before: str
    box: str
    after: str

    def text(self) -> str:
        """Return the whole line."""
        return self.before + self.box + self.after


def box_line(draft: Draft, task: Task) -> Line:
    """Return the line of a task. Raises QueryError if it has no box."""
    found = _BOX.fullmatch(draft.line(task.span.file, task.span.start_line))
    if found is None:
        raise unavailable("The line of this task has no box: edit the text itself", ref=task.ref)
    return Line(found["before"], found["box"], found["after"])


def set_box_status(draft: Draft, task: Task, status: str) -> None:
    """Write the status of a task of a list: in its box, or by moving it to the section of that status. Raises
    QueryError if the list has no sign for it."""
    if is_heading(draft, task):
        _set_heading_status(draft, task, status)
        return
    line = box_line(draft, task)
    new = line._replace(box=sign_of(draft, task, status))
    if status != "done":
        new = new._replace(after=_TICK.sub("", new.after))
    section = _sections_by_status(draft, task.span.file).get(status)
    if section is None and status in ("in_progress", "blocked") and new.box == " ":
        _refuse_status(task, status)
    if section is None or section.line < task.span.start_line <= section.last:
        draft.set_line(task.span.file, task.span.start_line, new.text())
    else:
        _move(draft, task, section, new.text())


def sign_of(draft: Draft, task: Task, status: str) -> str:
    """Return the sign for a status in the box of a task."""
    if status == "done":
        boxes = [fact.native.get("status") for fact in draft.snapshot.facts(Task, file=task.span.file)]
        return "X" if "X" in boxes and "x" not in boxes else "x"
    if status == "in_progress" and not _sections_by_status(draft, task.span.file):
        return _STARTED.get(task.format, " ")
    return " "


def _sections_by_status(draft: Draft, file: str) -> dict[str, Section]:
    """Return the first section of each status; none if no section of the list says that its tasks are in progress or
    blocked."""
    sections = reversed(sections_of(draft, file))
    titled = (
        (status, section) for section in sections for status in _TITLES if section.title.lower() in _TITLES[status]
    )
    found = dict(titled)
    return found if found.keys() & {"in_progress", "blocked"} else {}


def _move(draft: Draft, task: Task, section: Section, line: str) -> None:
    """Move a task with all that stands below it to a section."""
    file, first = task.span.file, task.span.start_line
    if line[:1] in " \t":
        raise unavailable("This task is a part of another one: move its lines by hand", ref=task.ref)
    last = with_parts(draft, task)
    below = [draft.line(file, at) for at in range(first + 1, last + 1)]
    take_out(draft, file, first, last)
    _put_on_top(draft, file, section, [line, *below])


def top_of_section(draft: Draft, beside: Task, status: str, lines: list[str]) -> bool:
    """Put a new task to the top of the section of its status. Return False if the list has no such sections. Raises
    QueryError if it has no sign for the status."""
    section = _sections_by_status(draft, beside.span.file).get(status)
    if section:
        _put_on_top(draft, beside.span.file, section, lines)
    elif status in ("in_progress", "blocked") and sign_of(draft, beside, status) == " ":
        _refuse_status(beside, status)
    return section is not None


def _refuse_status(task: Task, status: str) -> None:
    word = _WORDS[status]
    problem = f"This list has no sign for '{status}', and no section '{word}'"
    raise unavailable(problem, file=task.span.file, hint=f"Add a section '## {word}' first.")


def _put_on_top(draft: Draft, file: str, section: Section, lines: list[str]) -> None:
    """Put lines to the top of a section, in which the newest stand first."""
    inside = range(section.line + 1, section.last + 1)
    nothing = next((at for at in inside if _NOTHING.fullmatch(draft.line(file, at))), 0)
    if nothing:
        draft.replace(file, nothing, nothing, lines)
        return
    is_empty = last_text_line(draft, file, section) == section.line
    is_blank = section.line < section.last and not draft.lines(file)[section.line].strip()
    behind = [""] if is_empty and section.last < len(draft.lines(file)) else []
    draft.insert(file, section.line + 1 + is_blank, [*([] if is_blank else [""]), *lines, *behind])


def with_parts(draft: Draft, task: Task) -> int:
    """Return the last line of a task and of the tasks that are indented below it."""
    lines, last = draft.lines(task.span.file), task.span.end_line
    while last < len(lines) and lines[last][:1] in (" ", "\t") and lines[last].strip():
        last += 1
    return last


def take_out(draft: Draft, file: str, first: int, last: int) -> None:
    """Delete lines; of two blank lines that then meet, one goes too."""
    lines = draft.lines(file)
    before = first < 2 or not lines[first - 2].strip()
    if before and last < len(lines) and not lines[last].strip():
        last += 1
    draft.replace(file, first, last, ())


def _set_heading_status(draft: Draft, task: Task, status: str) -> None:
    """Write the status of a task that is a heading: in its field, or by ticking the heading."""
    file, start = task.span.file, task.span.start_line
    if set_field(draft, file, range(start + 1, task.span.end_line + 1), ["status"], lambda _: _WORDS[status]):
        return
    heading = draft.line(file, start)
    box = re.search(r"\[[ xX]\]", heading)
    if box and status in ("done", "todo"):
        sign = "[x]" if status == "done" else "[ ]"
        draft.set_line(file, start, heading[: box.start()] + sign + heading[box.end() :])
        return
    if status == "done":
        draft.set_line(file, start, f"{heading.rstrip()} ✅")
        return
    draft.insert(file, start + 1, ["", f"**Status**: {_WORDS[status]}"])
