"""Tasks and the agents that work on them: `memory_task_status`, `memory_search_task`."""

from collections.abc import Collection, Sequence
from typing import Any

from compiler.languages.memory.facts import MemoryFact, MemoryTask, Observation, TaskAgent
from compiler.store.snapshot import Snapshot
from queries.errors.query_error import QueryError
from queries.memory.branch_scope import ALL, branch_scope, scope_of_all
from queries.memory.ranking import Candidate, Hit, candidates, find
from queries.memory.rows import FACT, OBSERVATION, fact_row, observation_row, place_of, without_empty
from queries.memory.seen_records import one_each, other_versions, versions_seen
from queries.memory.selection import agent_named, ambiguous, branches_of, record_named
from queries.memory.word_query import parse_query
from queries.tools.paging import CURSOR, Cursor, cut, limit_of, page
from queries.tools.parameters import Parameter
from queries.tools.schemas import integer, mapping, number, objects, string, strings
from queries.tools.tool import tool

KEY_FACTS = 20  # listed in the status of a task

TASK_ID = Parameter(
    "task_id",
    "string",
    "The task: its id, its name, or its ref.",
    required=True,
    brief="Id, name or ref.",
    aliases=("task", "id", "ref"),
)
PROGRESS = mapping(
    "Its objectives, counted.",
    **{name: integer("A count.") for name in ("total", "done", "active", "blocked", "todo")},
)
TASK_ROW = {
    "id": string("Its id."),
    "name": string("Its name."),
    "status": string("active, completed, paused, failed, or the source's own word."),
    "task_type": string("bug_fix, feature, research, …."),
    "description": string("What is to be done."),
    "branch": string("The branch of the work."),
    "parent_branch": string("The branch that it was forked from."),
    "tags": strings("Its tags."),
    "created_at": string("When it began."),
    "updated_at": string("When it last changed."),
    "completed_at": string("When it was done."),
    "result": string("How it ended."),
    "progress": PROGRESS,
    "ref": string("Canonical reference: pass it to any tool."),
    "source": string("Where it stands: path:line."),
}


def task_row(task: MemoryTask) -> dict[str, Any]:
    """Return the row of a task in a list."""
    return without_empty(
        {
            "id": task.record_id,
            "name": task.name,
            "status": task.status,
            "task_type": task.task_type,
            "description": task.description,
            "branch": task.branch,
            "parent_branch": task.parent_branch,
            "tags": list(task.tags),
            "created_at": task.at,
            "updated_at": task.updated_at,
            "completed_at": task.completed_at,
            "result": task.result,
            "progress": task.progress,
            "ref": task.ref,
            "source": place_of(task),
        }
    )


def task_named(snapshot: Snapshot, name: str) -> MemoryTask:
    """Return the task with an id, ref or name. Raises QueryError."""
    try:
        return record_named(
            snapshot, MemoryTask, name, "task_id", "memory_timeline with types ['task'] and branch 'all' lists them."
        )
    except QueryError as error:
        known = one_each(snapshot.facts(MemoryTask))
        named = [task for task in known if task.name.casefold() == name.strip().casefold()]
        if error.code != "not_found" or not named:
            raise
        if len(named) > 1:
            raise ambiguous(MemoryTask, named, name, "task_id") from None
        return named[0]


def task_or_id(snapshot: Snapshot, name: str) -> tuple[str, MemoryTask | None]:
    """Return the id of a task and its record, by id, ref or name. Raises QueryError.

    Tasks may be kept outside of the memory: the record is None for a task that other records only name.
    """
    try:
        task = task_named(snapshot, name)
    except QueryError as error:
        if error.code != "not_found" or name not in snapshot.memoize("queries.memory.named_tasks", _named_tasks):
            raise
        return name, None
    return task.record_id, task


def _named_tasks(snapshot: Snapshot) -> Collection[str]:
    """Return the ids of tasks that records name."""
    tables = ("fact", "observation", "conversation", "session", "message", "task_agent")
    sql = " UNION ".join(f"SELECT task FROM fact_memory_{table} WHERE task IS NOT NULL" for table in tables)
    return {task for (task,) in snapshot.rows(sql)}


