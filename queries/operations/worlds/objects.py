"""The objects of a world that operations name, by their native ids or refs."""

from collections.abc import Callable, Iterable
from typing import TypeVar

from compiler.languages.world.facts import Choice, Entity, Exit, Location, Property, Rule, Section, Type, World
from compiler.model.facts import Object
from queries.errors.near import nearest
from queries.errors.query_error import QueryError
from queries.operations.draft import Draft
from queries.tools.parameters import echoed
from queries.world.selection import chosen_world, native_id

Found = TypeVar("Found", bound=Object)
Site = Choice | Exit | Rule


def world_of(draft: Draft, world: str | None) -> World:
    """Return the world of an id or name, or the only one. Raises QueryError."""
    return chosen_world(draft.snapshot, world)


def worlds_with(draft: Draft, *files: str) -> list[World]:
    """Return the worlds that one of the files belongs to."""
    return [one for one in draft.snapshot.facts(World) if not set(files).isdisjoint(one.files)]


def entity_of(draft: Draft, world: World, name: str) -> Entity:
    """Return the entity of an id, with or without `@`. Raises QueryError."""
    wanted = native_id(name, "entity").removeprefix("@")
    found = draft.snapshot.facts(Entity, world=world.world)
    return _found(found, lambda one: one.name == wanted, "Entity", name)


def type_of(draft: Draft, world: World, name: str) -> Type:
    """Return the type of a name. Raises QueryError."""
    wanted = native_id(name, "type")
    return _found(draft.snapshot.facts(Type, world=world.world), lambda one: one.name == wanted, "Type", name)


def property_of(draft: Draft, world: World, type_: str, name: str) -> Property:
    """Return a property of a type. Raises QueryError."""
    found = draft.snapshot.facts(Property, world=world.world, type=type_)
    return _found(found, lambda one: one.name == name, "Property", f"{type_}.{name}")


def location_of(draft: Draft, world: World, name: str) -> Location:
    """Return the location of an id or a heading. Raises QueryError."""
    wanted = native_id(name, "location")
    found = draft.snapshot.facts(Location, world=world.world)
    return _found(found, lambda one: wanted in (one.slug, one.name), "Location", name)


def exit_of(draft: Draft, location: Location, direction: str) -> Exit:
    """Return the exit of a location in a direction. Raises QueryError."""
    found = draft.snapshot.facts(Exit, world=location.world, from_location=location.slug)
    wanted = (direction, native_id(direction, "exit"))
    return _found(found, lambda one: one.name in wanted or one.id in wanted, "Exit", direction)


def section_of(draft: Draft, world: World, name: str) -> Section:
    """Return the section of an id, or of a name that one section has. Raises QueryError."""
    wanted = native_id(name, "section")
    found = draft.snapshot.facts(Section, world=world.world)
    named = [one for one in found if one.name == wanted]
    if len(named) > 1 and not any(one.section == wanted for one in found):
        ids = [one.section for one in named]
        raise QueryError("ambiguous", "Several sections have this name: give an id", section=echoed(name), ids=ids)
    return _found(found, lambda one: wanted == one.section or one in named, "Section", name)


def choice_of(draft: Draft, world: World, name: str) -> Choice:
    """Return the choice of an id. Raises QueryError."""
    found = choices_of(draft, world, native_id(name, "choice"))
    if found:
        return found
    known = [one.choice for one in draft.snapshot.facts(Choice, world=world.world)]
    raise _missing("Choice", name, known)


def choices_of(draft: Draft, world: World, choice: str) -> Choice | None:
    """Return the choice of an id, None without one. Raises QueryError if several have it."""
    found = draft.snapshot.facts(Choice, world=world.world, choice=choice)
    if len(found) > 1:
        places = [str(one.span) for one in found]
        raise QueryError("ambiguous", "Several choices have this id", choice=echoed(choice), places=places)
    return found[0] if found else None


def rule_of(draft: Draft, world: World, name: str) -> Rule:
    """Return the rule of a name. Raises QueryError."""
    wanted = native_id(name, "rule")
    return _found(draft.snapshot.facts(Rule, world=world.world), lambda one: one.name == wanted, "Rule", name)


def site_of(draft: Draft, world: World, name: str) -> Site:
    """Return the choice, exit or rule of an id or ref. Raises QueryError if there is none, or more than one."""
    snapshot = draft.snapshot
    known: list[Site] = [
        *snapshot.facts(Choice, world=world.world),
        *snapshot.facts(Exit, world=world.world),
        *snapshot.facts(Rule, world=world.world),
    ]
    found = [one for one in known if name in (one.ref, one.id)]
    if len(found) > 1:
        refs = [f"{one.ref} ({one.span})" for one in found]
        raise QueryError("ambiguous", "Several choices, exits or rules have this id", site=echoed(name), refs=refs)
    if not found:
        raise _missing("Choice, exit or rule", name, [one.id for one in known])
    return found[0]


def rule_lines(draft: Draft, file: str) -> list[int]:
    """Return the lines at which the rules of a file begin."""
    return [one.span.start_line for one in draft.snapshot.facts(Rule, file=file)]


def _found(objects: Iterable[Found], is_meant: Callable[[Found], bool], kind: str, name: str) -> Found:
    """Return the object that is meant. Raises QueryError with near ids if there is none, or two."""
    listed = list(objects)
    found = [one for one in listed if is_meant(one)]
    if len(found) == 1:
        return found[0]
    if found:
        places = [str(one.span) for one in found]
        raise QueryError("ambiguous", f"{kind} stands for several", id=echoed(name), places=places)
    raise _missing(kind, name, [one.id for one in listed])


def _missing(kind: str, name: str, known: Iterable[str]) -> QueryError:
    return QueryError("not_found", f"{kind} not found", id=echoed(name), did_you_mean=nearest(name, known, 3))
