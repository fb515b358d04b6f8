"""Times as people and programs write them, as microseconds since 1970 and as one spelling in UTC."""

import re
from datetime import UTC, datetime, timedelta
from functools import lru_cache
from typing import Literal, NamedTuple

from compiler.text.accents import without_accents

Precision = Literal["day", "minute", "second"]
DayOrder = Literal["", "day first", "month first", "either"]

DAY = 86_400_000_000  # microseconds

_EPOCH = datetime(1970, 1, 1, tzinfo=UTC)
_MICROSECOND = timedelta(microseconds=1)
_ISO = re.compile(
    r"(\d{4})-(\d{2})-(\d{2})"
    r"(?:[Tt ](\d{2}):(\d{2})(?::(\d{2})(?:[.,](\d{1,9}))?)?\s*(Z|z|UTC|[+-]\d{2}(?::?\d{2})?)?)?"
)
# Without signs, as notes are named after the minute that they were begun in: `20230604170058`.
_COMPACT = re.compile(r"((?:19|20)\d{2})(\d{2})(\d{2})(?:[T-]?(\d{2})(\d{2})(\d{2})?(Z)?)?")
_YEAR_FIRST = re.compile(r"(1?\d{4})[-/. ](\d{1,2})[-/. ](\d{1,2})")
_EAST_ASIAN = re.compile(r"(\d{4})[ \t]?年[ \t]?(\d{1,2})[ \t]?月[ \t]?(\d{1,2})[ \t]?日")
_WEEKDAY = re.compile(r"(?:mon|tue|wed|thu|fri|sat|sun)[a-z]{0,6}\.?,?[ \t]+(?=\w)", re.IGNORECASE)
_DAY_FIRST = re.compile(r"(\d{1,2})([-/.])(\d{1,2})\2(\d{4}|\d{2})")
_WITHOUT_DAY = re.compile(
    r"(?:([^\W\d_]{3,12})[.,]?[ \t]+|Q[1-4][ \t-]+)?1?\d{4}"
    r"(?:[-/.](?:0?[1-9]|1[0-2])|-Q[1-4]|,?[ \t]+([^\W\d_]{3,12}))?"
)
_LOOSE_TIME = re.compile(
    r"[T ]\s*(\d{1,2}):(\d{2})(?::(\d{2})(?:[.,](\d{1,9}))?)?\s*(Z|UTC|[+-]\d{2}:?\d{2})?", re.IGNORECASE
)
_MONTHS = (
    *("january", "february", "march", "april", "may", "june"),
    *("july", "august", "september", "october", "november", "december"),
)
# In German, French, Spanish, Portuguese, Italian and Dutch, in full, without accents.
_OTHER_MONTHS = {
    name: number
    for number, names in enumerate(
        (
            "januar janvier enero janeiro gennaio januari janner",
            "februar fevrier febrero fevereiro febbraio februari",
            "marz maerz mars marzo marco maart",
            "avril abril aprile",
            "mai mayo maio maggio mei",
            "juni juin junio junho giugno",
            "juli juillet julio julho luglio",
            "aout agosto augustus",
            "septembre septiembre setembro settembre",
            "oktober octobre octubre outubro ottobre",
            "novembre noviembre novembro",
            "dezember decembre diciembre dezembro dicembre",
        ),
        1,
    )
    for name in names.split()
}
_DAY_AND_MONTH = re.compile(
    r"(\d{1,2})(?:st|nd|rd|th|er|º|\.)?(?: of| de)?[ -]([^\W\d_]{3,10})[.,]?(?: de)?[ -](\d{4}|\d{2})", re.IGNORECASE
)
_YEAR_AND_MONTH = re.compile(r"(\d{4})[ -]([A-Za-z]{3,9})[ -](\d{1,2})", re.IGNORECASE)
_MONTH_AND_DAY = re.compile(r"([A-Za-z]{3,9})\.? (\d{1,2})(?:st|nd|rd|th)?,? (\d{4})", re.IGNORECASE)
# Numbers are seconds, milliseconds or microseconds since 1970, by their size: each from 2001 on.
_HUMAN_ERA = 10_000  # years before the common era in which the Human Era begins: 12025 is 2025
_UNITS = ((10**15, 1), (10**12, 1000), (10**9, 1_000_000))  # (smallest number, microseconds)


