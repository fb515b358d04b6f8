"""Slugs and near names."""

import pytest

from compiler.languages.world.linking.ids import Refs, file_stem, slugify
from compiler.text.near_names import BUDGET, FULL, NearNames


@pytest.mark.parametrize(
    ("name", "slug"),
    [
        ("Gatehouse", "gatehouse"),
        ("The Walled Garden", "the-walled-garden"),
        ("The Rusty_Anchor", "the-rustyanchor"),
        ("Café Zoë", "caf-zo"),
        ("  a -- b  ", "a-b"),
        ("a\tb", "ab"),
        ("Room 12!", "room-12"),
        ("---", ""),
        ("ß", ""),
        ("", ""),
    ],
)
def test_slugify(name: str, slug: str) -> None:
    assert slugify(name) == slug


@pytest.mark.parametrize(
    ("path", "stem"), [("main.urd.md", "main"), ("acts/one.two.urd.md", "one.two"), ("A.Urd.md", "A"), (".urd.md", "")]
)
def test_file_stem(path: str, stem: str) -> None:
    assert file_stem(path) == stem


def test_refs_of_equal_names_are_numbered() -> None:
    refs = Refs("mill", set())
    assert [refs.claim("rule", "r"), refs.claim("rule", "r"), refs.claim("rule", "r~2")] == [
        "w:mill/rule/r",
        "w:mill/rule/r~2",
        "w:mill/rule/r~2~2",
    ]


def check(name: str, *names: str, nearest: str | None) -> None:
    assert NearNames(names).nearest(name) == nearest


def test_the_nearest_name_has_at_most_two_edits() -> None:
    check("wardn", "ghost", "warden", nearest="warden")
    check("wadern", "warden", nearest="warden")
    check("wrdn", "warden", nearest="warden")
    check("wrd", "warden", nearest=None)
    check("@box", "box", nearest="box")


def test_a_name_is_not_near_to_itself() -> None:
    check("warden", "warden", nearest=None)


def test_fewer_edits_win_and_then_the_first_declared() -> None:
    check("bat", "brats", "cat", "hat", nearest="cat")


def test_very_long_names_are_not_looked_up() -> None:
    check("a" * 100, "a" * 101, nearest=None)


def test_suggestions_end_when_too_many_names_were_compared() -> None:
    near = NearNames([f"name{number:05}" for number in range(BUDGET // FULL // 5)])
    answers = [near.nearest(f"nome{number:05}") for number in range(20)]
    assert answers[0] == "name00000"
    assert answers[-1] is None
