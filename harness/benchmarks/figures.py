"""Figures and tables of a benchmark, and the measuring of times."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from statistics import median
from time import perf_counter


@dataclass(frozen=True, slots=True)
class Figure:
    """One line of the report.

    `limit` is the largest and `floor` the smallest value that is promised, in the unit of `value`; None for no promise.
    `is_budget` marks the promises of the project as a whole. `beside` is a remark.
    """

    name: str
    value: float
    unit: str
    limit: float | None = None
    beside: str = ""
    floor: float | None = None
    is_budget: bool = False

    def __str__(self) -> str:
        verdict = f"  {self.promise}: {'yes' if self.is_met else 'NO'}" if self.promise else ""
        return f"{self.name:<58} {self.value:>9.2f} {self.unit:<5}{verdict:<18} {self.beside}".rstrip()

    @property
    def promise(self) -> str:
        """The promise in words; "" for none."""
        if self.limit is not None:
            return f"at most {self.limit:g}"
        return "" if self.floor is None else f"at least {self.floor:g}"

    @property
    def is_met(self) -> bool:
        """Whether the promise is kept; true for none."""
        return (self.limit is None or self.value <= self.limit) and (self.floor is None or self.value >= self.floor)


@dataclass(frozen=True, slots=True)
class Table:
    """Many measurements of one sort: a head and rows, the first column left-aligned, the others right-aligned."""

    head: Sequence[str]
    rows: Sequence[Sequence[str]]

    def __str__(self) -> str:
        lines = [self.head, *self.rows]
        widths = [max(len(line[at]) for line in lines) for at in range(len(self.head))]
        return "\n".join(_aligned(line, widths) for line in lines)


def _aligned(line: Sequence[str], widths: Sequence[int]) -> str:
    first, *others = zip(line, widths, strict=True)
    return "  ".join([f"{first[0]:<{first[1]}}", *(f"{text:>{width}}" for text, width in others)]).rstrip()


def milliseconds(action: Callable[[], object]) -> float:
    """The time of an action."""
    begun = perf_counter()
    action()
    return (perf_counter() - begun) * 1000


def in_turns(rounds: int, actions: Mapping[str, Callable[[], float]], *, warm_up: int = 1) -> dict[str, list[float]]:
    """The values of several measurements, taken in turns. The first `warm_up` turns are not counted."""
    taken: dict[str, list[float]] = {name: [] for name in actions}
    for turn in range(rounds + warm_up):
        for name, action in actions.items():
            value = action()
            if turn >= warm_up:
                taken[name].append(value)
    return taken


def ratio(ours: Sequence[float], theirs: Sequence[float]) -> float:
    """The ratio of two medians."""
    return median(ours) / median(theirs)


def percentile(values: Sequence[float], hundredth: int) -> float:
    """The value that `hundredth` of 100 values do not exceed."""
    ordered = sorted(values)
    return ordered[min(len(ordered) * hundredth // 100, len(ordered) - 1)]


def above(ours: Sequence[float], theirs: Sequence[float]) -> float:
    """The median of the differences turn by turn: a slow moment affects both."""
    return median(one - other for one, other in zip(ours, theirs, strict=True))
