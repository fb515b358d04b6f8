"""The facts of the declarations of a world, the links between them, and the index of property uses."""

from collections.abc import Iterable, Iterator
from typing import Any

from compiler.languages.world import facts
from compiler.languages.world.linking.ids import slugify
from compiler.languages.world.linking.literals import as_json
from compiler.languages.world.linking.resolve import Resolution
from compiler.languages.world.linking.statements import ContentFacts
from compiler.languages.world.linking.symbols import EntitySymbol, LocationSymbol, Symbols, TypeSymbol
from compiler.languages.world.records import BlockedMessage, EntityRef, PropertyDecl, Scalar, Unit
from compiler.model.facts import Fact, Link, file_ref
from compiler.model.spans import Span, whole_file


def world_fact(symbols: Symbols, resolution: Resolution, unit: Unit | None, ref: str) -> tuple[facts.World, list[Link]]:
    """The fact of the world itself, and its links. `unit` is that of the entry file, None when it was not read.

    Name, version and the like are settings of the entry file. The start may be set by any file.
    """
    entry = symbols.world.entry
    blocks = unit.worlds if unit else ()
    fields = {key: value for block in blocks for key, value in block.fields}
    name = fields.get("name")
    span = blocks[-1].span if blocks else whole_file(entry)
    start, sequence = resolution.start, resolution.start_sequence
    world = facts.World(
        span=span,
        ref=ref,
        world=symbols.refs.world,
        name=slugify(name) if isinstance(name, str) else "",
        start_location=start.slug if start else "",
        start_sequence=sequence.slug if sequence else "",
        start_written=resolution.start_written or "",
        version=as_json(fields.get("version")),
        description=as_json(fields.get("description")),
        author=as_json(fields.get("author")),
        seed=as_json(fields.get("seed")),
        files=tuple(symbols.world.files),
    )
    links = [Link(ref, file_ref(entry), "entry", span)]
    if resolution.start_written is not None:
        target = symbols.location_ref(slugify(resolution.start_written))
        links.append(Link(ref, target, "starts_in", span))
    if resolution.sequence_written is not None:
        target = sequence.ref if sequence else symbols.refs.of("sequence", resolution.sequence_written)
        links.append(Link(ref, target, "starts_with", span))
    return world, links


def objects(symbols: Symbols, content: ContentFacts) -> Iterator[Fact | Link]:
    """The facts and links of types, entities, locations, exits, sections and sequences, in the order of the files."""
    yield from _types(symbols)
    yield from _entities(symbols)
    yield from _locations(symbols, content)
    yield from _exits(symbols, content)
    yield from _sections(symbols, content)
    yield from _sequences(symbols)


def property_uses(content: ContentFacts) -> Iterator[facts.PropertyUse]:
    """The dependency index: one fact for each property that is read or written."""
    reads, writes = _counted(content.reads), _counted(content.writes)
    first: dict[tuple[str, str], Span] = {}
    uses: list[facts.Read | facts.Write] = [*content.reads, *content.writes]
    for use in uses:
        first.setdefault((use.entity_type, use.property), use.span)
    for (type_, name), span in first.items():
        read_count, write_count = reads.get((type_, name), 0), writes.get((type_, name), 0)
        yield facts.PropertyUse(
            span=span,
            world=content.world,
            type=type_,
            property=name,
            read_count=read_count,
            write_count=write_count,
        )


def _counted(uses: Iterable[facts.Read | facts.Write]) -> dict[tuple[str, str], int]:
    counts: dict[tuple[str, str], int] = {}
    for use in uses:
        key = (use.entity_type, use.property)
        counts[key] = counts.get(key, 0) + 1
    return counts


# --- types and entities -----------------------------------------------------------------------------------


def _types(symbols: Symbols) -> Iterator[Fact | Link]:
    ordinal = 0
    for name, type_ in symbols.types.items():
        world, decl = symbols.refs.world, type_.decl
        yield facts.Type(span=decl.span, ref=type_.ref, world=world, name=name, traits=decl.traits)
        for declared in type_.properties.values():
            yield _property(world, type_, declared, ordinal)
            yield from _property_links(symbols, type_, declared)
            ordinal += 1


def _property(world: str, type_: TypeSymbol, declared: PropertyDecl, ordinal: int) -> facts.Property:
    return facts.Property(
        span=declared.span,
        ref=type_.property_refs[declared.name],
        world=world,
        type=type_.decl.name,
        name=declared.name,
        value_type=declared.value_type,
        hidden=declared.hidden,
        has_default=declared.default is not None,
        default=as_json(declared.default),
        values=declared.values,
        minimum=declared.minimum,
        maximum=declared.maximum,
        ref_type=declared.ref_type,
        element=_element(declared),
        ordinal=ordinal,
    )


def _element(declared: PropertyDecl) -> dict[str, Any] | None:
    """The type of the elements of a list as `{type, values?, ref_type?}`."""
    if declared.element is None:
        return None
    element: dict[str, Any] = {"type": declared.element.value_type}
    if declared.element.values is not None:
        element["values"] = list(declared.element.values)
    if declared.element.ref_type is not None:
        element["ref_type"] = declared.element.ref_type
    return element


def _property_links(symbols: Symbols, type_: TypeSymbol, declared: PropertyDecl) -> Iterator[Link]:
    ref = type_.property_refs[declared.name]
    yield Link(type_.ref, ref, "has_property", declared.span)
    for ref_type in (declared.ref_type, declared.element.ref_type if declared.element else None):
        if ref_type is not None:
            yield Link(ref, symbols.type_ref(ref_type), "refers_to", declared.span)
    if declared.default is not None:
        yield from _value_links(symbols, ref, declared, declared.default, declared.span)


