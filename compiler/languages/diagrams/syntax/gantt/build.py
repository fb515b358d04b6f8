"""The syntax tree of a Gantt chart, built from its statements in the order of the text."""

from collections.abc import Iterable, Iterator
from datetime import datetime
from typing import Any

from compiler.languages.diagrams import codes
from compiler.languages.diagrams.date_formats import DateFormat, shown_date
from compiler.languages.diagrams.syntax.gantt.schedule import (
    TOO_FAR,
    WAITS_FOR_ITSELF,
    Plan,
    Timing,
    schedule,
    waits_for,
)
from compiler.languages.diagrams.syntax.gantt.statements import Click, Section, Setting, Statement, Task
from compiler.languages.diagrams.syntax.shared.lexing import Token
from compiler.languages.diagrams.syntax.shared.prepare import Prepared
from compiler.languages.diagrams.syntax.shared.text import decode, setting_text
from compiler.model.diagnostics import Diagnostic, Severity
from compiler.model.spans import Span

TAGS = ("active", "done", "crit", "milestone", "vert")
# The settings that the syntax tree keeps, by their words.
KEPT = {
    "title": "title",
    "accdescription": "acc_descr",
    "dateformat": "date_format",
    "axisformat": "axis_format",
    "tickinterval": "tick_interval",
    "excludes": "excludes",
    "includes": "includes",
    "weekday": "weekday",
    "weekend": "weekend",
    "todaymarker": "today_marker",
}
ADDED = ("excludes", "includes")  # settings of which each line adds to those before


class GanttBuilder:
    """Applies statements in order. `tree` computes the dates and returns the syntax tree."""

    def __init__(self, prepared: Prepared) -> None:
        self.prepared = prepared
        self.settings: dict[str, Any] = {"title": decode(prepared.title or "")}
        self.inclusive = False
        self.sections: dict[str, dict[str, Any]] = {}
        self.section = ""
        self.tasks: list[dict[str, Any]] = []
        self.timings: list[Timing] = []
        self.places: list[Span] = []  # of the data of each task
        self.format_line: Token | None = None
        self.links: dict[str, str] = {}  # by the ids of tasks
        self.automatic = 0  # tasks without an id of their own so far
        self.diagnostics: list[Diagnostic] = []

    def add(self, statements: Iterable[Statement]) -> None:
        for statement in statements:
            match statement:
                case Task():
                    self.plan(statement)
                case Section(line):
                    self.begin_section(line)
                case Setting():
                    self.set(statement)
                case Click(ids, link) if link:
                    self.links |= dict.fromkeys(ids.split(","), link)

    def tree(self) -> dict[str, Any]:
        self.compute_dates()
        self.mark_shadowed()
        tree = {key: value for key, value in self.settings.items() if value}
        return {
            "diagram_type": "gantt",
            **tree,
            "sections": list(self.sections.values()),
            "tasks": self.tasks,
            "dependencies": list(self.dependencies()),
        }

    def set(self, setting: Setting) -> None:
        if setting.word.startswith("acc_"):
            self.settings[setting.word] = setting_text(setting.word, setting.value)
        elif setting.word == "inclusiveenddates":
            self.inclusive = True
            self.settings["inclusive_end_dates"] = "yes"
        elif setting.word in KEPT:
            key, value = KEPT[setting.word], decode(setting.value)
            added_to = self.settings.get(key) if key in ADDED else None
            self.settings[key] = f"{added_to} {value}" if added_to else value
        if setting.word == "dateformat":
            self.format_line = setting.line

    def begin_section(self, line: Token) -> None:
        self.section = decode(line.value[8:].strip())
        self.sections.setdefault(self.section, {"label": self.section, "span": self.span(line, line)})

    def plan(self, task: Task) -> None:
        """Add a task. Its data are tags, then an id, a start and an end, of which id and start may be missing."""
        data = task.data.value[1:].split(",")
        found: dict[str, Any] = {}
        while data and data[0].strip() in TAGS:
            found[data.pop(0).strip()] = True
        items = [part.strip() for part in data]
        label = decode(task.text.value.strip())
        place = self.prepared.span(task.text.start, end_of(task.data))
        if not 1 <= len(items) <= 3:
            reason = "it has tags and no end" if not items else f"it has {len(items)} items, and three is the most"
            severity: Severity | None = None if items else "error"
            self.diagnostics.append(codes.UNDRAWABLE_TASK.at(place, task=label, reason=reason, severity=severity))
            if not items:
                return
        id_ = items[0] if len(items) >= 3 else self.automatic_id()
        start = items[-2] if len(items) in (2, 3) else None
        self.tasks.append(
            {
                "id": decode(id_),
                "label": label,
                **({"section": self.section} if self.section else {}),
                **found,
                "data": decode(task.data.value[1:].strip()),
                "span": self.span(task.text, task.data),
            }
        )
        before = self.timings[-1] if self.timings else None
        timing = Timing(id_, start, items[-1], before)
        if len(items) > 3:
            timing.problem = "its data cannot be read"
        self.timings.append(timing)
        self.places.append(place)

    def automatic_id(self) -> str:
        self.automatic += 1
        return f"task{self.automatic}"

    def compute_dates(self) -> None:
        """Set `start` and `end` of the tasks, or say why there are none."""
        format_ = DateFormat(self.settings.get("date_format", ""))
        if format_.unread:
            if self.tasks and self.format_line:
                line = self.format_line
                place = self.prepared.span(line.start, end_of(line))
                self.diagnostics.append(codes.DATES_NOT_COMPUTED.at(place, reason=format_.unread))
            return
        excludes, includes = (
            frozenset(self.settings.get(key, "").lower().replace(",", " ").split()) for key in ("excludes", "includes")
        )
        plan = Plan(format_, excludes, includes, self.settings.get("weekend", "").lower(), self.inclusive)
        schedule(self.timings, plan)
        for task, timing, place in zip(self.tasks, self.timings, self.places, strict=True):
            if isinstance(timing.start, datetime) and isinstance(timing.end, datetime):
                task |= {"start": shown_date(timing.start), "end": shown_date(timing.end)}
            self.diagnostics += problems(task["label"], timing, place, format_)

    def mark_shadowed(self) -> None:
        """Name the tasks whose id a later one takes: an id means the last task that has it."""
        last = {task["id"]: task for task in self.tasks}
        for task, place in zip(self.tasks, self.places, strict=True):
            if task["id"] in self.links:
                task["link"] = self.links[task["id"]]
            if last[task["id"]] is not task:
                line = last[task["id"]]["span"][0]
                self.diagnostics.append(codes.TASK_ID_TAKEN.at(place, id=task["id"], line=line))
                task["name"] = f"{task['id']}@{task['span'][0]}"

    def dependencies(self) -> Iterator[dict[str, Any]]:
        """Yield the dependencies of the tasks: on those that they name, or on the one before."""
        last = {task["id"]: task for task in self.tasks}
        for at, (task, timing) in enumerate(zip(self.tasks, self.timings, strict=True)):
            named = {"after": waits_for(timing.start_text, "after"), "until": waits_for(timing.end_text, "until")}
            for kind, ids in named.items():
                for id_ in dict.fromkeys(ids):
                    if id_ in last:
                        yield dependency(last[id_], task, kind)
            if timing.start_text is None and at and not timing.problem:
                yield dependency(self.tasks[at - 1], task, "then")

    def span(self, first: Token, last: Token) -> list[int]:
        return self.prepared.range(first.start, end_of(last))


