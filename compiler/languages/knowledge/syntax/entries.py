"""What the parsers of all formats share: how an entry is put together."""

from collections.abc import Iterable, Mapping
from typing import Any, NamedTuple

import orjson

from compiler.text.timestamps import Timestamp, parse_timestamp

Json = Any
PRIORITIES = ("urgent", "high", "normal", "low")
NORMAL = 2
_RANKS = {
    **dict.fromkeys(("urgent", "critical", "blocker", "highest", "p0", "p1!", "very high"), 0),
    **dict.fromkeys(("high", "p1", "important", "major"), 1),
    **dict.fromkeys(("normal", "medium", "p2", "moderate", "default", "none", ""), NORMAL),
    **dict.fromkeys(("low", "p3", "p4", "lowest", "minor", "trivial"), 3),
}


def rank_of(priority: str) -> int:
    """The rank of a priority in words, 0 the highest; an unknown one is normal."""
    return _RANKS.get(priority.strip().casefold(), NORMAL)


def json_text(values: Mapping[str, Json]) -> str:
    """A JSON object as text, in the order given."""
    return orjson.dumps(dict(values)).decode()


def present(**values: Json) -> dict[str, Json]:
    """Those of the values that say something, by their names."""
    return {name: value for name, value in values.items() if value not in (None, "", [], (), {})}


def task_properties(status: str, rank: int, due: str | None = None, assignee: str | None = None) -> str:
    """The properties of a task."""
    priority = PRIORITIES[min(rank, len(PRIORITIES) - 1)]
    return json_text({"status": status, "priority": priority, "due_date": due, "assignee": assignee or None})


class Times(NamedTuple):
    """When an entry was made and last changed, how precisely that is written, and the newest of all its times."""

    created_at: str | None
    updated_at: str | None
    precision: str
    created: int
    latest: int


def times_of(created: str, updated: str = "", others: Iterable[str] = ()) -> Times:
    """The times of an entry, as they are written. `others` are further times at which something happened."""
    made, changed = (
        parse_timestamp(created) if created else None,
        parse_timestamp(updated) if updated else None,
    )
    found: list[Timestamp] = [one for text in others if text and (one := parse_timestamp(text))]
    known = [one for one in (made, changed, *found) if one]
    return Times(
        made.text if made else None,
        changed.text if changed else None,
        made.precision if made else changed.precision if changed else "",
        made.instant if made else 0,
        max((one.instant for one in known), default=0),
    )


def day_of(text: str) -> str | None:
    """The day of a date or time, None when the text is neither."""
    found = parse_timestamp(text) if text else None
    return found.day if found else None


def column_of(line: str, at: int) -> int:
    """The column of a character of a line: UTF-8 bytes + 1."""
    return len(line[:at].encode()) + 1
