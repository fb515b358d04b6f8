"""`@fact` declares a class of facts: like `@dataclass(frozen=True, slots=True, kw_only=True)`, but faster.

A dataclass compiles six methods for every class, which takes most of the time of importing it, and there are about a
hundred classes. Here those methods are inherited, except `__new__`, which is compiled when the first fact of a class is
made: a process that only queries a snapshot makes none of most. A fact is made as an instance of a twin class, whose
fields may be set, and then gets its own class: that takes half the time of `object.__setattr__` for each field.
"""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import MISSING, FrozenInstanceError, dataclass, fields
from functools import cache
from operator import attrgetter
from typing import TYPE_CHECKING, Any, TypeVar, cast, dataclass_transform

T = TypeVar("T", bound="Frozen")


class Frozen:
    """Equality, hash and repr by the fields, which cannot be changed."""

    __slots__ = ()

    def __eq__(self, other: object) -> bool:
        kind: Any = type(self)
        other_kind: Any = type(other)
        if kind is not other_kind:
            return NotImplemented
        values = _values(kind)
        return bool(values(self) == values(other))

    def __hash__(self) -> int:
        kind: Any = type(self)
        return hash(_values(kind)(self))

    def __repr__(self) -> str:
        kind: Any = type(self)
        shown = ", ".join(f"{name}={getattr(self, name)!r}" for name in _names(kind))
        return f"{kind.__qualname__}({shown})"

    if not TYPE_CHECKING:  # for a type checker `fact` makes frozen dataclasses

        def __setattr__(self, name: str, value: Any) -> None:
            raise FrozenInstanceError(f"cannot assign to field {name!r}")

        def __delattr__(self, name: str) -> None:
            raise FrozenInstanceError(f"cannot delete field {name!r}")


@dataclass_transform(frozen_default=True, kw_only_default=True)
def fact(declared: type[T]) -> type[T]:
    """Make a class a slotted, frozen dataclass whose fields are given by name. Raises TypeError for default factories
    and for postponed annotations."""
    made: Any = dataclass(init=False, repr=False, eq=False, slots=True, kw_only=True)(declared)
    if any(field.default_factory is not MISSING for field in fields(made)):
        raise TypeError(f"a field of {declared.__qualname__} has a default that is made anew for each fact")
    if any(isinstance(field.type, str) for field in fields(made)):  # the columns of its table depend on the types
        raise TypeError(f"a field of {declared.__qualname__} has a type in words: annotations may not be postponed")
    made.__new__ = _compile_new
    return cast(type[T], made)


def _compile_new(declared: Any, **values: Any) -> Any:
    """The `__new__` of a class without instances: it compiles the real one, and calls it."""
    declared.__new__ = _new(declared)
    return declared(**values)


def _new(declared: Any) -> Callable[..., Any]:
    """Compile the `__new__` of a class, which takes the fields by name."""
    defaults = {field.name: field.default for field in fields(declared) if field.default is not MISSING}
    given = (f"{name}=default_{name}" if name in defaults else name for name in _names(declared))
    known = {f"default_{name}": value for name, value in defaults.items()}
    return _compiled(declared, "__new__", f"cls, *, {', '.join(given)}", _names(declared), known)


def positional_constructor(declared: type[T], names: Sequence[str]) -> Callable[..., T]:
    """Compile a function that makes a fact of its fields, given in the order of `names`. Positional arguments take a
    third of the time of named ones."""
    return _compiled(declared, "made", ", ".join(names), names, {"cls": declared})


def _compiled(declared: Any, name: str, given: str, names: Iterable[str], known: dict[str, Any]) -> Callable[..., Any]:
    """Compile a function `name(given)` that makes a fact. `names` are the fields, `known` its global names."""
    filled = "".join(f"\n    self.{name} = {name}" for name in names)
    body = f"\n    self = begin(unfinished){filled}\n    self.__class__ = cls\n    return self"
    made = {**known, "begin": object.__new__, "unfinished": _unfinished(declared)}
    exec(f"def {name}({given}):{body}", made)  # as dataclasses themselves do
    made[name].__qualname__ = f"{declared.__qualname__}.{name}"
    return cast(Callable[..., Any], made[name])


@cache
def _unfinished(declared: Any) -> type:
    """Return the twin of a class: the same bases and slots, and fields that may be set."""
    # Both are needed: with one of them, setting would still look at `Frozen`.
    may_be_set = {"__setattr__": object.__setattr__, "__delattr__": object.__delattr__}
    return type(declared.__name__, declared.__bases__, {"__slots__": declared.__slots__, **may_be_set})


@cache
def _names(declared: Any) -> tuple[str, ...]:
    return tuple(field.name for field in fields(declared))


@cache
def _values(declared: Any) -> Callable[[Any], Any]:
    return attrgetter(*_names(declared))
