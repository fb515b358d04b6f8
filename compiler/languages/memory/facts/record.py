"""What every record of a memory has."""

from typing import Any, ClassVar

from compiler.model.facts import Object, fact

Json = Any


@fact
class Record(Object):
    """A record as it is now: the last of its versions, which is where its span points. What was retracted has no
    object any more, only its `Version`s.

    `record_id` is the id in answers. `branch` is the branch that it was written on. `at` is when it happened, in UTC
    (`2026-03-01T09:00:00Z`), None when the source does not say; `at_us` is the same in microseconds since 1970 and
    `at_last_us` the last microsecond that the source may mean: that of the day, where it names only the day. So a
    record lies in a range when `at_last_us >= after AND at_us <= before`; one without a time lies in none.

    `session`, `agent` and `task` are ids, None when not said. `format` is jsonl, mcp, basic-memory, auto-memory,
    claude or codex. `position` orders all records of a snapshot as the source does, and breaks ties of time where ids
    shall not. `extra` is what the source says in fields that have no place here, under its own names, and its times as
    written where that is not the UTC text: `{"at": "2026-03-01T10:00:00+01:00"}`.
    """

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

    @property
    def id(self) -> str:
        return self.record_id


def one_line(text: str, most: int = 120) -> str:
    """The text as a title: its first words on one line."""
    line = " ".join(text[: 4 * most].split())
    return line if len(line) <= most else line[: most - 1] + "…"
