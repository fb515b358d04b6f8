"""The operations on rules."""

from compiler.languages.world.facts import Rule
from queries.errors.query_error import QueryError
from queries.operations.arguments import CONFIRM, check_confirmed, one_line, text_argument
from queries.operations.draft import Draft
from queries.operations.operation import Steps, operation
from queries.operations.worlds.arguments import APPLIES_TO, WORLD, check_world_file
from queries.operations.worlds.lines import STEP, with_blanks, without_spare_blank
from queries.operations.worlds.objects import entity_of, rule_of, world_of, worlds_with
from queries.operations.worlds.promises import (
    check_change,
    check_findings,
    check_removal,
    check_renaming,
    refs_in,
    unread,
)
from queries.operations.worlds.renaming import follow_mentions, ref_mapping, renaming_of, rewrite
from queries.operations.worlds.texts import check_statements, condition_text, effect_text
from queries.tools.parameters import Parameter, echoed

RULE = Parameter("rule", "string", "The name of a rule.", required=True, max_length=500)


@operation(
    applies_to=APPLIES_TO,
    parameters=(
        text_argument("name", "Its name, which no rule has.", most=500),
        Parameter("actor", "string", "The entity that acts, such as @aunt.", max_length=500),
        Parameter("trigger", "string", "What it does, in free words.", max_length=1_000),
        Parameter("conditions", "strings", "Conditions, such as @aunt.mood == cross.", max_items=20),
        Parameter("effects", "strings", "Effects, such as @lamp.lit = false.", max_items=20),
        Parameter(
            "file", "string", "The file at whose end it goes; that of the last rule by default.", max_length=1_000
        ),
        WORLD,
    ),
)
def world_add_rule(
    draft: Draft,
    *,
    name: str,
    actor: str | None,
    trigger: str | None,
    conditions: list[str] | None,
    effects: list[str] | None,
    file: str | None,
    world: str | None,
) -> Steps:
    """Adds a rule behind the last one of a file, or at the end of a file."""
    chosen = world_of(draft, world)
    new = rule_name("name", name)
    if draft.snapshot.count(Rule, world=chosen.world, name=new):
        raise QueryError("invalid_argument", "A rule has this name already", name=echoed(name))
    if trigger and not actor:
        raise QueryError("invalid_argument", "A trigger needs an 'actor'")
    who = entity_of(draft, chosen, actor) if actor else None
    does = one_line("trigger", trigger) if trigger else ""
    tests, changes = [condition_text(one) for one in conditions or ()], [effect_text(one) for one in effects or ()]
    rules = sorted(draft.snapshot.facts(Rule, world=chosen.world), key=lambda one: one.ordinal)
    path = file or (rules[-1].span.file if rules else chosen.files[-1])
    check_world_file(draft, chosen.files, path)
    body = [f"actor: {who.id} {does}".rstrip()] if who else []
    body += [*(f"where {one}" for one in tests), *(f"> {one}" for one in changes)]
    lines = draft.lines(path)
    ends = [one.span.end_line for one in rules if one.span.file == path]
    number = max(ends, default=len(lines)) + 1
    draft.insert(path, number, with_blanks(lines, number, [f"rule {new}:", *(f"{STEP}{one}" for one in body)]))
    after = yield
    worlds = worlds_with(draft, path)
    check_findings(draft, after, worlds)
    found = rule_of(after, chosen, new)
    if (found.actor, found.trigger) != (who.name if who else None, does):
        raise unread(name=echoed(name))
    check_statements(after, found.ref, tests, changes)
    added = {"rule": 1, "condition": len(tests), "effect": len(changes)}
    check_change(draft, after, worlds, added=added, about=refs_in(worlds, "rule", new))


def rule_name(name: str, text: str) -> str:
    """Return the name of a new rule. Raises QueryError for one that is no line."""
    found = one_line(name, text)
    if ":" in found or "\t" in found:
        raise QueryError("invalid_argument", f"'{name}' has no ':' and no tab", **{name: echoed(text)})
    return found


@operation(applies_to=APPLIES_TO, parameters=(RULE, CONFIRM, WORLD))
def world_remove_rule(draft: Draft, *, rule: str, confirm: bool, world: str | None) -> Steps:
    """Deletes a rule."""
    check_confirmed(confirm)
    one = rule_of(draft, world_of(draft, world), rule)
    span = one.span
    lines = draft.lines(span.file)
    draft.replace(span.file, *without_spare_blank(lines, span.start_line, span.end_line), ())
    after = yield
    worlds = worlds_with(draft, span.file)
    check_removal(draft, after, worlds, refs_in(worlds, "rule", one.name).__contains__)


@operation(
    applies_to=APPLIES_TO,
    parameters=(RULE, text_argument("new_name", "The new name, which no rule has.", most=500), WORLD),
)
def world_rename_rule(draft: Draft, *, rule: str, new_name: str, world: str | None) -> Steps:
    """Gives a rule another name, also where other texts cite it."""
    chosen = world_of(draft, world)
    one = rule_of(draft, chosen, rule)
    new = rule_name("new_name", new_name)
    worlds = worlds_with(draft, one.span.file)
    if any(draft.snapshot.count(Rule, world=each.world, name=new) for each in worlds):
        raise QueryError("invalid_argument", "A rule has this name already", new_name=echoed(new_name))
    renamings = [renaming_of(worlds, "rule", one.name, new)]
    rewrite(draft, one.span.file, one.span.start_line, lambda line: _renamed(line, one.name, new))
    follow_mentions(draft, renamings)
    after = yield
    check_renaming(draft, after, worlds, ref=ref_mapping(renamings))


def _renamed(line: str, old: str, new: str) -> str:
    head, word, name = line.partition("rule ")
    return head + word + name.replace(old, new, 1)
