"""The parts of a source and their keys."""

from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from compiler.languages.world.declaration import WORLD
from compiler.model.language import Part
from compiler.pipeline import parts
from compiler.pipeline.discovery import discover
from compiler.pipeline.options import CompileOptions
from compiler.pipeline.parsing import parse_files
from compiler.pipeline.parts import LinkTask, UnkeyedPartError, link_tasks
from compiler.pipeline.source_at_path import open_source


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "hall.urd.md").write_text("---\nworld:\n  name: Hall\n---\n# Hall\n")
    return tmp_path


def tasks(folder: Path, monkeypatch: pytest.MonkeyPatch, context: Any) -> list[LinkTask]:
    """The parts of a source whose one language puts all files into a part with this context."""
    language = replace(WORLD, parts=lambda _, outlines: [Part("all", tuple(outlines), context)])
    monkeypatch.setattr(parts, "LANGUAGES", [language])
    source = open_source(folder)
    return list(link_tasks(source, parse_files(source, discover(source), CompileOptions(), None)))


def test_part_without_an_exact_form_of_its_context_raises(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with pytest.raises(UnkeyedPartError, match="part 'all' of the language world has no key"):
        tasks(folder, monkeypatch, object())


def test_part_key_depends_on_context_and_files(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    keys = [tasks(folder, monkeypatch, context)[0].key for context in ("one", "one", "other")]
    (folder / "hall.urd.md").write_text("# Hall\n")
    keys.append(tasks(folder, monkeypatch, "one")[0].key)
    assert keys[0] == keys[1]
    assert len(set(keys)) == 3
