"""What runs on a Dask worker. A task is run by a process of the worker thread's own
(`compiler.engine.task_process`)."""

import os
import subprocess
import sys
import threading
from pathlib import Path
from typing import BinaryIO, cast

from compiler.engine.identity import differences, identity
from compiler.engine.readers import can_read
from compiler.engine.task_process import read_message, write_message
from compiler.pipeline.engine import Reader, SampleFile

_of_thread = threading.local()


class OtherVersionError(Exception):
    """This worker has another Frieze, Python or library than the client."""


class ProcessEndedError(Exception):
    """The process that ran a task ended: it was killed, or the task ends whatever runs it."""


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
    process = getattr(_of_thread, "process", None)
    if process is None or process.poll() is not None:
        process = _of_thread.process = _started()
    sent, answered = cast("BinaryIO", process.stdin), cast("BinaryIO", process.stdout)
    try:
        write_message(sent, body)
        result = read_message(answered)
    except OSError:
        result = None
    if result is None:
        process.kill()
        sent.close()
        answered.close()
        raise ProcessEndedError(f"status {process.wait()}")
    return result


def _started() -> "subprocess.Popen[bytes]":
    """Start a process that finds this Frieze and no other."""
    root = str(Path(__file__).parents[2])
    path = os.pathsep.join([root, *filter(None, [os.environ.get("PYTHONPATH")])])
    return subprocess.Popen(
        [sys.executable, "-P", "-m", "compiler.engine.task_process", str(_memory())],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        env={**os.environ, "PYTHONPATH": path},
    )


def _memory() -> int:
    """Return how many bytes a process may take: the share of one thread in what Dask gives the worker."""
    from distributed import get_worker

    try:
        worker = get_worker()
    except ValueError:  # not on a worker
        return 0
    return int((worker.memory_manager.memory_limit or 0) / max(worker.state.nthreads, 1))
