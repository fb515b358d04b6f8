"""A build has the same bytes wherever its tasks ran, and whatever went wrong there."""

import shutil
from pathlib import Path

import pytest

from compiler.model.source import SourceError
from compiler.pipeline.budget import Budget
from compiler.workspace.building import BuildOptions, build_frozen
from tests.compiler.engine.engines import EngineHere


@pytest.fixture(autouse=True)
def cache(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))


@pytest.fixture(scope="module")
def source(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("engine") / "source"
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
    return built(source, tmp_path_factory.mktemp("expected"), None, use_cache=False)


def built(
    source: Path, folder: Path, engine: EngineHere | None, *, use_cache: bool = True, budget: Budget | None = None
) -> bytes:
    """The bytes of a build."""
    output = folder / "out.frieze"
    made = (lambda _, __: engine) if engine else None
    options = BuildOptions(use_cache=use_cache, jobs=1, engine=made, budget=budget)
    build_frozen(source, output, options, lambda _: None)
    assert [one.name for one in folder.iterdir() if "frieze" in one.name] == ["out.frieze"]
    return output.read_bytes()


@pytest.mark.parametrize("use_cache", [True, False])
@pytest.mark.parametrize("is_shared", [True, False])
def test_build_with_engine_has_the_same_bytes(
    source: Path, expected: bytes, tmp_path: Path, is_shared: bool, use_cache: bool
) -> None:
    engine = EngineHere(("folder", str(source)) if is_shared else ())
    assert built(source, tmp_path, engine, use_cache=use_cache) == expected
    assert engine.run > 10


def test_build_sends_no_texts_that_workers_can_read(source: Path, tmp_path: Path) -> None:
    shared, carried = EngineHere(("folder", str(source))), EngineHere()
    built(source, tmp_path, shared, use_cache=False)
    built(source, tmp_path, carried, use_cache=False)
    assert shared.sent < carried.sent


def test_build_with_fsspec_has_the_same_bytes(source: Path, expected: bytes, tmp_path: Path) -> None:
    pytest.importorskip("fsspec")
    assert built(source, tmp_path, EngineHere(("fsspec", f"file://{source}"))) == expected


def test_file_that_differs_at_the_workers_is_read_by_the_client(source: Path, expected: bytes, tmp_path: Path) -> None:
    other = Path(shutil.copytree(source, tmp_path / "other"))
    for path in other.rglob("page-?.md"):
        path.write_text("# Another page\n")
    (other / "spec.md").unlink()
    assert built(source, tmp_path, EngineHere(("folder", str(other)))) == expected


@pytest.mark.long("waits for tasks that are lost")
def test_build_does_the_work_of_lost_tasks(source: Path, expected: bytes, tmp_path: Path) -> None:
    assert built(source, tmp_path, EngineHere(lost=range(0, 100, 2))) == expected


def test_build_goes_on_from_what_was_parsed_before_the_scheduler_was_gone(
    source: Path, expected: bytes, tmp_path: Path
) -> None:
    whole = EngineHere()
    assert built(source, tmp_path, whole, use_cache=False) == expected
    with pytest.raises(SourceError, match="gone"):
        built(source, tmp_path, EngineHere(gone_after=3))
    assert not list(tmp_path.glob("*.build"))
    rest = EngineHere()
    assert built(source, tmp_path, rest) == expected
    assert rest.run == whole.run - 3


def test_build_ends_before_its_memory_is_used_up(source: Path, tmp_path: Path) -> None:
    with pytest.raises(SourceError, match="--max-memory"):
        built(source, tmp_path, None, budget=Budget(max_memory=1))
    assert not list(tmp_path.glob("*frieze*"))


def test_build_reads_as_many_files_as_its_budget_says(source: Path, expected: bytes, tmp_path: Path) -> None:
    assert b"FRZ103" in built(source, tmp_path, None, budget=Budget(max_files=3))
    assert built(source, tmp_path, None, budget=Budget(max_files=100)) == expected


def test_build_into_a_folder_that_is_not_there_is_an_error(source: Path, tmp_path: Path) -> None:
    output = tmp_path / "gone" / "out.frieze"
    with pytest.raises(SourceError, match="Cannot build"):
        build_frozen(source, output, BuildOptions(use_cache=False), lambda _: None)


def test_build_that_keeps_no_texts_has_the_same_bytes(source: Path, expected: bytes, tmp_path: Path) -> None:
    assert built(source, tmp_path, None, budget=Budget(kept_bytes=100)) == expected
