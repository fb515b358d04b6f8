"""Records in order of time: `memory_timeline`, `memory_agent_timeline`."""

from collections.abc import Mapping
from typing import Any, NamedTuple

from compiler.languages.memory.facts import MemoryFact, MemorySession, MemoryTask, Observation, TaskAgent
from compiler.store.snapshot import Snapshot
from compiler.workspace.interface import Workspace
from queries.memory.branch_scope import ALL, BRANCH_OR_SESSION, OWN_ONLY
from queries.memory.git_branches import read_branch
from queries.memory.rows import FACT, OBSERVATION, fact_row, observation_row, without_empty
from queries.memory.seen_records import one_each
from queries.memory.selection import SESSION, agent_named, record_named
from queries.memory.tasks import TASK_ROW, task_row
from queries.memory.time_ranges import AFTER, BEFORE, time_range_between
from queries.tools.paging import CURSOR, Cursor, limit_of, page
from queries.tools.parameters import Parameter
from queries.tools.schemas import integer, mapping, objects, string
from queries.tools.tool import tool

CONTENT_SHOWN = 600  # characters of an entry

# By kind of entry: the table of the records, and the SQL expression for their content.
KINDS: Mapping[str, tuple[str, str]] = {
    "fact": ("fact_memory_fact", "text"),
    "observation": ("fact_memory_observation", "summary"),
    "relation": ("fact_memory_relation", "source || ' ' || relation || ' ' || target"),
    "message": ("fact_memory_message", "role || ': ' || content"),
    "conversation": ("fact_memory_conversation", "coalesce(name, record_id)"),
    "session": ("fact_memory_session", "coalesce(summary, record_id)"),
    "task": ("fact_memory_task", "name"),
    "merge": ("fact_memory_merge", "source || ' into ' || target"),
    "snapshot": ("fact_memory_snapshot", "coalesce(label, record_id)"),
    "handoff": ("fact_memory_handoff", "source_branch || ' to ' || target_branch || ': ' || context_summary"),
    "branch": ("fact_memory_branch", "coalesce(description, record_id)"),
}
# A condition for facts: superseded and archived facts are left out.
ONLY_ACTIVE = " AND is_active"
ORDER = Parameter("order", "string", "asc: oldest first; desc: newest first.", default="asc", choices=("asc", "desc"))


class TimelineEntry(NamedTuple):
    """A record with its time in microseconds, None if unknown. `row` is its row in the table of its kind."""

    at: int | None
    at_last: int | None
    kind: str
    id: str
    row: int


@tool(
    title="What an agent did",
    pack="memory",
    parameters=(
        Parameter("agent_id", "string", "The agent.", required=True, aliases=("agent", "id", "ref")),
        Parameter("task_type", "string", "Only its tasks of this type, and what it wrote for them."),
        ORDER,
        limit_of(50),
        CURSOR,
    ),
    result={
        "agent_id": string("The agent."),
        "tasks": objects(
            "The tasks it joined, in order of joining.",
            role=string("Its role."),
            joined_at=string("When it joined."),
            left_at=string("When it left."),
            summary=string("What it says it did."),
            agent_status=string("Its status in the task."),
            **TASK_ROW,
        ),
        "facts": objects("What it learned, in order of time.", **FACT),
        "observations": objects("What it did and saw, in order of time.", **OBSERVATION),
        "counts": mapping("All of them.", facts=integer("Active facts."), observations=integer("Observations.")),
    },
)
def memory_agent_timeline(
    snapshot: Snapshot, *, agent_id: str, task_type: str | None, order: str, limit: int, cursor: Cursor
) -> dict[str, Any]:
    """What an agent did: its tasks, facts and observations in order of time.

    A page is one range of time, with at most limit facts and observations together. 50 a page, oldest first.
    """
    agent = agent_named(snapshot, agent_id)
    parts = snapshot.facts(TaskAgent, agent=agent)
    known = one_each(snapshot.facts(MemoryTask))
    tasks = {task.record_id: task for task in known if task_type in (None, task.task_type)}
    joined = [(part, tasks[part.task]) for part in parts if part.task in tasks]
    found = [
        TimelineEntry(at, last, kind, id, row)
        for kind, more in (("fact", ONLY_ACTIVE), ("observation", ""))
        for at, last, id, row, task in snapshot.rows(
            f"SELECT at_us, at_last_us, record_id, rowid, task FROM fact_memory_{kind} WHERE agent = ?{more}", (agent,)
        )
        if task_type is None or task in tasks
    ]
    counts = {f"{kind}s": sum(entry.kind == kind for entry in found) for kind in ("fact", "observation")}
    answer = {
        "agent_id": agent,
        "tasks": [_joined_task_row(part, task) for part, task in joined],
        "counts": counts,
        "entries": in_time_order(found, order),
    }
    if not found:
        answer["hint"] = "It wrote no active fact and no observation, or none for tasks of this type."
    shown = page(
        answer, "entries", limit=limit, cursor=cursor, rows={"entries": lambda entry: _record_row(snapshot, entry)}
    )
    entries = shown.pop("entries")
    split = {kind: [row for of_kind, row in entries if of_kind == kind] for kind in ("fact", "observation")}
    return {**shown, "facts": split["fact"], "observations": split["observation"]}


