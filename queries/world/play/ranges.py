"""The values that each variable may ever have, each variable for itself: more than it really has, never less.

Words are gathered with what first gave each. Numbers are intervals: the values that are assigned, and all that
may be added and subtracted; an addition that only happens once counts once.
"""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from decimal import Decimal
from typing import NamedTuple

from queries.world.play.formulas import (
    PLACE,
    Add,
    All,
    Any_,
    Assign,
    AssignHere,
    Compare,
    Effect,
    Formula,
    Here,
    Not,
    Variable,
    is_equal,
)
from queries.world.play.values import INTEGER_LIMIT, Kind, Value, compare

ENDLESS = Decimal(4 * INTEGER_LIMIT)


class Cause(NamedTuple):
    """What may happen in play: the effects of a choice, a section or a rule. `number` tells the outcomes apart."""

    kind: str
    id: str
    number: int
    is_once: bool = False


class Given(NamedTuple):
    """A change that may happen, what makes it, and in which round that was found to be possible."""

    effect: Effect
    cause: Cause
    round: int


@dataclass(slots=True)
class Numbers:
    """An interval of numbers, both ends included. `is_unset`: the variable may also have no value."""

    low: Decimal
    high: Decimal
    is_unset: bool

    def may_be(self, operator: str, operand: object, truth: bool) -> bool:
        """Whether a comparison with some value of the interval has a truth."""
        if self.is_unset and (operator == "!=") is truth:
            return True
        if not isinstance(operand, Decimal):
            return (operator == "!=") is truth
        if operator in ("==", "!="):
            if (operator == "==") is truth:
                return self.low <= operand <= self.high
            return not self.low == operand == self.high
        return any(compare(end, operator, operand) is truth for end in (self.low, self.high))


@dataclass(slots=True)
class Ranges:
    """The values of all variables that are not in `followed`. It only grows."""

    initial: Mapping[Variable, Value]
    kinds: Mapping[Variable, Kind]
    followed: frozenset[Variable]
    words: dict[Variable, dict[Value, int]] = field(default_factory=dict)
    numbers: dict[Variable, Numbers] = field(default_factory=dict)
    given: dict[Variable, list[Given]] = field(default_factory=lambda: defaultdict(list))
    size: int = 0

    def __post_init__(self) -> None:
        for variable, value in self.initial.items():
            if variable in self.followed:
                continue
            if self.is_number(variable):
                self._bound(variable)
            else:
                self.words[variable] = {value: 0}

    def is_number(self, variable: Variable) -> bool:
        kind = self.kinds.get(variable)
        return kind is not None and kind.is_numeric

    def add(self, effects: Iterable[Effect | None], cause: Cause, round_: int) -> None:
        """Take note of effects that may happen. An effect on the place where it happens is given as an assignment."""
        for effect in effects:
            if effect is None or effect.variable in self.followed or effect.variable not in self.initial:
                continue
            assert not isinstance(effect, AssignHere)
            self.size += 1
            self.given[effect.variable].append(Given(effect, cause, round_))
            if self.is_number(effect.variable):
                self._bound(effect.variable)
            elif isinstance(effect, Assign):
                self.words[effect.variable].setdefault(effect.value, round_)

    def _bound(self, variable: Variable) -> None:
        kind, first = self.kinds[variable], self.initial[variable]
        given = self.given[variable]
        fixed = [given_value.effect.value for given_value in given if isinstance(given_value.effect, Assign)]
        starts = [value for value in (first, *fixed) if isinstance(value, Decimal)]
        adds = [given_value for given_value in given if isinstance(given_value.effect, Add)]
        if (adds and first is None) or not starts:
            starts.append(Decimal(0))
        if adds:
            starts += [kind.sum(start, Decimal(0)) for start in starts]
        low, high = min(starts) - self._total(adds, -1), max(starts) + self._total(adds, 1)
        if adds:
            low = max(low, min(kind.sum(-ENDLESS, Decimal(0)), *starts))
            high = min(high, max(kind.sum(ENDLESS, Decimal(0)), *starts))
        self.numbers[variable] = Numbers(low, high, first is None)

    @staticmethod
    def _total(adds: list[Given], sign: int) -> Decimal:
        total = Decimal(0)
        for given_value in adds:
            assert isinstance(given_value.effect, Add)
            if given_value.effect.amount * sign > 0:
                if not given_value.cause.is_once:
                    return ENDLESS
                total += given_value.effect.amount * sign
        return total

    def without(self, kind: str, name: str) -> "Ranges":
        """Return the values that there may be as long as something has not happened."""
        made = Ranges(self.initial, self.kinds, self.followed)
        for given in self.given.values():
            for given_value in given:
                if (given_value.cause.kind, given_value.cause.id) != (kind, name):
                    made.add([given_value.effect], given_value.cause, given_value.round)
        return made

    def following(self, variables: frozenset[Variable]) -> "Ranges":
        """Return the values with some more variables followed."""
        made = Ranges(self.initial, self.kinds, self.followed | variables)
        for given in self.given.values():
            for given_value in given:
                made.add([given_value.effect], given_value.cause, given_value.round)
        return made

    # --- formulas ----------------------------------------------------------------------------------------------------

    def may_be(self, literal: Compare, truth: bool) -> bool:
        """Whether a comparison of a variable that is not followed may have a truth."""
        if self.is_number(literal.variable):
            return self.numbers[literal.variable].may_be(literal.operator, literal.operand, truth)
        words = self.words[literal.variable]
        return any(compare(value, literal.operator, literal.operand) is truth for value in words)

    def relaxed(self, formula: Formula, truth: bool) -> Formula:
        """Return a formula over the followed variables that holds wherever `formula` may have a truth."""
        if isinstance(formula, Not):
            return self.relaxed(formula.part, not truth)
        if isinstance(formula, Compare):
            if formula.variable in self.followed:
                return formula if truth else Not(formula)
            return _constant(self.may_be(formula, truth))
        if isinstance(formula, Here):
            return self._relaxed_here(formula, truth)
        parts = tuple(self.relaxed(part, truth) for part in formula.parts)
        if isinstance(formula, All) is truth:
            return All(parts) if self._agree(formula.parts, truth) else Any_(())
        return Any_(parts)

    def _relaxed_here(self, formula: Here, truth: bool) -> Formula:
        if formula.variable in self.followed:
            return formula if truth else Not(formula)
        words = self.words[formula.variable]
        if not truth:
            return All(()) if len(words) > 1 else All(tuple(Not(is_equal(PLACE, word)) for word in words))
        return Any_(tuple(is_equal(PLACE, word) for word in words if str(word).startswith("#")))

    def _agree(self, parts: Iterable[Formula], truth: bool) -> bool:
        """Whether some value satisfies all comparisons of a word that a conjunction makes."""
        by_variable: dict[Variable, list[Compare]] = defaultdict(list)
        for part in parts:
            if isinstance(part, Compare) and part.variable in self.words:
                by_variable[part.variable].append(part)
        return all(
            any(
                all(compare(value, comparison.operator, comparison.operand) is truth for comparison in listed)
                for value in self.words[name]
            )
            for name, listed in by_variable.items()
            if len(listed) > 1
        )


def placed(effects: Iterable[Effect | None], place: Value) -> Iterator[Effect | None]:
    """Yield effects that happen at a place: `here` is that place."""
    for effect in effects:
        yield Assign(effect.variable, place) if isinstance(effect, AssignHere) else effect


def _constant(truth: bool) -> Formula:
    return All(()) if truth else Any_(())
