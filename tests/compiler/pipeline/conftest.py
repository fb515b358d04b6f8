"""What tests of builds share."""

from pathlib import Path

import pytest

from compiler.model.language import Refs
from compiler.pipeline import linking, part_linking
from compiler.pipeline.part_linking import LinkResult
from compiler.pipeline.parts import LinkTask
from tests.compiler.pipeline.hall import HALL


@pytest.fixture
def source(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder with one world, and a cache of its own."""
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    folder = tmp_path / "source"
    folder.mkdir()
    (folder / "hall.urd.md").write_text(HALL)
    return folder


@pytest.fixture
def linked(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The languages of the parts that are linked."""
    languages: list[str] = []

    def noted(task: LinkTask, refs: Refs) -> LinkResult:
        languages.append(task.language)
        return link_part(task, refs)

    link_part = part_linking.link_part
    monkeypatch.setattr(linking, "link_part", noted)
    return languages
