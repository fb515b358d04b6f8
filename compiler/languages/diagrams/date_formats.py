"""Dates and durations as Mermaid reads them, with the formats of Day.js. Times are local: they have no zone.

What the text of a date leaves open, Day.js takes from the clock. So a format without a year is not read here, nor one
that counts seconds (`X`, `x`), whose dates depend on the time zone of the reader.
"""

import math
import re
from calendar import monthrange
from collections.abc import Mapping
from datetime import datetime, timedelta

MONTHS = tuple(
    "January February March April May June July August September October November December".split()  # noqa: SIM905
)
DAYS = tuple("Monday Tuesday Wednesday Thursday Friday Saturday Sunday".split())  # noqa: SIM905
TOKEN = re.compile(r"\[[^\[]*\]|[-_:/.,()\s]+|YYYY|YY|MMMM|MMM|MM?|DD?|HH?|hh?|mm?|ss?|SSS|SS|S|A|a|.", re.DOTALL)
PATTERNS: Mapping[str, str] = {
    "YYYY": r"(?P<year>[0-9]{4})",
    "YY": r"(?P<short_year>[0-9]{2})",
    "MMMM": rf"(?P<month_name>{'|'.join(MONTHS)})",
    "MMM": rf"(?P<month_name>{'|'.join(name[:3] for name in MONTHS)})",
    **dict.fromkeys(("MM", "M"), r"(?P<month>[0-9]{1,2})"),
    **dict.fromkeys(("DD", "D"), r"(?P<day>[0-9]{1,2})"),
    **dict.fromkeys(("HH", "H"), r"(?P<hour>[0-9]{1,2})"),
    **dict.fromkeys(("hh", "h"), r"(?P<half_hour>[0-9]{1,2})"),
    **dict.fromkeys(("mm", "m"), r"(?P<minute>[0-9]{1,2})"),
    **dict.fromkeys(("ss", "s"), r"(?P<second>[0-9]{1,2})"),
    "SSS": r"(?P<fraction>[0-9]{3})",
    "A": r"(?P<half>AM|PM)",
    "a": r"(?P<half>am|pm)",
}
# What browsers read without a format.
ISO = re.compile(r"([0-9]{4}-[0-9]{2}-[0-9]{2})(?:[T ]([0-9]{2}:[0-9]{2}(?::[0-9]{2})?))?")
DURATION = re.compile(r"([0-9]+(?:\.[0-9]+)?)(ms|[Mdhmswy])")
STEPS = {"h": 3_600_000, "m": 60_000, "s": 1_000, "ms": 1}  # milliseconds
ISO_DATE = "YYYY-MM-DD"


class DateFormat:
    """A format of dates, as `dateFormat` states it. `unread` tells why its dates are not read; "" when they are."""

    def __init__(self, text: str) -> None:
        self.text = text.strip()
        self.tokens = TOKEN.findall(self.text)
        self.unread = self._unread()
        twice = len({*self.tokens} & PATTERNS.keys()) != sum(token in PATTERNS for token in self.tokens)
        self._pattern = None if self.unread or twice or not self.text else self._compiled()

    def _unread(self) -> str:
        letters = [token for token in self.tokens if token.isalpha() and token not in PATTERNS]
        if self.text in ("X", "x"):
            return f"the format `{self.text}` counts time from 1970, so its dates depend on the reader's time zone"
        if any(token in ("X", "x", "Z", "z") for token in letters):
            return f"the format `{self.text}` has a time zone, so its dates depend on that of the reader"
        known = [token for token in self.tokens if token in PATTERNS]
        if known and not letters and not {"YYYY", "YY"} & {*known}:
            return f"the format `{self.text}` has no year, so its dates depend on the day on which they are read"
        return ""

    def _compiled(self) -> re.Pattern[str] | None:
        parts = [
            PATTERNS.get(token) or re.escape(token.strip("[]") if token[0] == "[" else token) for token in self.tokens
        ]
        try:
            return re.compile("".join(parts))
        except re.error:  # the same group twice: `MMM` and `MM`
            return None

    def read(self, text: str) -> datetime | None:
        """The date that a text is in this format, to the letter; None when it is none."""
        found = self._pattern.fullmatch(text) if self._pattern else None
        try:
            date = _date(found.groupdict()) if found else None
        except ValueError:
            return None
        return date if date and self.written(date) == text else None

    def written(self, date: datetime) -> str:
        """The date in this format."""
        return "".join(_written(token, date) for token in self.tokens)


