"""The fields that every record of a memory has."""

from typing import Any, ClassVar

from compiler.model.facts import Object, fact

Json = Any


@fact
class Record(Object):
    """A record in its current version. `span` is the line of that version. A retracted record is no object; only its
    `Version`s remain.

    `record_id` is the id in answers. `branch` is the branch that the record was written on. `at` is the time of the
    event in UTC (`2026-03-01T09:00:00Z`), None if the source gives none. `at_us` is the same time in microseconds since
    1970; `at_last_us` is the last microsecond that the source may mean: the end of the day if it gives only a date. A
    record lies in a range if `at_last_us >= after AND at_us <= before`; a record without a time lies in no range.

    `session`, `agent` and `task` are ids, None if not given. `format` is jsonl, mcp, basic-memory, auto-memory, claude
    or codex. `position` is the order of the records in the source; it breaks ties of time where ids should not.
    `extra` holds the fields of the source that have no column here, under their own names, and times as written where
    they differ from the UTC text: `{"at": "2026-03-01T10:00:00+01:00"}`.
    """

    id_field: ClassVar[str] = "record_id"
    indexed: ClassVar[tuple[str, ...]] = ("record_id", "branch", "at_us")

    record_id: str
    branch: str
    at: str | None
    at_us: int | None
    at_last_us: int | None
    session: str | None
    agent: str | None
    task: str | None
    format: str
    position: int
    extra: dict[str, Json]


def one_line(text: str, most: int = 120) -> str:
    """Return the beginning of `text` on one line of at most `most` characters, for titles."""
    line = " ".join(text[: 4 * most].split())
    return line if len(line) <= most else line[: most - 1] + "…"


def record_ref(record_type: str, record_id: str) -> str:
    """Return the ref of a record at its home: `m:fact/f-1`."""
    return f"m:{record_type}/{record_id}"
