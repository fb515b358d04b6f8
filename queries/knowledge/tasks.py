"""The queue of tasks: `task_ready`, `task_blocked`, `task_next`.

Which tasks are ready, and in which order, follows the rules of their formats. The facts say so, and why.
"""

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from compiler.store.snapshot import Snapshot
from queries.knowledge.due_dates import DUE, due_condition
from queries.knowledge.entities import ENTITY, LIMIT, kinds_of_type, rows_of
from queries.knowledge.entity_lookup import named_entity
from queries.knowledge.explanations import explained_blocked, explained_ready, ready_sentences
from queries.knowledge.listing import fit_to_bound
from queries.knowledge.work_states import (
    OF_PROJECT,
    QueuedItem,
    begun_of,
    blocked,
    blocker_rows,
    is_blocked,
    is_ready,
    left_out_by_tag,
    priorities_by_ref,
    ready,
    reasons_of,
    state_of,
    undecided_items,
    why_of,
)
from queries.objects.field_filters import PRIORITY, STATUS, TAG, VALUES, WHERE, Condition, Filter, conditions_of
from queries.tools.not_understood import TASKS
from queries.tools.paging import CURSOR, Cursor, Rows, page
from queries.tools.parameters import Parameter
from queries.tools.schemas import DID_YOU_MEAN, boolean, integer, mapping, object_or_null, objects, string
from queries.tools.tool import tool

QUEUED_KINDS = ("task", "decision")  # Beads tracks decisions as work too
MAX_UNDECIDED = 3
EXPLAINED = ("id", "title", "properties", "ref", "source", "is_example")  # fields of a task that is explained

EXPLAIN = Parameter(
    "explain",
    "boolean",
    "Say why, and what would change it; of a blocked task also which line of the source says so.",
    default=False,
    brief="Say why, and what would change it.",
)
FILTERS = (STATUS, PRIORITY, TAG, DUE, WHERE)
ALL_TAGS = Parameter(
    "all_tags",
    "boolean",
    "Also tasks of the Task Master tags that are not current.",
    default=False,
)
OTHER_TAGS = mapping("How many more there are in Task Master tags that are not current; all_tags lists them.")
UNDECIDED = mapping(
    "Tasks that are not ready because their status or a dependency is not understood; absent without any.",
    count=integer("How many there are."),
    first=objects(
        "The first three.",
        id=string("Its id."),
        source=string("Its place: path:line."),
        why=string("What is not understood."),
    ),
)
SHORT = {
    "id": string("Its id."),
    "title": string("Its title."),
    "status": string("Its status."),
    "source": string("Its place: path:line."),
}
BLOCKER = {
    **SHORT,
    "native_type": string("The word of the source for the link."),
    "source": string("The line that says so: path:line."),
    "reason": string("With explain: what the link is, and which state the blocker is in."),
    "unblock": string("With explain: what would remove this blocker."),
}
WAITING = {
    "why": string("Why it is blocked or ready, in a sentence."),
    "start_with": objects(
        "With explain: the tasks at the ends of its chains of blockers, nearest first, at most 20.",
        **SHORT,
        is_ready=boolean("Whether work on it can begin now."),
    ),
    "in_circle": boolean("With explain: true when it waits for itself, so no task of that cycle can be done."),
}
WAITS_FOR_IT = objects(
    "With explain: the tasks that wait for it, at most 20.",
    **SHORT,
    others=integer("How many other blockers that task has."),
)
MISSING = objects(
    "With explain: dependencies that do not exist, and so block nothing, at most 20.",
    text=string("As written."),
    source=string("path:line"),
)
FINISHED = objects("With explain: the tasks that it waited for and that are done, at most 20.", **SHORT)


