"""Names for objects that share one: `press`, `press-2`, `press-3`."""

from collections.abc import Callable, Container, Hashable
from typing import Generic, TypeVar

N = TypeVar("N", bound=Hashable)


class FreeNames(Generic[N]):
    """Finds the first free number of a name. Names that were taken stay taken, so each name goes on from its last
    number: many objects that share a name take linear time."""

    def __init__(self, taken: Container[N]) -> None:
        """`taken` are the names in use; whoever takes one adds it there."""
        self._taken = taken
        self._last: dict[N, int] = {}

    def numbered(self, name: N, written: Callable[[int], N], first: int = 2) -> N:
        """Return the first of `written(first)`, `written(first + 1)`, … that is free. `written` depends on the name
        alone."""
        number = self._last.get(name, first - 1) + 1
        while written(number) in self._taken:
            number += 1
        self._last[name] = number
        return written(number)
