"""The values of properties: literals, comparisons, sums (C1, E1, E2)."""

from decimal import Decimal, InvalidOperation
from typing import Any, NamedTuple

from compiler.languages.world.facts import Property

Value = bool | int | Decimal | str | None  # None is unset
NUMERIC = ("integer", "number")
INTEGER_LIMIT = 2**63


class Invalid:
    """A literal that is not of the kind of its property. It is equal to nothing, not even to itself."""

    def __eq__(self, other: object) -> bool:
        return False

    __hash__ = object.__hash__


INVALID = Invalid()


class Kind(NamedTuple):
    """What values a property may have. `words` are those of an enum; None if any text is allowed."""

    value_type: str
    words: frozenset[str] | None = None
    minimum: Decimal | None = None
    maximum: Decimal | None = None

    @property
    def is_numeric(self) -> bool:
        return self.value_type in NUMERIC

    def literal(self, text: str) -> Value | Invalid:
        """Return the value of a literal in a condition or an effect, INVALID if it is of another kind."""
        if self.value_type == "boolean":
            return {"true": True, "false": False}.get(text, INVALID)
        if self.is_numeric:
            return self._number(text)
        if self.value_type == "enum" and self.words is not None and text not in self.words:
            return INVALID
        if self.value_type == "list":
            return INVALID
        return text.removeprefix("@") if self.value_type == "ref" else text

    def _number(self, text: str) -> Value | Invalid:
        number = decimal(text)
        if number is None or not number.is_finite():
            return INVALID
        if self.value_type == "integer":
            is_whole = text.removeprefix("+").removeprefix("-").isdigit() and abs(number) <= INTEGER_LIMIT
            return number if is_whole else INVALID
        return number

    def declared(self, value: Any) -> Value:
        """Return a value as the facts have it (a default or an override) as a value of states. A number of another
        kind is an error of the world, and unset."""
        if self.is_numeric:
            is_number = isinstance(value, int | float) and not isinstance(value, bool)
            return Decimal(repr(value)) if is_number else None
        if isinstance(value, list):
            return None
        return value if value is None or isinstance(value, bool | str) else str(value)

    def sum(self, value: Value, amount: Decimal) -> Decimal:
        """Return a value with an amount added, in the range of the property (E2)."""
        total = (value if isinstance(value, Decimal) else Decimal(0)) + amount
        low = self.minimum if self.minimum is not None else Decimal(-INTEGER_LIMIT)
        high = self.maximum if self.maximum is not None else Decimal(INTEGER_LIMIT - 1)
        return max(low, min(high, total))


def kind_of(declared: Property) -> Kind:
    """Return the kind of a declared property."""
    words = None if declared.values is None else frozenset(declared.values)
    low, high = (None if bound is None else decimal(repr(bound)) for bound in (declared.minimum, declared.maximum))
    finite_low = low if low is not None and low.is_finite() else None
    return Kind(declared.value_type, words, finite_low, high if high is not None and high.is_finite() else None)


def decimal(text: str) -> Decimal | None:
    """Return the number that a text writes, None if it writes none."""
    if "_" in text or len(text) > 100:
        return None
    try:
        return Decimal(text)
    except InvalidOperation:
        return None


def compare(value: Value, operator: str, operand: Value | Invalid) -> bool:
    """Whether a comparison holds (C1)."""
    if value is None or isinstance(operand, Invalid):
        return operator == "!="
    if operator in ("==", "!="):
        return (value == operand and type(value) is type(operand)) is (operator == "==")
    if not (isinstance(value, Decimal) and isinstance(operand, Decimal)):
        return False
    return {"<": value < operand, "<=": value <= operand, ">": value > operand, ">=": value >= operand}[operator]


def shown(value: Value) -> str:
    """Return a value as the language writes it; `unset` for none."""
    if value is None:
        return "unset"
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, Decimal):
        return format(value.normalize(), "f") if value else "0"
    return str(value)
