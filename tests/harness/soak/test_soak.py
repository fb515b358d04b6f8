"""Short runs of the soaks, with fixed seeds. The long ones are `python -m harness.soak.equality`, `…growth` and
`…hostile`."""

from pathlib import Path

import pytest

from compiler.workspace.embeddings import embedder
from harness.soak.edits import Editor
from harness.soak.equality import Run
from harness.soak.growth import refreshed
from harness.soak.hostile import TURN, soak
from tests.paths import ROOT

EDITS = 10
REFRESHES = 15
MIXED = ("checkout-session", "traced-kettle", "cider-mill", "ferry-memory", "locked-garden", "diagrams-in-docs")


@pytest.mark.long("compiles two sources after each of ten edits")
@pytest.mark.parametrize("seed", [1, 2])
def test_random_edits_in_sequence_give_what_was_proposed_and_what_a_whole_build_gives(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, seed: int
) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    monkeypatch.setattr(embedder, "installed", lambda: None)
    run = Run(tmp_path, seed, MIXED[seed::2])
    assert list(run.edits(EDITS)) == []
    run.close()
    assert run.proposed > EDITS / 2


@pytest.mark.long("refreshes a server fifteen times")
def test_refreshes_of_a_server_hold_nothing_more(tmp_path: Path) -> None:
    first, *_, last = refreshed(tmp_path, REFRESHES, seed=1, parts=3)
    assert [one for one in last.grew(first) if "memory" not in one] == []  # whose bound is for long runs


def test_random_edits_of_one_seed_are_the_same(tmp_path: Path) -> None:
    drawn = []
    for name in "ab":
        root = tmp_path / name
        root.mkdir()
        (root / "one.md").write_text("# One\n\nREQ-1 and 2.\n")
        editor = Editor(root, seed=5)
        edits = []
        for _ in range(20):
            edits.append(editor.draw())
            editor.make(edits[-1][1])
        drawn.append(edits)
    assert drawn[0] == drawn[1]


@pytest.mark.long("asks a server for fifteen seconds")
def test_honest_clients_are_answered_beside_hostile_ones() -> None:
    minutes = list(soak(ROOT / "worlds" / "cider-mill", 2, seed=1, warm=0.01, minute=0.04))
    assert [minute.name for minute in minutes] == ["at first", *TURN, *TURN]
    assert [(minute.name, minute.refused) for minute in minutes if minute.refused or not minute.waited] == []
    assert minutes[-1].held.threads <= minutes[1].held.threads + 12  # those of statements, and one that watches