@tool(
    title="Search within a task",
    pack="memory",
    parameters=(
        TASK_ID,
        Parameter("query", "string", "A question or words; any of them is enough.", required=True, max_length=4_000),
        Parameter("agent_id", "string", "Only what this agent wrote."),
        limit_of(10),
        CURSOR,
    ),
    result={
        "results": objects(
            "Best first, then the newest, then by id.",
            type=string("fact or observation."),
            score=number("How well it matches, 0 to 1, within this answer only."),
            **FACT,
            **{name: schema for name, schema in OBSERVATION.items() if name not in FACT},
        ),
        "task_id": string("The task."),
        "searched": mapping(
            "In an answer without rows: what was searched.",
            facts=integer("Active facts of the task."),
            observations=integer("Observations of the task."),
        ),
    },
)
def memory_search_task(
    snapshot: Snapshot, *, task_id: str, query: str, agent_id: str | None, limit: int, cursor: Cursor
) -> dict[str, Any]:
    """Finds facts and observations of one task, from all its agents and branches.

    A record matches if it contains one of the words; the text around it only adds to its rank. 10 a page.
    """
    task, record = task_or_id(snapshot, task_id)
    agent = agent_named(snapshot, agent_id) if agent_id is not None else None
    scope = _TaskScope(snapshot, task, record)
    parsed = parse_query(query)

    def passes(candidate: Candidate) -> bool:
        return (
            scope.holds(candidate.task, candidate.branch)
            and agent in (None, candidate.agent)
            and candidate.traits[0] is not False
        )

    facts = find(
        snapshot, MemoryFact, parsed, lambda candidate: bool(candidate.traits[0]) and passes(candidate), "text"
    )
    seen = find(snapshot, Observation, parsed, passes, "text")
    hits = [("fact", hit) for hit in facts] + [("observation", hit) for hit in seen]
    hits.sort(key=lambda hit: _order(hit[1]))
    answer: dict[str, Any] = {"results": hits, "task_id": task}
    if not hits:
        everything = parse_query("")
        counts = {
            "facts": len(
                find(
                    snapshot,
                    MemoryFact,
                    everything,
                    lambda candidate: bool(candidate.traits[0]) and passes(candidate),
                    "text",
                )
            ),
            "observations": len(find(snapshot, Observation, everything, passes, "text")),
        }
        answer |= {
            "searched": counts,
            "hint": "Nothing of the task fits. Try other words, or memory_search on its branch.",
        }
    return page(answer, "results", limit=limit, cursor=cursor, rows={"results": lambda hit: _hit_row(snapshot, *hit)})


def _on_branch(snapshot: Snapshot, task: MemoryTask, branch: str | None) -> MemoryTask:
    """Return the version of a task that a branch sees, the given one without a branch. Raises QueryError."""
    if branch is None:
        return task
    scope = scope_of_all(snapshot) if branch == ALL else branch_scope(snapshot, branch)
    seen = [task] if scope.lineage is None else versions_seen(snapshot, scope, task)
    if not seen:
        branches = (version.branch for version in snapshot.facts(MemoryTask, record_id=task.record_id))
        hint = f"It is a task of {', '.join(branches)}."
        raise QueryError(
            "not_found", "The branch has no such task", task_id=task.record_id, branch=scope.name, hint=hint
        )
    return seen[0]


def _agent_row(snapshot: Snapshot, agent: TaskAgent, facts: Sequence[Candidate]) -> dict[str, Any]:
    row = {
        "agent_id": agent.agent,
        "role": agent.role,
        "status": agent.status,
        "branch": agent.branch,
        "objectives": list(agent.objectives),
        "summary": agent.summary,
        "joined_at": agent.at,
        "left_at": agent.left_at,
        "facts": sum(fact.agent == agent.agent for fact in facts),
        "observations": snapshot.count(Observation, agent=agent.agent, task=agent.task),
        "source": place_of(agent),
    }
    return without_empty(row)


