"""What tests of builds share."""

import pytest

from compiler.model.language import Refs
from compiler.pipeline import linking, part_linking
from compiler.pipeline.part_linking import LinkResult
from compiler.pipeline.parts import LinkTask


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
