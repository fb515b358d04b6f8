"""Dates of the Gregorian calendar as numbers of days since 1970-01-01, and back, in any year. Python's own modules of
dates know the clock too, which questions do not ask."""

_ERA = 146_097  # days of 400 years
_EPOCH = 719_468  # days from the beginning of March in the year 0 to the epoch


def days_since_epoch(year: int, month: int, day: int) -> int:
    """Return the days from the epoch to a date; a month may be beyond December."""
    year, month = year + (month - 1) // 12, (month - 1) % 12 + 1
    # Years begin in March, so that a leap day is the last day of one.
    year -= month <= 2
    of_year = (153 * (month + (-3 if month > 2 else 9)) + 2) // 5 + day - 1
    of_era = year % 400 * 365 + year % 400 // 4 - year % 400 // 100 + of_year
    return year // 400 * _ERA + of_era - _EPOCH


def date_of(day: int) -> tuple[int, int, int]:
    """Return the year, month and day of a number of days."""
    era, of_era = divmod(day + _EPOCH, _ERA)
    year = (of_era - of_era // 1460 + of_era // 36_524 - of_era // 146_096) // 365
    of_year = of_era - (365 * year + year // 4 - year // 100)
    month = (5 * of_year + 2) // 153
    day_of_month = of_year - (153 * month + 2) // 5 + 1
    month += 3 if month < 10 else -9
    return year + era * 400 + (month <= 2), month, day_of_month
