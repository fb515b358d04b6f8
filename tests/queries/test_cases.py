"""The helper for tests of many cases reports what fails."""

import pytest

from tests.queries.cases import each


def test_each_case_that_fails_is_named_and_the_others_are_run() -> None:
    ran = []

    @each("number, word", [(1, "one"), (2, "two"), (3, "three")])
    def check(number: int, word: str, fixture: str) -> None:
        ran.append((number, fixture))
        assert len(word) == number + 2

    with pytest.raises(pytest.fail.Exception) as raised:
        check(fixture="f")
    assert ran == [(1, "f"), (2, "f"), (3, "f")]
    assert str(raised.value).startswith("1 of 3 cases:\n2, 'two':\nAssertionError: assert 3 ==")
