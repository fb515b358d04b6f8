"""The dates of the tasks of a Gantt chart, computed as Mermaid does.

Mermaid goes through the tasks in their order, up to eleven times, until each has a start. A task that waits for a later
one gets its start in the round after it. Where Mermaid would take the present day, there is no date here.
"""

import re
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime, timedelta

from compiler.graphs.cycles import cycles
from compiler.languages.diagrams.date_formats import (
    DAYS,
    ISO,
    ISO_DATE,
    DateFormat,
    add_duration,
    read_without_format,
)

ROUNDS = 11
WAITS = re.compile(r"(after|until)\s+([\w\- ]+)", re.ASCII)
WAITS_FOR_ITSELF = "it waits for itself"
TOO_FAR = "its end is too far away"
MAX_DAYS = 100_000  # of all tasks that excluded days may make longer
DAY = timedelta(days=1)


@dataclass(slots=True)
class Plan:
    """The settings that dates depend on. `excludes` and `includes` are lower-case.

    `days_left` are the days that may yet be looked at. `other_words` are the listed words that are neither names of
    days nor dates like 2026-03-02: dates in the format of the chart.
    """

    format: DateFormat
    excludes: Collection[str] = ()
    includes: Collection[str] = ()
    weekend: str = "saturday"
    inclusive: bool = False
    days_left: int = MAX_DAYS
    other_words: frozenset[str] = frozenset()

    def __post_init__(self) -> None:
        words = {*self.excludes, *self.includes} - {"weekends", *(day.lower() for day in DAYS)}
        self.other_words = frozenset(word for word in words if not ISO.fullmatch(word))

    def is_free(self, date: datetime) -> bool:
        """Whether no work is done on a day."""
        names = [date.date().isoformat(), *([self.format.written(date)] if self.other_words else [])]
        if any(name in self.includes for name in names):
            return False
        first = 5 if self.weekend == "friday" else 6
        if "weekends" in self.excludes and date.isoweekday() in (first, first + 1):
            return True
        return any(name in self.excludes for name in (*names, DAYS[date.weekday()].lower()))


class Unknown:
    """The place of a date that is not known here: it depends on the present day, or on a task without dates."""


UNKNOWN = Unknown()
Date = datetime | Unknown


@dataclass(slots=True)
class Timing:
    """When a task is done: what its text says, and the dates, None until they are computed.

    `start_text` is None for a task that begins where the one before it ends. `problem` is why there are no dates.
    """

    id: str
    start_text: str | None
    end_text: str
    before: "Timing | None"
    start: Date | None = None
    end: Date | None = None
    problem: str = ""
    wrong_start: bool = False
    wrong_end: bool = False
    unknown: list[str] = field(default_factory=list)


def waits_for(text: str | None, word: str) -> list[str]:
    """The ids behind `after` or `until`; [] for another text."""
    found = WAITS.match(text) if text else None
    return found[2].split(" ") if found and found[1] == word else []


def schedule(timings: Sequence[Timing], plan: Plan) -> None:
    """Set the dates of all tasks. A task that waits for itself, by way of others too, has none."""
    by_id = {timing.id: timing for timing in timings}
    for number in {at // 2 for cycle in cycles(_waiting(timings, by_id)) for at in cycle}:
        timings[number].problem = WAITS_FOR_ITSELF
    for timing in timings:
        if timing.problem:
            timing.start = timing.end = UNKNOWN
    for _ in range(ROUNDS):
        for timing in timings:
            if not timing.problem:
                _compute(timing, by_id, plan)
        if all(timing.end for timing in timings):
            break


def _waiting(timings: Sequence[Timing], by_id: Mapping[str, Timing]) -> dict[int, list[int]]:
    """What each start (2 n) and end (2 n + 1) of the n-th task is computed from."""
    number = {id(timing): at for at, timing in enumerate(timings)}
    arcs: dict[int, list[int]] = {}
    for at, timing in enumerate(timings):
        starts = [number[id(by_id[name])] * 2 + 1 for name in waits_for(timing.start_text, "after") if name in by_id]
        if timing.start_text is None and timing.before:
            starts.append(number[id(timing.before)] * 2 + 1)
        ends = [number[id(by_id[name])] * 2 for name in waits_for(timing.end_text, "until") if name in by_id]
        arcs |= {at * 2: starts, at * 2 + 1: [at * 2, *ends]}
    return arcs


def _compute(task: Timing, by_id: Mapping[str, Timing], plan: Plan) -> None:
    task.start = _start(task, by_id, plan)
    if task.start is None:
        return
    try:
        task.end = _end(task, task.start, by_id, plan)
        is_dated = isinstance(task.start, datetime) and isinstance(task.end, datetime)
        if is_dated and plan.excludes and not DateFormat(ISO_DATE).read(task.end_text):
            task.end = _later(task.start, task.end, plan)  # type: ignore[arg-type]
    except (OverflowError, ValueError):
        task.end, task.problem = UNKNOWN, TOO_FAR


def _start(task: Timing, by_id: Mapping[str, Timing], plan: Plan) -> Date | None:
    if task.start_text is None:
        return task.before.end if task.before else UNKNOWN
    if waits_for(task.start_text, "after"):
        return _furthest([other.end for other in _known(task, "after", by_id)], max)
    date = plan.format.read(task.start_text) or read_without_format(task.start_text)
    task.wrong_start = date is None
    return date or UNKNOWN


def _end(task: Timing, start: Date, by_id: Mapping[str, Timing], plan: Plan) -> Date | None:
    if waits_for(task.end_text, "until"):
        return _furthest([other.start for other in _known(task, "until", by_id)], min)
    date = plan.format.read(task.end_text)
    if date:
        return date + DAY if plan.inclusive else date
    end = add_duration(start if isinstance(start, datetime) else datetime(2000, 1, 1), task.end_text)
    task.wrong_end = end is None
    return (end or start) if isinstance(start, datetime) else UNKNOWN


def _furthest(dates: Sequence[Date | None], choose: Callable[..., datetime]) -> Date | None:
    """The latest or earliest of the dates that are computed. The first one counts even while it is not."""
    if not dates:
        return UNKNOWN  # the present day, for Mermaid
    if dates[0] is None:
        return None
    computed = [date for date in dates if date is not None]
    known = [date for date in computed if isinstance(date, datetime)]
    return choose(known) if len(known) == len(computed) else UNKNOWN


def _known(task: Timing, word: str, by_id: Mapping[str, Timing]) -> list[Timing]:
    """The tasks that a task waits for. The ids of no task are noted."""
    names = dict.fromkeys(waits_for(task.start_text if word == "after" else task.end_text, word))
    task.unknown += [name for name in names if name and name not in by_id and name not in task.unknown]
    return [by_id[name] for name in names if name in by_id]


def _later(start: datetime, end: datetime, plan: Plan) -> datetime:
    """The end of a task, moved by a day for each free day from its second day on. Raises OverflowError."""
    day = start + DAY
    while day <= end:
        if plan.is_free(day):
            end += DAY
        day += DAY
        plan.days_left -= 1
        if plan.days_left <= 0:
            raise OverflowError
    return end
