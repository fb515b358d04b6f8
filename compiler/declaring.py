"""How a class of facts is declared: `@fact` makes it what `@dataclass(frozen=True, slots=True, kw_only=True)` would.

A dataclass compiles six methods for every class, which takes longer than all else that importing it does, and there
are about a hundred. Here they are inherited, and `__init__`, for which speed counts, is compiled when the first fact of
a class is made: who only asks a snapshot makes none of most. It fills the slots directly: that of a frozen dataclass
finds each by its name, which takes half as long again.
"""

from collections.abc import Callable
from dataclasses import MISSING, FrozenInstanceError, dataclass, fields
from functools import cache
from operator import attrgetter
from typing import TYPE_CHECKING, Any, TypeVar, cast, dataclass_transform

T = TypeVar("T", bound="Frozen")


class Frozen:
    """Fields that are compared, hashed and shown, and never changed."""

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

    if not TYPE_CHECKING:  # the checker holds `fact` for a decorator of frozen dataclasses

        def __setattr__(self, name: str, value: Any) -> None:
            raise FrozenInstanceError(f"cannot assign to field {name!r}")

        def __delattr__(self, name: str) -> None:
            raise FrozenInstanceError(f"cannot delete field {name!r}")


@dataclass_transform(frozen_default=True, kw_only_default=True)
def fact(declared: type[T]) -> type[T]:
    """The class as a slotted dataclass, whose fields are given by name. A default is a value, never made anew."""
    made: Any = dataclass(init=False, repr=False, eq=False, slots=True, kw_only=True)(declared)
    if any(one.default_factory is not MISSING for one in fields(made)):
        raise TypeError(f"a field of {declared.__qualname__} has a default that is made anew for each fact")
    made.__init__ = _compiled_first
    return cast(type[T], made)


def _compiled_first(self: Any, **values: Any) -> None:
    """The `__init__` of a class that nothing was made of yet."""
    made: Any = type(self)
    made.__init__ = _init(made)
    made.__init__(self, **values)


def _init(declared: Any) -> Callable[..., None]:
    names = _names(declared)
    defaults = {one.name: one.default for one in fields(declared) if one.default is not MISSING}
    given = ", ".join(f"{name}=default_{name}" if name in defaults else name for name in names)
    body = "".join(f"\n    fill_{name}(self, {name})" for name in names)
    made: dict[str, Any] = {f"fill_{name}": getattr(declared, name).__set__ for name in names}
    made |= {f"default_{name}": value for name, value in defaults.items()}
    exec(f"def __init__(self, *, {given}):{body}", made)  # as dataclasses themselves do
    made["__init__"].__qualname__ = f"{declared.__qualname__}.__init__"
    return cast(Callable[..., None], made["__init__"])


@cache
def _names(declared: Any) -> tuple[str, ...]:
    return tuple(one.name for one in fields(declared))


@cache
def _values(declared: Any) -> Callable[[Any], Any]:
    return attrgetter(*_names(declared))
