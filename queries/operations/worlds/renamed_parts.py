"""The operations that give properties, types, exits and sections other names, which all that cites them follows."""

import re
from collections.abc import Sequence

from compiler.languages.world.facts import Choice, Condition, Effect, Entity, Exit, Property, Section, Type, World
from queries.errors.query_error import QueryError
from queries.operations.arguments import text_argument
from queries.operations.draft import Draft
from queries.operations.operation import Steps, operation
from queries.operations.worlds.arguments import (
    APPLIES_TO,
    DIRECTION,
    LOCATION,
    PROPERTY,
    SECTION,
    TYPE,
    WORLD,
    plain_name,
)
from queries.operations.worlds.entity_lines import braces_of
from queries.operations.worlds.objects import (
    exit_of,
    location_of,
    property_of,
    section_of,
    type_of,
    world_of,
    worlds_with,
)
from queries.operations.worlds.places import direction_of
from queries.operations.worlds.promises import check_renaming
from queries.operations.worlds.renaming import (
    Renaming,
    Rewrite,
    follow_mentions,
    parts_renamed,
    ref_mapping,
    renaming_of,
    rewrite,
    still_cited,
)
from queries.operations.worlds.sections import section_name
from queries.operations.worlds.statements import Key, Name
from queries.tools.parameters import echoed

NEW_NAME = text_argument("new_name", "The new name, which nothing of its kind has there.", most=500)


@operation(applies_to=APPLIES_TO, parameters=(SECTION, NEW_NAME, WORLD))
def world_rename_section(draft: Draft, *, section: str, new_name: str, world: str | None) -> Steps:
    """Gives a section another name. Jumps to it and conditions on it follow, and texts that cite it or its choices."""
    one = section_of(draft, world_of(draft, world), section)
    new, span = section_name("new_name", new_name), one.span
    if draft.snapshot.count(Section, file=span.file, name=new):
        raise QueryError("invalid_argument", "A section of this file has this name already", new_name=echoed(new_name))
    worlds = worlds_with(draft, span.file)
    jump = re.compile(rf"([ \t]*-> \s*){re.escape(one.name)}(\s*)$")
    exhausted = re.compile(rf"([ \t]*(?:\? |where )?\s*){re.escape(one.name)}(\.exhausted\s*)$")

    def how(line: str) -> str:
        return exhausted.sub(
            lambda found: found[1] + new + found[2], jump.sub(lambda found: found[1] + new + found[2], line)
        )

    rewrite(draft, span.file, span.start_line, lambda line: line.replace(one.name, new, 1))
    for kind in ("jump", "tests"):
        _follow(draft, worlds, "section", one.section, kind, how)
    new_id = one.section.removesuffix(one.name) + new
    choices = [
        each for world_ in worlds for each in draft.snapshot.facts(Choice, world=world_.world, section=one.section)
    ]
    renamings = [
        renaming_of(worlds, "section", one.section, new_id),
        *parts_renamed(choices, worlds, "choice", f"{one.section}/", f"{new_id}/"),
    ]
    yield from _finish(draft, worlds, renamings, how, ("URD309",), titles=("section",))


@operation(
    applies_to=APPLIES_TO,
    parameters=(LOCATION, DIRECTION, text_argument("new_direction", "Its new name.", most=500), WORLD),
)
def world_rename_exit(draft: Draft, *, location: str, direction: str, new_direction: str, world: str | None) -> Steps:
    """Gives an exit another name. The jumps through it follow, and texts that cite it."""
    chosen = world_of(draft, world)
    place = location_of(draft, chosen, location)
    one = exit_of(draft, place, direction)
    new, span = direction_of("new_direction", new_direction), one.span
    worlds = worlds_with(draft, span.file)
    if any(draft.snapshot.count(Exit, world=each.world, from_location=place.slug, name=new) for each in worlds):
        raise QueryError("invalid_argument", "The location has an exit of this name already", new_direction=echoed(new))
    jump = re.compile(rf"([ \t]*-> \s*(?:exit:\s*)?){re.escape(one.name)}(\s*)$")

    def how(line: str) -> str:
        return jump.sub(lambda found: found[1] + new + found[2], line)

    rewrite(draft, span.file, span.start_line, lambda line: line.replace(one.name, new, 1))
    _follow(draft, worlds, "exit", one.id, "jump", how)
    renamings = [renaming_of(worlds, "exit", one.id, f"{place.slug}/{new}")]
    yield from _finish(draft, worlds, renamings, how, ("URD309", "URD311"))


