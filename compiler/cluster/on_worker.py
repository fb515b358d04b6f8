"""What runs on a Dask worker: each task in a process of its own, so that the bounds on the time of a file hold, and a
file at which a library crashes ends that process only."""

import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import orjson

from compiler.workspace.identity import differences, identity

ROOT = Path(__file__).parent.parent.parent  # where this Frieze is imported from


class OtherVersionError(Exception):
    """This worker has another Frieze, Python or library than the client."""


class ProcessEndedError(Exception):
    """The process that ran a task ended: it was killed, or the task ends whatever runs it."""


def build(task: dict[str, Any], client: dict[str, str]) -> list[Any]:
    """Run a task, the fields of a `MemberTask`, for a client of this identity. Returns the fields of its outcome.
    Raises OtherVersionError and ProcessEndedError."""
    if found := differences(client, identity()):
        raise OtherVersionError(found)
    path = os.pathsep.join([str(ROOT), *filter(None, [os.environ.get("PYTHONPATH")])])
    ended = subprocess.run(
        [sys.executable, "-P", "-m", "compiler.cluster.member_process"],
        input=orjson.dumps(_bounded(task)),
        stdout=subprocess.PIPE,
        env={**os.environ, "PYTHONPATH": path},
        check=False,
    )
    if ended.returncode:
        raise ProcessEndedError(f"status {ended.returncode}")
    outcome: list[Any] = orjson.loads(ended.stdout)
    return outcome


def _bounded(task: dict[str, Any]) -> dict[str, Any]:
    """Return a task that may use no more memory than the share of one thread in what Dask gives this worker."""
    from distributed import get_worker

    worker = get_worker()
    share = int((worker.memory_manager.memory_limit or 0) / max(worker.state.nthreads, 1))
    asked = task["budget"]["max_memory"]
    bound = min(filter(None, (share, asked)), default=None)
    return {**task, "budget": {**task["budget"], "max_memory": bound}}
