"""What was learnt: facts and observations."""

from typing import Any, ClassVar

from compiler.languages.memory.facts.record import Record, one_line
from compiler.model.facts import fact

Json = Any


@fact
class MemoryFact(Record):
    """A fact: `m:fact/f-1`, one sentence of text.

    `status` is active, superseded, archived, or the source's own word; `is_active` is what searches go by. An
    invalidated verification leaves a fact active. `verification` is verified, unverified or invalidated (unverified
    when nothing is said), from the fact itself or the newest verdict of a `Verification`.

    `parent` is the id of the fact that it supersedes, `superseded_by` of the one that supersedes it, whichever of the
    two says so; the status does not follow from `parent` alone. `source_type` and `source_id` say what it was drawn
    from. `merged_into` are the branches that a merge has copied it to.

    Of a note: `subject` is the entity that the fact is about, `tags` and `note_context` (what stands in parentheses,
    or the heading above) are those of the line, `document` is the text of a whole file of which `text` is the
    description ("" else).
    `versions` counts the versions; `neighbours` are the facts beside it in the same note, for the search.
    """

    table: ClassVar[str] = "memory_fact"
    kind: ClassVar[str] = "memory_fact"
    indexed: ClassVar[tuple[str, ...]] = ("record_id", "branch", "at_us", "category", "session", "task", "agent")
    meaning: ClassVar[str] = "text"

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
    def body(self) -> str:
        return self.text

    @property
    def context(self) -> str:
        told = (self.category, self.subject, self.note_context, *self.tags, self.document, self.neighbours)
        return "\n".join(filter(None, told))


@fact
class Observation(Record):
    """Something that an agent did or saw: `m:observation/o-1`.

    `observation_type` is tool_use, discovery, decision, error, insight, or the source's own word. `outcome` is success,
    failure, timeout or None. Of a transcript it is one call of a tool with its result; `message` is then the ref of the
    message that made the call. `raw_input` and `raw_output` are cut to 4,000 characters there.
    """

    table: ClassVar[str] = "memory_observation"
    kind: ClassVar[str] = "memory_observation"
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
    def body(self) -> str:
        return self.summary

    @property
    def context(self) -> str:
        return "\n".join(filter(None, (self.observation_type, self.tool_name, self.raw_input, self.raw_output)))
