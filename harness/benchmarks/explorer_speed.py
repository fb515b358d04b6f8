"""How fast the explorer's pages are: `python -m harness.benchmarks.explorer_speed [--files 1000] [--rounds 5]`.

A mixed source is generated, compiled and explored: the overview, and for each kind of page the first few that links
lead to, each in its turn, over the application without a network. Then the static site is made. Times are those of the
processor, of all processes together.
"""

import argparse
from collections import defaultdict
from pathlib import Path
from resource import RUSAGE_CHILDREN, RUSAGE_SELF, getrusage
from statistics import median
from tempfile import TemporaryDirectory
from time import perf_counter, process_time
from typing import NamedTuple
from urllib.parse import urlsplit

from starlette.testclient import TestClient

from compiler import open_workspace
from compiler.workspace.interface import Workspace
from harness.benchmarks.generate import write
from server.explorer.site.asking import ask_often
from server.explorer.site.export import Exported
from tests.server.explorer.reading import Seen, client_of

OF_A_KIND = 5  # pages that differ in their parameters only
START = "/explore/"


def walk(client: TestClient, rounds: int) -> dict[str, list[float]]:
    """Return the median seconds of each page that is looked at, by its path."""
    times: dict[str, list[float]] = defaultdict(list)
    waiting, known = [START, "/explore/search?q=gate"], {START}
    while waiting:
        address = waiting.pop(0)
        kind = urlsplit(address).path
        if len(times[kind]) >= OF_A_KIND or kind.endswith("/history"):
            continue
        spent = []
        for _ in range(rounds):
            start = process_time()
            answer = client.get(address)
            spent.append(process_time() - start)
        times[kind].append(median(spent))
        for link in Seen(answer.text).addresses:
            plain = link.partition("#")[0]
            if plain.startswith(START) and plain not in known:
                known.add(plain)
                waiting.append(plain)
    return {kind: found for kind, found in times.items() if found}


class ExportTime(NamedTuple):
    """How many pages a static site has, and the seconds that it took: by the clock, and of the processor."""

    pages: int
    clock: float
    processor: float


def export(workspace: Workspace, max_pages: int) -> ExportTime:
    """Make a static site, and throw it away."""
    start, processor = perf_counter(), _processor_seconds()
    made = Exported(ask_often(workspace), lambda _path, _line: "", max_pages)
    for _ in made.files():
        pass
    return ExportTime(made.pages, perf_counter() - start, _processor_seconds() - processor)


def _processor_seconds() -> float:
    """The seconds of this process and of its workers that have ended."""
    return sum(one.ru_utime + one.ru_stime for one in map(getrusage, (RUSAGE_SELF, RUSAGE_CHILDREN)))


def main() -> None:
    """Print a line a page, and one for the static site."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--files", type=int, default=1_000)
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--max-pages", type=int, default=20_000)
    options = parser.parse_args()
    with TemporaryDirectory() as folder:
        write(Path(folder), options.files)
        with open_workspace(folder) as workspace:
            for kind, times in sorted(walk(client_of(workspace), options.rounds).items()):
                print(f"{kind:40} {median(times) * 1_000:8.1f} ms median {max(times) * 1_000:8.1f} ms slowest")
            site = export(workspace, options.max_pages)
            print(f"static site: {site.pages:,} pages in {site.clock:.1f} s, {site.processor:.1f} s of the processor")


if __name__ == "__main__":
    main()
