"""What was learned: facts and observations, the verifications of them, and their consolidation."""

from typing import ClassVar

from compiler.languages.memory.facts.record import Record, one_line
from compiler.model.facts import fact


@fact
class MemoryFact(Record):
    """A fact that was learned: `m:fact/f-1`, usually one sentence of text.

    `status` is active, superseded, archived, or the source's own word. Searches go by `is_active`; an invalidated
    verification leaves a fact active. `verification` is verified, unverified (the default) or invalidated, from the
    fact itself or from the newest `Verification` of it.

    `parent` is the id of the fact that this one supersedes, `superseded_by` the id of the fact that supersedes it;
    either record may state it. `parent` alone does not change the status. `source_type` and `source_id` name the
    record that the fact was drawn from. `merged_into` are the branches that a merge has copied it to.

    `subject` is the entity that the fact is about. For facts of notes, `tags` are those of the line, and
    `note_context` is its text in parentheses or the heading above. For auto-memory, `document` is the text of the file
    that `text` describes; it is "" for all others. `versions` counts the versions. `neighbours` are the other facts of
    the same note, for the search.
    """

    table: ClassVar[str] = "memory_fact"
    body_fields: ClassVar[tuple[str, ...]] = ("text",)
    indexed: ClassVar[tuple[str, ...]] = ("record_id", "branch", "at_us", "category", "session", "task", "agent")
    embedded_field: ClassVar[str] = "text"
    linked: ClassVar[tuple[str, ...] | None] = (
        "status",
        "is_active",
        "verification",
        "verification_reason",
        "verified_at",
        "superseded_by",
        "merged_into",
        "versions",
        "neighbours",
    )

    text: str
    category: str | None
    confidence: float
    status: str
    is_active: bool
    verification: str
    verification_reason: str | None
    verified_at: str | None
    parent: str | None
    superseded_by: str | None
    source_type: str | None
    source_id: str | None
    updated_at: str | None
    merged_into: tuple[str, ...]
    subject: str | None
    tags: tuple[str, ...]
    note_context: str | None
    document: str
    versions: int
    neighbours: str

    @property
    def title(self) -> str:
        return one_line(self.text)

    @property
    def context(self) -> str:
        texts = (self.category, self.subject, self.note_context, *self.tags, self.document, self.neighbours)
        return "\n".join(filter(None, texts))


@fact
class Observation(Record):
    """Something that an agent did or saw: `m:observation/o-1`.

    `observation_type` is tool_use, discovery, decision, error, insight, or the source's own word. `outcome` is success,
    failure, timeout or None. An observation of a transcript is one tool call with its result: `message` is the ref of
    the message that made the call, and `raw_input` and `raw_output` are cut to 4,000 characters.
    """

    table: ClassVar[str] = "memory_observation"
    body_fields: ClassVar[tuple[str, ...]] = ("summary",)
    indexed: ClassVar[tuple[str, ...]] = ("record_id", "branch", "at_us", "session", "task", "agent")

    observation_type: str
    tool_name: str | None
    summary: str
    raw_input: str | None
    raw_output: str | None
    outcome: str | None
    parent: str | None
    message: str | None
    merged_into: tuple[str, ...]

    @property
    def title(self) -> str:
        return one_line(self.summary)

    @property
    def context(self) -> str:
        return "\n".join(filter(None, (self.observation_type, self.tool_name, self.raw_input, self.raw_output)))


@fact
class Verification(Record):
    """A judgement of a record, in one dimension if it names one: `m:verification/v-1`.

    `verdict` is verified, unverified, invalidated, or "" for a score without a verdict. `value` is the score from 0 to
    1, None if not given. `target` is the ref of the record that is judged.
    """

    table: ClassVar[str] = "memory_verification"
    body_fields: ClassVar[tuple[str, ...]] = ("explanation",)
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


@fact
class Consolidation(Record):
    """Observations were condensed into facts: `m:consolidation/x-1`. `counts` are the numbers that the source gives."""

    table: ClassVar[str] = "memory_consolidation"
    body_fields: ClassVar[tuple[str, ...]] = ("summary",)

    level: str
    summary: str | None
    counts: dict[str, int]
