"""The symbol table of one world: its declarations by name.

Types, entities, locations, sequences and rules are named in the scope of the world, sections in that of their file. A
file may refer to its own declarations and to those of the files that it imports directly (`Symbols.sees`).
"""

from collections.abc import Iterable
from dataclasses import dataclass, field
from functools import cached_property

from compiler.languages.world.linking.ids import Refs, file_stem, slugify
from compiler.languages.world.linking.world_files import WorldFiles
from compiler.languages.world.records import (
    ChoiceDecl,
    EntityDecl,
    ExitDecl,
    Heading,
    PropertyDecl,
    RuleDecl,
    SectionLabel,
    TypeDecl,
)
from compiler.model.spans import Span
from compiler.text.near_names import NearNames, did_you_mean


@dataclass(slots=True)
class TypeSymbol:
    """A type. A property that is declared twice keeps the position of the first and the content of the last."""

    ref: str
    file: str
    decl: TypeDecl
    properties: dict[str, PropertyDecl]
    property_refs: dict[str, str]


@dataclass(slots=True)
class EntitySymbol:
    """An entity. `type` is None until it is resolved, and stays None when it cannot be."""

    ref: str
    file: str
    decl: EntityDecl
    type: TypeSymbol | None = None


@dataclass(slots=True)
class ExitSymbol:
    """An exit: the last declaration of a direction in a location."""

    ref: str
    decl: ExitDecl
    destination: "LocationSymbol | None" = None


@dataclass(slots=True)
class LocationSymbol:
    """A location. `exits` are by direction. `present` maps the entities that are there to their first presence line."""

    ref: str
    slug: str
    file: str
    decl: Heading
    exits: dict[str, ExitSymbol] = field(default_factory=dict)
    present: dict[str, Span] = field(default_factory=dict)


@dataclass(slots=True)
class ChoiceSymbol:
    """A choice. `parent` is the choice around it."""

    id: str
    decl: ChoiceDecl
    parent: "ChoiceSymbol | None"


@dataclass(slots=True)
class SectionSymbol:
    """A section. `choices` holds all its choices by id, nested ones too; `by_label` by label and stickiness."""

    ref: str
    id: str
    file: str
    decl: SectionLabel
    location: LocationSymbol | None
    choices: dict[str, ChoiceSymbol] = field(default_factory=dict)
    by_label: dict[tuple[str, bool], ChoiceSymbol] = field(default_factory=dict)


@dataclass(slots=True)
class SequenceSymbol:
    """A sequence with the slug and heading of each of its phases."""

    ref: str
    slug: str
    file: str
    decl: Heading
    phases: list[tuple[str, Heading]] = field(default_factory=list)


@dataclass
class Symbols:
    """All declarations of a world, in the order of its files."""

    world: WorldFiles
    refs: Refs
    types: dict[str, TypeSymbol] = field(default_factory=dict)
    entities: dict[str, EntitySymbol] = field(default_factory=dict)
    locations: dict[str, LocationSymbol] = field(default_factory=dict)
    sections: dict[tuple[str, str], SectionSymbol] = field(default_factory=dict)  # by file and name
    sequences: dict[str, SequenceSymbol] = field(default_factory=dict)
    rules: dict[str, RuleDecl] = field(default_factory=dict)

    def sees(self, file: str, declared_in: str) -> bool:
        """Whether `file` may refer to the declarations of another: of itself, or of a file that it imports directly."""
        return file == declared_in or declared_in in self.world.visible[file]

    def entity(self, name: str, file: str) -> EntitySymbol | None:
        """The entity of that name, None when the file does not see it."""
        found = self.entities.get(name)
        return found if found and self.sees(file, found.file) else None

    def type(self, name: str, file: str) -> TypeSymbol | None:
        """The type of that name, None when the file does not see it."""
        found = self.types.get(name)
        return found if found and self.sees(file, found.file) else None

    def location(self, slug: str, file: str) -> LocationSymbol | None:
        """The location of that id, None when the file does not see it."""
        found = self.locations.get(slug)
        return found if found and self.sees(file, found.file) else None

    def entity_ref(self, name: str) -> str:
        """The ref that an entity of that name has, or would have."""
        found = self.entities.get(name)
        return found.ref if found else self.refs.of("entity", f"@{name}")

    def type_ref(self, name: str) -> str:
        """The ref that a type of that name has, or would have."""
        found = self.types.get(name)
        return found.ref if found else self.refs.of("type", name)

    def location_ref(self, slug: str) -> str:
        """The ref that a location of that id has, or would have."""
        found = self.locations.get(slug)
        return found.ref if found else self.refs.of("location", slug)

    def section_ref(self, file: str, name: str) -> str:
        """The ref that a section of that name in a file has, or would have."""
        found = self.sections.get((file, name))
        return found.ref if found else self.refs.of("section", f"{file_stem(file)}/{name}")

    def container_ref(self, written: str) -> str:
        """The ref of the location of that name, else the ref that an entity of that name has, or would have."""
        slug = slugify(written)
        return self.location_ref(slug) if slug in self.locations else self.entity_ref(written)

    @cached_property
    def near_entities(self) -> NearNames:
        return NearNames(self.entities)

    @cached_property
    def near_types(self) -> NearNames:
        return NearNames(self.types)

    @cached_property
    def near_locations(self) -> NearNames:
        return NearNames(self.locations)

    @cached_property
    def _names_within(self) -> dict[str, NearNames]:
        return {}

    def nearest_within(self, owner: str, names: Iterable[str], name: str) -> str | None:
        """The nearest to `name` of the names that belong to one owner. `owner` is its ref."""
        if owner not in self._names_within:
            self._names_within[owner] = NearNames(names)
        return self._names_within[owner].nearest(name)

    @cached_property
    def _section_names(self) -> dict[str, NearNames]:
        names: dict[str, list[str]] = {}
        for file, name in self.sections:
            names.setdefault(file, []).append(name)
        return {file: NearNames(found) for file, found in names.items()}

    def nearest_section(self, name: str, file: str) -> str | None:
        """The nearest name of a section of the file."""
        return self._section_names[file].nearest(name) if file in self._section_names else None

    def suggestion(
        self, name: str, file: str, declared: EntitySymbol | TypeSymbol | LocationSymbol | None, near: NearNames
    ) -> str | None:
        """The suggestion for a name that `file` cannot resolve: import the file of `declared`, or write a near name."""
        if declared is not None:
            return f"'{name}' is declared in {declared.file} but {declared.file} is not imported by {file}."
        return did_you_mean(near.nearest(name))
