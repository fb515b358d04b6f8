"""Fixtures of the workspace: a cache for each test, an empty repository, and a record of the parsed files."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from compiler.pipeline.parsed_files import ParseTask
from tests.compiler.workspace.git.repositories import RepositoryBuilder


@pytest.fixture(autouse=True)
def cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The cache directory, empty at first."""
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    return tmp_path / "cache"


@pytest.fixture
def repository(tmp_path: Path) -> Iterator[RepositoryBuilder]:
    builder = RepositoryBuilder(tmp_path / "source")
    yield builder
    builder.opened.close()


@pytest.fixture
def parsed_paths(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The path of each file that this process parses."""
    paths: list[str] = []
    parse = ParseTask.parse

    def recording_parse(task: ParseTask) -> Any:
        paths.append(task.file.path)
        return parse(task)

    monkeypatch.setattr(ParseTask, "parse", recording_parse)
    return paths
