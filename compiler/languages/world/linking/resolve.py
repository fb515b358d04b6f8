"""Resolve: what each name in a file refers to, as far as the file sees it.

Records stay as they are: what their names mean is noted beside them, by the identity of the record.
"""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any, Literal, NamedTuple

from compiler.languages.world import codes
from compiler.languages.world.linking.slugs import slugify
from compiler.languages.world.linking.symbols import (
    EntitySymbol,
    ExitSymbol,
    LocationSymbol,
    SectionSymbol,
    SequenceSymbol,
    Symbols,
    TypeSymbol,
)
from compiler.languages.world.linking.walk import every_node
from compiler.languages.world.records import (
    AnyOf,
    ChoiceDecl,
    Comparison,
    Containment,
    DestroyEffect,
    EntityDecl,
    Exhaustion,
    ExitDecl,
    Heading,
    Jump,
    MoveEffect,
    Node,
    Presence,
    PropertyDecl,
    RevealEffect,
    RuleDecl,
    SetEffect,
    Speech,
    StageDirection,
    Unit,
)
from compiler.model.diagnostics import Diagnostic
from compiler.model.spans import Span
from compiler.text.near_names import did_you_mean

# The place that every entity has, though no type declares it.
CONTAINER = "container"


class PropertyUse(NamedTuple):
    """The property that a condition or effect is about; `decl` is None for `container`."""

    entity: EntitySymbol
    type: TypeSymbol
    name: str
    decl: PropertyDecl | None


class Place(NamedTuple):
    """Where something is or goes: the player, here, in an entity or at a location."""

    kind: Literal["player", "here", "entity", "location"]
    entity: EntitySymbol | None = None
    location: LocationSymbol | None = None


class JumpTarget(NamedTuple):
    """Where a jump leads: to a section, through an exit of a location, or to the end."""

    section: SectionSymbol | None = None
    location: LocationSymbol | None = None
    exit: ExitSymbol | None = None


THE_END = JumpTarget()


@dataclass(slots=True)
class Resolution:
    """What records refer to, by `id(record)`; a record that refers to nothing has no entry."""

    properties: dict[int, PropertyUse] = field(default_factory=dict)
    entities: dict[int, EntitySymbol] = field(default_factory=dict)
    places: dict[int, Place] = field(default_factory=dict)
    jumps: dict[int, JumpTarget] = field(default_factory=dict)
    sections: dict[int, SectionSymbol] = field(default_factory=dict)
    start: LocationSymbol | None = None
    start_written: str | None = None
    start_sequence: SequenceSymbol | None = None
    sequence_written: str | None = None


def property_target(target: str) -> tuple[str, str] | None:
    """The entity and property of `@warden.trust`; None for a target of another form."""
    if not target.startswith("@"):
        return None
    entity, dot, name = target[1:].partition(".")
    return (entity, name) if dot else None


def resolve(symbols: Symbols, units: Mapping[str, Unit]) -> tuple[Resolution, list[Diagnostic]]:
    """What the names of a world refer to, and those that refer to nothing."""
    resolution = Resolution()
    diagnostics: list[Diagnostic] = []
    _resolve_start(symbols, units, resolution)
    files = [_File(symbols, path, resolution, diagnostics) for path in symbols.world.files]
    for file in files:
        file.declarations(units[file.path].entities)
    for file in files:
        file.content(units[file.path].content)
    return resolution, diagnostics


def _resolve_start(symbols: Symbols, units: Mapping[str, Unit], resolution: Resolution) -> None:
    """The last `start` and the last `entry` that any file gives; a sequence is named by its exact id."""
    fields = {
        key: value
        for path in symbols.world.files
        for block in units[path].worlds
        for key, value in block.fields
        if isinstance(value, str)
    }
    if "start" in fields:
        resolution.start_written = fields["start"]
        resolution.start = symbols.locations.get(slugify(fields["start"]))
    if "entry" in fields:
        resolution.sequence_written = fields["entry"]
        resolution.start_sequence = symbols.sequences.get(fields["entry"])


