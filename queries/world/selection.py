"""Which world a question is about, and what the tools of the pack share."""

from typing import Any, TypeVar

from compiler.languages.world.facts import Condition, Location, World
from compiler.model.facts import Fact
from compiler.store.snapshot import Snapshot
from queries.errors import QueryError
from queries.near import nearest
from queries.paging import limit_of
from queries.parameters import Parameter

F = TypeVar("F", bound=Fact)

WORLD = Parameter(
    "world", "string", "The id or name of a world; needed only when the source holds several.", max_length=500
)
LIMIT = limit_of(500, maximum=5_000)


def chosen_world(snapshot: Snapshot, world: str | None) -> World:
    """The world that a question is about. Raises QueryError when there is none, or when it is not clear which."""
    worlds = snapshot.memoize("queries.world.worlds", _worlds)
    if world is None:
        if len(worlds) == 1:
            return worlds[0]
        if not worlds:
            raise QueryError("unavailable", "No world in this source", hint="A world is a file that ends in .urd.md.")
        raise QueryError(
            "ambiguous", "The source holds several worlds", worlds=[one.id for one in worlds], hint="Name one as world."
        )
    for one in worlds:
        if world in (one.id, one.name, one.ref):
            return one
    names = [name for one in worlds for name in dict.fromkeys((one.id, one.name)) if name]
    near = nearest(world, names)
    raise QueryError("not_found", "World not found", world=world, did_you_mean=near, worlds=[one.id for one in worlds])


def _worlds(snapshot: Snapshot) -> list[World]:
    return snapshot.facts(World)


def row_range(snapshot: Snapshot, fact_class: type[Fact], world: str) -> tuple[int, int]:
    """The first and the last row that a fact class has of a world. What is between them is nearly all of this world:
    to look there takes no index, and none of the time of looking at all worlds."""
    table = fact_class.table
    stretches = snapshot.memoize(f"queries.world.stretches {table}", lambda one: _row_ranges(one, table))
    return stretches.get(world, (0, -1))


def _row_ranges(snapshot: Snapshot, table: str) -> dict[str, tuple[int, int]]:
    rows = snapshot.rows(f'SELECT world, min(rowid), max(rowid) FROM "{table}" GROUP BY world')
    return {world: (first, last) for world, first, last in rows}


def native(name: str, category: str) -> str:
    """The native id in what a caller passed: that, or a whole ref (`w:locked-garden/entity/@warden`)."""
    if name.startswith("w:"):
        _, separator, inner = name.partition(f"/{category}/")
        return inner if separator else name
    return name


def place(fact: Fact) -> str:
    return str(fact.span)


def assignment(operator: str) -> str:
    """How an effect's operator is shown: `=`, `+=`, `-=`."""
    return operator if operator == "=" else f"{operator}="


def condition_texts(snapshot: Snapshot, site: str) -> list[str]:
    """The conditions of a site as written; those of one `? any:` block stand together as `any of: …`."""
    texts: list[str] = []
    groups: dict[int, list[str]] = {}
    for condition in snapshot.facts(Condition, site=site):
        if condition.any_group:
            groups.setdefault(condition.any_group, []).append(condition.text)
        else:
            texts.append(condition.text)
    return texts + [f"any of: {', '.join(members)}" for _, members in sorted(groups.items())]


def in_order(snapshot: Snapshot, fact_class: type[F], world: World) -> list[F]:
    """The numbered facts of one class in a world, in the linker's order."""
    return sorted(snapshot.facts(fact_class, world=world.world), key=_ordinal)


def _ordinal(fact: Any) -> int:
    return int(fact.ordinal)


def location_ids(snapshot: Snapshot, world: World) -> list[str]:
    """The ids of all locations, in bytewise order."""
    return sorted((location.slug for location in snapshot.facts(Location, world=world.world)), key=str.encode)
