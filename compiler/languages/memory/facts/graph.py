"""What facts are about: entities and how they relate."""

from typing import Any, ClassVar

from compiler.languages.memory.facts.record import Record
from compiler.model.facts import fact

Json = Any


@fact
class MemoryEntity(Record):
    """A thing that relations and facts name: `m:entity/AuthService`; `record_id` is its name.

    `is_declared`: a record or note declares it; else it is there because a relation names it, at the first place that
    does. `entity_type` is "" when not said. `aliases` are further names (the permalink of a note). `facts` counts the
    facts whose `subject` it is.
    """

    table: ClassVar[str] = "memory_entity"
    kind: ClassVar[str] = "memory_entity"

    entity_type: str
    is_declared: bool
    aliases: tuple[str, ...]
    facts: int

    @property
    def context(self) -> str:
        return ", ".join(filter(None, (self.entity_type, *self.aliases)))


@fact
class MemoryRelation(Record):
    """`source` is related to `target` by `relation`: `m:relation/r-1`, AuthService stores_tokens_in Redis. Source and
    target are names of entities, which are there for every name.

    `valid_from` and `valid_to` bound when it was true, in UTC; `valid_from` is the time of the record when the source
    gives none, and None when it gives neither. `is_live`: it has no `valid_to`. So what was true at T is
    `(valid_from_us IS NULL OR valid_from_us <= T) AND (valid_to_us IS NULL OR valid_to_us > T)`.
    """

    table: ClassVar[str] = "memory_relation"
    kind: ClassVar[str] = "memory_relation"
    indexed: ClassVar[tuple[str, ...]] = ("record_id", "branch", "source", "target")

    source: str
    relation: str
    target: str
    properties: dict[str, Json]
    confidence: float
    valid_from: str | None
    valid_from_us: int | None
    valid_to: str | None
    valid_to_us: int | None
    is_live: bool
    merged_into: tuple[str, ...]

    @property
    def title(self) -> str:
        return f"{self.source} {self.relation} {self.target}"
