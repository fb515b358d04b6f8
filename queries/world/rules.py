"""The rules of a world."""

from typing import Any

from compiler.languages.world.facts import Effect, Rule
from compiler.store.snapshot import Snapshot
from queries.errors import QueryError
from queries.near import nearest
from queries.paging import CURSOR, Cursor, page
from queries.parameters import Parameter
from queries.schemas import objects
from queries.tool import tool
from queries.world.selection import LIMIT, WORLD, chosen_world, condition_texts, in_order, native, place


@tool(
    title="Rules",
    pack="world",
    parameters=(
        Parameter("rule", "string", "The name of one rule; without it, all are listed.", max_length=500),
        WORLD,
        LIMIT,
        CURSOR,
    ),
    result={"rules": objects("rule, actor, trigger, select, conditions, effects, source.")},
)
def get_rules(
    snapshot: Snapshot, *, rule: str | None = None, world: str | None = None, limit: int, cursor: Cursor
) -> dict[str, Any]:
    """The rules of a world, which act by themselves: who acts on what trigger, what is selected from which entities,
    under which conditions, and with which effects."""
    one = chosen_world(snapshot, world)
    rules = in_order(snapshot, Rule, one)
    if rule is not None:
        wanted = native(rule, "rule")
        named = [found for found in rules if found.name == wanted]
        if not named:
            near = nearest(wanted, (found.name for found in rules))
            raise QueryError("not_found", "Rule not found", rule=rule, did_you_mean=near)
        rules = named
    answer: dict[str, Any] = {"rules": rules}
    if not rules:
        answer["hint"] = f"The world {one.id} declares no rules."
    return page(answer, "rules", limit=limit, cursor=cursor, rows={"rules": lambda found: _rule(snapshot, found)})


def _rule(snapshot: Snapshot, rule: Rule) -> dict[str, Any]:
    row: dict[str, Any] = {"rule": rule.name}
    if rule.actor is not None:
        row["actor"] = f"@{rule.actor}"
    row["trigger"] = rule.trigger
    if rule.select is not None:
        row["select"] = rule.select
    effects = [effect.text for effect in snapshot.facts(Effect, site=rule.ref)]
    return {**row, "conditions": condition_texts(snapshot, rule.ref), "effects": effects, "source": place(rule)}
