"""A build whose disk is full, and two of one source at once: the file is whole, or there is an error."""

import os
import resource
import subprocess
import sys
from pathlib import Path
from shutil import copytree
from unittest.mock import ANY

from compiler import compile_source
from tests.paths import ROOT

MOST = 300_000  # bytes of a file: fewer than the snapshot has


def build(source: Path, output: Path, most: int = resource.RLIM_INFINITY) -> "subprocess.Popen[bytes]":
    """Start a build that may write files of so many bytes."""
    command = [sys.executable, "-m", "server.cli", "build", os.fspath(source), "-o", os.fspath(output)]
    environment = {**os.environ, "XDG_CACHE_HOME": os.fspath(output.parent / "cache"), "PYTHONDONTWRITEBYTECODE": "1"}
    limit = f"import os, resource, sys; resource.setrlimit(resource.RLIMIT_FSIZE, ({most}, {most}))"
    started = [sys.executable, "-c", f"{limit}; os.execv(sys.argv[1], sys.argv[1:])", *command]
    return subprocess.Popen(started, env=environment, cwd=ROOT, stderr=subprocess.PIPE)


def ended(building: "subprocess.Popen[bytes]") -> tuple[int, str]:
    """Wait for a build. Return its status, and what it said."""
    _, told = building.communicate()
    return building.returncode, told.decode()


def test_build_on_a_full_disk_is_an_error_and_leaves_what_was_there(tmp_path: Path) -> None:
    source, output = copytree(ROOT / "worlds/locked-garden", tmp_path / "source"), tmp_path / "out.frieze"
    assert ended(build(source, output)) == (0, ANY)
    before = output.read_bytes()
    (source / "page.md").write_text("# More\n")
    status, told = ended(build(source, output, MOST))
    assert status == 2, told
    assert "out.frieze" in told
    assert output.read_bytes() == before
    assert {one.name for one in tmp_path.iterdir()} == {"cache", "out.frieze", "source"}


def test_two_builds_of_one_source_at_once_leave_one_whole_file(tmp_path: Path) -> None:
    source, output = copytree(ROOT / "worlds/locked-garden", tmp_path / "source"), tmp_path / "out.frieze"
    both = [build(source, output) for _ in range(2)]
    assert [ended(one) for one in both] == [(0, ANY), (0, ANY)]
    with compile_source(output) as snapshot:
        assert snapshot.rows("SELECT count(*) FROM object_row")[0][0] > 0
    assert {one.name for one in tmp_path.iterdir()} == {"cache", "out.frieze", "source"}
