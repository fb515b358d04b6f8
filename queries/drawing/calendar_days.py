"""Dates as numbers of days, and back: `2024-03-01` and `2024-03-01T12:00`. The calendar is the Gregorian one."""

import re

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
    # Years begin in March, so that a leap day is the last day of one.
    year -= month <= 2
    of_year = (153 * (month + (-3 if month > 2 else 9)) + 2) // 5 + day - 1
    of_era = year % 400 * 365 + year % 400 // 4 - year % 400 // 100 + of_year
    return year // 400 * 146_097 + of_era - 719_468 + (hour * 60 + minute) / 1440


def date_of(day: int) -> str:
    """Return the date of a day."""
    era, of_era = divmod(day + 719_468, 146_097)
    year = (of_era - of_era // 1460 + of_era // 36_524 - of_era // 146_096) // 365
    of_year = of_era - (365 * year + year // 4 - year // 100)
    month = (5 * of_year + 2) // 153
    day_of_month = of_year - (153 * month + 2) // 5 + 1
    month += 3 if month < 10 else -9
    return f"{year + era * 400 + (month <= 2):04}-{month:02}-{day_of_month:02}"


def month_of(day: int) -> tuple[int, int]:
    """Return the year and the month of a day."""
    year, month, _ = date_of(day).rsplit("-", 2)
    return int(year), int(month)


def first_day(month: int) -> int:
    """Return the day on which a month begins; months are counted from the beginning of the year 0."""
    year, at = divmod(month, 12)
    found = day_number(f"{year:04}-{at + 1:02}-01")
    return int(found) if found is not None else 0


def formatted(day: float, form: str) -> str:
    """Return a day in a format of `strftime`; as year, month and day where the format has what no day has."""
    iso = date_of(int(day))
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
