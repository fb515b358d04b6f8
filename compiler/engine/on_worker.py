"""What runs on a Dask worker. Each thread has a process that runs its tasks (`compiler.engine.task_process`)."""

import os
import subprocess
import sys
import threading
from multiprocessing.connection import Connection
from pathlib import Path

from compiler.engine.identity import differences, identity
from compiler.engine.readers import can_read
from compiler.pipeline.engine import Reader, SampleFile

_of_thread = threading.local()


ROOT = Path(__file__).parent.parent.parent  # where this Frieze is imported from


class OtherVersionError(Exception):
    """This worker has another Frieze, Python or library than the client."""


class ProcessEndedError(Exception):
    """The process that ran a task ended: it was killed, or the task ends whatever runs it."""


class TaskProcess:
    """A process that runs tasks, with this Frieze and no other."""

    def __init__(self, memory: int) -> None:
        """`memory` is how many bytes it may take, 0 for no bound."""
        reading, task_end = os.pipe()
        result_end, writing = os.pipe()
        path = os.pathsep.join([str(ROOT), *filter(None, [os.environ.get("PYTHONPATH")])])
        self._process = subprocess.Popen(
            [sys.executable, "-P", "-m", "compiler.engine.task_process", str(memory)],
            stdin=reading,
            stdout=writing,
            env={**os.environ, "PYTHONPATH": path},
        )
        os.close(reading)
        os.close(writing)
        self._tasks = Connection(task_end, readable=False)
        self._results = Connection(result_end, writable=False)

    @property
    def has_ended(self) -> bool:
        """Whether it ended."""
        return self._process.poll() is not None

    def run(self, body: bytes) -> bytes:
        """Return the result of a task. Raises ProcessEndedError."""
        try:
            self._tasks.send_bytes(body)
            return self._results.recv_bytes()
        except (EOFError, OSError):
            self._process.kill()
            self._tasks.close()
            self._results.close()
            raise ProcessEndedError(f"status {self._process.wait()}") from None


def told() -> dict[str, str]:
    """Return the identity of this worker."""
    return identity()


def reads(reader: Reader, sample: SampleFile) -> bool:
    """Whether this worker reads a sample of the source as it is on the client."""
    return can_read(reader, sample)


def run_task(client: dict[str, str], body: bytes) -> bytes:
    """Return the result of a task. Raises OtherVersionError and ProcessEndedError."""
    if found := differences(client, identity()):
        raise OtherVersionError(found)
    process: TaskProcess | None = getattr(_of_thread, "process", None)
    if process is None or process.has_ended:
        process = _of_thread.process = TaskProcess(_memory())
    return process.run(body)


def _memory() -> int:
    """Return how many bytes a process may take: the share of one thread in what Dask gives the worker."""
    from distributed import get_worker

    try:
        worker = get_worker()
    except ValueError:  # not on a worker
        return 0
    return int((worker.memory_manager.memory_limit or 0) / max(worker.state.nthreads, 1))
