"""Formulas and effects as functions of packed states.

Conditions that ask for one value of a field are joined: one mask and one comparison test them all. Effects that assign
constants are joined in the same way.
"""

from collections.abc import Callable, Iterable, Sequence
from decimal import Decimal
from typing import NamedTuple

from queries.world.play.formulas import (
    DESTROYED,
    PLACE,
    Add,
    All,
    Any_,
    Assign,
    Compare,
    Effect,
    Formula,
    Here,
)
from queries.world.play.layout import Field, Layout
from queries.world.play.values import compare

Test = Callable[[int], bool]
Run = Callable[[int], int]
MAX_TABLE = 4_096  # values of a field that are looked up; a larger field is computed with


class Masked(NamedTuple):
    """A test whether some bits of a state have a value. Without bits, it always holds."""

    mask: int
    value: int


Compiled = Masked | Test | None  # None never holds
ALWAYS = Masked(0, 0)


def always(_state: int) -> bool:
    return True


def never(_state: int) -> bool:
    return False


def test_of(formula: Formula, layout: Layout) -> Test:
    """Return a function that tells whether a formula holds in a state."""
    return as_function(compiled(formula, layout))


def as_function(made: Compiled) -> Test:
    if made is None:
        return never
    if not isinstance(made, Masked):
        return made
    mask, value = made
    return (lambda state: state & mask == value) if mask else always


def compiled(formula: Formula, layout: Layout) -> Compiled:
    """Return a formula as a test; ALWAYS or None if it holds in all states or in none."""
    if isinstance(formula, Compare):
        return _compare(formula, layout.fields[formula.variable])
    if isinstance(formula, Here):
        return _here(layout.fields[formula.variable], layout.fields[PLACE])
    if isinstance(formula, All):
        return _all([compiled(part, layout) for part in formula.parts])
    if isinstance(formula, Any_):
        return _any([compiled(part, layout) for part in formula.parts])
    return _not(compiled(formula.part, layout))


def _compare(formula: Compare, field: Field) -> Compiled:
    size = len(field.words) if field.numbers is not None else field.high - field.low + 2
    if size > MAX_TABLE:
        return _beyond_tables(formula, field)
    allowed = [bits for bits in range(size) if compare(field.decoded(bits), formula.operator, formula.operand)]
    return _one_of(allowed, size, field)


def _one_of(allowed: Sequence[int], size: int, field: Field) -> Compiled:
    if len(allowed) in (0, size):
        return ALWAYS if allowed else None
    shift, mask = field.shift, field.mask
    if len(allowed) == 1:
        return Masked(mask << shift, allowed[0] << shift)
    table = sum(1 << bits for bits in allowed)
    return lambda state: bool(table >> (state >> shift & mask) & 1)


def _beyond_tables(formula: Compare, field: Field) -> Compiled:
    operator, operand = formula.operator, formula.operand
    if not isinstance(operand, Decimal):
        return ALWAYS if operator == "!=" else None
    bound = (
        operand * field.scale - field.low + 1
    )  # compared with the bits; exact, since the scale is that of all numbers
    limit, (_, shift, mask) = int(bound), (0, field.shift, field.mask)
    tests: dict[str, Test] = {
        "==": lambda state: 0 < limit == state >> shift & mask,
        "!=": lambda state: not 0 < limit == state >> shift & mask,
        "<": lambda state: 0 < state >> shift & mask < limit,
        "<=": lambda state: 0 < state >> shift & mask <= limit,
        ">": lambda state: 0 != state >> shift & mask > limit,
        ">=": lambda state: 0 != state >> shift & mask >= limit,
    }
    return tests[operator]


def _here(container: Field, place: Field) -> Compiled:
    numbers = container.numbers or {}
    inside = [numbers.get(word, -1) if word != "" else -1 for word in place.words]
    shift, mask, place_shift, place_mask = container.shift, container.mask, place.shift, place.mask
    return lambda state: state >> shift & mask == inside[state >> place_shift & place_mask]