@operation(applies_to=APPLIES_TO, parameters=(TYPE, NEW_NAME, WORLD))
def world_rename_type(draft: Draft, *, type: str, new_name: str, world: str | None) -> Steps:
    """Gives a type another name. Its entities follow, and the properties and choices that name it."""
    one = type_of(draft, world_of(draft, world), type)
    new, span = plain_name("new_name", new_name), one.span
    if not new[0].isupper():
        raise QueryError(
            "invalid_argument", "The name of a type begins with a capital letter", new_name=echoed(new_name)
        )
    worlds = worlds_with(draft, span.file)
    if any(draft.snapshot.count(Type, world=each.world, name=new) for each in worlds):
        raise QueryError("invalid_argument", "A type has this name already", new_name=echoed(new_name))
    old = re.escape(one.name)
    instance = re.compile(rf"([ \t]*@[^:]*:\s*){old}(?=\s*(?:\{{|#|$))")
    referred = re.compile(rf"(\bref\(\s*){old}(?=\s*\))")
    addressed = re.compile(rf"( -> \s*any ){old}(?=\s*$)")

    def how(line: str) -> str:
        for pattern in (instance, referred, addressed):
            line = pattern.sub(lambda found: found[1] + new, line)
        return line

    rewrite(draft, span.file, span.start_line, lambda line: line.replace(one.name, new, 1))
    for kind in ("instance_of", "refers_to", "addresses"):
        _follow(draft, worlds, "type", one.name, kind, how)
    properties = [
        each for world_ in worlds for each in draft.snapshot.facts(Property, world=world_.world, type=one.name)
    ]
    renamings = [
        renaming_of(worlds, "type", one.name, new),
        *parts_renamed(properties, worlds, "property", f"{one.name}.", f"{new}."),
    ]

    def value(found: Name | Key) -> Name | Key:
        return Key(new, found.name) if isinstance(found, Key) and found.type == one.name else found

    follow_mentions(draft, renamings)
    after = yield
    check_renaming(draft, after, worlds, ref=ref_mapping(renamings), value=value)


@operation(applies_to=APPLIES_TO, parameters=(TYPE, PROPERTY, NEW_NAME, WORLD))
def world_rename_property(draft: Draft, *, type: str, property: str, new_name: str, world: str | None) -> Steps:
    """Gives a property of a type another name. The values of its entities, the conditions and effects on them follow.
    Those on `target` do not: they name no entity."""
    chosen = world_of(draft, world)
    one = property_of(draft, chosen, type_of(draft, chosen, type).name, property)
    new, span = plain_name("new_name", new_name), one.span
    worlds = worlds_with(draft, span.file)
    if new == "container" or any(
        draft.snapshot.count(Property, world=each.world, type=one.type, name=new) for each in worlds
    ):
        raise QueryError("invalid_argument", "The type has this property already", new_name=echoed(new_name))
    rewrite(draft, span.file, span.start_line, lambda line: line.replace(one.name, new, 1))
    entities = [each for world_ in worlds for each in draft.snapshot.facts(Entity, world=world_.world, type=one.type)]
    for entity in entities:
        rewrite(draft, entity.span.file, entity.span.start_line, lambda line: _with_key(line, one.name, new))
    names = "|".join(re.escape(name) for name in sorted({each.name for each in entities}))
    used = re.compile(rf"((?:@(?:{names})|(?<![\w@])player)\s*\.\s*){re.escape(one.name)}(?=\s*(?:[=!<>+-]|$))")

    def how(line: str) -> str:
        return used.sub(lambda found: found[1] + new, line, count=1)

    for file, number in _uses(draft, worlds, one):
        rewrite(draft, file, number, how)
    renamings = [renaming_of(worlds, "property", one.id, f"{one.type}.{new}")]

    def value(found: Name | Key) -> Name | Key:
        return Key(one.type, new) if found == Key(one.type, one.name) else found

    follow_mentions(draft, renamings)
    after = yield
    left = set(still_cited(draft, after, worlds, ("URD308",)))
    if left and names:
        for file, number in sorted(left):
            rewrite(after, file, number, how)
        after = yield
    check_renaming(draft, after, worlds, ref=ref_mapping(renamings), value=value)


def _uses(draft: Draft, worlds: Sequence[World], declared: Property) -> set[tuple[str, int]]:
    """Return the lines of the conditions and effects on a property."""
    found: set[tuple[str, int]] = set()
    for world in worlds:
        holders = {one.name for one in draft.snapshot.facts(Entity, world=world.world, type=declared.type)}
        for one in draft.snapshot.facts(Condition, world=world.world, property=declared.name):
            if one.subject in holders:
                found.add((one.span.file, one.span.start_line))
        for each in draft.snapshot.facts(Effect, world=world.world, property=declared.name):
            if each.entity in holders:
                found.add((each.span.file, each.span.start_line))
    return found


def _with_key(line: str, old: str, new: str) -> str:
    """Return the line of an entity with another name of a property."""
    for pair in reversed(braces_of(line).pairs):
        if pair.key == old:
            line = line[: pair.start] + new + line[pair.start + len(old) :]
    return line


def _follow(draft: Draft, worlds: Sequence[World], category: str, native_id: str, kind: str, how: Rewrite) -> None:
    """Rewrite the lines of the links of a kind to an object."""
    for world in worlds:
        for link in draft.snapshot.links(target=f"w:{world.world}/{category}/{native_id}", kind=kind):
            for number in range(link.span.start_line, link.span.end_line + 1):
                rewrite(draft, link.span.file, number, how)


def _finish(
    draft: Draft,
    worlds: list[World],
    renamings: list[Renaming],
    how: Rewrite,
    codes: Sequence[str],
    titles: Sequence[str] = (),
) -> Steps:
    """Follow the mentions, and what findings say to cite the old name still; then check what the worlds state."""
    follow_mentions(draft, renamings)
    after = yield
    left = set(still_cited(draft, after, worlds, codes))
    if left:
        for file, number in sorted(left):
            rewrite(after, file, number, how)
        after = yield
    check_renaming(draft, after, worlds, ref=ref_mapping(renamings), titles=titles)
