"""How long a server takes to refresh and to propose when one file of many differs.

`python -m tests.benchmarks.refreshing`. The edits: a line of prose, a title that other files may cite, and a file that
comes and goes. Times are from the request to the answer, over standard input and output. Between two requests the
server may do what it puts off, and look at its source. A busy machine tells nothing.
"""

import argparse
import os
import tempfile
from collections.abc import Callable, Iterator
from pathlib import Path
from statistics import median
from threading import Event
from time import perf_counter
from typing import Any

from tests.benchmarks.generate import write
from tests.server.processes import RawServer

TURNS = 9
FIRST = 2  # turns in which the server warms up
PAUSE_SECONDS = 1.5


def main() -> None:
    """Write a source, edit it in turns, and print the medians."""
    parser = argparse.ArgumentParser(prog="python -m tests.benchmarks.refreshing", description=__doc__)
    parser.add_argument("--files", type=int, default=1_000)
    parser.add_argument("--turns", type=int, default=TURNS)
    given = parser.parse_args()
    with tempfile.TemporaryDirectory(prefix="frieze-refreshing-") as folder:
        os.environ["XDG_CACHE_HOME"] = f"{folder}/cache"
        source = Path(folder) / "source"
        write(source, given.files)
        for name, contents in _edits(source).items():
            refreshes, proposals = _times(source, contents, given.turns)
            print(f"{name:>14}: refresh {median(refreshes):6.0f} ms, propose_change {median(proposals):6.0f} ms")


def _times(source: Path, contents: Callable[[int], tuple[str, str | None]], turns: int) -> tuple[list[float], ...]:
    """Return the milliseconds of refreshes and of proposals. `contents` give the file and its content of each turn."""
    refreshes: list[float] = []
    proposals: list[float] = []
    with RawServer(source) as server:
        server.initialize()
        server.call("get_snapshot_info")
        for turn in range(turns):
            path, content = contents(turn)
            edit = {"file": path, "delete": True} if content is None else {"file": path, "content": content}
            proposals.append(_milliseconds(server, "propose_change", {"edits": [edit]}))
            if content is None:
                (source / path).unlink()
            else:
                (source / path).write_text(content)
            refreshes.append(_milliseconds(server, "refresh", {}))
    return refreshes[FIRST:], proposals[FIRST:]


def _milliseconds(server: RawServer, tool: str, arguments: dict[str, Any]) -> float:
    Event().wait(PAUSE_SECONDS)
    began = perf_counter()
    result = server.call(tool, arguments)["result"]
    taken = 1_000 * (perf_counter() - began)
    assert not result.get("isError"), result
    return taken


def _edits(source: Path) -> dict[str, Callable[[int], tuple[str, str | None]]]:
    """Return kinds of edits, by name."""
    decision = min(_containing(source, "docs/adr/", "# "), key=len)
    prose = (source / decision).read_text()
    title = next(line for line in prose.splitlines() if line.startswith("# "))
    added = f"{decision.rpartition('/')[0]}/one-more.md"
    return {
        "a line": lambda turn: (decision, f"{prose}\nTurn {turn}.\n"),
        "a title": lambda turn: (decision, prose.replace(title, f"{title} {'and' * turn}", 1)),
        "a file": lambda turn: (added, None if turn % 2 else f"# A page of turn {turn}\n\nProse.\n"),
    }


def _containing(source: Path, folder: str, text: str) -> Iterator[str]:
    """Give the markdown files that contain a text, those of a folder first if there are any."""
    paths = [path for path in sorted(source.rglob("*.md")) if text in path.read_text()]
    named = [path.relative_to(source).as_posix() for path in paths]
    yield from [path for path in named if path.startswith(folder)] or named


if __name__ == "__main__":
    main()
