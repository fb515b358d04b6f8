"""What the checksum of a cached snapshot costs a warm start: `python -m harness.benchmarks.warm_start [FILES] [TURNS]`.

Both ways are measured in turns in one process, with the checksum and without; their ratio is printed.
"""

import os
import sys
import tempfile
import time
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from statistics import median

import compiler
from compiler.store.cache.snapshot_cache import SnapshotCache
from harness.benchmarks.generate import write


def seconds(action: Callable[[], None]) -> float:
    """How long an action takes."""
    started = time.perf_counter()
    action()
    return time.perf_counter() - started


def main(files: int, turns: int) -> None:
    """Print the medians and their ratio."""
    checked, unchecked = SnapshotCache.start_check, lambda _: None
    ended, unended = SnapshotCache.end_check, lambda *_: None
    taken: dict[str, list[float]] = {"with": [], "without": []}
    with tempfile.TemporaryDirectory() as folder:
        os.environ["XDG_CACHE_HOME"] = f"{folder}/cache"
        source = Path(folder, "source")
        write(source, files)

        def start() -> None:
            with closing(compiler.compile_source(source, keep=True)) as snapshot:
                snapshot.rows("SELECT count(*) FROM object")

        start()
        size = sum(path.stat().st_size for path in Path(folder, "cache").rglob("snapshots/*.sqlite"))
        for _ in range(turns):
            for name, begin, end in (("with", checked, ended), ("without", unchecked, unended)):
                SnapshotCache.start_check, SnapshotCache.end_check = begin, end  # type: ignore[method-assign]
                taken[name].append(seconds(start))
    with_, without = median(taken["with"]), median(taken["without"])
    print(
        f"{files:,} files, a snapshot of {size / 1e6:.1f} MB: a warm start takes {with_ * 1e3:.1f} ms with the "
        f"checksum and {without * 1e3:.1f} ms without, {with_ / without:.2f} times as long (medians of {turns} turns)"
    )


if __name__ == "__main__":
    files, turns, *_ = map(int, (*sys.argv[1:], *("1000", "21")[len(sys.argv) - 1 :]))
    main(files, turns)
