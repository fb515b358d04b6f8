"""Several processes that serve one listening socket, and the process that starts them and replaces those that die.

The first process has bound the socket, loads the program and forks: workers share the socket and the memory of what is
loaded. It serves nothing itself. Each worker opens the source as a server alone does. A worker whose first process is
gone ends.
"""

import os
import select
import signal
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from typing import NamedTuple, NoReturn

WRONG_SOURCE = 2  # the status of a server whose source cannot be compiled
STOP_SECONDS = 8  # that workers get after a signal: longer than a transport takes to end
SHORT_LIFE = 1.0  # seconds: a worker that lives no longer is replaced after a pause
PAUSE_SECONDS = 0.5
_STOPPING = (signal.SIGTERM, signal.SIGINT)
_BLOCKED = (*_STOPPING, getattr(signal, "SIGALRM", signal.SIGTERM))

Started = Callable[[], None]
"""Called by a worker when it answers requests."""


class _Worker(NamedTuple):
    """A process, when it was started (seconds of the monotonic clock), and whether it is of the first generation."""

    began: float
    is_first: bool


def can_fork() -> bool:
    """Return whether this system has what workers need."""
    return hasattr(os, "fork") and hasattr(signal, "pthread_sigmask")


class WorkerProcesses:
    """The workers. `serve` is what each does: it ends its process."""

    def __init__(self, count: int, serve: Callable[[Started], NoReturn]) -> None:
        self._count = count
        self._serve = serve
        self._workers: dict[int, _Worker] = {}
        self._is_stopping = False
        # Workers hold the reading end only, which ends when this process has gone, however it went.
        self._lifeline, self._held = os.pipe()

    def run(self, announce: Callable[[], None]) -> int:
        """Start the workers, call `announce` when all answer, and replace each that dies, until SIGTERM or SIGINT.
        Return the exit status: that of a worker that cannot open the source, if it is one of the first."""
        for signals in _STOPPING:
            signal.signal(signals, lambda *_: self._stop())
        signal.signal(signal.SIGALRM, lambda *_: self._kill(signal.SIGKILL))
        for _ in range(self._count):
            if not self._start(is_first=True):
                break
        else:
            announce()
        return self._keep()

    def _start(self, *, is_first: bool) -> bool:
        """Start a worker, and wait until it answers requests. Return whether it does."""
        ready, started = os.pipe()
        with _signals_blocked():
            if self._is_stopping:
                return False
            pid = os.fork()
            if pid == 0:
                os.close(ready)
                self._work(started)
            self._workers[pid] = _Worker(time.monotonic(), is_first)
        os.close(started)
        try:
            return bool(os.read(ready, 1))  # nothing, if it has died
        finally:
            os.close(ready)

    def _work(self, started: int) -> NoReturn:
        """Be a worker. Never returns."""
        try:
            os.close(self._held)
            signal.signal(signal.SIGALRM, signal.SIG_DFL)
            for signals in _STOPPING:
                signal.signal(signals, lambda *_: os._exit(0))  # until a transport runs
            signal.pthread_sigmask(signal.SIG_UNBLOCK, _BLOCKED)

            def answers() -> None:
                os.write(started, b"1")
                os.close(started)
                threading.Thread(target=self._end_with_first, name="lifeline", daemon=True).start()

            self._serve(answers)
        finally:
            os._exit(1)

    def _end_with_first(self) -> None:
        select.select([self._lifeline], [], [])
        os.kill(os.getpid(), signal.SIGTERM)

    def _keep(self) -> int:
        """Replace workers that die, until none is left after a signal or an error. Return the exit status."""
        status = 0
        while self._workers:
            pid, ended = os.waitpid(-1, 0)
            worker = self._workers.pop(pid, None)
            if worker is None or self._is_stopping:
                continue
            if worker.is_first and os.waitstatus_to_exitcode(ended) == WRONG_SOURCE:
                status = WRONG_SOURCE
                self._stop()
                continue
            if time.monotonic() - worker.began < SHORT_LIFE:
                time.sleep(PAUSE_SECONDS)
            self._start(is_first=False)
        return status

    def _stop(self) -> None:
        """Let the workers end, and end them at a second signal, or when they take too long."""
        self._kill(signal.SIGKILL if self._is_stopping else signal.SIGTERM)
        self._is_stopping = True
        signal.alarm(STOP_SECONDS)

    def _kill(self, number: int) -> None:
        for pid in self._workers:
            with suppress(ProcessLookupError):
                os.kill(pid, number)


@contextmanager
def _signals_blocked() -> Iterator[None]:
    """Let no signal come between a fork and the note of it."""
    before = signal.pthread_sigmask(signal.SIG_BLOCK, _BLOCKED)
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)
