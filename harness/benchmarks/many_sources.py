"""A workspace of many small sources: building it, opening it beside a bare server, and a change in one source.

    python -m harness.benchmarks.many_sources [--sources 100] [--turns 5]

Every source has decisions, requirements, code and a page; pages cite a decision and a requirement of another source.
"""

import argparse
import resource
import subprocess
import sys
from collections.abc import Iterator
from functools import partial
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory

from harness.benchmarks.client import BARE_SERVER, ENVIRONMENT, empty_cache, frieze_server
from harness.benchmarks.figures import Figure, in_turns, milliseconds, ratio
from harness.benchmarks.starts import first_answer
from tests.paths import ROOT

MAX_OPENED = 1.5  # times the start of a bare server
ADRS, REQUIREMENTS = 4, 3  # of each source
_ADR = "# {number}. Choice {number}\n\nDate: 2026-01-{day:02d}\n\n## Status\n\nAccepted\n\n## Decision\n\n{text}\n"
_REQUIREMENT = (
    "# REQ-d{number:05d}: Duty {number}\n\n**Level**: DEV | **Status**: Active\n\n"
    "## Assertions\n\nA. It SHALL hold.\n\n*End* *Duty {number}*\n\n"
)
_COMPILE = "import sys; from compiler import compile_source; compile_source(sys.argv[1], keep=True).close()"


def write_sources(folder: Path, count: int) -> Path:
    """Write a workspace of so many sources, and return its folder."""
    tables = []
    for at in range(count):
        name = f"source-{at:04d}"
        tables.append(f'[[source]]\nname = "{name}"\npath = "{name}"\n')
        _write_source(folder / name, at, count)
    (folder / "frieze.toml").write_text("\n".join(tables))
    return folder


def _write_source(folder: Path, at: int, count: int) -> None:
    other = (at * 7 + 1) % count
    for name in ("docs/adr", "spec", "src"):
        (folder / name).mkdir(parents=True)
    for number in range(1, ADRS + 1):
        own = at * ADRS + number
        text = _ADR.format(number=own, day=number, text=f"It follows REQ-d{at * REQUIREMENTS + 1:05d}.")
        (folder / f"docs/adr/{own:04d}-choice.md").write_text(text)
    numbers = range(at * REQUIREMENTS + 1, (at + 1) * REQUIREMENTS + 1)
    (folder / "spec/duties.md").write_text("".join(_REQUIREMENT.format(number=one) for one in numbers))
    (folder / "src/work.py").write_text(f"# Implements: REQ-d{numbers[0]:05d}-A\ndef work():\n    pass\n")
    cited = f"ADR-{other * ADRS + 1:04d} and REQ-d{other * REQUIREMENTS + 1:05d}"
    (folder / "README.md").write_text(f"# Source {at}\n\nIt follows {cited}.\n")


def figures(count: int, turns: int) -> Iterator[Figure]:
    """The figures of a workspace of so many sources."""
    with TemporaryDirectory() as name:
        folder = write_sources(Path(name), count)
        empty_cache()
        yield Figure(f"build, {count} sources, empty cache", _processor_time(folder), "s", beside="of processors")
        yield Figure(f"open unchanged, {count} sources", _processor_time(folder), "s", beside="of processors")
        _edit(folder, 0)
        yield Figure(
            f"build after a change in one, {count} sources", _processor_time(folder), "s", beside="of processors"
        )
        ours = partial(first_answer, frieze_server(str(folder)), "get_snapshot_info")
        taken = in_turns(turns, {"bare": partial(first_answer, BARE_SERVER, "no_op"), "ours": ours})
        beside = f"{median(taken['ours']):.0f} ms beside {median(taken['bare']):.0f} ms"
        yield Figure(
            f"warm start, {count} sources, to a bare server",
            ratio(taken["ours"], taken["bare"]),
            "times",
            MAX_OPENED,
            beside,
        )


def _edit(folder: Path, at: int) -> None:
    with (folder / f"source-{at:04d}" / "README.md").open("a", encoding="utf-8") as opened:
        opened.write("\nMore.\n")


def _processor_time(folder: Path) -> float:
    """The seconds of processors that compiling takes, in a process of its own and those that it starts."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    milliseconds(
        lambda: subprocess.run([sys.executable, "-c", _COMPILE, str(folder)], cwd=ROOT, env=ENVIRONMENT, check=True)
    )
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


def main() -> None:
    """Print the figures."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--sources", type=int, default=100)
    parser.add_argument("--turns", type=int, default=5)
    arguments = parser.parse_args()
    for figure in figures(arguments.sources, arguments.turns):
        print(figure, flush=True)


if __name__ == "__main__":
    main()
