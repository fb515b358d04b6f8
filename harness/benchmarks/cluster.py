"""The sources of an organisation, built on a Dask cluster of this machine and without one.

    python -m harness.benchmarks.cluster [--sources 200] [--files 10000] [--workers 1 --workers 2] [--keep DIR]

Builds the sources of a generated organisation (`frieze build --each`) in turn, each time with an empty cache: here with
as many processes, and on a cluster of so many workers of one thread; and then merges the files. Prints seconds on the
clock and of the client's processors, and how many sources a worker builds in a second. From that it predicts the clock
of 64 workers: building by their number, but no faster than what the client takes. It needs frieze[dask].
"""

import argparse
import os
import resource
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from shutil import rmtree
from typing import NamedTuple

from harness.benchmarks import organisation
from harness.benchmarks.local_cluster import cluster

MANY = 64


class Taken(NamedTuple):
    """Seconds on the clock, and of the processors of the command and what it started."""

    clock: float
    processors: float


def taken(folder: Path, *options: str) -> Taken:
    """Run `frieze build` with an empty cache. Raises CalledProcessError."""
    cache = folder / "cache"
    rmtree(cache, ignore_errors=True)
    environment = {**os.environ, "XDG_CACHE_HOME": os.fspath(cache)}
    before, start = resource.getrusage(resource.RUSAGE_CHILDREN), time.monotonic()
    subprocess.run([sys.executable, "-m", "server.cli", "build", *options], env=environment, check=True)
    clock, after = time.monotonic() - start, resource.getrusage(resource.RUSAGE_CHILDREN)
    return Taken(clock, after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime)


def measure(folder: Path, sources: int, files: int, workers: list[int]) -> None:
    """Print the figures of all ways."""
    source = folder / "organisation"
    if not source.exists():
        size = organisation.write(source, sources, files)
        print(f"{sources:,} sources, {files:,} files, {size / 1e6:.1f} MB", flush=True)
    clocks = {}
    for count in workers:
        here = taken(folder, os.fspath(source), "--each", os.fspath(folder / f"here-{count}"), "--jobs", str(count))
        print(f"here, {count} processes: {here.clock:.1f} s, {here.processors:.1f} s of processors", flush=True)
        place = folder / f"cluster-{count}"
        place.mkdir(exist_ok=True)
        with cluster(place, workers=count) as started:
            on = "--on", f"dask={started.address}"
            there = taken(folder, os.fspath(source), "--each", os.fspath(folder / f"there-{count}"), *on)
        clocks[count] = there
        rate = sources / there.clock / count
        print(
            f"{count} workers: {there.clock:.1f} s, {there.processors:.1f} s of processors of the client, "
            f"{rate:.2f} sources a second of a worker",
            flush=True,
        )
    last = max(workers)
    merged = folder / "merged.frieze"
    joined = taken(folder, os.fspath(folder / f"there-{last}" / "frieze.toml"), "-o", os.fspath(merged))
    print(f"merging: {joined.clock:.1f} s, {merged.stat().st_size / 1e6:.1f} MB", flush=True)
    built = clocks[last].clock * last / MANY
    bound = clocks[last].processors
    print(
        f"{MANY} workers, predicted: {max(built, bound):.1f} s for the files (workers {built:.1f} s, client "
        f"{bound:.1f} s), and merging {joined.clock:.1f} s",
        flush=True,
    )


def main() -> None:
    """Print the figures."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--sources", type=int, default=200, help="how many sources (default: %(default)s)")
    parser.add_argument("--files", type=int, default=10_000, help="how many files in all (default: %(default)s)")
    parser.add_argument("--workers", type=int, action="append", help="may be repeated (default: 1 and 2)")
    parser.add_argument("--keep", type=Path, help="where all stays")
    arguments = parser.parse_args()
    with tempfile.TemporaryDirectory() as made:
        folder = arguments.keep or Path(made)
        folder.mkdir(parents=True, exist_ok=True)
        measure(folder, arguments.sources, arguments.files, arguments.workers or [1, 2])


if __name__ == "__main__":
    main()
