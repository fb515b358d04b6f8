"""Times as trackers write them, in ISO 8601."""

import re

_MONTHS = ("Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec")
_BY_DAY = re.compile(r"(?:[A-Z][a-z]{2}, )?(\d{1,2}) ([A-Z][a-z]{2}) (\d{4}) (\d{2}:\d{2}:\d{2}) ([+-]\d{4}|GMT|Z)")
_BY_MONTH = re.compile(
    r"[A-Z][a-z]{2} ([A-Z][a-z]{2}) (\d{1,2}) (\d{4}) (\d{2}:\d{2}:\d{2}) (?:GMT|UTC)([+-]\d{4})(?: .*)?"
)


def iso_time(written: str) -> str:
    """A time as ISO 8601: of `Mon, 5 Jan 2026 08:00:00 +0100` (Jira), `Mon Jan 05 2026 08:00:00 GMT+0100 (CET)` (older
    exports of Linear). Other texts are returned as they are."""
    if found := _BY_DAY.fullmatch(written):
        day, month, year, clock, zone = found.groups()
    elif found := _BY_MONTH.fullmatch(written):
        month, day, year, clock, zone = found.groups()
    else:
        return written
    if month not in _MONTHS:
        return written
    return f"{year}-{_MONTHS.index(month) + 1:02}-{int(day):02}T{clock}{'Z' if zone == 'GMT' else zone}"


def iso_day(written: str) -> str:
    """The day of a due date, as it is written: midnight in another zone is no other day."""
    found = iso_time(written)
    return found if found == written else found[:10]
