"""The tools of entities and properties."""

from typing import Any, NamedTuple

from compiler.languages.world.facts import Entity, Property, PropertyUse, Read, World, Write
from compiler.model.facts import sql_table
from compiler.store.snapshot import Snapshot
from queries.errors.near import nearest
from queries.errors.query_error import QueryError
from queries.tools.paging import CURSOR, Cursor, page
from queries.tools.parameters import Parameter
from queries.tools.schemas import boolean, integer, objects, string
from queries.tools.tool import tool
from queries.world.selection import LIMIT, WORLD, assignment, chosen_world, native_id, row_range, source_of


@tool(
    title="Entity details",
    pack="world",
    of_object=True,
    parameters=(
        Parameter(
            "id",
            "string",
            "The id of an entity, such as @warden.",
            required=True,
            max_length=500,
            brief="Such as @warden.",
            aliases=("entity_id", "entity", "ref"),
            passed_as="entity_id",
        ),
        WORLD,
    ),
    result={
        "entity_id": string("The id, with @."),
        "type": string("The name of its type."),
        "container": string("The first location that lists the entity; empty when none does."),
        "properties": objects(
            "name, type, type_name, default, values, visibility, min, max, ref_type; absent ones are left out."
        ),
        "source": string("Where the entity is declared, path:line."),
    },
)
def get_entity_details(snapshot: Snapshot, *, entity_id: str, world: str | None = None) -> dict[str, Any]:
    """One person, thing or door: type, place, and every property with value and range.

    Details of one entity (a person, a thing, a door): its type, the location that contains it, and all its properties
    with their types, initial values, allowed values and ranges, and whether they are hidden. Entity ids start with @.
    """
    chosen = chosen_world(snapshot, world)
    name = native_id(entity_id, "entity").removeprefix("@")
    found = snapshot.facts(Entity, world=chosen.world, name=name)
    if not found:
        near = nearest(f"@{name}", (entity.id for entity in snapshot.facts(Entity, world=chosen.world)))
        raise QueryError("not_found", "Entity not found", entity_id=entity_id, did_you_mean=near)
    entity = found[0]
    properties = sorted(
        snapshot.facts(Property, world=chosen.world, type=entity.type), key=lambda declared: declared.ordinal
    )
    return {
        "entity_id": entity.id,
        "type": entity.type,
        "container": entity.container,
        "properties": [_property_of(entity, declared) for declared in properties],
        "source": source_of(entity),
    }


def _property_of(entity: Entity, declared: Property) -> dict[str, Any]:
    """A property with the initial value of an entity: its own, else that of its type."""
    default = entity.overrides.get(declared.name, declared.default)
    fields = {
        "name": declared.name,
        "type": declared.value_type,
        "type_name": declared.value_type.capitalize(),
        "default": default,
        "values": None if declared.values is None else list(declared.values),
        "visibility": "hidden" if declared.hidden else None,
        "min": declared.minimum,
        "max": declared.maximum,
        "ref_type": declared.ref_type,
    }
    return {name: value for name, value in fields.items() if value is not None}


class PropertyAccess(NamedTuple):
    """One read or write of a property. `kind` and `id` are those of the choice, exit or rule that it belongs to."""

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
        Parameter(
            "entity_type",
            "string",
            "The name of a type, such as Guard.",
            required=True,
            max_length=500,
            brief="Such as Guard.",
            aliases=("type",),
        ),
        Parameter(
            "property",
            "string",
            "The name of a property, such as trust.",
            required=True,
            max_length=500,
            aliases=("property_name", "name"),
        ),
        WORLD,
        LIMIT,
        CURSOR,
    ),
    result={
        "property_key": string("Type.property."),
        "read_count": integer("The number of conditions that read the property."),
        "write_count": integer("The number of effects that write the property."),
        "read_only": boolean("Whether the property is read but never written."),
        "write_only": boolean("Whether the property is written but never read."),
        "reads": objects("site (choice:…, exit:… or rule:…), comparison, entity_id, source."),
        "writes": objects("site, operation, entity_id, source."),
    },
)
def get_property_dependencies(
    snapshot: Snapshot, *, entity_type: str, property: str, world: str | None = None, limit: int, cursor: Cursor
) -> dict[str, Any]:
    """What reads and what writes a property of a type: its conditions and effects, with places. Use it to see how a
    property drives the game.

    Conditions stand in choices, exits and rules. Each read and write has its site, expression and entity. Counts cover
    all entities of the type.
    """
    chosen = chosen_world(snapshot, world)
    key = f"{entity_type}.{property}"
    used = snapshot.facts(PropertyUse, world=chosen.world, type=entity_type, property=property)
    if not used:
        raise _unused(snapshot, chosen, entity_type, property)
    of_property = (chosen.world, entity_type, property)
    answer = {
        "property_key": key,
        "read_count": used[0].read_count,
        "write_count": used[0].write_count,
        "read_only": not used[0].write_count,
        "write_only": not used[0].read_count,
        "reads": _accesses(snapshot, Read, of_property),
        "writes": _accesses(snapshot, Write, of_property),
    }
    rows = {
        "reads": lambda access: _access(access, "comparison", f"{property} {access.operator} {access.value}"),
        "writes": lambda access: _access(
            access, "operation", f"{property} {assignment(access.operator)} {access.value}"
        ),
    }
    return page(answer, "reads", "writes", limit=limit, cursor=cursor, rows=rows)


def _accesses(
    snapshot: Snapshot, fact_class: type[Read] | type[Write], of_property: tuple[str, str, str]
) -> list[PropertyAccess]:
    """The reads or writes of a property, in the linker's order. Not whole facts, since there may be hundreds.

    `of_property` is the world id, the type and the property name.
    """
    sql = (
        f"SELECT site_kind, site_id, operator, value, entity, file, start_line FROM {sql_table(fact_class.table)} "
        "WHERE rowid BETWEEN ? AND ? AND world = ? AND entity_type = ? AND property = ? ORDER BY rowid"
    )
    rows = row_range(snapshot, fact_class, of_property[0])
    return [PropertyAccess(*row) for row in snapshot.rows(sql, (*rows, *of_property))]


def _access(access: PropertyAccess, key: str, expression: str) -> dict[str, Any]:
    return {
        "site": f"{access.kind}:{access.id}",
        key: expression,
        "entity_id": f"@{access.entity}",
        "source": f"{access.file}:{access.line}",
    }


def _unused(snapshot: Snapshot, world: World, entity_type: str, property: str) -> QueryError:
    """The error about a property without reads and writes, which may be declared or unknown."""
    key = f"{entity_type}.{property}"
    declared = {fact.id: fact for fact in snapshot.facts(Property, world=world.world)}
    if key in declared:
        hint = "It is declared, but no condition reads it and no effect writes it."
        return QueryError(
            "not_found", "Property not found", property_key=key, hint=hint, source=source_of(declared[key])
        )
    of_type = [property_.name for property_ in declared.values() if property_.type == entity_type]
    near = [f"{entity_type}.{name}" for name in nearest(property, of_type)] or nearest(key, declared)
    return QueryError("not_found", "Property not found", property_key=key, did_you_mean=near)
