"""What `frieze check` finds by playing the worlds of a source, if `[check]` of `frieze.toml` asks: dead content and
soft locks, as diagnostics."""

from collections import defaultdict
from collections.abc import Iterator
from typing import Any

from compiler.languages.world.codes import (
    CONSTANT_CONDITION,
    DEAD_CONTENT,
    NO_ENDING_REACHED,
    NOT_ALL_PLAYED,
    SOFT_LOCK,
)
from compiler.languages.world.facts import World
from compiler.model.diagnostics import Diagnostic, in_order
from compiler.model.spans import Span
from compiler.store.snapshot import Snapshot
from queries.errors.query_error import QueryError
from queries.lookup.examples import is_example
from queries.world.play.dead import FOLLOWING, Dead, dead_content
from queries.world.play.goals import goals_of
from queries.world.play.locks import Locks, soft_locks
from queries.world.play.replay import Player, player_of

MAX_LISTED = 5  # of what is not decided


def playthrough_findings(snapshot: Snapshot) -> list[Diagnostic]:
    """Return the findings about dead content and soft locks; none unless the settings give a number of states.

    That number bounds the states of each question, as `max_states` of the tools does. Worlds that are examples are not
    played. What is dead only because of something else that is dead is not said again.
    """
    max_states = snapshot.meta.get("check", {}).get("playthroughs")
    if max_states is None:
        return []
    worlds = [world for world in snapshot.facts(World) if not is_example(snapshot, world)]
    return in_order(finding for world in worlds for finding in _findings(snapshot, world, max_states))


def _findings(snapshot: Snapshot, world: World, max_states: int) -> Iterator[Diagnostic]:
    try:
        player = player_of(snapshot, world)
        dead = dead_content(player, max_states, snapshot.charge)
        yield from _dead(world, dead)
        if not _ends(player):
            return
        locks = soft_locks(player, goals_of(player.model, ("end",), "endings"), max_states, snapshot.charge)
        yield from _locks(world, locks)
    except QueryError as error:  # a world without a start, or with conditions that are too large
        yield NOT_ALL_PLAYED.at(world.span, world=world.id, reason=f"{error.error.lower()}.")


def _ends(player: Player) -> bool:
    """Whether the world has a jump to end: without one, no state is a trap."""
    jumps = [choice.jump for choice in player.model.choices.values()]
    for section in player.model.sections.values():
        jumps += [section.jump, section.jump_after]
    return any(jump is not None and jump.kind == "end" for jump in jumps)


def _dead(world: World, found: Dead) -> Iterator[Diagnostic]:
    for row in (element for element in found.dead if element["reason"] not in FOLLOWING):
        conditions = "; ".join(f"`{condition['condition']}`" for condition in row.get("conditions", ()))
        reason = f"{row['reason']} {conditions}".strip()
        yield DEAD_CONTENT.at(_span(row["source"]), kind=row["kind"], id=row["id"], reason=reason)
    dead = {f"{row['kind']}:{row['id']}" for row in found.dead}
    constant = defaultdict[tuple[str, str], list[dict[str, Any]]](list)
    for row in (condition for condition in found.conditions if condition["site"] not in dead):
        constant[row["condition"], row["is"]].append(row)
    for (condition, truth), rows in constant.items():
        others = f" and of {len(rows) - 1} more" if len(rows) > 1 else ""
        fields = {"condition": condition, "site": rows[0]["site"] + others, "truth": truth}
        yield CONSTANT_CONDITION.at(_span(rows[0]["source"]), **fields)
    if found.undecided:
        listed = ", ".join(found.undecided[:MAX_LISTED])
        more = len(found.undecided) - MAX_LISTED
        reason = f"not decided are {listed}" + (f" and {more} more" if more > 0 else "")
        yield NOT_ALL_PLAYED.at(world.span, world=world.id, reason=f"{reason}.")


def _locks(world: World, found: Locks) -> Iterator[Diagnostic]:
    if found.verdict == "no_ending":
        yield NO_ENDING_REACHED.at(world.span, world=world.id)
    for row in found.rows:
        fields = {"move": row["closed_by"], "count": row["move_count"], "moves": ", ".join(row["moves"])}
        yield SOFT_LOCK.at(_span(row["source"]), **fields)
    if found.verdict == "bounded":
        yield NOT_ALL_PLAYED.at(world.span, world=world.id, reason="whether it has soft locks is not decided.")


def _span(source: str) -> Span:
    """The place of `file:line`: the beginning of the line."""
    file, _, line = source.rpartition(":")
    return Span(file, int(line), 1, int(line), 1)
