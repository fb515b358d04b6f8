"""A Dask scheduler with worker processes on this machine, for tests and measurements."""

import contextlib
import os
import socket
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

from tests.paths import ROOT


class Cluster:
    """A scheduler and its workers, each a process of one thread. A worker that is killed is started again by its
    nanny."""

    def __init__(self, folder: Path, workers: int) -> None:
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            port = free.getsockname()[1]
        self.address = f"tcp://127.0.0.1:{port}"
        self._folder = folder
        self._log = (folder / "cluster.log").open("ab")
        address = ["--host", "127.0.0.1", "--port", str(port), "--dashboard-address", "127.0.0.1:0"]
        self.scheduler = self._start("scheduler", *address)
        self._nannies = [
            self._start("worker", self.address, "--nthreads", "1", "--nworkers", "1", "--dashboard-address", ":0")
            for _ in range(workers)
        ]

    def workers(self) -> list[int]:
        """The processes of the workers."""
        return [child for nanny in self._nannies for child in _children(nanny.pid, "spawn_main")]

    def close(self) -> None:
        """End all."""
        for process in (*self._nannies, self.scheduler):
            process.terminate()
        for process in (*self._nannies, self.scheduler):
            try:
                process.wait(10)
            except subprocess.TimeoutExpired:
                process.kill()
                process.wait()
        self._log.close()

    def _start(self, *command: str) -> "subprocess.Popen[bytes]":
        return subprocess.Popen(
            [sys.executable, "-m", "dask", *command],
            cwd=self._folder,
            env={**os.environ, "DASK_TEMPORARY_DIRECTORY": os.fspath(self._folder), "PYTHONPATH": os.fspath(ROOT)},
            stdout=self._log,
            stderr=self._log,
        )


@contextlib.contextmanager
def cluster(folder: Path, workers: int = 2) -> Iterator[Cluster]:
    """Give a cluster that ends with the context."""
    started = Cluster(folder, workers)
    try:
        yield started
    finally:
        started.close()


def _children(process: int, word: str) -> list[int]:
    """The processes that any thread of one has started, with a word in their commands."""
    found = []
    for thread in Path(f"/proc/{process}/task").glob("*"):
        with contextlib.suppress(OSError):
            found += [int(one) for one in (thread / "children").read_text().split()]
    return [one for one in found if word in _command(one)]


def _command(process: int) -> str:
    with contextlib.suppress(OSError):
        return Path(f"/proc/{process}/cmdline").read_text()
    return ""
