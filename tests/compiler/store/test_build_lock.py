"""Processes that would make the same snapshot do so one after the other, and nobody waits for one that is gone."""

import os
import subprocess
import sys
import threading
from pathlib import Path

import pytest

from compiler import prebuild
from compiler.build import pipeline
from compiler.build.discovery import open_source
from compiler.build.snapshot_cache import KeptSnapshot
from compiler.store import build_lock
from compiler.store.build_lock import turn
from tests.closing import compile_source
from tests.paths import ROOT

HOLDING = "import sys, time\nfrom pathlib import Path\nfrom compiler.store.build_lock import turn\n"
HOLDING += "with turn(Path(sys.argv[1])):\n    print('taken', flush=True)\n    sys.stdin.read()\n"

pytest.importorskip("fcntl")


@pytest.fixture
def place(tmp_path: Path) -> Path:
    return tmp_path / "cache" / "one.json"


def holder(place: Path) -> "subprocess.Popen[str]":
    """Another process that has the turn until its input ends."""
    command = [sys.executable, "-c", HOLDING, str(place)]
    process = subprocess.Popen(command, cwd=ROOT, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
    assert process.stdout and process.stdout.readline() == "taken\n"
    return process


def test_who_is_alone_does_not_wait_and_leaves_nothing(place: Path) -> None:
    for _ in range(2):
        with turn(place) as waited:
            assert not waited
    assert list(place.parent.iterdir()) == []


@pytest.mark.parametrize("is_killed", [False, True])
def test_the_second_waits_until_the_first_has_ended_however_it_did(place: Path, is_killed: bool) -> None:
    with holder(place) as first:
        assert first.stdin
        ending = threading.Timer(0.1, first.kill if is_killed else first.stdin.close)
        ending.start()
        with turn(place) as waited:
            assert waited
            assert first.wait(10) == (-9 if is_killed else 0)
        ending.join()


def test_a_turn_that_does_not_end_is_not_waited_for_for_ever(place: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(build_lock, "MOST_SECONDS", 0.05)
    with holder(place) as first:
        with turn(place) as waited:
            assert waited
        first.kill()


def test_where_there_are_no_locks_nobody_waits(place: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with turn(place):
        monkeypatch.setitem(sys.modules, "fcntl", None)
        with turn(place) as waited:
            assert not waited
    with turn(Path(os.devnull) / "nothing.json") as waited:  # nothing can be written there
        assert not waited


def test_who_waited_opens_what_the_other_has_made(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    source = tmp_path / "source"
    source.mkdir()
    (source / "hall.urd.md").write_text("---\nworld:\n  name: Hall\n---\n# Hall\n")
    ready: list[bytes | None] = []
    waiting = threading.Thread(target=lambda: ready.append(prebuild(source)))
    began = threading.Event()
    taken = build_lock._taken

    def seen(lock: int) -> bool:
        if taken(lock):
            return True
        began.set()
        return False

    monkeypatch.setattr(build_lock, "_taken", seen)
    with KeptSnapshot(open_source(source)).draft.turn():
        waiting.start()
        assert began.wait(10)
        compile_source(source, keep=True)  # as the other process does meanwhile
        monkeypatch.setattr(pipeline, "_made_ready", None)  # so that to make it once more would fail
    waiting.join(10)
    assert ready and ready[0]
