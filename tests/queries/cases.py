"""Tests of many cases that differ in data only: one test, which names every case that fails."""

from collections.abc import Callable, Iterable
from functools import wraps
from inspect import signature
from typing import Any

import pytest
from _pytest.mark import ParameterSet
from _pytest.outcomes import Failed
from hypothesis import settings

from tests.closing import closing_what_is_opened

Test = Callable[..., None]


def fewer_examples(reason: str) -> Callable[[Test], Test]:
    """Try a third of the examples of the profile, for a `reason` which is what an example costs."""
    assert reason
    return settings(max_examples=settings().max_examples // 3)


def each(names: str, cases: Iterable[Any]) -> Callable[[Test], Test]:
    """Run a test for each case, whose values are the arguments called `names`; its other arguments are fixtures.

    All cases are run. Each that fails is reported with its values and what failed.
    """
    arguments = [name.strip() for name in names.split(",")]
    rows = [_values(case, len(arguments)) for case in cases]
    assert rows, "no case"

    def decorate(test: Test) -> Test:
        @wraps(test)
        def of_all_cases(**fixtures: Any) -> None:
            failed = []
            for row in rows:
                try:
                    with closing_what_is_opened():
                        test(**fixtures, **dict(zip(arguments, row, strict=True)))
                except (Exception, Failed) as error:  # every other case is run
                    failed.append(f"{', '.join(map(repr, row))}:\n{type(error).__name__}: {error}")
            if failed:
                pytest.fail(f"{len(failed)} of {len(rows)} cases:\n" + "\n".join(failed), pytrace=False)

        parameters = signature(test).parameters
        assert {*arguments} <= {*parameters}, f"{test.__name__} does not take {names}"
        kept = [parameter for name, parameter in parameters.items() if name not in arguments]
        of_all_cases.__signature__ = signature(test).replace(parameters=kept)  # type: ignore[attr-defined]
        return of_all_cases

    return decorate


def _values(case: Any, count: int) -> tuple[Any, ...]:
    if isinstance(case, ParameterSet):
        assert not case.marks
        return tuple(case.values)
    return (case,) if count == 1 else tuple(case)
