"""The seeds, item by item: each names tests that exist, or says why it does not hold."""

import re
from pathlib import Path

import pytest

from tests.seeds.items import FOLDER, SEEDS, items_of, missing_tests, read_items

REACHED = 458  # items that tests show, in all seeds; to be raised with each item, never lowered


def item(**fields: object) -> str:
    """An item in TOML: one that is right, with `fields` in place of its own or, where None, without them."""
    right = {"id": "a", "says": "It answers.", "tests": [f"{__file__}::test_seeds_show_as_many_items_as_were_reached"]}
    lines = [f"{key} = {value!r}" for key, value in (right | fields).items() if value is not None]
    return "\n".join(["[[item]]", *lines])


def test_seeds_show_as_many_items_as_were_reached() -> None:
    assert [one.verdict for seed in SEEDS for one in items_of(seed)].count("yes") >= REACHED


def test_seed_files_are_those_of_the_seeds() -> None:
    assert {path.stem for path in FOLDER.glob("*.toml")} == {seed.name for seed in SEEDS}


def test_seed_items_name_tests_that_exist() -> None:
    assert [missing for seed in SEEDS for missing in missing_tests(items_of(seed))] == []


def test_seed_items_have_unique_short_ids_and_single_lines_that_end_in_a_full_stop() -> None:
    for seed in SEEDS:
        items = items_of(seed)
        ids = [item.id for item in items]
        texts = [text for item in items for text in (item.says, item.reason) if text]
        wrong = [id for id in ids if ids.count(id) > 1 or not re.fullmatch(r"[a-z0-9]+(-[a-z0-9]+)*", id)]
        assert (seed.name, wrong, [text for text in texts if "\n" in text or not text.endswith(".")]) == (
            seed.name,
            [],
            [],
        )


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        (item(reason="It writes."), "never both"),
        (item(tests=None), "never both"),
        (item(tests=[]), "never both"),
        (item(says=None), "required"),
        (item(shown="yes"), "shown"),
        (item(tests="tests/test_suite.py"), "tests"),
    ],
    ids=["tests-and-reason", "neither", "no-tests", "no-text", "unknown-field", "wrong-type"],
)
def test_seed_item_that_is_malformed_is_refused(text: str, problem: str) -> None:
    with pytest.raises(ValueError, match=problem):
        read_items(text)


@pytest.mark.parametrize(
    ("text", "verdict"),
    [
        (item(), "yes"),
        (item(tests=None, reason="It writes a fact."), "apart"),
        (item(tests=None, reason="It moves to the next snapshot."), "apart"),
        (item(tests=None, reason="Nobody has built it."), "no"),
    ],
)
def test_seed_item_is_shown_missing_or_counted_apart(text: str, verdict: str) -> None:
    assert [one.verdict for one in read_items(text)] == [verdict]


@pytest.mark.parametrize(
    "name",
    [
        "tests/seeds/test_seeds.py::test_of_nothing",
        "tests/seeds/test_seeds.py",
        "tests/docs/test_missing.py::test_seeds_show_as_many_items_as_were_reached",
        "tests/seeds/items.py::items_of",
        "tests/seeds/test_seeds.py::item",
    ],
)
def test_seed_item_cannot_name_what_is_no_test(name: str) -> None:
    assert missing_tests(read_items(item(tests=[name]))) == [f"a: {name}"]


def test_seed_item_cannot_name_a_test_that_never_runs(tmp_path: Path) -> None:
    path = tmp_path / "test_idle.py"
    path.write_text("@pytest.mark.skip(reason='later')\ndef test_later(): ...\n", encoding="utf-8")
    assert missing_tests(read_items(item(tests=[f"{path}::test_later"]))) == [f"a: {path}::test_later"]


def test_seed_item_may_name_a_test_of_a_class(tmp_path: Path) -> None:
    path = tmp_path / "test_grouped.py"
    path.write_text("class TestGroup:\n    async def test_now(self): ...\n", encoding="utf-8")
    assert missing_tests(read_items(item(tests=[f"{path}::TestGroup::test_now"]))) == []
