"""Compares the queries of this checkout with another's: `python -m harness.benchmarks.queries_against OTHER`.

Both answer the same questions to all tools on the same generated source, in turns, each in a process and with a cache
of its own. Printed are the ratios of the processor time of this checkout to that of the other one, by tool.
"""

import argparse
import json
import os
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from math import exp, log
from pathlib import Path
from statistics import mean, median

from harness.benchmarks.figures import Figure
from tests.paths import ROOT

PROGRAM = Path(__file__).with_name("query_costs.py")
SHORTEST = 0.000_1  # seconds: what takes less says nothing


def figures(other: Path, files: int, turns: int, rounds: int) -> Iterator[Figure]:
    """The ratio of each tool, slowest first, and the mean of the ratios."""
    with tempfile.TemporaryDirectory() as folder:
        roots = {"ours": ROOT, "other": other}
        runs: dict[str, list[dict[str, float]]] = {name: [] for name in roots}
        for turn in range(turns):
            for name, root in list(roots.items())[:: -1 if turn % 2 else 1]:
                runs[name].append(_run(root, Path(folder, name), files, rounds))
    least = {name: {form: min(run[form] for run in found) for form in found[0]} for name, found in runs.items()}
    forms = [form for form, value in least["other"].items() if form in least["ours"] and value >= SHORTEST]
    ratios = {form: least["ours"][form] / least["other"][form] for form in forms}
    for form in sorted(forms, key=lambda one: -ratios[one]):
        beside = f"{least['ours'][form] * 1e3:.2f} ms beside {least['other'][form] * 1e3:.2f} ms"
        yield Figure(form, ratios[form], "times", beside=beside)
    yield Figure("all tools, geometric mean", exp(mean(map(log, ratios.values()))), "times")
    yield Figure("all tools, median", median(ratios.values()), "times")


def _run(root: Path, folder: Path, files: int, rounds: int) -> dict[str, float]:
    kept = {name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"}
    caches = {"XDG_CACHE_HOME": str(folder / "cache"), "PYTHONPYCACHEPREFIX": str(folder / "bytecode")}
    command = [sys.executable, "-P", str(PROGRAM), str(folder / "source"), str(files), str(rounds)]
    environment = kept | caches | {"PYTHONPATH": str(root)}
    folder.mkdir(exist_ok=True)
    done = subprocess.run(command, cwd=folder, env=environment, check=True, stdout=subprocess.PIPE)
    found: dict[str, float] = json.loads(done.stdout)
    return found


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m harness.benchmarks.queries_against", description=__doc__)
    parser.add_argument("other", type=Path, help="the folder of the other checkout")
    parser.add_argument("--files", type=int, default=1_000, help="of the source (default: %(default)s)")
    parser.add_argument("--turns", type=int, default=2, help="of each side (default: %(default)s)")
    parser.add_argument("--rounds", type=int, default=3, help="of each question (default: %(default)s)")
    arguments = parser.parse_args()
    for figure in figures(arguments.other.resolve(), arguments.files, arguments.turns, arguments.rounds):
        print(figure, flush=True)


if __name__ == "__main__":
    main()
