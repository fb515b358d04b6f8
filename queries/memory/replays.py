"""Comparison of the tasks of one type: `memory_replay_task_type`."""

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any

from compiler.languages.memory.facts import MemoryFact, MemoryTask, Observation, TaskAgent
from compiler.store.snapshot import Snapshot
from queries.errors.near import nearest
from queries.memory.rows import without_empty
from queries.memory.seen_records import one_each
from queries.memory.tasks import PROGRESS, TASK_ROW, task_row
from queries.tools.paging import CURSOR, Cursor, limit_of, page
from queries.tools.parameters import Parameter
from queries.tools.schemas import DID_YOU_MEAN, boolean, integer, mapping, number, objects, string, strings
from queries.tools.tool import tool

MAX_NAMES = 10  # tools, categories and roles that a pattern lists


@tool(
    title="Tasks of a type",
    pack="memory",
    parameters=(
        Parameter("task_type", "string", "bug_fix, feature, research, ….", required=True),
        limit_of(20),
        CURSOR,
    ),
    result={
        "task_type": string("The type."),
        "total": integer("Tasks of this type."),
        "completed": integer("Completed ones."),
        "failed": integer("Failed ones."),
        "active": integer("Those that are neither: still open."),
        "success_rate": number("Completed of those that ended; left out while none has."),
        "patterns": mapping(
            "What they have in common, over all of them.",
            objectives=PROGRESS,
            categories=mapping("Categories of their facts, the most frequent first."),
            tools=mapping("Tools that were used, the most frequent first."),
            failed_tools=mapping("Tools whose use failed, the most frequent first."),
            roles=mapping("Roles of their agents, the most frequent first."),
        ),
        "tasks": objects(
            "The newest first, then by id.",
            agents=strings("Who joined."),
            facts=integer("Active facts."),
            observations=integer("Observations."),
            has_ended=boolean("Whether it is completed or failed."),
            **TASK_ROW,
        ),
        "did_you_mean": DID_YOU_MEAN,
    },
)
def memory_replay_task_type(snapshot: Snapshot, *, task_type: str, limit: int, cursor: Cursor) -> dict[str, Any]:
    """How tasks of a type went: outcomes, objectives, tools. Use it before you begin one.

    How many were completed and how many failed, which objectives, tools and categories of facts they had, and the
    outcome of each. Open tasks count neither as completed nor as failed. 20 a page.
    """
    tasks = [task for task in one_each(snapshot.facts(MemoryTask)) if task.task_type == task_type]
    tasks.sort(key=lambda task: (task.at_us is None, -(task.at_us or 0), task.record_id))
    completed, failed = (sum(task.status == status for task in tasks) for status in ("completed", "failed"))
    answer: dict[str, Any] = {
        "task_type": task_type,
        "total": len(tasks),
        "completed": completed,
        "failed": failed,
        "active": len(tasks) - completed - failed,
        **({"success_rate": round(completed / (completed + failed), 4)} if completed + failed else {}),
        "patterns": _patterns(snapshot, tasks),
        "tasks": tasks,
    }
    if not tasks:
        known = sorted({task.task_type for task in snapshot.facts(MemoryTask) if task.task_type})
        near = nearest(task_type, known)
        answer["hint"] = f"No task is of this type; there are {', '.join(known[:20]) or 'none'}."
        answer |= {"did_you_mean": near} if near else {}
    return page(answer, "tasks", limit=limit, cursor=cursor, rows={"tasks": lambda task: _task_row(snapshot, task)})


def _task_row(snapshot: Snapshot, task: MemoryTask) -> dict[str, Any]:
    more = {
        "agents": list(task.agents),
        "facts": snapshot.count(MemoryFact, task=task.record_id, is_active=1),
        "observations": snapshot.count(Observation, task=task.record_id),
        "has_ended": task.status in ("completed", "failed"),
    }
    return task_row(task) | without_empty(more)


def _patterns(snapshot: Snapshot, tasks: Sequence[MemoryTask]) -> dict[str, Any]:
    ids = [task.record_id for task in tasks]
    facts = [fact.category for id in ids for fact in snapshot.facts(MemoryFact, task=id, is_active=1)]
    seen = [observation for id in ids for observation in snapshot.facts(Observation, task=id) if observation.tool_name]
    roles = [agent.role for id in ids for agent in snapshot.facts(TaskAgent, task=id)]
    objectives = Counter[str]()
    for task in tasks:
        objectives.update(task.progress)
    return {
        "objectives": dict(objectives),
        "categories": _most_frequent(facts),
        "tools": _most_frequent([observation.tool_name for observation in seen]),
        "failed_tools": _most_frequent(
            [observation.tool_name for observation in seen if observation.outcome not in (None, "success")]
        ),
        "roles": _most_frequent(roles),
    }


def _most_frequent(names: Sequence[str | None]) -> Mapping[str, int]:
    """Return the most frequent names with their counts, by count and then by name."""
    counts = Counter(name for name in names if name)
    return dict(sorted(counts.items(), key=lambda count: (-count[1], count[0]))[:MAX_NAMES])
