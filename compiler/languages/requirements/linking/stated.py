"""What the linker knows of each requirement and journey while it links: a record that its phases fill in."""

from dataclasses import dataclass, field

from compiler.languages.requirements.configuration import Configuration
from compiler.languages.requirements.facts import Assertion
from compiler.languages.requirements.ids import Ids
from compiler.languages.requirements.records import Block, Section
from compiler.model.spans import Span


@dataclass(slots=True)
class Stated:
    """A requirement or journey as it stands in a file, in terms of its project. Of repeated `fields` the last wins."""

    id: str
    path: str
    block: Block
    configuration: Configuration
    ids: Ids
    span: Span
    fields: dict[str, str]
    level: str
    status: str
    duplicate_of: str | None = None
    statements: list[Assertion] = field(default_factory=list)
    by_label: dict[str, Assertion] = field(default_factory=dict)
    repeats: dict[str, int] = field(default_factory=dict)
    sections: list[Section] = field(default_factory=list)

    def spelt(self, label: str) -> str:
        """A label as its assertion has it: a reference may differ in case and leading zeros."""
        if not label or label in self.by_label:
            return label
        return next((one for one in self.by_label if _folded(one) == _folded(label)), label)

    @property
    def labels(self) -> tuple[str, ...]:
        """The labels that count for coverage, in the order of the file."""
        return tuple([label for label, one in self.by_label.items() if not one.is_retired])


def _folded(label: str) -> str:
    return label.casefold().lstrip("0") or "0"
