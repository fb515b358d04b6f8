"""The operations on tasks: new ones, the agents that join them, and the state of their objectives."""

from collections.abc import Mapping
from typing import Any

from compiler.languages.memory.facts import MemoryTask, TaskAgent
from compiler.store.snapshot import Snapshot
from queries.memory.selection import branches_of, record_named
from queries.operations.arguments import (
    invalid,
    line_argument,
    not_blank,
    not_found,
    optional,
    optional_line,
    text_argument,
    unavailable,
)
from queries.operations.memory.arguments import ID, LONG, TAGS, branch_of, slug, stated
from queries.operations.memory.branches import PARENT, add_branch
from queries.operations.memory.log_lines import Lines, Record, appending, record_at
from queries.operations.operation import Given
from queries.tools.parameters import Parameter, echoed

Json = Any

ROLES = ("implementer", "reviewer", "tester")
OBJECTIVE_STATUSES = ("pending", "in_progress", "completed", "blocked")
TASK_STATUSES = ("active", "completed", "paused", "failed")
SAME_STATUS = {"todo": "pending", "active": "in_progress", "done": "completed"}
OWN_STATUS = {"pending": "todo", "in_progress": "active", "completed": "done", "blocked": "blocked"}

TASK_ID = text_argument("task_id", "The task.", most=1_000)


@appending(
    line_argument("name", "Its name."),
    optional("description", "What is to be done.", most=LONG),
    optional_line("task_type", "Its type, such as bug_fix."),
    TAGS,
    Parameter("objectives", "objects", "What is to be reached: {description, priority}."),
    PARENT,
    optional("branch_name", "The task's branch; task/ and the name by default."),
    ID,
)
def memory_task_create(lines: Lines, given: Given) -> None:
    """Writes a task with its objectives, and declares its branch."""
    name = given.branch_name or f"task/{slug(given.name)}"
    branch = add_branch(lines, name, given.parent_branch, description=given.description)
    body = {
        "name": given.name,
        "description": given.description,
        "parent_branch": branch_of(lines.snapshot, given.parent_branch, "parent_branch"),
        "status": "active",
        "task_type": given.task_type,
        "tags": given.tags or None,
        "objectives": [_new_objective(number, objective) for number, objective in enumerate(given.objectives or (), 1)],
    }
    lines.put("task", branch, body, id=given.id)


@appending(
    TASK_ID,
    line_argument("agent_id", "The agent."),
    Parameter("role", "string", "Its role.", choices=ROLES),
    Parameter(
        "assigned_objectives", "values", "The ids of its objectives: an array of integers.", aliases=("objectives",)
    ),
    optional("branch_name", "The agent's branch; agent/, the task and the agent by default."),
)
def memory_task_join(lines: Lines, given: Given) -> None:
    """Lets an agent join a task: on a branch of its own below that of the task, and its objectives become active. An
    agent that had left joins again, on its branch of before."""
    task = record_named(lines.snapshot, MemoryTask, given.task_id, "task_id")
    chosen = _known_objectives(task, given.assigned_objectives)
    before = _joined(lines.snapshot, task, given.agent_id)
    if before is not None:
        fields = stated({"role": given.role, "assigned_objectives": chosen or None})
        lines.again(before, before.branch, status="active", left_at=None, **fields)
    else:
        below = task.branch.removeprefix("task/") if task.branch.startswith("task/") else slug(task.name)
        name = given.branch_name or f"agent/{below}/{given.agent_id}"
        branch = add_branch(lines, name, task.branch)
        body = {
            "task_id": task.record_id,
            "agent_id": given.agent_id,
            "role": given.role,
            "status": "active",
            "assigned_objectives": chosen or None,
            "joined_at": lines.at,
        }
        lines.put("task_agent", branch, body, id=f"{task.record_id}/{given.agent_id}", time="joined_at")
    starting = [objective for objective in chosen if _objective(task, objective)["status"] == "todo"]
    if starting:
        _restate(
            lines, task, {objective: {"status": "in_progress", "agent_id": given.agent_id} for objective in starting}
        )


