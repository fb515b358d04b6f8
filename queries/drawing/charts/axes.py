"""Axes of numbers: round numbers between two ends, and how they are written."""

from collections.abc import Iterable
from math import ceil, floor, log10
from typing import NamedTuple

STEPS = (1, 2, 2.5, 5, 10)


class Scale(NamedTuple):
    """The numbers of an axis: its ends, and the round numbers that are written at it."""

    low: float
    high: float
    ticks: tuple[float, ...]
    digits: int  # after the point

    def part(self, value: float) -> float:
        """Return where a value stands, from 0 at the low end to 1 at the high end: values beyond are at the ends."""
        return min(1.0, max(0.0, (value - self.low) / (self.high - self.low)))

    def shown(self, value: float) -> str:
        """Return a value of a tick as it is written."""
        return grouped(f"{value:.{self.digits}f}")


def scale(values: Iterable[float], ends: tuple[float, float] | None = None, count: int = 6) -> Scale:
    """Return a scale with about `count` ticks: from end to end, or over all values with round ends."""
    known = [*values]
    low, high = ends or (min(known), max(known))
    if low >= high:
        low, high = (min(low, 0.0), max(high, 0.0)) if low else (0.0, 1.0)
    step = _step((high - low) / count)
    if ends is None:
        low, high = floor(low / step + 1e-9) * step, ceil(high / step - 1e-9) * step
    first, last = ceil(low / step - 1e-9), floor(high / step + 1e-9)
    digits = max(0, -floor(log10(step) + 1e-9) + (1 if _is_quarter(step) else 0))
    return Scale(low, high, tuple(at * step for at in range(first, last + 1)), digits)


def value_text(value: float) -> str:
    """Return a value with at most two digits after the point."""
    shown = f"{value:.2f}".rstrip("0").rstrip(".")
    return grouped("0" if shown == "-0" else shown)


class ValueFormat(NamedTuple):
    """How values are written: what stands before them, the digits after the point, -1 for as many as there are, and
    whether they are parts of a whole."""

    prefix: str = ""
    digits: int = -1
    is_percentage: bool = False

    def shown(self, value: float) -> str:
        """Return a value as it is written."""
        part = value * 100 if self.is_percentage else value
        digits = value_text(part) if self.digits < 0 else grouped(f"{part:.{self.digits}f}")
        return f"{self.prefix}{digits}{'%' if self.is_percentage else ''}"


def grouped(digits: str) -> str:
    """Return a number with commas between its thousands."""
    whole, point, rest = digits.partition(".")
    return f"{'-' if whole.startswith('-') else ''}{int(whole.lstrip('-')):,}{point}{rest}"


def _step(least: float) -> float:
    """Return the least round number that is at least `least`."""
    power = 10.0 ** floor(log10(least))
    return next(one * power for one in (*STEPS, 20) if one * power >= least * (1 - 1e-9))


def _is_quarter(step: float) -> bool:
    return abs(step / 10.0 ** floor(log10(step)) - 2.5) < 1e-6
