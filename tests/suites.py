"""Which cases of a test run in `make test`, and which in `make test-all` alone."""

from collections.abc import Iterable
from typing import Any

import pytest


def mostly_long(values: Iterable[Any], why: str, *, quick: int | Iterable[Any] = 1) -> list[Any]:
    """Return `values` as parameters. `quick` of them run in both suites: the first so many, or those named. The others
    are marked `long`, with the reason `why`."""
    every = [*values]
    named = every[:quick] if isinstance(quick, int) else [*quick]
    assert named and all(value in every for value in named), "a test needs a quick case"
    return [value if value in named else pytest.param(*_values(value), marks=pytest.mark.long(why)) for value in every]


def _values(value: Any) -> tuple[Any, ...]:
    """The values of a case of several parameters, which is written as a tuple, or of one."""
    return value if isinstance(value, tuple) else (value,)
