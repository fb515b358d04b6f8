"""Facts that are made by the ten thousand: an `__init__` that fills their slots directly.

That of a frozen dataclass finds every slot by its name, through `object.__setattr__`, which takes half as long again.
What it is called with, and what comes of it, is the same.
"""

from collections.abc import Callable
from dataclasses import fields
from typing import Any, TypeVar, cast

from compiler.facts import Fact

F = TypeVar("F", bound=Fact)


def fills_slots(fact_class: type[F]) -> type[F]:
    """The class, a slotted dataclass without defaults, with such an `__init__`."""
    names = [one.name for one in fields(fact_class)]
    made: dict[str, Any] = {f"fill_{name}": getattr(fact_class, name).__set__ for name in names}
    body = "".join(f"\n    fill_{name}(self, {name})" for name in names)
    exec(f"def __init__(self, *, {', '.join(names)}):{body}", made)  # as dataclasses themselves do
    made["__init__"].__qualname__ = f"{fact_class.__qualname__}.__init__"
    cast(Any, fact_class).__init__ = cast(Callable[..., None], made["__init__"])
    return fact_class
