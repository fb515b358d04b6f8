"""Compiling generated sources: throughput in one process and by default, memory, snapshot size, and whether ten times
the files cost ten times as much."""

import json
import os
import subprocess
import sys
from collections.abc import Iterator, Sequence
from functools import partial
from itertools import pairwise
from pathlib import Path
from statistics import median

from harness.benchmarks.client import ENVIRONMENT
from harness.benchmarks.figures import Figure, in_turns
from harness.benchmarks.generated import Sources, megabytes
from harness.benchmarks.once import KNOWS_JOBS
from tests.paths import ROOT

LARGE = 10_000  # files; such a source is measured once
COMPARABLE = 100  # files; for fewer, loading the grammars is most of the work
BUDGET_FILES = 1_000
MIN_THROUGHPUT = 1.5  # MB/s, on two cores
MAX_MEMORY = 250.0  # MB
MAX_TO_SMALLER = 1.25  # ratio of the time a megabyte, for ten times as many files

Cost = dict[str, float]


def figures(sources: Sources, sizes: Sequence[int], rounds: int) -> Iterator[Figure | str]:
    """The figures of each size, and the cost of a megabyte compared with the size before."""
    if not KNOWS_JOBS:
        yield "compile_source takes no number of jobs: only one process is measured"
    per_megabyte: dict[int, float] = {}
    for files in sizes:
        source = sources.of(files)
        size = megabytes(source)
        costs: dict[str, list[Cost]] = {"default": [], "one job": []}
        actions = {"one job": partial(_compile, source, "1", costs["one job"])}
        if KNOWS_JOBS:
            actions["default"] = partial(_compile, source, "", costs["default"])
        in_turns(rounds if files < LARGE else 1, actions, warm_up=0)
        yield from _of_size(files, size, {name: found for name, found in costs.items() if found})
        per_megabyte[files] = median(one["seconds"] for one in costs["one job"]) / size
    for smaller, larger in pairwise(one for one in sizes if one >= COMPARABLE):
        times = per_megabyte[larger] / per_megabyte[smaller]
        is_budget = larger == LARGE
        limit = MAX_TO_SMALLER if is_budget else None
        yield Figure(
            f"a MB of {larger:,} files to one of {smaller:,}", times, "times", limit, "one job", is_budget=is_budget
        )


def _of_size(files: int, size: float, costs: dict[str, list[Cost]]) -> Iterator[Figure]:
    best = "default" if "default" in costs else "one job"
    for name, found in costs.items():
        seconds = median(one["seconds"] for one in found)
        is_budget = files == BUDGET_FILES and name == best
        floor = MIN_THROUGHPUT if is_budget else None
        worked = median(one["processor"] for one in found)
        beside = f"{seconds:,.2f} s for {size:.2f} MB on {os.cpu_count()} cores, {worked:,.2f} s of processor time"
        title = f"compiling {files:,} files, {name}"
        yield Figure(title, size / seconds, "MB/s", floor=floor, beside=beside, is_budget=is_budget)
    for name, found in costs.items():
        limit = MAX_MEMORY if files == BUDGET_FILES and name == best else None
        peak = max(one["peak"] for one in found)
        beside = "this process and its largest worker" if name == "default" else ""
        title = f"peak memory, compiling {files:,} files, {name}"
        yield Figure(title, peak, "MB", limit, beside, is_budget=limit is not None)
    one = costs["one job"][0]
    beside = (
        f"{one['snapshot'] / 1e6:.1f} MB, {one['facts']:,.0f} facts, {one['snapshot'] / one['facts']:.0f} bytes a fact"
    )
    yield Figure(f"snapshot of {files:,} files to its source", one["snapshot"] / 1e6 / size, "times", beside=beside)


def _compile(source: Path, jobs: str, costs: list[Cost]) -> float:
    command = [sys.executable, "-m", "harness.benchmarks.once", str(source), *([jobs] if jobs else [])]
    done = subprocess.run(command, cwd=ROOT, env=ENVIRONMENT, check=True, capture_output=True, text=True)
    costs.append(json.loads(done.stdout))
    return costs[-1]["seconds"]
