"""Generated sources have objects of every language. The same seed gives the same bytes."""

from collections.abc import Mapping
from pathlib import Path

import pytest

from harness.benchmarks.generate import LANGUAGES, sources, write
from harness.benchmarks.sources import shares
from queries import answer
from tests.closing import compile_source

FILES = 110  # the fewest with a session
KINDS = {
    "world": {"world", "location", "exit", "choice", "rule", "sequence"},
    "diagrams": {"diagram", "node", "message", "block", "session", "xref", "walkthrough_node"},
    "requirements": {"requirement", "assertion", "code", "test", "result"},
    "knowledge": {"decision", "task", "note"},
    "memory": {"memory_fact", "memory_message", "memory_relation"},
}
LINK_TYPES = {
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

Overview = Mapping[str, Mapping[str, int]]  # the answer of `get_snapshot_info`


@pytest.fixture(scope="module")
def source(tmp_path_factory: pytest.TempPathFactory) -> Path:
    directory = tmp_path_factory.mktemp("generated")
    write(directory, FILES)
    return directory


@pytest.fixture(scope="module")
def overview(source: Path) -> Overview:
    counts: Overview = answer(compile_source(source), "get_snapshot_info", {"files": True})
    return counts


@pytest.mark.parametrize("language", LANGUAGES)
def test_generated_source_has_objects_of_every_language(overview: Overview, language: str) -> None:
    assert language in overview["languages"]
    assert KINDS[language] <= set(overview["objects"])


def test_generated_source_links_across_files_and_languages(overview: Overview) -> None:
    assert set(overview["links"]) >= LINK_TYPES


def test_generated_source_has_few_mistakes(overview: Overview) -> None:
    assert 0 < sum(overview["diagnostics"].values()) < FILES / 5


def test_generated_source_has_requested_number_of_files(source: Path) -> None:
    assert sum(one.is_file() for one in source.rglob("*")) == FILES


@pytest.mark.parametrize("files", [10, 11, 47, 400])
def test_generated_paths_are_distinct(files: int) -> None:
    assert len(dict(sources(files))) == files


def test_generated_bytes_depend_on_seed_only() -> None:
    assert list(sources(40, seed=3)) == list(sources(40, seed=3))
    assert list(sources(40, seed=3)) != list(sources(40, seed=4))


def test_generate_refuses_too_few_files_for_all_languages() -> None:
    with pytest.raises(ValueError, match="at least"):
        list(sources(3))


def test_shares_give_remaining_files_to_largest_remainders() -> None:
    assert shares(10, {"a": 1, "b": 2}, {"a": 1, "b": 1}) == {"a": 4, "b": 6}
