"""The knowledge graph: entities and the relations between them."""

from typing import Any, ClassVar

from compiler.languages.memory.facts.record import Record
from compiler.model.facts import fact

Json = Any


@fact
class MemoryEntity(Record):
    """A thing that relations and facts name: `m:entity/AuthService`. `record_id` is its name.

    `is_declared`: a record or note declares the entity; the span of an undeclared entity is the first relation or fact
    that names it. `entity_type` is "" if not given. `aliases` are further names (the permalink of a note). `facts`
    counts the facts whose `subject` is the entity.
    """

    table: ClassVar[str] = "memory_entity"

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
    target are names of entities; every name has a `MemoryEntity`.

    The relation was true from `valid_from` to `valid_to`, in UTC. `valid_from` falls back to the time of the record,
    and is None if both are missing. `is_live`: there is no `valid_to`. Relations true at T:
    `(valid_from_us IS NULL OR valid_from_us <= T) AND (valid_to_us IS NULL OR valid_to_us > T)`.
    """

    table: ClassVar[str] = "memory_relation"
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
