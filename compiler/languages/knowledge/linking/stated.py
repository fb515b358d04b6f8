"""What the linker works on: entities with their final ids, and the collections that they come from."""

from dataclasses import dataclass, field
from typing import Any

import orjson

from compiler.languages.knowledge.places import is_store
from compiler.languages.knowledge.records import Document, Entry, Settings
from compiler.model.spans import Span

Json = Any

BEADS, DEPENDENCIES, STATUSES, MEDULLA = "beads", "dependencies", "statuses", "medulla"
WAITS_FOR = "waits-for"  # the word of Beads for waiting on the children of an issue
PROFILES = {"beads": BEADS, "medulla": MEDULLA, "kiro": STATUSES}
WITHOUT_TASKS = ("adr-tools", "madr", "log4brains", "note")


@dataclass(slots=True)
class Group:
    """A collection: one place, one format. `path` is its first file, `settings` are those that the place makes."""

    name: str
    format: str
    root: str
    path: str
    order: int = 0
    settings: list[Settings] = field(default_factory=list)

    @property
    def profile(self) -> str:
        """The semantics by which tasks are ready here."""
        return "" if self.format in WITHOUT_TASKS else PROFILES.get(self.format, DEPENDENCIES)

    @property
    def is_store(self) -> bool:
        """Whether it is what a tool works on, and no export of that."""
        return is_store(self.name)

    @property
    def statuses(self) -> tuple[str, ...]:
        """The statuses that the settings name, in their order."""
        return next((one.statuses for one in self.settings if one.statuses), ())


@dataclass(slots=True, eq=False)
class Item:
    """An entity on its way to a fact: the entry, and what only the whole source tells of it.

    `type` and `span` are those of the entry, which are asked for again and again. `ref` is made once the id is final.
    """

    entry: Entry
    type: str
    span: Span
    path: str
    scope: str
    format: str
    group: Group
    id: str
    status: str
    properties: dict[str, Json]
    native: dict[str, Json]
    ref: str = ""
    position: int = 0

    @property
    def is_done(self) -> bool:
        """Whether it counts as finished for what waits for it."""
        return self.status == "done" if self.type == "task" else self.status not in ("proposed", "")


def item_of(entry: Entry, document: Document, group: Group, identifier: str) -> Item:
    """The entity of an entry, under the id that it would have."""
    properties, native = orjson.loads(entry.properties), orjson.loads(entry.native)
    # One folder may hold decisions of several templates; a page is what its vault makes of it.
    form = group.format if document.format == "note" else document.format
    path, kind = document.path, entry.type
    span = Span(path, entry.line, 1, max(entry.last, entry.line), 1)
    return Item(entry, kind, span, path, document.scope, form, group, identifier, entry.status, properties, native)
