"""The names that citations are resolved by are taken from the snapshot before as long as they are the same."""

from pathlib import Path

import pytest

from compiler.mentions.names import LinkedFacts, Names
from compiler.pipeline import kept_names
from compiler.pipeline.build import BesideDatabase
from compiler.pipeline.options import Resident
from compiler.workspace.interface import Edit
from compiler.workspace.proposal import compiled_overlay
from tests.closing import compile_source
from tests.compiler.pipeline.server_builds import ServerBuilds
from tests.compiler.pipeline.table_rows import different_tables

ADR = "# {}. {}\n\n## Status\n\nAccepted\n\n## Context\n\nNothing.\n\n## Decision\n\nThis.\n"
PAGE = "# Page\n\nADR-0001 and ADR-0002 say so, and `docs/adr/0003-c.md`.\n"
SKILL = ".claude/skills/press-apples/SKILL.md"


@pytest.fixture
def source(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    (tmp_path / "source/docs/adr").mkdir(parents=True)
    (tmp_path / "source/docs/adr/0001-a.md").write_text(ADR.format(1, "A"))
    (tmp_path / "source/page.md").write_text(PAGE)
    (tmp_path / "source/large.mmd").write_text("flowchart TD\n" + "  a --> b\n" * 1_000)  # little of all changes
    return tmp_path / "source"


@pytest.fixture
def made(monkeypatch: pytest.MonkeyPatch) -> list[Names]:
    """The names that were made anew."""
    found: list[Names] = []

    def noted(facts: LinkedFacts) -> Names:
        found.append(Names(facts))
        return found[-1]

    monkeypatch.setattr(kept_names, "Names", noted)
    return found


@pytest.mark.parametrize(
    ("path", "text", "is_made"),
    [
        ("page.md", PAGE + "\nMore of ADR-0001.\n", False),
        ("docs/adr/0001-a.md", ADR.format(1, "A").replace("Nothing", "Much"), False),
        ("docs/adr/0001-a.md", ADR.format(1, "Another"), True),  # a title is a name in a wikilink
        ("docs/adr/0002-b.md", ADR.format(2, "B"), True),
        ("docs/adr/0003-c.md", "Words.\n", True),
        (SKILL, "---\nname: press-apples\ndescription: How.\n---\n", True),
    ],
)
def test_names_are_made_again_when_one_came_went_or_changed(
    source: Path, made: list[Names], path: str, text: str, is_made: bool
) -> None:
    builds = ServerBuilds()
    builds.build(source)
    made.clear()
    (source / path).parent.mkdir(parents=True, exist_ok=True)
    (source / path).write_text(text)
    kept = builds.build(source)
    assert bool(made) == is_made
    assert different_tables(kept, compile_source(source)) == []


def test_names_that_stay_are_those_of_a_whole_build_after_any_edits(source: Path, made: list[Names]) -> None:
    builds = ServerBuilds()
    builds.build(source)
    made.clear()
    for edit in range(4):
        (source / "page.md").write_text(f"{PAGE}\nADR-0001, adr-2 and `0001-a.md`, {edit}.\n" * (edit + 1))
        assert different_tables(builds.build(source), compile_source(source)) == []
    assert len(made) == 4  # those of the whole builds


def test_edits_of_a_snapshot_that_another_process_built_make_its_names_once(source: Path, made: list[Names]) -> None:
    compile_source(source, keep=True)
    made.clear()
    resident = Resident()
    for edit in range(2 * kept_names.MAX_KEPT):  # proposals: each begins with the same snapshot
        changed = Edit("page.md", content=f"{PAGE}\n{edit}\n")
        _, built = compiled_overlay(source, None, (), [changed], use_cache=True, resident=resident)
        assert isinstance(built, BesideDatabase)
        built.path.unlink()
    assert len(made) == 1


def test_few_names_are_kept(source: Path) -> None:
    builds = ServerBuilds()
    for turn in range(3 * kept_names.MAX_KEPT):
        (source / "page.md").write_text(f"{PAGE}\n{turn}\n")
        builds.build(source)
    assert len(builds.resident.names) == kept_names.MAX_KEPT
