"""Conditions as formulas over the variables of a state, and effects as assignments to them.

A variable is a part of the state (S1): the place, the talk, a value, a container, or whether a choice is taken.
`("reached", goal)` is not of the world: it remembers that a section, choice, exit or rule of a goal was reached (G2).
"""

from collections.abc import Callable, Iterator
from decimal import Decimal
from typing import Any, NamedTuple

from queries.world.play.values import Invalid, Value, compare

Variable = tuple[str, ...]  # ("value", "warden", "trust"), ("in", "key"), ("taken", "mill/greet/nod"), …
PLACE: Variable = ("place",)
TALK: Variable = ("talk",)
NOWHERE = ""
DESTROYED = "destroyed"  # no container has this name: those of locations and entities have a mark in front
PLAYER = "player"


def at(location: str) -> str:
    """Return a location as a container, and as a place."""
    return f"#{location}"


def held_by(entity: str) -> str:
    """Return an entity as a container. The player's is `player`."""
    return PLAYER if entity == PLAYER else f"@{entity}"


class Compare(NamedTuple):
    """A variable is compared with a constant."""

    variable: Variable
    operator: str
    operand: Value | Invalid


class Here(NamedTuple):
    """A container is the place, which is not nowhere."""

    variable: Variable


class All(NamedTuple):
    parts: tuple["Formula", ...]


class Any_(NamedTuple):  # noqa: N801
    parts: tuple["Formula", ...]


class Not(NamedTuple):
    part: "Formula"


Formula = Compare | Here | All | Any_ | Not
TRUE = All(())
FALSE = Any_(())
Lookup = Callable[[Variable], Any]


def holds(formula: Formula, value_of: Lookup) -> bool:
    """Whether a formula holds in the state whose variables `value_of` tells."""
    if isinstance(formula, Compare):
        return compare(value_of(formula.variable), formula.operator, formula.operand)
    if isinstance(formula, Here):
        container = value_of(formula.variable)
        return bool(container != NOWHERE and container == value_of(PLACE))
    if isinstance(formula, All):
        return all(holds(part, value_of) for part in formula.parts)
    if isinstance(formula, Any_):
        return any(holds(part, value_of) for part in formula.parts)
    return not holds(formula.part, value_of)


def simplified(formula: Formula) -> Formula:
    """Return a formula that means the same, without parts that are always true or never."""
    if isinstance(formula, Compare | Here):
        return formula
    if isinstance(formula, Not):
        part = simplified(formula.part)
        return FALSE if is_constant(part, True) else TRUE if is_constant(part, False) else Not(part)
    is_all = isinstance(formula, All)
    parts = [simplified(part) for part in formula.parts]
    if any(is_constant(part, not is_all) for part in parts):
        return FALSE if is_all else TRUE
    return type(formula)(tuple(part for part in parts if not is_constant(part, is_all)))


def is_constant(formula: Formula, truth: bool) -> bool:
    """Whether a formula is TRUE, or FALSE. As tuples the two are equal."""
    return isinstance(formula, All if truth else Any_) and not formula.parts


def comparisons(formula: Formula) -> Iterator[Compare | Here]:
    """Yield the comparisons in a formula."""
    if isinstance(formula, Compare | Here):
        yield formula
    elif isinstance(formula, Not):
        yield from comparisons(formula.part)
    else:
        for part in formula.parts:
            yield from comparisons(part)


def read_by(formula: Formula) -> frozenset[Variable]:
    """Return the variables that a formula reads."""
    found = list(comparisons(formula))
    places = [PLACE] if any(isinstance(comparison, Here) for comparison in found) else []
    return frozenset([*(comparison.variable for comparison in found), *places])


class Assign(NamedTuple):
    """A variable gets a value. A container that is destroyed stays so."""

    variable: Variable
    value: Value


class AssignHere(NamedTuple):
    """A container becomes the place."""

    variable: Variable


class Add(NamedTuple):
    """A number is added to a value, within its range."""

    variable: Variable
    amount: Decimal


Effect = Assign | AssignHere | Add


def is_equal(variable: Variable, value: Value) -> Formula:
    return Compare(variable, "==", value)
