"""What agents worked on: tasks with their objectives, and the agents that joined."""

from typing import Any, ClassVar

from compiler.languages.memory.facts.record import Record
from compiler.model.facts import fact

Json = Any


@fact
class MemoryTask(Record):
    """A task of several agents: `m:task/t-1`. Its own id is `record_id`; `task` is the same.

    `objectives` are maps with id, description, status (todo, active, done, blocked; or the source's own word),
    agent_id, notes and priority, the last three left out where not said. `progress` counts them: total, done, active,
    blocked, todo. `agents` are the ids of the agents that joined (`TaskAgent`), in the order of joining. `status` is
    active, completed, paused, failed, or the source's own word.
    """

    table: ClassVar[str] = "memory_task"
    kind: ClassVar[str] = "memory_task"
    indexed: ClassVar[tuple[str, ...]] = ("record_id", "branch", "at_us", "task_type")

    name: str
    description: str | None
    parent_branch: str | None
    status: str
    task_type: str | None
    tags: tuple[str, ...]
    objectives: tuple[Json, ...]
    progress: dict[str, int]
    agents: tuple[str, ...]
    result: str | None
    updated_at: str | None
    completed_at: str | None

    @property
    def title(self) -> str:
        return self.name

    @property
    def body(self) -> str:
        told = [one.get("description") for one in self.objectives]
        return "\n".join(filter(None, (self.description, *told, self.result)))

    @property
    def context(self) -> str:
        return ", ".join(filter(None, (self.task_type, *self.tags)))


@fact
class TaskAgent(Record):
    """An agent joined a task: `m:task_agent/ta-1`; `task` and `agent` say which and who, `at` when.

    `objectives` are ids of objectives of the task. `status` is active, completed, or the source's own word.
    """

    table: ClassVar[str] = "memory_task_agent"
    kind: ClassVar[str] = "memory_task_agent"
    indexed: ClassVar[tuple[str, ...]] = ("record_id", "task", "agent")

    role: str | None
    status: str
    objectives: tuple[int, ...]
    summary: str | None
    left_at: str | None

    @property
    def title(self) -> str:
        return f"{self.agent} in {self.task}"

    @property
    def body(self) -> str:
        return self.summary or ""