class Timestamp(NamedTuple):
    """A time in microseconds since 1970, and how precisely it was written. A bare date is its first microsecond."""

    instant: int
    precision: Precision = "second"
    has_zone: bool = True  # a bare date needs none

    @property
    def text(self) -> str:
        """The time in UTC to the second: `2025-11-03T20:08:12Z`."""
        return format_utc(self.instant)

    @property
    def day(self) -> str:
        """The date in UTC: `2025-11-03`."""
        return self.text[:10]


@lru_cache(4096)
def parse_iso_timestamp(text: str) -> Timestamp | None:
    """Return the time that an ISO 8601 text states, None if it states none. Without a zone it is in UTC."""
    found = _ISO.fullmatch(text.strip())
    if not found:
        return _parse_compact(text.strip())
    year, month, day, hour, minute, second, fraction, zone = found.groups()
    if hour is None:
        return _timestamp(year, month, day, None)
    if int(second or 0) > 60:
        return None
    return _timestamp(year, month, day, (hour, minute, second, fraction, zone))


def _parse_compact(text: str) -> Timestamp | None:
    """Return the time of `20230604170058`, `20230604T1700Z` or `20230604`, None if a text is none of these."""
    found = _COMPACT.fullmatch(text)
    if not found:
        return None
    year, month, day, hour, minute, second, zone = found.groups()
    return _timestamp(year, month, day, (hour, minute, second, None, zone) if hour else None)


@lru_cache(4096)
def parse_timestamp(text: str) -> Timestamp | None:
    """Return the time that people mean by a text, None if it is none: `2025/4/5`, `5.4.25 9:30`, `April 5, 2025`, ISO
    8601, and years of the Human Era (`12025-04-05`).

    Without a zone it is in UTC. Of two short numbers the day comes first: `05/04/2025` is the fifth of April, but
    `11/23/2021` can only be in November. The names of months may be those of six other languages.
    """
    text = _WEEKDAY.sub("", text.strip())
    found = _YEAR_FIRST.match(text) or _EAST_ASIAN.match(text)
    if not found and (compact := _parse_compact(text)):
        return compact
    if found:
        year, month, day = found.groups()
        year = str(int(year) - _HUMAN_ERA) if len(year) == 5 else year
    else:
        found = _DAY_FIRST.match(text)
        if not found:
            return _in_words(text)
        day, _, month, year = found.groups()
        if int(month) > len(_MONTHS) >= int(day):
            day, month = month, day
    rest = text[found.end() :]
    clock = _LOOSE_TIME.fullmatch(rest) if rest else None
    if rest and clock is None:
        return None
    century = "20" if len(year) == 2 else ""
    return _timestamp(century + year, month, day, clock.groups() if clock else None)


@lru_cache(4096)
def day_order(text: str) -> DayOrder:
    """Return which of the two short numbers of a date such as `25/4/2020` or `4-25-2020` is the day; "either" of
    `4/5/2020`, and "" of other texts, of dates with dots, which have the day first, and of `5/5/2020`."""
    found = _DAY_FIRST.match(_WEEKDAY.sub("", text.strip()))
    if found is None or found[2] == "." or found[1] == found[3] or parse_timestamp(text) is None:
        return ""
    first, second = int(found[1]), int(found[3])
    if first == second:
        return ""
    return "day first" if first > len(_MONTHS) else "month first" if second > len(_MONTHS) else "either"


def with_month_first(text: str) -> str:
    """Return a date of "either" order, as `format_utc` gives it, with its day for its month: the date was read with
    the day first."""
    return f"{text[:5]}{text[8:10]}-{text[5:7]}{text[10:]}"


