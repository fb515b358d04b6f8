"""The resources of worlds."""

from typing import Any

from compiler.languages.world.facts import World
from compiler.store.snapshot import Snapshot
from queries.resources.resource import Listed, answer_of, ids_of, resource
from queries.tools.paging import CURSOR, limit_of


def _worlds(snapshot: Snapshot) -> list[Listed]:
    return [Listed({"world": world.id}, world.name or world.id) for world in snapshot.facts(World)]


@resource(
    "frieze://worlds",
    name="worlds",
    title="All worlds",
    tools=("list_objects",),
    query=(limit_of(50), CURSOR),
)
def worlds(snapshot: Snapshot, *, limit: int, cursor: str | None) -> dict[str, Any]:
    """The worlds of the source, each with its name, start location, description and files."""
    return answer_of(snapshot, "list_objects", kind="world", limit=limit, cursor=cursor)


@resource(
    "frieze://world/{world}",
    name="world",
    title="A world",
    tools=("get_world_metadata",),
    listed=_worlds,
    complete=ids_of("world"),
)
def world_metadata(snapshot: Snapshot, *, world: str) -> dict[str, Any]:
    """One world: its start, its files, and the numbers of its locations, entities, sections, exits and rules."""
    return answer_of(snapshot, "get_world_metadata", world=world)


@resource(
    "frieze://world/{world}/exits",
    name="exits",
    title="Exits of a world",
    tools=("get_exit_graph",),
    query=(limit_of(500, 5_000), CURSOR),
    complete=ids_of("world"),
)
def exits(snapshot: Snapshot, *, world: str, limit: int, cursor: str | None) -> dict[str, Any]:
    """The locations of a world and the exits between them, with the conditions of each exit."""
    return answer_of(snapshot, "get_exit_graph", world=world, limit=limit, cursor=cursor)
