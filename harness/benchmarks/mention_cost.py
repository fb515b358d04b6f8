"""The share of a cold compile that finding and writing mentions takes, of the processor time of one process."""

from collections.abc import Iterator
from contextlib import contextmanager
from statistics import median
from time import process_time
from typing import Any
from unittest.mock import patch

from compiler import compile_source
from compiler.pipeline import freezing
from compiler.pipeline.mentions import Mentions, read_mentions
from harness.benchmarks.figures import Figure
from harness.benchmarks.generated import Sources

FILES = 1_000
TURNS = 7
MOST = 10  # %, promised


def figures(sources: Sources) -> Iterator[Figure]:
    """The median share over some compiles: both times are taken in the same run."""
    shares = [_share(sources.of(FILES)) for _ in range(TURNS)]
    beside = f"{min(shares):.1f} to {max(shares):.1f} in {TURNS} turns"
    yield Figure(f"mentions, of a cold compile of {FILES:,} files", median(shares), "%", MOST, beside, is_budget=True)


def _share(source: Any) -> float:
    taken = 0.0

    @contextmanager
    def timed(*arguments: Any) -> Iterator[Mentions]:
        nonlocal taken
        begun = process_time()
        with read_mentions(*arguments) as mentions:
            write = mentions.write
            taken += process_time() - begun

            def timed_write() -> Any:
                nonlocal taken
                begun = process_time()
                found = write()
                taken += process_time() - begun
                return found

            with patch.object(mentions, "write", timed_write):
                yield mentions

    begun = process_time()
    with patch.object(freezing, "read_mentions", timed):
        compile_source(source, jobs=1).close()
    return 100 * taken / (process_time() - begun)
