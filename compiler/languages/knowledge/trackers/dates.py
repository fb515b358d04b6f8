"""Times as trackers write them, in ISO 8601."""

import re

# As Jira writes them where nobody has set another form: `05/Jan/26 8:00 AM`.
_WITH_SLASHES = re.compile(r"(\d{1,2})/([A-Z][a-z]{2})/(\d{4}|\d{2})(?: (\d{1,2}):(\d{2})(?: ([AP]M))?)?")
_MONTHS = ("Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec")
_BY_DAY = re.compile(r"(?:[A-Z][a-z]{2}, )?(\d{1,2}) ([A-Z][a-z]{2}) (\d{4}) (\d{2}:\d{2}:\d{2}) ([+-]\d{4}|GMT|Z)")
_BY_MONTH = re.compile(
    r"[A-Z][a-z]{2} ([A-Z][a-z]{2}) (\d{1,2}) (\d{4}) (\d{2}:\d{2}:\d{2}) (?:GMT|UTC)([+-]\d{4})(?: .*)?"
)


def iso_time(written: str) -> str:
    """A time as ISO 8601: of `Mon, 5 Jan 2026 08:00:00 +0100` (Jira), `Mon Jan 05 2026 08:00:00 GMT+0100 (CET)` (older
    exports of Linear), `05/Jan/26 8:00 AM` (tables of Jira). Other texts are returned as they are."""
    if found := _WITH_SLASHES.fullmatch(written):
        return _of_slashes(*found.groups()) or written
    if found := _BY_DAY.fullmatch(written):
        day, month, year, clock, zone = found.groups()
    elif found := _BY_MONTH.fullmatch(written):
        month, day, year, clock, zone = found.groups()
    else:
        return written
    if month not in _MONTHS:
        return written
    return f"{year}-{_MONTHS.index(month) + 1:02}-{int(day):02}T{clock}{'Z' if zone == 'GMT' else zone}"


def _of_slashes(day: str, month: str, year: str, hour: str | None, minute: str | None, half: str | None) -> str:
    """A time as ISO 8601, without a zone, since none is told; "" if it is none."""
    if month not in _MONTHS:
        return ""
    date = f"{2000 + int(year) if len(year) == 2 else year}-{_MONTHS.index(month) + 1:02}-{int(day):02}"
    if hour is None:
        return date
    count = int(hour) % 12 + (12 if half == "PM" else 0) if half else int(hour)
    return f"{date}T{count:02}:{minute}"


def iso_day(written: str) -> str:
    """The day of a due date, as it is written: midnight in another zone is no other day."""
    found = iso_time(written)
    return found if found == written else found[:10]
