"""Runs the benchmarks and prints their report: `python -m harness.benchmarks [--only PART]… [--write FILE]`."""

import argparse
import os
import subprocess
from collections.abc import Callable, Iterable, Mapping, Sequence
from pathlib import Path

from harness.benchmarks import (
    asking,
    knowledge_speed,
    latency,
    memory_retrieval,
    mention_cost,
    mermaid_speed,
    overload,
    relation_speed,
    requirements_speed,
    revisions,
    snapshot_size,
    starts,
    throughput,
)
from harness.benchmarks.client import CACHE
from harness.benchmarks.figures import Figure, Table
from harness.benchmarks.generated import Sources
from harness.benchmarks.page import PARTS, page

Line = Figure | Table | str

SIZES = (10, 1_000, 10_000)
REPEATS = 3
TURNS = 20  # of queries, a repeat


def parts(sources: Sources, sizes: Sequence[int], repeats: int) -> Mapping[str, Callable[[], Iterable[Line]]]:
    """The parts of the report by name, in their order."""
    return {
        "starts": lambda: starts.figures(sources, sizes, repeats),
        "compile": lambda: throughput.figures(sources, sizes, repeats),
        "queries": lambda: latency.figures(sources, repeats * TURNS),
        "mermaid": mermaid_speed.figures,
        "elspais": requirements_speed.figures,
        "knowledge": knowledge_speed.figures,
        "memory": memory_retrieval.figures,
        "asking": asking.figures,
        "relations": lambda: (*relation_speed.figures(sources), *mention_cost.figures(sources)),
        "revisions": revisions.figures,
        "overload": overload.figures,
        "size": lambda: snapshot_size.figures(sources),
    }


def main() -> None:
    arguments = _arguments()
    os.environ["XDG_CACHE_HOME"] = str(CACHE)
    report: dict[str, list[Line]] = {}
    with Sources() as sources:
        for name, figures in parts(sources, sorted(arguments.files), arguments.repeats).items():
            if name in (arguments.only or PARTS):
                print(f"\n{PARTS[name].title}", flush=True)
                report[name] = _measure(figures)
    if arguments.write:
        arguments.write.write_text(page(report, arguments.repeats), "utf-8")


def _measure(figures: Callable[[], Iterable[Line]]) -> list[Line]:
    """Print the lines of a part as they come, and return them. An error ends the part; the other parts go on."""
    found: list[Line] = []
    try:
        for line in figures():
            print(line, flush=True)
            found.append(line)
    except (subprocess.CalledProcessError, RuntimeError, OSError) as error:
        print(f"broken off: {error}", flush=True)
        found.append(f"Broken off by an error ({type(error).__name__}): what follows was not measured")
    return found


def _arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m harness.benchmarks", description="What Frieze costs.")
    parser.add_argument("--only", action="append", choices=list(PARTS), help="only this part; may be repeated")
    parser.add_argument(
        "--files",
        type=int,
        nargs="+",
        default=SIZES,
        metavar="N",
        help=f"sizes of generated sources (default: {SIZES})",
    )
    parser.add_argument("--repeats", type=int, default=REPEATS, help="turns of slow parts (default: %(default)s)")
    parser.add_argument("--write", type=Path, metavar="FILE", help="write the report as a page, docs/performance.md")
    return parser.parse_args()


if __name__ == "__main__":
    main()
