"""Incremental builds that link nothing again: a file states the same in other places, or with other texts."""

import shutil
from pathlib import Path

import pytest

from tests.closing import compile_source
from tests.compiler.pipeline.table_rows import different_tables
from tests.paths import ROOT

DECISION = "docs/adr/0007-one-bottle-size.md"
TASKS = "specs/001-booking/tasks.md"


@pytest.fixture(autouse=True)
def _own_cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))


@pytest.fixture
def source(tmp_path: Path) -> Path:
    return Path(shutil.copytree(ROOT / "worlds" / "cider-mill", tmp_path / "source"))


def edit(source: Path, path: str, before: str, after: str) -> None:
    text = (source / path).read_text()
    assert before in text
    (source / path).write_text(text.replace(before, after, 1))


@pytest.mark.parametrize(
    ("path", "before", "after", "is_linked"),
    [
        (DECISION, "* Mend the filler", "* Mend it", False),  # its content
        (DECISION, "costs a season's fees.\n", "costs a season's fees.\n\nAt last.\n", False),  # and where it ends
        (DECISION, "## Context and", "Words.\n\n## Context and", False),  # and where its links stand
        (DECISION, "changed its status.\n", "changed its status.\n\nNobody will.\n", False),  # its context, a property
        (TASKS, "\n", "\n\n\n", False),  # where all its tasks stand
        (TASKS, "\n", "\n\n", False),
        (DECISION, "(0006-bottle-sizes.md)", "(0005-booking-service.md)", True),
        (DECISION, "supersedes: ADR-0006", "supersedes: ADR-0005", True),
        (DECISION, "# Sell in one", "# Sell only in one", True),
        (DECISION, "leaked", "broke", False),  # in its context, where a link stands that moves
        (DECISION, "status: accepted", "status: proposed", True),
        (TASKS, "- [ ]", "- [x]", True),
    ],
)
def test_part_is_linked_again_only_if_a_file_states_something_else(
    source: Path, linked: list[str], path: str, before: str, after: str, is_linked: bool
) -> None:
    compile_source(source, keep=True)
    edit(source, path, before, after)
    linked.clear()
    refreshed = compile_source(source, keep=True)
    assert ("knowledge" in linked) == is_linked
    assert different_tables(refreshed, compile_source(source)) == []


HEATING, PRODUCT, FAULTS, SIGNALS = "spec/operations.md", "spec/product.md", "spec/faults.md", "app/signals.py"


@pytest.mark.parametrize(
    ("path", "before", "after", "is_linked"),
    [
        (HEATING, "## REQ-o00002: Sig", "It heats well.\n\n## REQ-o00002: Sig", True),  # what follows moves
        (HEATING, ": Signals\n", ": Signals and lamps\n", False),  # a name
        (HEATING, "# How the kettle", "# How any kettle", True),  # the heading of prose
        (HEATING, "A. The heater SHALL run", "A. The heater SHALL work", True),  # its hash is another one
        (HEATING, "REQ-p00001-A+B", "REQ-p00001-A", True),
        (PRODUCT, "that somebody might build. This", "to build. This", False),  # prose, which ends elsewhere
        (FAULTS, ": One half of a circle", ": One half of a large circle", True),  # a finding names the file
        (SIGNALS, "def boiled", "def has_boiled", False),  # the function below a comment that cites
        (SIGNALS, "REQ-d00003-B\n", "REQ-d00003-A\n", True),
        ("tests/test_signals.py", "def test_", "def test_of_", True),  # by which it has an id
    ],
)
def test_requirements_are_linked_again_only_if_a_file_states_something_else(
    tmp_path: Path, linked: list[str], path: str, before: str, after: str, is_linked: bool
) -> None:
    source = Path(shutil.copytree(ROOT / "worlds" / "traced-kettle", tmp_path / "source"))
    compile_source(source, keep=True)
    edit(source, path, before, after)
    linked.clear()
    refreshed = compile_source(source, keep=True)
    assert ("requirements" in linked) == is_linked
    assert different_tables(refreshed, compile_source(source)) == []


def test_edits_one_after_the_other_give_the_rows_of_a_whole_build(source: Path, linked: list[str]) -> None:
    compile_source(source, keep=True)
    linked.clear()
    for word in ("one", "two", "three"):
        edit(source, DECISION, "## Context and", f"Word {word}.\n\n## Context and")
        edit(source, TASKS, "\n", "\n\n")
        refreshed = compile_source(source, keep=True)
        assert "knowledge" not in linked
        assert refreshed.rows("SELECT count(*) FROM search_index WHERE search_index MATCH ?", (f'"word {word}"',))[0][0]
        linked.clear()
        assert different_tables(refreshed, compile_source(source)) == []
        linked.clear()


def test_finding_that_quotes_a_place_is_made_again(tmp_path: Path, linked: list[str]) -> None:
    specs = tmp_path / "source" / "specs" / "001-kettle"
    specs.mkdir(parents=True)
    (specs / "tasks.md").write_text("# Tasks: Kettle\n\n- [ ] T001 Boil it\n- [ ] T001 Fill it\n")
    (specs / "spec.md").write_text("# Kettle\n\nIt boils.\n" * 40)  # so that the change is a small one
    before = compile_source(tmp_path / "source", keep=True)
    assert "tasks.md:3" in " ".join(one.message for one in before.diagnostics())
    linked.clear()
    edit(specs, "tasks.md", "\n", "\n\n")
    refreshed = compile_source(tmp_path / "source", keep=True)
    assert "knowledge" in linked
    assert "tasks.md:4" in " ".join(one.message for one in refreshed.diagnostics())
    assert different_tables(refreshed, compile_source(tmp_path / "source")) == []
