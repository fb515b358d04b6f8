"""How entities relate, and what was named and is not there."""

from typing import ClassVar

from compiler.model.facts import Fact, fact


@fact
class Relation(Fact):
    """A relation of two entities; its span is where the source states it. A `Link` of the same kind runs beside it.

    `source` and `target` are refs, `source_id` and `target_id` ids, `source_type` and `target_type` types.
    `relation_type` is one of the six: implements, blocks, supersedes, references, belongs_to, documents; `native_type`
    the word of the source (`parent-child`, `depends on`, `Amends`). `created_at` is when it was made, None when not
    said. `is_derived`: the source implies it (a `superseded_by` field). `is_dangling`: no entity is its target or
    source; that end's type is `unknown`, its id as written.

    `position` orders all relations: by time of making (those without one first), source, type, target.
    """

    table: ClassVar[str] = "knowledge_relation"
    indexed: ClassVar[tuple[str, ...]] = ("source", "target")

    source: str
    source_id: str
    source_type: str
    target: str
    target_id: str
    target_type: str
    relation_type: str
    native_type: str
    created_at: str | None
    is_derived: bool
    is_dangling: bool
    position: int


@fact
class UnresolvedReference(Fact):
    """A name that no entity has: a dependency, a superseding decision, a wikilink. A diagnostic says the same.

    `ref` and `entity` are who names it, `text` the name as written, `relation_type` what it would be. `counts_as` says
    what it does to readiness: `satisfied` (it blocks nothing) or "" for what is no dependency.
    """

    table: ClassVar[str] = "knowledge_unresolved"
    indexed: ClassVar[tuple[str, ...]] = ("ref",)

    ref: str
    entity: str
    text: str
    relation_type: str
    counts_as: str
