"""The tool of rules."""

from typing import Any

from compiler.languages.world.facts import Effect, Rule
from compiler.store.snapshot import Snapshot
from queries.errors.near import nearest
from queries.errors.query_error import QueryError
from queries.tools.paging import CURSOR, Cursor, page
from queries.tools.parameters import Parameter
from queries.tools.schemas import objects
from queries.tools.tool import tool
from queries.world.selection import LIMIT, WORLD, chosen_world, condition_texts, in_order, native_id, source_of


@tool(
    title="Rules",
    pack="world",
    parameters=(
        Parameter(
            "rule",
            "string",
            "The name of one rule; without it, all are listed.",
            max_length=500,
            aliases=("id", "ref", "rule_id"),
        ),
        WORLD,
        LIMIT,
        CURSOR,
    ),
    result={"rules": objects("rule, actor, trigger, select, conditions, effects, source.")},
)
def get_rules(
    snapshot: Snapshot, *, rule: str | None = None, world: str | None = None, limit: int, cursor: Cursor
) -> dict[str, Any]:
    """Rules of a world, which act without the player: trigger, selection, conditions, effects."""
    chosen = chosen_world(snapshot, world)
    rules = in_order(snapshot, Rule, chosen)
    if rule is not None:
        name = native_id(rule, "rule")
        named = [rule for rule in rules if rule.name == name]
        if not named:
            near = nearest(name, (rule.name for rule in rules))
            raise QueryError("not_found", "Rule not found", rule=rule, did_you_mean=near)
        rules = named
    answer: dict[str, Any] = {"rules": rules}
    if not rules:
        answer["hint"] = f"The world {chosen.id} declares no rules."
    return page(answer, "rules", limit=limit, cursor=cursor, rows={"rules": lambda rule: _rule(snapshot, rule)})


def _rule(snapshot: Snapshot, rule: Rule) -> dict[str, Any]:
    row: dict[str, Any] = {"rule": rule.name}
    if rule.actor is not None:
        row["actor"] = f"@{rule.actor}"
    row["trigger"] = rule.trigger
    if rule.select is not None:
        row["select"] = rule.select
    effects = [effect.text for effect in snapshot.facts(Effect, site=rule.ref)]
    return {**row, "conditions": condition_texts(snapshot, rule.ref), "effects": effects, "source": source_of(rule)}