@tool(
    title="Ready tasks",
    pack="knowledge",
    parameters=(LIMIT, *FILTERS, ALL_TAGS, EXPLAIN, CURSOR),
    result={
        "tasks": objects(
            "By priority, due date (none last), then in the order of their format.",
            **ENTITY,
            why=string("Why it is ready; with explain also what it waited for, and what waits for it."),
            is_begun=boolean("Whether work on it has begun."),
        ),
        "searched": mapping("When no task is ready: how many are done, archived, blocked, and none of these."),
        "undecided": UNDECIDED,
        "other_tags": OTHER_TAGS,
        "values": VALUES,
        "did_you_mean": DID_YOU_MEAN,
    },
    looks_like=TASKS,
)
def task_ready(
    snapshot: Snapshot,
    *,
    limit: int,
    status: str | None,
    priority: str | None,
    tag: str | None,
    due: str | None,
    where: dict[str, Any] | None,
    all_tags: bool,
    explain: bool,
    cursor: Cursor,
) -> dict[str, Any]:
    """Tasks that can be worked on now, by priority. explain says why, and what waits for each.

    Lists the tasks that can be worked on now: open, and not blocked by anything unfinished. Use it to choose what to
    do; why says why each is ready. With explain the rows are short, and why says in a sentence or two also what the
    task waited for and what waits for it. Each format has its own rules: in Beads only
    open issues are ready, in markdown tasks in progress are too: is_begun says which. Order: priority, due date (none
    last), then that of the format (newest first in Beads). A task that is deferred until after the snapshot's as_of is
    not ready. Of Task Master it lists the current tag, as that program does; other_tags counts the rest. Filters leave
    the order as it is.
    50 per page; total counts all.
    """
    conditions = [*conditions_of(where, status=status, priority=priority, tag=tag), *due_condition(due)]
    queue = ready(snapshot, all_tags)
    found = _kept(snapshot, queue, conditions)
    listed = Rows(len(found), lambda start, count: _ready_rows(snapshot, found[start : start + count], explain))
    answer: dict[str, Any] = {"tasks": listed, **_undecided(snapshot), **_other_tags(snapshot, all_tags, ready)}
    if not found:
        answer |= _nothing_ready(snapshot) | _no_match(snapshot, queue, conditions, "ready task")
    return page(answer, "tasks", limit=limit, cursor=cursor)


def _undecided(snapshot: Snapshot) -> dict[str, Any]:
    found = undecided_items(snapshot)
    first = [{"id": name, "source": place, "why": text} for name, place, text in found[:MAX_UNDECIDED]]
    return {"undecided": {"count": len(found), "first": first}} if found else {}


def _other_tags(
    snapshot: Snapshot, all_tags: bool, queue: Callable[[Snapshot, bool], Sequence[QueuedItem]]
) -> dict[str, Any]:
    others = {} if all_tags else left_out_by_tag(snapshot, queue)
    return {"other_tags": others} if others else {}


def _kept(snapshot: Snapshot, items: Sequence[QueuedItem], conditions: Sequence[Condition]) -> Sequence[QueuedItem]:
    """The items that meet the conditions, in their order."""
    if not conditions:
        return items
    kept = set(_filter(snapshot, conditions).kept(item.ref for item in items))
    return [item for item in items if item.ref in kept]


def _filter(snapshot: Snapshot, conditions: Sequence[Condition], what: str = "task") -> Filter:
    """The filter of items in the queue. Their priorities are those of the queue too."""

    def further_values(field: str) -> Mapping[str, str]:
        return priorities_by_ref(snapshot) if field == "priority" else {}

    kinds = [kind for kind in kinds_of_type(snapshot) if kind in QUEUED_KINDS]
    return Filter(snapshot, kinds, conditions, what, further_values)


def _no_match(
    snapshot: Snapshot, items: Sequence[QueuedItem], conditions: Sequence[Condition], what: str
) -> dict[str, Any]:
    """Why none of the items meets the conditions; {} when there are no items or no conditions."""
    if not items or not conditions:
        return {}
    return _filter(snapshot, conditions, what).no_match(item.ref for item in items)


