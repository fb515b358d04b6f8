"""What a document of ReqIF states, as written: identifiers are not resolved yet."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

MAX_FINDINGS = 100  # of one document
# Characters of defaults, of names of enumerated values and of long names, which a document states once and each of its
# objects has: a thousand attributes and a thousand objects are a million values.
MAX_SHARED = 8_000_000
_MIN_SHARED = 20  # characters that a default counts for
_LONG_NAME = 100  # characters of a name that count for nothing


class Definition(NamedTuple):
    """The definition of an attribute: its name, its kind (`STRING`, `XHTML`, `ENUMERATION`, …), and what an object has
    that states no value, None for nothing."""

    name: str
    kind: str
    default: "Value | None"


class Value(NamedTuple):
    """A value of an attribute: the identifier of the definition, the kind, and the text, or the identifiers of values
    of an enumeration."""

    definition: str
    kind: str
    text: str
    choices: tuple[str, ...] = ()


class ObjectType(NamedTuple):
    """A type of objects: its name, and the identifiers of the definitions of its attributes, in order."""

    name: str
    definitions: tuple[str, ...]


class SpecObject(NamedTuple):
    """An object, in the lines `first` to `last`, behind `before` characters of the first, up to `end` of the last."""

    identifier: str
    name: str
    type: str
    values: tuple[Value, ...]
    first: int
    before: int
    last: int
    end: int


class SpecRelation(NamedTuple):
    """A relation between two objects, behind `before` characters of its line; "" for an end that it does not state."""

    identifier: str
    name: str
    type: str
    source: str
    target: str
    line: int
    before: int


class Branch(NamedTuple):
    """A place in the hierarchy of a specification: the object that stands there, and the places below."""

    object: str
    line: int
    below: tuple["Branch", ...]


class Specification(NamedTuple):
    """A specification: its name, the values of its attributes and its hierarchy."""

    identifier: str
    name: str
    values: tuple[Value, ...]
    branches: tuple[Branch, ...]


class Finding(NamedTuple):
    """What cannot be read in a line, and why."""

    line: int
    text: str
    reason: str


@dataclass(slots=True)
class Document:
    """All that a document states. The maps are by identifier; `choices` are the names of values of enumerations."""

    choices: dict[str, str] = field(default_factory=dict)
    definitions: dict[str, Definition] = field(default_factory=dict)
    object_types: dict[str, ObjectType] = field(default_factory=dict)
    relation_types: dict[str, str] = field(default_factory=dict)
    objects: list[SpecObject] = field(default_factory=list)
    relations: list[SpecRelation] = field(default_factory=list)
    specifications: list[Specification] = field(default_factory=list)
    findings: list[Finding] = field(default_factory=list)
    shared: int = 0  # characters so far, of `MAX_SHARED`

    def refuse(self, line: int, text: str, reason: str) -> None:
        """Note that something in a line states nothing."""
        if len(self.findings) < MAX_FINDINGS:
            self.findings.append(Finding(line, text, reason))

    def shown(self, value: Value) -> str:
        """The text of a value: that of an enumeration by the names of its values."""
        return ", ".join(self.choices.get(choice, choice) for choice in value.choices) if value.choices else value.text

    def values(self, spec_object: SpecObject) -> Iterator[tuple[str, str, str]]:
        """The name, kind and text of each attribute of an object that has a value, its own or the default, in the order
        of its type. Behind `MAX_SHARED` an object has what it states itself."""
        of_type = self.object_types.get(spec_object.type)
        if self.shared > MAX_SHARED:
            return self._values(spec_object.values, ())
        found = list(self._values(spec_object.values, of_type.definitions if of_type else ()))
        if self.shared > MAX_SHARED:
            reason = f"its types give more than {MAX_SHARED:,} characters to objects"
            left_out = "from here on defaults are left out, and enumerated values have their identifiers"
            self.refuse(spec_object.first, spec_object.identifier, f"{reason}; {left_out}")
        return iter(found)

    def values_of_specification(self, specification: Specification) -> Iterator[tuple[str, str, str]]:
        """The name, kind and text of each attribute of a specification."""
        return self._values(specification.values, ())

    def _values(self, values: Sequence[Value], definitions: Sequence[str]) -> Iterator[tuple[str, str, str]]:
        stated = {value.definition: value for value in values}
        for identifier in dict.fromkeys([*definitions, *stated]):
            definition = self.definitions.get(identifier)
            value = stated.get(identifier) or (definition.default if definition else None)
            if value and (text := self.shown(value).strip()):
                name = definition.name if definition else identifier
                self.shared += max(0, len(name) - _LONG_NAME)
                self.shared += 0 if identifier in stated and not value.choices else max(len(text), _MIN_SHARED)
                if self.shared > MAX_SHARED and (identifier not in stated or value.choices):
                    text = ", ".join(value.choices) if identifier in stated else ""  # as written: identifiers
                if text:
                    yield name, value.kind, text
