"""A workspace: what queries reach beside a snapshot, and what closes with it."""

import sqlite3
from pathlib import Path

import pytest

from compiler.workspace.interface import FROZEN_FILE, SNAPSHOT_ALONE, Workspace, as_workspace
from queries import answer
from tests.closing import compile_source, open_workspace
from tests.paths import ROOT

GARDEN = ROOT / "worlds" / "locked-garden"


def test_workspace_closes_its_snapshot_and_the_other_sources() -> None:
    snapshot, other = compile_source(GARDEN), compile_source(GARDEN)
    with Workspace(snapshot, other_sources={"old": other}):
        assert snapshot.objects(kind="world")
    for one in (snapshot, other):
        with pytest.raises(sqlite3.ProgrammingError):
            one.objects()


def test_workspace_memoizes_once_for_all_views_of_its_snapshot() -> None:
    workspace = as_workspace(compile_source(GARDEN))
    made: list[int] = []
    for view in (workspace, workspace.with_snapshot(workspace.snapshot), workspace.for_request(lambda _: None)):
        view.memoize("a key", lambda _: made.append(1))
    assert made == [1]


def test_snapshot_alone_has_no_revisions_and_says_so() -> None:
    found = answer(compile_source(GARDEN), "list_revisions")
    assert (found["code"], found["error"]) == ("unavailable", SNAPSHOT_ALONE)


def test_frozen_file_has_no_revisions_and_says_so(tmp_path: Path) -> None:
    from compiler.store.frozen.frozen_file import write_frozen

    write_frozen(compile_source(GARDEN), tmp_path / "garden.frieze")
    found = answer(open_workspace(tmp_path / "garden.frieze"), "list_revisions")
    assert (found["code"], found["error"]) == ("unavailable", FROZEN_FILE)
