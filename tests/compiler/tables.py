"""Tests of many cheap cases: each row of a table is a case, and all of them are one test."""

from collections.abc import Callable, Iterable, Sequence
from inspect import signature
from pathlib import Path
from typing import Any

Test = Callable[..., None]


def table(names: str | Sequence[str], rows: Iterable[Any]) -> Callable[[Test], Test]:
    """Decorate a test with its cases, as `pytest.mark.parametrize` does. All cases are run in one test, which costs a
    fraction of a test for each, and every one that fails is reported with its values. Of fixtures a case may take
    `tmp_path`: it is an empty folder in each case."""
    listed = [row if isinstance(names, str) else tuple(row) for row in rows]
    named = [{names: row} if isinstance(names, str) else dict(zip(names, row, strict=True)) for row in listed]
    assert named, "a table has no rows"

    def decorate(check: Test) -> Test:
        def test() -> None:
            _run(check, named)

        def test_in_folders(tmp_path: Path) -> None:
            _run(check, [values | {"tmp_path": tmp_path / str(number)} for number, values in enumerate(named)])

        found: Test = test_in_folders if "tmp_path" in signature(check).parameters else test
        found.__name__, found.__qualname__, found.__module__ = check.__name__, check.__qualname__, check.__module__
        found.__doc__ = check.__doc__
        return found

    return decorate


def _run(check: Test, cases: list[dict[str, Any]]) -> None:
    """Run all cases. Raises a group of what those raise that fail, each with a note of its values."""
    failures = []
    for values in cases:
        if "tmp_path" in values:
            values["tmp_path"].mkdir()
        try:
            check(**values)
        except Exception as error:
            error.add_note("case: " + ", ".join(f"{name}={value!r}" for name, value in values.items()))
            failures.append(error)
    if failures:
        raise ExceptionGroup(f"{len(failures)} of {len(cases)} cases fail", failures)
