"""The queue of work: `task_ready`, `task_blocked`, `task_next`.

What is ready, and in which order, follows the format that a task comes from; the facts say so, and why.
"""

from collections.abc import Sequence
from typing import Any

from compiler.languages.knowledge.facts import UnresolvedReference
from compiler.store.snapshot import Snapshot
from queries.knowledge.entities import ENTITY, LIMIT, heads_of, rows_of, summary
from queries.knowledge.listing import fitted
from queries.knowledge.selection import named_entity
from queries.knowledge.work import (
    State,
    able,
    blocked,
    blocker_rows,
    chain_of,
    is_ready,
    ready,
    reasons_of,
    state_of,
    waited_by,
    waits_for,
    why_of,
)
from queries.paging import CURSOR, Cursor, Rows, page
from queries.parameters import Parameter
from queries.schemas import boolean, integer, mapping, object_or_null, objects, string
from queries.tool import tool

SHOWN = 20  # items that an explanation names of each sort

EXPLAIN = Parameter(
    "explain", "boolean", "Say for each why, by which line of the source, and what would change it.", default=False
)
PRIORITY = Parameter("priority", "string", "Only this priority.", choices=("urgent", "high", "normal", "low"))
SHORT = {
    "id": string("Its id."),
    "title": string("Its title."),
    "status": string("Its status."),
    "source": string("Where it stands: path:line."),
}
BLOCKER = {
    **SHORT,
    "native_type": string("The source's own word for the link."),
    "source": string("The line that says so: path:line."),
    "reason": string("With explain: what the link is, and what state the blocker is in."),
    "unblock": string("With explain: what would end it."),
}
WAITING = {
    "why": string("In a sentence."),
    "start_with": objects(
        "With explain: what is at the bottom of what it waits for, nearest first, at most 20.",
        **SHORT,
        is_ready=boolean("Work on that can begin now."),
    ),
    "in_circle": boolean("With explain: true when it waits for itself, so that nothing in the circle can be done."),
}
WAITS_FOR_IT = objects(
    "With explain: what waits for it, at most 20.", **SHORT, others=integer("What else that one waits for.")
)
MISSING = objects(
    "With explain: names that it waits for and that nothing has, so that they hold nothing up, at most 20.",
    text=string("As written."),
    source=string("path:line"),
)
FINISHED = objects("With explain: what it waited for and is done, at most 20.", **SHORT)


@tool(
    title="Ready tasks",
    pack="knowledge",
    parameters=(LIMIT, PRIORITY, EXPLAIN, CURSOR),
    result={
        "tasks": objects(
            "By priority, then as their format orders.",
            **ENTITY,
            why=string("With explain: why it is ready."),
            finished=FINISHED,
            missing=MISSING,
            waiting_for_it=WAITS_FOR_IT,
        ),
        "searched": mapping("In an answer without rows: how many tasks are done, blocked, and neither."),
    },
)
def task_ready(
    snapshot: Snapshot, *, limit: int, priority: str | None, explain: bool, cursor: Cursor
) -> dict[str, Any]:
    """Lists the tasks that can be worked on now: open, and nothing unfinished holds them up. Use it to choose what to
    do; with explain each says why it is ready and what waits for it.

    Each format has its own rules: in Beads only open issues are ready, of tasks in markdown those in progress too.
    Order: priority, then the format's own (due date; newest first in Beads). A task put off until after the snapshot's
    as_of is not ready. 50 a page; total counts all.
    """
    found = [one for one in ready(snapshot) if priority is None or one.priority == priority]
    listed = Rows(len(found), lambda start, count: _ready_rows(snapshot, found[start : start + count], explain))
    answer: dict[str, Any] = {"tasks": listed}
    if not found:
        answer |= _nothing_ready(snapshot, priority)
    return page(answer, "tasks", limit=limit, cursor=cursor)


def _ready_rows(snapshot: Snapshot, found: Sequence[State], explain: bool) -> list[dict[str, Any]]:
    refs = [one.ref for one in found]
    rows = rows_of(snapshot, refs)
    if explain:
        reasons = reasons_of(snapshot, refs)
        rows = [row | {"why": reasons.get(row["ref"], ""), **_freed(snapshot, row["ref"])} for row in rows]
    return rows


def _freed(snapshot: Snapshot, ref: str) -> dict[str, Any]:
    """What an item waited for, all done or missing; and what waits for it."""
    heads = heads_of(snapshot)
    sql = (
        "SELECT source, file || ':' || start_line FROM knowledge_relation "
        "WHERE target = ? AND relation_type = 'blocks' AND NOT is_dangling ORDER BY position"
    )
    finished = [
        {**summary(heads[source]), "source": place}
        for source, place in snapshot.rows(sql, (ref,))
        if source in heads and heads[source].status == "done"
    ]
    freed = [
        {**summary(heads[one]), "others": len(waits_for(snapshot)[one]) - 1}
        for one in waited_by(snapshot).get(ref, ())[:SHOWN]
        if one in heads
    ]
    unknown = snapshot.facts(UnresolvedReference, ref=ref, relation_type="blocks")[:SHOWN]
    missing = [{"text": one.text, "source": str(one.span)} for one in unknown]
    lists = {"finished": finished[:SHOWN], "missing": missing, "waiting_for_it": freed}
    return {name: rows for name, rows in lists.items() if rows}


