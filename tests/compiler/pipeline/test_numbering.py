"""The numbers of parts: those that stay keep theirs, and those that come stand between."""

from itertools import pairwise

import pytest

from compiler.model.source import SourceError
from compiler.pipeline.numbering import NoRoomError, PartNumbers, kept_numbers, numbered, spread
from compiler.store.row_ranges import LANGUAGE_PARTS, PartSpace, rows_of
from tests.compiler.tables import table

SPACE = PartSpace(base=1000, first_row=0, place_bits=4, order_bits=3, places=range(1, 100))


def at(place: int, order: int = 0) -> int:
    """The number of a part."""
    return SPACE.number(place, order)


def places(numbers: list[int] | None) -> list[int] | None:
    """The places at which parts begin."""
    return None if numbers is None else [SPACE.place_and_order(one)[0] for one in numbers]


@table(
    ("names", "before", "expected"),
    [
        ("", {}, []),
        ("a", {}, [8]),
        ("ab", {}, [8, 24]),
        ("ab", {"a": at(10), "b": at(90)}, [10, 90]),
        ("abc", {"a": at(10), "c": at(90)}, [10, 18, 90]),
        ("abcd", {"a": at(10), "d": at(13)}, [10, 11, 12, 13]),
        ("abc", {"b": at(50)}, [8, 50, 58]),
        ("ac", {"a": at(10), "b": at(50), "c": at(90)}, [10, 90]),  # one is gone
        ("abc", {"a": at(10), "c": at(11)}, None),  # no room
        ("abc", {"a": at(10, 2), "c": at(14)}, None),  # nor where the range of the one before ends
        ("ab", {"a": at(1), "b": at(99)}, [1, 99]),
        ("xa", {"a": at(1)}, None),
        ("ax", {"a": at(99)}, None),
        ("ba", {"a": at(10), "b": at(90)}, None),  # another order
    ],
)
def test_names_get_ascending_numbers_and_keep_those_that_they_had(
    names: str, before: dict[str, int], expected: list[int] | None
) -> None:
    assert places(numbered(dict.fromkeys(names, 0), before, SPACE)) == expected


def test_part_that_grew_out_of_its_range_gets_another_number() -> None:
    before = {"a": at(10, 1), "b": at(20, 1), "c": at(40, 1)}
    assert numbered({"a": 1, "b": 3, "c": 1}, before, SPACE) == [at(10, 1), at(22, 3), at(40, 1)]


@table("orders", [[], [0], [3], [0, 0], [0, 2, 1], [0] * 50, [1] * 48])
def test_numbers_are_spread_and_their_ranges_do_not_meet(orders: list[int]) -> None:
    ranges = [SPACE.rows(number) for number in spread(orders, SPACE)]
    assert [len(one) for one in ranges] == [16 << order for order in orders]
    assert all(low.stop <= high.start for low, high in pairwise(ranges))
    assert all(one.start >> 4 in SPACE.places and (one.stop - 1) >> 4 in SPACE.places for one in ranges)


def test_more_parts_than_there_are_numbers_for_are_an_error() -> None:
    with pytest.raises(SourceError, match="Split it into several sources"):
        spread([2] * 25, SPACE)


@table(
    ("names", "before", "expected"),
    [
        ("abc", {}, [-1, -2, -3]),
        ("abc", {"a": 64, "c": 640}, [64, -2, 640]),
        ("ba", {"a": 64, "b": 640}, None),
    ],
)
def test_parts_keep_the_numbers_that_they_had_in_the_same_order(
    names: str, before: dict[str, int], expected: list[int] | None
) -> None:
    assert kept_numbers(names, before) == expected


def test_parts_of_a_new_snapshot_have_room_for_as_many_rows_again() -> None:
    rows = [0, 1, 16, 17, 300, 5_000, 2]
    numbers = PartNumbers([-1, -2, -3, -4, -5, -6, -7], size=1_000)
    ranges = [rows_of(numbers.number(-at, count)) for at, count in enumerate(rows, 1)]
    assert all(len(one) > count * 5 // 4 for one, count in zip(ranges, rows, strict=True))
    assert all(low.stop + len(high) <= high.start for low, high in pairwise(ranges))
    assert [numbers.end_before(-at) for at in range(2, 8)] == [one.stop for one in ranges[:-1]]
    assert numbers.end_before(-1) == LANGUAGE_PARTS.places.start << LANGUAGE_PARTS.place_bits


def test_part_that_comes_stands_between_its_neighbours() -> None:
    first, last = LANGUAGE_PARTS.number(100, 2), LANGUAGE_PARTS.number(110, 0)
    numbers = PartNumbers([first, -2, last], size=1_000)
    assert (numbers.number(first, 64), numbers.number(last, 16)) == (first, last)
    assert rows_of(numbers.number(-2, 64)) == range(105 << 4, 109 << 4)  # with 64 rows more it would meet the next


def test_parts_that_come_leave_room_before_and_behind_them() -> None:
    first, last = LANGUAGE_PARTS.number(100, 0), LANGUAGE_PARTS.number(108, 0)
    together = PartNumbers([first, -2, -3, last], size=1_000)
    assert [rows_of(together.number(task, 1)).start >> 4 for task in (-2, -3)] == [103, 105]
    came = PartNumbers([first, -2, last], size=1_000).number(-2, 1)
    before, behind = PartNumbers([first, -2, came, last], size=1_000), PartNumbers([first, came, -3, last], size=1_000)
    assert before.number(-2, 1) < came < behind.number(-3, 1)


def test_part_that_grows_takes_its_own_place_too() -> None:
    first, grown, last = (LANGUAGE_PARTS.number(place, 0) for place in (100, 101, 103))
    numbers = PartNumbers([first, grown, last], size=1_000)
    assert rows_of(numbers.number(grown, 17)) == range(101 << 4, 103 << 4)
    assert numbers.end_before(last) == 103 << 4


def test_part_without_room_between_its_neighbours_is_refused() -> None:
    first, last = (LANGUAGE_PARTS.number(place, 0) for place in (100, 102))
    with pytest.raises(NoRoomError):
        PartNumbers([first, -2, last], size=1_000).number(-2, 17)


def test_numbers_of_a_source_of_ten_thousand_files_are_short() -> None:
    parts = range(1, 6_001)
    numbers = PartNumbers([-at for at in parts], size=52_000_000)
    last = max(rows_of(numbers.number(-at, 200 if at % 9 else 400)).stop for at in parts)
    assert last < 1 << 23