def dependency(first: dict[str, Any], second: dict[str, Any], kind: str) -> dict[str, Any]:
    return {"from": name_of(first), "to": name_of(second), "kind": kind, "span": second["span"]}


def name_of(task: dict[str, Any]) -> str:
    """The name of a task in the graph: its id, unless a later task has it too."""
    return str(task.get("name", task["id"]))


def end_of(token: Token) -> int:
    """The offset after a token without the blanks behind it."""
    return token.start + len(token.value.rstrip())


def problems(label: str, timing: Timing, place: Span, format_: DateFormat) -> Iterator[Diagnostic]:
    """Yield what is wrong with the dates of a task."""
    wanted = f"date of the format `{format_.text}`" if format_.text else "date"
    if timing.wrong_start:
        consequence = "the task has no dates here"
        yield codes.BAD_DATE.at(place, text=timing.start_text, wanted=wanted, consequence=consequence)
    if timing.wrong_end:
        consequence = "the task ends where it begins"
        yield codes.BAD_DATE.at(
            place, text=timing.end_text, wanted=f"{wanted} and no duration such as `3d`", consequence=consequence
        )
    for id_ in dict.fromkeys(timing.unknown):
        yield codes.UNKNOWN_TASK.at(place, task=label, id=id_)
    if timing.start_text is None and timing.before is None and not timing.problem:
        yield codes.UNDRAWABLE_TASK.at(place, task=label, reason="the first task needs a start before its end")
    elif timing.problem in (TOO_FAR, WAITS_FOR_ITSELF):
        yield codes.UNDRAWABLE_TASK.at(place, task=label, reason=timing.problem)