@dataclass(slots=True)
class _File:
    """One file being resolved. `in_location` without `location`: below a heading that declares nothing."""

    symbols: Symbols
    path: str
    resolution: Resolution
    diagnostics: list[Diagnostic]
    location: LocationSymbol | None = None
    in_location: bool = False

    def declarations(self, entities: Iterable[EntityDecl]) -> None:
        for decl in entities:
            entity = self.symbols.entities[decl.id]
            found = self._type_of(decl)
            if found is None:
                continue
            if entity.decl is decl:
                entity.type = found
            for key, _ in decl.overrides:
                if key not in found.properties and key != CONTAINER:
                    self._unknown_property(decl.span, key, found)

    def content(self, content: Iterable[Node]) -> None:
        self._each(every_node(content))

    # --- names ---------------------------------------------------------------------------------------------

    def _type_of(self, decl: EntityDecl) -> TypeSymbol | None:
        found = self.symbols.type(decl.type, self.path)
        if found is not None:
            return found
        hidden = self.symbols.types.get(decl.type)
        hint = self.symbols.hint(decl.type, self.path, hidden, self.symbols.near_types)
        if hidden is not None:
            self.diagnostics.append(codes.UNRESOLVED_TYPE.at(decl.span, type=decl.type, suggestion=hint))
        else:
            self.diagnostics.append(codes.UNKNOWN_TYPE.at(decl.span, type=decl.type, entity=decl.id, suggestion=hint))
        return None

    def _entity(self, node: object, name: str, span: Span, hint: str | None = None) -> EntitySymbol | None:
        """The entity that a record names, noted; reported when there is none, with a hint if one is known."""
        found = self.symbols.entity(name, self.path)
        if found is not None:
            self.resolution.entities[id(node)] = found
            return found
        hidden = self.symbols.entities.get(name)
        hint = hint or self.symbols.hint(name, self.path, hidden, self.symbols.near_entities)
        self.diagnostics.append(codes.UNRESOLVED_ENTITY.at(span, entity=name, suggestion=hint))
        return None

    def _property(self, node: object, span: Span, entity: EntitySymbol, name: str) -> None:
        if entity.type is None:
            return
        decl = entity.type.properties.get(name)
        if decl is None and name != CONTAINER:
            self._unknown_property(span, name, entity.type)
            return
        self.resolution.properties[id(node)] = PropertyUse(entity, entity.type, name, decl)

    def _unknown_property(self, span: Span, name: str, type_: TypeSymbol) -> None:
        near = self.symbols.near_within(type_.ref, type_.properties, name)
        self.diagnostics.append(
            codes.UNKNOWN_PROPERTY.at(span, property=name, type=type_.decl.name, suggestion=did_you_mean(near))
        )

    def _place(self, node: Containment | MoveEffect, name: str) -> None:
        """What a container or destination names: player, here, an entity, or else a location."""
        if name in ("player", "here"):
            self.resolution.places[id(node)] = Place("player" if name == "player" else "here")
            return
        entity = self.symbols.entities.get(name)
        if entity is not None:
            if self.symbols.sees(self.path, entity.file):
                self.resolution.places[id(node)] = Place("entity", entity=entity)
                return
        else:
            location = self.symbols.location(slugify(name), self.path)
            if location is not None:
                self.resolution.places[id(node)] = Place("location", location=location)
                return
        hidden = entity or self.symbols.locations.get(slugify(name))
        hint = self.symbols.hint(name, self.path, hidden, self.symbols.near_entities)
        hint = hint or did_you_mean(self.symbols.near_locations.nearest(slugify(name)))
        self.diagnostics.append(codes.UNRESOLVED_REFERENCE.at(node.span, name=name, suggestion=hint))

    # --- content -------------------------------------------------------------------------------------------

    def _heading(self, node: Heading) -> None:
        slug = slugify(node.text) if node.level == "location" else ""
        if slug:
            self.in_location = True
            self.location = self.symbols.locations.get(slug)

    def _presence(self, node: Presence) -> None:
        for name in node.entities:
            found = self._entity(node, name, node.span)
            if found is not None and self.location is not None:
                self.location.present.setdefault(name, node.span)

    def _choice(self, node: ChoiceDecl) -> None:
        if node.target is None:
            return
        hint = None
        exits = self.location.exits if self.location else {}
        if node.target == "end" or node.target in exits or (self.path, node.target) in self.symbols.sections:
            hint = f"A choice is addressed to an entity. To jump, write '-> {node.target}' on a line inside it."
        self._entity(node, node.target, node.span, hint)

    def _exit(self, node: ExitDecl) -> None:
        slug = slugify(node.destination)
        destination = self.symbols.location(slug, self.path)
        if destination is not None:
            if self.location is not None and node.direction in self.location.exits:
                self.location.exits[node.direction].destination = destination
        elif slug and self.in_location:
            hidden = self.symbols.locations.get(slug)
            hint = self.symbols.hint(slug, self.path, hidden, self.symbols.near_locations)
            self.diagnostics.append(
                codes.UNRESOLVED_DESTINATION.at(node.span, destination=node.destination, suggestion=hint)
            )
        self._each(node.children)

    def _rule(self, node: RuleDecl) -> None:
        if node.select is not None:
            for name in node.select.entities:
                self._entity(node, name, node.span)
            self._each(node.select.where)
        self._each(node.where)
        self._each(node.effects)

    def _jump(self, node: Jump) -> None:
        section = self.symbols.sections.get((self.path, node.target))
        exit_ = self.location.exits.get(node.target) if self.location else None
        if node.target == "end":
            self.resolution.jumps[id(node)] = THE_END
            if section is not None:
                self.diagnostics.append(codes.SECTION_SHADOWS_END.at(node.span, name=node.target))
        elif node.exit:
            self._exit_jump(node, exit_)
        elif section is not None:
            self.resolution.jumps[id(node)] = JumpTarget(section=section)
            if exit_ is not None:
                self.diagnostics.append(codes.SECTION_SHADOWS_EXIT.at(node.span, name=node.target))
        elif exit_ is not None:
            self.resolution.jumps[id(node)] = JumpTarget(location=self.location, exit=exit_)
        else:
            near = self.symbols.near_section(node.target, self.path) or self._near_exit(node.target)
            self.diagnostics.append(
                codes.UNRESOLVED_JUMP.at(node.span, target=node.target, suggestion=did_you_mean(near))
            )

    def _exit_jump(self, node: Jump, exit_: ExitSymbol | None) -> None:
        if exit_ is not None:
            self.resolution.jumps[id(node)] = JumpTarget(location=self.location, exit=exit_)
        elif not self.in_location:
            self.diagnostics.append(codes.EXIT_JUMP_OUTSIDE_LOCATION.at(node.span))
        else:
            hint = did_you_mean(self._near_exit(node.target))
            self.diagnostics.append(codes.UNRESOLVED_EXIT.at(node.span, name=node.target, suggestion=hint))

    def _near_exit(self, name: str) -> str | None:
        return self.symbols.near_within(self.location.ref, self.location.exits, name) if self.location else None

    # --- conditions and effects ----------------------------------------------------------------------------

    def _each(self, nodes: Iterable[object]) -> None:
        for node in nodes:
            step = _STEPS.get(type(node))
            if step is not None:
                step(self, node)

    def _tests(self, node: AnyOf) -> None:
        self._each(node.tests)

    def _comparison(self, node: Comparison) -> None:
        # Also an entity of that name is out of reach here.
        if node.reserved or node.entity in ("player", "target"):
            return
        entity = self._entity(node, node.entity, node.span)
        if entity is not None:
            self._property(node, node.span, entity, node.property)

    def _containment(self, node: Containment) -> None:
        self._entity(node, node.entity, node.span)
        self._place(node, node.container)

    def _exhaustion(self, node: Exhaustion) -> None:
        section = self.symbols.sections.get((self.path, node.section))
        if section is not None:
            self.resolution.sections[id(node)] = section
            return
        hint = did_you_mean(self.symbols.near_section(node.section, self.path))
        self.diagnostics.append(codes.UNRESOLVED_EXHAUSTION.at(node.span, section=node.section, suggestion=hint))

    def _set(self, node: SetEffect | RevealEffect) -> None:
        target = property_target(node.target)
        if target is None:
            return
        entity = self._entity(node, target[0], node.span)
        if entity is not None:
            self._property(node, node.span, entity, target[1])

    def _move(self, node: MoveEffect) -> None:
        self._entity(node, node.entity, node.span)
        self._place(node, node.destination)

    def _speech(self, node: Speech) -> None:
        self._entity(node, node.speaker, node.span)

    def _direction(self, node: StageDirection) -> None:
        self._entity(node, node.actor, node.span)

    def _destroy(self, node: DestroyEffect) -> None:
        self._entity(node, node.entity, node.span)


# Of the class, not of an object: one that held its own methods would be left to the garbage collector.
_STEPS: dict[type[Any], Callable[[_File, Any], None]] = {
    Heading: _File._heading,
    Presence: _File._presence,
    Speech: _File._speech,
    StageDirection: _File._direction,
    ChoiceDecl: _File._choice,
    ExitDecl: _File._exit,
    Jump: _File._jump,
    RuleDecl: _File._rule,
    Comparison: _File._comparison,
    Containment: _File._containment,
    Exhaustion: _File._exhaustion,
    AnyOf: _File._tests,
    SetEffect: _File._set,
    MoveEffect: _File._move,
    RevealEffect: _File._set,
    DestroyEffect: _File._destroy,
}
