"""A bound on the processor time that one file may take.

A timer of the system interrupts the work, even within a regular expression. Python hands signals to the main thread
only, so elsewhere nothing is bounded: such as a revision that a running server compiles in a thread for one call.
"""

import signal
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from types import FrameType

FILE_SECONDS = 10.0  # of processor time, for one file in one phase
SECONDS_PER_MEGABYTE = 10.0  # more, for files that are linked together: hundreds may be one part
AGAIN_SECONDS = 1.0  # after which the interruption is repeated, in case that something swallowed it


class DeadlineError(BaseException):
    """The work took too long. Not an `Exception`, so that no code takes it for an error of its own."""


def seconds_for(size: int) -> float:
    """Return how long linking files of so many bytes in all may take."""
    return FILE_SECONDS + SECONDS_PER_MEGABYTE * size / 1_000_000


@contextmanager
def deadline(seconds: float) -> Iterator[None]:
    """Raise DeadlineError in the block once it has used so many seconds of processor time. Meanwhile the clock of a
    deadline around it stands still."""
    if not hasattr(signal, "setitimer") or threading.current_thread() is not threading.main_thread():
        yield
        return
    before = signal.signal(signal.SIGVTALRM, _interrupt)
    left = signal.setitimer(signal.ITIMER_VIRTUAL, seconds, AGAIN_SECONDS)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_VIRTUAL, 0)
        signal.signal(signal.SIGVTALRM, before)
        signal.setitimer(signal.ITIMER_VIRTUAL, *left)


def _interrupt(_signal: int, _frame: FrameType | None) -> None:
    raise DeadlineError
