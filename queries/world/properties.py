"""Entities and their properties, and what reads and writes a property."""

from typing import Any, NamedTuple

from compiler.languages.world.facts import Entity, Property, PropertyUse, Read, World, Write
from compiler.store.snapshot import Snapshot
from queries.errors import QueryError
from queries.near import nearest
from queries.paging import CURSOR, Cursor, page
from queries.parameters import Parameter
from queries.schemas import boolean, integer, objects, string
from queries.tool import tool
from queries.world.selection import LIMIT, WORLD, assignment, chosen_world, native, place, row_range


@tool(
    title="Entity details",
    pack="world",
    parameters=(
        Parameter("entity_id", "string", "The id of an entity, such as @warden.", required=True, max_length=500),
        WORLD,
    ),
    result={
        "entity_id": string("The id, with @."),
        "type": string("The name of its type."),
        "container": string("The first location that lists it; empty when none does."),
        "properties": objects(
            "name, type, default, values, visibility, min, max, ref_type; what is absent is left out."
        ),
        "source": string("Where it is declared, path:line."),
    },
)
def get_entity_details(snapshot: Snapshot, *, entity_id: str, world: str | None = None) -> dict[str, Any]:
    """Everything declared about one entity (a person, a thing, a door): its type, the location that contains it, and
    all its properties with their types, values at the start, allowed values, ranges and whether they are hidden.
    Entity ids start with @."""
    one = chosen_world(snapshot, world)
    name = native(entity_id, "entity").removeprefix("@")
    found = snapshot.facts(Entity, world=one.world, name=name)
    if not found:
        near = nearest(f"@{name}", (entity.id for entity in snapshot.facts(Entity, world=one.world)))
        raise QueryError("not_found", "Entity not found", entity_id=entity_id, did_you_mean=near)
    entity = found[0]
    properties = sorted(
        snapshot.facts(Property, world=one.world, type=entity.type), key=lambda declared: declared.ordinal
    )
    return {
        "entity_id": entity.id,
        "type": entity.type,
        "container": entity.container,
        "properties": [_property_of(entity, declared) for declared in properties],
        "source": place(entity),
    }


def _property_of(entity: Entity, declared: Property) -> dict[str, Any]:
    """A property with the value that the entity starts with: its own, or else its type's."""
    default = entity.overrides.get(declared.name, declared.default)
    fields = {
        "name": declared.name,
        "type": declared.value_type,
        "default": default,
        "values": None if declared.values is None else list(declared.values),
        "visibility": "hidden" if declared.hidden else None,
        "min": declared.minimum,
        "max": declared.maximum,
        "ref_type": declared.ref_type,
    }
    return {name: value for name, value in fields.items() if value is not None}


class Site(NamedTuple):
    """What reads or writes a property."""

    kind: str
    id: str
    operator: str
    value: str
    entity: str
    file: str
    line: int


@tool(
    title="Property dependencies",
    pack="world",
    parameters=(
        Parameter("entity_type", "string", "The name of a type, such as Guard.", required=True, max_length=500),
        Parameter("property", "string", "The name of a property, such as trust.", required=True, max_length=500),
        WORLD,
        LIMIT,
        CURSOR,
    ),
    result={
        "property_key": string("Type.property."),
        "read_count": integer("How many conditions read it."),
        "write_count": integer("How many effects write it."),
        "read_only": boolean("It is read and never written."),
        "write_only": boolean("It is written and never read."),
        "reads": objects("site (choice:…, exit:… or rule:…), comparison, entity_id, source."),
        "writes": objects("site, operation, entity_id, source."),
    },
)
def get_property_dependencies(
    snapshot: Snapshot, *, entity_type: str, property: str, world: str | None = None, limit: int, cursor: Cursor
) -> dict[str, Any]:
    """Where a property of a type is read (conditions of choices, exits and rules) and where it is written (effects),
    each with its site, expression and entity. Use it to see how a property drives the game: what raises trust, what
    depends on it. Reads and writes of all entities of the type are counted together."""
    one = chosen_world(snapshot, world)
    key = f"{entity_type}.{property}"
    used = snapshot.facts(PropertyUse, world=one.world, type=entity_type, property=property)
    if not used:
        raise _unused(snapshot, one, entity_type, property)
    of_property = (one.world, entity_type, property)
    answer = {
        "property_key": key,
        "read_count": used[0].read_count,
        "write_count": used[0].write_count,
        "read_only": not used[0].write_count,
        "write_only": not used[0].read_count,
        "reads": _sites(snapshot, Read, of_property),
        "writes": _sites(snapshot, Write, of_property),
    }
    rows = {
        "reads": lambda site: _site(site, "comparison", f"{property} {site.operator} {site.value}"),
        "writes": lambda site: _site(site, "operation", f"{property} {assignment(site.operator)} {site.value}"),
    }
    return page(answer, "reads", "writes", limit=limit, cursor=cursor, rows=rows)


def _sites(snapshot: Snapshot, fact_class: type[Read] | type[Write], of_property: tuple[str, str, str]) -> list[Site]:
    """What reads or writes a property of a world and type, in the linker's order: not as whole facts, for there may be
    hundreds."""
    sql = (
        f"SELECT site_kind, site_id, operator, value, entity, file, start_line FROM {fact_class.table} "
        "WHERE rowid BETWEEN ? AND ? AND world = ? AND entity_type = ? AND property = ? ORDER BY rowid"
    )
    stretch = row_range(snapshot, fact_class, of_property[0])
    return [Site(*row) for row in snapshot.rows(sql, (*stretch, *of_property))]


def _site(site: Site, what: str, written: str) -> dict[str, Any]:
    return {
        "site": f"{site.kind}:{site.id}",
        what: written,
        "entity_id": f"@{site.entity}",
        "source": f"{site.file}:{site.line}",
    }


def _unused(snapshot: Snapshot, world: World, entity_type: str, property: str) -> QueryError:
    """A property that nothing reads or writes: declared all the same, or not at all."""
    key = f"{entity_type}.{property}"
    declared = {one.id: one for one in snapshot.facts(Property, world=world.world)}
    if key in declared:
        hint = "It is declared, but no condition reads it and no effect writes it."
        return QueryError("not_found", "Property not found", property_key=key, hint=hint, source=place(declared[key]))
    of_type = [one.name for one in declared.values() if one.type == entity_type]
    near = [f"{entity_type}.{name}" for name in nearest(property, of_type)] or nearest(key, declared)
    return QueryError("not_found", "Property not found", property_key=key, did_you_mean=near)
