"""What runs on a Dask worker. Each thread has a process that builds, one source after the other, so that the bounds on
the time of a file hold, and a source at which a library crashes ends that process only."""

import os
import subprocess
import sys
import threading
from pathlib import Path
from typing import Any

import orjson

from compiler.workspace.identity import differences, identity

ROOT = Path(__file__).parent.parent.parent  # where this Frieze is imported from

MAX_OUTCOME_BYTES = 1_000_000

_of_thread = threading.local()


class OtherVersionError(Exception):
    """This worker has another Frieze, Python or library than the client."""


class ProcessEndedError(Exception):
    """The process that ran a task ended: it was killed, or the task ends whatever runs it."""


def build(task: dict[str, Any], client: dict[str, str]) -> list[Any]:
    """Run a task, the fields of a `MemberTask`, for a client of this identity. Returns the fields of its outcome.
    Raises OtherVersionError and ProcessEndedError."""
    if found := differences(client, identity()):
        raise OtherVersionError(found)
    process: subprocess.Popen[bytes] | None = getattr(_of_thread, "process", None)
    if process is None or process.poll() is not None:
        process = _of_thread.process = _started()
    assert process.stdin and process.stdout
    try:
        process.stdin.write(orjson.dumps(_bounded(task)) + b"\n")
        process.stdin.flush()
        outcome: list[Any] = orjson.loads(process.stdout.readline(MAX_OUTCOME_BYTES))
    except (OSError, ValueError):
        process.kill()
        raise ProcessEndedError(f"status {process.wait()}") from None
    return outcome


def _started() -> "subprocess.Popen[bytes]":
    path = os.pathsep.join([str(ROOT), *filter(None, [os.environ.get("PYTHONPATH")])])
    command = [sys.executable, "-P", "-m", "compiler.cluster.member_process"]
    environment = {**os.environ, "PYTHONPATH": path}
    return subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, env=environment)


def _bounded(task: dict[str, Any]) -> dict[str, Any]:
    """Return a task that may use no more memory than the share of one thread in what Dask gives this worker."""
    from distributed import get_worker

    worker = get_worker()
    share = int((worker.memory_manager.memory_limit or 0) / max(worker.state.nthreads, 1))
    asked = task["budget"]["max_memory"]
    bound = min(filter(None, (share, asked)), default=None)
    return {**task, "budget": {**task["budget"], "max_memory": bound}}
