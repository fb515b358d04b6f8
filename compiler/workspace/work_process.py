"""A process that compiles and reads repositories for a thread, and that can be killed.

A thread cannot be stopped, and no deadline of a file holds in it (`compiler.pipeline.deadline`). So what may take long
runs in a process of its own, one task at a time (`compiler.disk.endable_process`).
"""

import signal
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from compiler.disk.endable_process import POLL_SECONDS, Check, EndableProcess, EndedError, nothing
from compiler.model.source import SourceError
from compiler.workspace.git.errors import NoHistoryError, UnknownRevisionError

__all__ = ["Check", "WorkProcess", "is_needed", "nothing", "turn"]

_ERRORS = {error.__name__: error for error in (SourceError, UnknownRevisionError, NoHistoryError)}
_ENDED = "The process that compiles ended before it had answered, perhaps for lack of memory."


class WorkProcess:
    """The process. Threads may share it: they take turns."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._process = EndableProcess("compiler.workspace.tasks")

    def run(self, task: str, *arguments: Any, check: Check = nothing) -> Any:
        """Return what a task of `compiler.workspace.tasks` returns. What `check` raises is raised, and kills the
        process. Raises SourceError as the task does, and if the process ends before it has answered."""
        with turn(self._lock, check):
            try:
                kind, value = self._process.ask((task, arguments), check)
            except EndedError:
                raise SourceError(_ENDED) from None
            except OSError as error:
                raise SourceError(f"No process can be started to compile in: {error.strerror}.") from None
        if kind == "error":
            name, message = value
            raise _ERRORS.get(name, SourceError)(message)
        return value

    def close(self) -> None:
        """Kill the process, whatever it does."""
        self._process.kill()

    @property
    def pid(self) -> int | None:
        """The id of the process, None if it does not run."""
        return self._process.pid


@contextmanager
def turn(lock: "threading.Lock", check: Check) -> Iterator[None]:
    """With a lock. While it is waited for, `check` is called now and then; what it raises is raised."""
    while not lock.acquire(timeout=POLL_SECONDS):
        check()
    try:
        yield
    finally:
        lock.release()


def is_needed() -> bool:
    """Whether compiling here would be bound by no deadline: only the main thread has any."""
    return threading.current_thread() is not threading.main_thread() and hasattr(signal, "setitimer")
