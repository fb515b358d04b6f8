"""`frieze build` of a workspace: each source is built by itself, and all are merged into one file."""

from pathlib import Path
from shutil import copytree

import pytest

from compiler.model.source import SourceError
from compiler.pipeline.budget import Budget
from compiler.workspace.building import BuildOptions, build_frozen
from tests.closing import compile_source
from tests.compiler.engine.engines import EngineHere
from tests.compiler.pipeline.table_rows import different_tables
from tests.paths import ROOT

POST_ROAD = ROOT / "worlds" / "post-road"
MIB = 1 << 20


@pytest.fixture
def workspace(tmp_path: Path) -> Path:
    return Path(copytree(POST_ROAD, tmp_path / "post-road"))


@pytest.fixture
def builds(tmp_path: Path) -> Path:
    folder = tmp_path / "builds"
    folder.mkdir()
    return folder


def built(source: Path, folder: Path, name: str = "out", *, use_cache: bool = True) -> Path:
    """A build. Nothing but the file stays in the folder."""
    before = {one.name for one in folder.iterdir()}
    done: list[float] = []
    output = folder / f"{name}.frieze"
    build_frozen(source, output, BuildOptions(jobs=1, use_cache=use_cache), done.append)
    assert {one.name for one in folder.iterdir()} == before | {output.name}
    assert done == sorted(done)
    assert done[-1] == 1
    return output


def test_built_workspace_has_the_rows_of_the_workspace(workspace: Path, builds: Path) -> None:
    found, expected = compile_source(built(workspace, builds)), compile_source(workspace)
    assert different_tables(found, expected) == []
    assert len(found.sources) > 1


def test_built_workspace_has_the_same_bytes_whatever_was_built_before(workspace: Path, builds: Path) -> None:
    first = built(workspace, builds, "first", use_cache=False).read_bytes()
    page = next(workspace.glob("*/**/*.md"))
    text = page.read_text()
    page.write_text(text + "\nMore.\n")
    changed = built(workspace, builds, "changed").read_bytes()
    page.write_text(text)
    assert built(workspace, builds, "again").read_bytes() == first != changed
    assert built(workspace / "frieze.toml", builds, "file").read_bytes() == first


def test_source_that_cannot_be_read_costs_itself(workspace: Path, builds: Path) -> None:
    settings = workspace / "frieze.toml"
    settings.write_text(settings.read_text() + '\n[[source]]\nname = "gone"\npath = "gone"\n')
    found = compile_source(built(workspace, builds))
    assert [one["name"] for one in found.sources if "problem" in one][-1] == "gone"
    assert [one.code for one in found.diagnostics() if "gone" in one.message] == ["FRZ117"]


def test_workspace_that_an_engine_builds_has_the_same_bytes(workspace: Path, builds: Path) -> None:
    expected = built(workspace, builds).read_bytes()
    places: list[str] = []

    def engine(path: str, commit: str | None) -> EngineHere:
        places.append(path)
        return EngineHere(("git", path, commit) if commit else ("folder", path))

    output = builds / "elsewhere.frieze"
    build_frozen(workspace, output, BuildOptions(jobs=1, use_cache=False, engine=engine), lambda _: None)
    assert output.read_bytes() == expected
    assert len(set(places)) == len(places) > 1


def test_scheduler_that_is_gone_ends_the_build_and_costs_no_source(workspace: Path, builds: Path) -> None:
    engines = iter([EngineHere(), EngineHere(gone_after=0)])  # the first source was built already
    options = BuildOptions(jobs=1, use_cache=False, engine=lambda *_: next(engines))
    with pytest.raises(SourceError, match="gone"):
        build_frozen(workspace, builds / "out.frieze", options, lambda _: None)
    assert list(builds.iterdir()) == []


def test_build_of_a_workspace_without_memory_is_an_error(workspace: Path, builds: Path) -> None:
    options = BuildOptions(jobs=1, budget=Budget(max_memory=MIB))
    with pytest.raises(SourceError, match="bytes of memory"):
        build_frozen(workspace, builds / "out.frieze", options, lambda _: None)
    assert list(builds.iterdir()) == []


def test_workspace_has_no_revision(workspace: Path, builds: Path) -> None:
    with pytest.raises(SourceError, match="has no revision"):
        build_frozen(workspace, builds / "out.frieze", BuildOptions(revision="HEAD"), lambda _: None)