def _date(parts: Mapping[str, str | None]) -> datetime:
    number = {key: int(text) for key, text in parts.items() if text and text.isdigit()}
    year = number.get("year")
    if year is None:
        short = number.get("short_year", 0)
        year = short + (1900 if short > 68 else 2000)
    month = number.get("month") or 1
    name = parts.get("month_name")
    if name:
        month = next(at for at, month in enumerate(MONTHS, 1) if month.startswith(name))
    hour = number.get("hour", 0)
    if "half_hour" in number:
        hour = number["half_hour"] % 12 + (12 if (parts.get("half") or "").upper() == "PM" else 0)
    micro = number.get("fraction", 0) * 1_000
    return datetime(year, month, number.get("day") or 1, hour, number.get("minute", 0), number.get("second", 0), micro)


def _written(token: str, date: datetime) -> str:
    half_hour = date.hour % 12 or 12
    values: dict[str, str] = {
        "YYYY": f"{date.year:04d}",
        "YY": f"{date.year % 100:02d}",
        "MMMM": MONTHS[date.month - 1],
        "MMM": MONTHS[date.month - 1][:3],
        "A": "AM" if date.hour < 12 else "PM",
        "a": "am" if date.hour < 12 else "pm",
        "SSS": f"{date.microsecond // 1_000:03d}",
    }
    numbers = {"M": date.month, "D": date.day, "H": date.hour, "h": half_hour, "m": date.minute, "s": date.second}
    for letter, value in numbers.items():
        values |= {letter: str(value), letter * 2: f"{value:02d}"}
    return values.get(token, token.strip("[]") if token[0] == "[" else token)


def read_without_format(text: str) -> datetime | None:
    """The date of a text that a browser reads whatever the format says: `2026-05-01`, `2026-05-01T12:00`."""
    found = ISO.fullmatch(text)
    try:
        return datetime.fromisoformat(f"{found[1]}T{found[2] or '00:00'}") if found else None
    except ValueError:
        return None


def add_duration(date: datetime, text: str) -> datetime | None:
    """The date that lies a duration (`3d`, `1.5h`) after another; None for what is no duration.

    Days and weeks are rounded to whole days; months and years to whole ones below, and to the last day of a month.
    Raises OverflowError when the date is too far away.
    """
    found = DURATION.fullmatch(text)
    if not found:
        return None
    number, unit = float(found[1]), found[2]
    if number > 1e9:
        raise OverflowError
    if unit in STEPS:
        return date + timedelta(milliseconds=number * STEPS[unit])
    if unit in "dw":
        return date + timedelta(days=math.floor(number * (7 if unit == "w" else 1) + 0.5))
    months = date.year * 12 + date.month - 1 + (int(number) if unit == "M" else int(number) * 12)
    year, month = divmod(months, 12)
    if year > 9999:
        raise OverflowError
    return date.replace(year=year, month=month + 1, day=min(date.day, monthrange(year, month + 1)[1]))


def shown_date(date: datetime) -> str:
    """`2026-05-01`, or `2026-05-01T12:30` when it is not midnight."""
    whole = date.hour == date.minute == date.second == date.microsecond == 0
    if whole:
        return date.date().isoformat()
    return date.isoformat(timespec="milliseconds" if date.microsecond else "seconds" if date.second else "minutes")
