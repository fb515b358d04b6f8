"""The choice of a world, and other helpers of the world tools."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any, TypeVar

from compiler.languages.world.facts import Condition, Location, World
from compiler.model.facts import Fact, sql_table
from compiler.store.snapshot import Snapshot
from queries.errors.near import nearest
from queries.errors.query_error import QueryError
from queries.tools.paging import Cursor, limit_of, page
from queries.tools.parameters import Parameter

F = TypeVar("F", bound=Fact)

WORLD = Parameter(
    "world",
    "string",
    "The id or name of a world; required only when the source has several.",
    max_length=500,
    aliases=("world_id", "world_name"),
)
LIMIT = limit_of(500, maximum=5_000)
GRAPH_LIMIT = limit_of(10_000, maximum=10_000)  # of answers that are of use as a whole: their size is what ends a page


def chosen_world(snapshot: Snapshot, world: str | None) -> World:
    """The world of that id, name or ref, or without one the only world of the source.

    Raises QueryError when there is no such world, or several to choose from.
    """
    worlds = snapshot.memoize("queries.world.worlds", _worlds)
    if world is None:
        if len(worlds) == 1:
            return worlds[0]
        if not worlds:
            raise QueryError("unavailable", "No world in this source", hint="A world is a file that ends in .urd.md.")
        raise QueryError(
            "ambiguous",
            "The source holds several worlds",
            worlds=[candidate.id for candidate in worlds],
            hint="Name one as world.",
        )
    for candidate in worlds:
        if world in (candidate.id, candidate.name, candidate.ref):
            return candidate
    names = [name for candidate in worlds for name in dict.fromkeys((candidate.id, candidate.name)) if name]
    near = nearest(world, names)
    raise QueryError(
        "not_found", "World not found", world=world, did_you_mean=near, worlds=[candidate.id for candidate in worlds]
    )


def _worlds(snapshot: Snapshot) -> list[World]:
    return snapshot.facts(World)


def row_range(snapshot: Snapshot, fact_class: type[Fact], world: str) -> tuple[int, int]:
    """The first and the last row id of a world in the table of a fact class.

    Nearly all rows between them are of that world, so that a scan of the range needs no index.
    """
    table = fact_class.table
    ranges = snapshot.memoize(f"queries.world.row_ranges {table}", lambda snapshot: _row_ranges(snapshot, table))
    return ranges.get(world, (0, -1))


def _row_ranges(snapshot: Snapshot, table: str) -> dict[str, tuple[int, int]]:
    rows = snapshot.rows(f'SELECT world, min(rowid), max(rowid) FROM "{sql_table(table)}" GROUP BY world')
    return {world: (first, last) for world, first, last in rows}


def native_id(name: str, category: str) -> str:
    """The native id of an object. `name` is that id, or a ref (`w:locked-garden/entity/@warden`)."""
    if name.startswith("w:"):
        _, separator, inner = name.partition(f"/{category}/")
        return inner if separator else name
    return name


def source_of(fact: Fact) -> str:
    """The place of a fact as answers show it: `path:line`."""
    return str(fact.span)


def assignment(operator: str) -> str:
    """The operator of an effect as answers show it: `=`, `+=` or `-=`."""
    return operator if operator == "=" else f"{operator}="


def condition_texts(snapshot: Snapshot, site: str) -> list[str]:
    """The conditions of a site as written. Those of one `? any:` block are one text: `any of: …`."""
    texts: list[str] = []
    groups: dict[int, list[str]] = {}
    for condition in snapshot.facts(Condition, site=site):
        if condition.any_group:
            groups.setdefault(condition.any_group, []).append(condition.text)
        else:
            texts.append(condition.text)
    return texts + [f"any of: {', '.join(members)}" for _, members in sorted(groups.items())]


def in_order(snapshot: Snapshot, fact_class: type[F], world: World) -> list[F]:
    """The facts of one class in a world, in the linker's order. The class has the field `ordinal`."""
    return sorted(snapshot.facts(fact_class, world=world.world), key=_ordinal)


def _ordinal(fact: Any) -> int:
    return int(fact.ordinal)


def graph_page(
    answer: dict[str, Any],
    *fields: str,
    limit: int,
    cursor: Cursor,
    rows: Mapping[str, Callable[[Any], Any]] | None = None,
    smaller: str = "",
) -> dict[str, Any]:
    """Return a page with rows of each field. If it is not the whole answer, a hint says so, and what is `smaller`."""
    shown = page(answer, *fields, limit=limit, cursor=cursor, rows=rows, abreast=True)
    if "next_cursor" in shown:
        cut = shown.get("hint") or "This is a part of the answer: go on with next_cursor."
        more = f" A page holds more with {smaller}." if smaller else ""
        shown["hint"] = f"{cut} Each page has rows of {_listed(fields)}.{more}"
    return shown


def _listed(names: Sequence[str]) -> str:
    return f"{', '.join(names[:-1])} and {names[-1]}"


def location_ids(snapshot: Snapshot, world: World) -> list[str]:
    """The ids of all locations, in bytewise order."""
    return sorted((location.slug for location in snapshot.facts(Location, world=world.world)), key=str.encode)
