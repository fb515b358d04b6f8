"""Literals of conditions and effects, and values as messages and answers show them."""

import re
from decimal import Decimal
from math import isfinite, isnan
from typing import Any

from compiler.languages.world.records import EntityRef, Scalar

_INTEGER = re.compile(r"[+-]?[0-9]+")
_NUMBER = re.compile(r"[+-]?(?:(?:[0-9]+\.?[0-9]*|\.[0-9]+)(?:e[+-]?[0-9]+)?|inf|infinity|nan)", re.IGNORECASE)
_BOOLEANS = {"true": True, "false": False}


def integer(text: str) -> int | None:
    """The 64-bit integer that a text stands for, also `+5` and `007`. None for any other text."""
    # Python refuses to convert very long texts.
    if len(text) > 1000 or not _INTEGER.fullmatch(text):
        return None
    value = int(text)
    return value if -(2**63) <= value < 2**63 else None


def number(text: str) -> float | None:
    """The number that a text stands for, also `1e3`, `.5` and `inf`. None for any other text."""
    return float(text) if _NUMBER.fullmatch(text) else None


def literal(text: str, kind: str) -> Scalar | None:
    """The value of a text as a literal of the type `kind` of a property. None when it has none."""
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
    """The kind of literal that goes with the type of a property: bool, int, ident or str."""
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
    """A number as messages show it: the shortest digits, without exponent and without a final `.0`."""
    if not isfinite(value):
        return "NaN" if isnan(value) else "inf" if value > 0 else "-inf"
    return format(Decimal(repr(float(value))), "f").removesuffix(".0")


def as_json(value: Scalar | None) -> Any:
    """A value as JSON: an entity is its name without @, an infinite number or NaN is None."""
    if isinstance(value, EntityRef):
        return value.name
    if isinstance(value, tuple):
        return [as_json(item) for item in value]
    if isinstance(value, float) and not isfinite(value):
        return None
    return value
