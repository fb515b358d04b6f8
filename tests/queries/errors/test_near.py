"""Suggestions for a misspelt name: deterministic, in bounded time."""

import time
from itertools import takewhile
from random import Random

from hypothesis import given
from hypothesis import strategies as st

from queries.errors.near import candidates, nearest, nearest_of
from tests.queries.cases import each

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


@each(
    "word, expected",
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


def test_nearest_does_not_depend_on_the_order_of_the_names() -> None:
    names = [f"item-{number}" for number in range(50)]
    assert nearest("item-x", names) == nearest("item-x", reversed(names)) == ["item-0", "item-1", "item-2"]


def edits(one: str, other: str) -> int:
    """The edit distance by its definition: insertions, deletions, replacements and swaps of neighbours."""
    table = {(0, at): at for at in range(len(other) + 1)} | {(at, 0): at for at in range(len(one) + 1)}
    for row, letter in enumerate(one, 1):
        for column, second in enumerate(other, 1):
            ways = [table[row - 1, column] + 1, table[row, column - 1] + 1]
            ways.append(table[row - 1, column - 1] + (letter != second))
            if one[row - 2 : row] == other[column - 2 : column][::-1] and min(row, column) > 1:
                ways.append(table[row - 2, column - 2] + 1)
            table[row, column] = min(ways)
    return table[len(one), len(other)]


def shared_ends(one: str, other: str) -> int:
    pairs = (zip(one, other, strict=False), zip(one[::-1], other[::-1], strict=False))
    return sum(len(list(takewhile(lambda pair: pair[0] == pair[1], each))) for each in pairs)


def plain_rank(word: str, name: str) -> tuple[int, int, int] | None:
    """How near a name of small letters and slashes is, by the rules in the docstring of `nearest`."""
    one, other = word.replace("/", ""), name.replace("/", "")
    tails = word.rstrip("/").rsplit("/", 1)[-1], name.rstrip("/").rsplit("/", 1)[-1]
    if not other:
        return None
    if one == other:
        return 0, 0, 0
    for level, (first, second) in enumerate(((one, other), tails), 1):
        is_new = level == 1 or (first and second and (first, second) != (one, other))
        if is_new and edits(first, second) <= max(1, len(first) // 3):
            return level, edits(first, second), -shared_ends(first, second)
    if min(len(one), len(other)) >= 3 and (one in other or other in one):
        return 3, abs(len(one) - len(other)), 0
    return None


NAME = st.text("abcd/", max_size=10)


@given(NAME, st.lists(NAME, max_size=12))
def test_nearest_is_what_a_plain_comparison_finds(word: str, names: list[str]) -> None:
    ranked = sorted((rank, name) for name in set(names) if (rank := plain_rank(word, name)))
    best = [name for rank, name in ranked[:3] if rank[0] == 0 or rank[1] <= 2 * max(ranked[0][0][1], 1)]
    assert nearest(word, names) == (best if word.strip("/") else [])


def test_nearest_of_prepared_names_is_the_same() -> None:
    known = candidates(IDS)
    assert [nearest_of(word, known) for word in IDS] == [nearest(word, IDS) for word in IDS]


@given(st.text("abdä- 1\n", max_size=9), st.integers(0, 1_000))
def test_nearest_leaves_out_much_longer_names_without_changing_the_answer(word: str, seed: int) -> None:
    random = Random(seed)
    names = [
        "".join(random.choices("abcdeÄß /1\n", k=random.randrange(random.choice((9, 30, 120))))) for _ in range(400)
    ]
    assert nearest(word, names) == nearest_of(word, candidates(names))


def test_nearest_of_twenty_thousand_ids_takes_less_than_a_second() -> None:
    ids = [f"chapter-{number % 100}/scene-{number}/choice-{number * 7919 % 20011}" for number in range(20_000)]
    started = time.process_time()
    assert nearest("chapter-7/scene-107/choise-6855", ids)
    assert time.process_time() - started < 1.0  # some 0.06 s; slow machines have slack
