"""Times and time ranges in arguments, as microseconds since 1970 in UTC.

    2026-03-01T10:30:00+01:00    a point in time (Z, +0100 and a space for the T are read too; without an offset, UTC)
    2026-03-01                   the whole day; 2026-03 the whole month, 2026 the whole year

A range goes from the first microsecond of `after` to the last of `before`. It holds what may have happened in it.
"""

import re
from typing import Any, NamedTuple

from queries.errors.query_error import QueryError
from queries.tools.gregorian import date_of, days_since_epoch
from queries.tools.parameters import Parameter, echoed

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

_TIME = re.compile(
    r"(?P<year>\d{4})(?:-(?P<month>\d\d)(?:-(?P<day>\d\d)(?:[Tt ](?P<hour>\d\d):(?P<minute>\d\d)(?::(?P<second>\d\d)"
    r"(?:[.,](?P<fraction>\d{1,9}))?)?\s?(?P<zone>[Zz]|[+-]\d\d(?::?\d\d)?)?)?)?)?",
    re.ASCII,
)


class TimeRange(NamedTuple):
    """A range from the first to the last microsecond, both inclusive, None where it is open."""

    first: int | None = None
    last: int | None = None

    def holds(self, at: int | None, at_last: int | None) -> bool:
        """Return whether an event between `at` and `at_last` may lie in the range. Without a time it only lies in the
        range without bounds."""
        if self.first is None and self.last is None:
            return True
        if at is None or at_last is None:
            return False
        return (self.first is None or at_last >= self.first) and (self.last is None or at <= self.last)


def parse_time(text: str, argument: str) -> TimeRange:
    """Return the range that a time stands for: a point, day, month or year. Raises QueryError `invalid_argument`."""
    match = _TIME.fullmatch(text.strip())
    parsed = _match_to_range(match) if match else None
    if parsed is None:
        problem = {"argument": argument, "problem": "is not a time", "value": echoed(text)}
        hint = "Write 2026-03-01T10:30:00Z, with an offset such as +01:00, or 2026-03-01 for the whole day."
        raise QueryError("invalid_argument", f"'{argument}' is not a time.", problems=[problem], hint=hint)
    return parsed


def time_range_between(after: str | None, before: str | None, argument: str = "") -> TimeRange:
    """Return the range between two times, either of which may be missing. Raises QueryError `invalid_argument`."""
    first = parse_time(after, f"{argument}after").first if after else None
    last = parse_time(before, f"{argument}before").last if before else None
    if after and first is not None and last is not None and first > last:
        problem = {"argument": f"{argument}after", "problem": "is later than before", "value": echoed(after)}
        message = f"'{argument}after' is later than '{argument}before', so nothing lies between them."
        raise QueryError("invalid_argument", message, problems=[problem], hint="Swap the two times.")
    return TimeRange(first, last)


def parse_range(time_range: dict[str, Any] | None) -> TimeRange:
    """Return the range of an argument `time_range`. Raises QueryError `invalid_argument`."""
    bounds = {name: value for name, value in (time_range or {}).items() if value is not None}
    wrong = [name for name, value in bounds.items() if name not in ("after", "before") or not isinstance(value, str)]
    if wrong:
        message = "'time_range' holds a time as after, before or both, and nothing else."
        hint = '{"after": "2026-03-01", "before": "2026-03-31"}'
        raise QueryError("invalid_argument", message, time_range=[echoed(name) for name in wrong], hint=hint)
    return time_range_between(bounds.get("after"), bounds.get("before"), "time_range.")


def _match_to_range(match: re.Match[str]) -> TimeRange | None:
    """Return the range of a time that has the right form, None if there is no such date or time of day."""
    year, month, day = int(match["year"]), int(match["month"] or 1), int(match["day"] or 1)
    hour, minute, second = (int(match[name] or 0) for name in ("hour", "minute", "second"))
    offset = _offset(match["zone"] or "Z")
    if (
        not 1 <= month <= 12
        or date_of(days_since_epoch(year, month, day)) != (year, month, day)
        or year < 1
        or offset is None
    ):
        return None
    if hour > 24 or minute > 59 or second > 60 or (hour == 24 and minute + second):
        return None
    first = days_since_epoch(year, month, day) * DAY
    if match["hour"] is None:
        return TimeRange(first, _end_of(year, match["month"], match["day"]) - 1)
    fraction = int((match["fraction"] or "0")[:6].ljust(6, "0"))
    at = first + ((hour * 60 + minute - offset) * 60 + second) * SECOND + fraction
    return TimeRange(at, at)


def _offset(zone: str) -> int | None:
    """Return the minutes that a zone is ahead of UTC, None if there is no such zone."""
    if zone in "Zz":
        return 0
    digits = zone[1:].replace(":", "").ljust(4, "0")
    hours, minutes = int(digits[:2]), int(digits[2:])
    return (hours * 60 + minutes) * (-1 if zone[0] == "-" else 1) if hours < 24 and minutes < 60 else None


def _end_of(year: int, month: str | None, day: str | None) -> int:
    """Return the microsecond after a year, month or day."""
    if month is None:
        return days_since_epoch(year + 1, 1, 1) * DAY
    if day is None:
        return days_since_epoch(year, int(month) + 1, 1) * DAY
    return (days_since_epoch(year, int(month), int(day)) + 1) * DAY


def format_time(at: int) -> str:
    """Return a time as RFC 3339 in UTC, with fractions of a second only where it has them: `2026-03-01T10:30:00Z`."""
    days, rest = divmod(at, DAY)
    year, month, day = date_of(days)
    seconds, fraction = divmod(rest, SECOND)
    part = f".{fraction:06}".rstrip("0") if fraction else ""
    return f"{year:04}-{month:02}-{day:02}T{seconds // 3600:02}:{seconds // 60 % 60:02}:{seconds % 60:02}{part}Z"
