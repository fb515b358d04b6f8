"""The record of a task, of a form without rules of its own."""

from collections.abc import Iterable, Mapping

from compiler.languages.knowledge.record_values import NORMAL, UNKNOWN_TIMES, Json, Times, json_text, task_properties
from compiler.languages.knowledge.records import IN_REVIEW, EntityRecord, Reference, Scheduling

_STATUSES = {"draft": "todo", "deferred": "todo", IN_REVIEW: "in_progress"}


def listed_task(
    identifier: str,
    name: str,
    lines: tuple[int, int],
    state: str,
    native: Mapping[str, Json],
    *,
    order: int,
    undecided: str = "",
    number: int | None = None,
    rank: int = NORMAL,
    owner: str | None = None,
    content: str | None = None,
    tags: tuple[str, ...] = (),
    references: Iterable[Reference] = (),
    due: str | None = None,
    deferred_until: str | None = None,
    times: Times = UNKNOWN_TIMES,
) -> EntityRecord:
    """Return the record of a task on its first and last of `lines`. `state`, `rank`, `order`, `due`, `deferred_until`
    and `undecided` are those of a `Scheduling`."""
    status = _STATUSES.get(state, state)
    return EntityRecord(
        type="task",
        native_id=identifier,
        number=number,
        name=name,
        line=lines[0],
        last_line=lines[1],
        status=status,
        properties=task_properties(status, rank, due, owner),
        native=json_text(native),
        content=content,
        tags=tags,
        times=times,
        references=tuple(references),
        scheduling=Scheduling(state, rank, due, times.created, deferred_until, order, undecided=undecided),
    )
