"""Compares this checkout with another: `python -m harness.benchmarks.against OTHER [--preset regular] [--turns 5]`.

OTHER is the folder of a checkout, such as one made by `git worktree add ../other COMMIT`. Both compile the same
generated project in turns, each with a cache of its own. Printed are the ratios of this checkout to the other one: a
cold compilation, one after a file has changed, a start on an unchanged project, and the size of the snapshot.
"""

import argparse
import json
import os
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Mapping
from pathlib import Path
from statistics import median

from harness.benchmarks.figures import Figure, ratio
from harness.benchmarks.known_project.invent import PRESETS
from harness.benchmarks.known_project.repository import write
from tests.paths import ROOT

PROGRAM = Path(__file__).with_name("project_costs.py")
TURNS = 5
KINDS = {"cold": "cold compilation", "change": "after one change", "start": "start, unchanged"}


class Checkout:
    """A checkout with a copy of the project and a cache of its own, both in `folder`."""

    def __init__(self, root: Path, folder: Path, preset: str) -> None:
        self._root, self._folder = root, folder
        self._source = folder / "project"
        write(self._source, PRESETS[preset])
        self._changed = sorted(self._source.glob("backlog/tasks/*.md"))

    def measure(self, kind: str) -> Mapping[str, float]:
        """The costs of one run; see `project_costs`."""
        changed = [str(self._changed.pop())] if kind == "change" else []
        command = [sys.executable, "-P", str(PROGRAM), kind, str(self._source), *changed]
        done = subprocess.run(command, cwd=self._folder, env=self._environment(), check=True, capture_output=True)
        costs: Mapping[str, float] = json.loads(done.stdout)
        return costs

    def _environment(self) -> dict[str, str]:
        kept = {name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"}
        caches = {"XDG_CACHE_HOME": str(self._folder / "cache"), "PYTHONPYCACHEPREFIX": str(self._folder / "bytecode")}
        return kept | caches | {"PYTHONPATH": str(self._root)}


def figures(other: Path, preset: str, turns: int = TURNS) -> Iterator[Figure]:
    """The ratios of this checkout to another, by wall clock and by processor time, and of the sizes of snapshots."""
    with tempfile.TemporaryDirectory() as folder:
        roots = {"ours": ROOT, "other": other}
        sides = {name: Checkout(root, Path(folder, name), preset) for name, root in roots.items()}
        for kind, name in KINDS.items():
            taken = _in_turns(sides, kind, turns)
            for measure in ("seconds", "processor"):
                ours, others = ([one[measure] for one in taken[name]] for name in roots)
                beside = f"{median(ours):.2f} s beside {median(others):.2f} s"
                yield Figure(f"{name}, {measure}, to the other checkout", ratio(ours, others), "times", beside=beside)
            if kind == "cold":
                size, than = (taken[name][0]["bytes"] / 1e6 for name in roots)
                beside = f"{size:.2f} MB beside {than:.2f} MB"
                yield Figure("size of the snapshot, to the other checkout", size / than, "times", 1.1, beside)


def _in_turns(sides: Mapping[str, Checkout], kind: str, turns: int) -> dict[str, list[Mapping[str, float]]]:
    """The costs of runs of one kind, of both sides in turns. A first run of each side is not counted."""
    taken: dict[str, list[Mapping[str, float]]] = {name: [] for name in sides}
    for side in sides.values():
        side.measure("cold" if kind == "cold" else "start")
    for turn in range(turns):
        for name, side in list(sides.items())[:: -1 if turn % 2 else 1]:
            taken[name].append(side.measure(kind))
    return taken


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m harness.benchmarks.against", description=__doc__)
    parser.add_argument("other", type=Path, help="the folder of the other checkout")
    parser.add_argument("--preset", choices=list(PRESETS), default="regular", help="(default: %(default)s)")
    parser.add_argument("--turns", type=int, default=TURNS, help="of each side (default: %(default)s)")
    arguments = parser.parse_args()
    for figure in figures(arguments.other.resolve(), arguments.preset, arguments.turns):
        print(figure, flush=True)


if __name__ == "__main__":
    main()
