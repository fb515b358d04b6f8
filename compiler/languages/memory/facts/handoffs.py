"""What is handed on: handoffs, branch templates and knowledge bundles."""

from typing import Any, ClassVar

from compiler.languages.memory.facts.record import Record
from compiler.model.facts import fact

Json = Any


@fact
class Handoff(Record):
    """A packet that one agent or branch left for another: `m:handoff/h-1`. `branch` is the source branch.

    `facts` and `conversations` are ids as written. `missing_facts` and `missing_conversations` are the ids among them
    that no current record has.
    """

    table: ClassVar[str] = "memory_handoff"
    body_fields: ClassVar[tuple[str, ...]] = ("context_summary",)

    source_branch: str
    target_branch: str
    handoff_type: str
    source_agent: str | None
    target_agent: str | None
    source_task: str | None
    target_task: str | None
    facts: tuple[str, ...]
    conversations: tuple[str, ...]
    missing_facts: tuple[str, ...]
    missing_conversations: tuple[str, ...]
    context_summary: str
    verification_status: str | None

    @property
    def title(self) -> str:
        return f"{self.source_branch} to {self.target_branch}"


@fact
class Template(Record):
    """A branch kept as a starting point for others: `m:template/tpl-1`. `branch` is the template's own branch
    (`template/auth-bugfix/v1`).

    `fact_count` and `conversation_count` are counted on `source_branch` itself; the numbers of the record are ignored.
    """

    table: ClassVar[str] = "memory_template"
    title_fields: ClassVar[tuple[str, ...]] = ("name",)
    body_fields: ClassVar[tuple[str, ...]] = ("description",)

    name: str
    version: int
    description: str | None
    source_branch: str
    task_types: tuple[str, ...]
    tags: tuple[str, ...]
    status: str
    fact_count: int
    conversation_count: int
    updated_at: str | None

    @property
    def context(self) -> str:
        return ", ".join((*self.task_types, *self.tags))


@fact
class Bundle(Record):
    """Facts, conversations and relations exported together: `m:bundle/b-1`. `branch` is the source branch.

    `contents` maps `facts`, `conversations` and `relations` to lists as the source has them. The counts are the lengths
    of these lists.
    """

    table: ClassVar[str] = "memory_bundle"
    title_fields: ClassVar[tuple[str, ...]] = ("name",)
    body_fields: ClassVar[tuple[str, ...]] = ("description",)

    name: str
    version: int
    description: str | None
    source_branch: str
    tags: tuple[str, ...]
    status: str
    only_verified: bool | None
    fact_count: int
    conversation_count: int
    relation_count: int
    contents: dict[str, Json]

    @property
    def context(self) -> str:
        return ", ".join(self.tags)