def is_without_day(text: str) -> bool:
    """Return whether a text is a month, a quarter or a year: `2026-06`, `June 2026`, `2026 June`, `Q2 2026`, `2026`."""
    found = _WITHOUT_DAY.fullmatch(text.strip())
    return found is not None and all(_month(name.lower()) > 0 for name in found.groups() if name)


def _in_words(text: str) -> Timestamp | None:
    """Return the day of `5 April 2025`, `5 Apr 25`, `Apr 5, 2025` or `2025-Apr-05`."""
    if found := _DAY_AND_MONTH.fullmatch(text):
        day, name, year = found.groups()
    elif found := _MONTH_AND_DAY.fullmatch(text):
        name, day, year = found.groups()
    elif found := _YEAR_AND_MONTH.fullmatch(text):
        year, name, day = found.groups()
    else:
        return None
    return _timestamp(f"20{year}" if len(year) == 2 else year, str(_month(name.lower())), day, None)


def _month(name: str) -> int:
    """The number of a month by its name in small letters, 0 if it is none."""
    word = "sep" if name == "sept" else name
    month = next((at for at, month in enumerate(_MONTHS, 1) if month == word or month[:3] == word), 0)
    return month or _OTHER_MONTHS.get(without_accents(word), 0)


def timestamp_of_number(number: float) -> Timestamp | None:
    """Return the time that a number of seconds, milliseconds or microseconds since 1970 means; None before 2001."""
    for smallest, microseconds in _UNITS:
        if smallest <= number < smallest * 1000:
            instant = int(number * microseconds)
            try:
                _EPOCH + timedelta(microseconds=instant)
            except OverflowError:
                return None
            return Timestamp(instant)
    return None


@lru_cache(4096)
def format_utc(instant: int) -> str:
    """Return microseconds since 1970 as text in UTC, to the second: `2025-11-03T20:08:12Z`."""
    return f"{_EPOCH + timedelta(microseconds=instant):%Y-%m-%dT%H:%M:%SZ}".rjust(20, "0")


@lru_cache(4096)
def format_utc_exact(instant: int) -> str:
    """Return microseconds since 1970 as text in UTC, with a fraction of a second if there is one."""
    fraction = f".{instant % 1_000_000:06}".removesuffix("000") if instant % 1_000_000 else ""
    return f"{format_utc(instant)[:-1]}{fraction}Z"


def _timestamp(year: str, month: str, day: str, clock: tuple[str | None, ...] | None) -> Timestamp | None:
    """Return the time of these parts; `clock` holds hour, minute, second, fraction and zone. None if it is no time."""
    try:
        when = datetime(int(year), int(month), int(day), tzinfo=UTC)
        if clock is None:
            return Timestamp((when - _EPOCH) // _MICROSECOND, "day")
        when += _time_of_day(*clock)
    except (ValueError, OverflowError):
        return None
    precision: Precision = "second" if clock[2] else "minute"
    return Timestamp((when - _EPOCH) // _MICROSECOND, precision, has_zone=bool(clock[4]))


def _time_of_day(
    hour: str | None, minute: str | None, second: str | None, fraction: str | None, zone: str | None
) -> timedelta:
    """Return the time since midnight in UTC, which may be negative or over a day. Raises ValueError."""
    if int(hour or 0) > 24 or int(minute or 0) > 59:
        raise ValueError("no time of day")
    microseconds = int((fraction or "0").ljust(6, "0")[:6])
    since_midnight = timedelta(
        hours=int(hour or 0), minutes=int(minute or 0), seconds=int(second or 0), microseconds=microseconds
    )
    if not zone or zone[0] not in "+-":
        return since_midnight
    digits = zone[1:].replace(":", "")
    offset = timedelta(hours=int(digits[:2]), minutes=int(digits[2:] or 0))
    return since_midnight - offset if zone[0] == "+" else since_midnight + offset
