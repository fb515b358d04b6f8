"""`frieze build` of a workspace: each source is built by itself, and all are merged into one file."""

from collections.abc import Iterator, Sequence
from pathlib import Path
from shutil import copytree, rmtree
from typing import Any

import orjson
import pytest

from compiler.model.source import SourceError
from compiler.pipeline.budget import Budget
from compiler.workspace.building import BuildOptions, Counts, build_frozen
from compiler.workspace.member_files import MemberOutcome, MemberTask, build_member
from harness.benchmarks.many_sources import write_sources
from tests.closing import compile_source
from tests.compiler.pipeline.table_rows import different_tables
from tests.compiler.workspace.git.repositories import RepositoryBuilder
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


def built_each(source: Path, folder: Path, **options: Any) -> Counts:
    """Build the sources of a workspace into a folder, without merging them."""
    counts = build_frozen(source, None, BuildOptions(jobs=1, use_cache=False, each=folder, **options), lambda _: None)
    assert counts
    return counts


def test_files_of_the_sources_are_a_workspace_with_the_same_rows(workspace: Path, builds: Path) -> None:
    counts = built_each(workspace, builds / "each")
    assert (counts.built, counts.kept, [*counts.problems]) == (3, 0, ["attic"])
    found, expected = compile_source(builds / "each"), compile_source(workspace)
    rows = "SELECT ref, kind, id, title, file, start_line FROM object_row"
    assert found.rows(rows) == expected.rows(rows)
    assert [source["name"] for source in found.sources if "problem" in source] == ["attic"]
    table = next(table for table in (builds / "each" / "frieze.toml").read_text().split("[[") if "attic" in table)
    assert "# There is no such file: No such file or directory: 'attic'" in table


def test_file_of_a_source_that_did_not_change_stays(workspace: Path, builds: Path) -> None:
    each = builds / "each"
    built_each(workspace, each)
    before = {path: path.stat().st_ino for path in each.glob("*.frieze")}
    page = next(workspace.glob("depot/**/*.md"))
    page.write_text(page.read_text() + "\nMore.\n")
    assert built_each(workspace, each)[:2] == (1, 2)
    changed = {path.stem for path, number in before.items() if path.stat().st_ino != number}
    assert changed == {"depot"}
    assert {path.suffix for path in each.iterdir()} == {".frieze", ".json", ".toml"}
    assert built_each(workspace, each, exclude=("*.txt",))[:2] == (3, 0)
    assert built_each(workspace, each, exclude=("*.txt",), budget=Budget(max_files=9))[:2] == (3, 0)


def test_file_that_is_damaged_or_of_another_frieze_is_built_again(workspace: Path, builds: Path) -> None:
    each = builds / "each"
    built_each(workspace, each)
    with (each / "depot.frieze").open("ab") as damaged:
        damaged.write(b"x")
    record = each / "vans.frieze.json"
    record.write_text(record.read_text().replace("Frieze", "another Frieze").replace("built_by", "made_by"))
    assert built_each(workspace, each)[:2] == (2, 1)


def test_source_that_is_gone_has_no_file_any_more(workspace: Path, builds: Path) -> None:
    built_each(workspace, builds / "each")
    rmtree(workspace / "vans")
    assert built_each(workspace, builds / "each").problems.keys() == {"attic", "vans"}
    assert not (builds / "each" / "vans.frieze").exists()


def test_each_and_one_file_have_the_bytes_of_one_file_alone(workspace: Path, builds: Path) -> None:
    alone = built(workspace, builds, "alone").read_bytes()
    output = builds / "merged.frieze"
    for _ in range(2):  # of files that are built, and of files that are kept
        build_frozen(workspace, output, BuildOptions(jobs=1, each=builds / "each"), lambda _: None)
        assert output.read_bytes() == alone


def test_many_sources_are_built_by_several_processes(tmp_path: Path, builds: Path) -> None:
    many = write_sources(tmp_path / "many", 8)
    outputs = [builds / "one.frieze", builds / "two.frieze"]
    for jobs, output in enumerate(outputs, 1):
        build_frozen(many, output, BuildOptions(jobs=jobs, use_cache=False), lambda _: None)
    assert outputs[0].read_bytes() == outputs[1].read_bytes()
    assert len(compile_source(outputs[1]).sources) == 8


def test_revision_of_a_repository_is_kept_while_it_names_one_commit(tmp_path: Path, builds: Path) -> None:
    repository = RepositoryBuilder(tmp_path / "repository")
    repository.commit({"a.md": "# A\n"})
    settings = tmp_path / "frieze.toml"
    settings.write_text('[[source]]\nname = "a"\ngit = "repository"\nrevision = "HEAD"\n')
    assert built_each(settings, builds / "each")[:2] == (1, 0)
    assert built_each(settings, builds / "each")[:2] == (0, 1)
    repository.commit({"a.md": "# B\n"})
    assert built_each(settings, builds / "each")[:2] == (1, 0)
    assert {title for (title,) in compile_source(builds / "each").rows("SELECT title FROM object_row")} == {"B"}


def test_tasks_that_a_cluster_runs_give_the_same_bytes(workspace: Path, builds: Path) -> None:
    expected = built(workspace, builds).read_bytes()

    def cluster(tasks: Sequence[MemberTask]) -> Iterator[tuple[int, MemberOutcome]]:
        for at, task in reversed([*enumerate(tasks)]):  # in any order, and as a worker elsewhere runs them
            fields = orjson.loads(orjson.dumps(task._asdict()))
            yield at, build_member(MemberTask(**{**fields, "exclude": tuple(fields["exclude"])}))

    output = builds / "elsewhere.frieze"
    options = BuildOptions(jobs=1, use_cache=False, each=builds / "each", cluster=cluster)
    build_frozen(workspace, output, options, lambda _: None)
    assert output.read_bytes() == expected


def test_build_without_any_source_is_an_error_and_the_list_says_why(workspace: Path, builds: Path) -> None:
    def cluster(tasks: Sequence[MemberTask]) -> Iterator[tuple[int, MemberOutcome]]:
        yield from ((at, build_member(task._replace(path="nosuch://place"))) for at, task in enumerate(tasks))

    with pytest.raises(SourceError, match="No source of the workspace can be built"):
        built_each(workspace, builds / "each", cluster=cluster)
    listed = (builds / "each" / "frieze.toml").read_text()
    assert listed.count("# There is no such file: 'nosuch://place'") == 4


def test_folder_with_a_workspace_file_of_its_own_is_refused(workspace: Path) -> None:
    with pytest.raises(SourceError, match="which is not overwritten"):
        built_each(workspace, workspace)


def test_one_source_has_no_files_of_its_sources(tmp_path: Path, builds: Path) -> None:
    (tmp_path / "page.md").write_text("# A\n")
    with pytest.raises(SourceError, match="is one source"):
        build_frozen(tmp_path / "page.md", None, BuildOptions(each=builds), lambda _: None)


def test_build_of_a_workspace_without_memory_is_an_error(workspace: Path, builds: Path) -> None:
    options = BuildOptions(jobs=1, budget=Budget(max_memory=MIB))
    with pytest.raises(SourceError, match="bytes of memory"):
        build_frozen(workspace, builds / "out.frieze", options, lambda _: None)
    assert list(builds.iterdir()) == []


def test_workspace_has_no_revision(workspace: Path, builds: Path) -> None:
    with pytest.raises(SourceError, match="has no revision"):
        build_frozen(workspace, builds / "out.frieze", BuildOptions(revision="HEAD"), lambda _: None)
