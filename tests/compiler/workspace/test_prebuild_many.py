"""Revisions of a large source are compiled at the same time, each but the first in a process of its own."""

import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

import queries
from compiler.workspace.prebuild_many import MIN_FILES
from tests.closing import compile_source, open_workspace
from tests.compiler.workspace.git.repositories import Content, RepositoryBuilder
from tests.compiler.workspace.sample import FLOW

TWO_REVISIONS = {"base": "main~1", "target": "main~3"}


@pytest.fixture
def large(repository: RepositoryBuilder) -> RepositoryBuilder:
    """A source with just enough files for processes, in four revisions."""
    files: dict[str, Content] = {f"{number}.mmd": FLOW for number in range(MIN_FILES - 1)}
    for at in range(4):
        repository.commit({**files, "a.mmd": f"graph TD\na-->b{at}\n"})
    return repository


@pytest.fixture
def processes(monkeypatch: pytest.MonkeyPatch) -> list[list[str]]:
    """The command of each process that is started."""
    commands: list[list[str]] = []
    popen = subprocess.Popen

    def recording_popen(command: list[str], **options: Any) -> Any:
        commands.append(command)
        return popen(command, **options)

    monkeypatch.setattr(subprocess, "Popen", recording_popen)
    return commands


def test_prebuild_many_compiles_second_revision_in_another_process(
    large: RepositoryBuilder, processes: list[list[str]], parsed_paths: list[str]
) -> None:
    compile_source(large.root, revision="main", keep=True)
    expected = queries.answer(open_workspace(large.root, revision="main"), "compare_revisions", TWO_REVISIONS)
    assert processes == []  # without a cache, another process cannot hand over its snapshot
    parsed_paths.clear()
    for _ in range(2):
        served = open_workspace(large.root, revision="main", keep=True)
        assert queries.answer(served, "compare_revisions", TWO_REVISIONS) == expected
        assert (len(processes), parsed_paths) == (1, ["a.mmd"])


@pytest.mark.parametrize("program", ["missing", "/bin/false", ""])
def test_prebuild_many_without_processes_compares_all_the_same(
    large: RepositoryBuilder, monkeypatch: pytest.MonkeyPatch, cache: Path, program: str
) -> None:
    expected = queries.answer(open_workspace(large.root, revision="main"), "compare_revisions", TWO_REVISIONS)
    shutil.rmtree(cache, ignore_errors=True)
    monkeypatch.setattr(sys, "executable", program)
    served = open_workspace(large.root, revision="main", keep=True)
    assert queries.answer(served, "compare_revisions", TWO_REVISIONS) == expected


def test_prebuild_many_process_imports_nothing_from_current_directory(
    large: RepositoryBuilder, processes: list[list[str]], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    trap = tmp_path / "trap"
    for name in ("compiler", "sqlite3", "orjson"):
        (trap / name).mkdir(parents=True)
        (trap / name / "__init__.py").write_text(f"open({str(tmp_path / 'sprung')!r}, 'w')\n")
    monkeypatch.chdir(trap)
    served = open_workspace(large.root, revision="main", keep=True)
    assert not queries.is_error(queries.answer(served, "compare_revisions", TWO_REVISIONS))
    assert processes
    assert not (tmp_path / "sprung").exists()


def test_prebuild_many_starts_no_process_for_unknown_revision(
    large: RepositoryBuilder, processes: list[list[str]]
) -> None:
    served = open_workspace(large.root, revision="main", keep=True)
    answer = queries.answer(served, "compare_revisions", {"base": "main~1", "target": "nowhere"})
    assert queries.is_error(answer) and "'nowhere'" in answer["error"]
    assert processes == []
