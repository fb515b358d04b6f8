"""How long a refresh and a proposal take when one file of many differs: `python -m tests.benchmarks.refreshing`.

The edits: a line of prose, a title that other files may cite, and a file that comes and goes. Times are of the
processor, since the machine may be busy, in the thread that compiles; a server adds the way to its process and back.
"""

import argparse
import os
import tempfile
from collections.abc import Callable, Iterator
from pathlib import Path
from statistics import median
from time import process_time

from compiler import compile_source
from compiler.workspace.embeddings import embedder
from compiler.workspace.interface import Edit
from compiler.workspace.opening import watched_snapshot
from compiler.workspace.proposal import propose
from compiler.workspace.work_process import WorkProcess
from tests.benchmarks.generate import write

TURNS = 7


def main() -> None:
    """Write a source, edit it in turns, and print the medians."""
    parser = argparse.ArgumentParser(prog="python -m tests.benchmarks.refreshing", description=__doc__)
    parser.add_argument("--files", type=int, default=1_000)
    parser.add_argument("--turns", type=int, default=TURNS)
    given = parser.parse_args()
    embedder.installed = lambda: None  # type: ignore[assignment]  # vectors cost what a model costs
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
    process = WorkProcess()
    snapshot = compile_source(source, keep=True)
    current = watched_snapshot(snapshot, source, keep=True)
    current.refresh()
    for turn in range(turns):
        path, content = contents(turn)
        edit = Edit(path, delete=True) if content is None else Edit(path, content=content)
        began = process_time()
        proposal = propose(source, [edit], keep=True, process=process)
        proposals.append(1_000 * (process_time() - began))
        proposal.base.close()
        proposal.overlay.close()
        if content is None:
            (source / path).unlink()
        else:
            (source / path).write_text(content)
        began = process_time()
        done = current.refresh()
        refreshes.append(1_000 * (process_time() - began))
        assert done.after is not done.before
        done.before.close()
        snapshot = done.after
    snapshot.close()
    return refreshes, proposals


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
