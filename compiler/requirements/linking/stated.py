"""What the linker knows of each requirement and journey while it links: a record that its phases fill in."""

from collections import Counter
from dataclasses import dataclass, field
from typing import NamedTuple

from compiler.requirements.configuration import Configuration
from compiler.requirements.ids import Ids
from compiler.requirements.records import Block, Section
from compiler.spans import Span


class Statement(NamedTuple):
    """An assertion: its own id, and what is said under which label. `directive` is the word of `<RETIRED>` or the like,
    in upper case."""

    id: str
    label: str
    text: str
    directive: str
    is_retired: bool
    span: Span


@dataclass(slots=True)
class Stated:
    """A requirement or journey as it stands in a file, in terms of its project."""

    id: str
    path: str
    block: Block
    configuration: Configuration
    ids: Ids
    span: Span
    level: str
    status: str
    duplicate_of: str | None = None
    statements: list[Statement] = field(default_factory=list)
    by_label: dict[str, Statement] = field(default_factory=dict)
    repeats: Counter[str] = field(default_factory=Counter)
    sections: list[Section] = field(default_factory=list)

    @property
    def labels(self) -> tuple[str, ...]:
        """The labels that count for coverage, in the order of the file."""
        return tuple(label for label, one in self.by_label.items() if not one.is_retired)


class Resolved(NamedTuple):
    """A citation that reached a requirement, or one assertion of it when `label` is not empty."""

    source: str
    source_ref: str
    source_kind: str
    edge_kind: str
    requirement: str
    label: str
    written: str
    span: Span


class Broken(NamedTuple):
    """A citation that reached nothing. `target_ref` is empty when what was cited has not the shape of an id."""

    source: str
    source_ref: str
    source_kind: str
    edge_kind: str
    target: str
    target_ref: str
    reason: str
    nearest: str | None
    span: Span
