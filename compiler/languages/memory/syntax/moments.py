"""Times as the formats write them, to instants that compare and one spelling in UTC."""

import re
from datetime import UTC, datetime, timedelta
from functools import lru_cache

from compiler.languages.memory.records import Moment

_EPOCH = datetime(1970, 1, 1, tzinfo=UTC)
_MICROSECOND = timedelta(microseconds=1)
_DAY = timedelta(days=1) // _MICROSECOND
_WRITTEN = re.compile(
    r"(\d{4})-(\d{2})-(\d{2})"
    r"(?:[Tt ](\d{2}):(\d{2})(?::(\d{2})(?:[.,](\d{1,9}))?)?\s*(Z|z|UTC|[+-]\d{2}(?::?\d{2})?)?)?"
)
# Numbers are seconds, milliseconds or microseconds since 1970, by their size: each from 2001 on.
_SCALES = ((10**15, 1), (10**12, 1000), (10**9, 1_000_000))


def moment(value: object) -> Moment | None:
    """The time that a value is, None when it is none. Without a zone it is UTC; a day alone is the whole day.

    Example: `moment("2026-03-01T10:00:00+01:00").text` is `"2026-03-01T09:00:00Z"`.
    """
    if isinstance(value, str):
        return _of_text(value)
    if isinstance(value, int | float) and not isinstance(value, bool):
        return _of_number(value)
    return None


def text_of(us: int) -> str:
    """Microseconds since 1970 as text in UTC, with a fraction of a second where there is one."""
    when = _EPOCH + timedelta(microseconds=us)
    fraction = f".{when.microsecond:06}".removesuffix("000") if when.microsecond else ""
    return f"{when.strftime('%Y-%m-%dT%H:%M:%S').rjust(19, '0')}{fraction}Z"


@lru_cache(4096)
def _of_text(text: str) -> Moment | None:
    found = _WRITTEN.fullmatch(text.strip())
    if not found:
        return None
    year, month, day, hour, minute, second, fraction, zone = found.groups()
    try:
        when = datetime(int(year), int(month), int(day), tzinfo=UTC)
        if hour is not None:
            when += _clock(hour, minute, second, fraction) - _offset(zone)
        us = (when - _EPOCH) // _MICROSECOND
        return Moment(text_of(us), us, us if hour is not None else us + _DAY - 1, hour is None or bool(zone))
    except (ValueError, OverflowError):
        return None


def _clock(hour: str, minute: str, second: str | None, fraction: str | None) -> timedelta:
    if int(hour) > 24 or int(minute) > 59 or int(second or 0) > 60:
        raise ValueError("no time of day")
    microseconds = int((fraction or "0").ljust(6, "0")[:6])
    return timedelta(hours=int(hour), minutes=int(minute), seconds=int(second or 0), microseconds=microseconds)


def _offset(zone: str | None) -> timedelta:
    if not zone or zone[0] not in "+-":
        return timedelta()
    digits = zone[1:].replace(":", "")
    offset = timedelta(hours=int(digits[:2]), minutes=int(digits[2:] or 0))
    return -offset if zone[0] == "-" else offset


def _of_number(number: float) -> Moment | None:
    for least, scale in _SCALES:
        if least <= number < least * 1000:
            us = int(number * scale)
            try:
                return Moment(text_of(us), us, us)
            except OverflowError:
                return None
    return None
