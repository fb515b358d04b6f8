"""A real cluster of Dask builds the sources of a workspace, whatever happens to its processes."""

import os
import signal
import subprocess
import sys
from contextlib import suppress
from pathlib import Path

import pytest

from harness.benchmarks.local_cluster import Cluster, cluster
from harness.benchmarks.many_sources import write_sources

pytest.importorskip("distributed", reason="the extra dask is not installed")

SOURCES = 40  # so that a kill comes in the midst of them


@pytest.fixture
def workspace(tmp_path: Path) -> Path:
    return write_sources(tmp_path / "workspace", SOURCES)


def building(workspace: Path, folder: Path, *options: str) -> "subprocess.Popen[str]":
    """Start a build of each source."""
    command = [sys.executable, "-m", "server.cli", "build", os.fspath(workspace), *options]
    environment = {**os.environ, "XDG_CACHE_HOME": os.fspath(folder / "cache")}
    return subprocess.Popen(command, env=environment, stderr=subprocess.PIPE, text=True)


def ended(process: "subprocess.Popen[str]") -> tuple[int, str]:
    """The status of a build that has ended, and what it said."""
    _, told = process.communicate()
    return process.returncode, told


def on(workers: Cluster, folder: Path) -> tuple[str, ...]:
    return "--each", os.fspath(folder / "each"), "--on", f"dask={workers.address}"


def test_build_on_a_cluster_has_the_same_bytes(workspace: Path, tmp_path: Path) -> None:
    here, there = tmp_path / "here.frieze", tmp_path / "there.frieze"
    status, told = ended(building(workspace, tmp_path, "-o", os.fspath(here)))
    assert status == 0, told
    with cluster(tmp_path, workers=1) as workers:
        options = *on(workers, tmp_path), "-o", os.fspath(there)
        status, told = ended(building(workspace, tmp_path, *options))
        assert status == 0, told
        assert "40 sources: 40 built, 0 unchanged, 0 not built" in told.splitlines()  # progress may stand before it
        status, told = ended(building(workspace, tmp_path, *options, "--workers-read", f"file://{workspace}"))
        assert status == 0, told
        assert "40 sources: 0 built, 40 unchanged, 0 not built" in told.splitlines()  # progress may stand before it
    assert there.read_bytes() == here.read_bytes()


def test_worker_that_is_killed_costs_no_source(workspace: Path, tmp_path: Path) -> None:
    with cluster(tmp_path, workers=1) as workers:
        process = building(workspace, tmp_path, *on(workers, tmp_path))
        _wait_for_a_file(process, tmp_path)
        os.kill(workers.workers()[0], signal.SIGKILL)
        status, told = ended(process)
    assert status == 0
    assert ", 0 not built" in told
    assert len(list((tmp_path / "each").glob("source-????.frieze"))) == SOURCES


def test_scheduler_that_is_gone_leaves_what_is_finished(workspace: Path, tmp_path: Path) -> None:
    with cluster(tmp_path, workers=1) as workers:
        process = building(workspace, tmp_path, *on(workers, tmp_path))
        _wait_for_a_file(process, tmp_path)
        workers.scheduler.kill()
        status, told = ended(process)
    assert status == 2
    assert f"The Dask scheduler at {workers.address} is gone. The files that are finished are kept" in told
    status, told = ended(building(workspace, tmp_path, "--each", os.fspath(tmp_path / "each")))
    assert status == 0
    assert "40 sources:" in told
    assert " 0 unchanged" not in told


def test_build_without_a_scheduler_says_so(workspace: Path, tmp_path: Path) -> None:
    each = os.fspath(tmp_path / "each")
    status, told = ended(building(workspace, tmp_path, "--each", each, "--on", "dask=tcp://127.0.0.1:9"))
    assert status == 2
    assert "tcp://127.0.0.1:9" in told


def _wait_for_a_file(process: "subprocess.Popen[str]", folder: Path) -> None:
    while process.poll() is None and not list((folder / "each").glob("source-????.frieze.json")):
        with suppress(subprocess.TimeoutExpired):
            process.wait(0.02)
