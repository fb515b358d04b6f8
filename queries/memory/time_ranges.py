"""Times that a question names, as microseconds since 1970 in UTC.

    2026-03-01T10:30:00+01:00    that moment (Z, +0100 and a blank for the T are read too; without an offset it is UTC)
    2026-03-01                   the whole day; 2026-03 the whole month, 2026 the whole year

A range holds what may have happened in it: from the first microsecond of `after` to the last of `before`.
"""

import re
from typing import Any, NamedTuple

from queries.errors import QueryError
from queries.parameters import Parameter, echoed

DAY = 86_400_000_000
SECOND = 1_000_000

TIME_RANGE = Parameter(
    "time_range",
    "object",
    'Only what happened in it, by the records\' own times: {"after": "2026-03-01", "before": "2026-03-31T18:00:00Z"}, '
    "either or both, inclusive. A date is the whole day.",
)
AFTER = Parameter("after", "string", "Only what happened at this time or later; a date is the whole day.")
BEFORE = Parameter("before", "string", "Only what happened at this time or earlier; a date is the whole day.")

_MOMENT = re.compile(
    r"(?P<year>\d{4})(?:-(?P<month>\d\d)(?:-(?P<day>\d\d)(?:[Tt ](?P<hour>\d\d):(?P<minute>\d\d)(?::(?P<second>\d\d)"
    r"(?:[.,](?P<fraction>\d{1,9}))?)?\s?(?P<zone>[Zz]|[+-]\d\d(?::?\d\d)?)?)?)?)?",
    re.ASCII,
)
_DAYS = (31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31)


class TimeRange(NamedTuple):
    """From the first to the last microsecond, both inclusive; None where it is open."""

    first: int | None = None
    last: int | None = None

    def holds(self, at: int | None, at_last: int | None) -> bool:
        """Whether what happened then may lie in it. What has no time lies in none that has an end."""
        if self.first is None and self.last is None:
            return True
        if at is None or at_last is None:
            return False
        return (self.first is None or at_last >= self.first) and (self.last is None or at <= self.last)


def parse_time(text: str, argument: str) -> TimeRange:
    """What a time stands for: its first and last microsecond. Raises QueryError `invalid_argument`."""
    match = _MOMENT.fullmatch(text.strip())
    found = _stretch(match) if match else None
    if found is None:
        problem = {"argument": argument, "problem": "is not a time", "value": echoed(text)}
        hint = "Write 2026-03-01T10:30:00Z, with an offset such as +01:00, or 2026-03-01 for the whole day."
        raise QueryError("invalid_argument", f"'{argument}' is not a time.", problems=[problem], hint=hint)
    return found


def time_range_between(after: str | None, before: str | None, argument: str = "") -> TimeRange:
    """The range between two times, either of which may be left out. Raises QueryError when one is none."""
    first = parse_time(after, f"{argument}after").first if after else None
    last = parse_time(before, f"{argument}before").last if before else None
    return TimeRange(first, last)


def parse_range(time_range: dict[str, Any] | None) -> TimeRange:
    """The range that an argument `time_range` names. Raises QueryError when it is none."""
    asked = {name: value for name, value in (time_range or {}).items() if value is not None}
    wrong = [name for name, value in asked.items() if name not in ("after", "before") or not isinstance(value, str)]
    if wrong:
        told = "'time_range' holds a time as after, before or both, and nothing else."
        hint = '{"after": "2026-03-01", "before": "2026-03-31"}'
        raise QueryError("invalid_argument", told, time_range=[echoed(name) for name in wrong], hint=hint)
    return time_range_between(asked.get("after"), asked.get("before"), "time_range.")


def _stretch(match: re.Match[str]) -> TimeRange | None:
    """The first and last microsecond of a written time; None when there is no such time."""
    year, month, day = int(match["year"]), int(match["month"] or 1), int(match["day"] or 1)
    hour, minute, second = (int(match[name] or 0) for name in ("hour", "minute", "second"))
    offset = _offset(match["zone"] or "Z")
    if not 1 <= month <= 12 or not 1 <= day <= _days_in(year, month) or year < 1 or offset is None:
        return None
    if hour > 24 or minute > 59 or second > 60 or (hour == 24 and minute + second):
        return None
    first = days_before(year, month, day) * DAY
    if match["hour"] is None:
        return TimeRange(first, _end(year, match["month"], match["day"]) - 1)
    fraction = int((match["fraction"] or "0")[:6].ljust(6, "0"))
    at = first + ((hour * 60 + minute - offset) * 60 + second) * SECOND + fraction
    return TimeRange(at, at)


def _offset(zone: str) -> int | None:
    """The minutes that a zone is ahead of UTC."""
    if zone in "Zz":
        return 0
    digits = zone[1:].replace(":", "").ljust(4, "0")
    hours, minutes = int(digits[:2]), int(digits[2:])
    return (hours * 60 + minutes) * (-1 if zone[0] == "-" else 1) if hours < 24 and minutes < 60 else None


def _end(year: int, month: str | None, day: str | None) -> int:
    """When a year, month or day is over."""
    if month is None:
        return days_before(year + 1, 1, 1) * DAY
    if day is None:
        return (days_before(year, int(month), 1) + _days_in(year, int(month))) * DAY
    return (days_before(year, int(month), int(day)) + 1) * DAY


def _days_in(year: int, month: int) -> int:
    return 29 if month == 2 and _is_leap(year) else _DAYS[month - 1]


def _is_leap(year: int) -> bool:
    return year % 4 == 0 and (year % 100 != 0 or year % 400 == 0)


def days_before(year: int, month: int, day: int) -> int:
    """The days from 1970-01-01 to a date of the Gregorian calendar."""
    before = year - 1
    leaps = before // 4 - before // 100 + before // 400
    in_year = sum(_DAYS[: month - 1]) + (1 if month > 2 and _is_leap(year) else 0) + day - 1
    return before * 365 + leaps + in_year - 719_162


def format_time(at: int) -> str:
    """A moment as RFC 3339 in UTC, with as many digits of a second as it has: `2026-03-01T10:30:00Z`."""
    days, rest = divmod(at, DAY)
    year = 1970 + days * 400 // 146_097  # a year too late at most, or too early
    while days_before(year, 1, 1) > days:
        year -= 1
    while days_before(year + 1, 1, 1) <= days:
        year += 1
    month, day = 1, days - days_before(year, 1, 1) + 1
    while day > _days_in(year, month):
        day -= _days_in(year, month)
        month += 1
    seconds, fraction = divmod(rest, SECOND)
    part = f".{fraction:06}".rstrip("0") if fraction else ""
    return f"{year:04}-{month:02}-{day:02}T{seconds // 3600:02}:{seconds // 60 % 60:02}:{seconds % 60:02}{part}Z"
