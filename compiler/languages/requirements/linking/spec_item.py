"""A requirement or journey while it is linked: a record that the phases of linking fill in."""

from dataclasses import dataclass, field

from compiler.languages.requirements.configuration.configuration import Configuration
from compiler.languages.requirements.configuration.ids import Ids
from compiler.languages.requirements.facts import Assertion
from compiler.languages.requirements.records import Block, Section
from compiler.model.spans import Span


@dataclass(slots=True)
class SpecItem:
    """A requirement or journey with the configuration that holds for it. Of repeated `fields` the last is kept.

    `nested_project` is that of `Configurations.nested_project`. `written_id` is the id in its project; `id` differs
    from it if an earlier requirement has that id.
    """

    id: str
    written_id: str
    path: str
    block: Block
    configuration: Configuration
    ids: Ids
    span: Span
    fields: dict[str, str]
    level: str
    status: str
    nested_project: str = ""
    duplicate_of: str | None = None
    assertions: list[Assertion] = field(default_factory=list)
    by_label: dict[str, Assertion] = field(default_factory=dict)
    repeats: dict[str, int] = field(default_factory=dict)  # how often each repeated label stands
    sections: list[Section] = field(default_factory=list)

    def assertion_id(self, label: str) -> str:
        """The id of an assertion, or of the whole requirement for the label ""."""
        return f"{self.id}{self.configuration.separator}{label}" if label else self.id

    def canonical_label(self, label: str) -> str:
        """A label as its assertion spells it: a reference may differ in case and leading zeros."""
        if not label or label in self.by_label:
            return label
        return next((known for known in self.by_label if _folded(known) == _folded(label)), label)

    @property
    def labels(self) -> tuple[str, ...]:
        """The labels that count for coverage, in the order of the file."""
        return tuple([label for label, assertion in self.by_label.items() if not assertion.is_retired])


def _folded(label: str) -> str:
    return label.casefold().lstrip("0") or "0"