@appending(
    TASK_ID,
    Parameter("objective_id", "integer", "The id of the objective."),
    Parameter(
        "status",
        "string",
        "The status of the objective.",
        choices=OBJECTIVE_STATUSES,
        aliases=("objective_status",),
        synonyms=SAME_STATUS,
    ),
    optional_line("agent_id", "The agent whose objective it is."),
    optional("notes", "What is to be said of it.", most=LONG),
    Parameter("task_status", "string", "The status of the task itself.", choices=TASK_STATUSES),
)
def memory_task_update(lines: Lines, given: Given) -> None:
    """Gives an objective of a task another status, or the task itself. The record of the task is written again."""
    task = record_named(lines.snapshot, MemoryTask, given.task_id, "task_id")
    if (given.objective_id is None) != (given.status is None) or (
        given.objective_id is None and given.task_status is None
    ):
        raise invalid("Give 'objective_id' and 'status', or 'task_status', or all three")
    changes: dict[int | str, dict[str, Json]] = {}
    if given.objective_id is not None:
        _objective(task, given.objective_id)
        changes[given.objective_id] = given.stated("status", "agent_id", "notes")
    fields: dict[str, Json] = {"status": given.task_status} if given.task_status else {}
    if given.task_status == "completed":
        fields["completed_at"] = lines.at
    _restate(lines, task, changes, **fields)


def _new_objective(number: int, given: Mapping[str, Json]) -> Record:
    description = given.get("description")
    unknown = sorted(given.keys() - {"description", "priority"})
    if unknown or not isinstance(description, str):
        problem = "An objective has a 'description', a text, and maybe a 'priority'"
        raise invalid(problem, objective=number, unknown=unknown)
    made: Record = {"id": number, "description": not_blank("description", description), "status": "pending"}
    return made | ({"priority": given["priority"]} if given.get("priority") is not None else {})


def _objective(task: MemoryTask, objective_id: Json) -> Mapping[str, Json]:
    """Return the objective of an id. Raises QueryError if there is none."""
    for objective in task.objectives:
        if objective["id"] == objective_id:
            return objective  # type: ignore[no-any-return]
    known = [objective["id"] for objective in task.objectives]
    raise not_found("The task has no such objective", objective_id=objective_id, objectives=known)


def _known_objectives(task: MemoryTask, given: Json) -> list[Json]:
    if given is None:
        return []
    if not isinstance(given, list) or any(not isinstance(id_, int) or isinstance(id_, bool) for id_ in given):
        raise invalid("'assigned_objectives' is an array of integers", value=echoed(given))
    for id_ in given:
        _objective(task, id_)
    return list(dict.fromkeys(given))


def _joined(snapshot: Snapshot, task: MemoryTask, agent: str) -> TaskAgent | None:
    """Return what was recorded of an agent that has left a task, None of one that never joined. Raises QueryError if it
    is there."""
    found = [task_agent for task_agent in snapshot.facts(TaskAgent, task=task.record_id) if task_agent.agent == agent]
    if any(task_agent.status == "active" for task_agent in found):
        raise invalid("The agent has joined this task already", agent_id=agent, branch=found[-1].branch)
    return found[-1] if found and found[-1].branch in branches_of(snapshot) else None


def _restate(lines: Lines, task: MemoryTask, changes: Mapping[Json, Mapping[str, Json]], **fields: Json) -> None:
    """Add the line of a task again, with other values of some fields of its objectives."""
    record = record_at(lines.draft, "task", task.span.file, task.span.start_line)
    written = [objective for objective in record.get("objectives") or () if objective is not None]
    if changes and len(written) != len(task.objectives):
        raise unavailable("The objectives of this task are not written so that one can be changed")
    uses_own = any(isinstance(objective, dict) and objective.get("status") in SAME_STATUS for objective in written)
    objectives = []
    for now, objective in zip(task.objectives, written, strict=False):
        change = dict(changes.get(now["id"], {}))
        if uses_own and "status" in change:
            change["status"] = OWN_STATUS[change["status"]]
        old = objective if isinstance(objective, dict) else {"id": now["id"], "description": now["description"]}
        objectives.append(old | change if change else objective)
    if changes:
        fields["objectives"] = objectives
    lines.restate("task", task.record_id, task.branch, record, **fields)
