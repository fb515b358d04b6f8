"""A figure of a benchmark, and the table that shows them."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from statistics import median
from time import perf_counter


@dataclass(frozen=True, slots=True)
class Figure:
    """One line of the table. `limit`, in the unit of `value`, must not be exceeded; None where nothing is promised."""

    name: str
    value: float
    unit: str
    limit: float | None = None
    beside: str = ""

    def __str__(self) -> str:
        verdict = (
            "" if self.limit is None else f"  at most {self.limit:g}: {'yes' if self.value <= self.limit else 'NO'}"
        )
        return f"{self.name:<58} {self.value:>9.2f} {self.unit:<5}{verdict:<18} {self.beside}".rstrip()


def milliseconds(action: Callable[[], object]) -> float:
    """How long an action takes."""
    begun = perf_counter()
    action()
    return (perf_counter() - begun) * 1000


def in_turns(rounds: int, actions: Mapping[str, Callable[[], float]]) -> dict[str, list[float]]:
    """What each of several measurements gives, taken in turns, after one turn that does not count."""
    taken: dict[str, list[float]] = {name: [] for name in actions}
    for turn in range(rounds + 1):
        for name, action in actions.items():
            value = action()
            if turn:
                taken[name].append(value)
    return taken


def ratio(ours: Sequence[float], theirs: Sequence[float]) -> float:
    """The ratio of two medians."""
    return median(ours) / median(theirs)
