"""What was meant: the nearest names, always the same ones, in bounded time."""

import time
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from queries.near import candidates, edit_distance, nearest, nearest_of

IDS = [
    "@warden",
    "@ward",
    "@ghost",
    "@garden_gate",
    "locked-garden/greet",
    "locked-garden/explore",
    "gatehouse",
    "Character.trust",
    "Character.role",
    "Character.mood",
]


@pytest.mark.parametrize(
    ("word", "expected"),
    [
        ("@wardn", ["@warden", "@ward"]),
        ("warden", ["@warden", "@ward"]),
        ("WARDEN", ["@warden", "@ward"]),
        ("@gohst", ["@ghost"]),
        ("garden-gate", ["@garden_gate"]),
        ("gatehouse/greet", ["locked-garden/greet"]),
        ("garden/explor", ["locked-garden/explore"]),
        ("Character.trus", ["Character.trust"]),
        ("zebra", []),
        ("", []),
        ("@@@", []),
    ],
)
def test_nearest(word: str, expected: list[str]) -> None:
    assert nearest(word, IDS) == expected


def test_the_order_of_the_candidates_does_not_matter() -> None:
    names = [f"item-{number}" for number in range(50)]
    assert nearest("item-x", names) == nearest("item-x", reversed(names)) == ["item-0", "item-1", "item-2"]


@pytest.mark.parametrize(
    ("one", "other", "distance"),
    [("", "", 0), ("abc", "abc", 0), ("abc", "acb", 1), ("abc", "abd", 1), ("abc", "ab", 1), ("kitten", "sitting", 3)],
)
def test_edit_distance(one: str, other: str, distance: int) -> None:
    assert edit_distance(one, other, 5) == edit_distance(other, one, 5) == distance


def by_definition(one: str, other: str) -> int:
    """The distance from a table of the distances of all beginnings."""
    table = {(0, at): at for at in range(len(other) + 1)} | {(at, 0): at for at in range(len(one) + 1)}
    for row, letter in enumerate(one, 1):
        for column, second in enumerate(other, 1):
            ways = [table[row - 1, column] + 1, table[row, column - 1] + 1]
            ways.append(table[row - 1, column - 1] + (letter != second))
            if one[row - 2 : row] == other[column - 2 : column][::-1] and min(row, column) > 1:
                ways.append(table[row - 2, column - 2] + 1)
            table[row, column] = min(ways)
    return table[len(one), len(other)]


@given(st.text("abc", max_size=9), st.text("abcd", max_size=9), st.integers(0, 9))
def test_the_edit_distance_is_that_of_its_definition(one: str, other: str, most: int) -> None:
    assert edit_distance(one, other, most) == min(by_definition(one, other), most + 1)


def test_names_that_were_prepared_are_found_as_others_are() -> None:
    known = candidates(IDS)
    assert [nearest_of(word, known) for word in IDS] == [nearest(word, IDS) for word in IDS]


@settings(max_examples=50, deadline=None)
@given(st.text("abdä- 1\n", max_size=9), st.integers(0, 1_000))
def test_names_that_are_much_longer_are_left_out_without_changing_what_is_near(word: str, seed: int) -> None:
    random = Random(seed)
    names = [
        "".join(random.choices("abcdeÄß /1\n", k=random.randrange(random.choice((9, 30, 120))))) for _ in range(400)
    ]
    assert nearest(word, names) == nearest_of(word, candidates(names))


def test_edit_distance_stops_when_it_is_too_much() -> None:
    assert edit_distance("a" * 1_000, "b" * 1_000, 3) == 4


def test_twenty_thousand_ids_are_looked_through_in_time() -> None:
    ids = [f"chapter-{number % 100}/scene-{number}/choice-{number * 7919 % 20011}" for number in range(20_000)]
    started = time.process_time()
    assert nearest("chapter-7/scene-107/choise-6855", ids)
    assert time.process_time() - started < 1.0  # some 0.06 s; slow machines have slack
