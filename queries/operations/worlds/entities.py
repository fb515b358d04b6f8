"""The operations on entities."""

from collections.abc import Iterable
from typing import Any

from compiler.languages.world.facts import Entity, Location, Property, Type, World
from queries.errors.query_error import QueryError
from queries.operations.arguments import CONFIRM, check_confirmed, text_argument
from queries.operations.draft import Draft
from queries.operations.operation import Steps, operation
from queries.operations.worlds.arguments import (
    APPLIES_TO,
    ENTITY,
    LOCATION,
    PROPERTY,
    TYPE,
    WORLD,
    check_world_file,
)
from queries.operations.worlds.arguments import (
    entity_id as new_entity_id,
)
from queries.operations.worlds.entity_lines import is_text, with_value, without_value, written
from queries.operations.worlds.lines import STEP, frontmatter_end, is_blank, margin_of
from queries.operations.worlds.objects import entity_of, location_of, property_of, type_of, world_of, worlds_with
from queries.operations.worlds.presence import add_presence, remove_presences
from queries.operations.worlds.promises import check_change, check_findings, check_removal, refs_in, unread
from queries.operations.worlds.statements import LINK, Statement
from queries.tools.parameters import Parameter, echoed


@operation(
    applies_to=APPLIES_TO,
    parameters=(
        text_argument("entity_id", "Its id, which nothing has.", most=500),
        TYPE,
        Parameter("properties", "object", "Values of properties that differ from the defaults of the type."),
        Parameter("location", "string", "The location that it is in, by its id or heading.", max_length=500),
        Parameter("file", "string", "The file to declare it in; that of the last entity by default.", max_length=1_000),
        WORLD,
    ),
)
def world_add_entity(
    draft: Draft,
    *,
    entity_id: str,
    type: str,
    properties: dict[str, Any] | None,
    location: str | None,
    file: str | None,
    world: str | None,
) -> Steps:
    """Declares an entity behind the others of a file, and puts it into a location if one is given."""
    chosen = world_of(draft, world)
    new = new_entity_id("entity_id", entity_id)
    if draft.snapshot.count(Entity, world=chosen.world, name=new):
        raise QueryError("invalid_argument", "An entity has this id already", entity_id=echoed(entity_id))
    kind = type_of(draft, chosen, type)
    place = location_of(draft, chosen, location) if location else None
    path = file or _default_file(draft, chosen, kind)
    check_world_file(draft, chosen.files, path)
    values = {
        key: written(value, as_text=is_text(_declared(draft, chosen, kind.name, key)))
        for key, value in (properties or {}).items()
    }
    line = f"@{new}: {kind.name}"
    for key, value in values.items():
        line = with_value(line, key, value)
    _insert_entity(draft, path, line)
    if place:
        add_presence(draft, place, new)
    after = yield
    worlds = worlds_with(draft, path)
    check_findings(draft, after, worlds)
    _check_entity(after, chosen, new, kind.name, values.keys())
    refs = refs_in(worlds, "entity", f"@{new}")
    check_change(draft, after, worlds, added={"entity": 1, "override": len(values)}, about=refs)


def _default_file(draft: Draft, world: World, kind: Type) -> str:
    entities = sorted(draft.snapshot.facts(Entity, world=world.world), key=lambda one: one.ordinal)
    return entities[-1].span.file if entities else kind.span.file


def _declared(draft: Draft, world: World, kind: str, name: str) -> Property | None:
    """Return a property of a type. `container` is one of every entity, which no type declares."""
    return None if name == "container" else property_of(draft, world, kind, name)


def _insert_entity(draft: Draft, path: str, line: str) -> None:
    """Draft the line of a new entity: behind the last one, in an empty block, or in a block or a frontmatter of its
    own."""
    lines = draft.lines(path)
    numbers = [one.span.start_line for one in draft.snapshot.facts(Entity, file=path)]
    end = frontmatter_end(lines)
    if numbers:
        last = max(numbers)
        draft.insert(path, last + 1, [margin_of(lines[last - 1]) + line])
        return
    heads = [at for at in range(2, end) if lines[at - 1].rstrip() == "entities:"]
    if heads:
        draft.insert(path, heads[-1] + 1, [STEP + line])
    elif end:
        blank = [] if is_blank(lines, end - 1) or end == 2 else [""]
        draft.insert(path, end, [*blank, "entities:", STEP + line])
    else:
        draft.insert(path, 1, ["---", "entities:", STEP + line, "---", ""])


def _check_entity(after: Draft, world: World, name: str, kind: str, keys: Iterable[str]) -> None:
    found = after.snapshot.facts(Entity, world=world.world, name=name)
    if len(found) != 1 or found[0].type != kind or found[0].overrides.keys() != set(keys):
        raise unread(entity_id=name)