def _entities(symbols: Symbols) -> Iterator[Fact | Link]:
    containers: dict[str, str] = {}
    for location in symbols.locations.values():
        for name in location.present:
            containers.setdefault(name, location.slug)
    for ordinal, (name, entity) in enumerate(symbols.entities.items()):
        decl = entity.decl
        yield facts.Entity(
            span=decl.span,
            ref=entity.ref,
            world=symbols.refs.world,
            name=name,
            type=decl.type,
            container=containers.get(name, ""),
            overrides={key: as_json(value) for key, value in decl.overrides},
            ordinal=ordinal,
        )
        yield Link(entity.ref, symbols.type_ref(decl.type), "instance_of", decl.span)
        yield from _override_links(symbols, entity)


def _override_links(symbols: Symbols, entity: EntitySymbol) -> Iterator[Link]:
    properties = entity.type.properties if entity.type else {}
    for key, value in entity.decl.overrides:
        yield from _value_links(symbols, entity.ref, properties.get(key), value, entity.decl.span)


def _value_links(
    symbols: Symbols, source: str, declared: PropertyDecl | None, value: Scalar, span: Span
) -> Iterator[Link]:
    """Links to the entities that a value refers to: by @, or by name where the property is a reference."""
    if isinstance(value, EntityRef):
        yield Link(source, symbols.entity_ref(value.name), "refers_to", span)
    elif isinstance(value, tuple):
        for item in value:
            yield from _value_links(symbols, source, declared, item, span)
    elif isinstance(value, str) and declared is not None and value in symbols.entities:
        kinds = (declared.value_type, declared.element.value_type if declared.element else None)
        if "ref" in kinds:
            yield Link(source, symbols.entity_ref(value), "refers_to", span)


# --- locations, sections, sequences -----------------------------------------------------------------------


def _locations(symbols: Symbols, content: ContentFacts) -> Iterator[Fact | Link]:
    for ordinal, (slug, location) in enumerate(symbols.locations.items()):
        span = location.decl.span
        yield facts.Location(
            span=span,
            ref=location.ref,
            world=symbols.refs.world,
            slug=slug,
            name=location.decl.text,
            description="\n\n".join(content.descriptions.get(slug, ())),
            contains=tuple(location.present),
            ordinal=ordinal,
        )
        for name, line in location.present.items():
            yield Link(location.ref, symbols.entity_ref(name), "contains", line)


def _exits(symbols: Symbols, content: ContentFacts) -> Iterator[Fact | Link]:
    ordinal = 0
    for location in symbols.locations.values():
        for direction, exit_ in location.exits.items():
            decl, destination = exit_.decl, exit_.destination
            blocked = [child.text for child in decl.children if isinstance(child, BlockedMessage)]
            yield facts.Exit(
                span=decl.span,
                ref=exit_.ref,
                world=symbols.refs.world,
                from_location=location.slug,
                to_location=destination.slug if destination else "",
                destination=decl.destination,
                name=direction,
                is_conditional=len(blocked) < len(decl.children),
                guard_count=content.guards.get(exit_.ref, 0),
                blocked_message=blocked[-1] if blocked else None,
                ordinal=ordinal,
            )
            yield Link(location.ref, exit_.ref, "contains", decl.span)
            yield from _exit_links(symbols, location, exit_.ref, destination, decl.destination, decl.span)
            ordinal += 1


def _exit_links(
    symbols: Symbols,
    location: LocationSymbol,
    exit_ref: str,
    destination: LocationSymbol | None,
    written: str,
    span: Span,
) -> Iterator[Link]:
    slug = slugify(written)
    if destination is None and not slug:
        return
    target = destination.ref if destination else symbols.location_ref(slug)
    yield Link(location.ref, target, "exit", span)
    yield Link(exit_ref, target, "leads_to", span)


def _sections(symbols: Symbols, content: ContentFacts) -> Iterator[Fact | Link]:
    for ordinal, section in enumerate(symbols.sections.values()):
        location = section.location
        yield facts.Section(
            span=section.decl.span,
            ref=section.ref,
            world=symbols.refs.world,
            section=section.id,
            name=section.decl.name,
            location=location.slug if location else "",
            text="\n".join(content.texts.get(section.ref, ())),
            ordinal=ordinal,
        )
        if location is not None:
            yield Link(location.ref, section.ref, "contains", section.decl.span)


def _sequences(symbols: Symbols) -> Iterator[Fact | Link]:
    phase_ordinal = 0
    for ordinal, (slug, sequence) in enumerate(symbols.sequences.items()):
        world = symbols.refs.world
        yield facts.Sequence(
            span=sequence.decl.span,
            ref=sequence.ref,
            world=world,
            slug=slug,
            name=sequence.decl.text,
            ordinal=ordinal,
        )
        for phase_slug, phase in sequence.phases:
            ref = symbols.refs.claim("phase", f"{slug}/{phase_slug}")
            yield facts.Phase(
                span=phase.span,
                ref=ref,
                world=world,
                sequence=slug,
                slug=phase_slug,
                name=phase.text,
                auto=phase.auto,
                ordinal=phase_ordinal,
            )
            yield Link(sequence.ref, ref, "contains", phase.span)
            phase_ordinal += 1