def in_time_order(entries: list[TimelineEntry], order: str) -> list[TimelineEntry]:
    """Return entries in order of time, then by kind and id; entries without a time last."""
    sign = -1 if order == "desc" else 1
    return sorted(entries, key=lambda entry: (entry.at is None, sign * (entry.at or 0), entry.kind, entry.id))


def _timeline_entries(snapshot: Snapshot, kind: str, session: str | None) -> list[tuple[TimelineEntry, str]]:
    """Return the records of a kind, of one session or all, each with its branch."""
    table, _ = KINDS[kind]
    of_session = " AND session = ?" if session else ""
    own = " AND record_id = ?" if session and kind == "session" else of_session
    sql = (
        f"SELECT at_us, at_last_us, record_id, rowid, branch FROM {table} "
        f"WHERE 1{own}{ONLY_ACTIVE if kind == 'fact' else ''}"
    )
    found = snapshot.rows(sql, (session,) if session else ())
    return [(TimelineEntry(at, last, kind, id, row), branch) for at, last, id, row, branch in found]


def _entry_row(snapshot: Snapshot, entry: TimelineEntry) -> dict[str, Any]:
    table, content = KINDS[entry.kind]
    sql = f"SELECT at, {content}, branch, session, agent, ref, file || ':' || start_line FROM {table} WHERE rowid = ?"
    at, text, branch, session, agent, ref, place = snapshot.rows(sql, (entry.row,))[0]
    shown = (
        text
        if len(text) <= CONTENT_SHOWN
        else f"{text[:CONTENT_SHOWN]}… [{len(text) - CONTENT_SHOWN} characters left out]"
    )
    row = {"type": entry.kind, "timestamp": at, "content": shown, "id": entry.id, "branch": branch}
    return without_empty(row | {"session_id": session, "agent_id": agent, "ref": ref, "source": place})


@tool(
    title="Timeline",
    pack="memory",
    parameters=(
        SESSION,
        BRANCH_OR_SESSION,
        OWN_ONLY,
        AFTER,
        BEFORE,
        Parameter(
            "types",
            "strings",
            "Which records: fact, observation, relation, message, conversation, session, task, merge, snapshot, "
            "handoff, branch. Default: fact and observation.",
            choices=tuple(KINDS),
            aliases=("kinds",),
        ),
        ORDER,
        limit_of(50),
        CURSOR,
    ),
    result={
        "entries": objects(
            "In order of time, then by type and id; records without a time come last.",
            type=string("fact, observation, or one of the types asked for."),
            timestamp=string("When, in UTC; left out if the source does not say."),
            content=string("Its text, cut if it is long."),
            id=string("Its id."),
            branch=string("The branch it was written on."),
            session_id=string("In which session."),
            agent_id=string("By which agent."),
            ref=string("Canonical reference: pass it to any tool."),
            source=string("Where it stands: path:line."),
        ),
        "branch": string("The branch that was read, or all."),
        "searched": mapping("In an answer without rows: how many records of each type the memory has."),
    },
    may_run_long=True,
    needs_workspace=True,
)
def memory_timeline(
    workspace: Workspace,
    *,
    session_id: str | None,
    branch: str | None,
    own_only: bool,
    after: str | None,
    before: str | None,
    types: list[str] | None,
    order: str,
    limit: int,
    cursor: Cursor,
) -> dict[str, Any]:
    """What was learnt and observed, in order of time: on a branch, in a session or everywhere.

    Use it to see how something came about; types adds messages, merges, handoffs and others. Without a branch the
    default branch is read, of a session all that it wrote. Superseded and archived facts are left out. Bounds are
    inclusive; records without a time are in no range. 50 a page, oldest first.
    """
    snapshot, scope = read_branch(workspace, ALL if branch is None and session_id else branch, own_only)
    session = record_named(snapshot, MemorySession, session_id, "session_id").record_id if session_id else None
    within = time_range_between(after, before)
    kinds = list(dict.fromkeys(types or ("fact", "observation")))
    found = [
        entry
        for kind in kinds
        for entry, on_branch in _timeline_entries(snapshot, kind, session)
        if scope.sees(kind, entry.id, on_branch) and within.holds(entry.at, entry.at_last)
    ]
    answer: dict[str, Any] = {"entries": in_time_order(found, order), "branch": scope.name}
    if not found:
        counts = {kind: snapshot.rows(f'SELECT count(*) FROM "{KINDS[kind][0]}"')[0][0] for kind in kinds}
        answer |= {"searched": counts, "hint": "Nothing lies in it. Widen the time, the branch (all) or the types."}
    return page(
        answer, "entries", limit=limit, cursor=cursor, rows={"entries": lambda entry: _entry_row(snapshot, entry)}
    )


def _joined_task_row(part: TaskAgent, task: MemoryTask) -> dict[str, Any]:
    own = {"role": part.role, "joined_at": part.at, "left_at": part.left_at, "summary": part.summary}
    return task_row(task) | without_empty(own | {"agent_status": part.status})


def _record_row(snapshot: Snapshot, entry: TimelineEntry) -> tuple[str, dict[str, Any]]:
    if entry.kind == "fact":
        return entry.kind, fact_row(snapshot.facts(MemoryFact, rowid=entry.row)[0])
    return entry.kind, observation_row(snapshot.facts(Observation, rowid=entry.row)[0])
