"""The operations on conditions and effects of choices, exits and rules."""

import re
from collections.abc import Sequence

from compiler.languages.world.facts import Choice, Condition, Effect, Exit, Line, Rule
from queries.errors.near import nearest
from queries.errors.query_error import QueryError
from queries.operations.arguments import text_argument
from queries.operations.draft import Draft
from queries.operations.operation import Steps, operation
from queries.operations.worlds.arguments import APPLIES_TO, SITE, WORLD
from queries.operations.worlds.lines import STEP, block_end, indent_of, margin_of
from queries.operations.worlds.objects import Site, site_of, world_of, worlds_with
from queries.operations.worlds.promises import check_change, check_findings, refs_in
from queries.operations.worlds.texts import check_statements, condition_text, effect_text, squeezed
from queries.tools.parameters import echoed

CONDITION = text_argument("condition", "The condition as it is written, such as @warden.trust >= 3.", most=1_000)
EFFECT = text_argument("effect", "The effect as it is written, such as @warden.trust + 1.", most=1_000)
_CATEGORIES = {Choice: "choice", Exit: "exit", Rule: "rule"}
_ANY = re.compile(r"[ \t]*\? any:")
_RULE_HEAD = re.compile(r"[ \t]*(?:actor:|where )")


@operation(applies_to=APPLIES_TO, parameters=(SITE, CONDITION, WORLD))
def world_add_condition(draft: Draft, *, site: str, condition: str, world: str | None) -> Steps:
    """Adds a condition to a choice, an exit or a rule, behind those that it has."""
    one = site_of(draft, world_of(draft, world), site)
    text = condition_text(condition)
    existing = draft.snapshot.facts(Condition, site=one.ref)
    _check_is_new("condition", text, [each.text for each in existing if not each.any_group])
    file = one.span.file
    lines = draft.lines(file)
    if isinstance(one, Rule):
        number = _behind_rule_head(lines, one)
        new = f"{_body_margin(draft, one)}where {text}"
    else:
        number = _behind_conditions(one, existing)
        new = f"{_body_margin(draft, one)}? {text}"
    draft.insert(file, number + 1, [new])
    after = yield
    check_findings(draft, after, worlds_with(draft, file))
    check_statements(after, one.ref, [text], ())
    _check_one(draft, after, one, added={"condition": 1})


def _behind_rule_head(lines: Sequence[str], rule: Rule) -> int:
    """Return the last of the first lines of a rule: who acts, and when. A condition behind others may belong to a
    selection."""
    last = rule.span.start_line
    while last < rule.span.end_line and _RULE_HEAD.match(lines[last]):
        last += 1
    return last


def _behind_conditions(site: Site, existing: Sequence[Condition]) -> int:
    """Return the last line of the conditions of a choice or an exit; its own line without any."""
    return max([site.span.start_line, *(one.span.start_line for one in existing)])


def _body_margin(draft: Draft, site: Site) -> str:
    """Return how the lines of the body of a choice, an exit or a rule are indented."""
    lines = draft.lines(site.span.file)
    number = site.span.start_line
    end = site.span.end_line if isinstance(site, Rule) else block_end(lines, number)
    own = margin_of(lines[number - 1])
    body = [line for line in lines[number:end] if line.strip()]
    return min(map(margin_of, body), key=indent_of) if body else own + STEP


@operation(applies_to=APPLIES_TO, parameters=(SITE, CONDITION, WORLD))
def world_remove_condition(draft: Draft, *, site: str, condition: str, world: str | None) -> Steps:
    """Takes a condition away from a choice, an exit or a rule. An `any` block goes with its last condition."""
    one = site_of(draft, world_of(draft, world), site)
    text = condition_text(condition)
    existing = draft.snapshot.facts(Condition, site=one.ref)
    found = _meant("condition", text, existing)
    assert isinstance(found, Condition)
    first = found.span.start_line
    lines = draft.lines(one.span.file)
    group = [each for each in existing if each.any_group and each.any_group == found.any_group]
    if len(group) == 1:
        first -= 1
        while first > one.span.start_line and not _ANY.match(lines[first - 1]):
            first -= 1
    draft.replace(one.span.file, first, found.span.start_line, ())
    after = yield
    _check_one(draft, after, one, removed={"condition": 1})


@operation(applies_to=APPLIES_TO, parameters=(SITE, EFFECT, WORLD))
def world_add_effect(draft: Draft, *, site: str, effect: str, world: str | None) -> Steps:
    """Adds an effect to a choice or a rule, behind those that it has."""
    one = _with_effects(site_of(draft, world_of(draft, world), site))
    text = effect_text(effect)
    existing = draft.snapshot.facts(Effect, site=one.ref)
    file = one.span.file
    if existing:
        number = max(each.span.start_line for each in existing)
    elif isinstance(one, Rule):
        number = one.span.end_line
    else:
        number = _behind_own_lines(draft, one)
    draft.insert(file, number + 1, [f"{_body_margin(draft, one)}> {text}"])
    after = yield
    check_findings(draft, after, worlds_with(draft, file))
    check_statements(after, one.ref, (), [text])
    _check_one(draft, after, one, added={"effect": 1})


def _with_effects(site: Site) -> Site:
    if isinstance(site, Exit):
        raise QueryError("wrong_kind", "An exit has conditions but no effects", site=site.id)
    return site


def _behind_own_lines(draft: Draft, choice: Site) -> int:
    """Return the last line of the conditions and texts of a choice itself; its own line without any."""
    snapshot = draft.snapshot
    own = [*snapshot.facts(Condition, site=choice.ref), *snapshot.facts(Line, site=choice.ref)]
    return max([choice.span.start_line, *(one.span.start_line for one in own)])


@operation(applies_to=APPLIES_TO, parameters=(SITE, EFFECT, WORLD))
def world_remove_effect(draft: Draft, *, site: str, effect: str, world: str | None) -> Steps:
    """Takes an effect away from a choice or a rule."""
    one = _with_effects(site_of(draft, world_of(draft, world), site))
    found = _meant("effect", effect_text(effect), draft.snapshot.facts(Effect, site=one.ref))
    draft.replace(one.span.file, found.span.start_line, found.span.start_line, ())
    after = yield
    _check_one(draft, after, one, removed={"effect": 1})


def _check_is_new(name: str, text: str, existing: Sequence[str]) -> None:
    if squeezed(text) in map(squeezed, existing):
        raise QueryError("invalid_argument", f"It has this {name} already", **{name: echoed(text)})


def _meant(name: str, text: str, existing: Sequence[Condition] | Sequence[Effect]) -> Condition | Effect:
    """Return the first condition or effect of a text. Raises QueryError with those that there are."""
    for one in existing:
        if squeezed(one.text) == squeezed(text):
            return one
    known = [one.text for one in existing]
    near = nearest(text, known, 3)
    raise QueryError(
        "not_found", f"It has no such {name}", **{name: echoed(text)}, did_you_mean=near, existing=known[:10]
    )


def _check_one(
    before: Draft,
    after: Draft,
    site: Site,
    *,
    added: dict[str, int] | None = None,
    removed: dict[str, int] | None = None,
) -> None:
    worlds = worlds_with(before, site.span.file)
    refs = refs_in(worlds, _CATEGORIES[type(site)], site.id)
    check_change(before, after, worlds, added=added, removed=removed, about=refs)
