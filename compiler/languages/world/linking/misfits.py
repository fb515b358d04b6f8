"""Misfits: values that do not fit the type of their property, and how values and numbers stand in messages."""

import re
from collections.abc import Callable, Iterator
from decimal import Decimal
from math import isfinite, isnan
from typing import Any, NamedTuple

from compiler.languages.world.records import ElementType, EntityRef, PropertyDecl, Scalar

NUMERIC = ("integer", "number")

_INTEGER = re.compile(r"[+-]?[0-9]+")
_NUMBER = re.compile(r"[+-]?(?:(?:[0-9]+\.?[0-9]*|\.[0-9]+)(?:e[+-]?[0-9]+)?|inf|infinity|nan)", re.IGNORECASE)
_BOOLEANS = {"true": True, "false": False}


class WrongType(NamedTuple):
    """A value of another type than declared."""

    value_type: str
    value: Scalar


class NotInEnum(NamedTuple):
    """A string that the enum does not list."""

    value: str
    values: tuple[str, ...]


class OutOfRange(NamedTuple):
    """A number outside the declared range."""

    value: float
    minimum: float | None
    maximum: float | None


class WrongEntity(NamedTuple):
    """A reference to an entity of another type than declared."""

    ref_type: str
    entity: str
    type: str


Misfit = WrongType | NotInEnum | OutOfRange | WrongEntity
TypeOf = Callable[[str], str | None]


def misfits(value: Scalar, declared: PropertyDecl, type_of: TypeOf) -> Iterator[Misfit]:
    """What is wrong with a value of a property. `type_of` gives the type of an entity, None when it is unknown."""
    yield from _type_misfits(value, declared, type_of)
    if declared.value_type in NUMERIC and _has_type(value, declared.value_type) and isinstance(value, int | float):
        number, least, most = float(value), declared.minimum, declared.maximum
        if (least is not None and number < least) or (most is not None and number > most):
            yield OutOfRange(number, least, most)


def _type_misfits(value: Scalar, declared: PropertyDecl | ElementType, type_of: TypeOf) -> Iterator[Misfit]:
    if not _has_type(value, declared.value_type):
        yield WrongType(declared.value_type, value)
    elif declared.value_type == "enum" and isinstance(value, str):
        if declared.values is not None and value not in declared.values:
            yield NotInEnum(value, declared.values)
    elif declared.value_type == "ref" and isinstance(value, str | EntityRef):
        name = value.name if isinstance(value, EntityRef) else value
        found = type_of(name)
        if declared.ref_type is not None and found is not None and found != declared.ref_type:
            yield WrongEntity(declared.ref_type, name, found)
    elif isinstance(declared, PropertyDecl) and declared.element is not None and isinstance(value, tuple):
        for item in value:
            yield from _type_misfits(item, declared.element, type_of)


def _has_type(value: Scalar, kind: str) -> bool:
    match kind:
        case "boolean":
            return isinstance(value, bool)
        case "integer":
            return isinstance(value, int) and not isinstance(value, bool)
        case "number":
            return isinstance(value, int | float) and not isinstance(value, bool)
        case "ref":
            return isinstance(value, str | EntityRef)
        case "list":
            return isinstance(value, tuple) and not isinstance(value, EntityRef)
        case _:
            return isinstance(value, str)


def integer(text: str) -> int | None:
    """A 64-bit integer as conditions and effects write it, `+5` and `007` too; None for anything else."""
    # No longer text is one, and Python refuses to convert very long ones.
    if len(text) > 1000 or not _INTEGER.fullmatch(text):
        return None
    value = int(text)
    return value if -(2**63) <= value < 2**63 else None


def number(text: str) -> float | None:
    """A number as conditions and effects write it, `1e3`, `.5` and `inf` too; None for anything else."""
    return float(text) if _NUMBER.fullmatch(text) else None


def literal(text: str, kind: str) -> Scalar | None:
    """The value that text in a condition or effect has for a property of a type; None when it can have none."""
    match kind:
        case "boolean":
            return _BOOLEANS.get(text)
        case "integer":
            return integer(text)
        case "number":
            return number(text)
        case "list":
            return None
        case _:
            return text


def literal_kind(kind: str | None) -> str:
    """What is compared with a property of a type: bool, int, ident or str."""
    return {"boolean": "bool", "integer": "int", "number": "int", "enum": "ident"}.get(kind or "", "str")


def shown(value: Scalar) -> str:
    """A value as messages show it."""
    match value:
        case bool():
            return "true" if value else "false"
        case float():
            return shown_number(value)
        case EntityRef():
            return f"@{value.name}"
        case tuple():
            return f"[{', '.join(map(shown, value))}]"
        case _:
            return str(value)


def shown_number(value: float) -> str:
    """A number as messages show it: shortest digits, without exponent, without a trailing `.0`."""
    if not isfinite(value):
        return "NaN" if isnan(value) else "inf" if value > 0 else "-inf"
    return format(Decimal(repr(float(value))), "f").removesuffix(".0")


def as_json(value: Scalar | None) -> Any:
    """A value as answers give it: an entity by its name without @, a number that JSON does not have as null."""
    if isinstance(value, EntityRef):
        return value.name
    if isinstance(value, tuple):
        return [as_json(one) for one in value]
    if isinstance(value, float) and not isfinite(value):
        return None
    return value
