"""A Dask scheduler with worker processes on this machine, for tests and measurements."""

import contextlib
import os
import socket
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path


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

    def processes(self) -> list[int]:
        """The workers, and what runs their tasks."""
        workers = [child for nanny in self._nannies for child in _children(nanny.pid)]
        return [*workers, *(child for worker in workers for child in _children(worker))]

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
            env={**os.environ, "DASK_TEMPORARY_DIRECTORY": os.fspath(self._folder)},
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


def _children(process: int) -> list[int]:
    with contextlib.suppress(OSError):
        return [int(one) for one in Path(f"/proc/{process}/task/{process}/children").read_text().split()]
    return []