class _TaskScope:
    """What belongs to a task: records that name it, and records that name no task on branches of the task itself."""

    def __init__(self, snapshot: Snapshot, id: str, task: MemoryTask | None) -> None:
        self._task = id
        known = branches_of(snapshot)
        roots = {agent.branch for agent in snapshot.facts(TaskAgent, task=id)}
        versions = snapshot.facts(MemoryTask, record_id=id) if task else []
        roots |= {version.branch for version in versions}
        roots -= {version.parent_branch for version in versions} | {
            name for name, branch in known.items() if branch.is_default
        }
        self._branches: Collection[str] = {
            name for name, branch in known.items() if not roots.isdisjoint(branch.lineage)
        }

    def holds(self, task: str | None, branch: str) -> bool:
        return task == self._task if task is not None else branch in self._branches


@tool(
    title="State of a task",
    pack="memory",
    of_object=True,
    parameters=(
        TASK_ID,
        Parameter(
            "branch",
            "string",
            "The branch whose version of the task is read. Default: the default branch (main) if it wrote the task, "
            "else the first that did.",
        ),
    ),
    result={
        "task": mapping("The task.", **TASK_ROW),
        "other_versions": strings("The refs of the versions that other branches have of it."),
        "agents": objects(
            "Who joined it, in order of joining.",
            agent_id=string("The agent."),
            role=string("Its role."),
            status=string("active, completed, or the source's own word."),
            branch=string("The branch that it works on."),
            objectives={"type": "array", "items": {"type": "integer"}, "description": "The objectives given to it."},
            summary=string("What it says it did."),
            joined_at=string("When it joined."),
            left_at=string("When it left."),
            facts=integer("Active facts that it wrote for the task."),
            observations=integer("Observations that it wrote for the task."),
            source=string("Where it stands: path:line."),
        ),
        "objectives": objects(
            "In the order of the source.",
            id=integer("Its number in the task."),
            description=string("What is to be done."),
            status=string("todo, active, done, blocked, or the source's own word."),
            agent_id=string("The agent that works on it."),
            notes=string("Notes on it."),
        ),
        "progress": PROGRESS,
        "key_facts": objects("The newest active facts of the task, 20 at most.", **FACT),
        "fact_count": integer("All active facts of the task."),
        "truncated": string("size, when not all key facts fit."),
        "hint": string("What to do next, when there is something to say."),
    },
)
def memory_task_status(snapshot: Snapshot, *, task_id: str, branch: str | None) -> dict[str, Any]:
    """State of a task: objectives done and blocked, agents, newest facts.

    A fact belongs to the task if it names the task, or if it names no task and was written on a branch of the task.
    Branches may have versions of their own of a task; other_versions names them.
    """
    task = _on_branch(snapshot, task_named(snapshot, task_id), branch)
    scope = _TaskScope(snapshot, task.record_id, task)
    agents = snapshot.facts(TaskAgent, task=task.record_id)
    known = candidates(snapshot, MemoryFact).values()
    facts = [candidate for candidate in known if candidate.traits[0] and scope.holds(candidate.task, candidate.branch)]
    facts.sort(key=lambda fact: (fact.at is None, -(fact.at or 0), fact.id))
    answer = {
        "task": task_row(task),
        **({"other_versions": others} if (others := other_versions(snapshot, task)) else {}),
        "agents": [_agent_row(snapshot, agent, facts) for agent in agents],
        "objectives": list(task.objectives),
        "progress": task.progress,
        "key_facts": [fact_row(snapshot.facts(MemoryFact, rowid=fact.row)[0]) for fact in facts[:KEY_FACTS]],
        "fact_count": len(facts),
    }
    found = cut(answer, "key_facts")
    found.pop("total")
    return found


def _order(hit: Hit) -> tuple[float, float, str]:
    return -hit.score, -hit.entry.at if hit.entry.at is not None else float("inf"), hit.entry.id


def _hit_row(snapshot: Snapshot, kind: str, hit: Hit) -> dict[str, Any]:
    found = {"type": kind, "score": round(hit.score, 4)}
    if kind == "fact":
        return found | fact_row(snapshot.facts(MemoryFact, rowid=hit.entry.row)[0])
    return found | observation_row(snapshot.facts(Observation, rowid=hit.entry.row)[0])
