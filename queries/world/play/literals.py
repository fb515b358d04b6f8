"""What the conditions of a part need: comparisons that should be true, or false, and which effects help them.

A literal is a comparison with the truth that is needed. Formulas are read so that every comparison is needed one way
(a condition with both ways has both). A state in which all literals of another state hold can do all that the other
can: so an effect that makes no needed literal true is never worth a move.
"""

from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass
from decimal import Decimal

from queries.world.play.formulas import (
    Add,
    All,
    Any_,
    Assign,
    Compare,
    Effect,
    Formula,
    Here,
    Lookup,
    Not,
    Variable,
)
from queries.world.play.layout import Change
from queries.world.play.values import Kind, Value, compare

Literal = tuple[Compare | Here, bool]
UPWARD = {(">", True), (">=", True), ("<", False), ("<=", False)}
DOWNWARD = {(operator, not truth) for operator, truth in UPWARD}


def literals_of(formula: Formula, truth: bool) -> Iterator[Literal]:
    """Yield the comparisons of a formula that is to be true or false, with the truth that each is to have."""
    if isinstance(formula, Compare | Here):
        yield formula, truth
    elif isinstance(formula, Not):
        yield from literals_of(formula.part, not truth)
    else:
        for part in formula.parts:
            yield from literals_of(part, truth)


def without(formula: Formula, assumed: Collection[Literal], truth: bool) -> Formula:
    """Return a formula without the literals that always have the truth that they are needed to have."""
    if isinstance(formula, Compare | Here):
        return (All(()) if truth else Any_(())) if (formula, truth) in assumed else formula
    if isinstance(formula, Not):
        return Not(without(formula.part, assumed, not truth))
    return type(formula)(tuple(without(part, assumed, truth) for part in formula.parts))


@dataclass(frozen=True, slots=True)
class Literals:
    """The literals of a part. `needed` are those that may be false, by their variable; `assumed` always hold.

    Variables in `exact` must be as in the whole world: every effect on them is of use.
    """

    needed: Mapping[Variable, tuple[Literal, ...]]
    assumed: frozenset[Literal]
    exact: frozenset[Variable]

    @staticmethod
    def of(
        found: Iterable[Literal],
        exact: frozenset[Variable],
        changes: Iterable[Change],
        used_up: Iterable[Variable],
        start: Lookup,
        kinds: Mapping[Variable, Kind],
    ) -> "Literals":
        """Tell the literals that always hold from those that a change of the part can make false."""
        by_variable: dict[Variable, list[Change]] = defaultdict(list)
        for change in changes:
            by_variable[change.effect.variable].append(change)
        for variable in used_up:
            by_variable[variable].append(Change(Assign(variable, True), True))
        needed: dict[Variable, list[Literal]] = defaultdict(list)
        assumed = set()
        for literal in found:
            variable = literal[0].variable
            if variable not in exact and _always_holds(literal, by_variable[variable], start, kinds.get(variable)):
                assumed.add(literal)
            else:
                needed[variable].append(literal)
        return Literals({variable: tuple(listed) for variable, listed in needed.items()}, frozenset(assumed), exact)

    @property
    def size(self) -> int:
        return sum(map(len, self.needed.values())) + len(self.exact)

    @property
    def variables(self) -> frozenset[Variable]:
        """All variables that a literal reads."""
        return frozenset([*self.needed, *self.exact, *(literal.variable for literal, _ in self.assumed)])

    def is_used_up(self, variable: Variable) -> bool:
        """Whether it is of use that a choice is taken."""
        return self.is_helped_by(Assign(variable, True))

    def is_helped_by(self, effect: Effect) -> bool:
        """Whether an effect may make something true that is needed."""
        literals = self.needed.get(effect.variable, ())
        if effect.variable in self.exact:
            return True
        if isinstance(effect, Assign) and effect.variable[0] != "value":
            return any(_true_under(literal, effect.value) for literal in literals)
        if isinstance(effect, Assign) and not isinstance(effect.value, Decimal):
            return any(_true_under(literal, effect.value) for literal in literals)
        if isinstance(effect, Add):
            harmful = UPWARD if effect.amount < 0 else DOWNWARD
            return any((_operator(literal), literal[1]) not in harmful for literal in literals)
        return bool(literals)

    def is_only_helped_by(self, effect: Effect) -> bool:
        """Whether an effect makes all literals of its variable true, whatever was before."""
        if not isinstance(effect, Assign) or effect.variable in self.exact or effect.variable[0] != "value":
            return False
        literals = [
            *self.needed.get(effect.variable, ()),
            *(assumed for assumed in self.assumed if assumed[0].variable == effect.variable),
        ]
        return all(_true_under(literal, effect.value) for literal in literals) and not isinstance(effect.value, Decimal)


def _operator(literal: Literal) -> str:
    return literal[0].operator if isinstance(literal[0], Compare) else "in"


def _true_under(literal: Literal, value: Value) -> bool:
    """Whether a literal may hold if its variable has a value."""
    comparison, truth = literal
    if isinstance(comparison, Here):
        return True
    return compare(value, comparison.operator, comparison.operand) is truth


def _always_holds(literal: Literal, changes: list[Change], start: Lookup, kind: Kind | None) -> bool:
    """Whether a literal holds at the start, and no change can make it false."""
    comparison, truth = literal
    if isinstance(comparison, Here):
        return False
    value = start(comparison.variable)
    if compare(value, comparison.operator, comparison.operand) is not truth:
        return False
    adding = [change for change in changes if isinstance(change.effect, Add)]
    for change in changes:
        if isinstance(change.effect, Assign):
            if not _true_under(literal, change.effect.value) or adding:
                return False
        elif not isinstance(change.effect, Add):
            return False
    return not adding or _survives(literal, value, adding, kind)


def _survives(literal: Literal, value: Value, adding: list[Change], kind: Kind | None) -> bool:
    """Whether a comparison of order holds even after all that can be added against it."""
    comparison, truth = literal
    way = (_operator(literal), truth)
    if not isinstance(value, Decimal) or kind is None or way not in UPWARD | DOWNWARD:
        return False
    total = Decimal(0)
    for change in adding:
        assert isinstance(change.effect, Add)
        if (change.effect.amount < 0) is (way in UPWARD):
            if not change.is_once:
                return False
            total += change.effect.amount
    assert isinstance(comparison, Compare)
    # Sums stop at the range, which may bring a value back that was outside of it.
    worst = kind.sum(value, total)
    inside = kind.sum(value, Decimal(0))
    return all(compare(each, comparison.operator, comparison.operand) is truth for each in (worst, inside))
