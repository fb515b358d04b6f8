"""Encode units as bytes, exactly: named tuples, frozen dataclasses, enumerations and plain values, nested.

`encode` returns None for a unit that holds anything else (a date, a subclass of str); such a unit cannot be cached.
`decode` returns an equal unit, many times faster than parsing. The bytes are marshal's, of plain values only: decoding
calls nothing but the classes of this compiler that they name.

Most of a unit needs no decoding: a list or object is written as it is if all in it is plain. A tuple begins with what
it stands for: `_TUPLE` and its plain items, `_MIXED` and items that need decoding, or a class.
"""

import marshal
import sys
from collections.abc import Callable, Collection
from dataclasses import fields, is_dataclass
from enum import Enum
from functools import lru_cache
from importlib import import_module
from operator import attrgetter
from typing import Any

_ATOMS = frozenset({str, int, float, bool, bytes, type(None)})
_are_plain = _ATOMS.issuperset
_TUPLE, _MIXED, _LIST, _DICT = 0, 1, 2, 3
_FIRST_CLASS = 4  # a class has two numbers: an even one before fields that are all plain, and the next
_PACKAGE = "compiler."
_CONTAINERS: dict[type, tuple[int, Callable[[Any], Any]]] = {
    tuple: (_TUPLE, lambda value: value),
    list: (_LIST, lambda value: value),
    dict: (_DICT, dict.values),
}
_WITHOUT_SHARING = 0  # later versions of marshal's format write an object that is met again as a reference
_new = tuple.__new__


class _NotPlainError(Exception):
    """The value holds something that cannot be encoded exactly."""


def encode(value: Any, *, version: int = marshal.version) -> bytes | None:
    """Return the value as bytes; None if it cannot be encoded exactly."""
    writer = _Writer()
    try:
        items = writer.items((value,))
        names = [f"{record_class.__module__}:{record_class.__qualname__}" for record_class in writer.classes]
        return marshal.dumps((names, items is None, value if items is None else items[0]), version)
    except (_NotPlainError, RecursionError, ValueError):
        return None


def canonical(value: Any) -> bytes | None:
    """Return bytes that are the same for equal values, as a key needs. None as for `encode`."""
    return encode(value, version=_WITHOUT_SHARING)


def decode(body: bytes) -> Any:
    """Return the value that `encode` wrote. Raises ValueError for other bytes."""
    try:
        names, plain, written = marshal.loads(body)
        return written if plain else _Reader(names).read(written)
    except (ValueError, EOFError, TypeError, LookupError, AttributeError, ImportError, RecursionError) as error:
        raise ValueError("not an encoded unit") from error


class _Writer:
    """Encodes one value, and numbers the classes that it meets."""

    def __init__(self) -> None:
        self.classes: list[type] = []
        self._known: dict[type, tuple[int, Callable[[Any], Any]]] = dict(_CONTAINERS)

    def items(self, values: Collection[Any]) -> list[Any] | None:
        """Encode sibling values. None if all are plain and can be written as they are."""
        if _are_plain(map(type, values)):
            return None
        items: list[Any] = []
        all_plain = True
        known = self._known
        for value in values:
            kind = type(value)
            if kind in _ATOMS:
                items.append(value)
                continue
            number, parts_of = known.get(kind) or self._number_class(kind)
            parts = parts_of(value)
            # Most records and tuples hold atoms only: those need no call.
            inner = None if _are_plain(map(type, parts)) else self.items(parts)
            if number >= _FIRST_CLASS:
                all_plain = False
                items.append((number, parts) if inner is None else (number + 1, *inner))
            elif inner is None:
                # Beside siblings that are not plain, a plain tuple must be marked.
                items.append((_TUPLE, value) if number == _TUPLE else value)
            else:
                all_plain = False
                items.append(_container(number, value, inner))
            if number == _DICT and not _are_plain(map(type, value)):
                raise _NotPlainError
        return None if all_plain else items

    def _number_class(self, kind: type) -> tuple[int, Callable[[Any], Any]]:
        """Number a new class. Return the number, and what returns the fields of its records."""
        if not kind.__module__.startswith(_PACKAGE):
            raise _NotPlainError
        found = self._known[kind] = _FIRST_CLASS + 2 * len(self.classes), _parts(kind)
        self.classes.append(kind)
        return found


def _container(number: int, value: Any, items: list[Any]) -> tuple[Any, ...]:
    """Encode a tuple, list or dictionary that is not plain."""
    if number == _TUPLE:
        return (_MIXED, *items)
    return (_LIST, items) if number == _LIST else (_DICT, dict(zip(value, items, strict=True)))


class _Reader:
    """Decodes a value, with the classes by their numbers."""

    def __init__(self, names: list[str]) -> None:
        self._makers = _makers(tuple(names))

    def read(self, written: Any) -> Any:
        makers, read = self._makers, self.read
        number = written[0]
        if number >= _FIRST_CLASS:
            maker = makers[number]
            if number & 1:
                return maker([read(item) if type(item) is tuple else item for item in written[1:]])
            return maker(written[1])
        if number == _MIXED:
            return tuple([read(item) if type(item) is tuple else item for item in written[1:]])
        if number == _TUPLE:
            return written[1]
        if number == _LIST:
            return [read(item) if type(item) is tuple else item for item in written[1]]
        return {key: read(item) if type(item) is tuple else item for key, item in written[1].items()}


_PARTS: dict[type, Callable[[Any], Any]] = {}
_MAKERS: dict[str, Callable[[Any], Any]] = {}


def _parts(kind: type) -> Callable[[Any], Any]:
    """Return what returns the fields of a record of this class, in their order."""
    found = _PARTS.get(kind)
    if found is None:
        found = _PARTS[kind] = _compile_parts(kind)
    return found


def _compile_parts(kind: type) -> Callable[[Any], Any]:
    if issubclass(kind, tuple) and hasattr(kind, "_fields"):
        return tuple
    if issubclass(kind, Enum):
        return lambda value: (value.value,)
    if not is_dataclass(kind):
        raise _NotPlainError
    names = [field.name for field in fields(kind)]
    return attrgetter(*names) if len(names) > 1 else lambda value: tuple(getattr(value, name) for name in names)


@lru_cache(1_000)  # the units of a language have much the same classes
def _makers(names: tuple[str, ...]) -> list[Any]:
    """Return what makes records of the classes, by the numbers that `_Writer` gives them."""
    return [None] * _FIRST_CLASS + [_maker(name) for name in names for _ in range(2)]


def _maker(name: str) -> Callable[[Any], Any]:
    """Return what makes a record of the class `module:name` from a list of its fields."""
    found = _MAKERS.get(name)
    if found is None:
        found = _MAKERS[name] = _compile_maker(name)
    return found


def _compile_maker(name: str) -> Callable[[Any], Any]:
    module, _, qualified = name.partition(":")
    if not module.startswith(_PACKAGE):
        raise ValueError(f"a class of another program: {name}")
    kind: Any = attrgetter(qualified)(sys.modules.get(module) or import_module(module))
    if issubclass(kind, Enum):
        return lambda parts: kind(*parts)
    if is_dataclass(kind):
        names = [field.name for field in fields(kind)]
        made: Any = kind
        return lambda parts: made(**dict(zip(names, parts, strict=True)))
    if not (issubclass(kind, tuple) and hasattr(kind, "_fields")):
        raise ValueError(f"no record: {name}")
    count = len(kind._fields)

    def make(parts: Any) -> Any:
        if len(parts) != count:
            raise ValueError(f"{name} has {count} fields")
        return _new(kind, parts)

    return make