def _ready_rows(snapshot: Snapshot, found: Sequence[QueuedItem], explain: bool) -> list[dict[str, Any]]:
    refs = [item.ref for item in found]
    reasons, begun = reasons_of(snapshot, refs), begun_of(snapshot, refs)
    rows = []
    for row in rows_of(snapshot, refs):
        ref = row["ref"]
        shown = {name: row[name] for name in EXPLAINED if name in row} if explain else row
        sentences = [reasons.get(ref, ""), *(ready_sentences(snapshot, ref) if explain else ())]
        rows.append(shown | {"why": " ".join(filter(None, sentences)), "is_begun": ref in begun})
    return rows


def _nothing_ready(snapshot: Snapshot) -> dict[str, Any]:
    done, archived, listed, others = snapshot.rows(
        "SELECT ifnull(sum(is_done), 0), ifnull(sum(status = 'archived'), 0), ifnull(sum(is_listed), 0), "
        "ifnull(sum(NOT is_done AND status <> 'archived' AND NOT is_listed), 0) "
        f"FROM fact_knowledge_work WHERE {OF_PROJECT}"
    )[0]
    if listed:
        hint = "Nothing is ready. task_blocked says what holds the others up."
    else:
        none = not done + archived + others
        hint = "There are no tasks." if none else "Nothing is ready, and nothing is blocked."
    counts = {"done": done, **({"archived": archived} if archived else {}), "blocked": listed, "others": others}
    return {"searched": counts, "hint": hint}


@tool(
    title="Blocked tasks",
    pack="knowledge",
    parameters=(
        Parameter("id", "string", "Only this task: its id or ref.", max_length=500, aliases=("ref", "task_id")),
        *FILTERS,
        ALL_TAGS,
        EXPLAIN,
        LIMIT,
        CURSOR,
    ),
    result={
        "blocked_tasks": objects(
            "Without id: all blocked tasks, by priority, then in the order of their format.",
            **ENTITY,
            blockers=objects("The unfinished tasks that it waits for.", **BLOCKER),
            **WAITING,
        ),
        "task_id": string("With id: the task."),
        "blockers": objects("With id: the unfinished tasks that it waits for.", **BLOCKER),
        "is_blocked": boolean("With id: whether something unfinished blocks it."),
        "is_ready": boolean("With id: whether work on it can begin now."),
        "is_begun": boolean("With id: true when work on it has begun."),
        "undecided": string("With id: what of its status or dependencies is not understood."),
        "hidden_until": string("With id: the time until which it is deferred."),
        **WAITING,
        "other_tags": OTHER_TAGS,
        "values": VALUES,
        "did_you_mean": DID_YOU_MEAN,
    },
    looks_like=TASKS,
)
def task_blocked(
    snapshot: Snapshot,
    *,
    id: str | None,
    status: str | None,
    priority: str | None,
    tag: str | None,
    due: str | None,
    where: dict[str, Any] | None,
    all_tags: bool,
    explain: bool,
    limit: int,
    cursor: Cursor,
) -> dict[str, Any]:
    """Tasks that cannot be worked on, and their blockers. explain says where to start.

    Lists the tasks that cannot be worked on, each with its blockers and the line that states each; with id the blockers
    of one task. Use it to see what is stuck; with explain it says what each link is, what would remove it, and which
    tasks to start with. Blockers are direct; explain follows them to the ends of their chains (start_with). in_circle
    says that a task waits for itself. A task that is done may still name blockers. Filters choose among all blocked
    tasks; with id they are not looked at. 50 per page.
    """
    if id is None:
        conditions = [*conditions_of(where, status=status, priority=priority, tag=tag), *due_condition(due)]
        return _all_blocked(snapshot, conditions, all_tags, explain, limit, cursor)
    head = named_entity(snapshot, id)
    found = blocker_rows(snapshot, [head.ref], explain)[head.ref]
    answer: dict[str, Any] = {"task_id": head.id, "blockers": found}
    state = state_of(snapshot, head.ref)
    if state is None:
        answer["hint"] = f"This {head.type} is no task: nothing blocks it."
    else:
        answer |= {
            "is_blocked": is_blocked(snapshot, state),
            "is_ready": is_ready(snapshot, state),
            "why": why_of(snapshot, state),
        }
        answer |= {"is_begun": True} if state.is_begun else {}
        answer |= {"undecided": state.undecided} if state.undecided else {}
        answer |= {"hidden_until": state.hidden_until} if state.hidden_until else {}
        answer |= explained_blocked(snapshot, head.ref) if explain else {}
    return page(answer, "blockers", limit=limit, cursor=cursor)


