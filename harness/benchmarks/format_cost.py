"""What formats cost a source without them: `python -m harness.benchmarks.format_cost [SOURCE] [--turns 15]`.

A source is compiled cold in turns, with all formats of requirements and trackers and with none, each time in a process
of its own, so that imports count. Printed are ratios of processor times: of the least ones, which other work on the
machine changes least, and the median of those of each turn. Without a SOURCE it is documentation and code of Frieze,
without the pages whose examples state requirements in a format.
"""

import argparse
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path
from statistics import median

from harness.benchmarks.figures import Figure
from tests.paths import ROOT

TURNS = 15
LIMIT = 1.05
OWN = ("docs", "server")
NOT_OF_SOURCE = ("__pycache__", "REQ60*.md")
WITHOUT = """
from compiler.languages.requirements import format_registry
from compiler.languages.knowledge import tracker_registry
format_registry.FORMATS = ()
format_registry.BY_NAME = {}
tracker_registry.TRACKERS = ()
tracker_registry.claims = lambda path: False
"""
MEASURED = """
import sys
from time import process_time
from compiler import compile_source
begun = process_time()
compile_source(sys.argv[1], jobs=1).close()
print(process_time() - begun)
"""


def figures(source: Path, turns: int) -> Iterator[Figure]:
    """The ratio of a cold compilation with formats to one without, and the times."""
    programs = {"with": MEASURED, "without": WITHOUT + MEASURED}
    taken: dict[str, list[float]] = {name: [] for name in programs}
    for turn in range(turns + 1):
        for name in list(programs)[:: -1 if turn % 2 else 1]:
            seconds = _processor_seconds(programs[name], source)
            if turn:  # the first one fills the caches of grammars and bytecode
                taken[name].append(seconds)
    pairs = [ours / other for ours, other in zip(*taken.values(), strict=True)]
    ours, other = (median(one) for one in taken.values())
    least, than = (min(one) for one in taken.values())
    yield Figure(
        "cold compilation with formats, to one without",
        least / than,
        "times",
        LIMIT,
        f"{least:.3f} s beside {than:.3f} s",
    )
    yield Figure("its median", median(pairs), "times", beside=f"{ours:.3f} s beside {other:.3f} s")


def _processor_seconds(program: str, source: Path) -> float:
    command = [sys.executable, "-c", program, str(source)]
    return float(subprocess.run(command, cwd=ROOT, check=True, capture_output=True, text=True).stdout)


def main() -> int:
    """Measure, print the figures, and return the exit status."""
    parser = argparse.ArgumentParser(prog="python -m harness.benchmarks.format_cost", description=__doc__)
    parser.add_argument("source", nargs="?", type=Path)
    parser.add_argument("--turns", type=int, default=TURNS)
    given = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        source = given.source
        if source is None:
            source = Path(folder)
            for name in OWN:
                shutil.copytree(ROOT / name, source / name, ignore=shutil.ignore_patterns(*NOT_OF_SOURCE))
        found = list(figures(source.resolve(), given.turns))
    for figure in found:
        print(figure)
    return 0 if all(figure.is_met for figure in found) else 1


if __name__ == "__main__":
    sys.exit(main())
