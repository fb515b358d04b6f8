"""What a world is, at a glance."""

from functools import partial
from typing import Any

from compiler.languages.world.facts import Entity, Exit, Location, Rule, Section, Type, World
from compiler.model.diagnostics import Diagnostic
from compiler.model.facts import Fact
from compiler.store.snapshot import Snapshot
from queries.schemas import boolean, integer, string, strings
from queries.tool import tool
from queries.world.selection import WORLD, chosen_world, place, row_range


@tool(
    title="World overview",
    pack="world",
    parameters=(WORLD,),
    result={
        "world_name": string("The world's name as an id; unknown when it has none."),
        "world": string("The id of the world, to pass as world."),
        "start_location": string("Where play starts, as written; unknown when nowhere."),
        "entity_count": integer("How many entities are declared."),
        "location_count": integer("How many locations there are."),
        "type_count": integer("How many types are declared."),
        "section_count": integer("How many dialogue sections there are."),
        "exit_count": integer("How many exits lead somewhere."),
        "rule_count": integer("How many rules there are."),
        "has_errors": boolean("Whether a file of the world has an error."),
        "diagnostic_count": integer("How many diagnostics concern it; get_diagnostics lists them."),
        "world_version": string("The version that the world gives itself; absent when it gives none."),
        "files": strings("Its files: imported ones first, the entry last."),
        "source": string("Where the world is declared, path:line."),
    },
)
def get_world_metadata(snapshot: Snapshot, *, world: str | None = None) -> dict[str, Any]:
    """Overview of a narrative world: its name, version and start location, and how many entities, locations, types,
    dialogue sections, exits and rules it has, whether it has errors, and which files it is made of. Begin here."""
    one = chosen_world(snapshot, world)
    findings = _findings(snapshot, one)

    def count(fact_class: type[Fact]) -> int:
        counts: dict[str, int] = snapshot.memoize(
            f"queries.world.counts {fact_class.table}", partial(_counts, fact_class)
        )
        return counts.get(one.world, 0)

    answer: dict[str, Any] = {
        "world_name": one.name or "unknown",
        "world": one.id,
        "start_location": one.start_written or "unknown",
        "entity_count": count(Entity),
        "location_count": count(Location),
        "type_count": count(Type),
        "section_count": count(Section),
        "exit_count": snapshot.rows(LEADING, (*row_range(snapshot, Exit, one.world), one.world))[0][0],
        "rule_count": count(Rule),
        "has_errors": any(finding.severity == "error" for finding in findings),
        "diagnostic_count": len(findings),
    }
    if one.version is not None:
        answer["world_version"] = str(one.version)
    return {**answer, "files": list(one.files), "source": place(one)}


LEADING = "SELECT count(*) FROM world_exit WHERE rowid BETWEEN ? AND ? AND world = ? AND to_location != ''"


def _counts(fact_class: type[Fact], snapshot: Snapshot) -> dict[str, int]:
    """How many facts of a class each world has."""
    return dict(snapshot.rows(f'SELECT world, count(*) FROM "{fact_class.table}" GROUP BY world'))


def _findings(snapshot: Snapshot, world: World) -> list[Diagnostic]:
    """All findings of a source with one world; of several, those in the files of this one."""
    if snapshot.count(World) == 1:
        return snapshot.diagnostics()
    return [finding for file in world.files for finding in snapshot.diagnostics(file=file)]
