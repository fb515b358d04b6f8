"""The relations between entities, and the references that name nothing."""

from typing import ClassVar

from compiler.model.facts import Fact, fact


@fact
class Relation(Fact):
    """A relation between two entities. Its span is where the source states it. A `Link` of the same kind runs beside
    it.

    `source` and `target` are refs, `source_id` and `target_id` ids, `source_type` and `target_type` types.
    `relation_type` is one of the six: implements, blocks, supersedes, references, belongs_to, documents. `native_type`
    is the word of the source (`parent-child`, `depends on`, `Amends`). `created_at` is when the relation was made, None
    when the source does not say. `is_derived`: the source only implies it (a `superseded_by` field; the order of a list
    of tasks, or of its phases). `is_dangling`: one end does not exist; the type of that end is `unknown`, its id as
    written.

    `position` orders all relations: by `created_at` (None first), source, type, target.
    """

    table: ClassVar[str] = "knowledge_relation"
    indexed: ClassVar[tuple[str, ...]] = ("source", "target", "source_id", "target_id")
    shared: ClassVar[tuple[str, ...]] = ("source", "target", "relation_type", "native_type")

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
    """A name that no entity has: of a dependency, a superseding decision, a wikilink. A diagnostic reports it too.

    `ref` and `entity` are of the entity that names it, `text` is the name as written, `relation_type` what the relation
    would be. `counts_as` is `satisfied` for a dependency that blocks nothing, `unfinished` for one that blocks, by the
    rules of the format, else "".
    """

    table: ClassVar[str] = "knowledge_unresolved"
    indexed: ClassVar[tuple[str, ...]] = ("ref",)

    ref: str
    entity: str
    text: str
    relation_type: str
    counts_as: str
