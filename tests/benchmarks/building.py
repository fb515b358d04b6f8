"""What a build takes: `python -m tests.benchmarks.building --files 2000 [--on dask=ADDRESS] [--jobs N] [--seed N]`.

Builds a generated source by `frieze build` with an empty cache, and prints the seconds on the clock and of the
processors of this machine's build (not of Dask's workers), the most memory of the build's process and of its largest
child, and the sizes. Several `--on` build one after the other, and must give the same bytes.
"""

import argparse
import os
import sys
import tempfile
import time
from collections.abc import Sequence
from hashlib import file_digest
from pathlib import Path
from typing import NamedTuple

from tests.benchmarks.generate import write

KILOBYTE = 1_024  # the unit of `ru_maxrss`


class Figures(NamedTuple):
    """What one build took: seconds, and megabytes."""

    clock: float
    processor: float
    memory: float
    size: float
    digest: str


def measure(source: Path, output: Path, on: str, more: Sequence[str]) -> Figures:
    """Build a source in a process of its own, with an empty cache. Raises ChildProcessError if it fails."""
    with tempfile.TemporaryDirectory() as cache:
        command = [sys.executable, "-m", "server.cli", "build", os.fspath(source), "-o", os.fspath(output)]
        command += ["--on", on, "--max-files", "10000000", "--max-bytes", "1000000000000", *more]
        start = time.monotonic()
        child = os.posix_spawn(sys.executable, command, {**os.environ, "XDG_CACHE_HOME": cache})
        _, status, used = os.wait4(child, 0)
        clock = time.monotonic() - start
    if status:
        raise ChildProcessError(f"the build on {on} ended with status {os.waitstatus_to_exitcode(status)}")
    with output.open("rb") as file:
        digest = file_digest(file, "sha256").hexdigest()
    memory = used.ru_maxrss * KILOBYTE / 1e6
    return Figures(clock, used.ru_utime + used.ru_stime, memory, output.stat().st_size / 1e6, digest)


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m tests.benchmarks.building", description=__doc__)
    parser.add_argument("--files", type=int, default=1_000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--jobs", default="2")
    parser.add_argument("--on", action="append", help="local, or dask=ADDRESS; may be repeated")
    parser.add_argument("--keep", type=Path, help="where the source and the builds stay")
    arguments = parser.parse_args()
    with tempfile.TemporaryDirectory() as made:
        folder = arguments.keep or Path(made)
        source = folder / f"source-{arguments.files}-{arguments.seed}"
        if not source.exists():
            write(source, arguments.files, arguments.seed)
        size = sum(one.stat().st_size for one in source.rglob("*") if one.is_file()) / 1e6
        print(f"{arguments.files:,} files, {size:.1f} MB", flush=True)
        digests = set()
        for number, on in enumerate(arguments.on or ["local"]):
            found = measure(source, folder / f"{number}.frieze", on, ["--jobs", arguments.jobs])
            digests.add(found.digest)
            print(
                f"{on}: {found.clock:.1f} s, {found.processor:.1f} s of processors, {found.memory:.0f} MB of memory in "
                f"the largest process, {found.size:.1f} MB written",
                flush=True,
            )
        if len(digests) > 1:
            raise SystemExit("the builds differ")


if __name__ == "__main__":
    main()
