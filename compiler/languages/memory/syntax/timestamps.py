"""Times in memory: ISO 8601 texts, and numbers of seconds, milliseconds or microseconds since 1970."""

from compiler.languages.memory.records import Moment
from compiler.text.timestamps import DAY, format_utc_exact, parse_iso_timestamp, timestamp_of_number


def parse_time(value: object) -> Moment | None:
    """Return the time that a value states, None if it states none. Without a zone it is in UTC; a bare date is the
    whole day.

    Example: `parse_time("2026-03-01T10:00:00+01:00").text` is `"2026-03-01T09:00:00Z"`.
    """
    if isinstance(value, str):
        found = parse_iso_timestamp(value)
    elif isinstance(value, int | float) and not isinstance(value, bool):
        found = timestamp_of_number(value)
    else:
        return None
    if found is None:
        return None
    last = found.instant + DAY - 1 if found.precision == "day" else found.instant
    return Moment(format_utc_exact(found.instant), found.instant, last, found.has_zone)
