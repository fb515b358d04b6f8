"""Errors of values: values that do not fit the type of their property."""

from collections.abc import Callable, Iterator
from typing import NamedTuple

from compiler.languages.world.records import ElementType, EntityRef, PropertyDecl, Scalar

NUMERIC = ("integer", "number")


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


class WrongEntityType(NamedTuple):
    """A reference to an entity of another type than declared."""

    ref_type: str
    entity: str
    type: str


BadValue = WrongType | NotInEnum | OutOfRange | WrongEntityType
TypeOf = Callable[[str], str | None]


def value_errors(value: Scalar, declared: PropertyDecl, type_of: TypeOf) -> Iterator[BadValue]:
    """The errors of a value of a property. `type_of` returns the name of an entity's type, None when it is unknown."""
    yield from _type_errors(value, declared, type_of)
    if declared.value_type in NUMERIC and _has_type(value, declared.value_type) and isinstance(value, int | float):
        number, least, most = float(value), declared.minimum, declared.maximum
        if (least is not None and number < least) or (most is not None and number > most):
            yield OutOfRange(number, least, most)


def _type_errors(value: Scalar, declared: PropertyDecl | ElementType, type_of: TypeOf) -> Iterator[BadValue]:
    if not _has_type(value, declared.value_type):
        yield WrongType(declared.value_type, value)
    elif declared.value_type == "enum" and isinstance(value, str):
        if declared.values is not None and value not in declared.values:
            yield NotInEnum(value, declared.values)
    elif declared.value_type == "ref" and isinstance(value, str | EntityRef):
        name = value.name if isinstance(value, EntityRef) else value
        found = type_of(name)
        if declared.ref_type is not None and found is not None and found != declared.ref_type:
            yield WrongEntityType(declared.ref_type, name, found)
    elif isinstance(declared, PropertyDecl) and declared.element is not None and isinstance(value, tuple):
        for item in value:
            yield from _type_errors(item, declared.element, type_of)


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
