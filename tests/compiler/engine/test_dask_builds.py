"""A build on a real cluster of Dask has the same bytes, and says what is wrong with a cluster that is not there."""

import subprocess
from pathlib import Path

import pytest

from harness.benchmarks.generate import write
from tests.compiler.engine.cluster import cluster
from tests.compiler.engine.faults import build

pytest.importorskip("distributed", reason="the extra dask is not installed")


def ended(building: "subprocess.Popen[bytes]") -> tuple[int, str]:
    """The status of a build that has ended, and what it said."""
    _, told = building.communicate()
    return building.returncode, told.decode()


def test_build_on_a_cluster_has_the_same_bytes(tmp_path: Path) -> None:
    source, here, there = tmp_path / "source", tmp_path / "here.frieze", tmp_path / "there.frieze"
    write(source, 40)
    status, told = ended(build(source, here, "local", tmp_path / "cache"))
    assert status == 0, told
    with cluster(tmp_path, workers=1) as workers:
        status, told = ended(build(source, there, f"dask={workers.address}", tmp_path / "another-cache"))
    assert status == 0, told
    assert there.read_bytes() == here.read_bytes()


def test_build_without_a_scheduler_says_so(tmp_path: Path) -> None:
    source, output = tmp_path / "source", tmp_path / "out.frieze"
    write(source, 10)
    status, told = ended(build(source, output, "dask=tcp://127.0.0.1:9", tmp_path / "cache"))
    assert status == 2
    assert "tcp://127.0.0.1:9" in told
    assert not output.exists()
