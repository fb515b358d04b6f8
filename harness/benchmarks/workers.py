"""Clients of several worker processes while the file that they serve is exchanged, beside clients of one process.

    python -m harness.benchmarks.workers [--clients 1000] [--workers 4] [--seconds 20]

The clients run in a process of their own on the same machine. They come again when they are told to (503 with
Retry-After); a call that gets no answer, or whose connection breaks, has failed.
"""

import argparse
import subprocess
import sys
from pathlib import Path
from shutil import copytree
from tempfile import TemporaryDirectory
from threading import Event
from typing import NamedTuple

import orjson

from compiler import compile_source
from compiler.store.frozen.frozen_file import write_frozen
from harness.benchmarks.client import GARDEN
from harness.benchmarks.figures import percentile
from harness.benchmarks.overload import processor_seconds
from tests.paths import ROOT
from tests.server.web import WebServer

EXCHANGES = 10


class Served(NamedTuple):
    """What clients of one server saw, and the seconds of processor time that its processes took."""

    answered: list[float]
    shed: int
    failed: int
    processor: float

    def line(self, name: str, seconds: float) -> str:
        """Return the figures as a line of a table."""
        slow = percentile(self.answered, 99) if self.answered else 0.0
        return (
            f"{name}: {len(self.answered):,} answers in {seconds:g} s, {len(self.answered) / seconds:,.0f} a second, "
            f"{len(self.answered) / self.processor:,.0f} for a second of processor time, 99 % within {slow:.2f} s, "
            f"{self.shed:,} told to come again, {self.failed:,} failed"
        )


def frozen_states(folder: Path) -> list[bytes]:
    """Two frozen files of a sample, which differ by a page."""
    source = copytree(ROOT / GARDEN, folder / "source")
    states = []
    for text in ("# One\n", "# Two\n"):
        (source / "page.md").write_text(text)
        with compile_source(source) as snapshot:
            write_frozen(snapshot, folder / "state.frieze")
        states.append((folder / "state.frieze").read_bytes())
    return states


def served(folder: Path, states: list[bytes], workers: int, clients: int, seconds: float, exchanges: int) -> Served:
    """Let clients ask a server of some processes for so many seconds, in which its file is exchanged."""
    file = folder / "served.frieze"
    file.write_bytes(states[0])
    with WebServer(file, "--workers", str(workers)) as web:
        before = _processor_seconds(web.process.pid)
        program = [sys.executable, "-m", "harness.benchmarks.http_clients", str(web.port), str(clients), str(seconds)]
        with subprocess.Popen([*program, "2026", "patient"], stdout=subprocess.PIPE, cwd=ROOT) as asking:
            for number in range(exchanges):
                Event().wait(seconds / (exchanges + 1))
                draft = file.with_suffix(".draft")
                draft.write_bytes(states[(number + 1) % 2])
                draft.replace(file)
            output, _ = asking.communicate()
        took = _processor_seconds(web.process.pid) - before
    found = orjson.loads(output)
    return Served(found["answered"], found["shed"], found["broken"], took)


def _processor_seconds(first: int) -> float:
    """The processor time of a server's processes so far."""
    children = Path(f"/proc/{first}/task/{first}/children").read_text().split()
    return sum(processor_seconds(pid) for pid in (first, *map(int, children)))


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m harness.benchmarks.workers")
    parser.add_argument("--clients", type=int, default=1_000)
    parser.add_argument("--workers", type=int, default=4)
    parser.add_argument("--seconds", type=float, default=20.0)
    given = parser.parse_args()
    with TemporaryDirectory() as made:
        folder = Path(made)
        states = frozen_states(folder)
        for name, workers, exchanges in (
            ("one process", 1, 0),
            (f"{given.workers} processes", given.workers, 0),
            (f"{given.workers} processes, {EXCHANGES} exchanges", given.workers, EXCHANGES),
        ):
            found = served(folder, states, workers, given.clients, given.seconds, exchanges)
            print(found.line(name, given.seconds), flush=True)


if __name__ == "__main__":
    main()
