"""Findings of play, as `frieze check` adds them if the settings ask."""

from pathlib import Path

import pytest

from compiler.model.diagnostics import Diagnostic
from queries.world.findings import playthrough_findings
from tests.closing import compile_source
from tests.paths import ROOT


def findings(folder: Path, *worlds: str, states: int | None = 50_000) -> list[Diagnostic]:
    for world in worlds:
        text = (ROOT / "worlds" / world).read_text("utf-8")
        (folder / Path(world).name).write_text(text, "utf-8")
    if states is not None:
        (folder / "frieze.toml").write_text(f"[check]\nplaythroughs = {states}\n", "utf-8")
    return playthrough_findings(compile_source(folder))


def test_worlds_are_not_played_unless_the_settings_ask(tmp_path: Path) -> None:
    assert findings(tmp_path, "playthroughs/snowed-pass.urd.md", states=None) == []


def test_soft_lock_names_the_move_that_closes_the_door(tmp_path: Path) -> None:
    (found,) = [one for one in findings(tmp_path, "playthroughs/snowed-pass.urd.md") if one.code == "URD702"]
    assert found.message.startswith("After 'choice:snowed-pass/at the stove/burn-the-sledge' no playthrough")
    assert found.span.file == "snowed-pass.urd.md"


@pytest.mark.long("plays the largest world through")
def test_dead_content_of_the_salt_citadel_stands_at_its_lines(tmp_path: Path) -> None:
    found = findings(tmp_path, "salt-citadel/salt-citadel.urd.md")
    text = (tmp_path / "salt-citadel.urd.md").read_text("utf-8").splitlines()
    dead = [text[one.span.start_line - 1].strip() for one in found if one.code == "URD701"]
    assert dead == [
        "* Ask the foreman of the pans who else has weighed",
        "* Touch the place where the hand was",
        "rule the guild recounts:",
    ]
    assert [one.code for one in found if one.code in ("URD702", "URD704")] == ["URD702", "URD702"]
    # A dead choice is not reported again for its condition.
    assert not [one for one in found if one.code == "URD703" and "touch-the-place" in one.message]


@pytest.mark.parametrize("states", ["0", "true", "1_000_001", '"many"'])
def test_wrong_number_of_states_is_a_finding_and_nothing_is_played(states: str, tmp_path: Path) -> None:
    (tmp_path / "frieze.toml").write_text(f"[check]\nplaythroughs = {states}\n", "utf-8")
    (tmp_path / "a.urd.md").write_text("---\nworld:\n  name: A\n---\n\n# A\n\n-> end\n", "utf-8")
    snapshot = compile_source(tmp_path)
    assert "FRZ204" in {one.code for one in snapshot.diagnostics()}
    assert playthrough_findings(snapshot) == []


def test_finding_of_what_is_not_decided_names_five_and_counts_the_others(tmp_path: Path) -> None:
    found = findings(tmp_path, "playthroughs/snowed-pass.urd.md", states=1)
    message = next(one.message for one in found if one.code == "URD705")
    assert message.count(",") == 4
    assert message.endswith("section:snowed-pass/lights and 18 more.")
