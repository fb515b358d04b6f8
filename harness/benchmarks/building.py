"""What a build takes: `python -m harness.benchmarks.building --files 2000 [--jobs N] [--seed N]`.

Builds a generated source by `frieze build` with an empty cache, and prints the seconds on the clock and of the
processors, the most memory that the build's process and the largest of its children had, the most that all had together
(pages that they share count once), and the sizes. `--source` builds a folder that is there, such as an organisation.
"""

import argparse
import os
import sys
import tempfile
import time
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path
from threading import Event
from typing import NamedTuple

from harness.benchmarks.generate import write

KILOBYTE = 1_024  # the unit of /proc
LOOKS = 1.0  # seconds from one look at the memory to the next


class Figures(NamedTuple):
    """What one build took: seconds, and megabytes."""

    clock: float
    processor: float
    memory: float
    largest_child: float
    together: float
    size: float


def measure(source: Path, output: Path, more: Sequence[str]) -> Figures:
    """Build a source in a process of its own, with an empty cache. Raises ChildProcessError if it fails."""
    with tempfile.TemporaryDirectory() as cache:
        command = [sys.executable, "-m", "server.cli", "build", os.fspath(source), "-o", os.fspath(output)]
        command += ["--max-files", "10000000", "--max-bytes", "1000000000000", *more]
        start = time.monotonic()
        child = os.posix_spawn(sys.executable, command, {**os.environ, "XDG_CACHE_HOME": cache})
        memory = _Memory(child)
        while not (ended := os.wait4(child, os.WNOHANG))[0]:
            memory.look()
            Event().wait(LOOKS)
        _, status, used = ended
        clock = time.monotonic() - start
    if status:
        raise ChildProcessError(f"the build ended with status {os.waitstatus_to_exitcode(status)}")
    size = output.stat().st_size / 1e6
    return Figures(clock, used.ru_utime + used.ru_stime, memory.own, memory.child, memory.together, size)


class _Memory:
    """The most memory that a process and those that it started have, in megabytes, as /proc says now and then."""

    def __init__(self, process: int) -> None:
        self._process = process
        self.own = self.child = self.together = 0.0

    def look(self) -> None:
        """Look once. A process that has just ended says nothing."""
        shares = 0.0
        for one in _family(self._process):
            most, share = _field(f"/proc/{one}/status", "VmHWM"), _field(f"/proc/{one}/smaps_rollup", "Pss")
            shares += share
            if one == self._process:
                self.own = max(self.own, most)
            else:
                self.child = max(self.child, most)
        self.together = max(self.together, shares)


def _family(process: int) -> list[int]:
    """A process and all that it started, and those in turn."""
    found = [process]
    for one in found:  # it grows meanwhile
        with suppress(OSError):
            for task in Path(f"/proc/{one}/task").iterdir():
                found += map(int, (task / "children").read_text().split())
    return found


def _field(path: str, name: str) -> float:
    """A field of a file of /proc in megabytes; 0 if there is none."""
    with suppress(OSError):
        for line in Path(path).read_text().splitlines():
            if line.startswith(f"{name}:"):
                return int(line.split()[1]) * KILOBYTE / 1e6
    return 0.0


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m harness.benchmarks.building", description=__doc__)
    parser.add_argument("--files", type=int, default=1_000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--jobs", default="2")
    parser.add_argument("--keep", type=Path, help="where the source and the builds stay")
    parser.add_argument("--source", type=Path, help="what is built instead of a generated source")
    arguments = parser.parse_args()
    with tempfile.TemporaryDirectory() as made:
        folder = arguments.keep or Path(made)
        source = arguments.source or folder / f"source-{arguments.files}-{arguments.seed}"
        if not source.exists():
            write(source, arguments.files, arguments.seed)
        size = sum(path.stat().st_size for path in source.rglob("*") if path.is_file()) / 1e6
        count = sum(path.is_file() for path in source.rglob("*"))
        print(f"{count:,} files, {size:.1f} MB", flush=True)
        found = measure(source, folder / "built.frieze", ["--jobs", arguments.jobs])
        print(
            f"{found.clock:.1f} s, {found.processor:.1f} s of processors, {found.memory:.0f} MB of memory, "
            f"{found.largest_child:.0f} MB in its largest child, {found.together:.0f} MB together, "
            f"{found.size:.1f} MB written",
            flush=True,
        )


if __name__ == "__main__":
    main()
