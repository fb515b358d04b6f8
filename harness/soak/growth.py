"""Many refreshes of one server: `python -m harness.soak.growth --refreshes 1000`. Memory, descriptors, threads and
temporary files must not grow. Needs /proc.

After each edit the server, or the process that compiles for it, is refreshed, told apart and asked. What both processes
hold is printed in parts; the exit status is 1 if they hold more at the end than after the first part.
"""

import argparse
import shutil
import sys
import tempfile
from collections.abc import Iterator
from itertools import chain
from pathlib import Path
from typing import NamedTuple

import orjson

from harness.benchmarks.endurance import State, state
from harness.soak.edits import Editor
from tests.paths import ROOT
from tests.server.processes import RawServer

PARTS = 5  # the first one warms the server up
MAX_GROWTH = 24_000_000  # bytes of memory of either process, after the first part: what the allocator may hold
SLOWEST = 600.0  # seconds that an answer may take: a busy machine is slow, which is no growth
SETTLED = 6  # descriptors and threads that may come and go: a connection a thread; less than one a refresh


class Held(NamedTuple):
    """What a server holds: its own process, the one that compiles for it, its temporary files, its cached ones."""

    server: State
    compiling: State
    temporary_files: int
    cached_files: int

    def __str__(self) -> str:
        files = f"{self.temporary_files} temporary files, {self.cached_files} cached"
        return f"server {self.server}; compiling {self.compiling}; {files}"

    def grew(self, since: "Held") -> list[str]:
        """Say what grew, beyond what may come and go."""
        found = []
        pairs = {"server": (since.server, self.server), "compiling process": (since.compiling, self.compiling)}
        for name, (before, now) in pairs.items():
            if now.memory > before.memory + MAX_GROWTH:
                found.append(f"memory of the {name}: {(now.memory - before.memory) / 1e6:+.1f} MB")
            if now.descriptors > before.descriptors + SETTLED:
                found.append(f"descriptors of the {name}: {before.descriptors} to {now.descriptors}")
            if now.threads > before.threads + SETTLED:
                found.append(f"threads of the {name}: {before.threads} to {now.threads}")
        if self.temporary_files > since.temporary_files:
            found.append(f"temporary files: {since.temporary_files} to {self.temporary_files}")
        if self.cached_files > since.cached_files + SETTLED:
            found.append(f"cached files: {since.cached_files} to {self.cached_files}")
        return found


def refreshed(folder: Path, refreshes: int, seed: int, parts: int = PARTS) -> Iterator[Held]:
    """Refresh a server after random edits, and give what it holds after each part. `folder` is empty."""
    source = Path(shutil.copytree(ROOT / "worlds", folder / "source"))
    temporary, cache = folder / "temporary", folder / "cache"
    temporary.mkdir()
    editor = Editor(source, seed)
    with RawServer(source, TMPDIR=str(temporary), XDG_CACHE_HOME=str(cache)) as server:
        server.initialize(SLOWEST)
        for number in range(1, refreshes + 1):
            _, edit = editor.draw()
            editor.make(edit)
            path = min(editor.contents())
            _answered(server, "refresh", {"full": number % 10 == 0})
            if number % 3 == 0:
                _answered(server, "propose_change", {"edits": [{"file": path, "delete": True}]})
            _answered(server, "search", {"query": "kettle"})
            if number % (refreshes // parts) == 0:
                compiling = _child(server.process.pid)
                yield Held(state(server.process.pid), state(compiling), _files(temporary), _files(cache))
        server.finish()


def _answered(server: RawServer, tool: str, arguments: dict[str, object]) -> None:
    """Ask a tool; an answer may be an error only if it says that the source cannot be compiled."""
    result = server.call(tool, arguments, SLOWEST)["result"]
    answer = orjson.loads(result["content"][0]["text"])
    assert not result.get("isError") or answer["code"] == "unavailable", answer


def _child(pid: int) -> int:
    """Return the id of the one process that a process has started."""
    listed = [(task / "children").read_text().split() for task in Path(f"/proc/{pid}/task").iterdir()]
    (child,) = chain.from_iterable(listed)
    return int(child)


def _files(folder: Path) -> int:
    return sum(path.is_file() for path in folder.rglob("*"))


def main() -> int:
    """Run, print what the server held, and return the exit status."""
    parser = argparse.ArgumentParser(prog="python -m harness.soak.growth", description=__doc__)
    parser.add_argument("--refreshes", type=int, default=1_000)
    parser.add_argument("--seed", type=int, default=1)
    given = parser.parse_args()
    with tempfile.TemporaryDirectory(prefix="frieze-growth-") as folder:
        held = []
        for part, one in enumerate(refreshed(Path(folder), given.refreshes, given.seed), 1):
            held.append(one)
            print(f"after {part * (given.refreshes // PARTS):>6,} refreshes: {one}", flush=True)
    grew = held[-1].grew(held[0])
    print("; ".join(grew) or "nothing grew")
    return 1 if grew else 0


if __name__ == "__main__":
    sys.exit(main())
