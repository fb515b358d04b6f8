"""What runs on a Dask worker. Each thread has a process that builds, one source after the other, so that the bounds on
the time of a file hold, and a source at which a library crashes ends that process only."""

import threading
from typing import Any

from compiler.disk.endable_process import EndableProcess, EndedError
from compiler.workspace.identity import differences, identity
from compiler.workspace.member_files import MemberTask

_of_thread = threading.local()


class OtherVersionError(Exception):
    """This worker has another Frieze, Python or library than the client."""


class ProcessEndedError(Exception):
    """The process that ran a task ended: it was killed, or the task ends whatever runs it."""


def build(fields: tuple[Any, ...], client: dict[str, str]) -> tuple[Any, ...]:
    """Run a task, the fields of a `MemberTask`, for a client of this identity. Returns the fields of its outcome.
    Raises OtherVersionError and ProcessEndedError."""
    if found := differences(client, identity()):
        raise OtherVersionError(found)
    if not hasattr(_of_thread, "process"):
        _of_thread.process = EndableProcess("compiler.cluster.member_process")
    process: EndableProcess = _of_thread.process
    try:
        outcome: tuple[Any, ...] = process.ask(tuple(_bounded(MemberTask(*fields))))
    except EndedError as error:
        raise ProcessEndedError(str(error)) from None
    return outcome


def _bounded(task: MemberTask) -> MemberTask:
    """Return a task that may use no more memory than the share of one thread in what Dask gives this worker."""
    from distributed import get_worker

    worker = get_worker()
    share = int((worker.memory_manager.memory_limit or 0) / max(worker.state.nthreads, 1))
    bound = min(filter(None, (share, task.budget["max_memory"])), default=None)
    return task._replace(budget={**task.budget, "max_memory": bound})
