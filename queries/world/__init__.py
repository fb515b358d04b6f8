"""The tools of worlds.

Every tool takes `world`, the id or the name of a world, which is required when the source has several. Answers keep the
linker's order: imported files first, the entry last, and a choice after the choices nested in it.
"""

from queries.world.dead_content import get_dead_content, get_soft_locks
from queries.world.dialogue import get_choice_conditions, get_dialogue_graph
from queries.world.overview import get_world_metadata
from queries.world.places import get_exit_graph, get_reachable_locations
from queries.world.playthroughs import find_playthrough, get_playthrough_state
from queries.world.properties import get_entity_details, get_property_dependencies
from queries.world.rules import get_rules

__all__ = [
    "find_playthrough",
    "get_choice_conditions",
    "get_dead_content",
    "get_dialogue_graph",
    "get_entity_details",
    "get_exit_graph",
    "get_playthrough_state",
    "get_property_dependencies",
    "get_reachable_locations",
    "get_rules",
    "get_soft_locks",
    "get_world_metadata",
]
