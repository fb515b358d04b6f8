"""From conditions and effects as the facts state them to formulas and assignments.

`target` stands for the target of a choice or the selected entity of a rule: a statement is bound once for each.
"""

from collections.abc import Mapping, Sequence, Set
from dataclasses import dataclass, field
from decimal import Decimal

from compiler.languages.world.facts import Condition
from compiler.languages.world.facts import Effect as EffectFact
from queries.world.play.formulas import (
    DESTROYED,
    FALSE,
    NOWHERE,
    PLACE,
    PLAYER,
    TRUE,
    Add,
    Any_,
    Assign,
    AssignHere,
    Compare,
    Effect,
    Formula,
    Here,
    Not,
    Variable,
    at,
    held_by,
)
from queries.world.play.model import Clause, Written
from queries.world.play.values import INVALID, Invalid, Kind, compare

OPERATORS = {" = ": "=", " + ": "+", " - ": "-"}


@dataclass(slots=True)
class Names:
    """The names of a world: its entities, its locations, and the kinds of the properties that entities have.

    `exhausted` has the formula of a section's exhaustion, by the id of the section.
    """

    entities: Set[str]
    locations: Set[str]
    kinds: Mapping[Variable, Kind]
    exhausted: dict[str, Formula] = field(default_factory=dict)

    def container(self, name: str) -> str | None:
        """Return the container of a name, None if there is none. `here` is no container of its own."""
        if name == PLAYER:
            return PLAYER
        if name.removeprefix("@") in self.entities:
            return held_by(name.removeprefix("@"))
        return at(name) if name in self.locations else None

    def place_of(self, entity: str) -> Variable:
        """Return the variable of an entity's container; the player's is the place."""
        return PLACE if entity == PLAYER else ("in", entity)

    def exist(self, entities: Sequence[str] | None) -> tuple[Clause, ...]:
        """Return the condition that one of some entities is not destroyed; nothing for None."""
        if entities is None:
            return ()
        present = [TRUE if entity == PLAYER else Compare(("in", entity), "!=", DESTROYED) for entity in entities]
        listed = ", ".join(f"@{entity}" for entity in entities) or "any entity"
        return (Clause(f"{listed} exists", "", Any_(tuple(present))),)

    # --- conditions --------------------------------------------------------------------------------------------------

    def clauses(self, facts: list[Condition], target: str | None = None) -> tuple[Clause, ...]:
        """Return the conditions of a site; those of an `any` block are one."""
        groups: dict[int, list[Condition]] = {}
        found: list[tuple[int, Clause]] = []
        for fact in facts:
            if fact.any_group:
                groups.setdefault(fact.any_group, []).append(fact)
            else:
                found.append((fact.ordinal, Clause(fact.text, str(fact.span), self.formula(fact, target))))
        for members in groups.values():
            text = f"any of: {', '.join(member.text for member in members)}"
            any_of = Any_(tuple(self.formula(member, target) for member in members))
            found.append((members[0].ordinal, Clause(text, str(members[0].span), any_of)))
        return tuple(clause for _, clause in sorted(found, key=lambda pair: pair[0]))

    def formula(self, condition: Condition, target: str | None) -> Formula:
        """Return what a condition means."""
        if condition.condition_kind == "exhaustion":
            return self.exhausted.get(condition.subject, FALSE)
        subject = self.subject(condition.subject, target)
        if condition.condition_kind == "containment":
            inside = self._inside(subject, condition.value)
            return inside if condition.operator == "in" else Not(inside)
        if condition.property == "container":
            inside = self._inside(subject, condition.value)
            return {"==": inside, "!=": Not(inside)}.get(condition.operator, FALSE)
        variable = ("value", subject, condition.property)
        kind = self.kinds.get(variable)
        if kind is None:
            return TRUE if compare(None, condition.operator, INVALID) else FALSE
        return Compare(variable, condition.operator, kind.literal(condition.value))

    def subject(self, name: str, target: str | None) -> str:
        """Return the entity that a statement is about."""
        return target if name == "target" and target is not None else name

    def _inside(self, entity: str, name: str) -> Formula:
        if entity not in self.entities and entity != PLAYER:
            return FALSE
        variable = self.place_of(entity)
        if name in ("here", "player.container"):
            return Here(variable)
        container = self.container(name)
        return FALSE if container is None else Compare(variable, "==", container)

    # --- effects -----------------------------------------------------------------------------------------------------

    def effects(self, facts: list[EffectFact], target: str | None = None, alias: str = "") -> tuple[Written, ...]:
        """Return the effects of a site. `alias` is the name of a rule's selection."""
        return tuple(Written(fact.text, str(fact.span), self.effect(fact, target, alias)) for fact in facts)

    def effect(self, effect: EffectFact, target: str | None, alias: str) -> Effect | None:
        """Return what an effect does; None if nothing that a condition can see."""
        if effect.effect_kind == "set":
            return self._set(effect, target, alias)
        name = effect.entity if effect.entity in self.entities or effect.entity == PLAYER else None
        if effect.entity in {"target", alias} and target is not None and name is None:
            name = target
        if name is None:
            return None
        if effect.effect_kind == "move":
            return self._move(name, effect.value)
        if effect.effect_kind == "destroy":
            return Assign(self.place_of(name), NOWHERE if name == PLAYER else DESTROYED)
        return None

    def _set(self, effect: EffectFact, target: str | None, alias: str) -> Effect | None:
        name, property_name = effect.entity, effect.property
        if not name:
            written = effect.text.partition(f" {effect.operator} ")[0]
            name, _, property_name = written.partition(".")
            if name not in {PLAYER, "target", alias} or not effect.value:
                return None
        if name in {"target", alias} and target is not None and name not in self.entities:
            name = target
        if property_name == "container":
            return (
                self._move(name, effect.value) if effect.operator == "=" and name in {*self.entities, PLAYER} else None
            )
        variable = ("value", name, property_name)
        kind = self.kinds.get(variable)
        if kind is None:
            return None
        if effect.operator == "=":
            value = kind.literal(effect.value)
            return None if isinstance(value, Invalid) else Assign(variable, value)
        amount = Kind(kind.value_type).literal(effect.value) if kind.is_numeric else INVALID
        if not isinstance(amount, Decimal):
            return None
        return Add(variable, amount if effect.operator == "+" else -amount)

    def _move(self, entity: str, destination: str) -> Effect | None:
        variable = self.place_of(entity)
        if destination in ("here", "player.container"):
            return None if entity == PLAYER else AssignHere(variable)
        container = self.container(destination)
        if container is None or (entity == PLAYER and not container.startswith("#")):
            return None
        return Assign(variable, container)


def names_target(facts: list[Condition] | list[EffectFact], alias: str = "") -> bool:
    """Whether a condition or an effect says `target.` or names the selection of its rule."""
    for fact in facts:
        if isinstance(fact, Condition):
            if fact.subject == "target" and fact.condition_kind != "exhaustion":
                return True
        elif fact.entity in {"target", alias} - {""} or fact.text.startswith(
            tuple(f"{name}." for name in ("target", alias) if name)
        ):
            return True
    return False
