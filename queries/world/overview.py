"""The overview of a world."""

from functools import partial
from typing import Any

from compiler.languages.world.facts import Entity, Exit, Location, Rule, Section, Type, World
from compiler.model.diagnostics import Diagnostic
from compiler.model.facts import Fact, sql_table
from compiler.store.snapshot import Snapshot
from queries.tools.schemas import boolean, integer, string, strings
from queries.tools.tool import tool
from queries.world.selection import WORLD, chosen_world, row_range, source_of


@tool(
    title="World overview",
    pack="world",
    parameters=(WORLD,),
    result={
        "world_name": string("The name of the world as a slug; unknown when it has none."),
        "world": string("The id of the world, for the argument world."),
        "start_location": string("The location where play starts, as written; unknown when none is given."),
        "entity_count": integer("The number of entities."),
        "location_count": integer("The number of locations."),
        "type_count": integer("The number of types."),
        "section_count": integer("The number of dialogue sections."),
        "exit_count": integer("The number of exits that lead to a known location."),
        "rule_count": integer("The number of rules."),
        "has_errors": boolean("Whether a file of the world has an error."),
        "diagnostic_count": integer("The number of diagnostics of the world; get_diagnostics lists them."),
        "world_version": string("The version of the world; absent when none is given."),
        "files": strings("The files of the world: imported files first, the entry last."),
        "source": string("Where the world is declared, path:line."),
    },
)
def get_world_metadata(snapshot: Snapshot, *, world: str | None = None) -> dict[str, Any]:
    """Overview of a world: start, counts of its parts, files, errors. Begin here.

    Also its name and version, and the numbers of its entities, locations, types, dialogue sections, exits and rules.
    """
    chosen = chosen_world(snapshot, world)
    findings = _findings(snapshot, chosen)

    def count(fact_class: type[Fact]) -> int:
        counts: dict[str, int] = snapshot.memoize(
            f"queries.world.counts {fact_class.table}", partial(_counts, fact_class)
        )
        return counts.get(chosen.world, 0)

    answer: dict[str, Any] = {
        "world_name": chosen.name or "unknown",
        "world": chosen.id,
        "start_location": chosen.start_written or "unknown",
        "entity_count": count(Entity),
        "location_count": count(Location),
        "type_count": count(Type),
        "section_count": count(Section),
        "exit_count": snapshot.rows(COUNT_EXITS, (*row_range(snapshot, Exit, chosen.world), chosen.world))[0][0],
        "rule_count": count(Rule),
        "has_errors": has_errors(snapshot, chosen),
        "diagnostic_count": len(findings),
    }
    if chosen.version is not None:
        answer["world_version"] = str(chosen.version)
    return {**answer, "files": list(chosen.files), "source": source_of(chosen)}


COUNT_EXITS = "SELECT count(*) FROM fact_world_exit WHERE rowid BETWEEN ? AND ? AND world = ? AND to_location != ''"


def _counts(fact_class: type[Fact], snapshot: Snapshot) -> dict[str, int]:
    """The number of facts of a class by world."""
    return dict(snapshot.rows(f'SELECT world, count(*) FROM "{sql_table(fact_class.table)}" GROUP BY world'))


def has_errors(snapshot: Snapshot, world: World) -> bool:
    """Whether a file of a world has an error."""
    return any(finding.severity == "error" for finding in _findings(snapshot, world))


def _findings(snapshot: Snapshot, world: World) -> list[Diagnostic]:
    """The findings in the files of a world. All findings of the source when it has one world."""
    if snapshot.count(World) == 1:
        return snapshot.diagnostics()
    return [finding for file in world.files for finding in snapshot.diagnostics(file=file)]
