"""Bytes that wait in a temporary file come back as they were, and stay in memory where there is no such file."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from compiler.disk.spill_file import SpillFile
from tests.paths import ROOT

BODIES = [b"first", b"", b"second, which is longer", b"third" * 100]


def test_spilled_bytes_come_back_in_any_order() -> None:
    spill = SpillFile(kept_bytes=20)
    pieces = [spill.put(body) for body in BODIES]
    assert [spill.get(one) for one in reversed(pieces)] == BODIES[::-1]
    assert {one.is_in_file for one in pieces} == {False, True}


def test_spilled_bytes_that_are_few_need_no_file() -> None:
    spill = SpillFile(kept_bytes=1_000)
    pieces = [spill.put(body) for body in BODIES]
    assert [spill.get(one) for one in pieces] == BODIES
    assert not any(one.is_in_file for one in pieces)


WITHOUT_ROOM = """
import resource
from compiler.disk.spill_file import SpillFile
resource.setrlimit(resource.RLIMIT_FSIZE, (10, 10))
spill = SpillFile(kept_bytes=0)
bodies = [b"first", b"second, which is longer", b"third"]
pieces = [spill.put(body) for body in bodies]
assert [spill.get(one) for one in pieces] == bodies
print([one.is_in_file for one in pieces])
"""


@pytest.mark.skipif(sys.platform != "linux", reason="a limit of files that fails softly")
def test_spilled_bytes_stay_in_memory_where_the_disk_is_full() -> None:
    environment = {**os.environ, "PYTHONDONTWRITEBYTECODE": "1"}  # of which ten bytes would stay in the cache
    command = [sys.executable, "-c", WITHOUT_ROOM]
    run = subprocess.run(command, capture_output=True, text=True, check=True, cwd=ROOT, env=environment)
    assert run.stdout.strip() == "[True, False, True]"


def test_spill_file_leaves_nothing_behind(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("TMPDIR", str(tmp_path))
    spill = SpillFile(kept_bytes=0)
    assert spill.put(b"some").is_in_file
    del spill
    assert list(tmp_path.iterdir()) == []


@pytest.mark.skipif(not hasattr(os, "fork"), reason="no forks here")
def test_forked_process_reads_what_was_spilled_before() -> None:
    spill = SpillFile(kept_bytes=0)
    pieces = [spill.put(body) for body in BODIES]
    child = os.fork()
    if not child:
        os._exit(0 if [spill.get(one) for one in pieces] == BODIES else 1)
    assert spill.put(b"later").is_in_file
    assert [spill.get(one) for one in pieces] == BODIES
    assert os.waitpid(child, 0)[1] == 0
