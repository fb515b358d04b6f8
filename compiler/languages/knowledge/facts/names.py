"""The names and tags under which entities are found, and the collections that they come from."""

from typing import ClassVar

from compiler.model.facts import Fact, fact


@fact
class EntityName(Fact):
    """One name of an entity. A tool that takes an id looks it up here, case-folded. The lowest `rank` with a hit
    decides; several entities of that rank make the id ambiguous.

    `key` is case-folded. `rank` is 0 for the id (`001-login/t001`); 1 for the sequence number (`7`); 2 for another
    spelling of the id (`adr-3`, `adr-0003`, `0003`, `0003-use-valkey`, `task-7` of `BACK-7`, `t001`,
    `doc/adr/0003-use-valkey.md`); 3 for the digits of a UUID without hyphens, of which the first 4 suffice; 4 for the
    title or an alias.
    """

    table: ClassVar[str] = "knowledge_name"
    indexed: ClassVar[tuple[str, ...]] = ("key",)
    shared: ClassVar[tuple[str, ...]] = ("type", "entity")

    key: str
    rank: int
    ref: str
    entity: str
    type: str


@fact
class KnowledgeTag(Fact):
    """The entity with the ref `ref` has the tag: one of its `tags`."""

    table: ClassVar[str] = "knowledge_tag"
    indexed: ClassVar[tuple[str, ...]] = ("ref", "tag")

    ref: str
    tag: str


@fact
class Collection(Fact):
    """Entities of one place in one format: `.beads/issues.jsonl`, `backlog`, `doc/adr`, `specs/001-login`. Each tag of
    Task Master is a collection: `.taskmaster/tasks/tasks.json#master`.

    `profile` names the rules by which its tasks are ready or blocked (see `WorkState`): beads, backlog, task-master,
    medulla, dependencies, statuses, or "" without tasks. `counts` are the entities of each type. `latest` is the newest
    time at which something in it happened, None when it states no times. `is_export`: a tool wrote it whose own store
    is elsewhere, so it may be out of date.
    """

    table: ClassVar[str] = "knowledge_collection"

    name: str
    format: str
    profile: str
    counts: dict[str, int]
    latest: str | None
    is_export: bool
