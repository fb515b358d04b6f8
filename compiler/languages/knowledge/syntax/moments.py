"""Times as the formats write them, to one spelling in UTC and to instants that compare."""

import re
from datetime import UTC, datetime, timedelta
from functools import lru_cache
from typing import NamedTuple

_EPOCH = datetime(1970, 1, 1, tzinfo=UTC)
_MICROSECOND = timedelta(microseconds=1)
_DAY = re.compile(r"(\d{4})[-/.](\d{1,2})[-/.](\d{1,2})")
_DAY_FIRST = re.compile(r"(\d{1,2})([-/.])(\d{1,2})\2(\d{4}|\d{2})")
_TIME = re.compile(
    r"[T ]\s*(\d{1,2}):(\d{2})(?::(\d{2})(?:[.,](\d{1,9}))?)?\s*(Z|UTC|[+-]\d{2}:?\d{2})?", re.IGNORECASE
)


class Moment(NamedTuple):
    """A time: in UTC to the second, in microseconds since 1970, and how precisely it was written."""

    text: str
    instant: int
    precision: str

    @property
    def day(self) -> str:
        return self.text[:10]


@lru_cache(4096)
def moment(text: str) -> Moment | None:
    """The time that a text is, None when it is none. Without a zone it is UTC; `05/04/2025` is the fifth of April.

    Example: `moment("2025-11-03T12:08:12.95-08:00").text` is `"2025-11-03T20:08:12Z"`.
    """
    text = text.strip()
    found = _DAY.match(text)
    if found:
        year, month, day = found.groups()
    else:
        found = _DAY_FIRST.match(text)
        if not found:
            return None
        day, _, month, year = found.groups()
    rest = text[found.end() :]
    clock = _TIME.fullmatch(rest) if rest else None
    if rest and clock is None:
        return None
    try:
        when = datetime(int(year) + (2000 if len(year) == 2 else 0), int(month), int(day), tzinfo=UTC)
        when += _clock(clock) if clock else timedelta()
    except (ValueError, OverflowError):
        return None
    precision = "day" if clock is None else "second" if clock[3] else "minute"
    return Moment(when.strftime("%Y-%m-%dT%H:%M:%SZ").rjust(20, "0"), (when - _EPOCH) // _MICROSECOND, precision)


def _clock(found: re.Match[str]) -> timedelta:
    """The time of day, as UTC: what the offset adds is taken away."""
    hours, minutes, seconds, fraction, zone = found.groups()
    if int(hours) > 24 or int(minutes) > 59:
        raise ValueError("no time of day")
    past = timedelta(
        hours=int(hours),
        minutes=int(minutes),
        seconds=int(seconds or 0),
        microseconds=int((fraction or "0").ljust(6, "0")[:6]),
    )
    if zone and zone[0] in "+-":
        digits = zone[1:].replace(":", "")
        offset = timedelta(hours=int(digits[:2]), minutes=int(digits[2:]))
        past += -offset if zone[0] == "+" else offset
    return past


def text_of(instant: int) -> str:
    """A time in microseconds since 1970 as text in UTC, to the second."""
    return (_EPOCH + timedelta(microseconds=instant)).strftime("%Y-%m-%dT%H:%M:%SZ").rjust(20, "0")
