"""States as integers: each variable has a field of bits, wide enough for the values that it can have.

A variable that nothing reads has no field (Q4). A numeric field holds 0 for unset, else its number in units of its
scale, above the least. Its bounds are those of Q3: values beyond them differ in nothing from the bound.
"""

from collections import defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from decimal import Decimal
from typing import NamedTuple

from queries.world.play.formulas import (
    PLACE,
    TALK,
    Add,
    Assign,
    AssignHere,
    Compare,
    Effect,
    Formula,
    Variable,
    at,
    comparisons,
)
from queries.world.play.values import INTEGER_LIMIT, Kind, Value

UNBOUNDED = Decimal(INTEGER_LIMIT)


class Field(NamedTuple):
    """The bits of a variable. `words` are the values of a field that is no number. `low` is the least number, in units
    of 1/`scale`; `bottom` and `top` are the bounds of sums."""

    shift: int
    mask: int
    words: tuple[Value, ...] = ()
    numbers: Mapping[Value, int] | None = None
    scale: int = 1
    low: int = 0
    high: int = 0
    bottom: int = 0
    top: int = 0

    def encoded(self, value: Value) -> int:
        """Return the bits of a value."""
        if self.numbers is not None:
            return self.numbers[value]
        if value is None:
            return 0
        assert isinstance(value, Decimal)
        return max(self.low, min(self.high, int(value * self.scale))) - self.low + 1

    def decoded(self, bits: int) -> Value:
        """Return the value of bits."""
        if self.numbers is not None:
            return self.words[bits]
        return None if bits == 0 else Decimal(bits - 1 + self.low) / self.scale


@dataclass(slots=True)
class Change:
    """A change that something can make. `is_once`: only a choice that can be taken once makes it."""

    effect: Effect
    is_once: bool


@dataclass(slots=True)
class Layout:
    """The fields of all variables that are kept. `width` is the number of bits of a state without marks."""

    fields: dict[Variable, Field] = field(default_factory=dict)
    width: int = 0

    def value(self, state: int, variable: Variable) -> Value:
        """Return the value of a variable in a state."""
        one = self.fields[variable]
        return one.decoded(state >> one.shift & one.mask)

    def packed(self, values: Mapping[Variable, Value]) -> int:
        """Return the state that has these values; other variables are left out."""
        return sum(bits.encoded(values[variable]) << bits.shift for variable, bits in self.fields.items())

    def add(self, variable: Variable, made: Field, size: int) -> None:
        bits = max(1, (size - 1).bit_length())
        self.fields[variable] = made._replace(shift=self.width, mask=(1 << bits) - 1)
        self.width += bits


def layout_of(
    variables: Iterable[Variable],
    initial: Mapping[Variable, Value],
    kinds: Mapping[Variable, Kind],
    formulas: Iterable[Formula],
    changes: Iterable[Change],
    places: Iterable[str],
    menus: Iterable[str],
    *,
    is_exact: bool = False,
) -> Layout:
    """Return the layout of some variables. With `is_exact`, numbers are not bounded by what is compared (Q3)."""
    by_variable: dict[Variable, list[Change]] = defaultdict(list)
    for change in changes:
        by_variable[change.effect.variable].append(change)
    compared: dict[Variable, list[Decimal]] = defaultdict(list)
    for formula in formulas:
        for each in comparisons(formula):
            if isinstance(each, Compare) and isinstance(each.operand, Decimal):
                compared[each.variable].append(each.operand)
    layout = Layout()
    known = list(dict.fromkeys(places))
    for variable in variables:
        kind = kinds.get(variable)
        if variable == TALK:
            _add_words(layout, variable, ["", *menus])
        elif kind is not None and kind.is_numeric:
            _add_number(layout, variable, initial[variable], kind, compared[variable], by_variable[variable], is_exact)
        else:
            _add_words(layout, variable, _words(variable, initial[variable], by_variable[variable], known))
    return layout


def _words(variable: Variable, initial: Value, changes: list[Change], places: list[str]) -> list[Value]:
    found: list[Value] = [initial]
    if variable[0] == "taken":
        return [False, True]
    if variable == PLACE:
        found += [at(place) for place in places]
    for change in changes:
        if isinstance(change.effect, Assign):
            found.append(change.effect.value)
        elif isinstance(change.effect, AssignHere):
            found += ["", *(at(place) for place in places)]
    return list(dict.fromkeys(found))


def _add_words(layout: Layout, variable: Variable, words: list[Value]) -> None:
    layout.add(variable, Field(0, 0, tuple(words), {word: number for number, word in enumerate(words)}), len(words))


def _add_number(
    layout: Layout,
    variable: Variable,
    initial: Value,
    kind: Kind,
    thresholds: list[Decimal],
    changes: list[Change],
    is_exact: bool,
) -> None:
    assigned = [initial, *(change.effect.value for change in changes if isinstance(change.effect, Assign))]
    fixed = [value for value in assigned if isinstance(value, Decimal)]
    added = [(change.effect.amount, change.is_once) for change in changes if isinstance(change.effect, Add)]
    limits = [decimal for decimal in (kind.minimum, kind.maximum) if decimal is not None]
    scale = _scale([*fixed, *thresholds, *(amount for amount, _ in added), *limits])
    unit = Decimal(1) / scale
    starts = [*fixed, Decimal(0)] if added else fixed or [Decimal(0)]
    up, down = _total(added, 1), _total(added, -1)
    low, high = min(starts) - down, max(starts) + up
    bottom = kind.minimum if kind.minimum is not None else -UNBOUNDED
    top = kind.maximum if kind.maximum is not None else UNBOUNDED - 1
    if added:
        low, high = max(low, min([bottom, *starts])), min(high, max([top, *starts]))
    if thresholds and not is_exact:
        low, high = max(low, min(thresholds) - unit - up), min(high, max(thresholds) + unit + down)
    low, high = min(low, high), max(low, high)
    bounds = [int(decimal * scale) for decimal in (low, high, max(low, min(high, bottom)), min(high, max(low, top)))]
    made = Field(0, 0, scale=scale, low=bounds[0], high=bounds[1], bottom=bounds[2], top=bounds[3])
    layout.add(variable, made, bounds[1] - bounds[0] + 2)


def _total(added: list[tuple[Decimal, bool]], sign: int) -> Decimal:
    """All that can ever be added (or subtracted, with sign -1); without end if something adds again and again."""
    amounts = [(amount * sign, is_once) for amount, is_once in added if amount * sign > 0]
    return (
        sum((amount for amount, is_once in amounts if is_once), Decimal(0))
        if all(is_once for _, is_once in amounts)
        else 4 * UNBOUNDED
    )


def _scale(numbers: list[Decimal]) -> int:
    """The least power of ten that makes all numbers whole."""
    exponents = [number.normalize().as_tuple().exponent for number in numbers if number]
    return int(10 ** max([0, *(-exponent for exponent in exponents if isinstance(exponent, int))]))
