"""The table of the operations on worlds. The seed has no writing tools: these have names of their own."""

from collections.abc import Mapping

from queries.operations.operation import Operation
from queries.operations.worlds import (
    choices,
    conditions,
    entities,
    places,
    properties,
    renamed_entities,
    renamed_locations,
    renamed_parts,
    rules,
    sections,
)

OPERATIONS: tuple[Operation, ...] = (
    entities.world_add_entity,
    entities.world_remove_entity,
    renamed_entities.world_rename_entity,
    entities.world_place_entity,
    entities.world_set_property,
    entities.world_unset_property,
    renamed_parts.world_rename_type,
    properties.world_add_property,
    properties.world_remove_property,
    renamed_parts.world_rename_property,
    places.world_add_location,
    places.world_remove_location,
    renamed_locations.world_rename_location,
    places.world_add_exit,
    places.world_remove_exit,
    places.world_retarget_exit,
    renamed_parts.world_rename_exit,
    sections.world_add_section,
    sections.world_remove_section,
    renamed_parts.world_rename_section,
    choices.world_add_choice,
    choices.world_remove_choice,
    choices.world_edit_choice,
    conditions.world_add_condition,
    conditions.world_remove_condition,
    conditions.world_add_effect,
    conditions.world_remove_effect,
    rules.world_add_rule,
    rules.world_remove_rule,
    rules.world_rename_rule,
)

# Tools that the seed keeps for others, each with the reason.
NOT_OPERATIONS: Mapping[str, str] = {
    "get_state": "A source holds no state of play: the seed keeps this for what runs a world.",
    "perform_action": "Playing changes no file: the seed keeps this for what runs a world.",
    "simulate_choice": "Playing changes no file: the seed keeps this for what runs a world.",
}
