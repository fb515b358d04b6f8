"""The six types of entity. They share most fields."""

from collections.abc import Iterable
from typing import Any, ClassVar

from compiler.model.facts import Object, fact

Json = Any

# Properties that are prose. The others are single words.
PROSE = ("context", "consequences", "template", "output_schema", "url")


@fact
class Entity(Object):
    """The fields that all six types share. Only subclasses have facts; `kind` is the type: `task`.

    `entity` is the id in answers, unique within a type. `native_id` is the id as the source writes it (`T001` of
    `001-login/T001`). `sequence_number` is the number in formats that number their entities (Medulla `7`,
    `0003-use-valkey.md` 3, `BACK-7` 7, `T023` 23), else None; it is unique within one collection at most.

    `format` is one of medulla, beads, backlog, task-master, task-list, spec-kit, kiro, openspec, agent-os, checkbox,
    task-page, bmad, json-list, org, adr-tools, madr, log4brains, kep, pep, eip, sep, otep, rfc, structurizr,
    y-statement, arc42, decision-log, obsidian, note. `collection` names the `Collection`. `position` orders all
    entities of a snapshot, by type, then as the collection numbers or writes them; every list of entities has this
    order.

    `content` is None when there is none. `content_line` is the line at which it begins if the file has it verbatim,
    else 0. Times are UTC, `2025-01-30T12:00:00Z`, None when the source states none. `date_precision` is second, minute
    or day, as the source writes them ("" without any).

    `status` is the status in the model ("" for types without one). `properties` are all properties of the type, in a
    fixed order, those without a value None. `native` holds what the source says beyond the model or in other words:
    `{"status": "in_progress", "issue_type": "bug", …}`; its `status` and `priority` are as written.
    """

    indexed: ClassVar[tuple[str, ...]] = ("entity", "position")
    id_field: ClassVar[str] = "entity"
    title_fields: ClassVar[tuple[str, ...]] = ("name",)
    body_fields: ClassVar[tuple[str, ...]] = ("content",)
    packed: ClassVar[tuple[str, ...]] = ("content",)
    linked: ClassVar[tuple[str, ...] | None] = ()

    entity: str
    native_id: str
    sequence_number: int | None
    name: str
    format: str
    collection: str
    position: int
    status: str
    content: str | None
    content_line: int
    tags: tuple[str, ...]
    created_at: str | None
    updated_at: str | None
    created_by: str | None
    date_precision: str
    properties: dict[str, Json]
    native: dict[str, Json]

    @property
    def body(self) -> str:
        """The text that search finds: the content, and the properties that are prose."""
        prose = [value for name, value in self.properties.items() if name in PROSE]
        return "\n".join(filter(None, (self.content, *_texts(prose))))

    @property
    def context(self) -> str:
        """Further words that search finds: tags, statuses, priorities, people."""
        words = _texts(value for name, value in self.properties.items() if name not in PROSE)
        return ", ".join(filter(None, dict.fromkeys((*self.tags, *words, self.native_id, self.created_by))))


@fact
class Decision(Entity):
    """A decision: an ADR of any template, or a record that its format types as a decision.

    `properties`: status (proposed, accepted, deprecated, superseded), context, consequences (list), superseded_by (the
    id of the first successor, None when there is none). A rejected decision is deprecated; `native` keeps its word.

    `superseded_by` and `supersedes` are the ids next in the chain, whichever of the two files states it. `current` are
    the ids at the end of the chain: the decision itself when nothing supersedes it, none when the chain is a cycle.
    `in_cycle` says whether it is.
    """

    table: ClassVar[str] = "knowledge_decision"
    kind: ClassVar[str] = "decision"
    linked: ClassVar[tuple[str, ...] | None] = (
        "properties.superseded_by",
        "superseded_by",
        "supersedes",
        "current",
        "in_cycle",
    )

    superseded_by: tuple[str, ...]
    supersedes: tuple[str, ...]
    current: tuple[str, ...]
    in_cycle: bool


@fact
class Task(Entity):
    """A task. Each has a `WorkState`, which says whether it is ready or blocked.

    `properties`: status (todo, in_progress, done, blocked, archived), priority (low, normal, high, urgent; normal when
    the source says nothing), due_date (`YYYY-MM-DD`), assignee (several with commas between). `parent` is the id of the
    task of which this one is a part, else None. `due_at` repeats the due date, for selections.
    """

    table: ClassVar[str] = "knowledge_task"
    kind: ClassVar[str] = "task"
    indexed: ClassVar[tuple[str, ...]] = ("entity", "position", "due_at")
    linked: ClassVar[tuple[str, ...] | None] = ("parent",)

    parent: str | None
    due_at: str | None


@fact
class Note(Entity):
    """A note, page or document. `properties`: note_type. `aliases` are its other names."""

    table: ClassVar[str] = "knowledge_note"
    kind: ClassVar[str] = "note"

    aliases: tuple[str, ...]


@fact
class Prompt(Entity):
    """A prompt. `properties`: template, variables (list), output_schema (JSON text)."""

    table: ClassVar[str] = "knowledge_prompt"
    kind: ClassVar[str] = "prompt"


@fact
class Component(Entity):
    """A component. `properties`: component_type, status (active, deprecated, planned, archived), owner."""

    table: ClassVar[str] = "knowledge_component"
    kind: ClassVar[str] = "component"


@fact
class LinkEntry(Entity):
    """A link to an address outside of the source. `properties`: url, link_type."""

    table: ClassVar[str] = "knowledge_link"
    kind: ClassVar[str] = "link"


ENTITY_CLASSES: tuple[type[Entity], ...] = (Decision, Task, Note, Prompt, Component, LinkEntry)


def _texts(values: Iterable[Json]) -> list[str]:
    """The texts among the values of properties, and those in their lists."""
    found: list[str] = []
    for value in values:
        if isinstance(value, str):
            found.append(value)
        elif isinstance(value, list | tuple):
            found += [text for text in value if isinstance(text, str)]
    return found
