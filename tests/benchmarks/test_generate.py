"""The generated sources: every language is in them, and they are the same for the same seed."""

from collections.abc import Mapping
from pathlib import Path

import pytest

from queries import answer
from tests.benchmarks.generate import LANGUAGES, sources, write
from tests.benchmarks.sources import shares
from tests.closing import compile_source

FILES = 110  # the fewest with a session
KINDS = {
    "world": {"world", "location", "exit", "choice", "rule", "sequence"},
    "diagrams": {"diagram", "node", "message", "block", "session", "xref", "walkthrough_node"},
    "requirements": {"requirement", "assertion", "code", "test", "result"},
    "knowledge": {"decision", "task", "note"},
    "memory": {"memory_fact", "memory_message", "memory_relation"},
}
ACROSS = {
    "same_as",
    "xref",
    "imports",
    "implements",
    "refines",
    "verifies",
    "yields",
    "supersedes",
    "blocks",
    "mentions",
}


@pytest.fixture(scope="module")
def source(tmp_path_factory: pytest.TempPathFactory) -> Path:
    directory = tmp_path_factory.mktemp("generated")
    write(directory, FILES)
    return directory


@pytest.fixture(scope="module")
def found(source: Path) -> Mapping[str, Mapping[str, int]]:
    counted: Mapping[str, Mapping[str, int]] = answer(compile_source(source), "get_snapshot_info")
    return counted


@pytest.mark.parametrize("language", LANGUAGES)
def test_objects_of_every_language_appear(found: Mapping[str, Mapping[str, int]], language: str) -> None:
    assert language in found["languages"]
    assert KINDS[language] <= set(found["objects"])


def test_links_lead_across_files_and_languages(found: Mapping[str, Mapping[str, int]]) -> None:
    assert set(found["links"]) >= ACROSS


def test_few_of_the_files_have_mistakes(found: Mapping[str, Mapping[str, int]]) -> None:
    assert 0 < sum(found["diagnostics"].values()) < FILES / 5


def test_as_many_files_as_asked_for(source: Path) -> None:
    assert sum(one.is_file() for one in source.rglob("*")) == FILES


@pytest.mark.parametrize("files", [10, 11, 47, 400])
def test_any_size_has_that_many_different_paths(files: int) -> None:
    assert len(dict(sources(files))) == files


def test_a_seed_gives_the_same_bytes() -> None:
    assert list(sources(40, seed=3)) == list(sources(40, seed=3))
    assert list(sources(40, seed=3)) != list(sources(40, seed=4))


def test_too_few_files_for_all_languages_are_refused() -> None:
    with pytest.raises(ValueError, match="at least"):
        list(sources(3))


def test_what_is_left_over_goes_to_the_largest_remainders() -> None:
    assert shares(10, {"a": 1, "b": 2}, {"a": 1, "b": 1}) == {"a": 4, "b": 6}
