"""`python -m tests.compiler.engine.faults [--kills 50] [--files 200]`: what builds make while workers are killed.

Builds a generated source again and again with two worker processes of a Dask cluster, kills one of their processes at a
random moment, and compares the file with that of a build without a cluster. At last it kills the scheduler in the midst
of a build, looks at the error, and lets another build go on.
"""

import argparse
import contextlib
import os
import random
import signal
import sqlite3
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from harness.benchmarks.generate import write
from tests.compiler.engine.cluster import Cluster, cluster

WORKERS = 2
PAUSE = 6.0  # seconds between two kills at most: a worker that is killed needs some to start again


def build(source: Path, output: Path, on: str, cache: Path) -> "subprocess.Popen[bytes]":
    """Start a build."""
    command = [sys.executable, "-m", "server.cli", "build", os.fspath(source), "-o", os.fspath(output), "--on", on]
    return subprocess.Popen(command, env={**os.environ, "XDG_CACHE_HOME": os.fspath(cache)}, stderr=subprocess.PIPE)


def killed(workers: Cluster, building: "subprocess.Popen[bytes]", kills: int, chance: random.Random) -> int:
    """Kill processes of the workers while a build runs, `kills` at most. Returns how many."""
    count = 0
    while building.poll() is None:
        with_pause(building, chance.uniform(0.5, PAUSE))
        processes = [*workers.workers(), *workers.task_processes()]
        if building.poll() is None and len(workers.workers()) == WORKERS and count < kills:
            try:
                os.kill(chance.choice(processes), signal.SIGKILL)
            except ProcessLookupError:
                continue
            count += 1
    return count


def with_pause(building: "subprocess.Popen[bytes]", seconds: float) -> None:
    """Wait so long, or until the build ends."""
    try:
        building.wait(seconds)
    except subprocess.TimeoutExpired:
        return


def units_in(cache: Path) -> int:
    """How many parsed files a cache holds."""
    for path in cache.rglob("units-1.sqlite"):
        with contextlib.closing(sqlite3.connect(path)) as database, contextlib.suppress(sqlite3.OperationalError):
            return int(database.execute("SELECT count(*) FROM unit").fetchone()[0])
    return 0


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m tests.compiler.engine.faults", description=__doc__)
    parser.add_argument("--kills", type=int, default=50)
    parser.add_argument("--files", type=int, default=200)
    parser.add_argument("--seed", type=int, default=1)
    arguments = parser.parse_args()
    chance = random.Random(arguments.seed)
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        source = folder / "source"
        write(source, arguments.files)
        expected = folder / "expected.frieze"
        assert build(source, expected, "local", folder / "cache").wait() == 0
        with cluster(folder) as workers:
            kills = builds = 0
            while kills < arguments.kills:
                output = folder / "built.frieze"
                building = build(source, output, f"dask={workers.address}", folder / f"cache-{builds}")
                kills += killed(workers, building, arguments.kills - kills, chance)
                _, told = building.communicate()
                assert building.returncode == 0, told.decode()
                assert output.read_bytes() == expected.read_bytes()
                output.unlink()
                builds += 1
                print(f"{kills} kills in {builds} builds: each file is right", flush=True)
        fresh_folder = folder / "fresh"
        fresh_folder.mkdir()
        with cluster(fresh_folder) as fresh:
            building = build(source, folder / "gone.frieze", f"dask={fresh.address}", folder / "cache-gone")
            while building.poll() is None and not units_in(folder / "cache-gone"):
                with_pause(building, 0.05)
            fresh.scheduler.kill()
            started = time.monotonic()
            _, told = building.communicate()
            print(f"scheduler killed: status {building.returncode} after {time.monotonic() - started:.0f} s")
            print(told.decode().strip())
            assert building.returncode == 2 and not (folder / "gone.frieze").exists()
            print(f"{units_in(folder / 'cache-gone')} parsed files are kept")
            assert not list(folder.glob("*.build"))
            again = build(source, folder / "gone.frieze", "local", folder / "cache-gone")
            assert again.wait() == 0
            assert (folder / "gone.frieze").read_bytes() == expected.read_bytes()
            print("the next build went on, and its file is right")


if __name__ == "__main__":
    main()