def _nothing_ready(snapshot: Snapshot, priority: str | None) -> dict[str, Any]:
    done, listed, others = snapshot.rows(
        "SELECT ifnull(sum(is_done), 0), ifnull(sum(is_listed), 0), "
        "ifnull(sum(NOT is_done AND NOT is_listed), 0) FROM knowledge_work"
    )[0]
    open_ones = len(ready(snapshot))
    if priority is not None and open_ones:
        hint = f"No ready task has priority {priority}; {open_ones} of other priorities are ready."
    elif listed:
        hint = "Nothing is ready. task_blocked says what holds the others up."
    else:
        hint = "There are no tasks." if not done + others else "Nothing is ready, and nothing is blocked."
    return {"searched": {"done": done, "blocked": listed, "others": others}, "hint": hint}


@tool(
    title="Blocked tasks",
    pack="knowledge",
    parameters=(
        Parameter("id", "string", "Only this task: its id or ref.", max_length=500),
        EXPLAIN,
        LIMIT,
        CURSOR,
    ),
    result={
        "blocked_tasks": objects(
            "Without id: all of them, by priority, then as their format orders.",
            **ENTITY,
            blockers=objects("What it waits for.", **BLOCKER),
            **WAITING,
        ),
        "task_id": string("With id: the task."),
        "blockers": objects("With id: the unfinished things that it waits for.", **BLOCKER),
        "is_blocked": boolean("With id: whether it is held up."),
        "is_ready": boolean("With id: whether work on it can begin."),
        "hidden_until": string("With id: the time until which it is put off."),
        **WAITING,
    },
)
def task_blocked(snapshot: Snapshot, *, id: str | None, explain: bool, limit: int, cursor: Cursor) -> dict[str, Any]:
    """Lists the tasks that cannot be worked on, each with what it waits for and the line that says so; with id the
    blockers of one task. Use it to see what is stuck; with explain it says what each link is, what would end it, and
    which tasks to start with.

    Blockers are direct; what they wait for in turn is followed by explain (start_with). A task that waits for itself
    in a circle says so. A task that is done may still name blockers. 50 a page.
    """
    if id is None:
        return _all_blocked(snapshot, explain, limit, cursor)
    head = named_entity(snapshot, id)
    found = blocker_rows(snapshot, [head.ref], explain)[head.ref]
    answer: dict[str, Any] = {"task_id": head.id, "blockers": found}
    state = state_of(snapshot, head.ref)
    if state is None:
        answer["hint"] = f"This {head.type} is no task: nothing blocks it."
    else:
        answer |= {
            "is_blocked": state.is_blocked,
            "is_ready": is_ready(snapshot, state),
            "why": why_of(snapshot, state),
        }
        answer |= {"hidden_until": state.hidden_until} if state.hidden_until else {}
        answer |= _bottom(snapshot, head.ref) if explain else {}
    return page(answer, "blockers", limit=limit, cursor=cursor)


def _all_blocked(snapshot: Snapshot, explain: bool, limit: int, cursor: Cursor) -> dict[str, Any]:
    answer: dict[str, Any] = {"blocked_tasks": blocked_rows(snapshot, explain)}
    if not answer["blocked_tasks"]:
        answer["hint"] = f"Nothing is blocked; {len(ready(snapshot))} tasks are ready."
    return page(answer, "blocked_tasks", limit=limit, cursor=cursor)


def blocked_rows(snapshot: Snapshot, explain: bool = False) -> Rows:
    """What is held up, with its blockers, read as a page asks for it."""
    found = blocked(snapshot)
    return Rows(len(found), lambda start, count: _blocked_rows(snapshot, found[start : start + count], explain))


def _blocked_rows(snapshot: Snapshot, found: Sequence[State], explain: bool) -> list[dict[str, Any]]:
    refs = [one.ref for one in found]
    blockers = blocker_rows(snapshot, refs, explain)
    rows = [row | {"blockers": blockers[row["ref"]]} for row in rows_of(snapshot, refs)]
    if explain:
        reasons = reasons_of(snapshot, refs)
        rows = [row | {"why": reasons.get(row["ref"], ""), **_bottom(snapshot, row["ref"])} for row in rows]
    return rows


def _bottom(snapshot: Snapshot, ref: str) -> dict[str, Any]:
    """What to start with, so that an item can be done in the end."""
    heads = heads_of(snapshot)
    chain = chain_of(waits_for(snapshot), ref)
    now = able(snapshot)
    roots = [{**summary(heads[one]), "is_ready": one in now} for one in chain.roots[:SHOWN] if one in heads]
    return ({"start_with": roots} if roots else {}) | ({"in_circle": True} if chain.circle else {})


@tool(
    title="Next task",
    pack="knowledge",
    parameters=(),
    result={
        **ENTITY,
        "why": string("Why it is ready."),
        "finished": FINISHED,
        "missing": MISSING,
        "waiting_for_it": WAITS_FOR_IT,
        "task": object_or_null("null when nothing is ready; otherwise absent: the answer is the task itself."),
        "truncated": string("size, when long texts and lists are shortened to fit the answer."),
        "message": string("Why there is none."),
        "searched": mapping("When there is none: how many tasks are done, blocked, and neither."),
        "hint": string("What to ask next when there is none."),
    },
)
def task_next(snapshot: Snapshot) -> dict[str, Any]:
    """Returns the one task to do next: the first of task_ready, with the reason that it is ready and what waits for it.
    Use it when you want to begin work. When nothing is ready, task is null and message says so."""
    found = ready(snapshot)
    if not found:
        return {"task": None, "message": "No ready tasks available", **_nothing_ready(snapshot, None)}
    (row,) = rows_of(snapshot, [found[0].ref], whole=True)
    ref = found[0].ref
    return fitted(row | {"why": reasons_of(snapshot, [ref]).get(ref, ""), **_freed(snapshot, ref)})
