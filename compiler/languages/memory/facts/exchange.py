"""What was judged and handed on: verifications, handoffs, templates, bundles, consolidations."""

from typing import Any, ClassVar

from compiler.languages.memory.facts.record import Record
from compiler.model.facts import fact

Json = Any


@fact
class Verification(Record):
    """A judgement of one dimension of a record: `m:verification/v-1`.

    `verdict` is verified, unverified, invalidated, or "" for a mere score; `value` is 0 to 1, None when not said.
    `target` is the ref of what is judged.
    """

    table: ClassVar[str] = "memory_verification"
    kind: ClassVar[str] = "memory_verification"
    indexed: ClassVar[tuple[str, ...]] = ("record_id", "target")

    target: str
    target_type: str
    target_id: str
    scorer: str | None
    dimension: str | None
    value: float | None
    verdict: str
    explanation: str | None

    @property
    def title(self) -> str:
        return f"{self.dimension or 'verdict'} of {self.target_id}"

    @property
    def body(self) -> str:
        return self.explanation or ""


@fact
class Handoff(Record):
    """What one agent or branch left for another: `m:handoff/h-1`. `branch` is the source branch.

    `facts` and `conversations` are ids as written; `missing_facts` and `missing_conversations` those of them that no
    record has (any more).
    """

    table: ClassVar[str] = "memory_handoff"
    kind: ClassVar[str] = "memory_handoff"

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

    @property
    def body(self) -> str:
        return self.context_summary


@fact
class Template(Record):
    """A branch kept to begin others from: `m:template/tpl-1`. `branch` is its own (`template/auth-bugfix/v1`).

    `fact_count` and `conversation_count` are what `source_branch` holds itself, whatever the record says.
    """

    table: ClassVar[str] = "memory_template"
    kind: ClassVar[str] = "memory_template"

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
    def title(self) -> str:
        return self.name

    @property
    def body(self) -> str:
        return self.description or ""

    @property
    def context(self) -> str:
        return ", ".join((*self.task_types, *self.tags))


@fact
class Bundle(Record):
    """Facts, conversations and relations packed to go elsewhere: `m:bundle/b-1`. `branch` is the source branch.

    `contents` holds `facts`, `conversations` and `relations` as the source has them; the counts are of these.
    """

    table: ClassVar[str] = "memory_bundle"
    kind: ClassVar[str] = "memory_bundle"

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
    def title(self) -> str:
        return self.name

    @property
    def body(self) -> str:
        return self.description or ""

    @property
    def context(self) -> str:
        return ", ".join(self.tags)


@fact
class Consolidation(Record):
    """Observations were drawn together into facts: `m:consolidation/x-1`. The counts are the source's."""

    table: ClassVar[str] = "memory_consolidation"
    kind: ClassVar[str] = "memory_consolidation"

    level: str
    summary: str | None
    counts: dict[str, int]

    @property
    def body(self) -> str:
        return self.summary or ""
