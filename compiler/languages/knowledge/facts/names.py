"""By which names entities are found, and where they come from."""

from typing import ClassVar

from compiler.model.facts import Fact, fact


@fact
class EntityName(Fact):
    """One name of an entity. A tool that takes an id looks its case-folded text up here, and the lowest `rank` that
    has a hit decides; several entities of that rank are an ambiguous id.

    `key` is case-folded. `rank`: 0 the id (`001-login/t001`); 1 the sequence number (`7`); 2 another spelling of the id
    (`adr-3`, `adr-0003`, `0003`, `0003-use-valkey`, `task-7` of `BACK-7`, `t001`, `doc/adr/0003-use-valkey.md`); 3 the
    hexadecimal digits of a UUID without hyphens, of which a beginning of 4 suffices; 4 the title or an alias.
    """

    table: ClassVar[str] = "knowledge_name"
    indexed: ClassVar[tuple[str, ...]] = ("key",)

    key: str
    rank: int
    ref: str
    entity: str
    type: str


@fact
class Collection(Fact):
    """Entities that one place keeps in one format: `.beads/issues.jsonl`, `backlog`, `doc/adr`, `specs/001-login`.

    `profile` names the semantics by which its tasks are ready or blocked ("" when it has none): beads, medulla,
    dependencies or statuses (see `WorkState`). `counts` are the entities of each type. `latest` is the newest time at
    which something in it happened, None when it tells no times. `is_export`: it was written by a tool whose own store
    is elsewhere, and may be behind it.
    """

    table: ClassVar[str] = "knowledge_collection"

    name: str
    format: str
    profile: str
    counts: dict[str, int]
    latest: str | None
    is_export: bool
