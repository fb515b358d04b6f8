"""The objects of the project as plain values. Ids are the native ids by which people name them."""

from collections.abc import Mapping
from dataclasses import dataclass
from random import Random


@dataclass(frozen=True, slots=True)
class Size:
    """How much of everything there is. `loop` counts the nodes of the large flowchart."""

    requirements: int
    tasks: int
    decisions: int
    diagrams: int
    code: int
    tests: int
    notes: int
    loop: int = 420


@dataclass(frozen=True, slots=True)
class Preset:
    """A size, and whether people were careless: odd spellings, copies, broken files, templates, changed settings."""

    name: str
    size: Size
    is_messy: bool
    seed: int = 1

    def random(self, purpose: str) -> Random:
        """The random choices of one purpose. They do not depend on those of another."""
        return Random(f"{self.name}/{self.seed}/{purpose}")


@dataclass(frozen=True, slots=True)
class Citation:
    """A requirement, or some of its assertions, as metadata and comments cite it: `REQ-d00012-A+B`, `req-d12-a`."""

    requirement: str
    labels: tuple[str, ...]
    text: str


@dataclass(frozen=True, slots=True)
class Mention:
    """An id in prose. `target` is the native id of what it names, `text` how it is spelt here."""

    target: str
    text: str


@dataclass(frozen=True, slots=True)
class Assertion:
    """A sentence of a requirement under a label. A retired one keeps its label only."""

    label: str
    text: str
    is_retired: bool = False


@dataclass(frozen=True, slots=True)
class Requirement:
    """`level` is prd, ops or dev. `parents` are pairs of keyword and citation."""

    id: str
    level: str
    title: str
    status: str
    assertions: tuple[Assertion, ...]
    parents: tuple[tuple[str, Citation], ...]
    prose: str
    path: str


@dataclass(frozen=True, slots=True)
class Function:
    """A function of a source file; a test if it has an `outcome`: passed, failed or skipped."""

    name: str
    path: str
    cites: tuple[Citation, ...]
    outcome: str = ""


@dataclass(frozen=True, slots=True)
class Task:
    """`id` is unique in the project (`master/3`), `written` is how its own file has it (`3`).

    `status` is todo, in_progress or done, `word` is how the file spells it. `priority` is urgent, high, normal or low.
    `waits_for` holds ids of tasks, `missing` ids that no task has. `is_deferred`: not to be done now.
    """

    id: str
    written: str
    format: str
    path: str
    title: str
    status: str
    word: str
    priority: str
    labels: tuple[str, ...] = ()
    waits_for: tuple[str, ...] = ()
    missing: tuple[str, ...] = ()
    parent: str | None = None
    mentions: tuple[Mention, ...] = ()
    is_deferred: bool = False


@dataclass(frozen=True, slots=True)
class Decision:
    """`status` is as if nothing superseded it; `superseded_by` is the id of what did, "" for nothing."""

    id: str
    number: int
    format: str
    path: str
    title: str
    status: str
    superseded_by: str = ""
    mentions: tuple[Mention, ...] = ()


@dataclass(frozen=True, slots=True)
class Diagram:
    """`kind` is flowchart, sequence or state. `nodes` are pairs of id and label; of a sequence its participants.

    `edges` are triples of source, target and label; of a sequence its messages.
    """

    id: str
    kind: str
    path: str
    nodes: tuple[tuple[str, str], ...]
    edges: tuple[tuple[str, str, str], ...]
    mentions: tuple[Mention, ...] = ()


@dataclass(frozen=True, slots=True)
class Note:
    """A page. `mentions` includes wikilinks to other notes, whose targets are paths without suffix.

    `dangling` are ids that look like those of the project and that nothing has.
    """

    title: str
    path: str
    mentions: tuple[Mention, ...]
    dangling: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Fact:
    """What an agent remembers. `superseded_by` is the id of the fact that replaced it, "" for none."""

    id: str
    category: str
    superseded_by: str
    mentions: tuple[Mention, ...]


@dataclass(frozen=True, slots=True)
class Dependency:
    """That one service depends on another, as remembered. `has_ended`: it did so until some day."""

    source: str
    target: str
    has_ended: bool


@dataclass(frozen=True, slots=True)
class Project:
    """One revision. `revision` is 1 or 2; some settings depend on it."""

    preset: Preset
    revision: int
    requirements: Mapping[str, Requirement]
    functions: tuple[Function, ...]
    tests: tuple[Function, ...]
    tasks: Mapping[str, Task]
    decisions: Mapping[str, Decision]
    diagrams: tuple[Diagram, ...]
    notes: tuple[Note, ...]
    facts: tuple[Fact, ...]
    dependencies: tuple[Dependency, ...]
