"""The numbers of parts: those that stay keep theirs, and those that come stand between."""

import pytest

from compiler.pipeline.numbering import numbered, spread

ROOM = range(1, 100)


@pytest.mark.parametrize(
    ("names", "before", "expected"),
    [
        ("", {}, []),
        ("ab", {}, [33, 66]),
        ("ab", {"a": 10, "b": 90}, [10, 90]),
        ("abc", {"a": 10, "c": 90}, [10, 50, 90]),
        ("abcd", {"a": 10, "d": 13}, [10, 11, 12, 13]),
        ("abc", {"b": 50}, [25, 50, 75]),
        ("ac", {"a": 10, "b": 50, "c": 90}, [10, 90]),  # one is gone
        ("abc", {"a": 10, "c": 11}, None),  # no room
        ("ab", {"a": 1, "b": 99}, [1, 99]),
        ("xa", {"a": 1}, None),
        ("ax", {"a": 99}, None),
        ("ba", {"a": 10, "b": 90}, None),  # another order
    ],
)
def test_names_get_ascending_numbers_and_keep_those_that_they_had(
    names: str, before: dict[str, int], expected: list[int] | None
) -> None:
    assert numbered(list(names), before, ROOM) == expected


@pytest.mark.parametrize("count", [0, 1, 2, 50, 98])
def test_numbers_are_spread_over_all_room(count: int) -> None:
    numbers = spread(count, ROOM)
    assert len(set(numbers)) == count
    assert sorted(numbers) == numbers
    assert all(number in ROOM for number in numbers)