def _all(parts: Iterable[Compiled]) -> Compiled:
    mask = value = 0
    tests: list[Test] = []
    for part in parts:
        if part is None:
            return None
        if not isinstance(part, Masked):
            tests.append(part)
        elif (value ^ part.value) & mask & part.mask:
            return None
        else:
            mask, value = mask | part.mask, value | part.value
    if not tests:
        return Masked(mask, value)
    if not mask and len(tests) == 1:
        return tests[0]
    if len(tests) == 1:
        (other,) = tests
        return lambda state: state & mask == value and other(state)
    return lambda state: state & mask == value and all(test(state) for test in tests)


def _any(parts: Iterable[Compiled]) -> Compiled:
    some = [part for part in parts if part is not None]
    if any(part == ALWAYS for part in some):
        return ALWAYS
    if len(some) < 2:
        return some[0] if some else None
    tests = [as_function(part) for part in some]
    return lambda state: any(test(state) for test in tests)


def _not(part: Compiled) -> Compiled:
    if part is None or part == ALWAYS:
        return ALWAYS if part is None else None
    test = as_function(part)
    return lambda state: not test(state)


# --- effects ---------------------------------------------------------------------------------------------------------


def run_of(effects: Iterable[Effect | None], layout: Layout, *, also: tuple[int, int] = (-1, 0)) -> Run:
    """Return a function that applies effects to a state, in order. `also` keeps and sets some bits before them."""
    keep, bits = also
    steps: list[Run] = []
    for effect in effects:
        field = layout.fields.get(effect.variable) if effect is not None else None
        if effect is None or field is None:
            continue
        constant = _constant(effect, field)
        if constant is not None:
            keep, bits = keep & constant[0], bits & constant[0] | constant[1]
            continue
        steps += [_assigning(keep, bits)] if (keep, bits) != (-1, 0) else []
        keep, bits = -1, 0
        steps.append(_dynamic(effect, field, layout))
    steps += [_assigning(keep, bits)] if (keep, bits) != (-1, 0) or not steps else []
    return steps[0] if len(steps) == 1 else _in_turn(steps)


def _assigning(keep: int, bits: int) -> Run:
    return (lambda state: state & keep | bits) if (keep, bits) != (-1, 0) else (lambda state: state)


def _in_turn(steps: list[Run]) -> Run:
    def run(state: int) -> int:
        for step in steps:
            state = step(state)
        return state

    return run


def _constant(effect: Effect, field: Field) -> tuple[int, int] | None:
    """The bits that an assignment keeps and sets; None if it depends on the state."""
    if not isinstance(effect, Assign) or (field.numbers is not None and DESTROYED in field.numbers):
        return None
    return ~(field.mask << field.shift), field.encoded(effect.value) << field.shift


def _dynamic(effect: Effect, field: Field, layout: Layout) -> Run:
    if isinstance(effect, Add):
        return _adding(effect, field)
    destroyed = (field.numbers or {}).get(DESTROYED, -1)
    shift, mask = field.shift, field.mask
    keep = ~(mask << shift)
    if isinstance(effect, Assign):
        bits = field.encoded(effect.value) << shift
        return lambda state: state if state >> shift & mask == destroyed else state & keep | bits
    place = layout.fields[PLACE]
    places = [field.encoded(word) << shift for word in place.words]
    return lambda state: (
        state if state >> shift & mask == destroyed else state & keep | places[state >> place.shift & place.mask]
    )


def _adding(effect: Add, field: Field) -> Run:
    amount = int(effect.amount * field.scale)
    shift, mask, low, bottom, top = field.shift, field.mask, field.low, field.bottom, field.top
    keep = ~(mask << shift)

    def added(bits: int) -> int:
        number = bits - 1 + low if bits else 0
        return max(bottom, min(top, number + amount)) - low + 1

    size = field.high - low + 2
    if size <= MAX_TABLE:
        table = [added(bits) << shift for bits in range(size)]
        return lambda state: state & keep | table[state >> shift & mask]
    return lambda state: state & keep | added(state >> shift & mask) << shift
