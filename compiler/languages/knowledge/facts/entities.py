"""The six types of entity. Their fields are the same but for what a type alone has."""

from collections.abc import Iterable
from typing import Any, ClassVar

from compiler.model.facts import Object, fact

Json = Any

# The properties that are prose; the others are single words.
PROSE = ("context", "consequences", "template", "output_schema", "url")


@fact
class Entity(Object):
    """What all six types share. No entity is of this class itself; `kind` is the type: `task`.

    `entity` is the id in answers, unique within a type and nearly always at all; `native_id` what the source itself
    writes (`T001` of `001-login/T001`). `sequence_number` is the number of formats that number their entities (Medulla
    `7`, `0003-use-valkey.md` 3, `BACK-7` 7, `T023` 23), else None; it is unique in one collection at most.

    `format` is one of medulla, beads, backlog, task-master, task-list, spec-kit, kiro, checkbox, adr-tools, madr,
    log4brains, obsidian, note. `collection` names the `Collection` that it comes from. `position` orders all entities
    of a snapshot: by type, then as the collection numbers or writes them; every list of entities is in this order.

    `content` is None when there is none; `content_line` is the line of the file where it begins when it stands there
    as it is, else 0. Times are UTC, `2025-01-30T12:00:00Z`, None when the source has none;
    `date_precision` is second, minute or day, as the source writes them ("" without any).

    `status` is the status in the model ("" for types without one), `properties` all properties of the type by
    their names, those without a value None, in a fixed order. `native` is what the source says beyond the model, or in
    other words, under its own names: `{"status": "in_progress", "issue_type": "bug", …}`; `status` and `priority` of
    it are as written.
    """

    indexed: ClassVar[tuple[str, ...]] = ("entity", "position")

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
    def id(self) -> str:
        return self.entity

    @property
    def title(self) -> str:
        return self.name

    @property
    def body(self) -> str:
        """What it says: its content, and the properties that are prose."""
        told = [value for name, value in self.properties.items() if name in PROSE]
        return "\n".join(filter(None, (self.content, *_texts(told))))

    @property
    def context(self) -> str:
        """What else finds it: tags, and its words for status, priority and people."""
        words = _texts(value for name, value in self.properties.items() if name not in PROSE)
        return ", ".join(filter(None, dict.fromkeys((*self.tags, *words, self.native_id, self.created_by))))


@fact
class Decision(Entity):
    """A decision: an ADR of any template, or a record that its format types so.

    `properties`: status (proposed, accepted, deprecated, superseded), context, consequences (list), superseded_by (the
    id of the first successor, None when there is none). A rejected one is deprecated; `native` keeps its word.

    `superseded_by` and `supersedes` are the ids next in the chain, whichever of the two files says so; `current` are
    the ids at the end of the chain of successors (itself when nothing supersedes it, none when the chain is a circle,
    which `in_cycle` says).
    """

    table: ClassVar[str] = "knowledge_decision"
    kind: ClassVar[str] = "decision"

    superseded_by: tuple[str, ...]
    supersedes: tuple[str, ...]
    current: tuple[str, ...]
    in_cycle: bool


@fact
class Task(Entity):
    """A task. Whether it is ready or blocked is said by its `WorkState`, of which every task has one.

    `properties`: status (todo, in_progress, done, blocked), priority (low, normal, high, urgent; normal when the
    source says nothing), due_date (`YYYY-MM-DD`), assignee. `parent` is the id of the task that this one is a part of,
    None without one. `due_at` is the due date again, for selections.
    """

    table: ClassVar[str] = "knowledge_task"
    kind: ClassVar[str] = "task"
    indexed: ClassVar[tuple[str, ...]] = ("entity", "position", "due_at")

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
    """A component. `properties`: component_type, status (active, deprecated, planned), owner."""

    table: ClassVar[str] = "knowledge_component"
    kind: ClassVar[str] = "component"


@fact
class LinkEntry(Entity):
    """A link to somewhere outside. `properties`: url, link_type."""

    table: ClassVar[str] = "knowledge_link"
    kind: ClassVar[str] = "link"


ENTITY_CLASSES: tuple[type[Entity], ...] = (Decision, Task, Note, Prompt, Component, LinkEntry)


def _texts(values: Iterable[Json]) -> list[str]:
    """The texts among the values of properties, those in lists too."""
    found: list[str] = []
    for value in values:
        if isinstance(value, str):
            found.append(value)
        elif isinstance(value, list | tuple):
            found += [one for one in value if isinstance(one, str)]
    return found
