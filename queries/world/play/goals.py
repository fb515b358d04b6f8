"""Goals (G1 to G4): ids and conditions as arguments, resolved in one world."""

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from compiler.languages.world.facts import Condition
from compiler.languages.world.syntax.conditions import ConditionParts, parse_condition
from compiler.model.spans import NOWHERE as NO_SPAN
from queries.errors.near import nearest
from queries.errors.query_error import QueryError
from queries.world.play.binding import Names
from queries.world.play.formulas import PLACE, PLAYER, All, Formula, at, is_equal
from queries.world.play.machine import END, Event
from queries.world.play.model import Model
from queries.world.play.values import Invalid

KINDS = ("location", "section", "choice", "exit", "rule")


class Goal(NamedTuple):
    """One goal: as written, and a formula that holds in a state, or an event that has happened."""

    text: str
    kind: str
    formula: Formula | None = None
    event: Event | None = None


class Goals(NamedTuple):
    """Several goals, reached together (G3)."""

    goals: tuple[Goal, ...]

    @property
    def events(self) -> list[Event]:
        return [goal.event for goal in self.goals if goal.event is not None]

    @property
    def formulas(self) -> list[Formula]:
        return [goal.formula for goal in self.goals if goal.formula is not None]

    @property
    def formula(self) -> Formula:
        return All(tuple(self.formulas))


def goals_of(model: Model, texts: Sequence[str], argument: str) -> Goals:
    """Return the goals of some texts. Raises QueryError for one that names nothing, or several things."""
    return Goals(tuple(_goal(model, text.strip(), argument) for text in texts))


def _goal(model: Model, text: str, argument: str) -> Goal:
    if text == "end":
        return Goal(text, "end", event=END)
    found = list(_named(model, text))
    if len(found) > 1:
        listed = [f"{kind}:{name}" for kind, name in found]
        raise QueryError("ambiguous", "The goal may mean several things", **{argument: text}, did_you_mean=listed)
    if found:
        ((kind, name),) = found
        if kind == "location":
            return Goal(f"location:{name}", kind, formula=is_equal(PLACE, at(name)))
        return Goal(f"{kind}:{name}", kind, event=(kind, name))
    condition = parse_condition(text.removeprefix("? "))
    if condition is None:
        raise _unknown(model, text, argument)
    return Goal(text, "condition", formula=_formula(model, condition, text, argument))


def ids(model: Model, kind: str) -> Iterable[str]:
    """Return the ids of a kind of goal."""
    if kind == "rule":
        return [rule.name for rule in model.rules]
    parts: dict[str, Iterable[str]] = {
        "location": model.locations,
        "section": model.sections,
        "choice": model.choices,
        "exit": model.exits,
    }
    return parts[kind]


def _named(model: Model, text: str) -> Iterable[tuple[str, str]]:
    for kind in KINDS:
        name = text.removeprefix(f"{kind}:")
        if text.startswith("w:"):
            _, found, name = text.partition(f"/{kind}/")
            if not found:
                continue
        if name in ids(model, kind):
            yield kind, name


def _unknown(model: Model, text: str, argument: str) -> QueryError:
    near = nearest(text.partition(":")[2] or text, [name for kind in KINDS for name in ids(model, kind)])
    return QueryError(
        "not_found",
        "This is neither the id of a location, section, choice, exit or rule, nor a condition",
        **{argument: text},
        did_you_mean=near,
        hint="Conditions are written as in the world: `@warden.trust >= 3`, `@key in player`, `greet.exhausted`.",
    )


def _formula(model: Model, parts: ConditionParts, text: str, argument: str) -> Formula:
    names = Names(model.entities.keys(), model.locations.keys(), model.kinds)
    if parts.kind == "exhaustion":
        return model.exhaustion[_section(model, parts.subject, text, argument)]
    if parts.subject != PLAYER and parts.subject not in model.entities:
        near = [f"@{name}" for name in nearest(parts.subject, model.entities)]
        entity = f"@{parts.subject}"
        raise QueryError("not_found", "Entity not found", **{argument: text}, entity_id=entity, did_you_mean=near)
    if parts.kind == "containment" and parts.value != "here" and names.container(parts.value) is None:
        near = nearest(parts.value, [*model.entities, *model.locations, "player", "here"])
        raise QueryError("not_found", "Container not found", **{argument: text}, did_you_mean=near)
    made = Condition(
        span=NO_SPAN,
        world="",
        site="",
        condition_kind=parts.kind,
        any_group=0,
        subject=parts.subject,
        property=parts.property,
        operator=parts.operator,
        value=parts.value,
        text="",
        ordinal=0,
    )
    if parts.kind == "comparison":
        _check_property(model, made, text, argument)
    return names.formula(made, None)


def _check_property(model: Model, made: Condition, text: str, argument: str) -> None:
    if made.property == "container":
        return
    declared = [
        name for kind, entity, name in (kind for kind in model.kinds if len(kind) == 3) if entity == made.subject
    ]
    if made.property not in declared:
        near = nearest(made.property, [*declared, "container"])
        raise QueryError(
            "not_found", f"@{made.subject} has no property '{made.property}'", **{argument: text}, did_you_mean=near
        )
    kind = model.kinds["value", made.subject, made.property]
    if isinstance(kind.literal(made.value), Invalid):
        values = f": {', '.join(sorted(kind.words))}" if kind.words else ""
        raise QueryError("invalid_argument", f"'{made.value}' is no {kind.value_type}{values}", **{argument: text})


def _section(model: Model, name: str, text: str, argument: str) -> str:
    found = [section for section in model.sections if section == name or section.partition("/")[2] == name]
    if len(found) == 1:
        return found[0]
    if found:
        raise QueryError("ambiguous", "Several sections have this name", **{argument: text}, did_you_mean=found)
    raise QueryError("not_found", "Section not found", **{argument: text}, did_you_mean=nearest(name, model.sections))
