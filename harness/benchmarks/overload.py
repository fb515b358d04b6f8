"""Overload over HTTP: what a server still answers when far more clients ask than it can serve.

The clients run in a process of their own on the same machine, and other programs may run beside them. Goodput is
therefore answers for each second of the server's processor time, and compared with that of few clients in the same run.
"""

import os
import re
import subprocess
import sys
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from threading import Event
from time import perf_counter
from typing import Any, NamedTuple

import orjson

from harness.benchmarks.client import GARDEN
from harness.benchmarks.figures import Figure, percentile
from tests.paths import ROOT
from tests.server.web import WebServer, exchange, legacy

FEW = 50  # clients, which the server serves without shedding
CROWDS = (550, 1_000)
SECONDS = 8.0
PING_SECONDS = 0.05  # between two pings
MIN_GOODPUT = 0.8  # of that with FEW clients
MAX_SECONDS = 2.0  # for 99 % of the answers
MAX_PING = 250.0  # milliseconds, for 99 % of the pings
MAX_MEMORY = 200.0  # MB


class Crowd(NamedTuple):
    """What a number of clients saw: the seconds that answers took, and how many requests were shed or broken off; what
    a client saw that only pings, in milliseconds; and the seconds of processor time that the server took."""

    answered: list[float]
    shed: int
    broken: int
    pings: list[float]
    processor: float

    @property
    def goodput(self) -> float:
        """Answers for each second of processor time."""
        return len(self.answered) / self.processor

    @property
    def counts(self) -> str:
        """What became of the requests, in words."""
        return f"{len(self.answered):,} answered, {self.shed:,} shed, {self.broken:,} broken off"


def figures() -> Iterator[Figure]:
    """For clients of each era that heed Retry-After or do not: the figures of each crowd, beside those of few."""
    for era in ("2026", "2025"):
        for patience in ("patient", "impatient"):
            with WebServer(ROOT / GARDEN) as web:
                few = ask(web, FEW, era, patience)
                for clients in CROWDS:
                    yield from _of_crowd(
                        f"{clients:,} {patience} clients, {era}", ask(web, clients, era, patience), few
                    )
                yield Figure(f"peak memory, {patience} clients, {era}", peak(web), "MB", MAX_MEMORY)


def _of_crowd(name: str, crowd: Crowd, few: Crowd) -> Iterator[Figure]:
    goodput = crowd.goodput / few.goodput
    yield Figure(f"goodput to that of {FEW}, {name}", goodput, "times", floor=MIN_GOODPUT, beside=crowd.counts)
    yield Figure(f"99 % of answers, {name}", percentile(crowd.answered, 99), "s", MAX_SECONDS)
    yield Figure(f"99 % of pings, {name}", percentile(crowd.pings, 99), "ms", MAX_PING, f"{len(crowd.pings)} pings")


def ask(web: WebServer, clients: int, era: str, patience: str) -> Crowd:
    """Let so many clients ask for `SECONDS`, and ping meanwhile over one further connection."""
    words = [str(web.port), str(clients), str(SECONDS), era, patience]
    command = [sys.executable, "-m", "harness.benchmarks.http_clients", *words]
    before = processor_seconds(web.process.pid)
    with subprocess.Popen(command, stdout=subprocess.PIPE, cwd=ROOT) as process:
        pings = list(_pings(web))
        assert process.stdout
        found: dict[str, Any] = orjson.loads(process.stdout.read())
    taken = processor_seconds(web.process.pid) - before
    return Crowd(found["answered"], found["shed"], found["broken"], pings, taken)


def _pings(web: WebServer) -> Iterator[float]:
    until, pause = perf_counter() + SECONDS, Event()
    with closing(web.connection()) as connection:
        while perf_counter() < until:
            begun = perf_counter()
            if exchange(connection, *legacy("ping")).status != 200:
                raise RuntimeError("a ping was refused")
            yield 1_000 * (perf_counter() - begun)
            pause.wait(PING_SECONDS)


def processor_seconds(pid: int) -> float:
    """The processor time that a process has taken. Needs /proc."""
    fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def peak(web: WebServer) -> float:
    """The peak memory of the server so far, in MB. Needs /proc."""
    found = re.search(r"VmHWM:\s*(\d+) kB", Path(f"/proc/{web.process.pid}/status").read_text())
    return int(found[1]) / 1024 if found else 0.0
