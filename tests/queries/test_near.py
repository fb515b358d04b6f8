"""What was meant: the nearest names, always the same ones, in bounded time."""

import time

import pytest

from queries.near import edit_distance, nearest

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


def test_edit_distance_stops_when_it_is_too_much() -> None:
    assert edit_distance("a" * 1_000, "b" * 1_000, 3) == 4


def test_twenty_thousand_ids_are_looked_through_in_time() -> None:
    ids = [f"chapter-{number % 100}/scene-{number}/choice-{number * 7919 % 20011}" for number in range(20_000)]
    started = time.process_time()
    assert nearest("chapter-7/scene-107/choise-6855", ids)
    assert time.process_time() - started < 1.0  # some 0.06 s; slow machines have slack
