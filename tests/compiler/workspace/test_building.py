"""A build has the same bytes whatever was built before, and ends with an error before it uses more than it may."""

from pathlib import Path

import pytest

from compiler.model.source import SourceError
from compiler.pipeline.budget import Budget
from compiler.workspace.building import BuildOptions, build_frozen


@pytest.fixture(autouse=True)
def cache(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))


@pytest.fixture(scope="module")
def source(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("build") / "source"
    (folder / "docs").mkdir(parents=True)
    for name in range(12):
        page = f"# Page {name}\n\nSee [next](page-{name + 1}.md), REQ-p00001.\n"
        (folder / "docs" / f"page-{name}.md").write_text(page)
        (folder / "docs" / f"flow-{name}.mmd").write_text(f"flowchart LR\n  a{name}[REQ-p00001] --> b{name}\n" * 9)
    (folder / "mill.urd.md").write_text("# Mill\n\nA mill.\n")
    spec = "# REQ-p00001: Press\n\n**Level**: PRD | **Status**: Active\n\n## Assertions\n\nA. It SHALL.\n"
    (folder / "spec.md").write_text(spec)
    return folder


@pytest.fixture(scope="module")
def expected(source: Path, tmp_path_factory: pytest.TempPathFactory) -> bytes:
    return built(source, tmp_path_factory.mktemp("expected"), use_cache=False)


def built(source: Path, folder: Path, *, use_cache: bool = True, budget: Budget | None = None, jobs: int = 1) -> bytes:
    """The bytes of a build."""
    output = folder / "out.frieze"
    options = BuildOptions(use_cache=use_cache, jobs=jobs, budget=budget)
    build_frozen(source, output, options, lambda _: None)
    assert [one.name for one in folder.iterdir() if "frieze" in one.name] == ["out.frieze"]
    return output.read_bytes()


@pytest.mark.parametrize("jobs", [1, 2])
def test_build_has_the_same_bytes_with_a_cache(source: Path, expected: bytes, tmp_path: Path, jobs: int) -> None:
    assert built(source, tmp_path, jobs=jobs) == expected
    assert built(source, tmp_path, jobs=jobs) == expected


def test_build_ends_before_its_memory_is_used_up(source: Path, tmp_path: Path) -> None:
    with pytest.raises(SourceError, match="--max-memory"):
        built(source, tmp_path, budget=Budget(max_memory=1))
    assert not list(tmp_path.glob("*frieze*"))


def test_build_reads_as_many_files_as_its_budget_says(source: Path, expected: bytes, tmp_path: Path) -> None:
    assert b"FRZ103" in built(source, tmp_path, budget=Budget(max_files=3))
    assert built(source, tmp_path, budget=Budget(max_files=100)) == expected


def test_build_into_a_folder_that_is_not_there_is_an_error(source: Path, tmp_path: Path) -> None:
    output = tmp_path / "gone" / "out.frieze"
    with pytest.raises(SourceError, match="Cannot build"):
        build_frozen(source, output, BuildOptions(use_cache=False), lambda _: None)


def test_build_that_keeps_no_texts_has_the_same_bytes(source: Path, expected: bytes, tmp_path: Path) -> None:
    assert built(source, tmp_path, budget=Budget(kept_bytes=100)) == expected
