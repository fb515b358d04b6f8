"""Resolve: from the names in a file to the declarations that they refer to, among those that the file sees.

Records do not change. `Resolution` maps the identity of a record to what its name refers to.
"""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any, Literal, NamedTuple

from compiler.languages.world import codes
from compiler.languages.world.linking.ids import slugify
from compiler.languages.world.linking.symbols import (
    EntitySymbol,
    ExitSymbol,
    LocationSymbol,
    SectionSymbol,
    SequenceSymbol,
    Symbols,
    TypeSymbol,
)
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
    walk,
)
from compiler.model.diagnostics import Diagnostic
from compiler.model.spans import Span
from compiler.text.near_names import did_you_mean

CONTAINER = "container"  # a property of every entity, which no type declares


class PropertyUse(NamedTuple):
    """The property that a condition or effect names. `decl` is None for `container`."""

    entity: EntitySymbol
    type: TypeSymbol
    name: str
    decl: PropertyDecl | None


class ContainerTarget(NamedTuple):
    """What a containment check or a move names: the player, here, an entity or a location."""

    kind: Literal["player", "here", "entity", "location"]
    entity: EntitySymbol | None = None
    location: LocationSymbol | None = None


class JumpTarget(NamedTuple):
    """The target of a jump: a section, an exit with its location, or neither for the end of the conversation."""

    section: SectionSymbol | None = None
    location: LocationSymbol | None = None
    exit: ExitSymbol | None = None


THE_END = JumpTarget()


@dataclass(slots=True)
class Resolution:
    """What records refer to, by `id(record)`. A record with an unresolved name has no entry.

    `start` and `start_sequence` are the settings of the world, `start_written` and `sequence_written` as written.
    """

    properties: dict[int, PropertyUse] = field(default_factory=dict)
    entities: dict[int, EntitySymbol] = field(default_factory=dict)
    containers: dict[int, ContainerTarget] = field(default_factory=dict)
    jumps: dict[int, JumpTarget] = field(default_factory=dict)
    sections: dict[int, SectionSymbol] = field(default_factory=dict)
    start: LocationSymbol | None = None
    start_written: str | None = None
    start_sequence: SequenceSymbol | None = None
    sequence_written: str | None = None


def split_property(target: str) -> tuple[str, str] | None:
    """The entity and the property of `@warden.trust`. None for a target of another form."""
    if not target.startswith("@"):
        return None
    entity, dot, name = target[1:].partition(".")
    return (entity, name) if dot else None


def resolve(symbols: Symbols, units: Mapping[str, Unit]) -> tuple[Resolution, list[Diagnostic]]:
    """Resolve the names of a world; return the diagnostics of those that refer to nothing.

    Sets `type` of entity symbols, `destination` of exit symbols and `present` of location symbols.
    """
    resolution = Resolution()
    diagnostics: list[Diagnostic] = []
    _resolve_start(symbols, units, resolution)
    files = [_FileResolver(symbols, path, resolution, diagnostics) for path in symbols.world.files]
    for file in files:
        file.declarations(units[file.path].entities)
    for file in files:
        file.content(units[file.path].content)
    return resolution, diagnostics


