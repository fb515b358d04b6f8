"""The declarations of one world, by name.

Names of types, entities, locations, sequences and rules are the world's; sections are their file's. What a file may
refer to is narrower than what exists: itself and what it imports directly (`Symbols.sees`).
"""

from collections.abc import Iterable
from dataclasses import dataclass, field
from functools import cached_property

from compiler.languages.world.linking.compilation import Compilation
from compiler.languages.world.linking.slugs import file_stem, slugify
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


class Refs:
    """Gives out the refs of a world. A second claim on the same one gets `~2` behind it, the next `~3`."""

    def __init__(self, world: str, taken: set[str]) -> None:
        self.world = world
        self._taken = taken

    def of(self, category: str, native_id: str) -> str:
        """The ref of the first thing of that name, whether or not there is one."""
        return f"w:{self.world}/{category}/{native_id}"

    def claim(self, category: str, native_id: str) -> str:
        """A ref that no other fact has."""
        return self._claim(self.of(category, native_id))

    def claim_world(self) -> str:
        """The ref of the world itself."""
        return self._claim(f"w:{self.world}")

    def _claim(self, first: str) -> str:
        ref = first
        number = 1
        while ref in self._taken:
            number += 1
            ref = f"{first}~{number}"
        self._taken.add(ref)
        return ref


@dataclass(slots=True)
class TypeSymbol:
    """A type; a property declared twice keeps its first place and its last declaration."""

    ref: str
    file: str
    decl: TypeDecl
    properties: dict[str, PropertyDecl]
    property_refs: dict[str, str]


@dataclass(slots=True)
class EntitySymbol:
    """An entity. `type` is None until its name is resolved, and stays so when it cannot be."""

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
    """A location with its exits by direction, and the entities of its presence lines with the line that says so."""

    ref: str
    slug: str
    file: str
    decl: Heading
    exits: dict[str, ExitSymbol] = field(default_factory=dict)
    present: dict[str, Span] = field(default_factory=dict)


@dataclass(slots=True)
class ChoiceSymbol:
    """A choice under its id; `parent` is the choice it is nested in."""

    id: str
    decl: ChoiceDecl
    parent: "ChoiceSymbol | None"


@dataclass(slots=True)
class SectionSymbol:
    """A section with all its choices, also nested ones, by id and by what is looked for: label and stickiness."""

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

    world: Compilation
    refs: Refs
    types: dict[str, TypeSymbol] = field(default_factory=dict)
    entities: dict[str, EntitySymbol] = field(default_factory=dict)
    locations: dict[str, LocationSymbol] = field(default_factory=dict)
    sections: dict[tuple[str, str], SectionSymbol] = field(default_factory=dict)  # by file and name
    sequences: dict[str, SequenceSymbol] = field(default_factory=dict)
    rules: dict[str, RuleDecl] = field(default_factory=dict)

    def sees(self, file: str, declared_in: str) -> bool:
        """Whether a file may refer to what another declares: itself, or one that it imports directly."""
        return file == declared_in or declared_in in self.world.visible[file]

    def entity(self, name: str, file: str) -> EntitySymbol | None:
        """The entity of that name, as far as the file sees it."""
        found = self.entities.get(name)
        return found if found and self.sees(file, found.file) else None

    def type(self, name: str, file: str) -> TypeSymbol | None:
        """The type of that name, as far as the file sees it."""
        found = self.types.get(name)
        return found if found and self.sees(file, found.file) else None

    def location(self, slug: str, file: str) -> LocationSymbol | None:
        """The location of that id, as far as the file sees it."""
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

    def place_named(self, written: str) -> str:
        """The ref of what a container or destination names, or would name: an entity, or else a location."""
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
    def _near_within(self) -> dict[str, NearNames]:
        return {}

    def near_within(self, owner: str, names: Iterable[str], name: str) -> str | None:
        """The nearest of the names that belong to one owner, given by its ref."""
        if owner not in self._near_within:
            self._near_within[owner] = NearNames(names)
        return self._near_within[owner].nearest(name)

    @cached_property
    def _near_sections(self) -> dict[str, NearNames]:
        names: dict[str, list[str]] = {}
        for file, name in self.sections:
            names.setdefault(file, []).append(name)
        return {file: NearNames(found) for file, found in names.items()}

    def near_section(self, name: str, file: str) -> str | None:
        """The section of the file whose name is nearest."""
        return self._near_sections[file].nearest(name) if file in self._near_sections else None

    def hint(
        self, name: str, file: str, declared: EntitySymbol | TypeSymbol | LocationSymbol | None, near: NearNames
    ) -> str | None:
        """What may help with a name that a file cannot resolve: the import that it lacks, or the name that it meant."""
        if declared is not None:
            return f"'{name}' is declared in {declared.file} but {declared.file} is not imported by {file}."
        return did_you_mean(near.nearest(name))
