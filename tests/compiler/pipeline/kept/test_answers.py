"""Answers of languages that are kept from build to build: only those to which nothing changed that they depend on."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from compiler.model.source import Source
from compiler.pipeline.discovery import discover
from compiler.pipeline.kept.answers import MAX_FILES, KeptAnswers
from compiler.pipeline.source_at_path import open_source

OUTLINES: dict[str, Any] = {"a.md": ("Ropes", {"knots": 1}), "b.md": None}


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    for name in ("a.md", "b.md", "docs/c.md", "docs/photo.png"):
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_text("# Ropes\n")
    (tmp_path / ".gitignore").write_text("built/\n")
    return tmp_path


def read(folder: Path) -> Source:
    """The source as it is, all its files read."""
    source = open_source(folder)
    for path in discover(source):
        source.read(path)
    return source


class Language:
    """Answers with what it finds, and counts how often it was asked."""

    def __init__(self, ask: Callable[[Source], Any]) -> None:
        self._ask = ask
        self.count = 0

    def __call__(self, source: Source) -> Any:
        self.count += 1
        return self._ask(source)


def looks_for_files(source: Source) -> Any:
    return source.exists("docs/photo.png"), source.exists("docs/none.png"), source.is_ignored("built/x.md")


def test_answer_is_kept_with_what_was_looked_for(folder: Path) -> None:
    answers, language = KeptAnswers(), Language(looks_for_files)
    first, second = read(folder), read(folder)
    found = answers.of_all("q", first, OUTLINES, language)
    assert found == (True, False, True)
    assert answers.of_all("q", second, dict(OUTLINES), language) == found
    assert language.count == 1
    for source in (first, second):
        assert (source.present, source.absent) == ({"docs/photo.png"}, {"docs/none.png"})
        assert source.ignored == {"built/x.md"}
        assert source.listed["docs"] == ["c.md", "photo.png"]  # so that another name there is a difference


def test_answer_is_kept_while_a_file_changes_that_was_not_read(folder: Path) -> None:
    answers, language = KeptAnswers(), Language(lambda source: source.files["a.md"].text)
    answers.of_all("q", read(folder), OUTLINES, language)
    (folder / "b.md").write_text("# Other ropes\n")
    assert answers.of_all("q", read(folder), OUTLINES, language) == "# Ropes\n"
    assert language.count == 1


@pytest.mark.parametrize(
    "ask",
    [
        lambda source: source.files["a.md"].text,
        lambda source: source.files.get("a.md").text,
        lambda source: [file.text for file in source.files.values()],
        lambda source: [file.text for _, file in source.files.items()],
    ],
)
def test_language_is_asked_again_if_a_file_that_it_reads_changes(folder: Path, ask: Callable[[Source], Any]) -> None:
    answers, language = KeptAnswers(), Language(ask)
    before = answers.of_all("q", read(folder), OUTLINES, language)
    (folder / "a.md").write_text("# Other ropes\n")
    assert answers.of_all("q", read(folder), OUTLINES, language) != before


@pytest.mark.parametrize(
    ("path", "ask"),
    [
        ("docs/none.png", lambda source: source.exists("docs/none.png")),
        ("docs/none.png", lambda source: [*source.names("docs")]),
        ("docs/none.png", lambda source: sorted(source.all_names())),
        ("docs/none.png", lambda source: sorted(one.name for one in source.tree.listing("docs"))),
        ("empty/x.png", lambda source: source.exists("empty")),
        ("docs/d.md", lambda source: sorted(source.files)),
        ("docs/d.md", lambda source: "docs/d.md" in source.files),
    ],
)
def test_language_is_asked_again_if_a_file_comes_that_it_looked_for(
    folder: Path, path: str, ask: Callable[[Source], Any]
) -> None:
    answers, language = KeptAnswers(), Language(ask)
    before = answers.of_all("q", read(folder), OUTLINES, language)
    (folder / path).parent.mkdir(exist_ok=True)
    (folder / path).write_text("# Ropes\n")
    assert answers.of_all("q", read(folder), OUTLINES, language) != before


def test_language_is_asked_again_if_git_ignores_something_else(folder: Path) -> None:
    answers, language = KeptAnswers(), Language(looks_for_files)
    before = answers.of_all("q", read(folder), OUTLINES, language)
    (folder / ".gitignore").write_text("made/\n")
    assert answers.of_all("q", read(folder), OUTLINES, language) != before


@pytest.mark.parametrize(
    "outlines",
    [
        {"a.md": ("Ropes", {"knots": True}), "b.md": None},  # which is equal, and no number
        {"a.md": ("Ropes", {"knots": 1, "loops": 2}), "b.md": None},
        {"b.md": None, "a.md": ("Ropes", {"knots": 1})},
        {"a.md": ("Ropes", {"knots": 1})},
    ],
)
def test_language_is_asked_again_if_an_outline_changes(folder: Path, outlines: dict[str, Any]) -> None:
    answers, language = KeptAnswers(), Language(lambda _: None)
    answers.of_all("q", read(folder), OUTLINES, language)
    answers.of_all("q", read(folder), outlines, language)
    assert language.count == 2


def test_what_a_build_adds_to_its_source_later_was_not_answered_before(folder: Path) -> None:
    answers, language = KeptAnswers(), Language(lambda source: sorted(source.problems))
    first, second = read(folder), read(folder)
    assert answers.of_all("q", first, OUTLINES, language) == []
    for source in (first, second):
        source.read("none.md")
    assert answers.of_all("q", second, OUTLINES, language) == ["none.md"]


def test_answers_are_kept_by_question_and_source(folder: Path) -> None:
    answers, language = KeptAnswers(), Language(lambda source: source.name)
    answers.of_all("q", read(folder), OUTLINES, language)
    answers.of_all("other", read(folder), OUTLINES, language)
    assert answers.of_all("q", read(folder / "docs"), OUTLINES, language) == "docs"
    assert language.count == 3


def test_nothing_is_kept_of_a_failure_or_without_room(folder: Path) -> None:
    answers, source = KeptAnswers(), read(folder)

    def fails(_: Source) -> None:
        raise ValueError("no answer")

    with pytest.raises(ValueError, match="no answer"):
        answers.of_all("q", source, OUTLINES, fails)
    language = Language(looks_for_files)
    for kept in (answers, KeptAnswers(0), KeptAnswers(0)):
        assert kept.of_all("q", source, OUTLINES, language) == (True, False, True)
    assert language.count == 3
    source.files = dict.fromkeys(map(str, range(MAX_FILES + 1)), source.files["a.md"])
    answers.of_all("q", source, OUTLINES, language)
    answers.of_all("q", source, OUTLINES, language)
    assert language.count == 5