def _resolve_start(symbols: Symbols, units: Mapping[str, Unit], resolution: Resolution) -> None:
    """Resolve the last `start` and the last `entry` of all files. A sequence is named by its exact id."""
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
class _FileResolver:
    """Resolves one file. `in_location` without a `location` means below a heading that declares nothing."""

    symbols: Symbols
    path: str
    resolution: Resolution
    diagnostics: list[Diagnostic]
    location: LocationSymbol | None = None
    in_location: bool = False

    def declarations(self, entities: Iterable[EntityDecl]) -> None:
        for decl in entities:
            entity = self.symbols.entities[decl.id]
            resolved = self._type_of(decl)
            if resolved is None:
                continue
            if entity.decl is decl:
                entity.type = resolved
            for key, _ in decl.overrides:
                if key not in resolved.properties and key != CONTAINER:
                    self._unknown_property(decl.span, key, resolved)

    def content(self, content: Iterable[Node]) -> None:
        self._each(walk(content))

    # --- names ---------------------------------------------------------------------------------------------

    def _type_of(self, decl: EntityDecl) -> TypeSymbol | None:
        resolved = self.symbols.type(decl.type, self.path)
        if resolved is not None:
            return resolved
        unseen = self.symbols.types.get(decl.type)
        suggestion = self.symbols.suggestion(decl.type, self.path, unseen, self.symbols.near_types)
        code = codes.UNKNOWN_TYPE if unseen is None else codes.UNRESOLVED_TYPE
        self.diagnostics.append(code.at(decl.span, type=decl.type, entity=decl.id, suggestion=suggestion))
        return None

    def _entity(self, node: object, name: str, span: Span, suggestion: str | None = None) -> EntitySymbol | None:
        """Resolve the entity that a record names. `suggestion` replaces the usual one when it is unresolved."""
        resolved = self.symbols.entity(name, self.path)
        if resolved is not None:
            self.resolution.entities[id(node)] = resolved
            return resolved
        unseen = self.symbols.entities.get(name)
        suggestion = suggestion or self.symbols.suggestion(name, self.path, unseen, self.symbols.near_entities)
        self.diagnostics.append(codes.UNRESOLVED_ENTITY.at(span, entity=name, suggestion=suggestion))
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
        near = self.symbols.nearest_within(type_.ref, type_.properties, name)
        self.diagnostics.append(
            codes.UNKNOWN_PROPERTY.at(span, property=name, type=type_.decl.name, suggestion=did_you_mean(near))
        )

    def _container(self, node: Containment | MoveEffect, name: str) -> None:
        """Resolve a container or destination: player, here, an entity, or else a location."""
        if name in ("player", "here"):
            self.resolution.containers[id(node)] = ContainerTarget("player" if name == "player" else "here")
            return
        entity = self.symbols.entities.get(name)
        if entity is not None:
            if self.symbols.sees(self.path, entity.file):
                self.resolution.containers[id(node)] = ContainerTarget("entity", entity=entity)
                return
        else:
            location = self.symbols.location(slugify(name), self.path)
            if location is not None:
                self.resolution.containers[id(node)] = ContainerTarget("location", location=location)
                return
        unseen = entity or self.symbols.locations.get(slugify(name))
        suggestion = self.symbols.suggestion(name, self.path, unseen, self.symbols.near_entities)
        suggestion = suggestion or did_you_mean(self.symbols.near_locations.nearest(slugify(name)))
        self.diagnostics.append(codes.UNRESOLVED_REFERENCE.at(node.span, name=name, suggestion=suggestion))

    # --- content -------------------------------------------------------------------------------------------

    def _heading(self, node: Heading) -> None:
        slug = slugify(node.text) if node.level == "location" else ""
        if slug:
            self.in_location = True
            self.location = self.symbols.locations.get(slug)

    def _presence(self, node: Presence) -> None:
        for name in node.entities:
            resolved = self._entity(node, name, node.span)
            if resolved is not None and self.location is not None:
                self.location.present.setdefault(name, node.span)

    def _choice(self, node: ChoiceDecl) -> None:
        if node.target is None:
            return
        suggestion = None
        exits = self.location.exits if self.location else {}
        if node.target == "end" or node.target in exits or (self.path, node.target) in self.symbols.sections:
            suggestion = f"A choice is addressed to an entity. To jump, write '-> {node.target}' on a line inside it."
        self._entity(node, node.target, node.span, suggestion)

    def _exit(self, node: ExitDecl) -> None:
        slug = slugify(node.destination)
        destination = self.symbols.location(slug, self.path)
        if destination is not None:
            if self.location is not None and node.direction in self.location.exits:
                self.location.exits[node.direction].destination = destination
        elif slug and self.in_location:
            unseen = self.symbols.locations.get(slug)
            suggestion = self.symbols.suggestion(slug, self.path, unseen, self.symbols.near_locations)
            self.diagnostics.append(
                codes.UNRESOLVED_DESTINATION.at(node.span, destination=node.destination, suggestion=suggestion)
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
            near = self.symbols.nearest_section(node.target, self.path) or self._near_exit(node.target)
            self.diagnostics.append(
                codes.UNRESOLVED_JUMP.at(node.span, target=node.target, suggestion=did_you_mean(near))
            )

    def _exit_jump(self, node: Jump, exit_: ExitSymbol | None) -> None:
        if exit_ is not None:
            self.resolution.jumps[id(node)] = JumpTarget(location=self.location, exit=exit_)
        elif not self.in_location:
            self.diagnostics.append(codes.EXIT_JUMP_OUTSIDE_LOCATION.at(node.span))
        else:
            suggestion = did_you_mean(self._near_exit(node.target))
            self.diagnostics.append(codes.UNRESOLVED_EXIT.at(node.span, name=node.target, suggestion=suggestion))

    def _near_exit(self, name: str) -> str | None:
        return self.symbols.nearest_within(self.location.ref, self.location.exits, name) if self.location else None

    # --- conditions and effects ----------------------------------------------------------------------------

    def _each(self, nodes: Iterable[object]) -> None:
        for node in nodes:
            handler = _HANDLERS.get(type(node))
            if handler is not None:
                handler(self, node)

    def _any_of(self, node: AnyOf) -> None:
        self._each(node.tests)

    def _comparison(self, node: Comparison) -> None:
        # These words never name an entity, even where one is declared.
        if node.reserved or node.entity in ("player", "target"):
            return
        entity = self._entity(node, node.entity, node.span)
        if entity is not None:
            self._property(node, node.span, entity, node.property)

    def _containment(self, node: Containment) -> None:
        self._entity(node, node.entity, node.span)
        self._container(node, node.container)

    def _exhaustion(self, node: Exhaustion) -> None:
        section = self.symbols.sections.get((self.path, node.section))
        if section is not None:
            self.resolution.sections[id(node)] = section
            return
        suggestion = did_you_mean(self.symbols.nearest_section(node.section, self.path))
        self.diagnostics.append(codes.UNRESOLVED_EXHAUSTION.at(node.span, section=node.section, suggestion=suggestion))

    def _set(self, node: SetEffect | RevealEffect) -> None:
        target = split_property(node.target)
        if target is None:
            return
        entity = self._entity(node, target[0], node.span)
        if entity is not None:
            self._property(node, node.span, entity, target[1])

    def _move(self, node: MoveEffect) -> None:
        self._entity(node, node.entity, node.span)
        self._container(node, node.destination)

    def _speech(self, node: Speech) -> None:
        self._entity(node, node.speaker, node.span)

    def _stage_direction(self, node: StageDirection) -> None:
        self._entity(node, node.actor, node.span)

    def _destroy(self, node: DestroyEffect) -> None:
        self._entity(node, node.entity, node.span)


# Functions, not bound methods: a resolver that held its own methods would be a reference cycle.
_HANDLERS: dict[type[Any], Callable[[_FileResolver, Any], None]] = {
    Heading: _FileResolver._heading,
    Presence: _FileResolver._presence,
    Speech: _FileResolver._speech,
    StageDirection: _FileResolver._stage_direction,
    ChoiceDecl: _FileResolver._choice,
    ExitDecl: _FileResolver._exit,
    Jump: _FileResolver._jump,
    RuleDecl: _FileResolver._rule,
    Comparison: _FileResolver._comparison,
    Containment: _FileResolver._containment,
    Exhaustion: _FileResolver._exhaustion,
    AnyOf: _FileResolver._any_of,
    SetEffect: _FileResolver._set,
    MoveEffect: _FileResolver._move,
    RevealEffect: _FileResolver._set,
    DestroyEffect: _FileResolver._destroy,
}
