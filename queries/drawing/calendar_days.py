"""Dates as numbers of days, and back: `2024-03-01` and `2024-03-01T12:00`. The calendar is the Gregorian one."""

import re

_DATE = re.compile(r"(\d{4})-(\d\d)-(\d\d)(?:[T ](\d\d):(\d\d).*)?")


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
