"""Tasks with their objectives, and the agents that joined them."""

from typing import Any, ClassVar

from compiler.languages.memory.facts.record import Record
from compiler.model.facts import fact

Json = Any


@fact
class MemoryTask(Record):
    """A task that agents work on: `m:task/t-1`. `task` is its own id, as `record_id` is.

    `objectives` are maps of id, description and status (todo, active, done, blocked, or the source's own word), and of
    agent_id, notes and priority where given. `progress` counts the objectives: total, done, active, blocked, todo.
    `agents` are the ids of the agents that joined (`TaskAgent`), in order of joining. `status` is active, completed,
    paused, failed, or the source's own word.
    """

    table: ClassVar[str] = "memory_task"
    title_fields: ClassVar[tuple[str, ...]] = ("name",)
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
    def body(self) -> str:
        objectives = [objective.get("description") for objective in self.objectives]
        return "\n".join(filter(None, (self.description, *objectives, self.result)))

    @property
    def context(self) -> str:
        return ", ".join(filter(None, (self.task_type, *self.tags)))


@fact
class TaskAgent(Record):
    """`agent` joined `task` at the time `at`: `m:task_agent/ta-1`.

    `objectives` are ids of objectives of the task. `status` is active, completed, or the source's own word.
    """

    table: ClassVar[str] = "memory_task_agent"
    body_fields: ClassVar[tuple[str, ...]] = ("summary",)
    indexed: ClassVar[tuple[str, ...]] = ("record_id", "task", "agent")

    role: str | None
    status: str
    objectives: tuple[int, ...]
    summary: str | None
    left_at: str | None

    @property
    def title(self) -> str:
        return f"{self.agent} in {self.task}"
