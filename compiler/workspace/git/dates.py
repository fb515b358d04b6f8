"""Dates that name revisions, and the times of commits."""

import re
from datetime import UTC, datetime, timedelta

_DATE = re.compile(r"\d{4}-\d\d-\d\d")


def last_second(text: str) -> int | None:
    """The last second of a date or time, in seconds since 1970: of a date the end of its day. None for other texts."""
    if not _DATE.match(text):
        return None
    try:
        time = datetime.fromisoformat(text)
    except ValueError:
        return None
    if len(text) == len("2026-03-01"):
        time += timedelta(days=1, seconds=-1)
    return int((time if time.tzinfo else time.replace(tzinfo=UTC)).timestamp())


def rfc3339(seconds: int) -> str:
    """A time in seconds since 1970 as RFC 3339 in UTC. One out of range is returned as its number."""
    try:
        return datetime.fromtimestamp(seconds, UTC).strftime("%Y-%m-%dT%H:%M:%SZ")
    except (OverflowError, OSError, ValueError):  # a commit may state any number
        return str(seconds)
