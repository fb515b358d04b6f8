"""What the phases of linking pass on: entities on their way to facts, and the collections that they come from."""

from dataclasses import dataclass, field
from typing import Any

import orjson

from compiler.languages.knowledge.claims import is_store
from compiler.languages.knowledge.records import Document, EntityRecord, Settings
from compiler.languages.knowledge.tracker_registry import NAMES as TRACKERS
from compiler.model.spans import Span

Json = Any

BEADS, DEPENDENCIES, STATUSES, MEDULLA = "beads", "dependencies", "statuses", "medulla"
TRACKER = "tracker"
TASK_PAGE = "task-page"  # the format of a task that is a page of no known tool
BACKLOG, TASK_MASTER, BMAD = "backlog", "task-master", "bmad"
STRICT = (BACKLOG, TASK_MASTER)  # the profiles in which a dependency on a missing task holds up
WAITS_FOR = "waits-for"  # the dependency type of Beads that waits for the children of an issue
PARENT_CHILD = "parent-child"  # the word for a parent that holds up its parts
PROFILES = {
    "beads": BEADS,
    "medulla": MEDULLA,
    "kiro": STATUSES,
    "openspec": STATUSES,
    "backlog": BACKLOG,
    "task-master": TASK_MASTER,
    **dict.fromkeys(TRACKERS, TRACKER),
}
PROPOSALS = ("kep", "pep", "eip", "sep", "otep", "rfc", "structurizr", "y-statement", "arc42", "decision-log")
WITHOUT_TASKS = ("adr-tools", "madr", "log4brains", "note", *PROPOSALS)


@dataclass(slots=True)
class Group:
    """A collection while it is linked: one place, one format. Becomes a `Collection` fact.

    `path` is its first file, `order` its place among the collections, `settings` are those that apply to it. `tag` is
    its tag in Task Master, where each tag is a collection; `is_current` is False for a tag that is not worked on.
    """

    name: str
    format: str
    root: str
    path: str
    order: int = 0
    settings: list[Settings] = field(default_factory=list)
    tag: str = ""
    is_current: bool = True

    @property
    def profile(self) -> str:
        """The rules by which its tasks are ready or blocked; "" for formats without tasks."""
        return "" if self.format in WITHOUT_TASKS else PROFILES.get(self.format, DEPENDENCIES)

    @property
    def is_store(self) -> bool:
        """Whether the collection is the store of Medulla, not an export of it."""
        return is_store(self.name)

    @property
    def statuses(self) -> tuple[str, ...]:
        """The statuses that the settings define, in their order."""
        return next((setting.statuses for setting in self.settings if setting.statuses), ())


@dataclass(slots=True, eq=False)
class Item:
    """An entity while it is linked: its record, and what follows from the other files.

    `type` and `span` repeat those of the record, for speed. `id` becomes unique in `collect`, which then sets `ref` and
    `position`. `has_named_status`: the settings of the project say what its status means.
    `undecided` says what of a task's status or dependencies is not understood. `status`, `properties` and
    `native` begin as the record has them; later phases complete them."""

    record: EntityRecord
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
    has_named_status: bool = False
    undecided: str = ""

    @property
    def is_archived(self) -> bool:
        """Whether it is a task in an archive, of Backlog.md or OpenSpec, which nobody mends. New tasks may have its
        number."""
        return self.record.scheduling is not None and self.record.scheduling.state == "archived"


def item_of(record: EntityRecord, document: Document, group: Group, identifier: str) -> Item:
    """The item of a record. `identifier` is its id, which need not be unique yet."""
    properties, native = orjson.loads(record.properties), orjson.loads(record.native)
    # A folder may hold decisions of several formats, so each keeps its own. A page in a vault is a page of the vault.
    form = group.format if document.format == "note" else document.format
    path, status = document.path, record.status
    span = record.span(path)
    item = Item(record, record.type, span, path, document.scope, form, group, identifier, status, properties, native)
    item.undecided = record.scheduling.undecided if record.scheduling else ""
    return item
