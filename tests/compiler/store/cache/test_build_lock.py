"""The lock of a cached snapshot: one process builds it, the others wait, and nobody waits for a dead process."""

import os
import subprocess
import sys
import threading
import time
from pathlib import Path

import pytest

from compiler import prebuild
from compiler.pipeline import build
from compiler.pipeline.source_at_path import open_source
from compiler.store.cache.build_lock import build_lock
from compiler.store.cache.snapshot_cache import FOLDER_CONTENT, SnapshotCache
from compiler.store.fingerprint import compiler_digest
from tests.closing import compile_source
from tests.paths import ROOT

HOLDING = "import sys, time\nfrom pathlib import Path\nfrom compiler.store.cache.build_lock import build_lock\n"
HOLDING += "with build_lock(Path(sys.argv[1])):\n    print('taken', flush=True)\n    sys.stdin.read()\n"

pytest.importorskip("fcntl")


@pytest.fixture
def place(tmp_path: Path) -> Path:
    return tmp_path / "cache" / "one.json"


def holder(place: Path) -> "subprocess.Popen[str]":
    """Another process that holds the lock until its input ends."""
    command = [sys.executable, "-c", HOLDING, str(place)]
    process = subprocess.Popen(command, cwd=ROOT, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
    assert process.stdout and process.stdout.readline() == "taken\n"
    return process


def test_build_lock_alone_does_not_wait_and_leaves_nothing(place: Path) -> None:
    for _ in range(2):
        with build_lock(place) as waited:
            assert not waited
    assert list(place.parent.iterdir()) == []


@pytest.mark.parametrize("is_killed", [False, True])
def test_build_lock_waits_until_its_holder_ends_or_dies(place: Path, is_killed: bool) -> None:
    with holder(place) as first:
        assert first.stdin
        ending = threading.Timer(0.1, first.kill if is_killed else first.stdin.close)
        ending.start()
        with build_lock(place) as waited:
            assert waited
            assert first.wait(10) == (-9 if is_killed else 0)
        ending.join()


def test_build_lock_gives_up_after_its_timeout(place: Path) -> None:
    with holder(place) as first:
        with build_lock(place, timeout=0.05) as waited:
            assert waited
        first.kill()


def test_build_lock_does_not_wait_where_there_are_no_locks(place: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with build_lock(place):
        monkeypatch.setitem(sys.modules, "fcntl", None)
        with build_lock(place) as waited:
            assert not waited
    with build_lock(Path(os.devnull) / "nothing.json") as waited:  # nothing can be written there
        assert not waited


def test_prebuild_opens_what_it_waited_for(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    source = tmp_path / "source"
    source.mkdir()
    (source / "hall.urd.md").write_text("---\nworld:\n  name: Hall\n---\n# Hall\n")
    ready: list[bytes | None] = []
    waiting = threading.Thread(target=lambda: ready.append(prebuild(source)))
    began = threading.Event()

    def polled(seconds: float) -> None:
        began.set()
        threading.Event().wait(seconds)

    monkeypatch.setattr(time, "sleep", polled)
    with SnapshotCache(open_source(source), FOLDER_CONTENT, compiler_digest()).lock():
        waiting.start()
        assert began.wait(10)
        compile_source(source, keep=True)  # as the other process does meanwhile
        monkeypatch.setattr(build, "parse_files", lambda *_: pytest.fail("it was built again"))
    waiting.join(10)
    assert ready and ready[0]
