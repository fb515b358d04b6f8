"""Dates as numbers of days, and back: `2024-03-01` and `2024-03-01T12:00`."""

import re

from queries.tools.gregorian import date_of, days_since_epoch

_DATE = re.compile(r"(\d{4})-(\d\d)-(\d\d)(?:[T ](\d\d):(\d\d).*)?")

_CODE = re.compile(r"%-?[a-zA-Z%]")
MONTH_NAMES = (
    *("January", "February", "March", "April", "May", "June", "July"),
    *("August", "September", "October", "November", "December"),
)
WEEK_DAYS = ("Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday")


def day_number(text: str) -> float | None:
    """Return the day of a date, with its time as a fraction; None for what is not a date. Day 0 is 1970-01-01."""
    found = _DATE.fullmatch(text)
    if not found:
        return None
    year, month, day, hour, minute = (int(part or 0) for part in found.groups())
    return days_since_epoch(year, month, day) + (hour * 60 + minute) / 1440


def date_text(day: int) -> str:
    """Return the date of a day."""
    year, month, of_month = date_of(day)
    return f"{year:04}-{month:02}-{of_month:02}"


def month_of(day: int) -> tuple[int, int]:
    """Return the year and the month of a day."""
    year, month, _ = date_of(day)
    return year, month


def first_day(month: int) -> int:
    """Return the day on which a month begins; months are counted from the beginning of the year 0."""
    return days_since_epoch(0, month + 1, 1)


def formatted(day: float, form: str) -> str:
    """Return a day in a format of `strftime`; as year, month and day where the format has what no day has."""
    iso = date_text(int(day))
    year, month, of_month = iso.rsplit("-", 2)
    known = {
        "Y": year,
        "y": year[-2:],
        "m": month,
        "d": of_month,
        "e": str(int(of_month)),
        "b": MONTH_NAMES[int(month) - 1][:3],
        "B": MONTH_NAMES[int(month) - 1],
        "a": WEEK_DAYS[(int(day) + 3) % 7][:3],
        "A": WEEK_DAYS[(int(day) + 3) % 7],
        "%": "%",
    }
    codes = _CODE.findall(form)
    if not codes or any(code[-1] not in known for code in codes):
        return iso
    return _CODE.sub(lambda code: _unpadded(known[code[0][-1]], "-" in code[0]), form)


def _unpadded(text: str, is_short: bool) -> str:
    return text.lstrip("0") if is_short else text
