"""The table of the operations on worlds."""

from queries.operations.operation import Operation
from queries.operations.worlds import entities, properties, renamed_entities

OPERATIONS: tuple[Operation, ...] = (
    entities.world_add_entity,
    entities.world_remove_entity,
    renamed_entities.world_rename_entity,
    entities.world_place_entity,
    entities.world_set_property,
    entities.world_unset_property,
    properties.world_add_property,
    properties.world_remove_property,
)