@operation(applies_to=APPLIES_TO, parameters=(ENTITY, CONFIRM, WORLD))
def world_remove_entity(draft: Draft, *, entity_id: str, confirm: bool, world: str | None) -> Steps:
    """Deletes the declaration of an entity, and takes it out of the presence lists. `now_dangling` and
    `new_diagnostics` tell of what else names it."""
    check_confirmed(confirm)
    entity = entity_of(draft, world_of(draft, world), entity_id)
    span = entity.span
    draft.replace(span.file, span.start_line, span.start_line, ())
    worlds = worlds_with(draft, span.file)
    refs = refs_in(worlds, "entity", entity.id)
    remove_presences(draft, refs, entity.name)
    after = yield
    if any(after.snapshot.object(ref) for ref in refs):
        raise unread(entity_id=entity.id)
    uses = tuple(f"w:{one.world}/property/{entity.type}." for one in worlds)  # of what conditions and effects named it

    def is_use(one: Statement) -> bool:
        return one.kind in (f"{LINK}reads", f"{LINK}writes") and one.target.startswith(uses)

    check_removal(draft, after, worlds, refs.__contains__, is_left_out=is_use)


@operation(applies_to=APPLIES_TO, parameters=(ENTITY, LOCATION, WORLD))
def world_place_entity(draft: Draft, *, entity_id: str, location: str, world: str | None) -> Steps:
    """Puts an entity into the presence list of a location, and takes it out of the others."""
    chosen = world_of(draft, world)
    entity = entity_of(draft, chosen, entity_id)
    place = location_of(draft, chosen, location)
    if place.contains.count(entity.name):
        raise QueryError("invalid_argument", "The entity is in this location", location=place.slug)
    worlds = worlds_with(draft, entity.span.file, place.span.file)
    remove_presences(draft, {entity.ref}, entity.name)
    add_presence(draft, place, entity.name)
    after = yield
    check_findings(draft, after, worlds)
    refs = refs_in(worlds, "entity", entity.id)
    (now,) = after.snapshot.facts(Location, ref=place.ref)
    if entity.name not in now.contains:
        raise unread(entity_id=entity.id)
    check_change(draft, after, worlds, about=refs)


@operation(
    applies_to=APPLIES_TO,
    parameters=(
        ENTITY,
        PROPERTY,
        text_argument("value", "The value, as the file writes it. Quotes are added where they are needed."),
        WORLD,
    ),
)
def world_set_property(draft: Draft, *, entity_id: str, property: str, value: str, world: str | None) -> Steps:
    """Gives an entity a value for a property of its type, in place of the default or of the value that it has."""
    chosen = world_of(draft, world)
    entity = entity_of(draft, chosen, entity_id)
    text = written(value, as_text=is_text(_declared(draft, chosen, entity.type, property)))
    span = entity.span
    line = draft.line(span.file, span.start_line)
    if (new := with_value(line, property, text)) == line:
        raise QueryError("invalid_argument", "The entity has this value already", value=echoed(value))
    draft.set_line(span.file, span.start_line, new)
    had = int(property in entity.overrides)
    after = yield
    worlds = worlds_with(draft, span.file)
    check_findings(draft, after, worlds)
    now = entity_of(after, world_of(after, chosen.world), entity.id)
    if set(now.overrides) != {*entity.overrides, property} or _others(now, property) != _others(entity, property):
        raise unread(entity_id=entity.id, value=echoed(value))
    is_same = had and now.overrides[property] == entity.overrides[property]
    promised = {} if is_same else {"override": 1}
    check_change(
        draft,
        after,
        worlds,
        added=promised,
        removed=promised if had else {},
        about=refs_in(worlds, "entity", entity.id),
    )


def _others(entity: Entity, name: str) -> dict[str, Any]:
    return {key: value for key, value in entity.overrides.items() if key != name}


@operation(applies_to=APPLIES_TO, parameters=(ENTITY, PROPERTY, WORLD))
def world_unset_property(draft: Draft, *, entity_id: str, property: str, world: str | None) -> Steps:
    """Takes the value of a property away from an entity, so that the default of its type holds."""
    entity = entity_of(draft, world_of(draft, world), entity_id)
    if property not in entity.overrides:
        known = list(entity.overrides)
        raise QueryError("not_found", "The entity has no value of its own", property=echoed(property), values=known)
    span = entity.span
    draft.set_line(span.file, span.start_line, without_value(draft.line(span.file, span.start_line), property))
    after = yield
    worlds = worlds_with(draft, span.file)
    check_change(draft, after, worlds, removed={"override": 1}, about=refs_in(worlds, "entity", entity.id))
