"""The resources of worlds."""

from compiler.languages.world.facts import World
from compiler.store.snapshot import Snapshot
from queries.resources.resource import Listed, answered, ids_of
from queries.tools.paging import CURSOR, limit_of


def _worlds(snapshot: Snapshot) -> list[Listed]:
    return [Listed({"world": world.id}, world.name or world.id) for world in snapshot.facts(World)]


worlds = answered(
    "frieze://worlds",
    "worlds",
    "All worlds",
    "list_objects",
    "The worlds of the source, each with its name, start location, description and files.",
    query=(limit_of(50), CURSOR),
    fixed={"kind": "world"},
)

world_metadata = answered(
    "frieze://world/{world}",
    "world",
    "A world",
    "get_world_metadata",
    "One world: its start, its files, and the numbers of its locations, entities, sections, exits and rules.",
    listed=_worlds,
    complete=ids_of("world"),
)

exits = answered(
    "frieze://world/{world}/exits",
    "exits",
    "Exits of a world",
    "get_exit_graph",
    "The locations of a world and the exits between them, with the conditions of each exit.",
    query=(limit_of(500, 5_000), CURSOR),
    complete=ids_of("world"),
)