def _all_blocked(
    snapshot: Snapshot, conditions: Sequence[Condition], all_tags: bool, explain: bool, limit: int, cursor: Cursor
) -> dict[str, Any]:
    rows = blocked_rows(snapshot, explain, conditions, all_tags)
    answer: dict[str, Any] = {"blocked_tasks": rows, **_other_tags(snapshot, all_tags, blocked)}
    if not rows:
        answer["hint"] = f"Nothing is blocked; {len(ready(snapshot, all_tags))} tasks are ready."
        answer |= _no_match(snapshot, blocked(snapshot, all_tags), conditions, "blocked task")
    return page(answer, "blocked_tasks", limit=limit, cursor=cursor)


def blocked_rows(
    snapshot: Snapshot, explain: bool = False, conditions: Sequence[Condition] = (), all_tags: bool = False
) -> Rows:
    """The blocked items that meet the conditions, with their blockers, read page by page."""
    found = _kept(snapshot, blocked(snapshot, all_tags), conditions)
    return Rows(len(found), lambda start, count: _blocked_rows(snapshot, found[start : start + count], explain))


def _blocked_rows(snapshot: Snapshot, found: Sequence[QueuedItem], explain: bool) -> list[dict[str, Any]]:
    refs = [item.ref for item in found]
    blockers = blocker_rows(snapshot, refs, explain)
    rows = [row | {"blockers": blockers[row["ref"]]} for row in rows_of(snapshot, refs)]
    if explain:
        why = reasons_of(snapshot, refs)
        rows = [row | {"why": why.get(row["ref"], ""), **explained_blocked(snapshot, row["ref"])} for row in rows]
    return rows


@tool(
    title="Next task",
    pack="knowledge",
    of_object=True,
    parameters=(),
    result={
        **ENTITY,
        "why": string("Why it is ready."),
        "is_begun": boolean("Whether work on it has begun."),
        "finished": FINISHED,
        "missing": MISSING,
        "waiting_for_it": WAITS_FOR_IT,
        "task": object_or_null("null when no task is ready. Otherwise absent: the answer itself is the task."),
        "truncated": string("size, when long texts and lists are shortened to fit the answer."),
        "message": string("Why there is no task."),
        "searched": mapping("When no task is ready: how many are done, archived, blocked, and none of these."),
        "other_tags": OTHER_TAGS,
        "hint": string("When no task is ready: what to ask next."),
    },
    looks_like=TASKS,
)
def task_next(snapshot: Snapshot) -> dict[str, Any]:
    """The one task to do next: why it is ready, and what waits for it.

    It is the first of task_ready: by priority, due date (none last), then the order of its format. Of Task Master it is
    one of the current tag. When nothing is ready, task is null and
    message says so.
    """
    found = ready(snapshot)
    if not found:
        others = _other_tags(snapshot, False, ready)
        return {"task": None, "message": "No ready tasks available", **_nothing_ready(snapshot), **others}
    (row,) = rows_of(snapshot, [found[0].ref], whole=True)
    ref = found[0].ref
    state = {"why": reasons_of(snapshot, [ref]).get(ref, ""), "is_begun": ref in begun_of(snapshot, [ref])}
    return fit_to_bound(row | state | explained_ready(snapshot, ref))
