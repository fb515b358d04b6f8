"""Overload over HTTP: what a server still answers when far more clients ask than it can serve.

Clients run in a process of their own, on the same machine: the figures are ratios of one run, and floors.
"""

import subprocess
import sys
from collections.abc import Iterator
from contextlib import closing
from http.client import HTTPConnection
from time import perf_counter, sleep
from typing import Any, NamedTuple

import orjson

from tests.benchmarks.client import GARDEN
from tests.benchmarks.figures import Figure, percentile
from tests.paths import ROOT
from tests.server.web import WebServer, exchange, legacy

BEST = 50  # clients, which the server serves without shedding
CROWDS = (550, 1_000)
SECONDS = 6.0
PING_EVERY = 0.05
MIN_GOODPUT = 0.8  # of that with BEST clients
MAX_ADMITTED_SECONDS = 2.0  # 99 % of the answered requests
MAX_PING_MILLISECONDS = 250.0
MAX_MEMORY = 200.0  # MB


class Crowd(NamedTuple):
    """What a number of clients saw, and meanwhile a client that only pings; pings in milliseconds."""

    answered: list[float]
    shed: int
    broken: int
    pings: list[float]

    @property
    def goodput(self) -> float:
        """Answers a second."""
        return len(self.answered) / SECONDS


def figures() -> Iterator[Figure]:
    """For each crowd in each era: its goodput to that of a few clients, the time of an answer and of a ping."""
    for era in ("2026", "2025"):
        for patience in ("patient", "impatient"):
            with WebServer(ROOT / GARDEN) as web:
                best = ask(web, BEST, era, patience)
                yield Figure(f"goodput, {BEST} clients, {era} era", best.goodput, "/s", beside=_beside(best))
                for clients in CROWDS:
                    yield from _of_crowd(clients, era, patience, ask(web, clients, era, patience), best)
                yield Figure(f"peak memory, {patience} clients, {era} era", peak(web), "MB", MAX_MEMORY)


def _of_crowd(clients: int, era: str, patience: str, crowd: Crowd, best: Crowd) -> Iterator[Figure]:
    name = f"{clients:,} {patience} clients, {era} era"
    yield Figure(
        f"goodput to that of {BEST}, {name}",
        crowd.goodput / max(best.goodput, 0.01),
        "times",
        None,
        _beside(crowd),
        MIN_GOODPUT,
    )
    yield Figure(f"99 % of answers, {name}", percentile(crowd.answered or [99.0], 99), "s", MAX_ADMITTED_SECONDS)
    yield Figure(
        f"99 % of pings, {name}",
        percentile(crowd.pings, 99),
        "ms",
        MAX_PING_MILLISECONDS,
        f"max {max(crowd.pings):.0f} median {percentile(crowd.pings, 50):.0f}, {len(crowd.pings)} pings",
    )


def _beside(crowd: Crowd) -> str:
    return f"{len(crowd.answered):,} answered, {crowd.shed:,} shed, {crowd.broken:,} broken off"


def ask(web: WebServer, clients: int, era: str, patience: str) -> Crowd:
    """Let so many clients ask for `SECONDS`, and ping meanwhile over one further connection."""
    words = [str(web.port), str(clients), str(SECONDS), era, patience]
    command = [sys.executable, "-m", "tests.benchmarks.http_clients", *words]
    with subprocess.Popen(command, stdout=subprocess.PIPE, cwd=ROOT) as process:
        sleep(1.0)
        pings = list(_pings(web, process))
        assert process.stdout
        found: dict[str, Any] = orjson.loads(process.stdout.read())
    return Crowd(found["answered"], found["shed"], found["broken"], pings)


def _pings(web: WebServer, process: "subprocess.Popen[bytes]") -> Iterator[float]:
    until = perf_counter() + SECONDS - 0.5
    with closing(web.connection()) as connection:
        while perf_counter() < until:
            begun = perf_counter()
            try:
                answer = exchange(connection, *legacy("ping"))
                ok = answer.status == 200
            except OSError:
                connection.close()
                ok = False
            yield 1_000 * (perf_counter() - begun) if ok else 9_999.0
            sleep(PING_EVERY)


def peak(web: WebServer) -> float:
    """The peak memory of the server so far, in MB. Needs /proc."""
    import re
    from pathlib import Path

    found = re.search(r"VmHWM:\s*(\d+) kB", Path(f"/proc/{web.process.pid}/status").read_text())
    return int(found[1]) / 1024 if found else 0.0


if __name__ == "__main__":
    for figure in figures():
        print(figure, flush=True)
