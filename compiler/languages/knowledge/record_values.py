"""Values that the parsers of all formats build for their records: JSON texts, priorities, times, columns."""

from collections.abc import Iterable, Mapping
from typing import Any, NamedTuple

import orjson

from compiler.text.timestamps import DayOrder, Timestamp, day_order, parse_timestamp, with_month_first

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
    """The rank of a priority word, 0 the highest. An unknown word is normal."""
    return _RANKS.get(priority.strip().casefold(), NORMAL)


def json_text(values: Mapping[str, Json]) -> str:
    """A JSON object as text, its keys in the order given."""
    return orjson.dumps(dict(values)).decode()


def present(**values: Json) -> dict[str, Json]:
    """The values that are not empty, by name."""
    return {name: value for name, value in values.items() if value not in (None, "", [], (), {})}


def task_properties(status: str, rank: int, due: str | None = None, assignee: str | None = None) -> str:
    """The properties of a task, as JSON text."""
    priority = PRIORITIES[min(rank, len(PRIORITIES) - 1)]
    return json_text({"status": status, "priority": priority, "due_date": due, "assignee": assignee or None})


def decision_properties(
    status: str, successor: str | None = None, context: str = "", consequences: Iterable[str] = ()
) -> str:
    """The properties of a decision, as JSON text. `successor` is the decision that supersedes it."""
    said = {"status": status, "context": context or None, "consequences": list(consequences)}
    return json_text({**said, "superseded_by": successor})


def decision_native(word: str, *, is_known: bool, line: int | None = None, **more: Json) -> str:
    """What a decision says in words of its own, as JSON text: the `word` of its status, "" for none, whether that
    `is_known`, the line in which it stands, and `more`."""
    known = None if not word or is_known else "no"
    has_status = None if word else False
    return json_text(present(status=word, has_status=has_status, status_known=known, status_line=line or None, **more))


class Times(NamedTuple):
    """When an entity was made and last changed, as text.

    `precision` says how precisely the source writes it (second, minute, day). `created` and `latest`, the newest of all
    its times, are in microseconds since 1970, 0 when unknown. `orders` are those of day and month in `created_at` and
    `updated_at` as written (`day_order`).
    """

    created_at: str | None
    updated_at: str | None
    precision: str
    created: int
    latest: int
    orders: tuple[DayOrder, DayOrder] = ("", "")

    def with_month_first(self) -> "Times":
        """The times whose days are read as months where they may be either."""
        created, updated = (
            with_month_first(time) if time and order == "either" else time or ""
            for time, order in zip((self.created_at, self.updated_at), self.orders, strict=True)
        )
        return times_of(created, updated)._replace(precision=self.precision, orders=self.orders)


UNKNOWN_TIMES = Times(None, None, "", 0, 0)


def times_of(created: str, updated: str = "", others: Iterable[str] = ()) -> Times:
    """The times of an entity, from texts as written. `others` are further times at which something happened."""
    first, last = parse_timestamp(created) if created else None, parse_timestamp(updated) if updated else None
    found: list[Timestamp] = [one for text in others if text and (one := parse_timestamp(text))]
    known = [timestamp for timestamp in (first, last, *found) if timestamp]
    return Times(
        first.text if first else None,
        last.text if last else None,
        first.precision if first else last.precision if last else "",
        first.instant if first else 0,
        max((timestamp.instant for timestamp in known), default=0),
        (day_order(created), day_order(updated)),
    )


def day_of(text: str) -> str | None:
    """The day of a date or time, `2025-01-30`; None when the text is neither."""
    found = parse_timestamp(text) if text else None
    return found.day if found else None


def column_of(line: str, at: int) -> int:
    """The column of the character at offset `at` of a line: UTF-8 bytes + 1."""
    return len(line[:at].encode()) + 1
