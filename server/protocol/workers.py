"""Threads that compute what a snapshot answers, each with a reader of its own and within a deadline."""

import asyncio
from collections.abc import Callable
from contextlib import suppress
from queue import Empty, SimpleQueue
from typing import TypeVar

import anyio

from compiler.workspace.interface import Workspace
from queries.errors.query_error import QueryError
from queries.tools.work_budget import NARROWER
from server.protocol.stoppable_threads import StoppableThreads, StoppedError

T = TypeVar("T")

Check = Callable[[], None]
Job = Callable[[Workspace, Check], T]
"""Computes something of a workspace in a worker's thread. It calls the check, or hands it to its queries, so that it
can be stopped."""


class LateError(QueryError):
    """The deadline has passed."""


class _RunningJob:
    """The state of a job in a worker. The event loop sets `stopped`; the worker reads it."""

    def __init__(self) -> None:
        self.started = False
        self.stopped = False

    def check(self) -> None:
        if self.stopped:
            raise StoppedError


class _Reader:
    """A workspace with its own connection to the database, for one worker at a time, and the job that uses it."""

    def __init__(self, workspace: Workspace) -> None:
        self.job = _RunningJob()
        self.workspace = workspace.with_snapshot(workspace.snapshot.reader(lambda: self.job.stopped))


class Workers:
    """Threads for jobs, with a reader for each."""

    def __init__(self, workspace: Workspace, deadline: float, count: int) -> None:
        self._workspace = workspace
        self._deadline = deadline
        self._threads = StoppableThreads(count, "query")
        self._readers: SimpleQueue[_Reader] = SimpleQueue()  # that no thread uses
        self._closed = False

    async def run(self, function: Callable[..., T], *arguments: object) -> T:
        """Return what a function returns in a worker's thread."""
        return await asyncio.wrap_future(self._threads.submit(function, *arguments))

    async def result(self, job: Job[T]) -> T:
        """Return what a worker computes. Cancelling this coroutine, or the deadline, stops the worker. Raises LateError
        when the deadline has passed."""
        running = _RunningJob()
        work = self._threads.submit(self._work, running, job)
        try:
            with anyio.move_on_after(self._deadline):
                return await asyncio.wrap_future(work)
        finally:
            running.stopped = True
            self._threads.stop(work)
        raise _late(self._deadline, running.started)

    def _work(self, running: _RunningJob, job: Job[T]) -> T:
        """Compute a result, in a worker's thread."""
        running.check()
        running.started = True
        reader = self._idle_reader()
        reader.job = running
        try:
            return job(reader.workspace, running.check)
        finally:
            if running.stopped:  # perhaps in the midst of anything
                reader.workspace.snapshot.close()
            else:
                self._readers.put(reader)
            if self._closed:
                self._close_idle_readers()

    def _idle_reader(self) -> _Reader:
        """Return a reader that no thread uses, a new one if there is none: there are no more than threads."""
        try:
            return self._readers.get_nowait()
        except Empty:
            return _Reader(self._workspace)

    def close(self) -> None:
        """Close the readers. One in use is closed when its job ends."""
        self._closed = True
        self._threads.shutdown()
        self._close_idle_readers()

    def _close_idle_readers(self) -> None:
        with suppress(Empty):
            while True:
                self._readers.get_nowait().workspace.snapshot.close()


def _late(seconds: float, started: bool) -> LateError:
    if started:
        problem = f"The question took more than {seconds:g} seconds and was stopped"
        return LateError("too_large", problem, hint=NARROWER)
    problem = f"The server was busy with other long questions for {seconds:g} seconds"
    return LateError("unavailable", problem, hint="Ask again.")
