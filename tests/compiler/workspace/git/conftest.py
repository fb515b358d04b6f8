"""A repository that a test writes and opens."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.compiler.workspace.git.repositories import RepositoryBuilder


@pytest.fixture
def builder(tmp_path: Path) -> Iterator[RepositoryBuilder]:
    builder = RepositoryBuilder(tmp_path / "project")
    yield builder
    builder.opened.close()
